// Scored cells in descending order of score: one label's, one example's, or all of them.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "tallystick/base/wide.hpp"

namespace tallystick {

/// A whole number that orders like the score, the highest first; 0 and -0 are one score. Such
/// numbers sort faster than doubles.
[[nodiscard]] inline std::uint64_t score_key(double score) noexcept {
  const auto bits = std::bit_cast<std::uint64_t>(score + 0.0);
  return (bits >> 63) != 0 ? bits : ~bits & (UINT64_MAX >> 1);
}
[[nodiscard]] inline double score_of(std::uint64_t key) noexcept {
  return std::bit_cast<double>((key >> 63) != 0 ? key : ~key & (UINT64_MAX >> 1));
}

/// The cells that share a score. Amounts are in the unit of Cell.
struct ScoreStep {
  double score = 0;
  u128 positive = 0, negative = 0;
};

/// What score-based measures and curves are made from. A cell without a score ranks below every
/// scored one; all such are tied. As a probability it counts as 0.
struct ScoreColumn {
  std::span<const std::uint64_t> positive, negative;         // keys of scores, ascending
  std::span<const u128> positive_amounts, negative_amounts;  // one a key; empty: each is 1
  u128 unscored_positive = 0, unscored_negative = 0;
};

/// Walks a column's steps: by descending score, each score once. Cells without a score are no step.
class ScoreSteps {
 public:
  explicit ScoreSteps(const ScoreColumn& column) noexcept : column_(&column) {}

  [[nodiscard]] bool next(ScoreStep& out) noexcept {
    const bool more_positive = p_ < column_->positive.size();
    const bool more_negative = n_ < column_->negative.size();
    if (!more_positive && !more_negative) return false;
    std::uint64_t key = more_negative ? column_->negative[n_] : column_->positive[p_];
    if (more_positive && column_->positive[p_] < key) key = column_->positive[p_];
    out.score = score_of(key);
    out.positive = take(column_->positive, column_->positive_amounts, p_, key);
    out.negative = take(column_->negative, column_->negative_amounts, n_, key);
    return true;
  }

 private:
  static u128 take(std::span<const std::uint64_t> keys, std::span<const u128> amounts,
                   std::size_t& at, std::uint64_t key) noexcept {
    const std::size_t first = at;
    while (at < keys.size() && keys[at] == key) ++at;
    if (amounts.empty()) return at - first;
    u128 sum = 0;
    for (std::size_t i = first; i < at; ++i) sum += amounts[i];
    return sum;
  }

  const ScoreColumn* column_;
  std::size_t p_ = 0, n_ = 0;
};

}  // namespace tallystick
