// Could a rank correlation be chance? One side's ranks might as well be in any order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace tallystick {

/// How a p-value was found.
enum class RankTestMethod : std::uint8_t {
  none,         // a side is constant, or there is one item: there is no correlation
  exact,        // all orders were looked at
  permutation,  // as many as were drawn
  student,      // Student's t, which permutations come to with so many items
};

struct RankTest {
  double p_value = 1;  // two-sided; NaN with method none
  RankTestMethod method = RankTestMethod::none;
  std::uint64_t draws = 0;  // of method permutation
};

/// Up to this many items all orders are looked at.
inline constexpr std::size_t kExactRanks = 9;
/// Above this many Student's t is taken.
inline constexpr std::size_t kMostRanks = 100'000;

/// Of Spearman's correlation of x and y, twice the ranks (of ties the mean), each from 2 to 2 n. An
/// order counts as extreme when its correlation is at least as far from 0 as the one observed,
/// which whole numbers decide. Drawn orders give p = (extreme + 1) / (draws + 1), which is never 0;
/// a function of the pairs, the seed and the number of draws alone.
/// Errors: wrong_usage for 0 draws.
[[nodiscard]] RankTest rank_test(std::span<const std::uint64_t> x, std::span<const std::uint64_t> y,
                                 std::uint64_t draws, std::uint64_t seed);

}  // namespace tallystick
