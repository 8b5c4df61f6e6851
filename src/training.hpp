// Training labels, read as the options have it.
#pragma once

#include "tallystick/evaluate.hpp"
#include "tallystick/readers/read_train.hpp"

namespace tallystick::detail {

/// Whether the options hand over training labels, or name their file.
[[nodiscard]] inline bool has_training(const EvaluateOptions& options) noexcept {
  return !options.train.empty() || options.train_counts != nullptr;
}

/// The labels of options.train. The file has a layout of its own, which most formats tell by
/// themselves; how labels are read is the same. Errors: as read_train.
[[nodiscard]] TrainCounts read_training(const EvaluateOptions& options, const Taxonomy* taxonomy);

}  // namespace tallystick::detail
