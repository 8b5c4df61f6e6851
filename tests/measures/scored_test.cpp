// Score-based measures on data small enough to work by hand.
#include "measures/scored.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "measures/figure.hpp"
#include "tallystick/measures/spec.hpp"

namespace tallystick {
namespace {

using test::figure;
using test::Rules;
using test::scored_tally;
using test::value;

constexpr double kTiny = 1e-15;

/// The example of torchmetrics' documentation of multi-label measures.
Tally of_three_labels() {
  return scored_tally(
      "a c > a=0.75 b=0.05 c=0.35; > a=0.45 b=0.75 c=0.05; b c > a=0.05 b=0.55 c=0.75;"
      "a b c > a=0.05 b=0.65 c=0.05");
}

TEST(Scored, RocAucIsTheShareOfPairsInOrder) {
  const Tally tally = of_three_labels();
  // a: 0.75 is above 0.45 and 0.05; 0.05 is below 0.45 and ties with 0.05: 2.5 of 4
  EXPECT_EQ(value(tally, "roc_auc:label=a"), 2.5 / 4);
  EXPECT_EQ(value(tally, "roc_auc:label=b"), 2.0 / 4);
  EXPECT_EQ(value(tally, "roc_auc:label=c"), 2.5 / 3);
  EXPECT_NEAR(value(tally, "roc_auc_macro"), (0.625 + 0.5 + 2.5 / 3) / 3, kTiny);
  EXPECT_NEAR(value(tally, "roc_auc_weighted"), (2 * 0.625 + 2 * 0.5 + 2.5) / 7, kTiny);
  // All cells: 7 true ones, 5 others (0.75, 0.45, 0.05, 0.05, 0.05). Below each true one:
  // 0.75: 4.5 twice; 0.65, 0.55: 4 each; 0.35: 3; 0.05: 1.5 twice
  EXPECT_EQ(value(tally, "roc_auc_micro"), (9 + 8 + 3 + 3) / 35.0);
}

TEST(Scored, AveragePrecisionSumsSteps) {
  const Tally tally = of_three_labels();
  EXPECT_EQ(value(tally, "average_precision:label=a"), (1 + 2.0 / 4) / 2);
  EXPECT_NEAR(value(tally, "average_precision:label=b"), (1.0 / 2 + 2.0 / 3) / 2, kTiny);
  EXPECT_NEAR(value(tally, "average_precision:label=c"), (1 + 1 + 3.0 / 4) / 3, kTiny);
  EXPECT_NEAR(value(tally, "average_precision_macro"), 0.75, kTiny);
}

TEST(Scored, InterpolatedPrecisionLooksAheadForTheBest) {
  const Tally tally = of_three_labels();
  // a: precision 1 up to recall 1/2, then 1/2. Levels 0 to 5 of ten are at most 1/2; 0/9 to 4/9.
  const std::string name = "interpolated_average_precision:label=";
  EXPECT_NEAR(value(tally, name + "a"), (6 + 5 * 0.5) / 11, kTiny);
  EXPECT_NEAR(value(tally, name + "a,levels=10"), (5 + 5 * 0.5) / 10, kTiny);
  // b: 1/2 at recall 1/2, but 2/3 at recall 1.
  EXPECT_NEAR(value(tally, name + "b"), 2.0 / 3, kTiny);
}

/// Davis & Goadrich's own example: A = (5 true, 5 false), B = (10, 30), all = (20, 2000).
TEST(Scored, AuprcFollowsDavisAndGoadrich) {
  std::vector<test::ScoredExample> rows;
  const auto add = [&rows](int n, bool is_true, double score) {
    for (int i = 0; i < n; ++i) {
      test::ScoredExample row;
      if (is_true) row.truth = {"x"};
      if (score != 0) row.scores = {{"x", score}};
      rows.push_back(row);
    }
  };
  add(5, true, 0.9), add(5, false, 0.9);
  add(5, true, 0.4), add(25, false, 0.4);
  add(10, true, 0), add(1970, false, 0);
  const Tally tally = scored_tally(rows);
  // At tp between A and B fp = 5 + 5 (tp - 5): integral of tp / (6 tp - 20) from 5 to 10.
  const double first = 5 * 0.5;
  const double second = 5.0 / 6 + 20.0 / 36 * std::log(40.0 / 10);
  const double third = 10.0 / 198 + 1940.0 / (198 * 198) * std::log(2020.0 / 40);
  EXPECT_NEAR(value(tally, "auprc:label=x"), (first + second + third) / 20, kTiny);
  EXPECT_EQ(value(tally, "auprc_micro"), value(tally, "auprc_macro"));
  EXPECT_NEAR(value(tally, "average_precision:label=x"),
              (5 * 0.5 + 5 * 0.25 + 10 * 20.0 / 2020) / 20, kTiny);
}

/// scikit-learn's partial area, scaled by McClish.
TEST(Scored, PartialAreaIsScaledBetweenChanceAndPerfect) {
  const Tally tally = scored_tally("> x=0.1; > x=0.4; x > x=0.35; x > x=0.8; > x=0.2; x > x=0.7");
  // To 1/2: 1/3 at 2/3, then 1/6 at 1: 7/18. Chance 1/8, perfect 1/2: (1 + 19/27) / 2.
  EXPECT_NEAR(value(tally, "roc_auc:label=x,max_fpr=0.5"), 23.0 / 27, kTiny);
  EXPECT_EQ(value(tally, "roc_auc:label=x,max_fpr=1"), value(tally, "roc_auc:label=x"));
}

TEST(Scored, ALabelWithoutAScoreRanksBelowAllScoredAndTiesWithItsLike) {
  // b: true in the 2nd example without a score; the 3rd scores it higher, the 1st not either.
  const Tally tally = scored_tally("a > a=0.9; b > a=0.5; > b=-0.1");
  EXPECT_EQ(value(tally, "roc_auc:label=b"), 0.5 / 2);
  EXPECT_NEAR(value(tally, "average_precision:label=b"), 1.0 / 3, kTiny);
  // An example's own order: the 2nd has b below a.
  EXPECT_EQ(value(tally, "roc_auc_samples"), (1 + 0) / 2.0);
}

TEST(Scored, ProbabilitiesOfCells) {
  const Tally tally = scored_tally("> x=0.1; x > x=0.9; x > x=0.8; > x=0.3", "x");
  EXPECT_NEAR(value(tally, "brier_score_loss_micro"), 0.0375, kTiny);
  const double log_loss = -(2 * std::log(0.9) + std::log(0.8) + std::log(0.7)) / 4;
  EXPECT_NEAR(value(tally, "log_loss_micro"), log_loss, kTiny);
  EXPECT_NEAR(value(tally, "log_loss:label=x"), log_loss, kTiny);
}

TEST(Scored, ACellWithoutAScoreHasProbabilityZero) {
  const Tally tally = scored_tally("x > y=1; > x=0.5", "x y");
  // x: true without a score, and false at 1/2; y: false at 1, false without a score.
  EXPECT_EQ(value(tally, "brier_score_loss_micro"), (1 + 0.25 + 1 + 0) / 4);
  const double worst = -std::log(0x1p-52);
  EXPECT_NEAR(value(tally, "log_loss_macro"), (2 * worst - std::log(0.5)) / 4, 1e-14);
  EXPECT_NEAR(value(tally, "log_loss_micro:eps=0.125"), (2 * std::log(8) + std::log(2)) / 4, kTiny);
}

TEST(Scored, OneTrueLabelEachIsScoredByItsProbability) {
  const Tally tally = scored_tally(
      "0 > 0=0.5 1=0.3 2=0.2; 1 > 0=0.2 1=0.5 2=0.3; 2 > 0=0.1 1=0.2 2=0.7;"
      "1 > 0=0.4 1=0.4 2=0.2; 0 > 0=0.3 1=0.3 2=0.4; 0 > 0=0.6 1=0.1 2=0.3");
  EXPECT_NEAR(value(tally, "log_loss"), -std::log(0.5 * 0.5 * 0.7 * 0.4 * 0.3 * 0.6) / 6, kTiny);
  // 0.25+0.09+0.04, 0.04+0.25+0.09, 0.01+0.04+0.09, 0.16+0.36+0.04, 0.49+0.09+0.16, 0.16+0.01+0.09
  EXPECT_NEAR(value(tally, "brier_score_loss"), (0.38 + 0.38 + 0.14 + 0.56 + 0.74 + 0.26) / 6,
              kTiny);
  // Best labels: 0.5 right, 0.5 right, 0.7 right, 0.4 tied (wrong), 0.4 wrong, 0.6 right.
  // Two bins, closed right: (0.4, 0.4, 0.5, 0.5): 2/4 against 0.45; (0.6, 0.7): 1 against 0.65.
  EXPECT_NEAR(value(tally, "calibration_error:bins=2"), (4 * 0.05 + 2 * 0.35) / 6, kTiny);
}

Tally of_eight() {
  return scored_tally(
      "p > p=0.95; p > p=0.85; > p=0.85; p > p=0.6; > p=0.55; > p=0.3; > p=0.1; p > p=0.5");
}

TEST(Scored, CalibrationErrorOverBinsClosedOnEitherSide) {
  const Tally tally = of_eight();
  const std::string name = "calibration_error:label=p,bins=4";
  // (0,.25]: gap .1; (.25,.5]: 1/2 - .4; (.5,.75]: 1/2 - .575; (.75,1]: 2/3 - .88333
  EXPECT_NEAR(value(tally, name), (0.1 + 0.2 + 0.15 + 0.65) / 8, kTiny);
  EXPECT_NEAR(value(tally, name + ",norm=l2"), 0.1508655582519306, kTiny);
  EXPECT_NEAR(value(tally, name + ",norm=max"), 0.65 / 3, kTiny);
  // 0.5 moves up: .3 alone, and {.6, .55, .5} with 2/3 against .55
  EXPECT_NEAR(value(tally, name + ",closed=left"), (0.1 + 0.3 + 0.35 + 0.65) / 8, kTiny);
  EXPECT_NEAR(value(tally, name + ",closed=left,norm=l2"), 0.1876388374866284, kTiny);
}

/// Sums of 0.1 miss 0.3 and 0.6; scores written like an edge lie on it.
TEST(Scored, DecimalScoresLieOnTheEdgesOfDecimalBins) {
  // Closed right, 0.3 is with 0.25 and 0.6 with 0.55; closed left, with 0.35 and 0.65.
  const Tally tally = scored_tally("x > x=0.3; > x=0.25; > x=0.35; x > x=0.6; > x=0.55; > x=0.65");
  const std::string name = "calibration_error:label=x,bins=10";
  // (.2,.3]: 1/2 - .275; (.3,.4]: 0 - .35; (.5,.6]: 1/2 - .575; (.6,.7]: 0 - .65
  EXPECT_NEAR(value(tally, name), (2 * 0.225 + 0.35 + 2 * 0.075 + 0.65) / 6, kTiny);
  EXPECT_NEAR(value(tally, name + ",closed=left"), (0.25 + 2 * 0.175 + 0.55 + 2 * 0.125) / 6,
              kTiny);
}

TEST(Scored, BinsOfEqualMassSpreadCellsThatTie) {
  // Three bins of 4/3 cells each: {0.8, a third of 0.4s}, ... the 0.4s (1 of 3 true) are spread.
  const Tally tally = scored_tally("x > x=0.8; x > x=0.4; > x=0.4; > x=0.4");
  // Top: 0.8 true and a third of a cell of 0.4, a ninth true: |1 + 1/9 - (0.8 + 0.4/3)| = 8/45
  // The two below: 4/3 cells of 0.4, 4/9 true: 4/9 - 8/15 each
  EXPECT_NEAR(value(tally, "calibration_error:label=x,bins=3,binning=mass"),
              (8.0 / 45 + 2 * 4.0 / 45) / 4, kTiny);
}

TEST(Scored, BrierScoreHasThreeParts) {
  // 0.8: 2 of 2 true; 0.4: 1 of 2; 0.1: 0 of 4. Prevalence 3/8.
  const Tally tally =
      scored_tally("x > x=0.8; x > x=0.8; x > x=0.4; > x=0.4; > x=0.1; > x=0.1; > x=0.1; > x=0.1");
  const auto part = [&tally](const std::string& name) { return value(tally, name + ":label=x"); };
  EXPECT_NEAR(part("brier_reliability"), (2 * 0.04 + 2 * 0.01 + 4 * 0.01) / 8, kTiny);
  EXPECT_NEAR(part("brier_resolution"), (2 * 25 + 2 * 1 + 4 * 9) / 64.0 / 8, kTiny);
  EXPECT_EQ(part("brier_uncertainty"), 15 / 64.0);
  EXPECT_NEAR(part("brier_reliability") - part("brier_resolution") + part("brier_uncertainty"),
              part("brier_score_loss"), kTiny);
}

TEST(Scored, LabelsOfOneClassAreAnsweredByTheConvention) {
  // b is scored and never true, c true everywhere.
  const char* const data = "a c > a=0.9 c=0.2; c > a=0.3 b=0.4";
  const Tally tally = scored_tally(data);
  const auto under = [data](std::string_view convention, std::string_view name) {
    const Ties ties = find_convention(convention).ties;
    return value(scored_tally(data, "", ties), name, {.convention = convention});
  };
  const Score left_out = figure(tally, "roc_auc_macro");
  EXPECT_EQ(left_out.value, 1);
  EXPECT_EQ(left_out.n_undefined, 2u);
  EXPECT_EQ(left_out.undefined,
            "2 labels, the first of them 'b': all or none of the cells are true; left out");
  EXPECT_EQ(under("mldr", "roc_auc_macro"), (1 + 0.5 + 0.5) / 3);
  EXPECT_EQ(under("torchmetrics", "roc_auc_macro"), 1.0 / 3);
  const Score zero = figure(tally, "average_precision_macro");
  EXPECT_NEAR(zero.value, (1 + 0 + 1) / 3.0, kTiny);
  EXPECT_EQ(zero.n_undefined, 1u);
  EXPECT_EQ(zero.undefined, "label 'b': none of the cells are true; counted as 0");
  EXPECT_EQ(under("mulan", "average_precision_macro"), 1);
  EXPECT_EQ(value(tally, "auprc_macro"), 1);
  EXPECT_EQ(value(tally, "roc_auc_macro", {.undefined = Undefined::zero}), 1.0 / 3);
  // Nothing is left: the figure is null, never a number.
  EXPECT_TRUE(std::isnan(value(tally, "roc_auc:label=b")));
  EXPECT_EQ(figure(tally, "roc_auc:label=b").undefined,
            "label 'b': all or none of the cells are true; left out");
}

TEST(Scored, LabelsOfTheUniverse) {
  // x is declared and occurs nowhere; y is only scored and not declared.
  const Tally tally = scored_tally("a > a=0.9; > a=0.2 y=0.1", "a x");
  EXPECT_EQ(figure(tally, "average_precision_macro").value, 0.5);
  EXPECT_NEAR(value(tally, "average_precision_macro", {.labels = LabelUniverse::all}), 1.0 / 3,
              kTiny);
  EXPECT_EQ(value(tally, "average_precision_macro", {.labels = LabelUniverse::seen}), 0.5);
  EXPECT_EQ(value(tally, "average_precision_macro", {.labels = LabelUniverse::truth}), 1);
}

TEST(Scored, WithoutSupportWeightsSayNothing) {
  const Tally tally = scored_tally("> a=0.5; > b=0.5");
  const Score value = figure(tally, "brier_score_loss_weighted");
  EXPECT_EQ(value.value, 0.125);
  EXPECT_EQ(
      value.undefined,
      "no label has support, so the weights are 0/0; the plain mean over the labels is taken");
}

TEST(Scored, WhatIsNoProbabilityIsRefusedWithAHint) {
  const Tally percent = scored_tally("a > a=90; > a=15");
  EXPECT_EQ(test::failure([&] { static_cast<void>(value(percent, "log_loss_micro")); }),
            "bad-number: measure 'log_loss_micro' takes scores for probabilities, and they range "
            "from 15 to 90 / if they are percentages, divide them by 100; else scale them to [0, "
            "1]");
  const Tally logits = scored_tally("a > a=3.5; > a=-2");
  EXPECT_NE(test::failure([&] {
              static_cast<void>(value(logits, "calibration_error_macro"));
            }).find("logits"),
            std::string::npos);
  EXPECT_EQ(value(logits, "roc_auc_micro"), 1);
  // A group leaves them out.
  for (const auto& figure : test::report(logits, "probabilistic").measures) {
    EXPECT_EQ(figure.name.find("loss"), std::string::npos) << figure.name;
  }
}

TEST(Scored, NamesAndParameters) {
  const Tally tally = of_three_labels();
  const auto all = test::report(tally, "roc_auc,auc_macro,macro_ap,log_loss:eps=1e-8").measures;
  std::vector<std::string> names;
  for (const auto& figure : all) names.push_back(figure.name);
  EXPECT_EQ(names, test::words("roc_auc_micro roc_auc_macro roc_auc_weighted roc_auc_samples "
                               "average_precision_macro log_loss_micro:eps=1e-08 "
                               "log_loss_macro:eps=1e-08 log_loss_weighted:eps=1e-08 "
                               "log_loss_samples:eps=1e-08"));
  for (const char* wrong :
       {"roc_auc:max_fpr=0", "roc_auc:max_fpr=1.5", "log_loss:eps=0.6", "calibration_error:bins=0",
        "calibration_error:norm=l3", "interpolated_average_precision:levels=1", "roc_auc_means"}) {
    EXPECT_NE(test::failure([&] { static_cast<void>(parse_measures(wrong)); }), "") << wrong;
  }
  EXPECT_EQ(
      test::failure([&] { static_cast<void>(value(tally, "roc_auc:label=z")); }).substr(0, 13),
      "unknown-label");
}

}  // namespace
}  // namespace tallystick
