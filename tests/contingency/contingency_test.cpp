// Golden values: what Statistics::Contingency 0.09 prints, and the same worked by hand.
#include "tallystick/contingency.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <initializer_list>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "tallystick/base/error.hpp"

namespace tallystick {
namespace {

using Names = std::vector<std::string>;

struct Row {
  Names assigned;
  Names correct;
};

Contingency tally(const Names& categories, const std::vector<Row>& rows) {
  Contingency result(categories);
  for (const Row& row : rows) result.add_result(row.assigned, row.correct);
  return result;
}

void expect_ratios(const ContingencyRatios& got, const ContingencyRatios& want) {
  EXPECT_DOUBLE_EQ(got.precision, want.precision);
  EXPECT_DOUBLE_EQ(got.recall, want.recall);
  EXPECT_DOUBLE_EQ(got.f1, want.f1);
  EXPECT_DOUBLE_EQ(got.accuracy, want.accuracy);
  EXPECT_DOUBLE_EQ(got.error, want.error);
}

void expect_category(const CategoryStats& got, std::string_view name, const ContingencyCells& cells,
                     const ContingencyRatios& ratios) {
  EXPECT_EQ(got.name, name);
  EXPECT_EQ(got.cells, cells);
  expect_ratios(got.ratios, ratios);
}

template <class Call>
ErrorCode code_of(const Call& call) {
  try {
    call();
  } catch (const Error& error) {
    EXPECT_FALSE(error.hint().empty());
    return error.code();
  }
  ADD_FAILURE() << "nothing was refused";
  return ErrorCode::internal;
}

const std::vector<Row> kMixed{{{"a"}, {"a", "b"}}, {{"b", "c"}, {"b"}}, {{}, {"c"}}, {{"a"}, {}}};

TEST(Contingency, MixedExamples) {
  const Contingency mixed = tally({"a", "b", "c"}, kMixed);
  expect_ratios(mixed.micro_ratios(), {0.5, 0.5, 0.5, 2.0 / 3, 1.0 / 3});
  expect_ratios(mixed.macro_ratios(), {0.5, 0.5, 4.0 / 9, 2.0 / 3, 1.0 / 3});
  EXPECT_EQ(mixed.entries(), (ContingencyCells{2, 2, 2, 6}));
  EXPECT_EQ(mixed.n_hypotheses(), 4u);
  EXPECT_EQ(mixed.stats_table(),
            "+---------------------------------------------+\n"
            "|   maR   maP  maF1    miR   miP  miF1    Err |\n"
            "| 0.500 0.500 0.444  0.500 0.500 0.500  0.333 |\n"
            "+---------------------------------------------+\n");
  const std::vector<CategoryStats> stats = mixed.category_stats();
  ASSERT_EQ(stats.size(), 3u);
  expect_category(stats[0], "a", {1, 1, 0, 2}, {0.5, 1, 2.0 / 3, 0.75, 0.25});
  expect_category(stats[1], "b", {1, 0, 1, 2}, {1, 0.5, 2.0 / 3, 0.75, 0.25});
  expect_category(stats[2], "c", {0, 1, 1, 2}, {0, 0, 0, 0.5, 0.5});
}

TEST(Contingency, ACategoryNeverSeenScoresOne) {
  const Contingency unseen = tally(
      {"a", "b", "c", "d"}, {{{"a"}, {"a"}}, {{}, {}}, {{"a"}, {"a", "b"}}, {{"b", "c"}, {"b"}}});
  expect_ratios(unseen.micro_ratios(), {0.75, 0.75, 0.75, 0.875, 0.125});
  expect_ratios(unseen.macro_ratios(), {0.75, 0.875, 2.0 / 3, 0.875, 0.125});
  EXPECT_EQ(unseen.stats_table(),
            "+---------------------------------------------+\n"
            "|   maR   maP  maF1    miR   miP  miF1    Err |\n"
            "| 0.875 0.750 0.667  0.750 0.750 0.750  0.125 |\n"
            "+---------------------------------------------+\n");
  expect_category(unseen.category_stats("a"), "a", {2, 0, 0, 2}, {1, 1, 1, 1, 0});
  expect_category(unseen.category_stats("b"), "b", {1, 0, 1, 2}, {1, 0.5, 2.0 / 3, 0.75, 0.25});
  expect_category(unseen.category_stats("c"), "c", {0, 1, 0, 3}, {0, 1, 0, 0.75, 0.25});
  expect_category(unseen.category_stats("d"), "d", {0, 0, 0, 4}, {1, 1, 1, 1, 0});
}

TEST(Contingency, EmptySides) {
  const Names four{"a", "b", "c", "d"};
  const Contingency both = tally(four, {{{}, {}}});
  expect_ratios(both.micro_ratios(), {1, 1, 1, 1, 0});
  expect_ratios(both.macro_ratios(), {1, 1, 1, 1, 0});
  expect_category(both.category_stats("a"), "a", {0, 0, 0, 1}, {1, 1, 1, 1, 0});

  const Contingency nothing_assigned = tally(four, {{{}, {"a"}}});
  expect_ratios(nothing_assigned.micro_ratios(), {0, 0, 0, 0.75, 0.25});
  expect_ratios(nothing_assigned.macro_ratios(), {0.75, 0.75, 0.75, 0.75, 0.25});
  expect_category(nothing_assigned.category_stats("a"), "a", {0, 0, 1, 0}, {0, 0, 0, 0, 1});

  const Contingency nothing_correct = tally(four, {{{"a"}, {}}});
  expect_category(nothing_correct.category_stats("a"), "a", {0, 1, 0, 0}, {0, 1, 0, 0, 1});
  expect_category(nothing_correct.category_stats("d"), "d", {0, 0, 0, 1}, {1, 1, 1, 1, 0});
}

TEST(Contingency, TwoDocumentsOfTheModulesOwnTest) {
  Contingency news{"sports", "politics", "finance", "world"};
  news.add_result({"sports", "finance"}, "sports");
  news.add_result({"sports", "finance"}, {"politics"});
  expect_ratios(news.micro_ratios(), {0.25, 0.5, 1.0 / 3, 0.5, 0.5});
  expect_ratios(news.macro_ratios(), {0.375, 0.75, 5.0 / 12, 0.5, 0.5});
  EXPECT_EQ(news.stats_table(),
            "+---------------------------------------------+\n"
            "|   maR   maP  maF1    miR   miP  miF1    Err |\n"
            "| 0.750 0.375 0.417  0.500 0.250 0.333  0.500 |\n"
            "+---------------------------------------------+\n");
  const std::vector<CategoryStats> stats = news.category_stats();
  ASSERT_EQ(stats.size(), 4u);
  expect_category(stats[0], "finance", {0, 2, 0, 0}, {0, 1, 0, 0, 1});
  expect_category(stats[1], "politics", {0, 0, 1, 1}, {0, 0, 0, 0.5, 0.5});
  expect_category(stats[2], "sports", {1, 1, 0, 0}, {0.5, 1, 2.0 / 3, 0.5, 0.5});
  expect_category(stats[3], "world", {0, 0, 0, 2}, {1, 1, 1, 1, 0});
}

TEST(Contingency, LabelsThatAreNoCategoryAreLeftOutAndCounted) {
  const Contingency some = tally({"a", "b"}, {{{"a", "zzz", "zzz"}, {"a", "yyy", "zzz"}}});
  expect_ratios(some.micro_ratios(), {1, 1, 1, 1, 0});
  expect_ratios(some.macro_ratios(), {1, 1, 1, 1, 0});
  EXPECT_EQ(some.n_unknown_assigned(), 1u);
  EXPECT_EQ(some.n_unknown_correct(), 2u);
  EXPECT_EQ(some.unknown_names(), (std::set<std::string>{"yyy", "zzz"}));
}

TEST(Contingency, NamesOfUnknownLabelsAreBoundedAndTheFirstByBytes) {
  Contingency many{"a"};
  for (int i = 99; i >= 10; --i) many.add_result(std::string("u").append(std::to_string(i)), {});
  EXPECT_EQ(many.n_unknown_assigned(), 90u);
  ASSERT_EQ(many.unknown_names().size(), Contingency::kUnknownNamesKept);
  EXPECT_EQ(*many.unknown_names().begin(), "u10");
  EXPECT_EQ(*many.unknown_names().rbegin(), "u29");

  std::string longest(255, 'x');
  longest += "\u00e9 and more";  // the cut may not fall inside the two bytes of this letter
  Contingency one{"a"};
  one.add_result(longest, {});
  EXPECT_EQ(*one.unknown_names().begin(), std::string(255, 'x'));
}

TEST(Contingency, RepeatedLabelsAndCategoriesCountOnce) {
  const Contingency twice = tally({"a", "b", "a"}, {{{"a", "a", "b"}, {"a", "a"}}});
  EXPECT_EQ(twice.n_categories(), 2u);
  expect_ratios(twice.micro_ratios(), {0.5, 1, 2.0 / 3, 0.5, 0.5});
  expect_ratios(twice.macro_ratios(), {0.5, 1, 0.5, 0.5, 0.5});
}

TEST(Contingency, TakesListsSetsMapsAndSingleLabels) {
  Contingency lists{"a", "b", "c"}, others{"a", "b", "c"};
  lists.add_result({"a", "b"}, {"b"});
  lists.add_result({"c"}, {});
  lists.add_result({"a", "c"}, {"a"});
  const std::map<std::string, int> votes{{"a", 2}, {"b", -1}, {"c", 0}};
  const std::vector<std::string_view> just_b{"b"};
  others.add_result(votes, just_b);
  others.add_result(std::string("c"), std::set<std::string>{});
  others.add_result({{"a", true}, {"b", false}, {"c", true}}, "a");
  EXPECT_EQ(lists, others);
}

TEST(Contingency, TheEmptyStringCanBeACategory) {
  Contingency named{"", "x"};
  named.add_result("", "x");
  EXPECT_EQ(named.entries(), (ContingencyCells{0, 1, 1, 0}));
  const std::vector<CategoryStats> stats = named.category_stats();
  ASSERT_EQ(stats.size(), 2u);
  expect_category(stats[0], "", {0, 1, 0, 0}, {0, 1, 0, 0, 1});
  Contingency unnamed{"x"};
  unnamed.add_result("", "x");
  EXPECT_EQ(unnamed.n_unknown_assigned(), 1u);
}

TEST(Contingency, SetEntriesReplacesTheMicroTableOnly) {
  const auto micro = [](const ContingencyCells& cells) {
    Contingency set{"a", "b"};
    set.set_entries(cells.a, cells.b, cells.c, cells.d);
    expect_ratios(set.macro_ratios(), {1, 1, 1, 1, 0});
    return set.micro_ratios();
  };
  expect_ratios(micro({0, 0, 5, 19}), {0, 0, 0, 19.0 / 24, 5.0 / 24});
  expect_ratios(micro({0, 5, 0, 19}), {0, 1, 0, 19.0 / 24, 5.0 / 24});
  expect_ratios(micro({7, 0, 0, 0}), {1, 1, 1, 1, 0});
  expect_ratios(micro({0, 0, 0, 0}), {1, 1, 1, 1, 0});
}

TEST(Contingency, AddResultCountsOnAfterSetEntries) {
  Contingency set{"a", "b"};
  set.add_result("a", "b");
  set.set_entries(10, 20, 30, 40);
  set.add_result("a", "a");
  EXPECT_EQ(set.entries(), (ContingencyCells{11, 20, 30, 41}));
  EXPECT_EQ(set.n_hypotheses(), 2u);
  EXPECT_EQ(set.category_stats("a").cells, (ContingencyCells{1, 1, 0, 0}));
  EXPECT_EQ(set.stats_table(2),
            "+--------------------------------------+\n"
            "|  maR  maP maF1   miR  miP miF1   Err |\n"
            "| 0.50 0.25 0.33  0.27 0.35 0.31  0.49 |\n"
            "+--------------------------------------+\n");
}

TEST(Contingency, HugeEntriesStayRight) {
  const std::uint64_t e18 = 1000000000000000000;
  Contingency huge{"a"};
  huge.set_entries(2 * e18, e18, e18, 3 * e18);
  expect_ratios(huge.micro_ratios(), {2.0 / 3, 2.0 / 3, 2.0 / 3, 5.0 / 7, 2.0 / 7});
  huge.set_entries(UINT64_MAX - 3, 1, 1, 1);
  EXPECT_DOUBLE_EQ(huge.micro_accuracy(), 1);
  EXPECT_DOUBLE_EQ(huge.micro_error(), 0x1p-63);
}

TEST(Contingency, TotalsThatDoNotFitAreRefusedAndChangeNothing) {
  Contingency full{"a"};
  EXPECT_EQ(code_of([&] { full.set_entries(UINT64_MAX, 1); }), ErrorCode::count_overflow);
  EXPECT_EQ(full, Contingency{"a"});
  full.set_entries(1, 0, 0, UINT64_MAX - 1);
  const Contingency before = full;
  EXPECT_EQ(code_of([&] { full.add_result("a", "a"); }), ErrorCode::count_overflow);
  EXPECT_EQ(code_of([&] { full.merge(before); }), ErrorCode::count_overflow);
  EXPECT_EQ(full, before);
  const ContingencyCells wide{UINT64_MAX, UINT64_MAX, 0, 2};
  EXPECT_EQ(code_of([&] { static_cast<void>(contingency_ratios(wide)); }),
            ErrorCode::count_overflow);
}

TEST(Contingency, WithoutCategoriesOnlyTheMicroRatiosExist) {
  Contingency none(Names{});
  none.add_result("a", "b");
  expect_ratios(none.micro_ratios(), {1, 1, 1, 1, 0});
  EXPECT_EQ(none.n_unknown_assigned(), 1u);
  EXPECT_EQ(code_of([&] { static_cast<void>(none.macro_f1()); }), ErrorCode::wrong_usage);
  EXPECT_EQ(code_of([&] { static_cast<void>(none.category_stats()); }), ErrorCode::wrong_usage);
  EXPECT_EQ(code_of([&] { static_cast<void>(none.stats_table()); }), ErrorCode::wrong_usage);
}

TEST(Contingency, AnAbsentCategoryIsRefusedWithTheNearest) {
  const Contingency news{"sports", "politics"};
  EXPECT_EQ(code_of([&] { static_cast<void>(news.category_stats("sport")); }),
            ErrorCode::unknown_label);
}

TEST(Contingency, VerboseWritesTheModulesLineWithSortedNames) {
  std::ostringstream out;
  Contingency spoken{"a", "b"};
  spoken.set_verbose(out);
  spoken.add_result({"b", "zz", "a", "a"}, {}, "doc 1");
  spoken.add_result(std::map<std::string, bool>{{"a", false}, {"b", true}}, "a");
  spoken.set_quiet();
  spoken.add_result("a", "a", "unheard");
  EXPECT_EQ(out.str(), "doc 1: assigned=(a b zz) correct=()\n: assigned=(b) correct=(a)\n");
}

TEST(Contingency, FromCountsEqualsAddingTheExamples) {
  const std::vector<std::string_view> names{"c", "a", "b"};
  const std::vector<std::uint64_t> tp{0, 1, 1}, fp{1, 1, 0}, fn{1, 0, 1};
  EXPECT_EQ(Contingency::from_counts(names, tp, fp, fn, 4), tally({"a", "b", "c"}, kMixed));
}

TEST(Contingency, FromCountsRefusesWhatCannotBe) {
  const std::vector<std::string_view> names{"a", "b"}, same{"a", "a"};
  const std::vector<std::uint64_t> one{1, 1}, two{2, 2}, three{1, 1, 1};
  const auto code = [](auto&&... arguments) {
    return code_of([&] { static_cast<void>(Contingency::from_counts(arguments...)); });
  };
  EXPECT_EQ(code(names, one, one, three, std::uint64_t{9}), ErrorCode::wrong_usage);
  EXPECT_EQ(code(same, one, one, one, std::uint64_t{9}), ErrorCode::wrong_usage);
  EXPECT_EQ(code(names, one, two, one, std::uint64_t{3}), ErrorCode::wrong_usage);
  EXPECT_EQ(code(names, one, one, one, std::uint64_t{1} << 63), ErrorCode::count_overflow);
}

}  // namespace
}  // namespace tallystick
