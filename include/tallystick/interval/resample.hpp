// Draws of examples with replacement, as counts of their kinds.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tallystick/base/philox.hpp"
#include "tallystick/base/wide.hpp"

namespace tallystick {

/// Draws as many examples as there are, each as likely as another.
class Resampler {
 public:
  /// counts: examples of each kind; the sum above 0. Must outlive this.
  explicit Resampler(std::span<const std::uint64_t> counts);

  /// How often each kind was drawn. O(kinds) where examples are many, else O(examples).
  void draw(Draws& draws, std::span<std::uint64_t> out) const;

 private:
  std::span<const std::uint64_t> counts_;
  std::uint64_t n_ = 0;
  std::vector<std::uint32_t> kinds_;  // of each example; empty where kinds are drawn in turn
};

}  // namespace tallystick
