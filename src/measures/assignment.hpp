// The cheapest way to pair rows with columns.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace tallystick::detail {

/// A cost of several parts: a later part counts where all before it are equal.
struct Cost {
  std::array<std::int64_t, 4> parts{};

  friend auto operator<=>(const Cost&, const Cost&) = default;
  Cost& operator+=(const Cost& other) noexcept {
    for (std::size_t i = 0; i < parts.size(); ++i) parts[i] += other.parts[i];
    return *this;
  }
  Cost& operator-=(const Cost& other) noexcept {
    for (std::size_t i = 0; i < parts.size(); ++i) parts[i] -= other.parts[i];
    return *this;
  }
};

/// The least total of n costs of a square matrix (row by row), one of each row and each column.
/// (Kuhn 1955 and Munkres 1957, in the form that grows one row at a time.) O(n^3). Which pairs are
/// taken may not be unique; the total is.
[[nodiscard]] Cost cheapest_assignment(std::span<const Cost> costs, std::size_t n);

}  // namespace tallystick::detail
