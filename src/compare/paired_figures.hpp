// Figures of two systems on resampled and on swapped examples.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "compare/exact_figure.hpp"
#include "compare/paired.hpp"
#include "evidence.hpp"
#include "tallystick/compare.hpp"
#include "tallystick/interval/paired_tests.hpp"
#include "tallystick/interval/population.hpp"

namespace tallystick::detail {

/// What paired figures are made by.
struct PairedRules {
  const Convention& convention;
  const Beside& beside;
  LabelUniverse universe;
  std::uint64_t seed = 0;
  std::optional<std::uint32_t> resamples;
  double level = 0.95;
  unsigned threads = 1;
  std::span<const std::uint64_t> weights = {};  // as paired_rows() takes them
};

/// What resampling says of the difference of one figure, second system minus first.
struct PairedFinding {
  double a = kUndefined, b = kUndefined;  // the figures
  std::vector<double> replicates;         // of the difference; those without a value left out
  std::optional<double> low, high;
  Randomisation randomisation;
};

/// The figures of one kind of population, whose kinds are contents of rows.
struct PairedBlock {
  std::vector<std::size_t> which;  // places in the list of figures
  std::unique_ptr<Population> population;
  std::vector<PairedKind> kinds;
  std::uint32_t use = 0;
  bool quick = false;  // thousands of draws take no time
  // Each figure of such amounts as fractions; none where they are not known. Null: of none.
  std::function<std::optional<ExactFigure>(std::size_t, std::span<const std::uint64_t>)> exact = {};
};

class PairedFigures {
 public:
  /// `specs` are figures of both systems, a and b.
  PairedFigures(const Aligned& aligned, std::size_t a, std::size_t b, std::vector<Spec> specs,
                const PairedRules& rules);
  PairedFigures(const PairedFigures&) = delete;
  PairedFigures& operator=(const PairedFigures&) = delete;

  /// One for each figure. `wants_test[i]`: its difference is put to a test by randomisation.
  [[nodiscard]] std::vector<PairedFinding> run(const std::vector<char>& wants_test);
  /// Examples whose own figure is larger under a, under b; none where it is not of sizes of sets.
  [[nodiscard]] std::optional<std::pair<std::uint64_t, std::uint64_t>> wins(std::size_t figure);
  /// By exact match of the label sets, from a to b.
  [[nodiscard]] Flips example_flips() const;
  [[nodiscard]] const Whole& whole() const noexcept { return *whole_; }

 private:
  void make_blocks();
  [[nodiscard]] bool of_sizes(const Spec& spec) const;
  [[nodiscard]] bool same_labels() const;
  void add_sizes(const std::vector<std::size_t>& which);
  void add_label(std::size_t figure);
  void add_pairs(const std::vector<std::size_t>& which);
  void add_closed(const ClosureRule& rule, const std::vector<std::size_t>& which);
  void add_means(const std::vector<std::size_t>& which);
  void add_values(const std::vector<std::size_t>& which, std::vector<std::vector<double>> values);
  void add_ranks(const std::vector<std::size_t>& which);
  void add_rows(const std::vector<std::size_t>& which, bool scores);
  /// Kinds of places that contents have there, united.
  [[nodiscard]] std::vector<PairedKind> united(const std::vector<std::uint32_t>& place_of) const;
  void add(std::vector<std::size_t> which, std::unique_ptr<Population> population,
           std::vector<PairedKind> kinds, bool quick);
  [[nodiscard]] std::vector<Spec> chosen(const std::vector<std::size_t>& which) const;
  void resample(const PairedBlock& block, std::vector<PairedFinding>& out) const;
  void randomise(const PairedBlock& block, const std::vector<char>& wanted,
                 std::vector<PairedFinding>& out) const;

  std::vector<Spec> specs_;
  PairedRules rules_;
  PairedRows rows_;
  std::vector<std::uint64_t> counts_;  // of contents, under both systems together
  std::vector<ExampleGroup> sizes_;    // of contents
  Tally both_;
  std::optional<Whole> whole_;
  std::optional<Evidence> evidence_;
  std::vector<PairedBlock> blocks_;
  bool same_labels_ = false;  // the same labels are true or predicted under either system
};

}  // namespace tallystick::detail
