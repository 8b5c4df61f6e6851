#include "tallystick/tune.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "measures/scored.hpp"
#include "readers/threshold_file.hpp"
#include "tallystick/base/error.hpp"
#include "tallystick/base/text.hpp"

namespace tallystick {
namespace {

using test::scored_tally;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

TuneOptions wanting(const std::string& measure, std::vector<Strategy> strategies = {}) {
  TuneOptions wanted;
  wanted.measure = measure;
  wanted.strategies = std::move(strategies);
  return wanted;
}

TunedStrategy best_of(const Tally& tally, const std::string& measure, Strategy strategy,
                      const EvaluateOptions& options = {}) {
  return tune(tally, {}, options, wanting(measure, {strategy})).strategies.at(0);
}

/// "a=0.3 b=inf *=0.5"
std::string shown(const Selection& selection) {
  std::string out;
  for (const LabelId id : selection.labels.sorted()) {
    out.append(selection.labels.name(id)).append("=");
    out.append(number_text(selection.thresholds[id])).append(" ");
  }
  return out.append("*=").append(number_text(selection.threshold));
}

std::string fault(const Tally& tally, const TuneOptions& wanted) {
  try {
    (void)tune(tally, {}, {}, wanted);
  } catch (const Error& error) {
    return error.what();
  }
  return "nothing was refused";
}

// In order of score: a right, b wrong, b right, a wrong, a right. Label b of the third example has
// no score, so 4 labels are true and 3 can be found.
const char* const kThree = "a > a=0.9 b=0.8; b > b=0.6 a=0.4; a b > a=0.3";

TEST(Tune, FindsTheBestThresholdForAll) {
  const Tally tally = scored_tally(kThree);
  // tp/predicted 1/1, 1/2, 2/3, 2/4, 3/5: F = 2 tp / (predicted + 4), the last is 6/9.
  const TunedStrategy micro = best_of(tally, "f1_micro", Strategy::global);
  EXPECT_EQ(micro.selection.threshold, 0.3);
  EXPECT_EQ(micro.worth.value, 6.0 / 9);
  // Precision is 1 at the first cut alone.
  const TunedStrategy precision = best_of(tally, "precision_micro", Strategy::global);
  EXPECT_EQ(precision.selection.threshold, 0.9);
  EXPECT_EQ(precision.worth.value, 1);
  // a: 4/5 at 0.3, b: 2/4 from 0.6 down.
  EXPECT_EQ(best_of(tally, "f1_macro", Strategy::global).worth.value, (0.8 + 0.5) / 2);
}

TEST(Tune, FindsThresholdsOfLabels) {
  const Tally tally = scored_tally(kThree);
  const TunedStrategy macro = best_of(tally, "f1_macro", Strategy::label);
  EXPECT_EQ(shown(macro.selection), "a=0.3 b=0.6 *=0.3");
  EXPECT_EQ(macro.worth.value, (0.8 + 0.5) / 2);
  // Of (tp, predicted): a (1,1), (1,2), (2,3), b (0,1), (1,2): a 0.3 and b 0.6 give 6/9.
  const TunedStrategy micro = best_of(tally, "f1_micro", Strategy::label);
  EXPECT_EQ(shown(micro.selection), "a=0.3 b=0.6 *=0.3");
  EXPECT_EQ(micro.worth.value, 6.0 / 9);
}

TEST(Tune, GivesUpALabelThatCostsMoreThanItBrings) {
  // Label b has its hit behind 4 misses: with a alone F = 4/(2+6), with b 6/(7+6).
  const char* const text =
      "a > a=0.9 b=0.8; a > a=0.8 b=0.7; c > b=0.6; c > b=0.5; b > b=0.4; c > d=0.1";
  const Tally tally = scored_tally(text);
  EXPECT_EQ(shown(best_of(tally, "f1_micro", Strategy::label).selection),
            "a=0.8 b=inf d=inf *=0.4");
  // By itself b is best at 0.4, where F = 2/(5+1).
  const TunedStrategy macro = best_of(tally, "f1_macro", Strategy::label);
  EXPECT_EQ(shown(macro.selection), "a=0.8 b=0.4 d=inf *=0.4");
  EXPECT_EQ(macro.worth.value, (1 + 2.0 / 6 + 0) / 3);  // a, b and c; d is never seen
}

TEST(Tune, FindsTheNumberOfLabels) {
  const Tally tally = scored_tally(kThree);
  const TunedStrategy micro = best_of(tally, "f1_micro", Strategy::top_k);
  EXPECT_EQ(micro.selection.k, 1u);
  EXPECT_EQ(micro.worth.value, 6.0 / 7);
  EXPECT_EQ(best_of(tally, "f1_samples", Strategy::top_k).worth.value, (1 + 1 + 2.0 / 3) / 3);
  EXPECT_EQ(best_of(tally, "subset_accuracy", Strategy::top_k).worth.value, 2.0 / 3);
  EXPECT_EQ(best_of(tally, "zero_one_loss", Strategy::top_k).worth.value, 1.0 / 3);
  EXPECT_EQ(best_of(tally, "hamming_loss", Strategy::top_k).worth.value, 1.0 / 6);
  EXPECT_EQ(best_of(tally, "recall_micro", Strategy::top_k).selection.k, 1u);  // 2 find no more
}

TEST(Tune, FindsTheShareOfTheBestScore) {
  // Shares 1 and 0.5; 1, 0.75 and 0.25: from 0.5 up all are right, where one threshold is not.
  const Tally tally = scored_tally("a b > a=0.8 b=0.4; a b > a=0.4 b=0.3 c=0.1; c > c=0.1");
  const TunedStrategy one = best_of(tally, "f1_micro", Strategy::relative);
  EXPECT_EQ(one.selection.threshold, 0.5);
  EXPECT_EQ(one.worth.value, 1);
  EXPECT_LT(best_of(tally, "f1_micro", Strategy::global).worth.value, 1);
}

TEST(Tune, FollowsTheConvention) {
  // Where score > threshold assigns, the threshold is the number just below the last score taken.
  EvaluateOptions options;
  options.convention = "torchmetrics";
  const Tally tally = scored_tally(kThree);
  const TunedStrategy strict = best_of(tally, "f1_micro", Strategy::global, options);
  ASSERT_TRUE(strict.selection.strictly_above);
  EXPECT_EQ(strict.selection.threshold, std::nextafter(0.3, -kInfinity));
  EXPECT_EQ(strict.worth.value, 6.0 / 9);
}

TEST(Tune, TellsWhatWasBefore) {
  const Tally tally = scored_tally(kThree);
  const Tuning all = tune(tally, {}, {}, wanting("f1_micro"));
  EXPECT_EQ(all.before_worth.value, 4.0 / 7);  // from 0.5 up: 2 of 3
  EXPECT_EQ(all.strategies.size(), 4u);
  ASSERT_TRUE(all.best);
  EXPECT_EQ(all.strategies[*all.best].strategy, Strategy::top_k);
  EXPECT_EQ(all.n_scores, 5u);
}

TEST(Tune, TunesALossDownwards) {
  const Tally tally = scored_tally(kThree);
  const Tuning all = tune(tally, {}, {}, wanting("hamming_loss"));
  EXPECT_TRUE(all.lower_is_better);
  // Wrong cells of 6 after each cut: 4 at first, then 3, 4, 3, 4, 3: the first of the least.
  EXPECT_EQ(all.strategies[0].selection.threshold, 0.9);
  EXPECT_EQ(all.strategies[0].worth.value, 0.5);
  ASSERT_TRUE(all.best);
  EXPECT_EQ(all.strategies[*all.best].worth.value, 1.0 / 6);
}

TEST(Tune, RefusesWhatCannotBeTuned) {
  const Tally tally = scored_tally("a > a=0.5 b=-1");
  EXPECT_EQ(fault(tally, wanting("f1")),
            "tallystick: error [wrong-usage]: measure 'f1' stands for 4 figures, and one is tuned");
  EXPECT_EQ(fault(tally, wanting("cardinality")),
            "tallystick: error [wrong-usage]: measure 'cardinality' cannot be tuned");
  EXPECT_EQ(fault(tally, wanting("mcc_macro")),
            "tallystick: error [wrong-usage]: measure 'mcc_macro' cannot be tuned");
  EXPECT_EQ(fault(tally, wanting("accuracy_samples")),
            "tallystick: error [wrong-usage]: measure 'accuracy_samples' cannot be tuned");
  EXPECT_TRUE(fault(tally, wanting("f1_samples", {Strategy::label}))
                  .starts_with("tallystick: error [wrong-usage]: strategy label does not suit"));
  EXPECT_TRUE(fault(tally, wanting("f1_micro", {Strategy::relative}))
                  .starts_with("tallystick: error [wrong-usage]: strategy relative does not suit"));
  const Tuning all = tune(tally, {}, {}, wanting("f1_samples"));
  EXPECT_EQ(all.strategies.size(), 2u);
  EXPECT_EQ(all.notes.size(), 2u);
  EXPECT_TRUE(fault(Tally(), wanting("f1_micro")).find("no-scores") != std::string::npos);
}

TEST(Tune, ReadsBackWhatItWrites) {
  Selection own;
  own.threshold = 0.1 + 0.2;
  for (const auto& [label, threshold] : {std::pair{"b", kInfinity}, {"a\tb", -1e-300}}) {
    own.labels.intern(label);
    own.thresholds.push_back(threshold);
  }
  const std::string text = thresholds_text(own);
  EXPECT_EQ(text, "label\tthreshold\n\"a\tb\"\t-1e-300\nb\tinf\n*\t0.30000000000000004\n");
  const Selection again = detail::thresholds_from(detail::Input::memory("t", text), {});
  EXPECT_EQ(again.print(), own.print());
  Selection few;
  few.rule = Selection::Rule::top_k;
  few.k = 7;
  EXPECT_EQ(detail::thresholds_from(detail::Input::memory("t", thresholds_text(few)), {}).print(),
            "7");
}

TEST(Tune, PartsOfIdsAreTheSameEverywhere) {
  // FNV-1a of "a" is AF63DC4C8601EC8C; the finalizer is checked against its definition elsewhere.
  EXPECT_NE(part_hash("a") % 5, part_hash("b") % 5);
  std::vector<std::size_t> sizes(5);
  for (int i = 0; i < 5000; ++i) ++sizes[part_hash("doc" + std::to_string(i)) % 5];
  for (const std::size_t size : sizes) EXPECT_NEAR(static_cast<double>(size), 1000, 120);
}

}  // namespace
}  // namespace tallystick
