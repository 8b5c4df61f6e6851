#include "tallystick/interval/resample.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "tallystick/interval/estimate.hpp"

namespace tallystick {
namespace {

/// The mean count of each kind over many draws, in standard errors from what it is to be.
void expect_fair(const std::vector<std::uint64_t>& counts) {
  const Resampler resampler(counts);
  Resampler::Hits hits;
  const std::uint64_t n = std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
  std::vector<std::uint64_t> out(counts.size());
  std::vector<double> sums(counts.size());
  constexpr std::uint32_t kDraws = 4000;
  for (std::uint32_t r = 0; r < kDraws; ++r) {
    Draws draws(17, r, 0);
    resampler.draw(draws, hits, out);
    EXPECT_EQ(std::accumulate(out.begin(), out.end(), std::uint64_t{0}), n);
    for (std::size_t i = 0; i < out.size(); ++i) sums[i] += static_cast<double>(out[i]);
  }
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const double mean = static_cast<double>(counts[i]);
    const double variance = mean * (1 - mean / static_cast<double>(n));
    EXPECT_NEAR(sums[i] / kDraws, mean, 4.5 * std::sqrt(variance / kDraws)) << i;
  }
}

TEST(Resampler, DrawsEveryExampleAlikeOneByOne) { expect_fair({1, 1, 2, 1, 5, 1}); }
TEST(Resampler, DrawsEveryExampleAlikeByKinds) { expect_fair({1000, 3, 70000, 1, 250}); }

/// Hits of one example are binomial, those of any part of the examples are, and there are n of
/// them.
TEST(Resampler, DrawsManyExamplesAsOneByOne) {
  constexpr std::size_t kExamples = 10000, kPart = 2500;
  constexpr std::uint32_t kDraws = 1000;
  const std::vector<std::uint64_t> counts(kExamples, 1);
  const Resampler resampler(counts);
  Resampler::Hits hits;
  std::vector<std::uint64_t> out(kExamples);
  std::vector<double> seen(6);  // of 0, 1, ... hits
  double squares = 0;
  for (std::uint32_t r = 0; r < kDraws; ++r) {
    Draws draws(3, r, 0);
    resampler.draw(draws, hits, out);
    ASSERT_EQ(std::accumulate(out.begin(), out.end(), std::uint64_t{0}), kExamples);
    for (const std::uint64_t times : out) seen[std::min<std::size_t>(times, 5)] += 1;
    const auto part = std::accumulate(out.begin(), out.begin() + kPart, 0.0);
    squares += (part - kPart) * (part - kPart);
  }
  const double n = kExamples, all = n * kDraws, p = 1 / n;
  double chance = std::pow(1 - p, n), rest = 1;
  for (std::size_t k = 0; k < seen.size(); ++k) {
    const double expected = k == 5 ? rest : chance;
    EXPECT_NEAR(seen[k] / all, expected, 4.5 * std::sqrt(expected * (1 - expected) / all)) << k;
    rest -= chance;
    const auto left = n - static_cast<double>(k);
    chance *= left / static_cast<double>(k + 1) * p / (1 - p);
  }
  // The variance of a binomial number, known to sqrt(2 / draws).
  EXPECT_NEAR(squares / kDraws / (n * 0.25 * 0.75), 1, 4.5 * std::sqrt(2.0 / kDraws));
}

TEST(Resampler, DrawsKindsOfAFewOfManyExamplesAlike) {
  std::vector<std::uint64_t> counts(4000, 2);
  counts[0] = 5, counts[3999] = 700;
  expect_fair(counts);
}

TEST(Resampler, OfOneKindDrawsThatKind) {
  const std::vector<std::uint64_t> counts{7};
  const Resampler resampler(counts);
  Resampler::Hits hits;
  std::vector<std::uint64_t> out(1);
  Draws draws(0, 0, 0);
  resampler.draw(draws, hits, out);
  EXPECT_EQ(out[0], 7u);
}

// Of 1000 values the middle 95 % leave 24 out on either side, of 40 none.
TEST(Percentiles, LeaveAsManyOutOnEitherSide) {
  std::vector<double> values(1000);
  std::iota(values.begin(), values.end(), 1.0);
  EXPECT_EQ(percentiles(values, 0.95), (Interval{25, 976}));
  values.assign({3, 1, 2});
  EXPECT_EQ(percentiles(values, 0.95), (Interval{1, 3}));
  values.assign(40, 0.0);
  std::iota(values.begin(), values.end(), 1.0);
  EXPECT_EQ(percentiles(values, 0.95), (Interval{1, 40}));
  EXPECT_EQ(percentiles(values, 0.5), (Interval{10, 31}));
}

}  // namespace
}  // namespace tallystick
