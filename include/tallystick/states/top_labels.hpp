// The first k labels of each example as its predicted set.
#pragma once

#include <cstdint>

#include "tallystick/states/tally.hpp"

namespace tallystick {

/// A tally of the same examples in which the predicted labels are the k with the highest scores
/// (all, where fewer are scored). Labels that share the k-th score enter in label order. `tally`
/// keeps scores.
[[nodiscard]] Tally top_labels(const Tally& tally, std::uint32_t k);

}  // namespace tallystick
