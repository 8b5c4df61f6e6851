// An exact amount of examples: whole part and, for weighted data, a fraction in units of 2^-64.
#pragma once

#include <cstdint>

namespace tallystick {

/// A non-negative amount. Addition is exact and associative, so the order of rows never matters.
struct Amount {
  std::uint64_t whole = 0;
  std::uint64_t fraction = 0;  // in units of 2^-64

  friend bool operator==(const Amount&, const Amount&) = default;
};

inline constexpr Amount kOne{1, 0};

/// Adds b to a. Returns false when the whole part would pass 2^64 - 1 (a is then unchanged).
[[nodiscard]] constexpr bool add(Amount& a, Amount b) noexcept {
  const std::uint64_t fraction = a.fraction + b.fraction;
  const std::uint64_t carry = fraction < b.fraction ? 1 : 0;
  const std::uint64_t whole = a.whole + b.whole;
  if (whole < b.whole || (carry != 0 && whole == UINT64_MAX)) return false;
  a = {whole + carry, fraction};
  return true;
}

/// Rounds a finite weight in [0, 2^63) to the nearest multiple of 2^-64 (exact from 2^-11 up).
/// Errors: bad_weight when it is negative, infinite, not a number or too large.
[[nodiscard]] Amount amount_from(double weight);

}  // namespace tallystick
