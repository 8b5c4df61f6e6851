// 128- and 256-bit whole numbers: what exact ratios of 64-bit counts need.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace tallystick {

__extension__ typedef unsigned __int128 u128;

inline constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();

/// The nearest double (ties to even), on every platform.
[[nodiscard]] double to_double(u128 value) noexcept;

/// a / b rounded once to the nearest double; NaN when b is 0.
[[nodiscard]] double ratio(u128 a, u128 b) noexcept;

/// A 256-bit whole number, for sums and differences of products. Values stay below 2^255.
struct U256 {
  u128 high = 0;
  u128 low = 0;

  friend bool operator==(const U256&, const U256&) = default;
  friend bool operator<(const U256& a, const U256& b) noexcept {
    return a.high != b.high ? a.high < b.high : a.low < b.low;
  }
  friend U256 operator+(const U256& a, const U256& b) noexcept {
    const u128 sum = a.low + b.low;
    return {a.high + b.high + (sum < a.low ? 1 : 0), sum};
  }
  friend U256 operator-(const U256& a, const U256& b) noexcept {
    return {a.high - b.high - (a.low < b.low ? 1 : 0), a.low - b.low};
  }
};

/// The full product.
[[nodiscard]] U256 multiply(u128 a, u128 b) noexcept;
[[nodiscard]] double to_double(const U256& value) noexcept;
/// a / b rounded once to the nearest double; NaN when b is 0.
[[nodiscard]] double ratio(const U256& a, const U256& b) noexcept;
/// (a - b) with its sign, the difference exact before it is rounded.
[[nodiscard]] double difference(const U256& a, const U256& b) noexcept;
/// (a - b) / c with its sign, rounded once; NaN when c is 0.
[[nodiscard]] double difference_ratio(const U256& a, const U256& b, const U256& c) noexcept;

}  // namespace tallystick
