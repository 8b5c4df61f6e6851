// Figures that other tools print, and the published ones, on hierarchies small enough to check by
// hand. Each table follows one tool's own convention.
#include <gtest/gtest.h>

#include <fstream>
#include <map>

#include "measures/figure.hpp"
#include "measures/in_hierarchy.hpp"
#include "tallystick/measures/hierarchy.hpp"
#include "tallystick/reconcile.hpp"

namespace tallystick {
namespace {

using test::rows;
using test::Rules;
using test::tally_in;
using test::taxonomy_of;

std::string h(std::string_view what, std::string_view average) {
  return std::string("hierarchical_").append(what).append("_").append(average);
}

/// Precision, recall and F in one average.
struct Prf {
  double precision, recall, f;
};

void expect_prf(const Tally& tally, std::string_view average, const Prf& expected,
                const std::string& where, const Rules& rules = {}) {
  EXPECT_DOUBLE_EQ(test::value(tally, h("precision", average), rules), expected.precision) << where;
  EXPECT_DOUBLE_EQ(test::value(tally, h("recall", average), rules), expected.recall) << where;
  EXPECT_DOUBLE_EQ(test::value(tally, h("f1", average), rules), expected.f) << where;
}

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

constexpr const char* kTerms = "A>C A>D B>D B>F D>E R>A R>B";
// What is assigned from 0.61 up: E, C, B of F, and nothing for D.
constexpr const char* kTargets = "E > E; C > C A; F > B; D >";

TEST(HierarchyVectors, CafaSets) {
  const Tally tally = tally_in(taxonomy_of(kTerms), rows(kTargets));
  const Rules cafa{.convention = "cafa"};
  // R counts: of 5, 3, 3 and 4 true terms 5, 3, 2 and none are found; nothing else is predicted.
  expect_prf(tally, "micro", {1, 10.0 / 15, 20.0 / 25}, "roots in", cafa);
  EXPECT_EQ(test::value(tally, "hierarchical_precision", cafa), 1) << "over three targets";
  EXPECT_DOUBLE_EQ(test::value(tally, "hierarchical_recall", cafa), 2.0 / 3) << "over four";
  EXPECT_DOUBLE_EQ(test::value(tally, "hierarchical_f1", cafa), 0.8);
  // Normalised by the targets: precision of nothing counts as 0.
  const Rules by_truth{.convention = "cafa", .undefined = Undefined::zero};
  EXPECT_EQ(test::value(tally, "hierarchical_precision", by_truth), 0.75);
  EXPECT_NEAR(test::value(tally, "hierarchical_f1", by_truth), 0.705882352941, 1e-12);
  // Normalised by the predictions: targets without one are no examples.
  const Tally predicted = tally_in(taxonomy_of(kTerms), rows("E > E; C > C A; F > B"));
  EXPECT_NEAR(test::value(predicted, "hierarchical_recall", cafa), 0.888888888889, 1e-12);
  EXPECT_NEAR(test::value(predicted, "hierarchical_f1", cafa), 0.941176470588, 1e-12);
  // Without the root.
  EXPECT_EQ(test::value(tally, "hierarchical_recall_samples:root=out", cafa), 0.625);
  EXPECT_NEAR(test::value(tally, "hierarchical_f1_means:root=out", cafa), 0.769230769231, 1e-12);
  EXPECT_NEAR(test::value(tally, "hierarchical_recall_micro:root=out", cafa), 0.636363636364,
              1e-12);
}

TEST(HierarchyVectors, CafaSetsByInformationAccretion) {
  EvaluateOptions options;
  options.convention = "cafa";
  options.ia_file = testing::TempDir() + "hierarchy_vectors_ia.tsv";
  std::ofstream(options.ia_file) << "R\t0\nA\t0.5\nB\t0.7\nC\t1.2\nD\t2\nE\t1.5\nF\t0.9\n";
  const auto value = [&](const Tally& tally, const char* name) {
    options.measures = std::string(name).append(":node_weights=file");
    return make_report(tally, {}, options).measures.at(0).value;
  };
  // 4.7 of E, 1.7 of C, 0.7 of the 1.6 of F, none of the 3.2 of D.
  const Tally tally = tally_in(taxonomy_of(kTerms), rows(kTargets));
  EXPECT_EQ(value(tally, "hierarchical_precision_samples"), 1);
  EXPECT_NEAR(value(tally, "hierarchical_recall_samples"), 0.609375, 1e-15);
  EXPECT_NEAR(value(tally, "hierarchical_f1_means"), 0.757281553398, 1e-12);
  EXPECT_EQ(value(tally, "hierarchical_precision_micro"), 1);
  EXPECT_NEAR(value(tally, "hierarchical_recall_micro"), 0.633928571429, 1e-12);
  EXPECT_NEAR(value(tally, "hierarchical_f1_micro"), 0.775956284153, 1e-12);
  const Tally predicted = tally_in(taxonomy_of(kTerms), rows("E > E; C > C A; F > B"));
  EXPECT_NEAR(value(predicted, "hierarchical_recall_samples"), 0.8125, 1e-15);
  EXPECT_NEAR(value(predicted, "hierarchical_f1_means"), 0.896551724138, 1e-12);
}

TEST(HierarchyVectors, CafaSetsWithAnotherCodeOfATerm) {
  TaxonomyBuilder draft("terms");
  for (const std::string& edge : test::words(kTerms)) {
    draft.edge(draft.node(edge.substr(0, 1)), draft.node(edge.substr(2)));
  }
  draft.alternative("B_OLD", draft.node("B"));
  const Tally tally = tally_in(std::make_shared<const Taxonomy>(std::move(draft).build()),
                               rows("B_OLD > B; C > B_OLD"));
  const Rules cafa{.convention = "cafa"};
  EXPECT_EQ(test::value(tally, "hierarchical_precision", cafa), 0.75);
  EXPECT_DOUBLE_EQ(test::value(tally, "hierarchical_recall", cafa), 2.0 / 3);
  EXPECT_NEAR(test::value(tally, "hierarchical_f1", cafa), 0.705882352941, 1e-12);
  expect_prf(tally, "micro", {0.75, 0.6, 2.0 / 3}, "another code", cafa);
}

TEST(HierarchyVectors, DistancesInATree) {
  const auto value = [](const char* data, const char* name) {
    return test::value(tally_in(taxonomy_of(kNine), rows(data)), name);
  };
  EXPECT_EQ(value("8 > 5", "tree_distance"), 3);  // 8 4 2 5
  EXPECT_EQ(value("8 > 5", "lca_height"), 2);     // 2 4 8
  EXPECT_DOUBLE_EQ(value("8 > 5", "wu_palmer"), 4.0 / 7);
  EXPECT_DOUBLE_EQ(value("8 > 5", "wu_palmer:root_depth=0"), 2.0 / 5);
  EXPECT_EQ(value("8 > 5", "symmetric_difference_loss"), 3);  // 4 8 5
  EXPECT_EQ(value("5 > 7", "tree_distance"), 4);
  EXPECT_EQ(value("5 > 7", "lca_height"), 3);
  EXPECT_DOUBLE_EQ(value("5 > 7", "wu_palmer"), 2.0 / 6);
  EXPECT_EQ(value("5 > 7", "wu_palmer:root_depth=0"), 0);
  EXPECT_EQ(value("5 > 7", "symmetric_difference_loss"), 4);
  // Paths of names: themselves, a sibling, too short, too long.
  const auto animals = taxonomy_of("Animal>Cat Cat>Siamese Cat>Bombay Plant>Rose");
  const Tally pairs = tally_in(animals, rows("Siamese > Siamese; Siamese > Bombay; Siamese > Cat; "
                                             "Cat > Siamese"));
  EXPECT_EQ(test::value(pairs, "tree_distance"), (0 + 2 + 1 + 1) / 4.0);
}

TEST(HierarchyVectors, HLoss) {
  const auto value = [](const char* data) {
    return test::value(tally_in(taxonomy_of(kNine), rows(data)), "h_loss");
  };
  EXPECT_EQ(value("8 > 4"), 0.125);   // 8 is half of 4, that half of 2, that half of all
  EXPECT_EQ(value("8 6 > 9"), 0.75);  // 8 and 9 an eighth each, 3 a half; 6 is below 3
}

struct PathsCase {
  const char* more_edges;
  const char* data;
  std::uint64_t tp, tn, fp, fn;
};

/// The published examples, A to D, through the front door.
TEST(HierarchyVectors, HierarchicalConfusionMatrix) {
  const std::string tree = "root>A root>B A>C A>D A>E C>H D>I D>J D>K E>L E>M B>F B>G ";
  const PathsCase cases[] = {
      {"", "I > I", 3, 5, 0, 0},           {"", "I > L", 1, 2, 2, 2},
      {"root>D E>K", "I > L", 1, 2, 2, 2}, {"B>E", "I F > I J", 3, 5, 3, 2},
      {"B>E", "D F > D F", 4, 9, 0, 0},    {"B>E", "D F > C E", 2, 4, 2, 2},
  };
  for (const PathsCase& one : cases) {
    const Tally tally = tally_in(taxonomy_of(tree + one.more_edges), rows(one.data));
    const Whole whole(tally, LabelUniverse::seen);
    const Cell cell = Hierarchy(whole).paths();
    const std::string where = std::string(one.data).append(" with ").append(one.more_edges);
    EXPECT_TRUE(cell.tp == one.tp && cell.tn == one.tn && cell.fp == one.fp && cell.fn == one.fn)
        << where;
    const double tp = static_cast<double>(one.tp), fp = static_cast<double>(one.fp),
                 fn = static_cast<double>(one.fn), tn = static_cast<double>(one.tn);
    EXPECT_DOUBLE_EQ(test::value(tally, "path_precision"), tp / (tp + fp)) << where;
    EXPECT_DOUBLE_EQ(test::value(tally, "path_recall"), tp / (tp + fn)) << where;
    EXPECT_DOUBLE_EQ(test::value(tally, "path_accuracy"), (tp + tn) / (tp + tn + fp + fn)) << where;
  }
}

/// Seven documents with the codes a.1 to c.1 and d, which is a top without children.
TEST(HierarchyVectors, CountsOfCodesBelowTheirParents) {
  const Tally tally =
      tally_in(taxonomy_of("a>a.1 a>a.2 a>a.3 b>b.1 b>b.2 c>c.1 d"),
               rows("a.3 b.2 d > a.2 a.3 b.2; a.2 c.1 > a.2 c.1; a.1 a.3 b.1 c.1 > a.2 a.3 b.1 d;"
                    "a.3 b.1 b.2 > a.3 b.1 b.2; > a.1 a.2 b.1; a.3 d >;"
                    "a.3 b.1 b.2 d > a.1 a.2 a.3 b.1 b.2 c.1 d"));
  EXPECT_DOUBLE_EQ(test::value(tally, "precision_micro"), 13.0 / 22);
  EXPECT_DOUBLE_EQ(test::value(tally, "recall_micro"), 13.0 / 18);
  EXPECT_DOUBLE_EQ(test::value(tally, "f1_micro"), 0.65);
  EXPECT_DOUBLE_EQ(test::value(tally, "precision_macro"), 0.5642857142857143);
  EXPECT_DOUBLE_EQ(test::value(tally, "recall_macro"), 0.6619047619047619);
  // tp fp fn of a: 6 5 1, b: 6 1 0, c: 1 1 1, d: 1 1 2
  const auto of = [&](std::string_view what, std::string_view average) {
    return test::value(tally, h(what, average).append(":level=1,counts=labels"));
  };
  EXPECT_DOUBLE_EQ(of("precision", "micro"), 14.0 / 22);
  EXPECT_DOUBLE_EQ(of("recall", "micro"), 14.0 / 18);
  EXPECT_DOUBLE_EQ(of("f1", "micro"), 0.7);
  EXPECT_DOUBLE_EQ(of("precision", "macro"), (6.0 / 11 + 6.0 / 7 + 1.0 / 2 + 1.0 / 2) / 4);
  EXPECT_DOUBLE_EQ(of("recall", "macro"), (6.0 / 7 + 6.0 / 6 + 1.0 / 2 + 1.0 / 3) / 4);
  EXPECT_DOUBLE_EQ(of("f1", "macro"), (12.0 / 18 + 12.0 / 13 + 2.0 / 4 + 2.0 / 5) / 4);
  // Present or not: 11 of 15 and 15.
  EXPECT_DOUBLE_EQ(test::value(tally, "hierarchical_f1_micro:level=1"), 11.0 / 15);
  EXPECT_DOUBLE_EQ(test::value(tally, "hierarchical_recall_micro:level=1"), 11.0 / 15);
}

/// A label that the hierarchy lacks stands alone. Added it is a class like others; wrong it is
/// none.
TEST(HierarchyVectors, LabelsThatTheHierarchyLacks) {
  // 1 11 found; x missed and 2 21 predicted: 2 of 4 predicted and of 3 true.
  Tally tally = tally_in(taxonomy_of("1>11 2>21"), rows("11 > 11; x > 21"));
  for (const char* policy : {"add", "wrong"}) {
    tally.rules()["unknown-labels"] = policy;
    expect_prf(tally, "micro", {2.0 / 4, 2.0 / 3, 4.0 / 7}, policy);
  }
  EXPECT_EQ(test::value(tally, "hierarchical_f1_macro"), 2.0 / 4);  // 1 11 of 1 11 2 21
  EXPECT_EQ(test::report(tally, "hierarchical_f1_micro").hierarchy->branches.size(), 1u);
  tally.rules()["unknown-labels"] = "add";
  EXPECT_EQ(test::value(tally, "hierarchical_f1_macro"), 2.0 / 5);
  EXPECT_EQ(test::value(tally, "f1_macro"), 1.0 / 3);  // 11 of 11 21 x
  EXPECT_EQ(test::report(tally, "hierarchical_f1_micro").hierarchy->branches.size(), 2u);
}

/// One data set, four values of hierarchical F, and a reason for each that is not the default's.
TEST(HierarchyVectors, ReconcileSaysWhyHierarchicalFDiffers) {
  const Tallied tallied{
      tally_in(taxonomy_of("1>11 1>12 11>111 11>112 111>1111 111>1112 112>1120 12>121 121>1211"),
               rows("1111 > 1111; 1111 > 1112; 1111 > 1120; 1111 > 1211; 1111 > 1")),
      {},
      {}};
  const TallyFor same = [&tallied](const Convention&) -> const Tallied& { return tallied; };
  EvaluateOptions options;
  options.measures = "hierarchical_f1";
  const Reconciliation table = reconcile(same, options);
  ASSERT_EQ(table.rows.size(), 1u);
  const ReconcileRow& row = table.rows[0];
  std::map<std::string, double> values;
  std::map<std::string, std::string> reasons;
  for (std::size_t i = 0; i < table.conventions.size(); ++i) {
    values[table.conventions[i]] = row.values[i];
  }
  for (const auto& reason : row.reasons) reasons[reason.convention] = reason.rule;
  // 11 of 17 and of 20; the mean of 1, 6/8, 4/8, 2/8, 2/5 with a class more on either side; the F
  // of the means 0.7 and 0.55; 4 of 10 and of 4.
  EXPECT_DOUBLE_EQ(values["sklearn"], 22.0 / 37);
  EXPECT_DOUBLE_EQ(values["hiclass"], 22.0 / 37);
  const double above = (1 + 8.0 / 10 + 6.0 / 10 + 4.0 / 10 + 4.0 / 7) / 5;
  EXPECT_DOUBLE_EQ(values["hemkit"], above);
  EXPECT_DOUBLE_EQ(values["bioasq"], above);
  EXPECT_DOUBLE_EQ(values["cafa"], 0.616);
  EXPECT_EQ(values["isco-hf"], 0.5714285714285715);
  EXPECT_FALSE(reasons.contains("hiclass"));
  EXPECT_EQ(reasons["hemkit"],
            "the word means hierarchical_f1_samples; a virtual root above all tops counts");
  EXPECT_EQ(reasons["bioasq"], reasons["hemkit"]);
  EXPECT_EQ(reasons["cafa"], "the word means hierarchical_f1_means");
  EXPECT_EQ(reasons["isco-hf"],
            "the word means hierarchical_f1_union; F is taken of the rounded precision and recall");
}

}  // namespace
}  // namespace tallystick
