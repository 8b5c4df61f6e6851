// Intervals of examples in strata, worked by hand, and their laws.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <map>
#include <memory>

#include "measures/figure.hpp"
#include "states/rows.hpp"

namespace tallystick {
namespace {

using Parts = std::map<std::string, Tally>;
constexpr double kZ = 1.959963984540054;

Tally counted_with_sets(std::span<const test::Row> rows) {
  Tally tally;
  tally.keep_sets();
  test::add_rows(tally, rows);
  return tally;
}

Report report_of(const Tally& tally, const Parts& parts, std::string_view names,
                 IntervalMethod method, std::string stratum = "site") {
  EvaluateOptions options;
  options.measures = names;
  options.interval.method = method;
  options.interval.resamples = 200;
  options.interval.stratum = std::move(stratum);
  if (!options.interval.stratum.empty()) options.parts = std::make_shared<const Parts>(parts);
  return make_report(tally, {}, options);
}

// Site x has 4 examples, 3 of them right, site y has 2, 1 of them right; b is never met alone.
constexpr std::string_view kX = "a>a; a>a; a c>a c; a>b", kY = "b>b; b>a c";

struct Sites {
  Parts parts;
  Tally all;
  Sites(std::string_view x, std::string_view y) {
    const auto of_x = test::rows(x), of_y = test::rows(y);
    all = counted_with_sets(of_x);
    test::add_rows(all, of_y);
    parts.emplace("x", counted_with_sets(of_x));
    parts.emplace("y", counted_with_sets(of_y));
  }
};

// The variance within the sites: (4 * 3/4 * 1/4 + 2 * 1/2 * 1/2) / 6^2 = 1.25 / 36. The end at 1 is
// cut, so the lower half is looked at.
TEST(Strata, DeltaHasTheVarianceWithinThem) {
  const Sites sites(kX, kY);
  const Report report = report_of(sites.all, sites.parts, "subset_accuracy", IntervalMethod::delta);
  const Score& score = report.measures[0];
  EXPECT_NEAR((score.value - *score.low) / kZ, std::sqrt(1.25) / 6, 1e-9);
}

// Without one right example the share is 3/5, without a wrong one 4/5. x: mean 13/20, squares
// 3/100, times 3/4; y: mean 7/10, squares 2/100, times 1/2. Together 13/400.
TEST(Strata, JackknifeSumsOverThem) {
  const Sites sites(kX, kY);
  const Report report =
      report_of(sites.all, sites.parts, "subset_accuracy", IntervalMethod::jackknife);
  const Score& score = report.measures[0];
  EXPECT_NEAR((score.value - *score.low) / kZ, std::sqrt(0.0325), 1e-9);
}

// All of x is right and all of y wrong: whatever is drawn, 2 of 3 are right.
TEST(Strata, WithoutVarietyInsideLeaveNoChance) {
  const Sites sites("a>a; a>a", "b>a");
  for (const auto method : {IntervalMethod::delta, IntervalMethod::jackknife,
                            IntervalMethod::bootstrap, IntervalMethod::basic}) {
    const Report report = report_of(sites.all, sites.parts, "subset_accuracy,f1_macro", method);
    for (const Score& score : report.measures) {
      ASSERT_TRUE(score.low && score.high) << score.name;
      EXPECT_NEAR(*score.low, score.value, 1e-9) << score.name;
      EXPECT_NEAR(*score.high, score.value, 1e-9) << score.name;
    }
  }
  const Report free =
      report_of(sites.all, sites.parts, "subset_accuracy", IntervalMethod::bootstrap, "");
  EXPECT_LT(*free.measures[0].low, 0.5);
}

TEST(Strata, OfOneExampleAreTakenForCertainWhichANoteSays) {
  const Sites sites("a>a; a>b", "b>a");
  const Report report =
      report_of(sites.all, sites.parts, "subset_accuracy", IntervalMethod::bootstrap);
  bool told = false;
  for (const std::string& note : report.notes) {
    told |= note == "1 stratum of 2 in 'site' has one example, which intervals take for certain";
  }
  EXPECT_TRUE(told);
}

TEST(Strata, AreNoDrawsOfOneProportion) {
  const Sites sites(kX, kY);
  const Report report =
      report_of(sites.all, sites.parts, "subset_accuracy", IntervalMethod::wilson);
  EXPECT_FALSE(report.measures[0].low.has_value());
}

std::vector<test::Row> data_of(std::uint64_t seed) {
  std::vector<test::Row> data = test::Source(seed).data(seed % 2 == 0);
  for (test::Row& row : data) row.weight = kOne;
  return data;
}

std::uint64_t bits(const std::optional<double>& value) {
  return value ? std::bit_cast<std::uint64_t>(*value) : ~std::uint64_t{0};
}

void expect_same(const Report& a, const Report& b, const std::string& where) {
  ASSERT_EQ(a.measures.size(), b.measures.size()) << where;
  for (std::size_t i = 0; i < a.measures.size(); ++i) {
    EXPECT_EQ(bits(a.measures[i].low), bits(b.measures[i].low)) << a.measures[i].name << where;
    EXPECT_EQ(bits(a.measures[i].high), bits(b.measures[i].high)) << a.measures[i].name << where;
  }
}

constexpr IntervalMethod kMethods[] = {IntervalMethod::delta, IntervalMethod::jackknife,
                                       IntervalMethod::bootstrap, IntervalMethod::bca};

TEST(StratumLaws, OneStratumIsNoneToTheBit) {
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    const auto data = data_of(seed);
    const Tally tally = counted_with_sets(data);
    const Parts parts{{"all", tally}};
    for (const IntervalMethod method : kMethods) {
      expect_same(report_of(tally, {}, "all", method, ""), report_of(tally, parts, "all", method),
                  std::string(", ").append(interval_name(method)));
    }
  }
}

TEST(StratumLaws, RowsAndLabelsInAnyOrderGiveTheSameBits) {
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    const auto data = data_of(seed);
    const std::size_t half = data.size() / 2;
    std::vector<test::Row> x(data.begin(), data.begin() + static_cast<std::ptrdiff_t>(half));
    std::vector<test::Row> y(data.begin() + static_cast<std::ptrdiff_t>(half), data.end());
    const Tally tally = counted_with_sets(data);
    const Parts parts{{"x", counted_with_sets(x)}, {"y", counted_with_sets(y)}};
    std::vector<test::Row> mixed = data;
    test::Source(seed + 100).shuffle(mixed);
    test::Source(seed + 200).shuffle(x);
    test::Source(seed + 300).shuffle(y);
    const Parts others{{"x", counted_with_sets(x)}, {"y", counted_with_sets(y)}};
    for (const IntervalMethod method : kMethods) {
      expect_same(report_of(tally, parts, "all", method),
                  report_of(counted_with_sets(mixed), others, "all", method),
                  std::string(", ").append(interval_name(method)));
    }
  }
}

// Variance as a whole is that within strata and that between them: 4 of 6 right, (4 * 2 / 6) / 36
// as a whole; between, (4 (3/4 - 2/3)^2 + 2 (1/2 - 2/3)^2) / 36.
TEST(StratumLaws, WithinAndBetweenMakeTheWhole) {
  const Sites sites(kX, kY);
  const auto delta = [&](std::string stratum) {
    const Report report = report_of(sites.all, sites.parts, "subset_accuracy",
                                    IntervalMethod::delta, std::move(stratum));
    return std::pow((report.measures[0].value - *report.measures[0].low) / kZ, 2);
  };
  EXPECT_NEAR(delta("") - delta("site"), (4 * std::pow(1.0 / 12, 2) + 2.0 / 36) / 36, 1e-9);
}

}  // namespace
}  // namespace tallystick
