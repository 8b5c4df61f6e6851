// Finds the best selection of each kind.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "tallystick/base/large_array.hpp"
#include "tallystick/batch/selection.hpp"
#include "tallystick/tune.hpp"
#include "tune/objective.hpp"

namespace tallystick::detail {

/// A scored cell; cells that share a key are predicted together.
struct RankedCell {
  std::uint64_t key;  // ascending: the first to be predicted has the least
  std::uint32_t example;
  ScoredLabel label;
};
using RankedCells = LargeArray<RankedCell>;

/// All cells of the examples in the order in which a strategy predicts them.
[[nodiscard]] RankedCells ranked_cells(const TuneData& data, Strategy strategy);
/// The same cells grouped by label, each label's in their order.
[[nodiscard]] RankedCells by_label(const RankedCells& cells, std::size_t n_labels);

/// The cells up to and with this key are predicted; none: nothing is.
struct Cut {
  std::optional<std::uint64_t> key;
  double goodness = 0;
};
/// The best of all cuts, those of the held-out part apart; of equally good ones the first.
/// `nothing`: predicting nothing is one of them.
[[nodiscard]] Cut best_cut(const RankedCells& cells, const TuneData& data, const Goal& goal,
                           std::uint32_t held_out, bool nothing);

/// What rounding alone makes of equal values of 0 to 1.
inline constexpr double kRounding = 0x1p-50;

/// Whether thresholds of labels can be found for the goal.
[[nodiscard]] bool separable(const Goal& goal);
/// The best cut of each label that has cells outside the held-out part.
struct LabelCut {
  LabelId label;
  std::optional<std::uint64_t> key;
};
[[nodiscard]] std::vector<LabelCut> best_label_cuts(const RankedCells& grouped,
                                                    const TuneData& data, const Goal& goal,
                                                    std::uint32_t held_out);

/// The threshold at which the cells up to a key pass.
[[nodiscard]] double threshold_at(std::optional<std::uint64_t> key, bool strictly_above);

}  // namespace tallystick::detail
