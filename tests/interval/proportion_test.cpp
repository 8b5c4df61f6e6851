#include "tallystick/interval/proportion.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tallystick/interval/quantiles.hpp"

namespace tallystick {
namespace {

void expect_interval(const Interval& got, double low, double high, double tolerance) {
  EXPECT_NEAR(got.low, low, tolerance);
  EXPECT_NEAR(got.high, high, tolerance);
}

// Of tables of the normal distribution (16 digits).
TEST(Quantiles, OfTheNormalDistribution) {
  EXPECT_DOUBLE_EQ(normal_quantile(0.975), 1.959963984540054);
  EXPECT_DOUBLE_EQ(normal_quantile(0.3), -0.5244005127080409);
  EXPECT_DOUBLE_EQ(normal_quantile(1e-10), -6.361340902404056);
  EXPECT_EQ(normal_quantile(0.5), 0);
  EXPECT_TRUE(std::isinf(normal_quantile(0)));
  EXPECT_TRUE(std::isinf(normal_quantile(1)));
}

// Beta(1, n) has the quantile 1 - (1 - p)^(1/n); Beta(n, 1) has p^(1/n).
TEST(Quantiles, OfTheBetaDistribution) {
  EXPECT_NEAR(beta_quantile(0.025, 1, 10), 1 - std::pow(0.975, 0.1), 1e-13);
  EXPECT_NEAR(beta_quantile(0.975, 10, 1), std::pow(0.975, 0.1), 1e-12);
  EXPECT_NEAR(beta_quantile(0.5, 3, 3), 0.5, 1e-13);
  EXPECT_EQ(beta_quantile(0, 2, 3), 0);
  EXPECT_EQ(beta_quantile(1, 2, 3), 1);
}

// With one degree of freedom it is Cauchy's, tan(pi (p - 1/2)); with two, sqrt(2) x / sqrt(1 - x^2)
// for x = 2p - 1.
TEST(Quantiles, StudentsHasClosedFormsForFewDegrees) {
  const double pi = std::acos(-1);
  for (const double p : {0.001, 0.025, 0.25, 0.5, 0.6, 0.75, 0.975, 0.9995}) {
    const double x = 2 * p - 1;
    EXPECT_NEAR(student_quantile(p, 1), std::tan(pi * (p - 0.5)),
                1e-9 * (1 + std::abs(std::tan(pi * (p - 0.5)))));
    EXPECT_NEAR(student_quantile(p, 2), std::sqrt(2.0) * x / std::sqrt(1 - x * x), 1e-9);
  }
  EXPECT_NEAR(student_quantile(0.975, 1e7), normal_quantile(0.975), 1e-6);
}

// (k + z^2/2 -+ z sqrt(k (n - k) / n + z^2/4)) / (n + z^2), z = 1.95996...
TEST(Proportion, Wilson) {
  expect_interval(wilson(7, 10, 0.95), 0.39677814746114537, 0.8922087325936989, 1e-12);
  expect_interval(wilson(0, 10, 0.95), 0, 0.2775327998628892, 1e-12);
  expect_interval(wilson(10, 10, 0.95), 0.7224672001371107, 1, 1e-12);
  EXPECT_EQ(wilson(0, 10, 0.95).low, 0);
  EXPECT_EQ(wilson(10, 10, 0.95).high, 1);
}

// Of 0 of n the high end is 1 - 0.025^(1/n); of all n the low end is 0.025^(1/n).
TEST(Proportion, ClopperPearson) {
  expect_interval(clopper_pearson(0, 10, 0.95), 0, 1 - std::pow(0.025, 0.1), 1e-12);
  expect_interval(clopper_pearson(10, 10, 0.95), std::pow(0.025, 0.1), 1, 1e-12);
  expect_interval(clopper_pearson(7, 10, 0.95), 0.3475471499400027, 0.9332604888222655, 1e-9);
  expect_interval(clopper_pearson(500, 100000, 0.95), 0.0045722441500705875, 0.005456841177010281,
                  1e-11);
}

// p~ = (7 + z^2/2) / (10 + z^2) = 0.644493, half width z sqrt(p~ (1 - p~) / (10 + z^2)) = 0.252168.
TEST(Proportion, AgrestiCoull) {
  expect_interval(agresti_coull(7, 10, 0.95), 0.392325, 0.896662, 1e-6);
  EXPECT_EQ(agresti_coull(0, 10, 0.95).low, 0);
  EXPECT_EQ(agresti_coull(10, 10, 0.95).high, 1);
}

TEST(Proportion, Jeffreys) {
  expect_interval(jeffreys(7, 10, 0.95), 0.39418168, 0.90730541, 1e-8);
  EXPECT_EQ(jeffreys(0, 10, 0.95).low, 0);
  EXPECT_EQ(jeffreys(10, 10, 0.95).high, 1);
}

using Method = Interval (*)(std::uint64_t, std::uint64_t, double);
constexpr Method kMethods[] = {wilson, clopper_pearson, agresti_coull, jeffreys};

// Counting failures instead of successes mirrors the interval; a higher level widens it; it holds
// the share itself.
TEST(Proportion, LawsOfAllMethods) {
  for (const Method method : kMethods) {
    for (std::uint64_t n : {1ull, 2ull, 9ull, 100ull, 1000000ull}) {
      for (std::uint64_t k : {std::uint64_t{0}, n / 3, n / 2, n - 1, n}) {
        const Interval one = method(k, n, 0.95), other = method(n - k, n, 0.95);
        EXPECT_NEAR(one.low, 1 - other.high, 1e-11) << k << " of " << n;
        const double share = static_cast<double>(k) / static_cast<double>(n);
        EXPECT_LE(one.low, share + 1e-15);
        EXPECT_GE(one.high, share - 1e-15);
        EXPECT_GE(one.low, 0);
        EXPECT_LE(one.high, 1);
        const Interval wide = method(k, n, 0.99);
        EXPECT_LE(wide.low, one.low);
        EXPECT_GE(wide.high, one.high);
      }
    }
  }
}

// Clopper and Pearson's: at each end, the chance of what was seen or more of it is the tail.
TEST(Proportion, ClopperPearsonCoversAtLeastTheLevel) {
  constexpr std::uint64_t kN = 12;
  for (double p = 0.02; p < 1; p += 0.02) {
    double covered = 0;
    for (std::uint64_t k = 0; k <= kN; ++k) {
      const Interval one = clopper_pearson(k, kN, 0.9);
      if (p < one.low || p > one.high) continue;
      const double a = static_cast<double>(kN), b = static_cast<double>(k);
      covered += std::exp(std::lgamma(a + 1) - std::lgamma(b + 1) - std::lgamma(a - b + 1) +
                          b * std::log(p) + (a - b) * std::log1p(-p));
    }
    EXPECT_GE(covered, 0.9 - 1e-12) << p;
  }
}

}  // namespace
}  // namespace tallystick
