// Intervals of examples that weigh differently, worked by hand, and their laws.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <map>
#include <memory>

#include "measures/figure.hpp"
#include "states/rows.hpp"
#include "tallystick/base/mix.hpp"

namespace tallystick {
namespace {

using Parts = std::map<std::string, Tally>;
constexpr double kZ = 1.959963984540054;
constexpr IntervalMethod kAll[] = {IntervalMethod::delta, IntervalMethod::jackknife,
                                   IntervalMethod::bootstrap, IntervalMethod::basic,
                                   IntervalMethod::bca};
constexpr std::string_view kFigures =
    "f1_micro,f1_macro,f1_weighted,f1_samples,jaccard_samples,subset_accuracy,hamming_loss,"
    "f1:label=a,f1_means";

std::vector<test::Row> weighed(std::string_view text, std::vector<Amount> weights) {
  std::vector<test::Row> out = test::rows(text);
  for (std::size_t i = 0; i < out.size(); ++i) out[i].weight = weights[i % weights.size()];
  return out;
}

Tally counted(std::span<const test::Row> rows) {
  Tally tally;
  tally.keep_weights();
  tally.keep_sets();
  test::add_rows(tally, rows);
  return tally;
}

Report report_of(const Tally& tally, IntervalMethod method, std::string_view names = kFigures,
                 const Parts& parts = {}) {
  EvaluateOptions options;
  options.measures = names;
  options.interval.method = method;
  options.interval.resamples = 100;
  if (!parts.empty()) {
    options.interval.stratum = "site";
    options.parts = std::make_shared<const Parts>(parts);
  }
  return make_report(tally, {}, options);
}

void expect_same(const Report& a, const Report& b, const std::string& what) {
  ASSERT_EQ(a.measures.size(), b.measures.size());
  for (std::size_t i = 0; i < a.measures.size(); ++i) {
    const Score &x = a.measures[i], &y = b.measures[i];
    ASSERT_TRUE(x.low && x.high && y.low && y.high) << x.name << ", " << what;
    EXPECT_EQ(std::bit_cast<std::uint64_t>(*x.low), std::bit_cast<std::uint64_t>(*y.low))
        << x.name << ", " << what;
    EXPECT_EQ(std::bit_cast<std::uint64_t>(*x.high), std::bit_cast<std::uint64_t>(*y.high))
        << x.name << ", " << what;
  }
}

constexpr std::string_view kMixed =
    "a b > a; b > b c; c > a; a > a; a > a; b c > b c; a > b a; c > ; b > b; a c > c";

// Weights 2, 1, 1; right, right, wrong: the share is 3/4. Weighed influences w (x - 3/4) / 4 are
// 2/16, 1/16 and -3/16, the squares' sum 14/256.
TEST(WeighedIntervals, DeltaWeighsInfluences) {
  const Tally tally = counted(weighed("a > a; b c > b c; a > b", {{2, 0}, {1, 0}, {1, 0}}));
  const Report report = report_of(tally, IntervalMethod::delta, "subset_accuracy");
  ASSERT_TRUE(report.measures[0].low);
  EXPECT_NEAR((0.75 - *report.measures[0].low) / kZ, std::sqrt(14.0) / 16, 1e-9);
}

// Left out one after another: 1/2, 2/3, 1. Mean 13/18, squares (16 + 1 + 25) / 324, times 2/3.
TEST(WeighedIntervals, JackknifeLeavesOutExamplesWithTheirWeights) {
  const Tally tally = counted(weighed("a > a; b c > b c; a > b", {{2, 0}, {1, 0}, {1, 0}}));
  const Report report = report_of(tally, IntervalMethod::jackknife, "subset_accuracy");
  ASSERT_TRUE(report.measures[0].low);
  EXPECT_NEAR((0.75 - *report.measures[0].low) / kZ, std::sqrt(42.0 / 324 * 2 / 3), 1e-9);
}

TEST(WeighedIntervals, WeightsOfOneValueAreNoWeights) {
  const Tally plain = counted(test::rows(kMixed));
  for (const Amount weight : {Amount{1, 0}, Amount{3, 0}, Amount{0, std::uint64_t{1} << 62}}) {
    const Tally tally = counted(weighed(kMixed, {weight}));
    for (const IntervalMethod method : kAll) {
      expect_same(report_of(plain, method), report_of(tally, method),
                  std::to_string(weight.whole) + ", " + std::string(interval_name(method)));
    }
    expect_same(report_of(plain, IntervalMethod::wilson, "subset_accuracy"),
                report_of(tally, IntervalMethod::wilson, "subset_accuracy"), "wilson");
  }
}

TEST(WeighedIntervals, TheUnitOfWeightsDoesNotMatter) {
  const std::vector<Amount> weights = {{1, 0}, {2, 0}, {5, 0}};
  std::vector<Amount> halves, triples;
  for (const Amount& weight : weights) {
    halves.push_back({weight.whole / 2, weight.whole % 2 << 63});
    triples.push_back({3 * weight.whole, 0});
  }
  for (const IntervalMethod method : kAll) {
    const Report report = report_of(counted(weighed(kMixed, weights)), method);
    expect_same(report, report_of(counted(weighed(kMixed, halves)), method), "halves");
    expect_same(report, report_of(counted(weighed(kMixed, triples)), method), "triples");
  }
}

TEST(WeighedIntervals, OrderSplitAndSavingChangeNoBit) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    test::Source source(seed);
    std::vector<test::Row> data =
        weighed(kMixed, {{1, 0}, {2, 0}, {0, std::uint64_t{1} << 61}, {7, 12345}});
    const Tally whole = counted(data);
    source.shuffle(data);
    const std::size_t middle = source.below(data.size() + 1);
    Tally front = counted(std::span(data).first(middle));
    front.merge(counted(std::span(data).subspan(middle)));
    ASSERT_EQ(front.save(), whole.save()) << "seed " << seed;
    const Tally loaded = Tally::load(front.save(), "state");
    for (const IntervalMethod method : kAll) {
      expect_same(report_of(whole, method), report_of(loaded, method), "seed");
    }
  }
}

