#include "tallystick/base/amount.hpp"

#include <cmath>
#include <string>

#include "tallystick/base/error.hpp"
#include "tallystick/base/text.hpp"

namespace tallystick {

Amount amount_from(double weight) {
  if (!(weight >= 0) || weight >= 0x1p63) {
    fail(ErrorCode::bad_weight, "weight " + number_text(weight) + " is not in [0, 2^63)",
         "weights are finite numbers of 0 or more");
  }
  // In units of 2^-64 a smaller weight would lose its digits, or all of itself.
  if (weight > 0 && weight < 0x1p-40) {
    fail(ErrorCode::bad_weight, "weight " + number_text(weight) + " is smaller than 2^-40",
         "multiply all weights by one large number, which changes no measure");
  }
  const double whole = std::floor(weight);
  // (weight - whole) is exact; scaling by 2^64 is exact too; rint settles what lies below 2^-64.
  const double scaled = std::rint((weight - whole) * 0x1p64);
  if (scaled >= 0x1p64) return {static_cast<std::uint64_t>(whole) + 1, 0};
  return {static_cast<std::uint64_t>(whole), static_cast<std::uint64_t>(scaled)};
}

}  // namespace tallystick
