#include "measures/pair_distance.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "measures/hierarchies.hpp"

namespace tallystick::detail {
namespace {

using namespace tallystick::testing;

PairFigures figures(const Taxonomy& taxonomy, const Codes& truth, const Codes& predicted) {
  PairDistance distance(taxonomy);
  return distance(nodes_of(taxonomy, truth), nodes_of(taxonomy, predicted));
}

TEST(PairDistance, IsWorkedByHandOnATree) {
  const Taxonomy nine = taxonomy_of(kNine);
  // 8 and 5 meet in 2 (depth 1, two edges above 8, one above 5; its longest way down is 2).
  const PairFigures near = figures(nine, {"8"}, {"5"});
  EXPECT_EQ(near.tree_distance, 3);
  EXPECT_EQ(near.lca_height, 2);
  EXPECT_EQ(near.lca_depth, 1);
  EXPECT_EQ(near.wu_palmer_from_1, 4.0 / 7.0);  // 0.5714285714285714
  EXPECT_EQ(near.wu_palmer_from_0, 2.0 / 5.0);
  // 5 and 7 meet in the root only.
  const PairFigures far = figures(nine, {"5"}, {"7"});
  EXPECT_EQ(far.tree_distance, 4);
  EXPECT_EQ(far.lca_height, 3);
  EXPECT_EQ(far.lca_depth, 0);
  EXPECT_EQ(far.wu_palmer_from_1, 2.0 / 6.0);
  EXPECT_EQ(far.wu_palmer_from_0, 0);
  // Siblings: the convention of the root's depth decides between 3/4 and 2/3.
  EXPECT_EQ(figures(nine, {"8"}, {"9"}).wu_palmer_from_1, 0.75);
  EXPECT_EQ(figures(nine, {"8"}, {"9"}).wu_palmer_from_0, 4.0 / 6.0);
}

TEST(PairDistance, PathsWithoutARootMeetInTheVirtualOne) {
  const Edges edges = {{"Animal", "Cat"}, {"Animal", "Dog"}, {"Cat", "Siamese"}, {"Cat", "Bombay"}};
  const Taxonomy pets = taxonomy_of(edges, false, {"Plant"});
  EXPECT_EQ(figures(pets, {"Siamese"}, {"Siamese"}).tree_distance, 0);
  EXPECT_EQ(figures(pets, {"Siamese"}, {"Siamese"}).lca_depth, 3);
  EXPECT_EQ(figures(pets, {"Siamese"}, {"Bombay"}).tree_distance, 2);
  EXPECT_EQ(figures(pets, {"Siamese"}, {"Bombay"}).lca_depth, 2);
  EXPECT_EQ(figures(pets, {"Siamese"}, {"Cat"}).tree_distance, 1);
  EXPECT_EQ(figures(pets, {"Cat"}, {"Siamese"}).tree_distance, 1);
  // Siamese > Cat > Animal > (root) > Plant.
  const PairFigures apart = figures(pets, {"Siamese"}, {"Plant"});
  EXPECT_EQ(apart.tree_distance, 4);
  EXPECT_EQ(apart.lca_height, 3);
  EXPECT_EQ(apart.lca_depth, 0);
  EXPECT_EQ(apart.wu_palmer_from_1, 2.0 / 6.0);
}

TEST(PairDistance, InADagTheNearestAndTheDeepestAncestorNeedNotBeOne) {
  // r > a > b > c > {s, t} and r > s, r > t: by r two edges, by c two edges; c is deeper. With one
  // more node x between c and t, the way by r is shorter than the way by the deepest, c.
  const Taxonomy dag = taxonomy_of({{"r", "a"},
                                    {"a", "b"},
                                    {"b", "c"},
                                    {"c", "s"},
                                    {"c", "x"},
                                    {"x", "t"},
                                    {"r", "s"},
                                    {"r", "t"}});
  const PairFigures pair = figures(dag, {"s"}, {"t"});
  EXPECT_EQ(pair.tree_distance, 2);           // over r
  EXPECT_EQ(pair.lca_depth, 3);               // c
  EXPECT_EQ(pair.lca_height, 2);              // c > x > t
  EXPECT_EQ(pair.wu_palmer_from_0, 6.0 / 9);  // depths 3, 4, 5
}

TEST(PairDistance, SetsTakeTheMeanOverTheNearestOfBothSides) {
  const Taxonomy nine = taxonomy_of(kNine);
  // Predicted 9: nearest true label 8 (2 edges). True 8: 2 edges; true 6: 5 edges to 9.
  const PairFigures sets = figures(nine, {"8", "6"}, {"9"});
  EXPECT_EQ(sets.tree_distance, 9.0 / 3);
  EXPECT_EQ(sets.lca_height, 5.0 / 3);  // 4 is 1 high, the root 3
  EXPECT_EQ(sets.lca_depth, 4.0 / 3);
}

TEST(PairDistance, EmptySidesAreUndefinedUnlessBothAre) {
  const Taxonomy nine = taxonomy_of(kNine);
  EXPECT_EQ(figures(nine, {}, {}).tree_distance, 0);
  EXPECT_EQ(figures(nine, {}, {}).lca_height, 0);
  EXPECT_EQ(figures(nine, {}, {}).wu_palmer_from_1, 1);
  EXPECT_TRUE(std::isnan(figures(nine, {}, {}).lca_depth));
  EXPECT_TRUE(std::isnan(figures(nine, {"8"}, {}).tree_distance));
  EXPECT_TRUE(std::isnan(figures(nine, {}, {"8"}).wu_palmer_from_0));
  EXPECT_TRUE(std::isnan(figures(nine, {"1"}, {"1"}).wu_palmer_from_0));  // 0/0
  EXPECT_EQ(figures(nine, {"1"}, {"1"}).wu_palmer_from_1, 1);
}

TEST(PairDistance, OneHundredThousandNodesDeep) {
  Edges chain;
  for (std::size_t i = 1; i < 100000; ++i) {
    chain.emplace_back(numbered("c", i - 1), numbered("c", i));
  }
  const Taxonomy deep = taxonomy_of(chain);
  EXPECT_EQ(figures(deep, {"c99999"}, {"c0"}).tree_distance, 99999);
}

/// Figures of one pair from the definitions, over every common ancestor.
PairFigures by_definition(const Taxonomy& taxonomy, NodeId a, NodeId b) {
  constexpr double kFar = 1e9;
  const std::size_t n = taxonomy.size();
  const auto root = n;  // a virtual one, where none is written
  // Shortest ways up by relaxing until nothing moves; longest ways down likewise.
  const auto ways_up = [&](NodeId from) {
    std::vector<double> out(n + 1, kFar);
    out[from] = 0;
    for (std::size_t round = 0; round < n; ++round) {
      for (NodeId node = 0; node < n; ++node) {
        for (const NodeId up : taxonomy.parents(node)) out[up] = std::min(out[up], out[node] + 1);
        if (taxonomy.parents(node).empty() && !taxonomy.root()) {
          out[root] = std::min(out[root], out[node] + 1);
        }
      }
    }
    return out;
  };
  std::vector<double> height(n + 1, 0);
  for (std::size_t round = 0; round < n; ++round) {
    for (NodeId node = 0; node < n; ++node) {
      for (const NodeId up : taxonomy.parents(node)) {
        height[up] = std::max(height[up], height[node] + 1);
      }
      height[root] = std::max(height[root], height[node] + 1);
    }
  }
  const auto from_a = ways_up(a), from_b = ways_up(b);
  PairFigures out{kFar, kFar, 0, 0, 0};
  for (std::size_t c = 0; c <= n; ++c) {
    if (from_a[c] >= kFar || from_b[c] >= kFar) continue;
    const double depth = c == root ? 0 : taxonomy.depth(static_cast<NodeId>(c));
    const double both = taxonomy.depth(a) + taxonomy.depth(b);
    out.tree_distance = std::min(out.tree_distance, from_a[c] + from_b[c]);
    out.lca_height = std::min(out.lca_height, height[c]);
    out.lca_depth = std::max(out.lca_depth, depth);
    out.wu_palmer_from_0 = both == 0 ? NAN : std::max(out.wu_palmer_from_0, 2 * depth / both);
    out.wu_palmer_from_1 = std::max(out.wu_palmer_from_1, (2 * depth + 2) / (both + 2));
  }
  if (a == b) out.lca_height = 0;
  return out;
}

void expect_same(const PairFigures& a, const PairFigures& b) {
  const auto same = [](double x, double y) { return x == y || (std::isnan(x) && std::isnan(y)); };
  EXPECT_TRUE(same(a.tree_distance, b.tree_distance)) << a.tree_distance << b.tree_distance;
  EXPECT_TRUE(same(a.lca_height, b.lca_height)) << a.lca_height << ' ' << b.lca_height;
  EXPECT_TRUE(same(a.lca_depth, b.lca_depth)) << a.lca_depth << ' ' << b.lca_depth;
  EXPECT_TRUE(same(a.wu_palmer_from_0, b.wu_palmer_from_0));
  EXPECT_TRUE(same(a.wu_palmer_from_1, b.wu_palmer_from_1));
}

TEST(PairDistanceLaw, FollowsTheDefinitionsOnRandomDags) {
  std::mt19937 random(11);
  for (int round = 0; round < 60; ++round) {
    const Twins twins = random_twins(random, 2 + random() % 14, 1 + random() % 3, round % 2 == 0);
    PairDistance distance(twins.first);
    for (int i = 0; i < 20; ++i) {
      const Nodes a = twins.pick(random, 1).first, b = twins.pick(random, 1).first;
      expect_same(distance(a, b), by_definition(twins.first, a[0], b[0]));
    }
  }
}

TEST(PairDistanceLaw, SetsFollowTheNearestPairs) {
  std::mt19937 random(12);
  for (int round = 0; round < 200; ++round) {
    const Twins twins = random_twins(random, 3 + random() % 14, 1 + random() % 3, round % 2 == 0);
    const Nodes truth = twins.pick(random, 1 + random() % 3).first;
    const Nodes predicted = twins.pick(random, 1 + random() % 3).first;
    double n = 0, distances = 0, heights = 0;
    const auto add = [&](const Nodes& labels, const Nodes& others) {
      for (const NodeId label : std::set<NodeId>(labels.begin(), labels.end())) {
        double distance = 1e9, height = 1e9;
        for (const NodeId other : others) {
          const PairFigures pair = by_definition(twins.first, label, other);
          distance = std::min(distance, pair.tree_distance);
          height = std::min(height, pair.lca_height);
        }
        n += 1, distances += distance, heights += height;
      }
    };
    add(truth, predicted);
    add(predicted, truth);
    const PairFigures sets = PairDistance(twins.first)(truth, predicted);
    EXPECT_EQ(sets.tree_distance, distances / n);
    EXPECT_EQ(sets.lca_height, heights / n);
  }
}

TEST(PairDistanceLaw, IgnoresCodesOrderRepeatsAndSides) {
  std::mt19937 random(13);
  for (int round = 0; round < 100; ++round) {
    const Twins twins = random_twins(random, 5 + random() % 30, 1 + random() % 3, round % 2 == 0);
    PairDistance one(twins.first), two(twins.second);
    for (int i = 0; i < 10; ++i) {
      auto truth = twins.pick(random, random() % 5);
      auto predicted = twins.pick(random, random() % 5);
      const PairFigures figures = one(truth.first, predicted.first);
      expect_same(figures, two(truth.second, predicted.second));
      expect_same(figures, one(predicted.first, truth.first));
      if (!truth.first.empty()) truth.first.push_back(truth.first[0]);
      expect_same(figures, one(truth.first, predicted.first));
      if (truth.first.empty()) continue;
      const PairFigures perfect = one(truth.first, truth.first);
      EXPECT_EQ(perfect.tree_distance, 0);
      EXPECT_EQ(perfect.lca_height, 0);
      EXPECT_EQ(perfect.wu_palmer_from_1, 1);
    }
  }
}

}  // namespace
}  // namespace tallystick::detail
