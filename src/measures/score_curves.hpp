// Measures of scores over a hierarchy that are means over examples.
#pragma once

#include "tallystick/measures/measure.hpp"
#include "tallystick/measures/scores.hpp"

namespace tallystick::detail {

/// Area under the curve of hierarchical precision over hierarchical recall (Plaud et al. 2024): of
/// each example, over all its distinct scores from (0, 1) on, by trapezoids; the mean over the
/// examples that have a true class. NaN without one.
[[nodiscard]] double hierarchical_curve_area(const Scores& scores, const Params& params);

/// Of the first k labels of each example (p.k): the mean or least height of the lowest common
/// ancestor with a true class; the mean over the examples that have both.
[[nodiscard]] double first_heights(const Scores& scores, const Params& params);
/// The similarity of the first k labels, as a share of what is attainable, at k or averaged over
/// the first 1, 2, ... k.
[[nodiscard]] double first_similarity(const Scores& scores, const Params& params);
[[nodiscard]] double mean_first_similarity(const Scores& scores, const Params& params);

}  // namespace tallystick::detail
