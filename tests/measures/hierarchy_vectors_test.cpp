// Figures that other tools print, and the published ones, on hierarchies small enough to check by
// hand. Each table follows one tool's own convention.
#include <gtest/gtest.h>

#include "measures/in_hierarchy.hpp"
#include "measures/prf.hpp"

namespace tallystick {
namespace {

using test::expect_prf;
using test::h;
using test::Prf;
using test::rows;
using test::Rules;
using test::tally_in;
using test::taxonomy_of;

struct IscoCase {
  const char* name;
  const char* edges;
  const char* data;
  Prf micro, samples;
  double f_of_means;
  Prf united;
  double accuracy;
};

// All codes have four digits but where a side is meant to stop early, so closed sets have 4.
constexpr IscoCase kIsco[] = {
    // 1111 has 4 classes in common with itself, 3 with 1112, 2 with 1120, 1 with 1211, 1 with 1:
    // 11 of 17 predicted and of 20 true. United: all of 1, 11, 111, 1111 are found, 10 predicted.
    {"five predictions of one code",
     "1>11 1>12 11>111 11>112 111>1111 111>1112 112>1120 12>121 "
     "121>1211",
     "1111 > 1111; 1111 > 1112; 1111 > 1120; 1111 > 1211; 1111 > 1",
     {11.0 / 17, 11.0 / 20, 22.0 / 37},
     {(1 + 0.75 + 0.5 + 0.25 + 1) / 5, 11.0 / 20, (1 + 0.75 + 0.5 + 0.25 + 0.4) / 5},
     2 * 0.7 * 0.55 / (0.7 + 0.55),
     {4.0 / 10, 4.0 / 4, 8.0 / 14},
     1.0 / 5},
    {"exact", "1>11 11>111 111>1111", "1111 > 1111", {1, 1, 1}, {1, 1, 1}, 1, {1, 1, 1}, 1},
    {"same minor group",
     "1>11 11>111 111>1111 111>1112",
     "1111 > 1112",
     {0.75, 0.75, 0.75},
     {0.75, 0.75, 0.75},
     0.75,
     {0.75, 0.75, 0.75},
     0},
    {"same major group",
     "1>11 1>12 11>111 111>1111 12>121 121>1211",
     "1111 > 1211",
     {0.25, 0.25, 0.25},
     {0.25, 0.25, 0.25},
     0.25,
     {0.25, 0.25, 0.25},
     0},
    {"another major group",
     "1>11 11>111 111>1111 2>21 21>211 211>2111",
     "1111 > 2111",
     {0, 0, 0},
     {0, 0, 0},
     0,
     {0, 0, 0},
     0},
    // 3 + 4 + 2 of 9 predicted and 12 true; F 6/7, 1, 2/3.
    {"too shallow",
     "1>11 11>111 111>1111 2>22 22>222 222>2221 7>74 74>741 741>7411",
     "1111 > 111; 2221 > 2221; 7411 > 74",
     {1, 9.0 / 12, 18.0 / 21},
     {1, 0.75, (6.0 / 7 + 1 + 2.0 / 3) / 3},
     6.0 / 7,
     {1, 9.0 / 12, 18.0 / 21},
     1.0 / 3},
    {"too deep",
     "1>11 11>111 111>1111 2>22 22>222 222>2221",
     "111 > 1111; 222 > 2221",
     {0.75, 1, 6.0 / 7},
     {0.75, 1, 6.0 / 7},
     6.0 / 7,
     {0.75, 1, 6.0 / 7},
     0},
    // The first shares 0 alone: 1 + 4 of 8. United: 0, 03, 031, 0310 of 7 on either side.
    {"leading zeros are part of the code",
     "0>01 0>02 0>03 01>011 011>0110 02>021 021>0210 03>031 031>0310",
     "0110 > 0210; 0310 > 0310",
     {0.625, 0.625, 0.625},
     {0.625, 0.625, 0.625},
     0.625,
     {4.0 / 7, 4.0 / 7, 4.0 / 7},
     0.5},
};

TEST(HierarchyVectors, OccupationCodes) {
  for (const IscoCase& one : kIsco) {
    const Tally tally = tally_in(taxonomy_of(one.edges), rows(one.data));
    expect_prf(tally, "micro", one.micro, one.name);
    expect_prf(tally, "samples", one.samples, one.name);
    EXPECT_DOUBLE_EQ(test::value(tally, h("f1", "means")), one.f_of_means) << one.name;
    expect_prf(tally, "union", one.united, one.name);
    expect_prf(tally, "union", one.united, one.name, {.convention = "isco-hf"});
    EXPECT_EQ(test::value(tally, "accuracy"), one.accuracy) << one.name;
  }
}

/// Two inputs give the output of the published card: sums over examples of the first, united sets
/// of the second.
TEST(HierarchyVectors, TheOutputOfThePublishedCardBitForBit) {
  const Prf card{1.0, 0.4, 0.5714285714285715};
  const auto expect_card = [&card](const Tally& tally, std::string_view average,
                                   const Rules& rules) {
    EXPECT_EQ(test::value(tally, "accuracy"), 0.25);
    EXPECT_EQ(test::value(tally, h("precision", average), rules), card.precision);
    EXPECT_EQ(test::value(tally, h("recall", average), rules), card.recall);
    EXPECT_EQ(test::value(tally, h("f1", average), rules), card.f);
  };
  const Rules isco{.convention = "isco-hf"};
  // 2 of 2 22 221 2211, 2 of 2 23 235 2352, 7 of 7 74 741 7411, all of 5 51 512: 6 of 15.
  const Tally summed = tally_in(
      taxonomy_of("2>22 22>221 221>2211 2>23 23>235 235>2352 7>74 74>741 741>7411 5>51 51>512"),
      rows("2211 > 2; 2352 > 2; 7411 > 7; 512 > 512"));
  expect_card(summed, "micro", isco);
  // 1, 11, 111, 1111 of these and 1112, 112, 1120, 12, 121, 1211.
  const Tally united =
      tally_in(taxonomy_of("1>11 11>111 111>1111 111>1112 11>112 112>1120 1>12 12>121 121>1211"),
               rows("1111 > 1111; 1112 > 1111; 1120 > 1111; 1211 > 1111"));
  expect_card(united, "union", isco);
  // The bare word means united sets there.
  EXPECT_EQ(test::figure(united, "hierarchical_f1", isco).name, "hierarchical_f1_union");
  // 2 * 4 / (2 * 4 + 6) rounds once, to another double than 2 P R / (P + R).
  EXPECT_EQ(test::value(united, "hierarchical_f1_union"), 8.0 / 14);
  EXPECT_NE(8.0 / 14, card.f);
}

/// Published results of the metric are united sets of so many classes, to the last bit.
TEST(HierarchyVectors, PublishedResultsAreOfUnitedSets) {
  struct Published {
    int common, predicted, truth;
    Prf figures;
  };
  const Published published[] = {
      {540, 546, 549, {0.989010989010989, 0.9836065573770492, 0.9863013698630136}},
      {523, 536, 533, {0.9757462686567164, 0.9812382739212008, 0.9784845650140319}},
      {558, 565, 563, {0.9876106194690265, 0.9911190053285968, 0.9893617021276595}},
  };
  for (const Published& one : published) {
    std::string classes;
    test::Row row;
    const int n = one.predicted + one.truth - one.common;
    for (int i = 0; i < n; ++i) {
      const std::string code = test::numbered("c", static_cast<std::size_t>(i));
      classes.append(code).append(" ");
      if (i < one.truth) row.truth.push_back(code);
      if (i < one.common || i >= one.truth) row.predicted.push_back(code);
    }
    const std::vector<test::Row> data{row};
    const Tally tally = tally_in(taxonomy_of(classes), data);
    const Rules rules{.convention = "isco-hf"};
    EXPECT_EQ(test::value(tally, h("precision", "union"), rules), one.figures.precision);
    EXPECT_EQ(test::value(tally, h("recall", "union"), rules), one.figures.recall);
    EXPECT_EQ(test::value(tally, h("f1", "union"), rules), one.figures.f);
  }
}

/// United sets do not see which example a prediction belongs to.
TEST(HierarchyVectors, AnyPermutationScores1InUnitedSets) {
  const Tally tally = tally_in(taxonomy_of("1>11 1>12 2>21"), rows("11 > 21; 12 > 11; 21 > 12"));
  const Score score = test::figure(tally, "hierarchical_f1", {.convention = "isco-hf"});
  EXPECT_EQ(score.value, 1);
  EXPECT_NE(score.note.find("any permutation"), std::string::npos) << score.note;
  EXPECT_LT(test::value(tally, "hierarchical_f1_micro"), 0.5);
  EXPECT_EQ(test::value(tally, "accuracy"), 0);
}

/// True G with B, C, E above, predicted F with C above; A is the root.
TEST(HierarchyVectors, AGraphWithItsRootInAndOut) {
  const Tally tally = tally_in(taxonomy_of("A>B A>C A>D B>E C>E C>F E>G E>H F>I"), rows("G > F"));
  expect_prf(tally, "micro", {1.0 / 2, 1.0 / 4, 1.0 / 3}, "root out");
  EXPECT_DOUBLE_EQ(test::value(tally, "hierarchical_precision_micro:root=in"), 2.0 / 3);
  EXPECT_DOUBLE_EQ(test::value(tally, "hierarchical_recall_micro:root=in"), 2.0 / 5);
  EXPECT_DOUBLE_EQ(test::value(tally, "hierarchical_f1_micro:root=in"), 1.0 / 2);
}

constexpr const char* kNine = "1>2 1>3 2>4 2>5 3>6 3>7 4>8 4>9";
constexpr const char* kGraph = "1>2 1>3 2>4 3>4 4>5 3>6";

/// Ancestors are harmless beside their descendants, but not for measures of flat labels.
TEST(HierarchyVectors, RedundantAncestors) {
  const Tally tally = tally_in(taxonomy_of(kNine), rows("8 4 2 > 8"));
  for (const char* average : {"micro", "samples", "union", "macro"}) {
    expect_prf(tally, average, {1, 1, 1}, average);
  }
  EXPECT_EQ(test::value(tally, "f1_samples"), 0.5);
  EXPECT_EQ(test::value(tally, "subset_accuracy"), 0);
  EXPECT_EQ(test::value(tally, "full_path_accuracy"), 1);
}

struct HemkitCase {
  const char* edges;
  const char* data;
  double p, r, f, lca_p, lca_r, lca_f, mgia, difference;
  const char* limit = "";
};

// What HEMKit 1.0 prints, in six digits; mgia and the symmetric difference are of its library.
constexpr HemkitCase kHemkit[] = {
    {"10>20 20>1 20>2 10>30 30>5 30>4 90>30 70>3 10>70 30>3", "1 2 3 > 1; 1 4 5 > 2 4; 2 4 > 2 4",
     0.952381, 0.731481, 0.805128, 0.916667, 0.7, 0.777778, 0.711111, 2.666667},
    {kNine, "8 > 9", 0.8, 0.8, 0.8, 0.5, 0.5, 0.5, 0.8, 2},
    {kNine, "8 > 6", 0.5, 0.4, 0.444444, 0.333333, 0.25, 0.285714, 0, 5},
    {kNine, "8 > 4", 1, 0.8, 0.888889, 1, 0.5, 0.666667, 0.9, 1},
    {kNine, "8 > 1", 1, 0.4, 0.571429, 1, 0.25, 0.4, 0.7, 3},
    {kNine, "4 > 8", 0.8, 1, 0.888889, 0.5, 1, 0.666667, 0.9, 1},
    {kNine, "8 6 > 9", 0.8, 0.571429, 0.666667, 0.5, 0.4, 0.444444, 0.533333, 4},
    {kNine, "8 4 > 8", 1, 1, 1, 1, 1, 1, 0.8, 0},
    {kGraph, "5 > 2", 1, 0.5, 0.666667, 1, 0.333333, 0.5, 0.8, 3},
    {kGraph, "5 > 2 6", 0.8, 0.666667, 0.727273, 0.666667, 0.5, 0.571429, 0.666667, 3},
    {kGraph, "4 6 > 5", 0.833333, 0.833333, 0.833333, 0.666667, 0.666667, 0.666667, 0.733333, 2},
    {"1>2 1>3 1>4 2>5 3>5 3>6 5>7 5>8 6>9", "7 > 6", 0.75, 0.5, 0.6, 0.5, 0.333333, 0.4, 0.7, 4},
    // Its maxDistance 1: ancestors up to two edges above a label.
    {kNine, "8 6 > 9 6; 9 > 9; 5 > 7", 0.722222, 0.722222, 0.722222, 0.666667, 0.666667, 0.666667,
     0.8, 2, "edges=2"},
};

TEST(HierarchyVectors, Hemkit) {
  for (const HemkitCase& one : kHemkit) {
    const Tally tally = tally_in(taxonomy_of(one.edges), rows(one.data));
    const auto expect = [&](const std::string& name, double expected) {
      EXPECT_NEAR(test::value(tally, name, {.convention = "hemkit"}), expected, 6e-7)
          << name << " of " << one.data << " in " << one.edges;
    };
    const std::string limit = one.limit[0] == '\0' ? "" : std::string(":").append(one.limit);
    const auto limited = [&limit](std::string_view name) { return std::string(name) + limit; };
    expect(limited("hierarchical_precision"), one.p);
    expect(limited("hierarchical_recall"), one.r);
    expect(limited("hierarchical_f1"), one.f);
    expect("lca_precision", one.lca_p);
    expect("lca_recall", one.lca_r);
    expect("lca_f1", one.lca_f);
    expect("mgia", one.mgia);
    expect(limited("symmetric_difference_loss"), one.difference);
  }
}

TEST(HierarchyVectors, HiClass) {
  const Rules rules{.convention = "hiclass"};
  const char* kCodes = "1>11 11>111 111>1111 111>1112 2>21 21>211 211>2111 2>22 22>221 221>2211";
  const Tally two = tally_in(taxonomy_of(kCodes), rows("1111 > 1112; 2211 > 2111"));
  expect_prf(two, "micro", {0.5, 0.5, 0.5}, "two", rules);
  expect_prf(two, "samples", {0.5, 0.5, 0.5}, "two", rules);

  const Tally empty = tally_in(taxonomy_of(kCodes), rows("1111 >; 2211 > 2211"));
  expect_prf(empty, "micro", {1, 0.5, 2.0 / 3}, "nothing predicted", rules);
  EXPECT_EQ(test::value(empty, "hierarchical_recall_samples", rules), 0.5);
  // The tool divides by zero here; precision of the first example is undefined, and said to be.
  const Score precision = test::figure(empty, "hierarchical_precision_samples",
                                       {.convention = "hiclass", .undefined = Undefined::exclude});
  EXPECT_EQ(precision.value, 1);
  EXPECT_EQ(precision.n_undefined, 1u);

  // Two paths predicted for one true path: the tool leaves the second out and reads 1.
  const Tally more = tally_in(taxonomy_of("a>b c>d"), rows("b > b d"));
  EXPECT_EQ(test::value(more, "hierarchical_precision_micro", rules), 0.5);

  const Tally paths = tally_in(taxonomy_of("0>1 1>2 3>4 4>5 6>7 7>8"), rows("2 > 2; 5 > 8"));
  EXPECT_EQ(test::value(paths, "hierarchical_f1_micro", rules), 0.5);
  EXPECT_EQ(test::value(paths, "hierarchical_f1_samples", rules), 0.5);

  // Levels 1 2 3 4 and 1 2 5 6 against 1 5 6 7 and 1 2 3 4; a name below another name is another.
  const char* kLevels =
      "1>1.2 1.2>1.2.3 1.2.3>1.2.3.4 1.2>1.2.5 1.2.5>1.2.5.6 1>1.5 1.5>1.5.6 "
      "1.5.6>1.5.6.7";
  const Tally levels = tally_in(taxonomy_of(kLevels), rows("1.2.3.4 > 1.5.6.7; 1.2.5.6 > 1.2.3.4"));
  EXPECT_EQ(test::value(levels, "hierarchical_precision_samples", rules), 0.375);
  const Tally short_truth = tally_in(taxonomy_of(kLevels), rows("1.2 > 1.5.6.7; 1.2 > 1.2.3.4"));
  EXPECT_EQ(test::value(short_truth, "hierarchical_recall_samples", rules), 0.75);
  const Tally swapped = tally_in(taxonomy_of(kLevels), rows("1.5.6.7 > 1.2; 1.2.3.4 > 1.2"));
  EXPECT_EQ(test::value(swapped, "hierarchical_recall_samples", rules), 0.375);
}

TEST(HierarchyVectors, SklearnHierarchicalClassification) {
  // 0 1 2 4 against 1 2 4 5 6, and 1 3 against 1: 4 of 6 and 6.
  const Tally tree =
      tally_in(taxonomy_of("ROOT>0 ROOT>1 1>2 1>3 2>4 2>5 5>6"), rows("0 4 > 4 6; 1 3 > 1"));
  expect_prf(tree, "micro", {2.0 / 3, 2.0 / 3, 2.0 / 3}, "tree");
  const Tally graph = tally_in(taxonomy_of("ROOT>0 ROOT>1 0>2 2>3 1>3 3>4"), rows("4 > 3"));
  expect_prf(graph, "micro", {1, 4.0 / 5, 8.0 / 9}, "graph");
}

}  // namespace
}  // namespace tallystick
