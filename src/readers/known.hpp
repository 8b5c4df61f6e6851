// Known labels from an input; tests start here, with texts in memory.
#pragma once

#include "readers/chunk.hpp"
#include "tallystick/readers/read_known.hpp"

namespace tallystick::detail {

[[nodiscard]] KnownLabels read_known(const Input& input, const ReadOptions& options,
                                     const ReadLimits& limits = {});

}  // namespace tallystick::detail
