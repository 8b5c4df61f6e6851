// Laws of the state over seeded data. Bits, not tolerance.
#include <gtest/gtest.h>

#include "states/rows.hpp"

namespace tallystick {
namespace {

using test::declared;
using test::Row;
using test::Source;
using test::tally_of;
using test::words;

constexpr std::uint64_t kSeeds = 300;

std::vector<Row> data_of(std::uint64_t seed) { return Source(seed).data(seed % 2 == 0); }

TEST(TallyLaws, MergeCommutesAndHasAnIdentity) {
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const Tally a = tally_of(data_of(seed));
    const Tally b = tally_of(data_of(seed + 1000));
    Tally ab = a, ba = b, none, with_none = a;
    ab.merge(b);
    ba.merge(a);
    EXPECT_EQ(ab.save(), ba.save()) << "seed " << seed;
    none.merge(a);
    with_none.merge(Tally{});
    EXPECT_EQ(none.save(), a.save()) << "seed " << seed;
    EXPECT_EQ(with_none.save(), a.save()) << "seed " << seed;
  }
}

TEST(TallyLaws, MergeIsAssociative) {
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const Tally a = tally_of(data_of(seed));
    const Tally b = tally_of(data_of(seed + 1000));
    const Tally c = tally_of(data_of(seed + 2000));
    Tally left = a;
    left.merge(b);
    left.merge(c);
    Tally right = b;
    right.merge(c);
    Tally other = a;
    other.merge(right);
    EXPECT_EQ(left.save(), other.save()) << "seed " << seed;
  }
}

TEST(TallyLaws, LoadGivesBackWhatWasSaved) {
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    Tally tally = tally_of(data_of(seed));
    tally.rules()["threshold"] = ">=0.5";
    tally.policies().missing = seed;
    const Tally loaded = Tally::load(tally.save(), "state");
    EXPECT_EQ(loaded.save(), tally.save()) << "seed " << seed;
    EXPECT_EQ(loaded.rules(), tally.rules());
    EXPECT_EQ(loaded.policies(), tally.policies());
    EXPECT_EQ(loaded.single_label(), tally.single_label());
    // A loaded state goes on counting like the one it was.
    Tally more = loaded;
    test::add_rows(more, data_of(seed + 1));
    Tally same = tally;
    test::add_rows(same, data_of(seed + 1));
    EXPECT_EQ(more.save(), same.save()) << "seed " << seed;
  }
}

/// Bytes depend on the examples alone: not on their order, their split into batches and tallies, or
/// the order in which labels were first seen.
TEST(TallyLaws, BytesDoNotDependOnAnyOrderOrSplit) {
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    Source source(seed);
    std::vector<Row> data = source.data(seed % 2 == 0);
    const std::string expected = tally_of(data).save();
    source.shuffle(data);
    for (Row& row : data) {
      source.shuffle(row.truth);
      source.shuffle(row.predicted);
    }
    Vocabulary other_order;
    std::vector<std::string> labels = words("label");
    for (char c = 'a'; c < 'h'; ++c) labels.push_back(std::string("label ") + c);
    source.shuffle(labels);
    for (const std::string& label : labels) other_order.intern(label);
    EXPECT_EQ(tally_of(data, other_order).save(), expected) << "seed " << seed;

    const std::size_t cut = source.below(data.size() + 1);
    const std::span<const Row> all(data);
    Tally batches;
    test::add_rows(batches, all.subspan(cut));
    test::add_rows(batches, all.first(cut));
    EXPECT_EQ(batches.save(), expected) << "seed " << seed;
    Tally parts = tally_of(all.subspan(cut), other_order);
    parts.merge(tally_of(all.first(cut)));
    EXPECT_EQ(parts.save(), expected) << "seed " << seed;
  }
}

TEST(TallyLaws, DeclaredLabelsMergeInAnyOrderOfDeclaration) {
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    Source source(seed);
    std::vector<std::string> labels;
    for (char c = 'a'; c < 'f'; ++c) labels.push_back(std::string("label ") + c);
    const std::vector<Row> data = source.data(false);  // has labels a to f: f is undeclared
    const Tally one = tally_of(data, declared(labels));
    source.shuffle(labels);
    const Tally other = tally_of(data, declared(labels));
    EXPECT_EQ(one.save(), other.save()) << "seed " << seed;
    Tally merged = one, twice = one;
    merged.merge(other);
    test::add_rows(twice, data);
    EXPECT_EQ(merged.save(), twice.save()) << "seed " << seed;
    EXPECT_EQ(Tally::load(merged.save(), "x"), merged) << "seed " << seed;
  }
}

TEST(TallyLaws, WholeWeightsCountLikeCopies) {
  for (std::uint64_t seed = 1; seed < kSeeds; seed += 3) {  // seeds of whole weights
    const std::vector<Row> data = data_of(seed);
    std::vector<Row> copies;
    for (Row row : data) {
      const std::uint64_t n = row.weight.whole;
      row.weight = kOne;
      copies.insert(copies.end(), n, row);
    }
    const Tally weighted = tally_of(data), copied = tally_of(copies);
    EXPECT_EQ(weighted.total(), copied.total());
    EXPECT_EQ(weighted.overlaps().entries(), copied.overlaps().entries());
    EXPECT_EQ(test::sorted_pairs(weighted), test::sorted_pairs(copied));
    for (LabelId id = 0; id < weighted.label_counts().size(); ++id) {
      EXPECT_EQ(weighted.label_counts().counts(id), copied.label_counts().counts(id));
    }
  }
}

/// So many labels that every thread gets some; both sides have labels that the other lacks.
TEST(TallyLaws, MergingOnSeveralThreadsIsMergingOnOne) {
  constexpr std::size_t kLabels = 200000;
  for (const Amount weight : {kOne, amount_from(0.3)}) {
    std::vector<Row> left(1), right(1);
    for (std::size_t i = 0; i < kLabels; ++i) {
      const std::string label = test::numbered(i % 2 == 0 ? "l" : "a longer label ", i);
      if (i % 5 != 0) left[0].truth.push_back(label);
      if (i % 7 != 0) right[0].predicted.push_back(label);
      if (i % 3 == 0) right[0].truth.push_back(label);
    }
    right[0].weight = weight;
    std::reverse(right[0].predicted.begin(), right[0].predicted.end());
    const Tally part = tally_of(right);
    Tally one = tally_of(left);
    Tally several = one;
    one.merge(part);
    several.merge(part, {}, 3);
    EXPECT_EQ(several.save(), one.save());
    EXPECT_EQ(one.label_counts().counts(*one.vocabulary().find("l6")),
              (LabelCounts::Counts{weight, {}, {1, 0}}));
  }
}

}  // namespace
}  // namespace tallystick
