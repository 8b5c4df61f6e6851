// Examples that weigh differently, their weights as whole numbers.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "interval/figure_population.hpp"
#include "interval/weighed_population.hpp"
#include "strata.hpp"
#include "tallystick/states/tally.hpp"

namespace tallystick::detail {

/// Weights in a unit that divides them all, if there is one that keeps sums small; else in one of
/// which all examples together have 2^42, so that a weight is rounded to less than 2^-40 of the
/// sum.
class WeightUnit {
 public:
  /// How many examples have each weight.
  explicit WeightUnit(const std::map<u128, std::uint64_t>& weights);
  /// 1 or more, but 0 of no weight.
  [[nodiscard]] std::uint64_t operator()(const Amount& weight) const noexcept;
  /// All examples weigh the same.
  [[nodiscard]] bool all_alike() const noexcept { return all_alike_; }

 private:
  u128 divisor_ = 1;
  double factor_ = 0;  // where no divisor does
  bool all_alike_ = false;
};

/// Kinds of weighted examples, which figures are taken from as if weights were numbers of examples.
struct Weighed {
  Tally tally;                     // weights are whole numbers of units
  ExampleRows rows;                // distinct, whatever they weigh; counts are sums of weights
  std::vector<WeighedKind> kinds;  // kind is a row; by stratum, row and weight
  std::vector<std::size_t> ends;   // of strata; empty: there is one
  bool all_alike = false;

  /// The same examples, row r taken for an example of kind places[r].
  [[nodiscard]] WeighedPopulation population(const Population& inner,
                                             std::span<const std::uint32_t> places) const;
};

/// Of label sets; none where not known what single examples weigh.
[[nodiscard]] std::optional<Weighed> weigh_sets(const Tally& tally, const Strata& strata);
/// Of scored labels. The tally keeps scores.
[[nodiscard]] Weighed weigh_scores(const Tally& tally, const Strata& strata);
/// Of each row, in units that the rows have in common.
[[nodiscard]] std::vector<std::uint64_t> units_of(std::span<const Amount> weights);

/// Of each row, which kind of example it is: of the sizes of its sets, of the parts of one label's
/// cell, of its pair of classes.
[[nodiscard]] std::vector<std::uint32_t> size_places(const Batch& rows, const Whole& whole);
[[nodiscard]] std::vector<std::uint32_t> label_places(const Batch& rows, const Cell& cell,
                                                      LabelId label);
[[nodiscard]] std::vector<std::uint32_t> pair_places(const Batch& rows, const Multiclass& classes);
/// 0, 1, 2, ...
[[nodiscard]] std::vector<std::uint32_t> own_places(std::size_t n);

}  // namespace tallystick::detail