// Weights of 1/2 and 3/2 sum to the number of examples, which must not pass for weights of one.
TEST(WeighedIntervals, WeightsThatSumToTheNumberOfExamplesAreSeen) {
  const std::vector<Amount> weights = {{0, std::uint64_t{1} << 63}, {1, std::uint64_t{1} << 63}};
  const Tally tally = counted(weighed(kMixed, weights));
  ASSERT_TRUE(tally.weighted());
  EXPECT_TRUE(Tally::load(tally.save(), "state").weighted());
  Tally without;
  test::add_rows(without, weighed(kMixed, weights));
  ASSERT_TRUE(Tally::load(without.save(), "state").weighted());
  const Report report = report_of(without, IntervalMethod::bootstrap, "f1_micro");
  EXPECT_FALSE(report.measures[0].low);
}

TEST(WeighedIntervals, SharesOfWeightsAreNoShares) {
  const Tally tally = counted(weighed(kMixed, {{1, 0}, {2, 0}}));
  const Report report = report_of(tally, IntervalMethod::wilson, "subset_accuracy");
  EXPECT_FALSE(report.measures[0].low);
  ASSERT_EQ(report.notes.size(), 1u);
  EXPECT_NE(report.notes[0].find("a share of weights"), std::string::npos);
}

// All of one weight in each stratum, and nothing varies inside them.
TEST(WeighedIntervals, StrataKeepTheirExamples) {
  const auto x = weighed("a > a; a > a", {{2, 0}}), y = weighed("b > a", {{5, 0}});
  Tally all = counted(x);
  test::add_rows(all, y);
  const Parts parts = {{"x", counted(x)}, {"y", counted(y)}};
  for (const IntervalMethod method : {IntervalMethod::delta, IntervalMethod::bootstrap}) {
    const Report report = report_of(all, method, "subset_accuracy,f1_macro", parts);
    for (const Score& score : report.measures) {
      ASSERT_TRUE(score.low && score.high) << score.name;
      EXPECT_NEAR(*score.low, score.value, 1e-9) << score.name;
      EXPECT_NEAR(*score.high, score.value, 1e-9) << score.name;
    }
  }
}

// A part that was saved without its rows: nobody knows what its examples weigh.
TEST(WeighedIntervals, AreLackingWhereAPartKeptNoWeights) {
  Tally all = counted(weighed(kMixed, {{2, 0}, {1, 0}}));
  Tally without;
  without.keep_sets();
  test::add_rows(without, weighed(kMixed, {{2, 0}, {1, 0}}));
  all.merge(without);
  const Report report = report_of(all, IntervalMethod::delta, "f1_micro");
  EXPECT_FALSE(report.measures[0].low);
  ASSERT_EQ(report.notes.size(), 1u);
  EXPECT_NE(report.notes[0].find("what single examples weigh"), std::string::npos);
}

// Every bit in turn, the checksum made to fit: refused, or a name or a count of a policy that
// changes no interval.
TEST(WeighedSets, BrokenBytesAreRefused) {
  const std::string bytes = counted(weighed(kMixed, {{2, 0}, {1, 0}})).save();
  const Report whole = report_of(Tally::load(bytes, "state"), IntervalMethod::delta, "f1_micro");
  std::size_t n_refused = 0;
  for (std::size_t bit = 0; bit < 8 * (bytes.size() - 8); ++bit) {
    std::string broken = bytes.substr(0, bytes.size() - 8);
    broken[bit / 8] = static_cast<char>(broken[bit / 8] ^ (1 << bit % 8));
    ByteWriter sum;
    sum.u64(detail::hash_bytes(broken.data(), broken.size()));
    try {
      const Tally loaded = Tally::load(broken + sum.bytes(), "state");
      expect_same(whole, report_of(loaded, IntervalMethod::delta, "f1_micro"), "a broken state");
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::bad_state) << error.what();
      ++n_refused;
    }
  }
  EXPECT_GT(n_refused, 6 * bytes.size());
}

}  // namespace
}  // namespace tallystick
