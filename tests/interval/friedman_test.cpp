#include "tallystick/interval/friedman.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tallystick/base/error.hpp"

namespace tallystick {
namespace {

using Rows = std::vector<std::vector<double>>;

TEST(Friedman, RanksWithoutTies) {
  // Ranks (1 2 3), (1 3 2), (2 1 3), (1 2 3): sums 5, 8, 11; S = 210, n = 4, k = 3.
  // chi^2 = 12 * 210 / (4 * 3 * 4) - 3 * 4 * 4 = 52.5 - 48 = 4.5; F = 3 * 4.5 / (8 - 4.5).
  const Friedman found =
      friedman(Rows{{0.9, 0.8, 0.7}, {0.9, 0.5, 0.6}, {0.6, 0.7, 0.2}, {0.5, 0.4, 0.3}}, false);
  EXPECT_EQ(found.n_sets, 4u);
  EXPECT_EQ(found.mean_ranks, (std::vector<double>{1.25, 2, 2.75}));
  EXPECT_EQ(found.chi_square, 4.5);
  EXPECT_NEAR(found.p_chi_square, std::exp(-2.25), 1e-14);
  EXPECT_DOUBLE_EQ(found.f, 13.5 / 3.5);
  // With 2 and 6 degrees: (1 + 2 f / 6)^-3.
  EXPECT_NEAR(found.p_f, std::pow(1 + 2 * found.f / 6, -3), 1e-14);
}

TEST(Friedman, LossesAreRankedFromBelow) {
  const Friedman found = friedman(Rows{{0.1, 0.2}, {0.3, 0.4}}, true);
  EXPECT_EQ(found.mean_ranks, (std::vector<double>{1, 2}));
}

TEST(Friedman, TiesShareRanksAndCorrectTheStatistic) {
  // Ranks (1.5 1.5 3), (1 2 3): sums 2.5, 3.5, 6; S = 54.5, n = 2, k = 3; one tie of two: 2^3 - 2.
  // chi^2 = (12 * 54.5 / 24 - 24) / (1 - 6 / 48) = 3.25 / 0.875.
  const Friedman found = friedman(Rows{{0.5, 0.5, 0.1}, {0.9, 0.8, 0.7}}, false);
  EXPECT_EQ(found.mean_ranks, (std::vector<double>{1.25, 1.75, 3}));
  EXPECT_DOUBLE_EQ(found.chi_square, 3.25 / 0.875);
}

TEST(Friedman, FractionsThatWereRoundedApartAreTied) {
  // 0.1 + 0.2 and 0.3 are one fraction.
  const Friedman found = friedman(Rows{{0.1 + 0.2, 0.3}, {0.3, 0.1 + 0.2}}, false);
  EXPECT_EQ(found.mean_ranks, (std::vector<double>{1.5, 1.5}));
  EXPECT_EQ(found.chi_square, 0);
  EXPECT_EQ(found.p_chi_square, 1);
  EXPECT_EQ(found.p_f, 1);
}

TEST(Friedman, NearValuesAreRankedAsTheyAreExactly) {
  const double more = std::nextafter(0.3, 1);
  const auto exactly = [](std::size_t set, std::size_t a, std::size_t b) -> std::optional<int> {
    if (set == 1) return 0;  // rounded apart
    return a < b ? -1 : 1;   // and here in the wrong order
  };
  const Friedman found = friedman(Rows{{more, 0.3}, {0.3, more}, {0.1, 0.9}}, false, 0.05, exactly);
  EXPECT_EQ(found.mean_ranks, (std::vector<double>{5.5 / 3, 3.5 / 3}));
}

TEST(Friedman, AgreementEverywhereHasTheChanceOfThoseOrders) {
  const Friedman found = friedman(Rows{{3, 2, 1}, {6, 5, 4}, {9, 8, 7}}, false);
  EXPECT_EQ(found.chi_square, 6);  // n (k - 1), the largest there is
  EXPECT_TRUE(std::isinf(found.f));
  EXPECT_DOUBLE_EQ(found.p_f, 1.0 / 36);  // two sets must repeat the order of the first
}

TEST(Friedman, NemenyiNeedsTheDistanceOfDemsarsTable) {
  // q at 5 % is 2.343 for 3 systems and 2.569 for 4 (Demsar, table 5), times sqrt(k (k+1) / 6 n).
  const Rows three(10, {3, 2, 1});
  EXPECT_NEAR(friedman(three, false).critical_difference, 2.343 * std::sqrt(12.0 / 60), 5e-4);
  const Rows four(14, {4, 3, 2, 1});
  const Friedman found = friedman(four, false);
  EXPECT_NEAR(found.critical_difference, 2.569 * std::sqrt(20.0 / 84), 5e-4);
  EXPECT_EQ(found.p[1][1], 1);
  EXPECT_EQ(found.p[0][3], found.p[3][0]);
  EXPECT_LT(found.p[0][2], 0.05);  // 2 ranks apart, more than 1.254
  EXPECT_GT(found.p[0][1], 0.05);
}

TEST(Friedman, TwoSystemsAreASignTest) {
  // k = 2: chi^2 = (a - b)^2 / (a + b), McNemar's without correction.
  const Friedman found = friedman(Rows{{2, 1}, {2, 1}, {2, 1}, {1, 2}}, false);
  EXPECT_EQ(found.chi_square, 1);
}

TEST(Friedman, RefusesTooLittle) {
  EXPECT_THROW(static_cast<void>(friedman(Rows{{1, 2}}, false)), Error);
  EXPECT_THROW(static_cast<void>(friedman(Rows{{1}, {2}}, false)), Error);
  EXPECT_THROW(static_cast<void>(friedman(Rows{{1, 2}, {1}}, false)), Error);
  EXPECT_THROW(static_cast<void>(friedman(Rows{{1, 2}, {1, std::nan("")}}, false)), Error);
}

}  // namespace
}  // namespace tallystick
