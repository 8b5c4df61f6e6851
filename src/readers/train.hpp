// Training labels from an input; tests start here, with texts in memory.
#pragma once

#include "readers/chunk.hpp"
#include "tallystick/readers/read_train.hpp"

namespace tallystick::detail {

[[nodiscard]] TrainCounts read_train(const Input& input, const ReadOptions& options,
                                     const ReadLimits& limits = {});

}  // namespace tallystick::detail
