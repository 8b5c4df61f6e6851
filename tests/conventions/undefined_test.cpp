// The rules for 0/0 in every average, worked by hand: which value a 0/0 takes and whether it counts
// in the mean are two answers, and every figure says how many terms were undefined.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "measures/figure.hpp"
#include "states/rows.hpp"

namespace tallystick {
namespace {

using test::figure;
using test::Rules;
using test::tally_of;

constexpr double kNull = std::numeric_limits<double>::quiet_NaN();

void expect_value(double actual, double expected, const std::string& what) {
  if (std::isnan(expected)) {
    EXPECT_TRUE(std::isnan(actual)) << what << " is " << actual;
  } else {
    EXPECT_NEAR(actual, expected, 1e-15) << what;
  }
}

// Examples: {a} > {a}; {} > {}; {} > {c}; {b} > {}        tp fp fn tn
//   a 1 0 0 3    P 1    R 1    F 1                        support 1
//   b 0 0 1 3    P 0/0  R 0    F 0                        support 1
//   c 0 1 0 3    P 0    R 0/0  F 0                        support 0
//   d 0 0 0 4    P 0/0  R 0/0  F 0/0 (declared)           support 0
// pooled 1 1 1 13; examples P: 1, 0/0, 0, 0/0; R: 1, 0/0, 0/0, 0; F: 1, 0/0, 0, 0
constexpr const char* kRows = "a > a; >; > c; b >";
constexpr const char* kLabels = "a b c d";

struct Case {
  const char* name;
  double zero, one, exclude;
  std::uint64_t n_undefined;
};

TEST(Undefined, EachRuleInEachAverage) {
  const Case table[] = {
      {"precision_micro", 1.0 / 2, 1.0 / 2, 1.0 / 2, 0},
      {"recall_micro", 1.0 / 2, 1.0 / 2, 1.0 / 2, 0},
      {"f1_micro", 1.0 / 2, 1.0 / 2, 1.0 / 2, 0},
      {"precision_macro", 1.0 / 4, 3.0 / 4, 1.0 / 2, 2},  // 1, _, 0, _
      {"recall_macro", 1.0 / 4, 3.0 / 4, 1.0 / 2, 2},     // 1, 0, _, _
      {"f1_macro", 1.0 / 4, 2.0 / 4, 1.0 / 3, 1},         // 1, 0, 0, _
      {"jaccard_macro", 1.0 / 4, 2.0 / 4, 1.0 / 3, 1},
      {"precision_weighted", 1.0 / 2, 1, 1, 2},  // weights 1 1 0 0; b leaves, a stays
      {"recall_weighted", 1.0 / 2, 1.0 / 2, 1.0 / 2, 2},
      {"f1_weighted", 1.0 / 2, 1.0 / 2, 1.0 / 2, 1},
      {"precision_samples", 1.0 / 4, 3.0 / 4, 1.0 / 2, 2},
      {"recall_samples", 1.0 / 4, 3.0 / 4, 1.0 / 2, 2},
      {"f1_samples", 1.0 / 4, 2.0 / 4, 1.0 / 3, 1},
      {"jaccard_samples", 1.0 / 4, 2.0 / 4, 1.0 / 3, 1},
      {"jaccard_distance_samples", 2.0 / 4, 3.0 / 4, 2.0 / 3, 1},  // 0, _, 1, 1
      {"f1_means", 1.0 / 4, 3.0 / 4, 1.0 / 2, 4},                  // P = R, so F is the same
      {"specificity_macro", (1 + 1 + 0.75 + 1) / 4, (1 + 1 + 0.75 + 1) / 4, (1 + 1 + 0.75 + 1) / 4,
       0},
      {"precision:label=b", 0, 1, kNull, 1},
      {"recall:label=b", 0, 0, 0, 0},
      {"f1:label=d", 0, 1, kNull, 1},
      {"mcc:label=b", 0, 1, kNull, 1},
      {"subset_accuracy", 1.0 / 2, 1.0 / 2, 1.0 / 2, 0},
      {"hamming_loss", 2.0 / 16, 2.0 / 16, 2.0 / 16, 0},
  };
  const Tally tally = tally_of(kRows, kLabels);
  for (const Case& row : table) {
    const std::pair<Undefined, double> rules[] = {
        {Undefined::zero, row.zero}, {Undefined::one, row.one}, {Undefined::exclude, row.exclude}};
    for (const auto& [rule, expected] : rules) {
      const Score score = figure(tally, row.name, {.undefined = rule});
      const std::string what =
          std::string(row.name).append(" rule ").append(std::to_string(static_cast<int>(rule)));
      expect_value(score.value, expected, what);
      EXPECT_EQ(score.n_undefined, row.n_undefined) << what;
      EXPECT_EQ(score.undefined.empty(), row.n_undefined == 0) << what << score.undefined;
    }
  }
}

TEST(Undefined, FIsZeroWhereThereAreErrorsAndNoHits) {
  const Tally tally = tally_of("a > b; b > a");
  for (const Undefined rule : {Undefined::zero, Undefined::one, Undefined::exclude}) {
    for (const char* name : {"f1_micro", "f1_macro", "f1_weighted", "f1_samples", "f1_means",
                             "fbeta_macro:beta=0", "fbeta_macro:beta=2", "jaccard_macro"}) {
      const Score score = figure(tally, name, {.undefined = rule});
      EXPECT_EQ(score.value, 0) << name;
      EXPECT_EQ(score.n_undefined, 0u) << name;
    }
  }
}

TEST(Undefined, APooledFigureIsUndefinedAsAWhole) {
  const Tally tally = tally_of("a >; b >");  // nothing predicted
  for (const auto& [rule, expected] :
       {std::pair{Undefined::zero, 0.0}, {Undefined::one, 1.0}, {Undefined::exclude, kNull}}) {
    const Score score = figure(tally, "precision_micro", {.undefined = rule});
    expect_value(score.value, expected, "precision_micro");
    EXPECT_EQ(score.n_undefined, 1u);
    EXPECT_NE(score.undefined.find("tp + fp = 0"), std::string::npos) << score.undefined;
  }
  EXPECT_EQ(figure(tally, "recall_micro").value, 0);
  EXPECT_EQ(figure(tally, "f1_micro").n_undefined, 0u);
  const Report report = test::report(tally, "f1_micro");
  ASSERT_FALSE(report.notes.empty());
  EXPECT_NE(report.notes[0].find("no labels are predicted"), std::string::npos);
}

TEST(Undefined, WeightedMeansWithoutSupport) {
  const Tally tally = tally_of("> a; > a b", "a b c");  // no label is true
  // precision 0 0 0/0 with weights 0 0 0: the plain mean stands in, or nothing under exclude
  for (const auto& [rule, expected] :
       {std::pair{Undefined::zero, 0.0}, {Undefined::one, 1.0 / 3}, {Undefined::exclude, kNull}}) {
    const Score score = figure(tally, "precision_weighted", {.undefined = rule});
    expect_value(score.value, expected, "precision_weighted");
    EXPECT_EQ(score.n_undefined, 3u);
    EXPECT_NE(score.undefined.find("no label has support"), std::string::npos) << score.undefined;
  }
  // Without any label there is not even a plain mean.
  const Tally empty = tally_of(">; >");
  EXPECT_EQ(figure(empty, "precision_weighted").value, 0);
  EXPECT_EQ(figure(empty, "precision_weighted", {.undefined = Undefined::one}).value, 1);
  EXPECT_EQ(figure(empty, "precision_weighted").n_undefined, 1u);
  EXPECT_EQ(figure(empty, "f1_macro").n_undefined, 1u);
  EXPECT_EQ(figure(empty, "hamming_loss").n_undefined, 1u);
  EXPECT_EQ(figure(empty, "subset_accuracy").value, 1);
}

TEST(Undefined, MulansTwoCasesSayWhichIsWhich) {
  const Tally tally = tally_of(kRows, kLabels);
  // precision: b was missed, 0; d is nowhere, 1
  const Score score = figure(tally, "precision_macro", {.convention = "mulan"});
  EXPECT_DOUBLE_EQ(score.value, (1 + 0 + 0 + 1) / 4.0);
  EXPECT_EQ(score.n_undefined, 2u);
  EXPECT_NE(score.undefined.find("counted as 1 where"), std::string::npos) << score.undefined;
  EXPECT_NE(score.undefined.find("'b'"), std::string::npos) << score.undefined;
}

TEST(Undefined, NamesTheLabelThatComesFirstByName) {
  const Tally tally = tally_of("z > z; y > z; x > z");
  const Score score = figure(tally, "precision_macro");
  EXPECT_EQ(score.n_undefined, 2u);
  EXPECT_NE(score.undefined.find("'x'"), std::string::npos) << score.undefined;
  const Score one = figure(tally_of("a > a", "a b"), "f1_macro");
  EXPECT_NE(one.undefined.find("label 'b' is in neither truth nor prediction; counted as 0"),
            std::string::npos)
      << one.undefined;
}

TEST(Undefined, OfClasses) {
  const Tally one = tally_of("a > a; a > a; a > a");
  for (const auto& [rule, expected] :
       {std::pair{Undefined::zero, 0.0}, {Undefined::one, 1.0}, {Undefined::exclude, kNull}}) {
    const Score kappa = figure(one, "cohen_kappa", {.undefined = rule});
    expect_value(kappa.value, expected, "kappa");
    EXPECT_NE(kappa.undefined.find("single class"), std::string::npos) << kappa.undefined;
    expect_value(figure(one, "mcc", {.undefined = rule}).value, expected, "mcc");
  }
  const Tally two = tally_of("a > a; a > b");
  EXPECT_EQ(figure(two, "balanced_accuracy").value, 0.5);
  EXPECT_EQ(figure(two, "balanced_accuracy").n_undefined, 0u);
  const Rules exclude{.undefined = Undefined::exclude};
  EXPECT_TRUE(std::isnan(figure(two, "balanced_accuracy:adjusted=true", exclude).value));
}

}  // namespace
}  // namespace tallystick
