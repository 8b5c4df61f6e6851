#include "measures/heaviest_matching.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace tallystick::detail {
namespace {

using Edges = std::vector<HeaviestMatching::Edge>;

// Tries everything: pairs along the first edge none, one, two, ...; then the rest.
std::uint64_t best_of_all(std::vector<std::uint64_t> left, std::vector<std::uint64_t> right,
                          std::span<const HeaviestMatching::Edge> edges) {
  if (edges.empty()) return 0;
  const auto [l, r, weight] = edges.front();
  std::uint64_t best = 0;
  for (std::uint64_t pairs = 0;; ++pairs) {
    best = std::max(best, pairs * weight + best_of_all(left, right, edges.subspan(1)));
    if (left[l] == 0 || right[r] == 0) return best;
    --left[l];
    --right[r];
  }
}

TEST(HeaviestMatching, TwoLightPairsOutweighAHeavyOne) {
  // 0-0 weighs 3, 0-1 4, 1-1 3: the two outer ones.
  const std::vector<std::uint64_t> one_each{1, 1};
  HeaviestMatching matching;
  EXPECT_EQ(matching.weight(one_each, one_each, Edges{{0, 0, 3}, {0, 1, 4}, {1, 1, 3}}), 6u);
  EXPECT_EQ(matching.weight(one_each, one_each, Edges{{0, 0, 1}, {0, 1, 4}, {1, 1, 2}}), 4u);
  EXPECT_EQ(matching.weight(one_each, one_each, {}), 0u);
}

TEST(HeaviestMatchingLaw, NoOtherMatchingIsHeavier) {
  std::mt19937 random(34);
  const auto below = [&](unsigned n) { return static_cast<std::uint32_t>(random() % n); };
  HeaviestMatching matching;
  for (int round = 0; round < 3000; ++round) {
    std::vector<std::uint64_t> left(1 + below(4)), right(1 + below(4));
    for (auto* counts : {&left, &right}) {
      for (std::uint64_t& count : *counts) count = 1 + below(round % 2 == 0 ? 1 : 3);
    }
    Edges edges;
    for (std::uint32_t l = 0; l < left.size(); ++l) {
      for (std::uint32_t r = 0; r < right.size(); ++r) {
        if (edges.size() < 8 && below(3) > 0) edges.push_back({l, r, 1 + below(6)});
      }
    }
    ASSERT_EQ(matching.weight(left, right, edges), best_of_all(left, right, edges));
  }
}

}  // namespace
}  // namespace tallystick::detail
