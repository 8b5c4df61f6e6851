// Where true labels rank: what is kept, merged, saved and refused.
#include "tallystick/states/true_ranks.hpp"

#include <gtest/gtest.h>

#include <functional>

#include "measures/scored.hpp"
#include "tallystick/base/error.hpp"
#include "tallystick/base/mix.hpp"

namespace tallystick {
namespace {

using test::ScoredExample;

Tally tally_of(std::span<const ScoredExample> rows, Ties ties = Ties::worst) {
  Tally tally;
  tally.keep_true_ranks(ties);
  test::add_scored(tally, {rows.begin(), rows.end()});
  return tally;
}

/// "b 0+1" for each true label with a score, then those without.
std::string text_of(const Tally& tally, std::size_t i) {
  const TrueRanks::Example one = tally.true_ranks().example(i);
  std::string text;
  for (const TrueRank& rank : one.ranked) {
    text += std::string(tally.vocabulary().name(rank.label)) + " " + std::to_string(rank.before) +
            "+" + std::to_string(rank.size) + ", ";
  }
  for (const LabelId label : one.unscored) text.append(tally.vocabulary().name(label)) += " -, ";
  return text;
}

TEST(TrueRanks, HoldTrueLabelsWithTheirPlaces) {
  const auto rows = test::scored_rows("b d z > a=0.9 b=0.5 c=0.5 d=0.1; > a=1; y > a=1");
  const Tally tally = tally_of(rows);
  ASSERT_EQ(tally.true_ranks().size(), 2u);  // the second has no true label
  EXPECT_EQ(text_of(tally, 0), "b 1+2, d 3+1, z -, ");
  EXPECT_EQ(text_of(tally, 1), "y -, ");
}

TEST(TrueRanks, ARuleOfTiesGivesEachLabelItsPlace) {
  const auto rows = test::scored_rows("b > a=0.5 b=0.5 c=0.5");
  EXPECT_EQ(text_of(tally_of(rows, Ties::first), 0), "b 1+1, ");
  EXPECT_EQ(text_of(tally_of(test::scored_rows("c > a=0.5 b=0.5 c=0.5"), Ties::trec), 0),
            "c 0+1, ");
}

std::vector<ScoredExample> data_of(std::uint64_t seed) {
  test::Source source(seed);
  std::vector<ScoredExample> out(1 + source.below(12));
  for (ScoredExample& row : out) {
    for (const char name : std::string_view("abcde")) {
      const std::string label(1, name);
      if (source.below(3) == 0) row.truth.push_back(label);
      if (source.below(4) != 0) {
        row.scores.emplace_back(label, static_cast<double>(source.below(3)) / 4);
      }
    }
    source.shuffle(row.scores);
    if (seed % 2 == 1) row.weight = amount_from(0.1 * static_cast<double>(1 + source.below(30)));
  }
  return out;
}

TEST(TrueRanksLaw, MergingInAnyOrderIsOnePass) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    std::vector<ScoredExample> data = data_of(seed);
    const Ties ties = seed % 3 == 0 ? Ties::last : Ties::worst;
    const std::string whole = tally_of(data, ties).save();
    EXPECT_EQ(Tally::load(whole, "state").save(), whole) << "seed " << seed;
    test::Source(seed).shuffle(data);
    const std::size_t half = data.size() / 2;
    const std::span<const ScoredExample> all(data);
    Tally parts = tally_of(all.subspan(half), ties);
    parts.merge(Tally::load(tally_of(all.first(half), ties).save(), "state"));
    EXPECT_EQ(parts.save(), whole) << "seed " << seed;
  }
}

TEST(TrueRanks, StatesThatKeepOtherThingsDoNotMerge) {
  Tally ranks = tally_of(test::scored_rows("a > a=1"));
  Tally scores = test::scored_tally("a > a=1");
  try {
    ranks.merge(scores);
    FAIL() << "merged";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::incompatible_states);
    EXPECT_NE(error.fact().find("names of true labels"), std::string::npos) << error.fact();
  }
}

