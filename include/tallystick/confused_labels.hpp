// Which labels are taken for which, for examples of several labels and for levels of a hierarchy.
#pragma once

#include <cstdint>
#include <optional>

#include "tallystick/evaluate.hpp"

namespace tallystick {

struct ConfusedLabels {
  ConfusionTable table;          // "(none)" comes last, where labels are missed or invented alone
  std::uint64_t n_left_out = 0;  // distinct examples with too many wrong labels to pair
};

/// A label that is true and predicted is an entry of the diagonal. Labels of an example that are
/// missed are paired with those that are invented, each with each, and with "(none)" where there
/// are none of the others. With `level`, labels are first folded to their ancestors at that depth
/// of the hierarchy; what is less deep stays as it is. Labels stand in the order of their names'
/// bytes. The tally keeps sets, or is single-label. Errors: wrong_usage for a level without a
/// hierarchy, or when the tally has not kept the sets. O(examples * wrong labels squared).
[[nodiscard]] ConfusedLabels confused_labels(const Tally& tally, const EvaluateOptions& options,
                                             std::optional<std::uint32_t> level = {});

}  // namespace tallystick
