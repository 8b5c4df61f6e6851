// Intervals of a report's figures.
#pragma once

#include <span>
#include <vector>

#include "evidence.hpp"
#include "tallystick/interval/estimate.hpp"

namespace tallystick::detail {

/// One for each figure; tables have none. `universe` is that of the whole. `clusters` may be null;
/// `parts` are the strata where the rule names a column of them, or the folds that coefficients of
/// bias are means over; may be null else.
/// Errors: wrong_usage when the counts were not read with those columns.
[[nodiscard]] std::vector<Estimated> figure_intervals(
    const std::vector<Spec>& specs, const std::vector<Value>& values, const Findings& findings,
    const Beside& beside, const Convention& convention, LabelUniverse universe,
    const IntervalRule& rule, unsigned threads, const Clusters* clusters = nullptr,
    const std::map<std::string, Tally>* parts = nullptr);

/// Which figures have none and why, and what needs a word.
[[nodiscard]] std::vector<std::string> interval_notes(const std::vector<Spec>& specs,
                                                      const std::vector<Value>& values,
                                                      const std::vector<Estimated>& intervals,
                                                      const IntervalRule& rule);
}  // namespace tallystick::detail
