// The figures of a report, whatever they are taken from.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "tallystick/evaluate.hpp"
#include "tallystick/measures/average.hpp"
#include "tallystick/measures/rankings.hpp"

namespace tallystick::detail {

/// A state whose labels were ordered by one rule says nothing of another.
/// Errors: incompatible_states.
void check_ties(const Tally& tally, const Convention& convention);

/// What the data are. Errors: not_single_label, positive_label, where the task says otherwise.
[[nodiscard]] DataKind kind_of(const Whole& whole, const EvaluateOptions& options);

/// Whether every score lies in [0, 1].
[[nodiscard]] bool all_probabilities(const ScoreTable& table);

[[nodiscard]] bool any_of_scope(const std::vector<Spec>& specs,
                                std::initializer_list<Scope> scopes);

/// The values of all specs, in their order; tables have none. `universe` is that of the findings.
[[nodiscard]] std::vector<Value> values_of(const std::vector<Spec>& specs, const Findings& findings,
                                           const Convention& convention, LabelUniverse universe);

/// Scores that are no probabilities under a threshold that is: a hint, never a guess.
[[nodiscard]] std::optional<std::string> score_note(const Tally& tally, double threshold);

/// Where figures take the first k labels as sets, and labels share the k-th score.
[[nodiscard]] std::optional<std::string> cut_note(const Tally& tally,
                                                  const std::vector<Spec>& specs);

/// What was ranked, and what the rule of ties decided.
[[nodiscard]] std::string ranking_note(const Rankings& rankings, const Convention& convention,
                                       const std::vector<Spec>& specs);

}  // namespace tallystick::detail
