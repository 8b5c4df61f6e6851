// Labels known of an example before: kept with its scores, merged and saved with them.
#include <gtest/gtest.h>

#include "measures/scored.hpp"
#include "tallystick/base/error.hpp"
#include "tallystick/base/mix.hpp"

namespace tallystick {
namespace {

using test::ScoredExample;

Tally tally_of(std::span<const ScoredExample> rows) {
  Tally tally;
  tally.keep_known(Ties::worst);
  test::add_scored(tally, {rows.begin(), rows.end()});
  return tally;
}

std::vector<ScoredExample> data_of(std::uint64_t seed) {
  test::Source source(seed);
  std::vector<ScoredExample> out(1 + source.below(12));
  for (ScoredExample& row : out) {
    for (const char name : std::string_view("abcde")) {
      const std::string label(1, name);
      if (source.below(3) == 0) row.truth.push_back(label);
      if (source.below(3) == 0) {
        row.scores.emplace_back(label, static_cast<double>(source.below(3)) / 4);
      }
      if (source.below(3) == 0) row.known.push_back(std::string("known ") + name);
      if (source.below(4) == 0) row.known.push_back(label);
    }
    source.shuffle(row.known);
    if (seed % 2 == 1) row.weight = amount_from(0.1 * static_cast<double>(1 + source.below(30)));
  }
  return out;
}

TEST(KnownLabels, AreKeptOnceAndAscend) {
  std::vector<ScoredExample> rows = test::scored_rows("a > a=1; b > b=1");
  rows[0].known = {"x", "a", "x"};
  const Tally tally = tally_of(rows);
  const auto known = tally.scores().example(0).known;
  EXPECT_EQ(known.size(), 2u);
  EXPECT_LT(known[0], known[1]);
  EXPECT_TRUE(tally.scores().example(1).known.empty());
  EXPECT_EQ(tally.n_rankable(), 2u);  // x is nobody's true or predicted label
}

TEST(KnownLabelsLaw, MergingInAnyOrderIsOnePass) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    std::vector<ScoredExample> data = data_of(seed);
    const std::string whole = tally_of(data).save();
    EXPECT_EQ(Tally::load(whole, "state").save(), whole) << "seed " << seed;
    test::Source(seed).shuffle(data);
    const std::span<const ScoredExample> all(data);
    Tally parts = tally_of(all.subspan(data.size() / 2));
    parts.merge(Tally::load(tally_of(all.first(data.size() / 2)).save(), "state"));
    EXPECT_EQ(parts.save(), whole) << "seed " << seed;
  }
}

TEST(KnownLabels, AStateThatKeepsNoneDoesNotMerge) {
  Tally known = tally_of(test::scored_rows("a > a=1"));
  try {
    known.merge(test::scored_tally("a > a=1"), "b.state");
    FAIL() << "merged";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::incompatible_states);
    EXPECT_NE(error.fact().find("known labels"), std::string::npos) << error.fact();
  }
}

TEST(KnownLabels, NoChangedByteGivesAHalfRightState) {
  std::vector<ScoredExample> rows = test::scored_rows("a c > a=1 b=0.5; b > b=1");
  rows[0].known = {"a", "x"}, rows[1].known = {"c"};
  const std::string bytes = tally_of(rows).save();
  std::size_t refused = 0;
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
        ++refused;
      }
    }
  }
  EXPECT_GT(refused, bytes.size());
}

}  // namespace
}  // namespace tallystick
