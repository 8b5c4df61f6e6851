#include "tallystick/states/set_pairs.hpp"

#include <gtest/gtest.h>

#include "states/rows.hpp"
#include "tallystick/base/error.hpp"

namespace tallystick {
namespace {

Tally sets_of(std::span<const test::Row> data) {
  Tally tally;
  tally.keep_sets();
  test::add_rows(tally, data);
  return tally;
}

TEST(SetPairs, EqualExamplesAreOneEntryWhateverTheOrderAndRepeatsOfLabels) {
  SetPairs pairs;
  const LabelId truth[] = {3, 1}, again[] = {1, 3, 3}, predicted[] = {2};
  pairs.update(truth, predicted, kOne);
  pairs.update(again, predicted, {2, 0});
  pairs.update(predicted, truth, kOne);
  ASSERT_EQ(pairs.size(), 2u);
  EXPECT_TRUE(std::ranges::equal(pairs.entry(0).truth, std::vector<LabelId>{1, 3}));
  EXPECT_TRUE(std::ranges::equal(pairs.entry(0).predicted, std::vector<LabelId>{2}));
  EXPECT_EQ(pairs.entry(0).amount, (Amount{3, 0}));
  // The split between the sides counts, not the labels alone.
  pairs.update({}, std::vector<LabelId>{1, 2, 3}, kOne);
  EXPECT_EQ(pairs.size(), 3u);
}

TEST(SetPairs, PairsOfLabelsAreKeptElsewhere) {
  const Tally tally = sets_of(test::rows("a > b; a >; a b > b; > c; >"));
  EXPECT_EQ(tally.sets().size(), 3u);
  EXPECT_EQ(tally.pairs().entries().size(), 2u);
}

TEST(SetPairs, AnySplitAndOrderGivesTheSameBytes) {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    test::Source source(seed);
    std::vector<test::Row> data = source.data(false);
    const std::string bytes = sets_of(data).save();
    source.shuffle(data);
    const std::size_t middle = source.below(data.size() + 1);
    Tally front = sets_of(std::span(data).first(middle));
    front.merge(sets_of(std::span(data).subspan(middle)));
    ASSERT_EQ(front.save(), bytes) << "seed " << seed;
    ASSERT_EQ(Tally::load(bytes, "state").save(), bytes) << "seed " << seed;
  }
}

TEST(SetPairs, TheStateGrowsPastItsFirstTable) {
  SetPairs pairs;
  for (LabelId i = 0; i < 5000; ++i) {
    pairs.update(std::vector<LabelId>{i, i + 1}, {}, kOne);
    pairs.update(std::vector<LabelId>{i + 1, i}, {}, kOne);
  }
  ASSERT_EQ(pairs.size(), 5000u);
  EXPECT_EQ(pairs.entry(4999).amount, (Amount{2, 0}));
}

TEST(SetPairs, StatesWithAndWithoutSetsDoNotMerge) {
  Tally with = sets_of(test::rows("a b > b"));
  const Tally without = test::tally_of("a b > b");
  EXPECT_THROW(with.merge(without), Error);
}

TEST(SetPairs, OtherTaxonomiesAreRefused) {
  const auto taxonomy = std::make_shared<const Taxonomy>();
  Tally tally = sets_of(test::rows("a b > b"));
  EXPECT_THROW(tally.set_taxonomy(taxonomy), Error);
}

}  // namespace
}  // namespace tallystick
