// What the writers for people share: which figures stand side by side, and what is said in words.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tallystick/report/report.hpp"

namespace tallystick {

/// Columns of the grid, in the order they are printed.
inline constexpr std::array<std::string_view, 6> kAverages = {"micro",   "macro", "weighted",
                                                              "samples", "means", "union"};

inline constexpr std::size_t kMatrixLabels = 20;   // most labels shown as a matrix
inline constexpr std::size_t kConfusedPairs = 20;  // pairs listed where there is no matrix

/// Figures arranged for reading: measures with several averages in a grid, the rest one by one.
struct Outline {
  struct Row {
    std::string name;                                    // without the average
    std::array<const Score*, kAverages.size()> cells{};  // null: not asked for
  };
  std::array<bool, kAverages.size()> used{};  // which columns hold anything
  std::vector<Row> grid;
  std::vector<const Score*> singles;
};

/// Points into the report, which must outlive it.
[[nodiscard]] Outline outline_of(const Report& report);

/// "95 % intervals: bootstrap percentiles, 1000 resamples of the examples, seed 0", or nothing.
[[nodiscard]] std::string interval_sentence(const Report& report);
/// "[0.5000, 0.7500]", or nothing.
[[nodiscard]] std::string interval_text(const Score& score, int digits);

/// Whether the figure carries a mark and a footnote.
[[nodiscard]] bool is_marked(const Score& score);

/// "f1_macro, recall_macro: 1 undefined term: label 'c' ...; counted as 0", one sentence for all
/// figures that share it. Terms are cut in the middle unless `full`.
[[nodiscard]] std::vector<std::string> undefined_sentences(const Report& report, bool full);

/// "f1_macro: F of macro precision and macro recall", one sentence for all figures that share it.
[[nodiscard]] std::vector<std::string> rule_sentences(const Report& report);

/// One sentence for each policy that dropped, added or merged anything.
struct PolicySentence {
  std::string_view key;  // as in the JSON
  std::uint64_t count;
  std::string text;
};
[[nodiscard]] std::vector<PolicySentence> policy_sentences(const Report& report);

/// A member of a JSON object, whose value is JSON already.
struct JsonMember {
  std::string key, json;
};
/// The report as JSON, with further members behind its measures.
[[nodiscard]] std::string to_json(const Report& report, std::span<const JsonMember> further);

/// "4 examples, 3 labels, from truth.tsv and pred.tsv"
[[nodiscard]] std::string data_sentence(const Report& report);

/// "convention sklearn (scikit-learn 1.9), multi-label"
[[nodiscard]] std::string rules_sentence(const Report& report);

/// The largest off-diagonal entries, largest first; ties by true, then predicted label.
[[nodiscard]] std::vector<const ConfusionTable::Entry*> largest_confusions(
    const ConfusionTable& table, std::size_t limit);

/// How many entries are off the diagonal.
[[nodiscard]] std::size_t n_confusions(const ConfusionTable& table);

/// "the 20 largest of 345 pairs of different labels"
[[nodiscard]] std::string pairs_phrase(std::size_t shown, std::size_t all);

/// An entry as text: the count, or the share with that many decimals.
[[nodiscard]] std::string entry_text(const ConfusionTable& table,
                                     const ConfusionTable::Entry& entry, int digits);

/// The whole table as text: row t, column p.
[[nodiscard]] std::vector<std::vector<std::string>> confusion_cells(const ConfusionTable& table,
                                                                    int digits);

/// "confusion, shares of each true label"
[[nodiscard]] std::string confusion_title(const ConfusionTable& table);

/// Whether value i of the row was 0/0.
[[nodiscard]] inline bool is_undefined(const LabelRow& row, std::size_t i) {
  return std::binary_search(row.undefined.begin(), row.undefined.end(), i);
}

}  // namespace tallystick
