// Figures of evaluators of protein function, distances, confusion matrices and counts of codes, on
// hierarchies small enough to check by hand; and why conventions differ.
#include <gtest/gtest.h>

#include <fstream>
#include <map>

#include "measures/in_hierarchy.hpp"
#include "measures/prf.hpp"
#include "tallystick/measures/hierarchy.hpp"
#include "tallystick/reconcile.hpp"

namespace tallystick {
namespace {

using test::expect_prf;
using test::h;
using test::rows;
using test::Rules;
using test::tally_in;
using test::taxonomy_of;

constexpr const char* kNine = "1>2 1>3 2>4 2>5 3>6 3>7 4>8 4>9";

constexpr const char* kTerms = "A>C A>D B>D B>F D>E R>A R>B";
// What is assigned from 0.61 up: E, C, B of F, and nothing for D.
constexpr const char* kTargets = "E > E; C > C A; F > B; D >";

TEST(HierarchyFigures, CafaSets) {
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

TEST(HierarchyFigures, CafaSetsByInformationAccretion) {
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

TEST(HierarchyFigures, CafaSetsWithAnotherCodeOfATerm) {
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

TEST(HierarchyFigures, DistancesInATree) {
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

TEST(HierarchyFigures, HLoss) {
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
TEST(HierarchyFigures, HierarchicalConfusionMatrix) {
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
TEST(HierarchyFigures, CountsOfCodesBelowTheirParents) {
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
TEST(HierarchyFigures, LabelsThatTheHierarchyLacks) {
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
TEST(HierarchyFigures, ReconcileSaysWhyHierarchicalFDiffers) {
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
            "the word means hierarchical_f1_union; F is computed from precision and recall as "
            "doubles");
}

}  // namespace
}  // namespace tallystick
