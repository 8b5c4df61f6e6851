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

  /// Of each example, how often it was drawn; kept between draws by who draws.
  using Hits = std::vector<std::uint8_t>;

  /// How often each kind was drawn. O(kinds) where examples are many, else O(examples).
  void draw(Draws& draws, Hits& hits, std::span<std::uint64_t> out) const;

  [[nodiscard]] std::uint64_t n_examples() const noexcept { return n_; }
  /// Whether examples are drawn, not kinds in turn.
  [[nodiscard]] bool by_example() const noexcept { return one_by_one_; }
  /// Where they are, the same draw by example; examples stand kind by kind, as many as counts has.
  void draw_examples(Draws& draws, std::span<std::uint8_t> hits) const;

 private:
  static void draw_one_by_one(Draws& draws, std::span<std::uint8_t> hits);
  static void draw_together(Draws& draws, std::span<std::uint8_t> hits);

  std::span<const std::uint64_t> counts_;
  std::uint64_t n_ = 0;
  bool one_by_one_ = false;
  std::vector<std::size_t> several_;  // kinds of other than one example, where they are
};

}  // namespace tallystick
