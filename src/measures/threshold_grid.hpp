// Thresholds at the multiples of a decimal step.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace tallystick::detail {

/// step, 2 step, ... below 1, each the double nearest to the decimal: a score written as 0.35
/// reaches the threshold 0.35, which a running sum of binary steps would pass over.
class ThresholdGrid {
 public:
  /// A decimal between 0 and 1 of at most six digits, as "0.01"; none for other texts.
  [[nodiscard]] static std::optional<ThresholdGrid> parse(std::string_view step);

  [[nodiscard]] std::uint64_t size() const noexcept { return (denominator_ - 1) / numerator_; }
  /// The k-th threshold, counted from 1.
  [[nodiscard]] double threshold(std::uint64_t k) const noexcept {
    return static_cast<double>(k * numerator_) / static_cast<double>(denominator_);
  }
  /// How many thresholds a score reaches.
  [[nodiscard]] std::uint64_t reached(double score) const noexcept;
  /// Decimal places of the step.
  [[nodiscard]] int digits() const noexcept { return digits_; }
  [[nodiscard]] bool operator==(const ThresholdGrid&) const = default;

 private:
  std::uint64_t numerator_ = 1, denominator_ = 1;
  int digits_ = 0;
};

}  // namespace tallystick::detail
