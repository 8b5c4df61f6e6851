#include "tallystick/base/wide.hpp"

namespace tallystick {

namespace {

int leading_zeros(u128 value) noexcept {
  const auto high = static_cast<std::uint64_t>(value >> 64);
  return high != 0 ? std::countl_zero(high)
                   : 64 + std::countl_zero(static_cast<std::uint64_t>(value));
}

int bit_width(const U256& value) noexcept {
  return value.high != 0 ? 256 - leading_zeros(value.high) : 128 - leading_zeros(value.low);
}

U256 shift_left(const U256& value, int n) noexcept {
  if (n == 0) return value;
  if (n >= 128) return {value.low << (n - 128), 0};
  return {(value.high << n) | (value.low >> (128 - n)), value.low << n};
}

U256 shift_right(const U256& value, int n) noexcept {
  if (n == 0) return value;
  if (n >= 128) return {0, value.high >> (n - 128)};
  return {value.high >> n, (value.low >> n) | (value.high << (128 - n))};
}

/// mantissa * 2^exponent to nearest, ties to even; sticky tells that something non-zero follows.
double round_to_double(std::uint64_t mantissa, int exponent, bool sticky) noexcept {
  if (mantissa == 0) return 0;
  const int width = 64 - std::countl_zero(mantissa);
  const int drop = width - 53;
  if (drop <= 0) return std::ldexp(static_cast<double>(mantissa), exponent);
  const std::uint64_t kept = mantissa >> drop;
  const std::uint64_t half = std::uint64_t{1} << (drop - 1);
  const std::uint64_t rest = mantissa & ((std::uint64_t{1} << drop) - 1);
  const bool up = rest > half || (rest == half && (sticky || (kept & 1) != 0));
  return std::ldexp(static_cast<double>(kept + (up ? 1 : 0)), exponent + drop);
}

}  // namespace

double to_double(u128 value) noexcept {
  if ((value >> 53) == 0) return static_cast<double>(static_cast<std::uint64_t>(value));
  return to_double(U256{0, value});
}

double to_double(const U256& value) noexcept {
  const int drop = bit_width(value) - 64;
  if (drop <= 0) return round_to_double(static_cast<std::uint64_t>(value.low), 0, false);
  const U256 top = shift_right(value, drop);
  const bool sticky = !(shift_left(top, drop) == value);
  return round_to_double(static_cast<std::uint64_t>(top.low), drop, sticky);
}

double ratio(u128 a, u128 b) noexcept {
  if (b == 0) return kUndefined;
  if (((a | b) >> 53) == 0) {  // both exact as doubles: one division rounds once
    return static_cast<double>(static_cast<std::uint64_t>(a)) /
           static_cast<double>(static_cast<std::uint64_t>(b));
  }
  return ratio(U256{0, a}, U256{0, b});
}

double ratio(const U256& a, const U256& b) noexcept {
  if (b == U256{}) return kUndefined;
  if (a == U256{}) return 0;
  // Long division for 64 quotient bits; operands below 2^255 leave room for each doubling.
  const int width_a = bit_width(a);
  const int width_b = bit_width(b);
  U256 divisor = b;
  U256 rest = a;
  int exponent = width_a - width_b;  // a / b lies in (2^(exponent - 1), 2^(exponent + 1))
  if (exponent >= 0) {
    divisor = shift_left(divisor, exponent);
  } else {
    rest = shift_left(rest, -exponent);
  }
  std::uint64_t quotient = 0;
  for (int bit = 0; bit < 64; ++bit) {
    quotient <<= 1;
    if (!(rest < divisor)) {
      rest = rest - divisor;
      quotient |= 1;
    }
    rest = shift_left(rest, 1);
  }
  return round_to_double(quotient, exponent - 63, !(rest == U256{}));
}

double difference(const U256& a, const U256& b) noexcept {
  return a < b ? -to_double(b - a) : to_double(a - b);
}

double difference_ratio(const U256& a, const U256& b, const U256& c) noexcept {
  return a < b ? -ratio(b - a, c) : ratio(a - b, c);
}

U256 multiply(u128 a, u128 b) noexcept {
  const auto lo = [](u128 x) { return static_cast<u128>(static_cast<std::uint64_t>(x)); };
  const u128 low = lo(a) * lo(b);
  const u128 cross_1 = (a >> 64) * lo(b);
  const u128 cross_2 = lo(a) * (b >> 64);
  const u128 middle = (low >> 64) + lo(cross_1) + lo(cross_2);
  return {(a >> 64) * (b >> 64) + (cross_1 >> 64) + (cross_2 >> 64) + (middle >> 64),
          lo(low) | (middle << 64)};
}

}  // namespace tallystick
