// Figures of the examples that share a value of a column: a language, a year, a source.
#pragma once

#include "tallystick/evaluate.hpp"

namespace tallystick {

/// Adds the figures of each of tallied.groups to the report of all its examples: the measures of
/// that report, by the same rules. Nothing without groups.
void add_groups(Report& report, const Tallied& tallied, const EvaluateOptions& options);

}  // namespace tallystick
