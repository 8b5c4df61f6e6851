#include "tallystick/interval/resample.hpp"

#include <gtest/gtest.h>

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
