// The exact sum of doubles: what makes a mean independent of the order of its terms.
#pragma once

#include <array>
#include <cstdint>

#include "tallystick/base/wide.hpp"

namespace tallystick {

/// Adds finite doubles without rounding; value() rounds once. Order and grouping never matter.
/// (A fixed-point number wide enough for every double, after Kulisch.)
class ExactSum {
 public:
  /// Adds term, `times` times. term must be finite.
  void add(double term, u128 times = 1) noexcept;
  void merge(const ExactSum& other) noexcept;

  /// The sum, rounded once to the nearest double.
  [[nodiscard]] double value() const noexcept { return divided_by(1); }
  /// The sum divided by n, rounded once; NaN when n is 0. A mean of doubles loses nothing else.
  [[nodiscard]] double divided_by(u128 n) const noexcept;

 private:
  // Two's complement, least significant limb first; bit 0 stands for 2^-1088.
  static constexpr int kLimbs = 36;
  static constexpr int kLowestBit = -1088;
  std::array<std::uint64_t, kLimbs> limbs_{};
};

}  // namespace tallystick
