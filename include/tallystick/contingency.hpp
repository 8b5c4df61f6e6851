// Statistics::Contingency (Perl, version 0.09) as a C++ class: the same numbers, the same table.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iosfwd>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tallystick/contingency_labels.hpp"
#include "tallystick/labels/vocabulary.hpp"

namespace tallystick {

/// One 2x2 table in the module's letters: a assigned and correct, b assigned only,
/// c correct only, d neither.
struct ContingencyCells {
  std::uint64_t a = 0;
  std::uint64_t b = 0;
  std::uint64_t c = 0;
  std::uint64_t d = 0;

  friend bool operator==(const ContingencyCells&, const ContingencyCells&) = default;
};

/// The five ratios of one table, each in [0, 1].
struct ContingencyRatios {
  double precision = 1;
  double recall = 1;
  double f1 = 1;
  double accuracy = 1;
  double error = 0;

  friend bool operator==(const ContingencyRatios&, const ContingencyRatios&) = default;
};

/// The ratios under the module's rules: recall and F1 are 1 where nothing is wrong or missing,
/// precision is 0 where something is correct but nothing is assigned; an all-zero table scores 1.
/// Errors: count_overflow when a + b + c + d passes 2^64 - 1.
[[nodiscard]] ContingencyRatios contingency_ratios(const ContingencyCells& cells);

/// What one category holds.
struct CategoryStats {
  std::string name;
  ContingencyCells cells;
  ContingencyRatios ratios;

  friend bool operator==(const CategoryStats&, const CategoryStats&) = default;
};

/// The seven numbers of stats_table, in its order. Each in [0, 1].
struct ContingencyFigures {
  double macro_recall = 1;
  double macro_precision = 1;
  double macro_f1 = 1;
  double micro_recall = 1;
  double micro_precision = 1;
  double micro_f1 = 1;
  double micro_error = 0;

  friend bool operator==(const ContingencyFigures&, const ContingencyFigures&) = default;
};

/// The table as the module prints it, newline at the end. figures is about the number of
/// significant figures, from 1 to 1000; 0 stands for 3.
/// Errors: wrong_usage for other figures or for a number outside [0, 1].
[[nodiscard]] std::string stats_table(const ContingencyFigures& numbers, int figures = 3);

/// Counts assigned against correct labels over categories that are given up front.
/// Results do not depend on the order of categories, of add_result or of merge.
class Contingency {
 public:
  /// Names that are dropped as no category are remembered up to this many, the first by bytes ...
  static constexpr std::size_t kUnknownNamesKept = 20;
  /// ... and each up to this many bytes.
  static constexpr std::size_t kUnknownNameBytes = 256;

  /// Repeated categories collapse. None at all is allowed: then only the micro ratios exist.
  explicit Contingency(std::span<const std::string_view> categories);
  Contingency(std::initializer_list<std::string_view> categories);
  template <detail::LabelRange R>
  explicit Contingency(const R& categories)
      : Contingency(std::span<const std::string_view>(detail::views_of(categories))) {}

  /// The object that n_examples calls of add_result leave, from counts per category (spans of one
  /// length, tp + fp + fn <= n_examples in each).
  /// Errors: wrong_usage (lengths, a repeated name, too large a sum), count_overflow.
  [[nodiscard]] static Contingency from_counts(std::span<const std::string_view> names,
                                               std::span<const std::uint64_t> tp,
                                               std::span<const std::uint64_t> fp,
                                               std::span<const std::uint64_t> fn,
                                               std::uint64_t n_examples);

  /// Every later add_result writes "name: assigned=(...) correct=(...)" to `out`, labels sorted by
  /// bytes, what is no category included. `out` must outlive this object or the next call.
  void set_verbose(std::ostream& out) noexcept { verbose_ = &out; }
  void set_quiet() noexcept { verbose_ = nullptr; }

  /// Adds one example. A label counts once however often it is listed; what is no category is left
  /// out of every ratio and counted. Expected O(n log n) for n labels.
  /// Errors: count_overflow, and then nothing has changed.
  void add_result(LabelList assigned, LabelList correct, std::string_view name = {});

