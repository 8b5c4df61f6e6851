#include "tallystick/interval/special.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace tallystick {
namespace {

TEST(Special, TheBetaFunctionOfWholeNumbersIsABinomialSum) {
  EXPECT_NEAR(incomplete_beta(1, 1, 0.25), 0.25, 1e-15);
  // P(at least 2 of 4 at 0.4) = 1 - 0.6^4 - 4 * 0.4 * 0.6^3.
  EXPECT_NEAR(incomplete_beta(2, 3, 0.4), 0.5248, 1e-14);
  EXPECT_NEAR(incomplete_beta(1e5, 1e5, 0.5), 0.5, 1e-9);
  // Between two ways of taking logarithms: 9.99 and 10 successes.
  EXPECT_NEAR(incomplete_beta(10.000001, 12, 0.4), incomplete_beta(9.999999, 12, 0.4), 1e-6);
  // 1 - I_x(a, b) of whole numbers is a binomial sum: P(at most 10 of 30 at 0.4).
  double sum = 0, term = std::pow(0.6, 30);
  for (int k = 0; k <= 10; ++k) {
    sum += term;
    term *= (30.0 - k) / (k + 1) * 0.4 / 0.6;
  }
  EXPECT_NEAR(1 - incomplete_beta(11, 20, 0.4), sum, 1e-13);
  EXPECT_EQ(incomplete_beta(2, 3, 0), 0);
  EXPECT_EQ(incomplete_beta(2, 3, 1), 1);
}

TEST(Special, TheBetaFunctionIsMirrored) {
  for (const double x : {0.01, 0.3, 0.5, 0.77, 0.999}) {
    EXPECT_NEAR(incomplete_beta(2.5, 7, x) + incomplete_beta(7, 2.5, 1 - x), 1, 1e-13);
  }
}

TEST(Special, TheGammaFunctionOfOneIsExponential) {
  EXPECT_NEAR(incomplete_gamma(1, 1), std::exp(-1.0), 1e-15);
  EXPECT_NEAR(incomplete_gamma(1, 30), std::exp(-30.0), 1e-25);
  // Q(2, x) = (1 + x) e^-x.
  EXPECT_NEAR(incomplete_gamma(2, 0.5), 1.5 * std::exp(-0.5), 1e-14);
  EXPECT_EQ(incomplete_gamma(2, 0), 1);
}

TEST(Special, TailsOfDistributions) {
  EXPECT_NEAR(normal_tail(1.959963984540054), 0.025, 1e-15);
  EXPECT_NEAR(normal_tail(-1.959963984540054), 0.975, 1e-15);
  EXPECT_NEAR(chi_square_tail(3.841458820694124, 1), 0.05, 1e-14);
  EXPECT_NEAR(chi_square_tail(2, 2), std::exp(-1.0), 1e-15);
  // With 2 and m degrees: (1 + 2 f / m)^(-m / 2).
  EXPECT_NEAR(f_tail(3.5, 2, 10), std::pow(1.7, -5), 1e-14);
  EXPECT_EQ(f_tail(0, 2, 10), 1);
  EXPECT_EQ(f_tail(INFINITY, 2, 10), 0);
}

TEST(Special, TheRangeOfTwoIsTheirDistance) {
  for (const double q : {0.1, 1.0, 2.5, 6.0}) {
    EXPECT_NEAR(range_tail(q, 2), std::erfc(q / 2), 1e-12) << q;
  }
  // Tables of the studentized range: 3.314 for three groups, 4.474 for ten, at 5 %.
  EXPECT_NEAR(range_tail(3.314, 3), 0.05, 1e-4);
  EXPECT_NEAR(range_tail(4.474, 10), 0.05, 1e-4);
  EXPECT_EQ(range_tail(0, 3), 1);
}

}  // namespace
}  // namespace tallystick
