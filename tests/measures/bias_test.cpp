// The prediction bias coefficient: which labels count, ties, and where it is undefined.
#include <gtest/gtest.h>

#include <cmath>

#include "measures/figure.hpp"
#include "states/rows.hpp"
#include "tallystick/measures/catalogue.hpp"
#include "tallystick/measures/training.hpp"

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
    if (id) out.counts[*id] = n;
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
  params.of = "recall";  // a 1, b 1/2, c 0, d 1: ranks 3.5 2 1 3.5
  EXPECT_NEAR(pbc(tally, training, params), 1.75 / std::sqrt(4.5 * 4.5), 1e-15);
  params.of = "precision";  // a 3/4, b 1, c 0, d 1: ranks 2 3.5 1 3.5
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

TEST(PredictionBias, NeedsTrainingLabels) {
  const Tally tally = test::tally_of("a > a");
  EXPECT_NE(test::failure([&] { (void)test::value(tally, "pbc"); }).find("--train"),
            std::string::npos);
}

}  // namespace
}  // namespace tallystick
