// A finished tally as formulas see it: counts in one unit, grouped by equal cells.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tallystick/conventions/convention.hpp"
#include "tallystick/measures/measure.hpp"
#include "tallystick/states/tally.hpp"

namespace tallystick {

/// Labels that share one 2x2 cell: most labels of a long tail do, and a formula needs each once.
struct LabelGroup {
  Cell cell;
  std::uint64_t n_labels = 0;
  LabelId first = 0;  // the label whose name comes first in bytes
};

/// Finding equal cells is worth it where all measures are asked of many labels. Without it each
/// label is a group of its own, and every figure the same.
enum class Grouping : std::uint8_t { by_cell, none };

/// Examples that share the sizes of their sets.
struct ExampleGroup {
  std::uint64_t common = 0, truth = 0, predicted = 0;
  u128 amount = 0;
};

/// Single-label data: counts by (true class, predicted class).
class Multiclass {
 public:
  struct Entry {
    std::size_t truth, predicted;  // indices into classes; predicted may be none()
    u128 amount;
  };
  std::vector<LabelId> classes;  // natural order: numbers by value, else by bytes
  std::vector<u128> truth, predicted;
  std::vector<Entry> entries;  // by truth, then predicted
  u128 total = 0, correct = 0, without_prediction = 0;

  /// Stands for "nothing was predicted".
  [[nodiscard]] std::size_t none() const noexcept { return classes.size(); }
};

/// Everything that a measure may look at.
class Whole {
 public:
  /// Labels of the universe: declared, seen in truth or prediction, or seen in truth.
  /// Declared without a declared set is an error (wrong_usage).
  Whole(const Tally& tally, LabelUniverse universe, Grouping grouping = Grouping::by_cell);
  /// What it would be if amounts[i] examples had the sizes of like.examples()[i], in any unit, and
  /// labels were the same: for figures that live on these sizes alone. There are no labels().
  Whole(const Whole& like, std::span<const std::uint64_t> amounts);

  [[nodiscard]] const Tally& tally() const noexcept { return *tally_; }
  /// Counts are multiples of 2^-64 instead of 1.
  [[nodiscard]] bool fractional() const noexcept { return fractional_; }
  [[nodiscard]] u128 n_examples() const noexcept { return n_examples_; }
  /// Labels that make up an example's row of cells.
  [[nodiscard]] std::uint64_t n_labels() const noexcept { return n_labels_; }
  /// Labels that may enter a macro mean, grouped by equal cells.
  [[nodiscard]] const std::vector<LabelGroup>& labels() const noexcept { return labels_; }
  /// Their cells added up, and those of kept labels outside the declared set that count as wrong.
  [[nodiscard]] const Cell& pooled() const noexcept { return pooled_; }
  /// All labels added up, whether or not they enter macro means.
  [[nodiscard]] const Cell& all_cells() const noexcept { return all_cells_; }
  [[nodiscard]] const std::vector<ExampleGroup>& examples() const noexcept { return examples_; }
  [[nodiscard]] bool single_label() const noexcept { return tally_->single_label(); }

  [[nodiscard]] Cell cell(LabelId label) const;
  [[nodiscard]] Cell cell(const ExampleGroup& example) const noexcept;
  /// Labels of the universe that may enter a macro mean, by the bytes of their names.
  [[nodiscard]] std::vector<LabelId> sorted_labels() const;
  /// Counts back as amounts of examples, and amounts as counts.
  [[nodiscard]] Amount amount(u128 count) const noexcept;
  /// The same as a whole number of examples, a part of one taken for one.
  [[nodiscard]] std::uint64_t rounded_up(u128 count) const noexcept {
    const Amount examples = amount(count);
    return examples.whole + (examples.fraction != 0 ? 1 : 0);
  }
  [[nodiscard]] u128 unit(const Amount& amount) const;
  /// Whether tally().sets() holds the examples of which sizes do not tell all: those where three
  /// labels or more differ.
  [[nodiscard]] bool knows_sets() const noexcept;
  /// Kept outside the declared set or the hierarchy, to count as wrong but not as a label.
  [[nodiscard]] bool only_wrong(LabelId label) const;
  /// Whether a label may enter macro means; `scored`: a score of it is to be seen somewhere.
  [[nodiscard]] bool in_universe(LabelId label, bool scored) const {
    return in_universe(label, cell(label), scored);
  }
  /// The same if `one` were its cell.
  [[nodiscard]] bool in_universe(LabelId label, const Cell& one, bool scored = false) const;
  [[nodiscard]] Multiclass multiclass() const;

 private:
  struct Plain {
    u128 tp = 0, fp = 0, fn = 0;
  };
  void add_pairs();
  void group_labels(Grouping grouping);

  const Tally* tally_;
  LabelUniverse universe_;
  std::vector<ConfusionCounts::Entry> pairs_;
  bool fractional_ = false;
  bool unknown_is_wrong_ = false;
  u128 n_examples_ = 0;
  std::uint64_t n_labels_ = 0;
  static constexpr std::uint32_t kNoPlace = UINT32_MAX;
  std::vector<std::uint32_t> pair_places_;  // of each label in pair_counts_; empty without pairs
  std::vector<LabelCounts::Counts> pair_counts_;
  std::vector<LabelGroup> labels_;
  std::vector<ExampleGroup> examples_;
  Cell pooled_, all_cells_;
};

/// True when the text is a decimal number such as "10", "-3" or "2.50".
[[nodiscard]] bool is_number(std::string_view text) noexcept;

}  // namespace tallystick
