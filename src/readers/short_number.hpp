// Decimals of a few digits, which most scores are, at the price of a division.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "tallystick/base/mix.hpp"

namespace tallystick::detail {

/// The value of eight ASCII digits, the first in the lowest byte.
[[nodiscard]] inline std::uint64_t value_of_digits(std::uint64_t digits) noexcept {
  digits = (digits & 0x0F0F0F0F0F0F0F0Full) * (1 + (10ull << 8)) >> 8;
  digits = (digits & 0x00FF00FF00FF00FFull) * (1 + (100ull << 16)) >> 16;
  return (digits & 0x0000FFFF0000FFFFull) * (1 + (10000ull << 32)) >> 32;
}

[[nodiscard]] inline bool all_digits(std::uint64_t bytes) noexcept {
  constexpr std::uint64_t kHigh = 0xF0F0F0F0F0F0F0F0ull, kZeros = 0x3030303030303030ull;
  return (bytes & kHigh) == kZeros && ((bytes + 0x0606060606060606ull) & kHigh) == kZeros;
}

/// Reads digits with at most one point between two of them. `bytes`: the 1 to 8 bytes of the text
/// as small_bytes gives them. False for any other text, though it may be a number. Both parts of
/// the quotient are whole numbers below 2^53, so that it is the double nearest to the decimal.
[[nodiscard]] inline bool short_number(std::uint64_t bytes, std::size_t size,
                                       double& value) noexcept {
  static constexpr std::array<double, 8> kPowers = {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7};
  constexpr std::uint64_t kOnes = 0x0101010101010101ull;
  if constexpr (std::endian::native != std::endian::little) return false;
  const std::size_t unused = 8 - size;
  // The text stands at the end of the word, behind zeros.
  std::uint64_t word = bytes << (8 * unused);
  if (unused != 0) word |= (kOnes * '0') >> (8 * size);
  const std::uint64_t differs = word ^ (kOnes * '.');
  const std::uint64_t points = (differs - kOnes) & ~differs & (kOnes << 7);
  std::size_t n_decimals = 0;
  if (points != 0) {
    const auto at = static_cast<std::size_t>(std::countr_zero(points)) / 8;
    if (at == 7 || at <= unused) return false;
    n_decimals = 7 - at;
    const std::uint64_t below = (std::uint64_t{1} << (8 * at)) - 1;
    word = (word & (~std::uint64_t{0} << (8 * (at + 1)))) | ((word & below) << 8) | '0';
  }
  if (!all_digits(word)) return false;
  value = static_cast<double>(value_of_digits(word)) / kPowers[n_decimals];
  return true;
}

}  // namespace tallystick::detail
