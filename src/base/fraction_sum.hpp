// The sign of a sum of fractions, exactly.
#pragma once

#include <cstdint>
#include <vector>

#include "tallystick/base/wide.hpp"

namespace tallystick::detail {

__extension__ typedef __int128 i128;

/// Fractions of whole numbers, added up without rounding.
class FractionSum {
 public:
  /// Adds above / below, or takes it away. below is not 0 and below 2^63; all of one denominator
  /// together stay below 2^126.
  void add(u128 above, std::uint64_t below, bool minus = false);
  /// -1, 0 or 1. Few digits decide where the sum is not 0; where it is, as many as the smallest sum
  /// of such fractions that is not 0 would have.
  [[nodiscard]] int sign() const;

 private:
  struct Term {
    std::uint64_t below;
    i128 above;
  };
  [[nodiscard]] std::vector<Term> united() const;

  std::vector<Term> terms_;  // in lowest terms
};

}  // namespace tallystick::detail
