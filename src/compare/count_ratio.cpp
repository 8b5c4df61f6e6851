#include "compare/count_ratio.hpp"

#include <string_view>

namespace tallystick::detail {

namespace {

/// The difference's size, times both `below`.
u128 apart(const Fraction& a, const Fraction& b) noexcept {
  const u128 x = a.above * b.below, y = b.above * a.below;
  return x < y ? y - x : x - y;
}

}  // namespace

Fraction CountRatio::of(std::span<const std::uint64_t> amounts) const {
  Fraction out;
  for (std::size_t kind = 0; kind < amounts.size(); ++kind) {
    out.above += u128{amounts[kind]} * above[kind];
    out.below += u128{amounts[kind]} * below[kind];
  }
  return out;
}

std::optional<CountRatio> count_ratio(const Spec& spec, std::span<const ExampleGroup> kinds,
                                      std::uint64_t n_labels) {
  const std::string_view name = spec.measure->name;
  const bool micro = spec.scope == Scope::average && spec.average == Average::micro;
  const bool whole = spec.scope == Scope::whole;
  CountRatio out;
  for (const ExampleGroup& kind : kinds) {
    const std::uint64_t c = kind.common, t = kind.truth, p = kind.predicted;
    const std::uint64_t right = c == t && c == p ? 1 : 0;
    std::uint64_t above = 0, below = 0;
    if (micro && name == "precision") {
      above = c, below = p;
    } else if (micro && name == "recall") {
      above = c, below = t;
    } else if (micro && name == "f1") {
      above = 2 * c, below = t + p;
    } else if (micro && name == "jaccard") {
      above = c, below = t + p - c;
    } else if (whole && name == "subset_accuracy") {
      above = right, below = 1;
    } else if (whole && name == "zero_one_loss") {
      above = 1 - right, below = 1;
    } else if (whole && name == "hamming_loss") {
      above = t + p - 2 * c, below = n_labels;
    } else {
      return {};
    }
    out.above.push_back(above);
    out.below.push_back(below);
  }
  return out;
}

bool as_far_apart(const Fraction& a, const Fraction& b, const Fraction& c,
                  const Fraction& d) noexcept {
  const U256 left = multiply(apart(a, b), c.below * d.below);
  const U256 right = multiply(apart(c, d), a.below * b.below);
  return !(left < right);
}

}  // namespace tallystick::detail
