#include "tallystick/states/tally.hpp"

#include <gtest/gtest.h>

#include "states/rows.hpp"
#include "tallystick/base/error.hpp"

namespace tallystick {
namespace {

using test::declared;
using test::Row;
using test::rows;
using test::tally_of;
using test::words;

LabelCounts::Counts counts(const Tally& tally, std::string_view label) {
  return tally.label_counts().counts(*tally.vocabulary().find(label));
}
LabelCounts::Counts whole(std::uint64_t tp, std::uint64_t fp, std::uint64_t fn) {
  return {{tp, 0}, {fp, 0}, {fn, 0}};
}
ErrorCode code_of(const auto& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.code();
  }
  return ErrorCode::internal;
}

TEST(Tally, CountsSetsByLabelAndBySize) {
  const Tally tally = tally_of("a b > b c; > ; a b >");
  EXPECT_EQ(counts(tally, "a"), whole(0, 0, 2));
  EXPECT_EQ(counts(tally, "b"), whole(1, 0, 1));
  EXPECT_EQ(counts(tally, "c"), whole(0, 1, 0));
  const std::vector<OverlapHistogram::Entry> sizes{
      {0, 0, 0, kOne}, {0, 2, 0, kOne}, {1, 2, 2, kOne}};
  EXPECT_EQ(tally.overlaps().entries(), sizes);
  EXPECT_TRUE(tally.pairs().empty());
  EXPECT_FALSE(tally.single_label());
  EXPECT_EQ(tally.n_examples(), 3u);
  EXPECT_EQ(tally.total(), (Amount{3, 0}));
}

TEST(Tally, KeepsOneTrueAndAtMostOnePredictedLabelAsAPair) {
  const Tally tally = tally_of("a > a; a > b; b >; a > a");
  EXPECT_TRUE(tally.single_label());
  EXPECT_TRUE(tally.overlaps().empty());
  EXPECT_EQ(tally.pairs().entries().size(), 3u);
  Amount hits;
  for (const auto& pair : tally.pairs().entries()) {
    if (pair.truth == pair.predicted) hits = pair.amount;
    if (pair.predicted == kNoLabel) {
      EXPECT_EQ(tally.vocabulary().name(pair.truth), "b");
    }
  }
  EXPECT_EQ(hits, (Amount{2, 0}));
  EXPECT_FALSE(tally_of("a > a; > a").single_label());
}

TEST(Tally, CountsARepeatOnce) {
  const Tally tally = tally_of("a > a a b; b b > b; c c > ; > c c c");
  const Tally once = tally_of("a > a b; b > b; c > ; > c");
  // one repeated a, one b, one c and two more c
  EXPECT_EQ(tally.policies().repeated_labels, 5u);
  EXPECT_EQ(once.policies().repeated_labels, 0u);
  Tally same = tally;
  same.policies() = once.policies();
  EXPECT_EQ(same, once);
}

TEST(Tally, CountsARepeatOnceWhateverTheWeight) {
  std::vector<Row> repeated = rows("a b a > b c c b; > d d");
  std::vector<Row> once = rows("a b > b c; > d");
  for (const double weight : {2.0, 0.3}) {
    for (auto* data : {&repeated, &once}) {
      for (Row& row : *data) row.weight = amount_from(weight);
    }
    Tally tally = tally_of(repeated);
    EXPECT_EQ(tally.policies().repeated_labels, 4u);
    tally.policies() = {};
    EXPECT_EQ(tally, tally_of(once)) << weight;
  }
}

TEST(Tally, WeighsTwoLikeTheRowTwice) {
  std::vector<Row> heavy = rows("a b > b; a > c; a >; b b > b");
  for (Row& row : heavy) row.weight = {2, 0};
  std::vector<Row> twice = rows("a b > b; a > c; a >; b > b; a b > b; a > c; a >; b > b");
  const Tally one = tally_of(heavy);
  const Tally other = tally_of(twice);
  EXPECT_EQ(one.total(), other.total());
  for (const char* label : {"a", "b"}) EXPECT_EQ(counts(one, label), counts(other, label));
  EXPECT_EQ(one.overlaps().entries(), other.overlaps().entries());
  EXPECT_EQ(test::sorted_pairs(one), test::sorted_pairs(other));
  // Only how many rows there were, and repeats among them, tell the two apart.
  EXPECT_EQ(one.n_examples(), 4u);
  EXPECT_EQ(other.n_examples(), 8u);
  EXPECT_TRUE(one.weighted());
  EXPECT_FALSE(other.weighted());
}

TEST(Tally, TakesARowOfWeightZeroForNoRow) {
  std::vector<Row> data = rows("a b > b; x y x > z; q > q; a > b");
  data[1].weight = data[2].weight = Amount{};
  EXPECT_EQ(tally_of(data), tally_of("a b > b; a > b"));
}

TEST(Tally, AddsFractionsExactlyInAnyOrder) {
  // In doubles 0.1 ten times is not 1, and 1e9 + 1e-9 - 1e9 is not 1e-9.
  std::vector<Row> data;
  for (int i = 0; i < 10; ++i) data.push_back({{"a", "b"}, {"b"}, amount_from(0.1)});
  data.push_back({{"a", "b"}, {"b"}, amount_from(1e9)});
  data.push_back({{"a", "b"}, {"b"}, amount_from(1e-9)});
  const Tally forwards = tally_of(data);
  std::reverse(data.begin(), data.end());
  EXPECT_EQ(forwards, tally_of(data));
  EXPECT_EQ(counts(forwards, "b").tp, forwards.total());
  EXPECT_EQ(counts(forwards, "a").fn, forwards.total());
  EXPECT_EQ(forwards.total().whole, 1000000001u);  // ten times the double 0.1 is a hair above 1
}

TEST(Tally, CountsRowsOfMoreThan65536Labels) {
  constexpr std::uint32_t kMany = 70'000;
  Row row;
  for (std::uint32_t i = 0; i < kMany; ++i) {
    row.truth.push_back(test::numbered("t", i));
    row.predicted.push_back(test::numbered("t", i + 1));
  }
  const Tally tally = tally_of(std::vector{row, row});
  const std::vector<OverlapHistogram::Entry> sizes{{kMany - 1, kMany, kMany, {2, 0}}};
  EXPECT_EQ(tally.overlaps().entries(), sizes);
  EXPECT_EQ(counts(tally, "t0"), whole(0, 0, 2));
  EXPECT_EQ(counts(tally, "t69999"), whole(2, 0, 0));
  EXPECT_EQ(counts(tally, "t70000"), whole(0, 2, 0));
  EXPECT_EQ(Tally::load(tally.save(), "x"), tally);
}

TEST(Tally, GrowsPastItsFirstTables) {
  // More pairs than the first table has slots, and more size triples.
  std::vector<Row> data;
  for (int i = 0; i < 3000; ++i)
    data.push_back({{std::to_string(i % 60)}, {std::to_string(i % 50)}});
  for (std::size_t i = 0; i < 600; ++i) {
    Row row{{"x", "y"}, {}};
    for (std::size_t k = 0; k < i % 300; ++k) row.predicted.push_back(test::numbered("p", k));
    data.push_back(row);
  }
  const Tally tally = tally_of(data);
  EXPECT_EQ(tally.pairs().entries().size(), 300u);  // lcm(50, 60) pairs of remainders
  EXPECT_EQ(tally.overlaps().entries().size(), 300u);
  Amount pairs;
  for (const auto& pair : tally.pairs().entries()) ASSERT_TRUE(add(pairs, pair.amount));
  EXPECT_EQ(pairs, (Amount{3000, 0}));
}

TEST(Tally, RefusesTotalsBeyond64Bits) {
  const auto heavy = [](std::string_view text) {
    std::vector<Row> data = rows(text);
    for (Row& row : data) row.weight = {std::uint64_t{1} << 63, 0};
    return data;
  };
  EXPECT_EQ(code_of([&] { (void)tally_of(heavy("a > b; a > b")); }), ErrorCode::count_overflow);
  EXPECT_EQ(code_of([&] { (void)tally_of(heavy("a b > b; c d > b")); }), ErrorCode::count_overflow);
  Tally half = tally_of(heavy("a > b"));
  EXPECT_EQ(code_of([&] { half.merge(tally_of(heavy("c > d"))); }), ErrorCode::count_overflow);
  Tally cells;
  cells.add_cell("a", UINT64_MAX, 0, 0, 0);
  EXPECT_EQ(code_of([&] { cells.add_cell("a", 0, 0, 0, 1); }), ErrorCode::count_overflow);
}

TEST(Tally, MergesLabelsByName) {
  Tally left = tally_of("a b > b; x > y");
  left.merge(tally_of("y x > a; b > a"));  // the same labels under other ids
  EXPECT_EQ(left, tally_of("a b > b; x > y; y x > a; b > a"));
}

TEST(Tally, MergesOnlyWhatHasTheSameDeclaredLabels) {
  const auto with = [](std::string_view labels) { return tally_of("a > a", labels); };
  Tally ab = with("a b");
  EXPECT_EQ(code_of([&] { ab.merge(with("a b c")); }), ErrorCode::incompatible_states);
  EXPECT_EQ(code_of([&] { ab.merge(with("a c")); }), ErrorCode::incompatible_states);
  EXPECT_EQ(code_of([&] { ab.merge(tally_of("a > a")); }), ErrorCode::incompatible_states);
  EXPECT_EQ(code_of([&] { tally_of("a > a").merge(with("a b")); }), ErrorCode::incompatible_states);
  EXPECT_EQ(ab, with("a b")) << "a refused merge leaves the tally as it was";
  ab.merge(with("b a"));  // the order in which they were declared does not matter
  EXPECT_EQ(ab, tally_of("a > a; a > a", "a b"));
}

TEST(Tally, MergesOnlyWhatWasCountedByTheSameRules) {
  Tally left = tally_of("a > a");
  Tally right = left;
  left.rules()["threshold"] = ">=0.5";
  EXPECT_EQ(code_of([&] { Tally(left).merge(right); }), ErrorCode::incompatible_states);
  EXPECT_EQ(code_of([&] { Tally(right).merge(left); }), ErrorCode::incompatible_states);
  right.rules()["threshold"] = ">=0.4";
  try {
    left.merge(right);
    FAIL() << "thresholds 0.5 and 0.4 were merged";
  } catch (const Error& error) {
    EXPECT_NE(error.fact().find("0.5"), std::string::npos) << error.fact();
    EXPECT_NE(error.fact().find("0.4"), std::string::npos) << error.fact();
  }
}

TEST(Tally, KeepsADeclaredLabelThatNeverOccursAndForgetsOthers) {
  Vocabulary vocabulary = declared(words("a never"));
  Tally tally(vocabulary);
  tally.vocabulary().intern("only interned");
  test::add_rows(tally, rows("a > a"));
  const Tally loaded = Tally::load(tally.save(), "x");
  EXPECT_TRUE(loaded.vocabulary().declared());
  EXPECT_EQ(loaded.vocabulary().n_declared(), 2u);
  EXPECT_TRUE(loaded.vocabulary().find("never").has_value());
  EXPECT_FALSE(loaded.vocabulary().find("only interned").has_value());
}

TEST(Tally, TakesACellGivenAsNumbers) {
  Tally tally;
  tally.add_cell("x", 3, 2, 1, 4);
  EXPECT_EQ(tally.n_examples(), 10u);
  EXPECT_EQ(counts(tally, "x"), whole(3, 2, 1));
  // {} > {} four times, {} > x twice, x > {} once, x > x three times
  const std::vector<OverlapHistogram::Entry> sizes{
      {0, 0, 0, {4, 0}}, {0, 0, 1, {2, 0}}, {0, 1, 0, {1, 0}}, {1, 1, 1, {3, 0}}};
  EXPECT_EQ(tally.overlaps().entries(), sizes);
  EXPECT_EQ(Tally::load(tally.save(), "x"), tally);
}

TEST(Tally, ThatKeepsRanksLoadsBackWhenNothingIsPredictedOrScored) {
  Tally nothing;
  nothing.keep_ranks(Ties::worst);
  Batch batch;
  batch.truth = {nothing.vocabulary().intern("a")};
  batch.truth_end = {1};
  batch.predicted_end = {0};
  nothing.update(batch);
  EXPECT_TRUE(nothing.lacks_scores());
  EXPECT_TRUE(Tally::load(nothing.save(), "part") == nothing);

  Tally scored;  // its ranks are not those of all examples once they are merged
  scored.keep_ranks(Ties::worst);
  batch.predicted = batch.scored = {scored.vocabulary().intern("a")};
  batch.predicted_end = batch.scored_end = {1};
  batch.scores = {0.5};
  batch.has_scores = true;
  scored.update(batch);
  EXPECT_FALSE(scored.lacks_scores());
  scored.merge(nothing);
  EXPECT_TRUE(scored.lacks_scores());
  EXPECT_TRUE(scored.ranks().empty());
  EXPECT_TRUE(Tally::load(scored.save(), "both") == scored);
}

}  // namespace
}  // namespace tallystick