/// What loading says about the example written by `write`; empty when it is taken.
std::string refusal(const std::function<void(ByteWriter&)>& write) {
  ByteWriter out;
  write(out);
  for (int i = 0; i < 64; ++i) out.u8(0);  // what follows in a state
  const std::string bytes = out.bytes();
  try {
    ByteReader in(bytes, "part.state");
    TrueRanks ranks;
    ranks.load(in, 4);
    return {};
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::bad_state);
    return error.fact();
  }
}

struct Saved {
  std::vector<TrueRank> ranked;
  std::vector<LabelId> unscored = {};
  Amount weight = kOne;
};
using SavedRows = std::vector<Saved>;

std::string refusal_of(const SavedRows& rows) {
  return refusal([&rows](ByteWriter& out) {
    out.u64(rows.size());
    for (const Saved& row : rows) {
      out.u32(static_cast<std::uint32_t>(row.ranked.size()));
      for (const TrueRank& rank : row.ranked) {
        out.u32(rank.label), out.u32(rank.before), out.u32(rank.size);
      }
      out.u32(static_cast<std::uint32_t>(row.unscored.size()));
      for (const LabelId label : row.unscored) out.u32(label);
      out.amount(row.weight);
    }
  });
}

/// One example with these labels.
SavedRows one(std::vector<TrueRank> ranked, std::vector<LabelId> unscored = {},
              Amount weight = kOne) {
  return {Saved{std::move(ranked), std::move(unscored), weight}};
}

TEST(TrueRanks, LoadRefusesWhatCannotBe) {
  EXPECT_EQ(refusal_of(one({{0, 0, 1}})), "");
  SavedRows two = one({{0, 0, 2}, {1, 0, 2}, {2, 2, 1}}, {3});
  two.push_back(one({{1, 0, 1}})[0]);
  EXPECT_EQ(refusal_of(two), "");
  std::swap(two[0], two[1]);
  const std::pair<const char*, SavedRows> all[] = {
      {"not in order", two},
      {"names label 4 of 4", one({{4, 0, 1}})},
      {"names label 9 of 4", one({}, {9})},
      {"places that cannot be", one({{0, 0, 0}})},             // of none
      {"places that cannot be", one({{0, 0, 1}, {1, 0, 1}})},  // two in one place
      {"places that cannot be", one({{0, 1, 1}, {1, 0, 1}})},  // upwards
      {"places that cannot be", one({{0, 0, 2}, {1, 1, 1}})},  // overlapping
      {"places that cannot be", one({{1, 0, 2}, {0, 0, 2}})},  // not in the order of names
      {"more labels than there are", one({{0, 4, 1}})},
      {"more labels than there are", one({{0, UINT32_MAX, UINT32_MAX}})},
      {"no true label", one({})},
      {"or one twice", one({{0, 0, 1}}, {0})},
      {"or one twice", one({}, {1, 1})},
      {"weighs nothing", one({{0, 0, 1}}, {}, {})},
  };
  for (const auto& [says, rows] : all) {
    EXPECT_NE(refusal_of(rows).find(says), std::string::npos) << says << " / " << refusal_of(rows);
  }
  EXPECT_NE(refusal([](ByteWriter& out) { out.u64(1), out.u32(UINT32_MAX); }), "");
  EXPECT_NE(refusal([](ByteWriter& out) { out.u64(1), out.u32(0), out.u32(UINT32_MAX); }), "");
  EXPECT_NE(refusal([](ByteWriter& out) { out.u64(UINT64_MAX); }), "");
}

TEST(TrueRanks, NoChangedByteGivesAHalfRightState) {
  const std::string bytes =
      tally_of(test::scored_rows("b d z > a=0.9 b=0.5 c=0.5; y > a=1")).save();
  for (std::size_t i = 0; i + 8 < bytes.size(); ++i) {
    for (int change = 1; change < 256; change += 41) {
      std::string changed = bytes.substr(0, bytes.size() - 8);
      changed[i] = static_cast<char>(changed[i] ^ change);
      ByteWriter sum;
      sum.u64(detail::hash_bytes(changed.data(), changed.size()));
      changed += sum.bytes();
      try {
        EXPECT_EQ(Tally::load(changed, "state").save(), changed);
      } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::bad_state) << error.what();
      }
    }
  }
}

}  // namespace
}  // namespace tallystick