  /// Replaces the micro table and nothing else: categories and macro ratios stay as they are, and
  /// a later add_result adds to these four. Errors: count_overflow (sum above 2^64 - 1).
  void set_entries(std::uint64_t a, std::uint64_t b = 0, std::uint64_t c = 0, std::uint64_t d = 0);

  /// Adds the counts of another object; categories are matched by name.
  /// Errors: incompatible_states, count_overflow; then nothing has changed.
  void merge(const Contingency& other);

  [[nodiscard]] double micro_accuracy() const { return micro_ratios().accuracy; }
  [[nodiscard]] double micro_error() const { return micro_ratios().error; }
  [[nodiscard]] double micro_precision() const { return micro_ratios().precision; }
  [[nodiscard]] double micro_recall() const { return micro_ratios().recall; }
  [[nodiscard]] double micro_f1() const { return micro_ratios().f1; }
  /// The means over categories. Errors: wrong_usage when there are no categories.
  [[nodiscard]] double macro_accuracy() const { return macro_ratios().accuracy; }
  [[nodiscard]] double macro_error() const { return macro_ratios().error; }
  [[nodiscard]] double macro_precision() const { return macro_ratios().precision; }
  [[nodiscard]] double macro_recall() const { return macro_ratios().recall; }
  [[nodiscard]] double macro_f1() const { return macro_ratios().f1; }

  [[nodiscard]] ContingencyRatios micro_ratios() const { return contingency_ratios(micro_); }
  /// All five means in one pass, O(categories).
  [[nodiscard]] ContingencyRatios macro_ratios() const;

  /// One entry a category, in the order of their names' bytes.
  /// Errors: wrong_usage when there are no categories.
  [[nodiscard]] std::vector<CategoryStats> category_stats() const;
  /// One category. Errors: unknown_label.
  [[nodiscard]] CategoryStats category_stats(std::string_view category) const;

  /// The numbers of stats_table. Errors: wrong_usage when there are no categories.
  [[nodiscard]] ContingencyFigures figures() const;
  /// Errors: wrong_usage when there are no categories, or for figures outside 0 to 1000.
  [[nodiscard]] std::string stats_table(int figures = 3) const;

  /// The micro table.
  [[nodiscard]] const ContingencyCells& entries() const noexcept { return micro_; }
  [[nodiscard]] std::size_t n_categories() const noexcept { return counts_.size(); }
  /// How many times add_result was called (the module's count of hypotheses).
  [[nodiscard]] std::uint64_t n_hypotheses() const noexcept { return n_hypotheses_; }
  /// Labels given to add_result that are no category, each counted once a call and side.
  [[nodiscard]] std::uint64_t n_unknown_assigned() const noexcept { return n_unknown_assigned_; }
  [[nodiscard]] std::uint64_t n_unknown_correct() const noexcept { return n_unknown_correct_; }
  /// Their names, bounded as stated above.
  [[nodiscard]] const std::set<std::string>& unknown_names() const noexcept { return unknown_; }

  /// Equal categories, counts, entries and unknown labels; the verbose stream does not matter.
  friend bool operator==(const Contingency& x, const Contingency& y);

 private:
  struct Counts {
    std::uint64_t tp = 0;
    std::uint64_t fp = 0;
    std::uint64_t fn = 0;

    friend bool operator==(const Counts&, const Counts&) = default;
  };

  [[nodiscard]] std::size_t find(std::string_view label) const;
  [[nodiscard]] std::string_view name(std::size_t category) const noexcept;
  [[nodiscard]] ContingencyCells cells(std::size_t category) const noexcept;
  void count(std::string_view label, bool assigned, bool correct);
  void note_unknown(std::string_view label);
  void need_categories() const;
  void check_same_categories(const Contingency& other) const;

  Vocabulary vocabulary_;
  std::vector<Counts> counts_;  // by id; one more at the end when "" is a category
  ContingencyCells micro_;
  std::uint64_t n_hypotheses_ = 0;
  std::uint64_t n_unknown_assigned_ = 0;
  std::uint64_t n_unknown_correct_ = 0;
  std::set<std::string> unknown_;
  std::ostream* verbose_ = nullptr;
};

}  // namespace tallystick
