// Labels that matter most first.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "tallystick/report/report.hpp"

namespace tallystick {

/// The `most` labels that are true most often, most often first, then in the order of the table;
/// with `measure`, of those that have a value of it.
[[nodiscard]] std::vector<const LabelRow*> by_support(const LabelTable& table, std::size_t most,
                                                      std::optional<std::size_t> measure = {});

}  // namespace tallystick
