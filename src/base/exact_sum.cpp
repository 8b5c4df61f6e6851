#include "tallystick/base/exact_sum.hpp"

#include <bit>
#include <cmath>

namespace tallystick {

void ExactSum::add(double term, u128 times) noexcept {
  if (term == 0 || times == 0) return;
  const auto bits = std::bit_cast<std::uint64_t>(term);
  const auto field = static_cast<int>((bits >> 52) & 0x7FF);
  const std::uint64_t fraction = bits & 0xFFFFFFFFFFFFFull;
  const std::uint64_t mantissa = field == 0 ? fraction : fraction | (std::uint64_t{1} << 52);
  const int exponent = (field == 0 ? 1 : field) - 1075;  // term = mantissa * 2^exponent
  const int offset = exponent - kLowestBit;
  const auto first = static_cast<std::size_t>(offset / 64);
  const int shift = offset % 64;

  // mantissa * times has at most 181 bits; shifted by less than 64 it fits in four limbs.
  const auto word = [](u128 value, int from) { return static_cast<std::uint64_t>(value >> from); };
  const bool small = times >> 64 == 0;  // as it nearly always is
  const u128 low = small ? static_cast<u128>(mantissa) * static_cast<std::uint64_t>(times) : 0;
  const U256 product = small ? U256{0, low} : multiply(times, mantissa);
  const std::array<std::uint64_t, 3> plain{word(product.low, 0), word(product.low, 64),
                                           word(product.high, 0)};
  std::array<std::uint64_t, 4> shifted{};
  for (std::size_t i = 0; i < 3; ++i) {
    const u128 wide = static_cast<u128>(plain[i]) << shift;
    shifted[i] |= word(wide, 0);
    shifted[i + 1] |= word(wide, 64);
  }

  if ((bits >> 63) == 0) {
    std::uint64_t carry = 0;
    for (std::size_t i = 0; i < 4 || carry != 0; ++i) {
      if (first + i >= kLimbs) break;  // cannot happen below 2^1152
      const u128 sum = static_cast<u128>(limbs_[first + i]) + (i < 4 ? shifted[i] : 0) + carry;
      limbs_[first + i] = word(sum, 0);
      carry = word(sum, 64);
    }
  } else {
    std::uint64_t borrow = 0;
    for (std::size_t i = 0; first + i < kLimbs && (i < 4 || borrow != 0); ++i) {
      const std::uint64_t part = i < 4 ? shifted[i] : 0;
      const std::uint64_t before = limbs_[first + i];
      limbs_[first + i] = before - part - borrow;
      borrow = before < part || (before == part && borrow != 0) ? 1 : 0;
    }
  }
}

void ExactSum::merge(const ExactSum& other) noexcept {
  std::uint64_t carry = 0;
  for (std::size_t i = 0; i < kLimbs; ++i) {
    const u128 sum = static_cast<u128>(limbs_[i]) + other.limbs_[i] + carry;
    limbs_[i] = static_cast<std::uint64_t>(sum);
    carry = static_cast<std::uint64_t>(sum >> 64);
  }
}

double ExactSum::divided_by(u128 n) const noexcept {
  if (n == 0) return kUndefined;
  std::array<std::uint64_t, kLimbs> magnitude = limbs_;
  const bool negative = (limbs_[kLimbs - 1] >> 63) != 0;
  if (negative) {
    std::uint64_t carry = 1;
    for (std::uint64_t& limb : magnitude) {
      limb = ~limb + carry;
      carry = carry != 0 && limb == 0 ? 1 : 0;
    }
  }
  int top = kLimbs - 1;
  while (top >= 0 && magnitude[static_cast<std::size_t>(top)] == 0) --top;
  if (top < 0) return 0;
  // The top three limbs hold at least 129 bits; anything below only matters as "something".
  U256 head;
  const auto limb = [&](int i) { return i >= 0 ? magnitude[static_cast<std::size_t>(i)] : 0; };
  head.high = static_cast<u128>(limb(top));
  head.low = (static_cast<u128>(limb(top - 1)) << 64) | limb(top - 2);
  for (int i = top - 3; i >= 0; --i) {
    if (magnitude[static_cast<std::size_t>(i)] != 0) {
      head.low |= 1;
      break;
    }
  }
  const double value = std::ldexp(ratio(head, U256{0, n}), (top - 2) * 64 + kLowestBit);
  return negative ? -value : value;
}

}  // namespace tallystick
