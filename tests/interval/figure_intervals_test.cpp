// Intervals of figures through the front door, worked by hand or held to another way of making
// them.
#include <gtest/gtest.h>

#include <cmath>

#include "interval/figure_population.hpp"
#include "measures/figure.hpp"
#include "states/rows.hpp"
#include "tallystick/measures/whole.hpp"

namespace tallystick {
namespace {

constexpr double kZ = 1.959963984540054;

Tally tally_with_sets(std::string_view text) {
  Tally tally;
  tally.keep_sets();
  test::add_rows(tally, test::rows(text));
  return tally;
}

Report report_of(const Tally& tally, std::string_view names, IntervalMethod method,
                 std::uint32_t resamples = 1000) {
  EvaluateOptions options;
  options.measures = names;
  options.interval.method = method;
  options.interval.resamples = resamples;
  return make_report(tally, {}, options);
}

Score figure_of(const Tally& tally, std::string_view name, IntervalMethod method,
                std::uint32_t resamples = 1000) {
  const Report report = report_of(tally, name, method, resamples);
  EXPECT_EQ(report.measures.size(), 1u);
  EXPECT_TRUE(report.measures[0].low.has_value()) << (report.notes.empty() ? "" : report.notes[0]);
  Score score = report.measures[0];
  if (!score.low) score.low = score.high = NAN;
  return score;
}

double error_of(const Score& score) { return (*score.high - *score.low) / 2 / kZ; }

// Eight examples of three classes; three are right.
constexpr std::string_view kClasses = "0>0; 1>2; 2>1; 0>0; 1>0; 2>1; 2>2; 0>2";

// Micro F1 of single-label data is accuracy, 3/8: its error is sqrt(3/8 * 5/8 / 8) = 0.171163.
TEST(FigureIntervals, DeltaOfMicroF1OfClasses) {
  const Score score = figure_of(test::tally_of(kClasses), "f1_micro", IntervalMethod::delta);
  EXPECT_NEAR(*score.low, 0.03952609805303303, 1e-9);
  EXPECT_NEAR(*score.high, 0.710473901946967, 1e-9);
}

// Recalls 2/3, 0, 1/3: the errors of independent classes add up:
// sqrt((2/3 1/3 / 3) + 0 + (1/3 2/3 / 3)) / 3 = 0.128300; with sums over examples in place of the
// product of the whole gradient it would be 0.0835.
TEST(FigureIntervals, DeltaOfMacroRecallOfClasses) {
  const Score score = figure_of(test::tally_of(kClasses), "recall_macro", IntervalMethod::delta);
  EXPECT_NEAR(error_of(score), 0.12830005981991685, 1e-9);
  EXPECT_NEAR(*score.low, 0.08186983687196181, 1e-9);
  EXPECT_NEAR(*score.high, 0.5847968297947048, 1e-9);
}

// Two examples, of tp 2 and of fp 2: precision is 1/2, and an example's influence on it is
// (tp - (tp + fp) / 2) / 2 = 1/2 and -1/2: sqrt(1/4 + 1/4) / 2 = 0.353553. Four labels taken as if
// they were independent would give 0.25.
TEST(FigureIntervals, DeltaKeepsTheLabelsOfAnExampleTogether) {
  const Tally tally = tally_with_sets("a b > a b; > c d");
  const Score score = figure_of(tally, "precision_micro", IntervalMethod::delta);
  EXPECT_NEAR(*score.low, 0, 1e-15);  // 1/2 - 0.69 is below what precision can be
  EXPECT_NEAR(*score.high, 1, 1e-15);
  const Tally twelve = tally_with_sets(
      "a b > a b; > c d; a b > a b; > c d; a b > a b; > c d; a b > a b; > c d; a b > a b; > c d; "
      "a b > a b; > c d");
  EXPECT_NEAR(error_of(figure_of(twelve, "precision_micro", IntervalMethod::delta)),
              std::sqrt(0.125) / std::sqrt(6), 1e-9);
}

// A share's jackknife error is sqrt(p (1 - p) / (n - 1)): here sqrt(3/8 5/8 / 7).
TEST(FigureIntervals, JackknifeOfAShare) {
  const Score score =
      figure_of(test::tally_of(kClasses), "subset_accuracy", IntervalMethod::jackknife);
  EXPECT_NEAR(error_of(score), std::sqrt(0.375 * 0.625 / 7), 1e-12);
}

// Half the examples have all four labels right, half have four wrong ones: a resample's precision
// is k/6, k binomial of 6 and 1/2. P(k = 0) = 1/64 < 2.5 % <= P(k <= 1) = 7/64.
TEST(FigureIntervals, BootstrapResamplesExamplesNotLabels) {
  const Tally tally = tally_with_sets(
      "a b c d > a b c d; a b c d > a b c d; a b c d > a b c d; > a b c d; > a b c d; > a b c d");
  const Score score = figure_of(tally, "precision_micro", IntervalMethod::bootstrap, 20000);
  EXPECT_EQ(score.value, 0.5);
  EXPECT_EQ(*score.low, 1.0 / 6);
  EXPECT_EQ(*score.high, 5.0 / 6);
}

TEST(FigureIntervals, BasicIsTheMirrorOfThePercentiles) {
  const Tally tally = test::tally_of(kClasses);
  const Score middle = figure_of(tally, "accuracy", IntervalMethod::bootstrap);
  const Score mirror = figure_of(tally, "accuracy", IntervalMethod::basic);
  EXPECT_EQ(*mirror.low, std::max(0.0, 2 * middle.value - *middle.high));
  EXPECT_EQ(*mirror.high, std::min(1.0, 2 * middle.value - *middle.low));
}

// Where all is right there is nothing to draw; no method becomes NaN.
TEST(FigureIntervals, OfAPerfectPredictionAreItsValue) {
  const Tally tally = tally_with_sets("a > a; b c > b c; b > b");
  for (const auto method :
       {IntervalMethod::delta, IntervalMethod::jackknife, IntervalMethod::bootstrap,
        IntervalMethod::basic, IntervalMethod::bca}) {
    for (const Score& score : report_of(tally, "standard", method).measures) {
      if (score.name == "hamming_loss" || score.name == "zero_one_loss") continue;
      ASSERT_TRUE(score.low.has_value()) << score.name;
      EXPECT_EQ(*score.low, 1) << score.name << ' ' << interval_name(method);
      EXPECT_EQ(*score.high, 1) << score.name << ' ' << interval_name(method);
    }
  }
}

TEST(FigureIntervals, OfSharesAloneHaveWilson) {
  const Report report = report_of(
      test::tally_of(kClasses), "accuracy,recall_macro,precision:label=2", IntervalMethod::wilson);
  const Interval accuracy = wilson(3, 8, 0.95), precision = wilson(1, 3, 0.95);
  EXPECT_EQ(report.measures[0].low, accuracy.low);
  EXPECT_EQ(report.measures[0].high, accuracy.high);
  EXPECT_FALSE(report.measures[1].low.has_value());
  EXPECT_EQ(report.measures[2].low, precision.low);
  EXPECT_EQ(report.measures[2].high, precision.high);
  ASSERT_EQ(report.notes.size(), 1u);
  EXPECT_EQ(report.notes[0],
            "recall_macro: no interval, not a share of examples, which this method is for");
}

TEST(FigureIntervals, OfOneExampleAreNone) {
  const Report report =
      report_of(tally_with_sets("a > a b"), "f1_micro,f1_macro", IntervalMethod::bootstrap);
  for (const Score& score : report.measures) EXPECT_FALSE(score.low.has_value()) << score.name;
  ASSERT_EQ(report.notes.size(), 1u);
  EXPECT_NE(report.notes[0].find("two examples or more"), std::string::npos);
}

// Counts alone tell what the sizes of sets decide; macro figures need the sets.
TEST(FigureIntervals, WithoutLabelSetsNameWhatIsMissing) {
  const Report report = report_of(test::tally_of("a b > a; b > b c; c > a"), "f1_micro,f1_macro",
                                  IntervalMethod::bootstrap);
  EXPECT_TRUE(report.measures[0].low.has_value());
  EXPECT_FALSE(report.measures[1].low.has_value());
  ASSERT_EQ(report.notes.size(), 1u);
  EXPECT_NE(report.notes[0].find("keeps no label rows"), std::string::npos);
}

TEST(FigureIntervals, OfWeightedExamplesNeedToKnowWhatEachWeighs) {
  std::vector<test::Row> data = test::rows("a > a; b > a");
  data[0].weight = {2, 0};
  const Report report = report_of(test::tally_of(data), "f1_micro", IntervalMethod::delta);
  EXPECT_FALSE(report.measures[0].low.has_value());
  ASSERT_EQ(report.notes.size(), 1u);
  EXPECT_NE(report.notes[0].find("what single examples weigh"), std::string::npos);
}

/// Rows, each once, and what they are.
struct Rows {
  Tally tally;
  detail::ExampleRows rows;
  Whole whole;

