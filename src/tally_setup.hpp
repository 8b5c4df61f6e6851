// How a tally starts and what it remembers, for examples of files and of memory alike.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "tallystick/batch/selection.hpp"
#include "tallystick/evaluate.hpp"

namespace tallystick::detail {

/// What decided which labels were counted: parts made under other rules must not be added up.
void remember_rules(Tally& tally, const EvaluateOptions& options, const ReadOptions& read,
                    const std::optional<Selection>& selection, Ties ties,
                    const ReadSummary& summary);

/// The declared labels are classes of the hierarchy, under its own codes.
[[nodiscard]] Vocabulary in_taxonomy(const Vocabulary& declared, const Taxonomy& taxonomy,
                                     const EvaluateOptions& options);

/// Labels that are ordered by their names are so while reading.
[[nodiscard]] Ties ties_of(const Convention& convention);

/// The option that names the column by which examples are grouped, and that column; both empty
/// where none does. Errors: wrong_usage where two do.
struct Grouping {
  std::string_view option;
  std::string column;
};
[[nodiscard]] Grouping grouping_of(const EvaluateOptions& options);

/// Whether the tally remembers its examples by that column.
[[nodiscard]] bool groups_as(const Tally& tally, const Grouping& grouping);
/// Has a group know all labels and rules.
void take_labels_and_rules(const Tally& whole, Tally& part);

/// Has each group know every label; strata and folds become the parts, which the tally remembers,
/// as it does clusters.
void finish_groups(const Grouping& grouping, Tallied& out);

/// Has the tally keep of scores what figures look at.
[[nodiscard]] ScoreUse keep_scores(const EvaluateOptions& options, Ties ties, Tally& tally);

}  // namespace tallystick::detail
