// All measures, joined from their families' files.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "tallystick/measures/measure.hpp"

namespace tallystick {

/// Every measure, in the order in which reports print them.
[[nodiscard]] std::span<const Measure* const> catalogue();
/// By canonical name or alias; nullptr when there is none.
[[nodiscard]] const Measure* find_measure(std::string_view name);
/// The averages that a measure has, in the order in which reports print them; empty for a measure
/// that is one number.
[[nodiscard]] std::vector<Average> averages_of(const Measure& measure);
/// Canonical names and aliases, for "did you mean".
[[nodiscard]] std::vector<std::string_view> measure_names();
/// Names of groups: "standard", "label", "example", "multi-class", "ranking", "probabilistic",
/// "extreme", "label-space", "bias", "hierarchical", "all".
[[nodiscard]] std::span<const std::string_view> measure_groups() noexcept;

namespace detail {
// The families. A family is one file and one array.
std::span<const Measure> label_based();
std::span<const Measure> example_based();
std::span<const Measure> multi_class();
std::span<const Measure> score_based();
std::span<const Measure> hierarchical();
std::span<const Measure> ranking();
std::span<const Measure> extreme();
std::span<const Measure> label_space();
std::span<const Measure> bias();
std::span<const Measure> hierarchical_scores();
std::span<const Measure> protein_function();
}  // namespace detail

}  // namespace tallystick
