// Scored cells in descending order of score: one label's, one example's, or all of them.
#pragma once

#include <span>
#include <vector>

#include "tallystick/base/wide.hpp"

namespace tallystick {

/// The cells that share a score. Amounts are in the unit of Cell.
struct ScoreStep {
  double score = 0;
  u128 positive = 0, negative = 0;
};

/// What curves are drawn from. A cell without a score ranks below every scored one; all such are
/// tied. As a probability it counts as 0.
struct ScoreColumn {
  std::vector<ScoreStep> steps;  // by descending score, each score once
  u128 unscored_positive = 0, unscored_negative = 0;

  void clear() noexcept {
    steps.clear();
    unscored_positive = unscored_negative = 0;
  }
};

}  // namespace tallystick
