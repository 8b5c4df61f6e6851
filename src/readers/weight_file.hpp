// Weights of classes from bytes of any origin.
#pragma once

#include <vector>

#include "readers/source.hpp"
#include "tallystick/labels/taxonomy.hpp"

namespace tallystick::detail {

/// What read_node_weights() does with a file.
[[nodiscard]] std::vector<double> node_weights_from(const Input& input, const Taxonomy& taxonomy);

}  // namespace tallystick::detail
