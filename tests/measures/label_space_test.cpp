// Figures of the true labels alone, against values worked by hand.
#include "tallystick/measures/label_space.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "measures/figure.hpp"
#include "states/rows.hpp"
#include "tallystick/measures/catalogue.hpp"

namespace tallystick {
namespace {

using test::figure;
using test::Rules;
using test::value;

Tally space_of(std::string_view text, std::string_view labels = {}) {
  Tally tally(labels.empty() ? Vocabulary{} : test::declared(test::words(labels)));
  tally.keep_sets();
  test::add_rows(tally, test::rows(text));
  return tally;
}

// Five examples of four labels, d never used: a 4, b 2, c 1. Sets: {a} twice, {a b}, {a b c}, {}.
constexpr const char* kText = "a >; a b >; a b c >; a >; >";
constexpr const char* kLabels = "a b c d";

TEST(LabelSpace, GoldenValues) {
  const Tally tally = space_of(kText, kLabels);
  std::set<std::string_view> covered;
  const auto near = [&](std::string_view name, double expected) {
    covered.insert(name);
    EXPECT_NEAR(value(tally, name), expected, 1e-15 * std::max(1.0, expected)) << name;
  };
  near("cardinality", 7.0 / 5);
  near("density", 7.0 / 20);
  near("distinct_labelsets", 4);
  near("diversity", 4.0 / 5);
  near("single_labelsets", 3);
  near("puniq", 3.0 / 5);
  near("pmax", 2.0 / 5);
  // Imbalances 1, 2, 4 (d has none): mean 7/3, squares around it 16/9 + 1/9 + 25/9 = 14/3.
  near("mean_ir", 7.0 / 3);
  near("max_ir", 4);
  near("min_ir", 1);
  near("cvir", std::sqrt(14.0 / 3 / 2) / (7.0 / 3));
  near("cvir:ddof=0", std::sqrt(14.0 / 3 / 3) / (7.0 / 3));
  // With d as 0 the mean is 7/4.
  near("mean_ir:absent=zero", 1.75);
  near("min_ir:absent=zero", 0);
  near("max_ir:absent=zero", 4);
  // Within labels 4/1, 3/2, 4/1; d has no positives.
  near("mean_imr", 9.5 / 3);
  near("max_imr", 4);
  near("min_imr", 1.5);
  near("cvimr", std::sqrt((2 * 25.0 / 36 + 25.0 / 9) / 2) / (9.5 / 3));
  // {a b}: 1 - sqrt(1*2) / 1.5; {a b c}: 1 - cbrt(1*2*4) / (7/3); the other three 0.
  const double ab = 1 - std::sqrt(2.0) / 1.5, abc = 1 - 2 / (7.0 / 3), mean = (ab + abc) / 5;
  near("scumble", mean);
  const double squares = 3 * mean * mean + std::pow(ab - mean, 2) + std::pow(abc - mean, 2);
  near("scumble_cv", std::sqrt(squares / 4) / mean);
  near("tcs", std::log(4.0 * 4));
  near("tcs:inputs=10", std::log(10.0 * 4 * 4));
  near("lrid", -2 * (4 * std::log(5.0 / 12) + 2 * std::log(5.0 / 6) + std::log(5.0 / 3)));
  near("npl", 0.25);
  for (const Measure* measure : catalogue()) {
    EXPECT_TRUE(measure->group != "label-space" || covered.contains(measure->name))
        << measure->name << " has no hand-worked row";
  }
}

TEST(LabelSpace, SaysWhichLabelsAreLeftOut) {
  const Score mean = figure(space_of(kText, kLabels), "mean_ir");
  EXPECT_EQ(mean.n_undefined, 1u);
  EXPECT_EQ(mean.undefined, "label 'd': true in no example; left out");
  const Score many = figure(space_of("x y >; x >", "x y z w"), "mean_imr");
  EXPECT_EQ(many.value, 1) << "of y alone: 1 of 2";
  EXPECT_EQ(many.n_undefined, 3u);
  EXPECT_EQ(many.undefined,
            "3 labels, the first of them 'w': true in no example or in all; left out");
}

TEST(LabelSpace, ConventionMldrKeepsAbsentLabels) {
  const Tally tally = space_of(kText, kLabels);
  const Score kept = figure(tally, "mean_ir", {.convention = "mldr"});
  EXPECT_EQ(kept.value, 1.75);
  EXPECT_EQ(kept.note, "1 label that no example has counts as imbalance 0");
  EXPECT_NEAR(value(tally, "mean_ir:absent=exclude", {.convention = "mldr"}), 7.0 / 3, 1e-15);
  EXPECT_NEAR(value(tally, "mean_ir", {.convention = "mulan"}), 7.0 / 3, 1e-15);
}

/// What was predicted does not enter; labels that are only predicted are of the data, though.
TEST(LabelSpace, LooksAtTheTruthAlone) {
  const Tally none = space_of(kText), some = space_of("a > a; a b > b c; a b c >; a > c; > a b c");
  for (const Score& score : test::report(none, "label-space").measures) {
    EXPECT_EQ(score.value, value(some, score.name)) << score.name;
  }
  EXPECT_EQ(value(space_of("a > d"), "npl"), 0.5);
}

/// An example is kept as a pair of labels or as sets, by what was predicted: the true set is one.
TEST(LabelSpace, SetsAreTheSameHoweverTheExampleIsKept) {
  const Tally tally = space_of("a > b; a > b c; a > a; b >");
  EXPECT_EQ(value(tally, "distinct_labelsets"), 2);
  EXPECT_EQ(value(tally, "pmax"), 0.75);
}

TEST(LabelSpace, OfSingleLabelsNeedsNoKeptSets) {
  const Tally pairs = test::tally_of("a > a; a > b; b > b");
  EXPECT_EQ(value(pairs, "diversity"), 2.0 / 3);
  const Tally sets = test::tally_of("a b > a; a > b");
  EXPECT_NE(test::failure([&] { value(sets, "diversity"); }).find("made without them"),
            std::string::npos);
  EXPECT_EQ(value(sets, "mean_ir"), 1.5) << "needs no sets";
}

TEST(LabelSpace, StrangeData) {
  // Nothing is true anywhere: no label, no spread.
  const Tally empty = space_of(">; >");
  EXPECT_EQ(value(empty, "distinct_labelsets"), 1);
  EXPECT_EQ(value(empty, "scumble"), 0);
  EXPECT_EQ(value(empty, "pmax"), 1);
  for (const char* name : {"mean_ir", "max_ir", "min_ir", "cvir", "mean_imr", "cvimr", "scumble_cv",
                           "tcs", "lrid", "npl"}) {
    const Score score = figure(empty, name);
    EXPECT_TRUE(std::isnan(score.value)) << name;
    EXPECT_EQ(score.n_undefined, 1u) << name;
    EXPECT_FALSE(score.undefined.empty()) << name;
  }
  // One label, true in every example: as even as can be, and infinite within.
  const Tally constant = space_of("a >; a >");
  EXPECT_EQ(value(constant, "mean_ir"), 1);
  EXPECT_TRUE(std::isnan(value(constant, "cvir"))) << "one label has no spread";
  EXPECT_EQ(value(constant, "cvir:ddof=0"), 0);
  EXPECT_TRUE(std::isnan(value(constant, "mean_imr")));
  EXPECT_EQ(value(constant, "lrid"), 0);
  // One example: SCUMBLE 0 for equally frequent labels, to the bit.
  const Tally one = space_of("a b c >");
  EXPECT_EQ(value(one, "scumble"), 0);
  EXPECT_TRUE(std::isnan(value(one, "scumble_cv")));
  EXPECT_EQ(value(one, "puniq"), 1);
}

TEST(LabelSpace, WeightsCountAsExamples) {
  std::vector<test::Row> data = test::rows("a >; b >; b >");
  data[0].weight = amount_from(0.25);
  data[1].weight = amount_from(0.5);
  data[2].weight = amount_from(1.25);
  Tally tally;
  tally.keep_sets();
  test::add_rows(tally, data);
  // Weighing 0.25 and 1.75 of 2: the first counts as its weight, and is the only one of its kind.
  EXPECT_EQ(value(tally, "diversity"), 1.25 / 2);
  EXPECT_EQ(value(tally, "puniq"), 0.25 / 2);
  EXPECT_EQ(value(tally, "pmax"), 1.75 / 2);
  EXPECT_EQ(value(tally, "mean_ir"), (1 + 7.0) / 2);
}

/// A label's SCUMBLE is the mean over the examples that have it.
TEST(LabelSpace, ScumbleOfLabels) {
  const Tally tally = space_of(kText, kLabels);
  const Whole whole(tally, LabelUniverse::declared);
  const std::vector<Scumble> labels = LabelSpace(whole).scumble_of_labels();
  const auto of = [&](const char* name) { return labels[*tally.vocabulary().find(name)]; };
  const double ab = 1 - std::sqrt(2.0) / 1.5, abc = 1 - 2 / (7.0 / 3);
  EXPECT_NEAR(of("a").mean, (ab + abc) / 4, 1e-16);
  EXPECT_NEAR(of("b").mean, (ab + abc) / 2, 1e-16);
  EXPECT_NEAR(of("b").cv, std::abs(ab - abc) / std::sqrt(2.0) / ((ab + abc) / 2), 4e-15);
  EXPECT_NEAR(of("c").mean, abc, 1e-16);
  EXPECT_TRUE(std::isnan(of("c").cv)) << "one example";
  EXPECT_TRUE(std::isnan(of("d").mean)) << "none";
}

}  // namespace
}  // namespace tallystick
