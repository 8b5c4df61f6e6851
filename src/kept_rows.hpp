// Every example of one system, whole.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tallystick/batch/batch.hpp"

namespace tallystick::detail {

/// In the order of the truth; labels have the ids of the tally that was made beside them.
struct KeptRows {
  Batch batch;  // without ids and groups
  std::string ids;
  std::vector<std::uint64_t> id_ends;

  [[nodiscard]] std::size_t size() const noexcept { return id_ends.size(); }
  [[nodiscard]] std::string_view id(std::size_t row) const noexcept {
    const std::size_t first = row == 0 ? 0 : id_ends[row - 1];
    return std::string_view(ids).substr(first, id_ends[row] - first);
  }
};

}  // namespace tallystick::detail
