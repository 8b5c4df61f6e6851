#include "measures/undirected_distance.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "measures/hierarchies.hpp"
#include "measures/pair_distance.hpp"

namespace tallystick::detail {
namespace {

using namespace tallystick::testing;

TEST(UndirectedDistance, ACommonDescendantIsAWayToo) {
  // r > p > a > x and r > q > b > x: over r four edges, over x two.
  const Taxonomy dag = taxonomy_of(
      {{"r", "p"}, {"p", "a"}, {"a", "x"}, {"r", "q"}, {"q", "b"}, {"b", "x"}, {"r", "y"}});
  const Nodes a = nodes_of(dag, {"a"}), b = nodes_of(dag, {"b"}), y = nodes_of(dag, {"y"});
  UndirectedDistance distance(dag);
  EXPECT_EQ(distance(a, b), 2);
  EXPECT_EQ(PairDistance(dag)(a, b).tree_distance, 4);
  EXPECT_EQ(distance(y, b), 3);
  EXPECT_EQ(distance(nodes_of(dag, {"x"}), y), 4);
  EXPECT_EQ(distance({}, {}), 0);
  EXPECT_TRUE(std::isnan(distance(a, {})));
}

double shortest(const Taxonomy& taxonomy, NodeId from, NodeId to) {
  const std::size_t n = taxonomy.size();
  std::vector<double> away(n + 1, 1e9);
  const auto relax = [&](std::size_t a, std::size_t b) {
    away[a] = std::min(away[a], away[b] + 1);
    away[b] = std::min(away[b], away[a] + 1);
  };
  away[from] = 0;
  for (std::size_t round = 0; round <= n; ++round) {
    for (NodeId node = 0; node < n; ++node) {
      for (const NodeId parent : taxonomy.parents(node)) relax(node, parent);
      if (taxonomy.parents(node).empty() && !taxonomy.root()) relax(node, n);
    }
  }
  return away[to];
}

TEST(UndirectedDistanceLaw, FollowsTheDefinitionUnderAnyCodes) {
  std::mt19937 random(21);
  for (int round = 0; round < 200; ++round) {
    const Twins twins = random_twins(random, 3 + random() % 20, 1 + random() % 3, round % 2 == 0);
    UndirectedDistance one(twins.first), two(twins.second);
    PairDistance over_ancestors(twins.first);
    for (int i = 0; i < 10; ++i) {
      const auto a = twins.pick(random, 1), b = twins.pick(random, 1);
      const double expected = shortest(twins.first, a.first[0], b.first[0]);
      EXPECT_EQ(one(a.first, b.first), expected);
      EXPECT_EQ(one(b.first, a.first), expected);
      EXPECT_EQ(two(a.second, b.second), expected);
      const double over = over_ancestors(a.first, b.first).tree_distance;
      EXPECT_LE(expected, over);
      EXPECT_TRUE(!twins.first.is_tree() || expected == over);
    }
    const auto truth = twins.pick(random, 1 + random() % 4);
    const auto predicted = twins.pick(random, 1 + random() % 4);
    EXPECT_EQ(one(truth.first, predicted.first), two(predicted.second, truth.second));
    EXPECT_EQ(one(truth.first, truth.first), 0);
  }
}

}  // namespace
}  // namespace tallystick::detail
