// Formulas over scored cells.
#pragma once

#include <vector>

#include "tallystick/measures/measure.hpp"
#include "tallystick/measures/score_column.hpp"
#include "tallystick/measures/scores.hpp"

namespace tallystick::detail {

/// Areas under curves; NaN where no curve exists.
[[nodiscard]] double roc_auc(const ScoreColumn& column, const Params& params);
[[nodiscard]] double average_precision(const ScoreColumn& column, const Params& params);
[[nodiscard]] double auprc(const ScoreColumn& column, const Params& params);
[[nodiscard]] double interpolated_precision(const ScoreColumn& column, const Params& params);

/// Scores as probabilities; they must lie in [0, 1]. NaN where there is no cell.
[[nodiscard]] double log_loss(const ScoreColumn& column, const Params& params);
[[nodiscard]] double brier_score(const ScoreColumn& column, const Params& params);
[[nodiscard]] double calibration_error(const ScoreColumn& column, const Params& params);
[[nodiscard]] double brier_reliability(const ScoreColumn& column, const Params& params);
[[nodiscard]] double brier_resolution(const ScoreColumn& column, const Params& params);
[[nodiscard]] double brier_uncertainty(const ScoreColumn& column, const Params& params);

/// The same of single-label data: one probability for each class of an example.
[[nodiscard]] double class_log_loss(const Scores& scores, const Params& params);
[[nodiscard]] double class_brier_score(const Scores& scores, const Params& params);
[[nodiscard]] double top_calibration_error(const Scores& scores, const Params& params);

/// Cells whose probabilities lie together.
struct Bin {
  double low = 0, high = 0;  // edges; with equal mass, the least and the greatest probability
  double amount = 0;         // cells, in the column's unit
  double mean = 0;           // of the probabilities
  double share = 0;          // of positive cells
  double gap = 0;            // share - mean, rounded once
};

/// The bins that hold cells, ascending. An edge is the double nearest to j / bins, as a score
/// written so is read: 0.3 lies on the third edge of ten, where sums of 0.1 miss it. Cells that
/// share a probability stay together in bins of equal width; in bins of equal mass they are spread
/// evenly where an edge parts them.
[[nodiscard]] std::vector<Bin> bins_of(const ScoreColumn& column, const Params& params);

}  // namespace tallystick::detail
