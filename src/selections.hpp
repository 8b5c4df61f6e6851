// What --thresholds and --top-k make of an evaluation.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tallystick/batch/selection.hpp"
#include "tallystick/evaluate.hpp"

namespace tallystick::detail {

/// What makes label sets of scores, where it is not one threshold for all labels; then every score
/// is read. Errors: as read_thresholds; wrong_usage when the options name two rules.
[[nodiscard]] std::optional<Selection> selection_of(const EvaluateOptions& options,
                                                    ReadOptions& read);

/// Parts made with another selection must not be added up.
void remember_selection(Tally& tally, const Selection& selection, Ties ties);

/// How labels were chosen, and what of the thresholds is of no use.
void note_selection(const Selection& selection, const EvaluateOptions& options, const Tally& tally,
                    std::uint64_t n_cut_ties, std::vector<std::string>& notes);

}  // namespace tallystick::detail
