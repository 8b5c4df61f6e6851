// Figures that are one ratio of counts, whose differences are compared without rounding.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "tallystick/base/wide.hpp"
#include "tallystick/measures/spec.hpp"
#include "tallystick/measures/whole.hpp"

namespace tallystick::detail {

/// above / below; each below 2^63.
struct Fraction {
  u128 above = 0, below = 0;
};

/// What one example of each kind adds.
struct CountRatio {
  std::vector<std::uint64_t> above, below;

  [[nodiscard]] Fraction of(std::span<const std::uint64_t> amounts) const;
};

/// Of figures of sizes of sets: micro precision, recall, F1 and Jaccard, exact matches and Hamming
/// loss. None for others; the convention may have its own rules, so values are to be checked.
[[nodiscard]] std::optional<CountRatio> count_ratio(const Spec& spec,
                                                    std::span<const ExampleGroup> kinds,
                                                    std::uint64_t n_labels);

/// Whether a and b differ at least as much as c and d do. No `below` is 0.
[[nodiscard]] bool as_far_apart(const Fraction& a, const Fraction& b, const Fraction& c,
                                const Fraction& d) noexcept;

}  // namespace tallystick::detail
