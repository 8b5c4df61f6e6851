// The ways of reading: one file, two files. Tests and fuzz targets start here, with inputs in
// memory and chunks of any size.
#pragma once

#include <span>

#include "readers/block.hpp"

namespace tallystick::detail {

ReadSummary read_single(const Input& file, const ReadOptions& options,
                        std::span<Consumer* const> consumers, const ReadLimits& limits = {});

ReadSummary read_two(const Input& truth, const Input& predictions, const ReadOptions& options,
                     std::span<Consumer* const> consumers, const ReadLimits& limits = {});

}  // namespace tallystick::detail
