#include "tallystick/measures/lca.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "measures/hierarchy.hpp"

namespace tallystick {
namespace {

struct Case {
  std::string name, edges, truth, predicted;
  double precision, recall, f1;
};

// The weights are worked by hand beside each example; "T:" and "P:" are the two sides' nodes.
const Case kCases[] = {
    // 2 meets 1 in 20; 3 meets 1 in 10, up by 30 and by 70 (half each), down by 20.
    // T: 1 2 3 20 10, 30 and 70 by 1/2; P: 1 20 10. 3/3, 3/6.
    {"several_ways_up", "10>20 20>1 20>2 10>30 30>5 30>4 90>30 70>3 10>70 30>3", "1 2 3", "1", 1,
     1 / 2., 2 / 3.},
    // a is above c and so is itself where they meet. T: c b a; P: a.
    {"predicted_ancestor", "r>a a>b b>c r>d", "c", "a", 1, 1 / 3., 1 / 2.},
    // The trees meet in the virtual root. T: b a r1 ROOT; P: c r2 ROOT.
    {"different_trees", "r1>a a>b r2>c", "b", "c", 1 / 3., 1 / 4., 2 / 7.},
    // y meets x in a, z meets x in r; x is nearest of both. T: x a r; P: y z a b r.
    {"linked_by_being_nearest", "r>a a>x a>y r>b b>z", "x", "y z", 2 / 5., 2 / 3., 1 / 2.},
    // c meets b in b; z meets b in r. T: b r; P: c z b a r.
    {"two_kept_ancestors", "r>a r>b a>z b>c", "b", "c z", 2 / 5., 1, 4 / 7.},
    // c1 is as near to a1 as to b1, over r. T: a1 b1 r, a and b by 1/2; P: a1 b1 c1 c r.
    {"tied_nearest_labels", "r>a r>b r>c a>a1 b>b1 c>c1", "a1 b1", "a1 b1 c1", 3 / 5., 3 / 4.,
     2 / 3.},
    // P: x r, and u v w by 1/3; T: r.
    {"three_ways", "r>u r>v r>w u>x v>x w>x", "r", "x", 1 / 3., 1, 1 / 2.},
    // a and b by 1/2 on both sides, with x or y.
    {"two_tied_ancestors", "a>x a>y b>x b>y r>a r>b", "x", "y", 1 / 2., 1 / 2., 1 / 2.},
    // x needs a, z needs b: both are kept whole. T: x z a b; P: y a b.
    {"two_needed_ancestors", "r>a r>b a>x a>y b>y b>z", "x z", "y", 2 / 3., 1 / 2., 4 / 7.},
    {"equal_sets", "r>a a>b r>c", "b c", "c b", 1, 1, 1},
    {"empty_prediction", "r>a a>b r>c", "b", "", 0, 0, 0},
    {"both_empty", "r>a a>b r>c", "", "", 1, 1, 1},
    // x stops at v, 1 up and 3 down, though w above it is nearer to y: 2 and 1. y stops at w. So x
    // and y both touch both, by 1/2 each. T: x, v 1/2 + 1/2, w 1/2; P: y, w v s t by 1/2.
    {"first_met_is_not_nearest", "w>v v>x w>y v>s s>t t>y", "x", "y", 1 / 3., 2 / 5., 4 / 11.},
    // Labels above another label of their side are left out; repeats count once.
    {"redundant_ancestors", "r>a a>b r>c", "b r b", "a b b", 1, 1, 1},
};

TEST(LcaScorer, WorkedExamples) {
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.name);
    const Taxonomy taxonomy = taxonomy_of(edges_of(c.edges));
    LcaScorer scorer(taxonomy);
    for (int again = 0; again < 2; ++again) {
      const auto score = scorer.score(nodes_of(taxonomy, c.truth), nodes_of(taxonomy, c.predicted));
      EXPECT_EQ(score.precision, c.precision);
      EXPECT_EQ(score.recall, c.recall);
      EXPECT_EQ(score.f1, c.f1);
    }
  }
}

void expect_same(const LcaScorer::Score& a, const LcaScorer::Score& b) {
  EXPECT_EQ(a.precision, b.precision);
  EXPECT_EQ(a.recall, b.recall);
  EXPECT_EQ(a.f1, b.f1);
}

