#include <cmath>

#include "tallystick/base/text.hpp"
#include "tallystick/base/wide.hpp"
#include "tallystick/report/write.hpp"

namespace tallystick {

std::string amount_text(const Amount& amount) {
  if (amount.fraction == 0) return std::to_string(amount.whole);
  const double value =
      std::ldexp(to_double((static_cast<u128>(amount.whole) << 64) | amount.fraction), -64);
  // A sum such as ten times 0.1 rounds to a whole number, which then looks like one.
  if (value == std::floor(value) && value < 0x1p64) {
    return std::to_string(static_cast<std::uint64_t>(value));
  }
  return number_text(value);
}

}  // namespace tallystick
