// A scored tally closed over its hierarchy.
#pragma once

#include "measures/score_reach.hpp"
#include "tallystick/measures/scores.hpp"
#include "tallystick/states/tally.hpp"

namespace tallystick::detail {

/// The same examples with the ancestors of their true labels true, and scores carried up to
/// ancestors: what curves over all classes (Vens et al. 2008) are drawn from. Its vocabulary is the
/// classes of the hierarchy, declared, without the written root unless it counts, and the labels
/// that the hierarchy lacks. Keeps scores; predicted labels are left out.
/// Errors: wrong_usage when there is no hierarchy.
[[nodiscard]] Tally closed_scores(const Tally& tally, Propagation rule, Root root);

}  // namespace tallystick::detail
