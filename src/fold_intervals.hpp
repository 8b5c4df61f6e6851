// Intervals of prediction bias coefficients that are means over folds.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "evidence.hpp"
#include "tallystick/interval/estimate.hpp"

namespace tallystick::detail {

/// Fills in those of the figures that are such means, none where there is no way. The methods that
/// resample, and the jackknife, take the examples of each fold apart; the models and the labels
/// that they were trained on stay as they are. The delta method takes the folds for draws:
/// Student's t. `folds`: the counts of each. Examples with weights must be kept with them.
void add_fold_intervals(const std::vector<Spec>& specs, const std::vector<Value>& values,
                        const Whole& whole, const Beside& beside, LabelUniverse universe,
                        const IntervalRule& rule, unsigned threads,
                        const std::map<std::string, Tally>& folds, std::vector<Estimated>& out);

}  // namespace tallystick::detail
