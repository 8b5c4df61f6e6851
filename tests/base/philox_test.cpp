#include "tallystick/base/philox.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>
#include <vector>

namespace tallystick {
namespace {

using Words = std::array<std::uint32_t, 4>;

// The known answers that the authors of the generator publish with it (Random123, kat_vectors).
TEST(Philox, GivesThePublishedWords) {
  EXPECT_EQ(philox({0, 0, 0, 0}, {0, 0}), (Words{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  EXPECT_EQ(philox({0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}, {0xffffffff, 0xffffffff}),
            (Words{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
            (Words{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(Draws, AreAFunctionOfSeedReplicateAndUse) {
  Draws a(7, 3, 1), b(7, 3, 1);
  for (int i = 0; i < 20; ++i) EXPECT_EQ(a.bits(), b.bits());
  std::set<std::uint32_t> firsts;
  for (std::uint64_t seed : {0ull, 1ull, 1ull << 32}) {
    for (std::uint32_t replicate : {0u, 1u}) {
      for (std::uint32_t use : {0u, 1u}) firsts.insert(Draws(seed, replicate, use).bits());
    }
  }
  EXPECT_EQ(firsts.size(), 12u);
}

TEST(Draws, ManyTogetherAreThoseOneByOne) {
  for (const std::size_t before : {0u, 1u, 3u, 4u}) {
    for (const std::size_t n : {0u, 1u, 2u, 31u, 32u, 35u, 64u, 101u}) {
      Draws one(7, 3, 1), many(7, 3, 1);
      for (std::size_t i = 0; i < before; ++i) EXPECT_EQ(one.bits(), many.bits());
      std::vector<std::uint32_t> words(n);
      many.fill(words);
      for (const std::uint32_t word : words) EXPECT_EQ(word, one.bits());
      EXPECT_EQ(many.bits(), one.bits());
    }
  }
}

TEST(Draws, UniformNumbersFillTheUnitInterval) {
  Draws draws(1, 0, 0);
  std::vector<int> bins(10);
  for (int i = 0; i < 100000; ++i) {
    const double u = draws.uniform();
    ASSERT_GE(u, 0);
    ASSERT_LT(u, 1);
    ++bins[static_cast<std::size_t>(u * 10)];
  }
  double chi2 = 0;
  for (const int n : bins) chi2 += (n - 1e4) * (n - 1e4) / 1e4;
  EXPECT_LT(chi2, 27.88);  // the 0.999 quantile with 9 degrees of freedom
}

TEST(Draws, BelowReachesEveryNumberEvenly) {
  Draws draws(2, 0, 0);
  std::vector<int> bins(7);
  for (int i = 0; i < 70000; ++i) ++bins[draws.below(7)];
  double chi2 = 0;
  for (const int n : bins) chi2 += (n - 1e4) * (n - 1e4) / 1e4;
  EXPECT_LT(chi2, 22.46);  // 6 degrees of freedom
  EXPECT_EQ(draws.below(1), 0u);
  for (int i = 0; i < 1000; ++i) EXPECT_LT(draws.below(0xC0000001u), 0xC0000001u);
}

TEST(Draws, BinomialHasItsEnds) {
  Draws draws(3, 0, 0);
  EXPECT_EQ(draws.binomial(0, 0.3), 0u);
  EXPECT_EQ(draws.binomial(9, 0), 0u);
  EXPECT_EQ(draws.binomial(9, 1), 9u);
}

/// The chance of k of n.
double chance(std::uint64_t n, double p, std::uint64_t k) {
  const double a = static_cast<double>(n), b = static_cast<double>(k);
  return std::exp(std::lgamma(a + 1) - std::lgamma(b + 1) - std::lgamma(a - b + 1) +
                  b * std::log(p) + (a - b) * std::log1p(-p));
}

struct Case {
  std::uint64_t n;
  double p;
};
class Binomial : public testing::TestWithParam<Case> {};

// Pearson's chi-square against the exact chances, over values expected at least 20 times.
TEST_P(Binomial, FollowsTheExactChances) {
  const auto [n, p] = GetParam();
  constexpr int kDraws = 200000;
  Draws draws(11, 0, 0);
  std::map<std::uint64_t, int> seen;
  for (int i = 0; i < kDraws; ++i) ++seen[draws.binomial(n, p)];
  double chi2 = 0, rest = kDraws;
  int cells = 0, rest_seen = kDraws;
  for (std::uint64_t k = 0; k <= n; ++k) {
    const double expected = kDraws * chance(n, p, k);
    if (expected < 20) continue;
    chi2 += (seen[k] - expected) * (seen[k] - expected) / expected;
    rest -= expected;
    rest_seen -= seen[k];
    ++cells;
  }
  if (rest >= 5) {
    chi2 += (rest_seen - rest) * (rest_seen - rest) / rest;
  } else {
    EXPECT_LE(rest_seen, 25);
  }
  // The 0.9999 quantile after Wilson and Hilferty.
  const double d = std::max(1, cells - 1), root = 1 - 2 / (9 * d) + 3.719 * std::sqrt(2 / (9 * d));
  EXPECT_LT(chi2, d * root * root * root);
}

INSTANTIATE_TEST_SUITE_P(Sizes, Binomial,
                         testing::Values(Case{1, 0.5}, Case{6, 0.5}, Case{30, 0.01},
                                         Case{1000, 0.009}, Case{21, 0.48}, Case{40, 0.3},
                                         Case{1000, 0.011}, Case{1000, 0.97}, Case{100000, 0.2},
                                         Case{3000, 0.5}));

TEST(Draws, BinomialOfMillionsHasItsMeanAndVariance) {
  Draws draws(5, 0, 0);
  constexpr int kDraws = 20000;
  const double n = 5e9, p = 0.037;
  double sum = 0, squares = 0;
  for (int i = 0; i < kDraws; ++i) {
    const double d = static_cast<double>(draws.binomial(5000000000ull, p)) - n * p;
    sum += d;
    squares += d * d;
  }
  const double variance = n * p * (1 - p);
  EXPECT_NEAR(sum / kDraws, 0, 4 * std::sqrt(variance / kDraws));
  EXPECT_NEAR(squares / kDraws / variance, 1, 4 * std::sqrt(2.0 / kDraws));
}

}  // namespace
}  // namespace tallystick
