// Small text helpers shared by messages and reports.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tallystick {

/// The shortest text that reads back to the same double ("0.1", "1", "1e-07" as "1e-07").
[[nodiscard]] std::string number_text(double value);

/// 'label' in quotes for a message: control bytes escaped, and cut after 80 bytes at a character.
[[nodiscard]] std::string quoted(std::string_view text);

/// "1 label", "2 labels"; plural defaults to singular + "s".
[[nodiscard]] std::string counted(std::uint64_t n, std::string_view singular,
                                  std::string_view plural = {});

/// Up to n names nearest to `wanted` by edit distance (at most about a third of its length away).
[[nodiscard]] std::vector<std::string> nearest(std::string_view wanted,
                                               std::span<const std::string_view> names,
                                               std::size_t n = 1);

/// Offset of the first byte that is not valid UTF-8, or text.size() when all is.
[[nodiscard]] std::size_t utf8_fault(std::string_view text) noexcept;

}  // namespace tallystick