TEST(LcaScorerLaw, NamesAndOrderNeverMatterAndSidesSwap) {
  std::mt19937 random(31);
  std::size_t partial = 0;
  for (int round = 0; round < 2000; ++round) {
    const RandomExample example(random);
    const Taxonomy taxonomy = taxonomy_of(example.edges);
    LcaScorer scorer(taxonomy);
    const auto truth = nodes_of(taxonomy, example.truth);
    const auto predicted = nodes_of(taxonomy, example.predicted);
    const auto score = scorer.score(truth, predicted);

    const auto swapped = scorer.score(predicted, truth);
    expect_same(score, {swapped.recall, swapped.precision, swapped.f1});
    expect_same(scorer.score(truth, truth), {1, 1, 1});
    EXPECT_GT(score.f1, 0);
    EXPECT_LE(score.precision, 1);
    EXPECT_LE(score.recall, 1);

    const RandomExample renamed = example.renamed(random);
    const Taxonomy again = taxonomy_of(renamed.edges);
    LcaScorer other(again);
    expect_same(score,
                other.score(nodes_of(again, renamed.truth), nodes_of(again, renamed.predicted)));
    partial += score.f1 < 1 ? 1U : 0U;
  }
  EXPECT_GT(partial, 1000u);
}

TEST(LcaScorerLaw, ClassesNobodyUsesChangeNothing) {
  std::mt19937 random(32);
  for (int round = 0; round < 300; ++round) {
    RandomExample example(random);
    const Taxonomy taxonomy = taxonomy_of(example.edges);
    LcaScorer scorer(taxonomy);
    const auto score =
        scorer.score(nodes_of(taxonomy, example.truth), nodes_of(taxonomy, example.predicted));
    for (const auto& [parent, child] : Edges(example.edges)) {
      example.edges.emplace_back(child, "below-" + parent);  // a leaf with several parents
    }
    const Taxonomy larger = taxonomy_of(example.edges);
    LcaScorer other(larger);
    expect_same(score,
                other.score(nodes_of(larger, example.truth), nodes_of(larger, example.predicted)));
  }
}

// About 10^95 shortest ways between opposite corners: a program that lists ways never ends.
TEST(LcaScorerLaw, AGridOfManyWaysIsQuick) {
  constexpr int kWidth = 160;
  TaxonomyBuilder draft("grid");
  const auto at = [&](int x, int y) {
    return draft.node(std::to_string(x).append(":").append(std::to_string(y)));
  };
  for (int x = 0; x < kWidth; ++x) {
    for (int y = 0; y < kWidth; ++y) {
      if (x + 1 < kWidth) draft.edge(at(x, y), at(x + 1, y));
      if (y + 1 < kWidth) draft.edge(at(x, y), at(x, y + 1));
    }
  }
  const Taxonomy grid = std::move(draft).build();
  LcaScorer scorer(grid);
  // Every step is one diagonal further and each diagonal's weights add up to 1: 2 * 160 - 1.
  const auto far = scorer.score(nodes_of(grid, "0:0"), nodes_of(grid, "159:159"));
  EXPECT_NEAR(far.precision, 1. / 319, 1e-15);
  EXPECT_EQ(far.recall, 1);
  // They meet in 0:0 only, and have but one shortest way there each.
  const auto corners = scorer.score(nodes_of(grid, "159:0"), nodes_of(grid, "0:159"));
  EXPECT_EQ(corners.precision, 1. / 160);
  EXPECT_EQ(corners.recall, 1. / 160);
}

// 8^640 ways through 640 layers of width 8.
TEST(LcaScorerLaw, LayersOfManyWaysAreQuick) {
  constexpr int kLayers = 640, kWidth = 8;
  TaxonomyBuilder draft("layers");
  const auto at = [&](int layer, int i) {
    return draft.node(std::to_string(layer).append(":").append(std::to_string(i)));
  };
  for (int layer = 0; layer + 1 < kLayers; ++layer) {
    for (int i = 0; i < kWidth; ++i) {
      for (int j = 0; j < kWidth; ++j) draft.edge(at(layer, i), at(layer + 1, j));
    }
  }
  const Taxonomy layers = std::move(draft).build();
  LcaScorer scorer(layers);
  const std::string last = std::to_string(kLayers - 1);
  // The way up: one label, 638 layers that weigh 1 each, and the label on top.
  const auto score = scorer.score(nodes_of(layers, "0:3"), nodes_of(layers, last + ":5"));
  EXPECT_EQ(score.precision, 1. / kLayers);
  EXPECT_EQ(score.recall, 1);
  // Siblings: all eight parents are tied, 1/8 each.
  const auto near = scorer.score(nodes_of(layers, last + ":1"), nodes_of(layers, last + ":5"));
  EXPECT_EQ(near.f1, 1. / 2);
}

TEST(LcaScorer, AChainOfAHundredThousandNeedsNoRecursion) {
  TaxonomyBuilder draft("chain");
  for (int i = 1; i < 100'000; ++i) {
    draft.edge(draft.node(std::to_string(i - 1)), draft.node(std::to_string(i)));
  }
  const Taxonomy chain = std::move(draft).build();
  LcaScorer scorer(chain);
  EXPECT_EQ(scorer.score(nodes_of(chain, "0"), nodes_of(chain, "99999")).precision, 1e-5);
}

}  // namespace
}  // namespace tallystick
