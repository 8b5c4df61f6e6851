// Laws of intervals over the catalogue: bits, not tolerance, unless said.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>

#include "measures/figure.hpp"
#include "states/rows.hpp"
#include "tallystick/interval/population.hpp"

namespace tallystick {
namespace {

using test::Row;
using test::Source;

constexpr IntervalMethod kMethods[] = {IntervalMethod::wilson,    IntervalMethod::jeffreys,
                                       IntervalMethod::delta,     IntervalMethod::jackknife,
                                       IntervalMethod::bootstrap, IntervalMethod::basic,
                                       IntervalMethod::bca};
constexpr std::uint64_t kSeeds = 10;

std::vector<Row> data_of(std::uint64_t seed) {
  std::vector<Row> data = Source(seed).data(seed % 2 == 0);
  for (Row& row : data) row.weight = kOne;
  return data;
}

Tally tally_with_sets(std::span<const Row> data, Vocabulary vocabulary = {}) {
  Tally tally(std::move(vocabulary));
  tally.keep_sets();
  test::add_rows(tally, data);
  return tally;
}

std::vector<Score> scores_of(const Tally& tally, IntervalMethod method, unsigned threads = 1,
                             std::string_view names = "all") {
  EvaluateOptions options;
  options.measures = names;
  options.interval.method = method;
  options.interval.resamples = 8;
  options.threads = threads;
  return make_report(tally, {}, options).measures;
}

std::uint64_t bits(const std::optional<double>& value) {
  return value ? std::bit_cast<std::uint64_t>(*value) : ~std::uint64_t{0};
}

void expect_same_ends(const std::vector<Score>& a, const std::vector<Score>& b,
                      const std::string& where) {
  ASSERT_EQ(a.size(), b.size()) << where;
  for (std::size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(bits(a[i].low), bits(b[i].low)) << a[i].name << ", " << where;
    EXPECT_EQ(bits(a[i].high), bits(b[i].high)) << a[i].name << ", " << where;
  }
}

std::string at(IntervalMethod method, std::uint64_t seed) {
  return std::string(interval_name(method)).append(", seed ").append(std::to_string(seed));
}

TEST(IntervalLaws, RowsAndLabelsInAnyOrderGiveTheSameBits) {
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    std::vector<Row> data = data_of(seed);
    const Tally tally = tally_with_sets(data);
    Source(seed + 1000).shuffle(data);
    Vocabulary backwards;
    for (char c = 'g'; c >= 'a'; --c) backwards.intern(std::string("label ") + c);
    const Tally other = tally_with_sets(data, backwards);
    for (const IntervalMethod method : kMethods) {
      expect_same_ends(scores_of(tally, method), scores_of(other, method), at(method, seed));
    }
  }
}

TEST(IntervalLaws, MergedPartsAndThreadsGiveTheSameBits) {
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const std::vector<Row> data = data_of(seed);
    const std::span<const Row> all(data);
    const std::size_t cut = Source(seed).below(data.size() + 1);
    Tally merged = tally_with_sets(all.subspan(cut));
    merged.merge(Tally::load(tally_with_sets(all.first(cut)).save(), "part"));
    const Tally once = tally_with_sets(data);
    for (const IntervalMethod method : kMethods) {
      expect_same_ends(scores_of(once, method), scores_of(merged, method, 3), at(method, seed));
    }
  }
}

TEST(IntervalLaws, ManyResamplesAtOnceGiveTheBitsOfOneByOne) {
  static_assert(Population::kMany == 8);
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const Tally tally = tally_with_sets(data_of(seed));
    EvaluateOptions options;
    options.measures = "f1_macro,recall_weighted,jaccard_macro,f1_means";
    options.interval = {.method = IntervalMethod::bootstrap, .level = 0.9, .resamples = 21};
    options.threads = 1;  // twice eight and five
    const std::vector<Score> at_once = make_report(tally, {}, options).measures;
    options.threads = 3;  // seven each
    const std::vector<Score> one_by_one = make_report(tally, {}, options).measures;
    ASSERT_TRUE(at_once[0].low.has_value());
    expect_same_ends(at_once, one_by_one, std::to_string(seed));
  }
}

TEST(IntervalLaws, EndsStandInOrderAndWithinTheRange) {
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const Tally tally = tally_with_sets(data_of(seed));
    for (const IntervalMethod method : kMethods) {
      for (const Score& score : scores_of(tally, method)) {
        ASSERT_EQ(score.low.has_value(), score.high.has_value()) << score.name;
        if (!score.low) continue;
        EXPECT_LE(*score.low, *score.high) << score.name << ", " << at(method, seed);
        if (std::isnan(score.value)) ADD_FAILURE() << score.name << " is undefined but has ends";
      }
    }
  }
}

/// What a figure's interval is does not depend on what else is asked for.
TEST(IntervalLaws, AFigureAloneHasTheEndsItHasInCompany) {
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    const Tally tally = tally_with_sets(data_of(seed));
    for (const IntervalMethod method : {IntervalMethod::bootstrap, IntervalMethod::bca}) {
      for (const Score& score : scores_of(tally, method)) {
        const std::vector<Score> alone = scores_of(tally, method, 1, score.name);
        ASSERT_EQ(alone.size(), 1u);
        expect_same_ends({score}, alone, at(method, seed));
      }
    }
  }
}

/// Each example twice is the same data with half the variance.
TEST(IntervalLaws, DoubledDataNarrowTheDeltaMethodBySqrtTwo) {
  std::uint64_t looked = 0;
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    std::vector<Row> data = data_of(seed);
    const std::vector<Score> once = scores_of(tally_with_sets(data), IntervalMethod::delta);
    const std::vector<Row> copy = data;
    data.insert(data.end(), copy.begin(), copy.end());
    const std::vector<Score> twice = scores_of(tally_with_sets(data), IntervalMethod::delta);
    for (const Score& score : once) {
      const auto other = std::find_if(twice.begin(), twice.end(),
                                      [&](const Score& s) { return s.name == score.name; });
      if (other == twice.end() || !score.low || !other->low) continue;
      if (score.value != other->value) continue;  // a count of examples
      const double half = *score.high - score.value, less = *other->high - other->value;
      const double below = score.value - *score.low;
      const bool cut = *score.low == 0 || *score.low == -1 || *score.high == 1;  // at a range's end
      if (half <= 1e-9 || cut || std::abs(half - below) > 1e-9) continue;
      EXPECT_NEAR(half / less, std::sqrt(2.0), 1e-6) << score.name << ", seed " << seed;
      ++looked;
    }
  }
  EXPECT_GT(looked, 50u);
}

}  // namespace
}  // namespace tallystick