  explicit Rows(std::string_view text)
      : tally(tally_with_sets(text)),
        rows(detail::set_rows(tally)),
        whole(tally, LabelUniverse::seen) {}
};

constexpr std::string_view kMixed =
    "a b > a; b > b c; c > a; a > a; a > a; b c > b c; > a; d > ; d > d b; a c > c; b > b; b > b";

/// Takes an example of one row away and counts anew: what leaving it out is to give.
TEST(LabelMeans, WithoutOneExampleAreCountedAnew) {
  const Rows data(kMixed);
  for (const char* name : {"f1_macro", "precision_macro", "recall_weighted", "f1_means",
                           "jaccard_macro", "balanced_accuracy_macro"}) {
    const Convention& convention = find_convention("sklearn");
    const std::vector<Spec> specs = expand(parse_measures(name), convention, {});
    ASSERT_EQ(specs.size(), 1u);
    std::vector<Part> parts;
    for (std::size_t row = 0; row < data.rows.counts.size(); ++row) parts.push_back({row, 1});
    const std::vector<double> values =
        detail::label_mean_without(specs[0], data.whole, convention, data.rows.batch, parts);
    ASSERT_EQ(values.size(), data.rows.counts.size());
    for (std::size_t row = 0; row < values.size(); ++row) {
      Batch batch = data.rows.batch;
      for (std::size_t i = 0; i < values.size(); ++i) {
        batch.weights.push_back({data.rows.counts[i] - (i == row ? 1 : 0), 0});
      }
      Tally less = data.tally.emptied(false, false);
      less.update(batch);
      EXPECT_NEAR(values[row], test::value(less, name), 1e-14) << name << ", row " << row;
    }
  }
}

/// Many copies of the data and a few more of one row: the difference is the influence.
TEST(LabelMeans, InfluencesAreDerivatives) {
  const Rows data(kMixed);
  constexpr std::uint64_t kCopies = 10'000'000;
  double n = 0;
  for (const std::uint64_t count : data.rows.counts) n += static_cast<double>(count);
  for (const char* name : {"f1_macro", "precision_macro", "f1_weighted", "f1_means",
                           "jaccard_macro", "mcc_macro", "balanced_accuracy_macro"}) {
    const Convention& convention = find_convention("sklearn");
    const std::vector<Spec> specs = expand(parse_measures(name), convention, {});
    const std::vector<double> slopes =
        detail::label_mean_influences(specs[0], data.whole, convention, data.rows.batch);
    ASSERT_EQ(slopes.size(), data.rows.counts.size());
    for (std::size_t row = 0; row < slopes.size(); ++row) {
      const auto with = [&](std::uint64_t more) {
        Batch batch = data.rows.batch;
        for (std::size_t i = 0; i < slopes.size(); ++i) {
          batch.weights.push_back({data.rows.counts[i] * kCopies + (i == row ? more : 0), 0});
        }
        Tally tally = data.tally.emptied(false, false);
        tally.update(batch);
        return test::value(tally, name);
      };
      constexpr std::uint64_t kMore = kCopies / 1000;
      const double slope = (with(kMore) - with(0)) / 1e-3 * n;
      EXPECT_NEAR(slopes[row], slope, 2e-2 * (1 + std::abs(slope))) << name << ", row " << row;
    }
  }
}

/// A resample counted by labels is the same as one counted example by example.
TEST(RowPopulation, CountsByLabelsWhatItCountsByRows) {
  const Rows data(kMixed);
  const Convention& convention = find_convention("sklearn");
  const std::vector<Spec> specs =
      expand(parse_measures("f1_macro,recall_weighted,f1_means"), convention, {});
  const auto figures = [&](const Tally& tally) {
    std::vector<double> out;
    const Whole whole(tally, LabelUniverse::seen);
    Findings findings;
    findings.whole = &whole;
    for (const Spec& spec : specs) out.push_back(value_of(spec, findings, convention).value);
    return out;
  };
  const detail::RowPopulation population(data.rows, data.whole, specs, convention, false, false,
                                         figures);
  const Population::Evaluator evaluate = population.evaluator();
  test::Source source(3);
  for (int i = 0; i < 50; ++i) {
    std::vector<std::uint64_t> amounts(data.rows.counts.size());
    for (std::uint64_t& amount : amounts) amount = source.below(4);
    amounts[0] += 1;
    std::vector<double> values(specs.size());
    evaluate(amounts, values);
    Batch batch = data.rows.batch;
    for (const std::uint64_t amount : amounts) batch.weights.push_back({amount, 0});
    Tally tally = data.tally.emptied(false, false);
    tally.update(batch);
    EXPECT_EQ(values, figures(tally));
  }
}

}  // namespace
}  // namespace tallystick
