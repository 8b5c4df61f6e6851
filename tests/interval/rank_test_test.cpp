// Could a rank correlation be chance? Exact orders by hand, drawn ones against them.
#include "tallystick/interval/rank_test.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "measures/figure.hpp"

namespace tallystick {
namespace {

using Ranks = std::vector<std::uint64_t>;

/// Twice the ranks 1 to n.
Ranks rising(std::size_t n) {
  Ranks out;
  for (std::size_t i = 1; i <= n; ++i) out.push_back(2 * i);
  return out;
}

TEST(RankTest, OfAllOrders) {
  const auto p = [](const Ranks& x, const Ranks& y) {
    const RankTest test = rank_test(x, y, 1000, 0);
    EXPECT_EQ(test.method, RankTestMethod::exact);
    return test.p_value;
  };
  EXPECT_EQ(p({2, 4}, {2, 4}), 1) << "both orders have a correlation of 1 or -1";
  EXPECT_EQ(p({2, 4, 6}, {2, 4, 6}), 2.0 / 6);
  EXPECT_EQ(p({2, 4, 6}, {6, 4, 2}), 2.0 / 6) << "as far below 0";
  // Sums of products of 1 2 3 4: 30 and 20 for the extremes, 29 and 21 for three orders each.
  EXPECT_EQ(p({2, 4, 6, 8}, {2, 4, 6, 8}), 2.0 / 24);
  EXPECT_EQ(p({2, 4, 6, 8}, {2, 4, 8, 6}), 8.0 / 24);
  // Ties: y has 3 different orders; those that put its low item first or last are as extreme.
  EXPECT_EQ(p({2, 4, 6}, {2, 5, 5}), 2.0 / 3);
  EXPECT_EQ(p({2, 4, 6}, {5, 2, 5}), 1);
}

TEST(RankTest, OfConstantRanksOrOneItemThereIsNone) {
  for (const auto& [x, y] : std::vector<std::pair<Ranks, Ranks>>{
           {{4, 4, 4}, {2, 4, 6}}, {{2, 4}, {3, 3}}, {{2}, {2}}, {{}, {}}}) {
    const RankTest test = rank_test(x, y, 10, 0);
    EXPECT_EQ(test.method, RankTestMethod::none);
    EXPECT_TRUE(std::isnan(test.p_value));
  }
}

TEST(RankTest, DrawnOrders) {
  const Ranks x = rising(12);
  const RankTest perfect = rank_test(x, x, 999, 0);
  EXPECT_EQ(perfect.method, RankTestMethod::permutation);
  EXPECT_EQ(perfect.draws, 999u);
  EXPECT_EQ(perfect.p_value, 1.0 / 1000) << "never 0";
  const Ranks y = {8, 2, 4, 12, 6, 16, 10, 24, 14, 22, 18, 20};
  const RankTest one = rank_test(x, y, 999, 7);
  EXPECT_EQ(one.p_value, rank_test(x, y, 999, 7).p_value);
  // The order of the items does not enter: both sides back to front.
  EXPECT_EQ(one.p_value,
            rank_test(Ranks(x.rbegin(), x.rend()), Ranks(y.rbegin(), y.rend()), 999, 7).p_value);
  EXPECT_NE(test::failure([&] { (void)rank_test(x, y, 0, 0); }).find("0 draws"), std::string::npos);
}

/// Ranks of y = x with some neighbours far apart: rho is near 0.3, and the drawn p-value is near
/// that of Student's t, which permutations come to. 5 standard errors of 20,000 draws.
TEST(RankTest, DrawnOrdersAgreeWithStudent) {
  const std::size_t n = 200;
  const Ranks x = rising(n);
  Ranks y(n);
  for (std::size_t i = 0; i < n; ++i) y[i] = 2 * ((i * 77 + 13) % n + 1);
  double sum = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double d = (static_cast<double>(x[i]) - static_cast<double>(y[i])) / 2;
    sum += d * d;
  }
  const double size = static_cast<double>(n);
  const double rho = 1 - 6 * sum / (size * (size * size - 1));
  const double z = std::abs(rho) * std::sqrt((size - 2) / (1 - rho * rho));
  const double expected = std::erfc(z / std::sqrt(2.0));
  const RankTest test = rank_test(x, y, 20'000, 1);
  EXPECT_NEAR(test.p_value, expected, 5 * std::sqrt(expected * (1 - expected) / 20'000) + 0.005)
      << "rho " << rho;
}

TEST(RankTestSlow, ManyItemsTakeStudent) {
  const Ranks x = rising(kMostRanks + 1);
  const RankTest perfect = rank_test(x, x, 10, 0);
  EXPECT_EQ(perfect.method, RankTestMethod::student);
  EXPECT_GT(perfect.p_value, 0);
  EXPECT_LT(perfect.p_value, 1e-300);
}

}  // namespace
}  // namespace tallystick
