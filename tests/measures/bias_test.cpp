// The prediction bias coefficient: which labels count, ties, and where it is undefined.
#include "tallystick/measures/bias.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <tuple>

#include "measures/figure.hpp"
#include "states/rows.hpp"
#include "tallystick/measures/catalogue.hpp"
#include "tallystick/measures/spec.hpp"

namespace tallystick {
namespace {

using Counts = std::vector<std::pair<std::string, std::uint64_t>>;

/// Training counts by label name, for a tally.
Training training_of(const Tally& tally, const Counts& counts, std::uint64_t n_examples) {
  Training out;
  out.n_examples = n_examples;
  out.counts.resize(tally.vocabulary().size());
  for (const auto& [label, n] : counts) {
    const auto id = tally.vocabulary().find(label);
    if (id) {
      out.counts[*id] = n;
    } else {
      out.unseen.push_back(n);
      out.unseen_names.push_back(label);
    }
  }
  return out;
}

double pbc(const Tally& tally, const Training& training, const Params& params = {}) {
  const Whole whole(tally, LabelUniverse::seen);
  return find_measure("pbc")->trained(whole, training, params);
}

// Training a 5, b 2, c d e 1 of 6 examples; e and f are not in both. F1 of a b c d: 6/7 2/3 0 1.
constexpr const char* kTest = "a > a; a b > a; b > b c; c > a; d a > d a; f >";
const Counts kTraining = {{"a", 5}, {"b", 2}, {"c", 1}, {"d", 1}, {"e", 1}};

TEST(PredictionBias, IsOverTheLabelsOfTrainingAndTest) {
  const Tally tally = test::tally_of(kTest);
  // Ranks of frequency 4 3 1.5 1.5, of F1 3 2 1 4: covariance 0.5, variances 4.5 and 5.
  EXPECT_NEAR(pbc(tally, training_of(tally, kTraining, 6)), 0.5 / std::sqrt(4.5 * 5), 1e-15);
}

TEST(PredictionBias, MayCountAllTrainingLabels) {
  Tally tally = test::tally_of(kTest);
  tally.vocabulary().intern("e");
  Params params;
  params.labels = "train";
  EXPECT_NEAR(pbc(tally, training_of(tally, kTraining, 6), params), 0.34412360080584264, 1e-15);
}

TEST(PredictionBias, TrainingLabelsThatTheTestDataLackScoreZero) {
  const Tally tally = test::tally_of(kTest);  // e is not among its labels
  Training training = training_of(tally, kTraining, 6);
  training.unseen = {1};
  Params params;
  params.labels = "train";
  EXPECT_NEAR(pbc(tally, training, params), 0.34412360080584264, 1e-15);
}

TEST(PredictionBias, TakesOtherScores) {
  const Tally tally = test::tally_of(kTest);
  const Training training = training_of(tally, kTraining, 6);
  Params params;
  params.score = "recall";  // a 1, b 1/2, c 0, d 1: ranks 3.5 2 1 3.5
  EXPECT_NEAR(pbc(tally, training, params), 1.75 / std::sqrt(4.5 * 4.5), 1e-15);
  params.score = "precision";  // a 3/4, b 1, c 0, d 1: ranks 2 3.5 1 3.5
  EXPECT_NEAR(pbc(tally, training, params), 0.25 / std::sqrt(4.5 * 4.5), 1e-15);
}

TEST(PredictionBias, ScoresThatAreEqualAsFractionsAreTies) {
  // F1 of a is 2/3 (tp 1, fp 1), of b 4/6 (tp 2, fp 1, fn 1), of c 0. Frequencies 3 2 1: ranks
  // 3 2 1 against 2.5 2.5 1: covariance 1.5, variances 2 and 1.5.
  const Tally tally = test::tally_of("a > a; > a b; b > b; b > b; b > ; c >");
  const Training training = training_of(tally, {{"a", 3}, {"b", 2}, {"c", 1}}, 3);
  EXPECT_NEAR(pbc(tally, training), 1.5 / std::sqrt(2 * 1.5), 1e-15);
}

TEST(PredictionBias, IsUndefinedWhereASideIsConstant) {
  const Tally same_score = test::tally_of("a > a; b > b");
  EXPECT_TRUE(std::isnan(pbc(same_score, training_of(same_score, {{"a", 3}, {"b", 2}}, 4))));
  const Tally same_frequency = test::tally_of("a > a; b >; a >");
  const Training training = training_of(same_frequency, {{"a", 2}, {"b", 2}}, 4);
  EXPECT_TRUE(std::isnan(pbc(same_frequency, training)));
}

TEST(PredictionBias, SaysWhyThereIsNone) {
  const auto reason = [](const char* data, const Counts& counts, const Params& params = {}) {
    const Tally tally = test::tally_of(data);
    const Whole whole(tally, LabelUniverse::seen);
    return prediction_bias(whole, training_of(tally, counts, 9), params).undefined;
  };
  EXPECT_EQ(reason("a > a; b >; c > c", {{"a", 3}, {"b", 3}, {"c", 3}}),
            "training frequency is constant: all 3 labels have the same");
  EXPECT_EQ(reason("a > a; b > b", {{"a", 3}, {"b", 2}}), "F1 is constant: all 2 labels have 1");
  EXPECT_EQ(reason("a > a; b >", {{"a", 3}}),
            "one label alone occurs in training and test, and a correlation takes two");
  EXPECT_EQ(reason("a > a; b >", {{"c", 3}}),
            "no label occurs in training and test, and a correlation takes two");
  EXPECT_EQ(reason("a > a; b >", {{"a", 3}, {"b", 1}}), "");
}

/// F-beta of beta = 1/10: 101 tp / (101 tp + fn + 100 fp). The square of the double 0.1 is not
/// 1/100, and scores that are equal as fractions would not be.
TEST(PredictionBias, TiesOfFbetaAreThoseOfTheDecimalWritten) {
  // a: tp 1, fn 100; b: tp 1, fp 1: both 101/201. c: 0. Frequencies 3 2 1: covariance 1.5,
  // variances 2 and 1.5.
  std::vector<test::Row> data = test::rows("a > a; b > b; > b; c >");
  for (int i = 0; i < 100; ++i) data.push_back({{"a"}, {}});
  const Tally tally = test::tally_of(data);
  Params params;
  params.score = "fbeta";
  params.beta = 0.1;
  const Training training = training_of(tally, {{"a", 3}, {"b", 2}, {"c", 1}}, 3);
  EXPECT_NEAR(pbc(tally, training, params), 1.5 / std::sqrt(2 * 1.5), 1e-15);
  params.beta = 1;
  EXPECT_NEAR(pbc(tally, training, params), 1.0 / 2, 1e-15) << "F1 of a is 2/102, of b 2/3";
  for (const double beta : {0.0, 1e-300, 1e300, 1.0 / 3}) {
    params.beta = beta;
    EXPECT_FALSE(std::isnan(pbc(tally, training, params))) << beta;
  }
}

TEST(PredictionBias, TheLineAndTheLabelsBehindIt) {
  // Frequencies 5/6, 1/3, 1/6, 1/6, scores 6/7, 2/3, 0, 1.
  const Tally tally = test::tally_of(kTest);
  const Whole whole(tally, LabelUniverse::seen);
  const PredictionBias bias = prediction_bias(whole, training_of(tally, kTraining, 6), {});
  const double x[] = {5.0 / 6, 2.0 / 6, 1.0 / 6, 1.0 / 6}, y[] = {6.0 / 7, 2.0 / 3, 0, 1};
  double mx = 0, my = 0, xx = 0, xy = 0;
  for (int i = 0; i < 4; ++i) mx += x[i] / 4, my += y[i] / 4;
  for (int i = 0; i < 4; ++i) xx += (x[i] - mx) * (x[i] - mx), xy += (x[i] - mx) * (y[i] - my);
  EXPECT_NEAR(bias.slope, xy / xx, 1e-14);
  EXPECT_NEAR(bias.intercept, my - xy / xx * mx, 1e-14);
  ASSERT_EQ(bias.labels.size(), 4u);
  EXPECT_EQ(bias.labels[0].name, "a");
  EXPECT_EQ(bias.labels[0].count_rank2, 8u) << "twice 4";
  EXPECT_EQ(bias.labels[2].count_rank2, 3u) << "c and d share 1.5";
  EXPECT_EQ(bias.labels[3].score, 1);
}

/// What does not exist is no number, whatever the rule for 0/0.
TEST(PredictionBias, HasNoNumberWhereItDoesNotExist) {
  const Tally tally = test::tally_of("a > a; b > b");
  const std::string train = std::string(TALLYSTICK_TEST_DATA) + "/train_labels.csv";
  for (const Undefined rule : {Undefined::zero, Undefined::one, Undefined::exclude}) {
    const Score score = test::figure(tally, "pbc", {.undefined = rule, .train = train});
    EXPECT_TRUE(std::isnan(score.value));
    EXPECT_NE(score.undefined.find("constant"), std::string::npos) << score.undefined;
  }
}

TEST(PredictionBias, NamesOfItsScores) {
  const Tally tally = test::tally_of("a > a; b >; b > a");
  const std::string train = std::string(TALLYSTICK_TEST_DATA) + "/train_labels.csv";
  for (const char* name : {"pbc", "pbc:score=recall", "pbc:score=fbeta,labels=train,beta=0.5",
                           "pbc:score=fbeta,beta=1", "pbc:labels=all"}) {
    EXPECT_EQ(test::figure(tally, name, {.train = train}).name, name);
  }
  EXPECT_EQ(test::figure(tally, "pbc:beta=2", {.train = train}).name, "pbc:score=fbeta,beta=2");
  EXPECT_NE(test::failure([] {
              (void)parse_measures("pbc:score=recall,beta=2");
            }).find("say score=fbeta"),
            std::string::npos);
}

/// Rows, labels and parts in any order give the same bits, the p-value and the line included.
TEST(PredictionBiasLaws, OrderChangesNoBit) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    test::Source source(seed);
    std::vector<test::Row> data = source.data(seed % 2 == 0);
    const auto figures = [](const Tally& tally) {
      Counts counts;
      for (char c = 'a'; c < 'g'; ++c) {
        counts.emplace_back(std::string("label ") + c, static_cast<std::uint64_t>(c % 4));
      }
      const Whole whole(tally, LabelUniverse::seen);
      Params params;
      params.labels = "all";
      const PredictionBias bias = prediction_bias(whole, training_of(tally, counts, 10), params);
      return std::tuple(std::bit_cast<std::uint64_t>(bias.value),
                        std::bit_cast<std::uint64_t>(bias.slope),
                        std::bit_cast<std::uint64_t>(bias.intercept), bias.undefined);
    };
    const auto expected = figures(test::tally_of(data));
    source.shuffle(data);
    Vocabulary backwards;
    for (char c = 'g'; c >= 'a'; --c) backwards.intern(std::string("label ") + c);
    EXPECT_EQ(figures(test::tally_of(data, backwards)), expected) << "seed " << seed;
    const std::size_t cut = source.below(data.size() + 1);
    Tally merged = test::tally_of(std::span(data).subspan(cut));
    merged.merge(test::tally_of(std::span(data).first(cut)));
    EXPECT_EQ(figures(merged), expected) << "merged, seed " << seed;
  }
}

TEST(PredictionBias, NeedsTrainingLabels) {
  const Tally tally = test::tally_of("a > a");
  EXPECT_NE(test::failure([&] { (void)test::value(tally, "pbc"); }).find("--train"),
            std::string::npos);
}

}  // namespace
}  // namespace tallystick
