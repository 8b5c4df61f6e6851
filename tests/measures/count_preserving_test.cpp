#include "measures/count_preserving.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "measures/hierarchies.hpp"

namespace tallystick::detail {
namespace {

using namespace tallystick::testing;

// The method's own demonstration: seven examples, labels a.1 a.2 a.3 b.1 b.2 c.1 d.
const Codes kLabels = {"a.1", "a.2", "a.3", "b.1", "b.2", "c.1", "d"};
using Rows = std::vector<std::vector<int>>;
const Rows kTruth = {{0, 0, 1, 0, 1, 0, 1}, {0, 1, 0, 0, 0, 1, 0}, {1, 0, 1, 1, 0, 1, 0},
                     {0, 0, 1, 1, 1, 0, 0}, {0, 0, 0, 0, 0, 0, 0}, {0, 0, 1, 0, 0, 0, 1},
                     {0, 0, 1, 1, 1, 0, 1}};
const Rows kPredicted = {{0, 1, 1, 0, 1, 0, 0}, {0, 1, 0, 0, 0, 1, 0}, {0, 1, 1, 1, 0, 0, 1},
                         {0, 0, 1, 1, 1, 0, 0}, {1, 1, 0, 1, 0, 0, 0}, {0, 0, 0, 0, 0, 0, 0},
                         {1, 1, 1, 1, 1, 1, 1}};

CountSums demonstration(const Taxonomy& taxonomy) {
  CountPreserving count(taxonomy);
  CountSums sums(taxonomy.size());
  const auto labels = [&](const std::vector<int>& row) {
    Codes out;
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (row[i] != 0) out.push_back(kLabels[i]);
    }
    return nodes_of(taxonomy, out);
  };
  for (std::size_t i = 0; i < kTruth.size(); ++i) {
    sums.add(count(labels(kTruth[i]), labels(kPredicted[i])));
  }
  return sums;
}

TEST(CountPreserving, ParentsOfTheDemonstration) {
  const Taxonomy codes = taxonomy_of(
      {{"a", "a.1"}, {"a", "a.2"}, {"a", "a.3"}, {"b", "b.1"}, {"b", "b.2"}, {"c", "c.1"}}, true,
      {"d"});
  const CountSums sums = demonstration(codes);
  const auto at = [&](const char* code) { return sums.counted()[*codes.find(code)]; };
  EXPECT_EQ(at("a"), (CountCell{6, 5, 1}));
  EXPECT_EQ(at("b"), (CountCell{6, 1, 0}));
  EXPECT_EQ(at("c"), (CountCell{1, 1, 1}));
  EXPECT_EQ(at("d"), (CountCell{1, 1, 2}));
  const CountCell parents = layer_sum(codes, sums.counted(), 1);
  EXPECT_EQ(parents, (CountCell{14, 8, 4}));
  EXPECT_EQ(parents.precision(), 0.6363636363636364);
  EXPECT_EQ(parents.recall(), 0.7777777777777778);
  EXPECT_EQ(parents.f1(), 0.7);
  const CountCell binary = layer_sum(codes, sums.binary(), 1);
  EXPECT_EQ(binary.precision(), 0.7333333333333333);
  EXPECT_EQ(binary.recall(), 0.7333333333333333);
  EXPECT_EQ(binary.f1(), 0.7333333333333333);
  const CountMeans means = count_means(std::span(sums.counted()).first(4));  // a, b, c, d
  EXPECT_DOUBLE_EQ(means.precision, 0.6006493506493507);
  EXPECT_DOUBLE_EQ(means.recall, 0.6726190476190477);
  EXPECT_DOUBLE_EQ(means.f1, 0.6346002064234109);
  EXPECT_EQ(means.n_undefined, 0u);
}

TEST(CountPreserving, LeavesOfTheDemonstrationAreTheFlatCase) {
  const Taxonomy flat = taxonomy_of({}, false, kLabels);
  const CountSums sums = demonstration(flat);
  const CountCell all = layers_sum(flat, sums.counted());
  EXPECT_EQ(all.precision(), 0.5909090909090909);
  EXPECT_EQ(all.recall(), 0.7222222222222222);
  EXPECT_EQ(all.f1(), 0.65);
  EXPECT_EQ(sums.counted(), sums.binary());
  const CountMeans means = count_means(sums.counted());
  EXPECT_DOUBLE_EQ(means.precision, 0.5642857142857143);
  EXPECT_DOUBLE_EQ(means.recall, 0.6619047619047619);
  EXPECT_DOUBLE_EQ(means.f1, 0.6092094313453537);
}

TEST(CountPreserving, LayersAreDepths) {
  const Taxonomy iris = taxonomy_of({{"364", "364.1"},
                                     {"364", "364.2"},
                                     {"364", "364.3"},
                                     {"364.1", "364.11"},
                                     {"364.2", "364.21"},
                                     {"364.2", "364.22"}});
  CountSums sums(iris.size());
  sums.add(CountPreserving(iris)(nodes_of(iris, {"364.11", "364.22"}),
                                 nodes_of(iris, {"364.11", "364.21", "364.3"})));
  EXPECT_EQ(layer_sum(iris, sums.counted(), 3), (CountCell{1, 1, 1}));
  EXPECT_EQ(layer_sum(iris, sums.counted(), 2), (CountCell{2, 1, 0}));
  EXPECT_EQ(layer_sum(iris, sums.counted(), 1), (CountCell{2, 1, 0}));
  EXPECT_EQ(layers_sum(iris, sums.counted()), (CountCell{5, 3, 1}));
}

TEST(CountPreserving, TheWrittenRootIsLeftOutUnlessAskedFor) {
  const Taxonomy nine = taxonomy_of(kNine);
  CountSums sums(nine.size());
  sums.add(CountPreserving(nine)(nodes_of(nine, {"8", "9"}), nodes_of(nine, {"5"})), 3);
  EXPECT_EQ(layers_sum(nine, sums.counted()), (CountCell{3, 3, 3 * (1 + 2 + 1 + 1)}));
  EXPECT_EQ(layers_sum(nine, sums.counted(), true), (CountCell{6, 3, 3 * (1 + 1 + 2 + 1 + 1)}));
  EXPECT_TRUE(std::isnan(CountCell{}.precision()));
  EXPECT_EQ(count_means(std::vector<CountCell>{{1, 0, 0}, {0, 0, 2}}).n_undefined, 1u);
  EXPECT_EQ(count_means(std::vector<CountCell>{{1, 0, 0}, {0, 0, 2}}).precision, 0.5);
  EXPECT_TRUE(std::isnan(count_means({}).recall));
}

TEST(CountPreservingLaw, CountsDistinctLabelsBelowUnderAnyCodes) {
  std::mt19937 random(51);
  for (int round = 0; round < 200; ++round) {
    const Twins twins = random_twins(random, 2 + random() % 25, 1 + random() % 3, round % 2 == 0);
    const Taxonomy& taxonomy = twins.first;
    const auto truth = twins.pick(random, random() % 6),
               predicted = twins.pick(random, random() % 6);
    std::map<NodeId, NodeCount> expected;
    const auto count = [&](Nodes labels, std::uint32_t NodeCount::* side) {
      std::sort(labels.begin(), labels.end());
      labels.erase(std::unique(labels.begin(), labels.end()), labels.end());
      for (const NodeId label : labels) {
        const auto up = above(taxonomy, label);
        for (NodeId node = 0; node < taxonomy.size(); ++node) {
          if (!up[node]) continue;
          auto& there = expected.try_emplace(node, NodeCount{node, 0, 0}).first->second;
          ++(there.*side);
        }
      }
    };
    count(truth.first, &NodeCount::truth);
    count(predicted.first, &NodeCount::predicted);
    CountPreserving one(taxonomy);
    (void)one(predicted.first, predicted.first);  // what was counted before must not show
    const auto got = one(truth.first, predicted.first);
    ASSERT_EQ(got.size(), expected.size());
    auto at = got.begin();
    CountCell all, renamed;
    for (const auto& [node, there] : expected) {
      EXPECT_EQ(*at++, there);
      all.add(there.truth, there.predicted, 1);
    }
    CountPreserving two(twins.second);
    for (const NodeCount& there : two(truth.second, predicted.second)) {
      renamed.add(there.truth, there.predicted, 1);
    }
    EXPECT_EQ(all, renamed);
  }
}

TEST(CountPreservingLaw, SumsOfPartsMerge) {
  std::mt19937 random(52);
  const Twins twins = random_twins(random, 30, 2, true);
  CountPreserving count(twins.first);
  CountSums whole(30), part(30), rest(30);
  for (int i = 0; i < 40; ++i) {
    const Nodes truth = twins.pick(random, random() % 4).first;
    const Nodes predicted = twins.pick(random, random() % 4).first;
    const auto example = count(truth, predicted);
    whole.add(example);
    (i % 3 == 0 ? part : rest).add(example);
  }
  rest.merge(part);
  EXPECT_EQ(whole.counted(), rest.counted());
  EXPECT_EQ(whole.binary(), rest.binary());
}

}  // namespace
}  // namespace tallystick::detail
