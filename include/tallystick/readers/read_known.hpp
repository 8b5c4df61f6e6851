// What was known of each example before anybody predicted.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tallystick/labels/vocabulary.hpp"
#include "tallystick/readers/read.hpp"

namespace tallystick {

/// Labels by the id of their example.
struct KnownLabels {
  Vocabulary ids, labels;
  std::vector<std::uint64_t> ends;  // of each id's labels in items
  std::vector<LabelId> items;       // ids of `labels`, in any order

  /// Empty for an id of which nothing is known.
  [[nodiscard]] std::span<const LabelId> of(std::string_view id) const {
    const auto at = ids.find(id);
    if (!at) return {};
    const std::uint64_t first = *at == 0 ? 0 : ends[*at - 1];
    return {items.data() + first, static_cast<std::size_t>(ends[*at] - first)};
  }
};

/// Reads known labels ("-" is standard input) in any format with ids that a truth may have; rows of
/// one id may stand anywhere. Labels that the declared set or the hierarchy lacks are treated as
/// the options say. Errors: every ErrorCode of bad input, with file, line and column; wrong_usage
/// for a format without ids.
[[nodiscard]] KnownLabels read_known(const std::string& path, const ReadOptions& options);

}  // namespace tallystick
