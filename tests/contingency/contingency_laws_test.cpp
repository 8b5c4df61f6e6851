// What holds for every input: checked on generated examples, to the bit where it is promised.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "tallystick/base/error.hpp"
#include "tallystick/contingency.hpp"

namespace tallystick {
namespace {

using Names = std::vector<std::string>;

struct Sample {
  Names categories;
  std::vector<Names> assigned;
  std::vector<Names> correct;
};

Names some_labels(std::mt19937_64& random, std::size_t n_categories) {
  Names labels;
  for (std::size_t i = random() % 4; i > 0; --i) {
    labels.push_back("label " +
                     std::to_string(random() % (n_categories + 1)));  // the last: unknown
  }
  return labels;
}

Sample sample(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  Sample made;
  const std::size_t n_categories = 1 + random() % 9;
  for (std::size_t i = 0; i < n_categories; ++i)
    made.categories.push_back("label " + std::to_string(i));
  for (std::size_t i = random() % 12; i > 0; --i) {
    made.assigned.push_back(some_labels(random, n_categories));
    made.correct.push_back(some_labels(random, n_categories));
  }
  return made;
}

Contingency tally(const Sample& from, std::size_t begin, std::size_t end) {
  Contingency result(from.categories);
  for (std::size_t i = begin; i < end; ++i) result.add_result(from.assigned[i], from.correct[i]);
  return result;
}

Contingency tally(const Sample& from) { return tally(from, 0, from.assigned.size()); }

constexpr std::uint64_t kSeeds = 500;

TEST(ContingencyLaws, MacroAccuracyIsMicroAccuracyUntilEntriesAreSet) {
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    Contingency c = tally(sample(seed));
    EXPECT_EQ(c.macro_accuracy(), c.micro_accuracy()) << seed;
    EXPECT_EQ(c.macro_error(), c.micro_error()) << seed;
    EXPECT_NEAR(c.micro_error(), 1 - c.micro_accuracy(), 1e-15) << seed;
    const double before = c.macro_accuracy();
    c.set_entries(1, 1, 1, 0);
    EXPECT_EQ(c.micro_accuracy(), 1.0 / 3);
    EXPECT_EQ(c.macro_accuracy(), before) << seed;
  }
}

TEST(ContingencyLaws, RatiosLieBetweenZeroAndOneAndCellsAddUp) {
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const Contingency c = tally(sample(seed));
    ContingencyCells sum;
    for (const CategoryStats& one : c.category_stats()) {
      const ContingencyCells& cells = one.cells;
      EXPECT_EQ(cells.a + cells.b + cells.c + cells.d, c.n_hypotheses()) << seed;
      sum = {sum.a + cells.a, sum.b + cells.b, sum.c + cells.c, sum.d + cells.d};
    }
    EXPECT_EQ(sum, c.entries()) << seed;
    for (const ContingencyRatios& r : {c.micro_ratios(), c.macro_ratios()}) {
      for (const double x : {r.precision, r.recall, r.f1, r.accuracy, r.error}) {
        EXPECT_TRUE(x >= 0 && x <= 1) << seed << ' ' << x;
      }
    }
  }
}

TEST(ContingencyLaws, NeitherTheOrderOfCategoriesNorOfExamplesMatters) {
  std::mt19937_64 random(7);
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const Sample made = sample(seed);
    Sample mixed = made;
    std::shuffle(mixed.categories.begin(), mixed.categories.end(), random);
    std::reverse(mixed.assigned.begin(), mixed.assigned.end());
    std::reverse(mixed.correct.begin(), mixed.correct.end());
    const Contingency x = tally(made), y = tally(mixed);
    EXPECT_EQ(x, y) << seed;
    EXPECT_EQ(x.macro_ratios(), y.macro_ratios()) << seed;
    EXPECT_EQ(x.category_stats(), y.category_stats()) << seed;
    EXPECT_EQ(x.stats_table(17), y.stats_table(17)) << seed;
  }
}

TEST(ContingencyLaws, MergedPartsEqualOnePass) {
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    Sample made = sample(seed);
    const std::size_t half = made.assigned.size() / 2;
    const Contingency whole = tally(made);
    const Contingency second = tally(made, half, made.assigned.size());
    std::reverse(made.categories.begin(), made.categories.end());  // other ids for the same names
    Contingency first = tally(made, 0, half);
    first.merge(second);
    EXPECT_EQ(first, whole) << seed;
    EXPECT_EQ(first.macro_ratios(), whole.macro_ratios()) << seed;
    const Contingency empty = tally(made, 0, 0);
    first.merge(empty);
    EXPECT_EQ(first, whole) << seed;
  }
}

TEST(ContingencyLaws, AnObjectMergedWithItselfIsTheDataTwice) {
  const Sample made = sample(3);
  Contingency twice = tally(made), again = tally(made);
  twice.merge(twice);
  for (std::size_t i = 0; i < made.assigned.size(); ++i) {
    again.add_result(made.assigned[i], made.correct[i]);
  }
  EXPECT_EQ(twice, again);
}

TEST(ContingencyLaws, EqualityLooksAtEveryPart) {
  const Contingency plain{"a", "b"};
  Contingency other{"a", "c"};
  EXPECT_FALSE(plain == other);
  EXPECT_FALSE(plain == Contingency{"a"});
  Contingency entries = plain, unknown = plain, name = plain, counts = plain, swapped = plain;
  entries.set_entries(1);
  EXPECT_FALSE(plain == entries);
  unknown.add_result({"u"}, {});
  name.add_result({"v"}, {});
  EXPECT_FALSE(unknown == name);
  counts.add_result("a", {});
  swapped.add_result("b", {});
  EXPECT_FALSE(counts == swapped);
}

TEST(ContingencyLaws, OtherCategoriesAreNotMerged) {
  const auto merging = [](Contingency x, const Contingency& y) {
    try {
      x.merge(y);
    } catch (const Error& error) {
      return error.code();
    }
    return ErrorCode::internal;
  };
  EXPECT_EQ(merging(Contingency{"a"}, Contingency{"b"}), ErrorCode::incompatible_states);
  EXPECT_EQ(merging(Contingency{"a"}, Contingency{"a", "b"}), ErrorCode::incompatible_states);
  EXPECT_EQ(merging(Contingency{"a", ""}, Contingency{"a"}), ErrorCode::incompatible_states);
}

TEST(ContingencyLaws, CountsPerCategoryGiveTheObjectBack) {
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    Sample made = sample(seed);
    made.categories.push_back("label " + std::to_string(made.categories.size()));  // none unknown
    const Contingency whole = tally(made);
    std::vector<std::string> names;
    std::vector<std::uint64_t> tp, fp, fn;
    for (const CategoryStats& one : whole.category_stats()) {
      names.push_back(one.name);
      tp.push_back(one.cells.a);
      fp.push_back(one.cells.b);
      fn.push_back(one.cells.c);
    }
    const std::vector<std::string_view> views(names.begin(), names.end());
    EXPECT_EQ(Contingency::from_counts(views, tp, fp, fn, whole.n_hypotheses()), whole) << seed;
  }
}

}  // namespace
}  // namespace tallystick
