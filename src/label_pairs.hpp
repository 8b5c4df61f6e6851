// Which labels occur together more often than their frequencies alone would have it.
#pragma once

#include "tallystick/describe.hpp"
#include "tallystick/measures/label_space.hpp"

namespace tallystick::detail {

/// Adds the `most` pairs with the highest phi among the kPairedLabels most frequent labels.
/// O(sum over distinct sets of |T|^2) of these labels.
void add_label_pairs(Description& out, const LabelSpace& space, std::size_t most);

}  // namespace tallystick::detail
