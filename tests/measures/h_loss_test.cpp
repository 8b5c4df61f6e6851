#include "measures/h_loss.hpp"

#include <gtest/gtest.h>

#include "measures/hierarchies.hpp"

namespace tallystick::detail {
namespace {

using namespace tallystick::testing;

constexpr HLossCost kCosts[] = {HLossCost::sibling, HLossCost::subtree, HLossCost::uniform};

double loss(const Taxonomy& taxonomy, HLossCost cost, const Codes& truth, const Codes& predicted) {
  return HLoss(taxonomy, cost)(nodes_of(taxonomy, truth), nodes_of(taxonomy, predicted));
}

TEST(HLoss, IsWorkedByHandOnATree) {
  const Taxonomy nine = taxonomy_of(kNine);
  // 8 is missing, nothing else: c(2) = 1/2, c(4) = 1/4, c(8) = 1/8; 1 of 9 nodes.
  EXPECT_EQ(loss(nine, HLossCost::sibling, {"8"}, {"4"}), 0.125);
  EXPECT_EQ(loss(nine, HLossCost::subtree, {"8"}, {"4"}), 1.0 / 9);
  EXPECT_EQ(loss(nine, HLossCost::uniform, {"8"}, {"4"}), 1);
  // 3 is missing (6 below it is not charged for), 8 is missing, 9 is too much.
  EXPECT_EQ(loss(nine, HLossCost::sibling, {"8", "6"}, {"9"}), 0.5 + 0.125 + 0.125);
  EXPECT_EQ(loss(nine, HLossCost::subtree, {"8", "6"}, {"9"}), 5.0 / 9);  // 3 + 1 + 1 nodes
  EXPECT_EQ(loss(nine, HLossCost::uniform, {"8", "6"}, {"9"}), 3);
  // Nothing predicted, or just the root: 2 is missing.
  EXPECT_EQ(loss(nine, HLossCost::sibling, {"8"}, {}), 0.5);
  EXPECT_EQ(loss(nine, HLossCost::sibling, {"8"}, {"1"}), 0.5);
  EXPECT_EQ(loss(nine, HLossCost::sibling, {"1"}, {}), 0);
}

TEST(HLoss, AWrittenRootChangesNothing) {
  const Edges below = {{"2", "4"}, {"2", "5"}, {"3", "6"}, {"3", "7"}, {"4", "8"}, {"4", "9"}};
  const Taxonomy nine = taxonomy_of(kNine), eight = taxonomy_of(below);
  ASSERT_FALSE(eight.root());
  for (const HLossCost cost : kCosts) {
    for (const auto& [truth, predicted] :
         std::vector<std::pair<Codes, Codes>>{{{"8"}, {"7"}}, {{"6", "5"}, {"9"}}, {{"2"}, {}}}) {
      EXPECT_EQ(loss(nine, cost, truth, predicted), loss(eight, cost, truth, predicted));
    }
  }
}

TEST(HLoss, SharesAreTakenOverEveryEdgeOfADag) {
  // r > a b; a > x y; b > x. x: from a 1/2 of 1/2, from b all of 1/2.
  const Taxonomy dag = taxonomy_of({{"r", "a"}, {"r", "b"}, {"a", "x"}, {"a", "y"}, {"b", "x"}});
  EXPECT_EQ(loss(dag, HLossCost::sibling, {"a", "b"}, {"x"}), 0.75);
  EXPECT_EQ(loss(dag, HLossCost::sibling, {"a", "b"}, {"y", "b"}), 0.25);
  // Sizes: x, y 1; a 1 + 1/2 + 1; b 1 + 1/2; five nodes.
  EXPECT_EQ(loss(dag, HLossCost::subtree, {"a"}, {}), 2.5 / 5);
  EXPECT_EQ(loss(dag, HLossCost::subtree, {"b"}, {}), 1.5 / 5);
  // x is missing, and so is b: only b counts.
  EXPECT_EQ(loss(dag, HLossCost::uniform, {"x"}, {"a"}), 1);
}

TEST(HLossLaw, FollowsTheDefinitionUnderAnyCodes) {
  std::mt19937 random(31);
  for (int round = 0; round < 150; ++round) {
    const Twins twins = random_twins(random, 2 + random() % 25, 1 + random() % 3, round % 2 == 0);
    const auto truth = twins.pick(random, random() % 4),
               predicted = twins.pick(random, random() % 4);
    const Taxonomy& taxonomy = twins.first;
    // Membership of every node, and whether an ancestor's differs, by walking every way.
    const auto closed = [&](const Nodes& labels) {
      std::vector<bool> in(taxonomy.size());
      if (taxonomy.root()) in[0] = true;
      for (const NodeId label : labels) {
        for (NodeId node = 0; node < in.size(); ++node) {
          if (above(taxonomy, label)[node]) in[node] = true;
        }
      }
      return in;
    };
    const auto t = closed(truth.first), p = closed(predicted.first);
    for (const HLossCost cost : kCosts) {
      const std::vector<double> costs = h_loss_costs(taxonomy, cost);
      double expected = 0;
      for (NodeId node = 0; node < t.size(); ++node) {
        bool counts = t[node] != p[node];
        const auto up = above(taxonomy, node);
        for (NodeId other = 0; other < t.size(); ++other) {
          if (other != node && up[other] && t[other] != p[other]) counts = false;
        }
        if (counts) expected += costs[node];
      }
      const double got = HLoss(taxonomy, cost)(truth.first, predicted.first);
      EXPECT_NEAR(got, expected, 1e-12);
      EXPECT_EQ(got, HLoss(taxonomy, cost)(predicted.first, truth.first));
      EXPECT_EQ(got, HLoss(twins.second, cost)(truth.second, predicted.second));
      EXPECT_EQ(HLoss(taxonomy, cost)(truth.first, truth.first), 0);
      EXPECT_TRUE(cost == HLossCost::uniform || got <= 1 + 1e-12);
    }
  }
}

TEST(HLossLaw, SubtreeCostsOfATreeAreShares) {
  std::mt19937 random(32);
  const Twins twins = random_twins(random, 60, 1, true);
  const std::vector<double> costs = h_loss_costs(twins.first, HLossCost::subtree);
  std::vector<double> sizes(60, 0);
  for (NodeId node = 0; node < 60; ++node) {
    const auto up = above(twins.first, node);
    for (NodeId other = 0; other < 60; ++other) sizes[other] += up[other] ? 1 : 0;
  }
  for (NodeId node = 0; node < 60; ++node) EXPECT_EQ(costs[node], sizes[node] / 60);
}

}  // namespace
}  // namespace tallystick::detail
