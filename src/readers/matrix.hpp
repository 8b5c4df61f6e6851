// Tables with one column a label: 0/1 cells are label sets, other numbers are scores.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "readers/layout.hpp"

namespace tallystick::detail {

enum class Matrix : std::uint8_t { none, indicators, scores };

/// What the first records (a header and rows) are; none unless that is certain. Where the format
/// is stated, only whether cells are scores is decided.
[[nodiscard]] Matrix find_matrix(const std::vector<std::vector<std::string>>& records, Part part,
                                 const ReadOptions& options);

/// Is a cell of the table a score, though those of its first rows are all 0 or 1? Reads the input
/// up to there.
[[nodiscard]] bool scores_follow(const Input& input, const Layout& layout);

/// "0" or "1", as programs write them.
[[nodiscard]] inline bool zero_or_one(std::string_view cell) noexcept {
  return cell == "0" || cell == "1" || cell == "0.0" || cell == "1.0";
}

}  // namespace tallystick::detail
