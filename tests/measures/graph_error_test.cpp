#include "tallystick/measures/graph_error.hpp"

#include <gtest/gtest.h>

#include "measures/hierarchy.hpp"
#include "tallystick/base/error.hpp"

namespace tallystick {
namespace {

const std::string kTree = "1>2 1>3 2>4 2>5 3>6 3>7 4>8 4>9";
const std::string kDag = "1>2 1>3 2>4 3>4 4>5 3>6";
const std::string kReadme = "10>20 20>1 20>2 10>30 30>5 30>4 90>30 70>3 10>70 30>3";

struct Case {
  std::string edges, truth, predicted;
  std::uint64_t error;
  double accuracy;
};

// Up to 5 edges a label. The accuracies are what HEMKit's getMGIA returns, too.
const Case kCases[] = {
    {kTree, "8", "9", 2, 4 / 5.},            // one pair serves both: (10 - 2) / 10
    {kTree, "8", "6", 10, 0},                // 3 up and 2 down is too far for both labels
    {kTree, "8", "4", 1, 9 / 10.},           // 4 is where they meet
    {kTree, "8", "1", 3, 7 / 10.},           //
    {kTree, "4", "8", 1, 9 / 10.},           //
    {kTree, "8 6", "9", 7, 8 / 15.},         // 8-9 costs 2, 6 is too far: (15 - 7) / 15
    {kTree, "8 4", "8", 1, 4 / 5.},          // 4 to the shared 8; labels above others count
    {kTree, "8 6", "9 6", 2, 4 / 5.},        //
    {kTree, "9", "9", 0, 1},                 //
    {kTree, "5", "7", 4, 3 / 5.},            //
    {kDag, "5", "2", 2, 4 / 5.},             // up by 4 to 2
    {kDag, "5", "2 6", 5, 2 / 3.},           // 5-2 costs 2; 6 up to 3, down by 4: 3
    {kDag, "4 6", "5", 4, 11 / 15.},         // 4-5 costs 1, 6-5 3
    {kReadme, "1 2 3", "1", 6, 2 / 5.},      // to the shared 1: 2 from 2, 4 from 3
    {kReadme, "1 4 5", "2 4", 4, 11 / 15.},  // 1-2 costs 2, 5 to the shared 4 costs 2
    {kReadme, "2 4", "2 4", 0, 1},           //
};

TEST(GraphError, WorkedExamples) {
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.truth + " | " + c.predicted + " in " + c.edges);
    const Taxonomy taxonomy = taxonomy_of(edges_of(c.edges));
    GraphError graph(taxonomy);
    for (int again = 0; again < 2; ++again) {
      const auto score = graph.score(nodes_of(taxonomy, c.truth), nodes_of(taxonomy, c.predicted));
      EXPECT_EQ(score.error, c.error);
      EXPECT_EQ(score.accuracy, c.accuracy);
    }
  }
}

TEST(GraphError, TheLargestErrorOfALabelIsAChoice) {
  const Taxonomy tree = taxonomy_of(edges_of(kTree));
  const auto truth = nodes_of(tree, "8"), predicted = nodes_of(tree, "6");
  EXPECT_EQ(GraphError(tree, 1).score(truth, predicted).error, 2u);
  EXPECT_EQ(GraphError(tree, 6).score(truth, predicted).error, 5u);  // near enough now
  EXPECT_EQ(GraphError(tree, 6).score(truth, predicted).accuracy, 7 / 12.);
  EXPECT_EQ(GraphError(tree, 4'000'000'000).score(truth, {}).error, 4'000'000'000u);
  EXPECT_THROW(GraphError(tree, 0), Error);
}

TEST(GraphError, AnEmptySideIsAsFarAwayAsCanBe) {
  const Taxonomy tree = taxonomy_of(edges_of(kTree));
  GraphError graph(tree);
  const auto labels = nodes_of(tree, "8 9 6 6");
  EXPECT_EQ(graph.score(labels, {}).error, 15u);
  EXPECT_EQ(graph.score({}, labels).accuracy, 0);
  EXPECT_EQ(graph.score({}, {}).accuracy, 1);
  EXPECT_EQ(graph.score({}, {}).unshared, 0u);
}

// All pairs cost 2. Of nine, three suffice; another order of dropping leaves four, t1 and t2 with
// p1, p2 and p3 with t3.
TEST(GraphError, OfEqualPairsAsManyAreDroppedAsCanBe) {
  const Taxonomy star = taxonomy_of(edges_of("r>a a>t1 a>t2 a>t3 a>p1 a>p2 a>p3"));
  GraphError graph(star);
  EXPECT_EQ(graph.score(nodes_of(star, "t1 t2"), nodes_of(star, "p1 p2")).error, 4u);
  EXPECT_EQ(graph.score(nodes_of(star, "t1 t2 t3"), nodes_of(star, "p1 p2 p3")).error, 6u);
  EXPECT_EQ(graph.score(nodes_of(star, "t1 t2 t3"), nodes_of(star, "p1")).error, 6u);
}

// x stops at v, 1 up and 3 down to y; y finds x over w, 1 up and 2 down. The truth's cost counts.
TEST(GraphError, APairSeenFromBothSidesCostsWhatTheTruthSees) {
  const Taxonomy dag = taxonomy_of(edges_of("w>v v>x w>y v>s s>t t>y"));
  GraphError graph(dag);
  EXPECT_EQ(graph.score(nodes_of(dag, "x"), nodes_of(dag, "y")).error, 4u);
  EXPECT_EQ(graph.score(nodes_of(dag, "y"), nodes_of(dag, "x")).error, 3u);
}

TEST(GraphErrorLaw, NamesAndOrderNeverMatter) {
  std::mt19937 random(33);
  for (int round = 0; round < 2000; ++round) {
    const RandomExample example(random), renamed = example.renamed(random);
    const auto max_error = static_cast<std::uint32_t>(1 + round % 7);
    const auto score = [&](const RandomExample& one) {
      const Taxonomy taxonomy = taxonomy_of(one.edges);
      return GraphError(taxonomy, max_error)
          .score(nodes_of(taxonomy, one.truth), nodes_of(taxonomy, one.predicted));
    };
    const auto first = score(example), second = score(renamed);
    EXPECT_EQ(first.error, second.error);
    EXPECT_EQ(first.accuracy, second.accuracy);
    EXPECT_LE(first.accuracy, 1);
    EXPECT_GE(first.accuracy, 0);
    EXPECT_EQ(first.error == 0, first.unshared == 0);
  }
}

// A flat hierarchy: 10^10 equal pairs.
TEST(GraphErrorLaw, ManySiblingsDoNotCostTheNumberOfTheirPairs) {
  TaxonomyBuilder draft("flat");
  const auto root = draft.node("r");
  for (int i = 0; i < 200'000; ++i) draft.edge(root, draft.node(std::to_string(i)));
  const Taxonomy flat = std::move(draft).build();
  std::vector<NodeId> truth, predicted;
  for (NodeId node = 1; node < flat.size(); ++node)
    (node % 2 == 0 ? truth : predicted).push_back(node);
  predicted.resize(90'000);
  EXPECT_EQ(GraphError(flat).score(truth, predicted).error, 2u * 100'000);
}

}  // namespace
}  // namespace tallystick
