// True labels from an input; tests start here, with texts in memory.
#pragma once

#include "readers/chunk.hpp"
#include "tallystick/readers/read_truth.hpp"

namespace tallystick::detail {

ReadSummary read_truth(const Input& input, const ReadOptions& options, Consumer& consumer,
                       const ReadLimits& limits = {});

}  // namespace tallystick::detail
