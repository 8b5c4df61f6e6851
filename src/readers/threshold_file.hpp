// Thresholds from bytes of any origin.
#pragma once

#include "readers/source.hpp"
#include "tallystick/batch/selection.hpp"
#include "tallystick/readers/read.hpp"

namespace tallystick::detail {

/// What read_thresholds() does with a file.
[[nodiscard]] Selection thresholds_from(const Input& input, const ReadOptions& options);

}  // namespace tallystick::detail
