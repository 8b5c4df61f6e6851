#include "measures/node_weights.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "measures/hierarchies.hpp"

namespace tallystick::detail {
namespace {

using namespace tallystick::testing;

TEST(NodeWeights, DepthsStartBelowTheRoot) {
  EXPECT_EQ(depth_weights(taxonomy_of(kNine)), (std::vector<double>{0, 1, 1, 2, 2, 2, 2, 3, 3}));
  EXPECT_EQ(depth_weights(taxonomy_of({{"a", "b"}}, false)), (std::vector<double>{1, 2}));
}

TEST(NodeWeights, InformationAccretionIsWorkedByHand) {
  const Taxonomy dag = taxonomy_of(
      {{"R", "A"}, {"R", "B"}, {"A", "C"}, {"A", "D"}, {"B", "D"}, {"D", "E"}, {"B", "F"}});
  InformationAccretion accretion(dag);
  for (const char* label : {"E", "C", "F", "D"}) accretion.add(nodes_of(dag, {label}));
  accretion.add({});
  EXPECT_EQ(accretion.n_sets(), 4u);
  const std::vector<double> weights = accretion.weights();
  const auto at = [&](const char* code) { return weights[*dag.find(code)]; };
  EXPECT_EQ(at("R"), 0);                          // 4 of 4
  EXPECT_DOUBLE_EQ(at("A"), 0.3219280948873623);  // 3 of 4: log2(5/4)
  EXPECT_DOUBLE_EQ(at("B"), 0.3219280948873623);  // 3 of 4
  EXPECT_DOUBLE_EQ(at("C"), 1);                   // 1 of 3: log2(4/2)
  EXPECT_EQ(at("D"), 0);                          // 2 of 2 with A and B
  EXPECT_DOUBLE_EQ(at("E"), 0.5849625007211563);  // 1 of 2: log2(3/2)
  EXPECT_DOUBLE_EQ(at("F"), 1);                   // 1 of 3
  EXPECT_FALSE(std::signbit(at("R")));
}

TEST(NodeWeightsLaw, AccretionFollowsTheDefinitionUnderAnyCodes) {
  std::mt19937 random(71);
  for (int round = 0; round < 100; ++round) {
    const Twins twins = random_twins(random, 2 + random() % 20, 1 + random() % 3, round % 2 == 0);
    const Taxonomy& taxonomy = twins.first;
    InformationAccretion whole(taxonomy), part(taxonomy), rest(taxonomy), renamed(twins.second);
    std::vector<std::vector<bool>> closed;
    for (int i = 0; i < 30; ++i) {
      const auto labels = twins.pick(random, random() % 4);
      whole.add(labels.first);
      (i % 3 == 0 ? part : rest).add(labels.first);
      renamed.add(labels.second);
      if (labels.first.empty()) continue;
      std::vector<bool> set(taxonomy.size());
      for (const NodeId label : labels.first) {
        const auto up = above(taxonomy, label);
        for (NodeId node = 0; node < set.size(); ++node) set[node] = set[node] || up[node];
      }
      closed.push_back(set);
    }
    rest.merge(part);
    EXPECT_EQ(rest.weights(), whole.weights());
    const std::vector<double> got = whole.weights(), other = renamed.weights();
    for (std::size_t i = 0; i < twins.first_codes.size(); ++i) {
      const NodeId node = *taxonomy.find(twins.first_codes[i]);
      EXPECT_EQ(got[node], other[*twins.second.find(twins.second_codes[i])]);
      double with = 1, possible = 1;
      for (const auto& set : closed) {
        bool all = true;
        for (const NodeId parent : taxonomy.parents(node)) all = all && set[parent];
        with += set[node] ? 1 : 0, possible += all ? 1 : 0;
      }
      EXPECT_NEAR(got[node], std::log2(possible / with), 1e-12);
    }
  }
}

}  // namespace
}  // namespace tallystick::detail
