// The classes that measures of protein function are to count.
#pragma once

#include <vector>

#include "tallystick/evaluate.hpp"

namespace tallystick::detail {

/// One mark a node of the hierarchy, from the file that the options name; empty without one.
/// Errors: as read_labels; unknown_label; wrong_usage without a hierarchy.
[[nodiscard]] std::vector<char> terms_of_interest(const Tally& tally,
                                                  const EvaluateOptions& options);

}  // namespace tallystick::detail
