#include "tallystick/evaluate_batches.hpp"

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>
#include <vector>

#include "tallystick/base/error.hpp"

namespace tallystick {
namespace {

using Labels = std::vector<std::string>;

/// One block of examples, each of true and predicted labels.
Batch batch_of(BatchTally& tally, std::initializer_list<std::pair<Labels, Labels>> rows) {
  Batch batch;
  for (const auto& [truth, predicted] : rows) {
    for (const std::string& label : truth) batch.truth.push_back(tally.texts().intern(label));
    for (const std::string& label : predicted) {
      batch.predicted.push_back(tally.texts().intern(label));
    }
    batch.truth_end.push_back(static_cast<std::uint32_t>(batch.truth.size()));
    batch.predicted_end.push_back(static_cast<std::uint32_t>(batch.predicted.size()));
  }
  return batch;
}

Place place_of(bool predicted, std::size_t row) {
  return {(predicted ? "p" : "t") + std::to_string(row)};
}

double figure(const Tallied& tallied, const EvaluateOptions& options) {
  return make_report(tallied.tally, tallied.summary, options).measures.at(0).value;
}

ErrorCode code_of(const auto& act) {
  try {
    act();
  } catch (const Error& error) {
    return error.code();
  }
  ADD_FAILURE() << "nothing is thrown";
  return ErrorCode::internal;
}

TEST(BatchTally, CountsBlocksAsFilesAreCounted) {
  EvaluateOptions options;
  options.measures = "f1_micro";
  BatchTally tally(options, {});
  tally.add(batch_of(tally, {{{"a", "b"}, {"a"}}, {{" b "}, {"b"}}}), place_of);
  tally.add(batch_of(tally, {{{}, {"c"}}}), place_of);
  EXPECT_EQ(tally.snapshot().tally.n_examples(), 3u);
  // tp: a b; fp: c; fn: b. F1 = 2 * 2 / (2 * 2 + 1 + 1). " b " is b, trimmed.
  EXPECT_EQ(figure(std::move(tally).finish(), options), 2.0 / 3);
}

TEST(BatchTally, AppliesPoliciesToEachOccurrence) {
  EvaluateOptions options;
  options.measures = "f1_micro";
  options.unknown_labels = UnknownLabels::drop;
  options.read.abstain = {"none"};
  BatchRules rules;
  rules.labels = {"a", "b"};
  BatchTally tally(options, rules);
  tally.add(batch_of(tally, {{{"a"}, {"a", "x"}}, {{"b"}, {"x", "none"}}}), place_of);
  const Tallied found = tally.snapshot();
  EXPECT_EQ(found.tally.policies().unknown_labels, 2u);
  EXPECT_EQ(found.tally.policies().abstained, 1u);
  EXPECT_EQ(figure(found, options), 2.0 / 3);
}

TEST(BatchTally, NamesTheRowOfAnUnknownLabel) {
  BatchRules rules;
  rules.labels = {"sport", "news"};
  BatchTally tally({}, rules);
  try {
    tally.add(batch_of(tally, {{{"news"}, {"news"}}, {{"news"}, {"sprot"}}}), place_of);
    FAIL() << "an unknown label is accepted";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::unknown_label);
    EXPECT_EQ(error.place().file, "p1");
    EXPECT_NE(error.hint().find("'sport'"), std::string::npos);
  }
}

TEST(BatchTally, MakesSetsOfScores) {
  EvaluateOptions options;
  options.measures = "f1_micro,precision@1";
  BatchRules rules;
  rules.scored = true;
  BatchTally tally(options, rules);
  Batch batch = batch_of(tally, {{{"a"}, {}}});
  batch.has_scores = true;
  batch.scored = {tally.texts().intern("a"), tally.texts().intern("b")};
  batch.scores = {0.4, 0.5};
  batch.scored_end = {2};
  tally.add(batch, place_of);
  const Tallied found = tally.snapshot();
  EXPECT_EQ(found.tally.rules().at("threshold"), ">=0.5");
  EXPECT_EQ(figure(found, options), 0);  // b alone is predicted
  batch.scored[1] = batch.scored[0];
  EXPECT_EQ(code_of([&] { tally.add(batch, place_of); }), ErrorCode::duplicate_score);
}

TEST(BatchTally, NeedsScoresForWhatRanks) {
  EvaluateOptions options;
  options.measures = "lrap";
  EXPECT_EQ(code_of([&] { BatchTally(options, {}); }), ErrorCode::no_scores);
}

TEST(BatchTally, MergesPartsToTheBytesOfOnePass) {
  EvaluateOptions options;
  BatchTally whole(options, {}), one(options, {}), two(options, {}), fresh(options, {});
  whole.add(batch_of(whole, {{{"a"}, {"a"}}, {{"b", "c"}, {"c"}}}), place_of);
  two.add(batch_of(two, {{{"b", "c"}, {"c"}}}), place_of);
  one.add(batch_of(one, {{{"a"}, {"a"}}}), place_of);
  fresh.merge(two.snapshot().tally, "two");
  fresh.merge(one.snapshot().tally, "one");
  EXPECT_EQ(fresh.snapshot().tally.save(), whole.snapshot().tally.save());
}

TEST(BatchTally, AFreshOneTakesOverTheColumnsOfAnother) {
  EvaluateOptions options;
  options.measures = "f1_macro";
  BatchTally one(options, {}), fresh(options, {});
  const Batch batch = batch_of(one, {{{"a"}, {"a"}}});
  static_cast<void>(one.texts().intern("never"));
  one.declare_texts();
  one.add(batch, place_of);
  fresh.merge(one.snapshot().tally, "one");
  EXPECT_EQ(figure(fresh.snapshot(), options), 0.5);  // a: 1, never: 0
  options.convention = "mulan";
  BatchTally other(options, {});
  EXPECT_EQ(code_of([&] { other.merge(one.snapshot().tally, "one"); }),
            ErrorCode::incompatible_states);
}

}  // namespace
}  // namespace tallystick
