#include "base/fraction_sum.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <utility>
#include <vector>

namespace tallystick::detail {
namespace {

using Terms = std::vector<std::pair<std::int64_t, std::uint64_t>>;

int sign_of(const Terms& terms) {
  FractionSum sum;
  for (const auto& [above, below] : terms) {
    sum.add(static_cast<u128>(above < 0 ? -above : above), below, above < 0);
  }
  return sum.sign();
}

double of_doubles(const Terms& terms) {
  double sum = 0;
  for (const auto& [above, below] : terms) {
    sum += static_cast<double>(above) / static_cast<double>(below);
  }
  return sum;
}

TEST(FractionSum, IsNothingWhereDoublesLeaveSomething) {
  const Terms tenths = {{1, 10}, {2, 10}, {-3, 10}};
  EXPECT_NE(of_doubles(tenths), 0);
  EXPECT_EQ(sign_of(tenths), 0);
  // 1/3 + 1/5 + 1/7 = (35 + 21 + 15) / 105
  const Terms odd = {{1, 3}, {1, 5}, {1, 7}, {-71, 105}};
  EXPECT_EQ(sign_of(odd), 0);
  EXPECT_EQ(sign_of({{1, 3}, {1, 5}, {1, 7}, {-72, 105}}), -1);
  EXPECT_EQ(sign_of({{1, 3}, {1, 5}, {1, 7}, {-70, 105}}), 1);
  EXPECT_EQ(sign_of({}), 0);
  EXPECT_EQ(sign_of({{0, 7}}), 0);
}

// With n = 2^62: 1/(n-1) - 1/n is 2^-124; beside 1/2 and 1/3 doubles see the noise of rounding,
// which here is below 0.
TEST(FractionSum, SeesWhatRoundingHides) {
  constexpr std::uint64_t n = std::uint64_t{1} << 62;
  const Terms near = {{1, 2}, {1, 3}, {1, n - 1}, {-5, 6}, {-1, n}};
  EXPECT_LT(of_doubles(near), 0);
  EXPECT_EQ(sign_of(near), 1);
  Terms turned = near;
  for (auto& [above, below] : turned) above = -above;
  EXPECT_EQ(sign_of(turned), -1);
  // 1/(n-3) + 1/(n-5) - 1/(n-2) - 1/(n-6) is about -6 / 2^186, beyond the first two limbs.
  EXPECT_EQ(sign_of({{1, n - 3}, {1, n - 5}, {-1, n - 2}, {-1, n - 6}}), -1);
  EXPECT_EQ(sign_of({{-1, n - 3}, {-1, n - 5}, {1, n - 2}, {1, n - 6}}), 1);
}

TEST(FractionSum, TakesAmountsBeyondSixtyFourBits) {
  FractionSum sum;
  const u128 many = u128{1} << 100;
  sum.add(many, 3);
  sum.add(2 * many, 3);
  sum.add(many, 1, true);
  EXPECT_EQ(sum.sign(), 0);
  sum.add(1, (std::uint64_t{1} << 63) - 1);
  EXPECT_EQ(sum.sign(), 1);
}

// Sums that are 0 by their making: a/b - c/d is put as (ad - bc)/(bd), in many pieces.
TEST(FractionSumLaw, WhatIsAddedAndTakenAwayIsNothing) {
  for (unsigned seed = 0; seed < 300; ++seed) {
    std::mt19937_64 random(seed);
    const auto below = [&](std::uint64_t n) { return random() % n; };
    const std::uint64_t most = seed % 2 == 0 ? 40 : 30000;
    Terms terms;
    FractionSum sum;
    for (std::uint64_t i = 0, n = 1 + below(200); i < n; ++i) {
      const auto b = static_cast<std::int64_t>(1 + below(most)),
                 d = static_cast<std::int64_t>(1 + below(most));
      const auto a = static_cast<std::int64_t>(below(1000)),
                 c = static_cast<std::int64_t>(below(1000));
      const auto add = [&](std::int64_t above, std::int64_t under) {
        terms.emplace_back(above, static_cast<std::uint64_t>(under));
      };
      add(a, b);
      add(-c, d);
      add(c * b - a * d, b * d);
    }
    std::shuffle(terms.begin(), terms.end(), random);
    EXPECT_EQ(sign_of(terms), 0) << "seed " << seed;
    const auto under = static_cast<std::uint64_t>(1) << 62;
    terms.emplace_back(seed % 3 == 0 ? -1 : 1, under);
    EXPECT_EQ(sign_of(terms), seed % 3 == 0 ? -1 : 1) << "seed " << seed;
  }
}

}  // namespace
}  // namespace tallystick::detail
