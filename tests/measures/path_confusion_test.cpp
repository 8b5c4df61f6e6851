#include "measures/path_confusion.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <numeric>
#include <optional>
#include <tuple>

#include "measures/hierarchies.hpp"
#include "tallystick/base/error.hpp"

namespace tallystick::detail {
namespace {

using namespace tallystick::testing;

const Edges kTree = {{"root", "A"}, {"root", "B"}, {"A", "C"}, {"A", "D"}, {"A", "E"},
                     {"C", "H"},    {"D", "I"},    {"D", "J"}, {"D", "K"}, {"E", "L"},
                     {"E", "M"},    {"B", "F"},    {"B", "G"}};

Edges with(Edges edges, const Edges& more) {
  edges.insert(edges.end(), more.begin(), more.end());
  return edges;
}

PathCell cell(const Edges& edges, const Codes& truth, const Codes& predicted) {
  const Taxonomy taxonomy = taxonomy_of(edges);
  return PathConfusion(taxonomy)(nodes_of(taxonomy, truth), nodes_of(taxonomy, predicted));
}

PathCell tp_tn_fp_fn(std::uint64_t tp, std::uint64_t tn, std::uint64_t fp, std::uint64_t fn) {
  return {tp, tn, fp, fn};
}

// The published examples (Riehl et al. 2023): A is a tree, in B classes D and K have two parents,
// in C and D class E has.
TEST(PathConfusion, PublishedExamplesOfOneLabel) {
  EXPECT_EQ(cell(kTree, {"I"}, {"I"}), tp_tn_fp_fn(3, 5, 0, 0));
  EXPECT_EQ(cell(kTree, {"I"}, {"L"}), tp_tn_fp_fn(1, 2, 2, 2));
  const Edges b = with(kTree, {{"root", "D"}, {"E", "K"}});
  EXPECT_EQ(cell(b, {"I"}, {"I"}), tp_tn_fp_fn(3, 5, 0, 0));
  EXPECT_EQ(cell(b, {"I"}, {"L"}), tp_tn_fp_fn(1, 2, 2, 2));
  // Published with the way root > D > J: 1, 5, 1, 1. The best way to J leads over A, as I's does.
  EXPECT_EQ(cell(b, {"I"}, {"J"}), tp_tn_fp_fn(2, 4, 1, 1));
}

TEST(PathConfusion, PublishedExamplesOfSeveralLabels) {
  const Edges c = with(kTree, {{"B", "E"}});
  EXPECT_EQ(cell(c, {"I", "F"}, {"I", "J"}), tp_tn_fp_fn(3, 5, 3, 2));
  EXPECT_EQ(cell(c, {"D", "F"}, {"D", "F"}), tp_tn_fp_fn(4, 9, 0, 0));
  EXPECT_EQ(cell(c, {"D", "F"}, {"C", "E"}), tp_tn_fp_fn(2, 4, 2, 2));
}

TEST(PathConfusion, LabelsLeftOverAddTheirShortestWay) {
  const Edges b = with(kTree, {{"root", "D"}});
  EXPECT_EQ(cell(b, {"I"}, {}), tp_tn_fp_fn(0, 0, 0, 2));  // root > D > I
  EXPECT_EQ(cell(b, {}, {"I", "F"}), tp_tn_fp_fn(0, 0, 4, 0));
  EXPECT_EQ(cell(kTree, {"I"}, {}), tp_tn_fp_fn(0, 0, 0, 3));
  EXPECT_EQ(cell(kTree, {}, {}), PathCell{});
}

TEST(PathConfusion, AnotherPairingThanTheMethodsOwnHasMoreInCommon) {
  // I with J shares A and D, C with L shares A: 3. The other way round each pair shares A only.
  EXPECT_EQ(cell(kTree, {"I", "C"}, {"J", "L"}).tp, 2u + 1u);
  EXPECT_EQ(cell(kTree, {"C", "I"}, {"L", "J"}).tp, 2u + 1u);
}

TEST(PathConfusion, AWrittenRootChangesNothing) {
  const Edges below(kTree.begin() + 2, kTree.end());
  ASSERT_FALSE(taxonomy_of(below).root());
  for (const auto& [truth, predicted] :
       std::vector<std::pair<Codes, Codes>>{{{"I"}, {"L"}}, {{"F"}, {"C"}}, {{"I", "F"}, {"G"}}}) {
    EXPECT_EQ(cell(kTree, truth, predicted), cell(below, truth, predicted));
  }
}

TEST(PathConfusion, ALatticeOfManyWaysIsNoWork) {
  // 60 layers of two classes, each above both of the next: 2^60 ways to the last.
  Edges lattice;
  for (std::size_t i = 1; i < 60; ++i) {
    for (const char* above : {"a", "b"}) {
      for (const char* below : {"a", "b"}) {
        lattice.emplace_back(numbered(above, i - 1), numbered(below, i));
      }
    }
  }
  // Everything above a59 is on a best way to it; only b59 is avoided.
  EXPECT_EQ(cell(lattice, {"a59"}, {"a59"}), tp_tn_fp_fn(60, 1, 0, 0));
  // They meet in both classes of the layer above, after 59 classes.
  EXPECT_EQ(cell(lattice, {"a59"}, {"b59"}), tp_tn_fp_fn(59, 0, 1, 1));
}

TEST(PathConfusion, TooManyWrongLabelsInAGraphAreRefused) {
  Edges edges = {{"r", "x"}, {"r", "y"}, {"x", "z"}, {"y", "z"}};
  Codes many;
  for (std::size_t i = 0; i < 300; ++i) {
    many.push_back(numbered("m", i));
    edges.emplace_back("r", many.back());
  }
  EXPECT_EQ(cell(edges, many, many).tp, 300u);  // right labels are no trouble
  try {
    (void)cell(edges, many, {"x"});
    FAIL() << "300 wrong labels were paired";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::too_large);
    EXPECT_NE(std::string(error.what()).find("300 true labels"), std::string::npos);
  }
}

using Way = std::vector<NodeId>;  // below the root

void ways_to(const Taxonomy& taxonomy, NodeId node, Way below, std::vector<Way>& out) {
  if (taxonomy.root() != node) below.insert(below.begin(), node);
  if (taxonomy.parents(node).empty()) out.push_back(below);
  for (const NodeId parent : taxonomy.parents(node)) ways_to(taxonomy, parent, below, out);
}

/// The method over every pair of ways, with ties decided as the kernel says.
PathCell by_enumeration(const Taxonomy& taxonomy, NodeId truth, NodeId predicted) {
  std::vector<Way> true_ways, predicted_ways;
  ways_to(taxonomy, truth, {}, true_ways);
  ways_to(taxonomy, predicted, {}, predicted_ways);
  using Key = std::tuple<std::int64_t, std::size_t, std::size_t>;
  Key best{1, 0, 0};
  std::vector<bool> on(taxonomy.size()), around(taxonomy.size() + 1);
  for (const Way& t : true_ways) {
    for (const Way& p : predicted_ways) {
      std::size_t common = 0;
      while (common < std::min(t.size(), p.size()) && t[common] == p[common]) ++common;
      const std::size_t fp = p.size() - common, fn = t.size() - common;
      const Key key{-static_cast<std::int64_t>(common), fp + fn, fp};
      if (key > best) continue;
      if (key < best) on.assign(on.size(), false), around.assign(around.size(), false);
      best = key;
      for (const NodeId node : t) on[node] = true;
      for (const NodeId node : p) on[node] = true;
      around[common == 0 ? taxonomy.size() : t[common - 1]] = true;  // its children
      for (std::size_t i = 0; i < common; ++i) {                     // siblings
        for (const NodeId parent : taxonomy.parents(t[i])) around[parent] = true;
        if (taxonomy.parents(t[i]).empty()) around[taxonomy.size()] = true;
      }
    }
  }
  if (taxonomy.root() && around[taxonomy.size()]) around[0] = true;
  PathCell out;
  out.tp = static_cast<std::uint64_t>(-std::get<0>(best));
  out.fp = std::get<2>(best);
  out.fn = std::get<1>(best) - out.fp;
  for (NodeId node = 0; node < taxonomy.size(); ++node) {
    if (on[node] || taxonomy.root() == node) continue;
    const auto parents = taxonomy.parents(node);
    const auto is_around = [&](NodeId parent) { return around[parent]; };
    out.tn += parents.empty() ? around[taxonomy.size()]
                              : std::any_of(parents.begin(), parents.end(), is_around);
  }
  return out;
}

TEST(PathConfusionLaw, OneLabelFollowsTheEnumerationOfAllWays) {
  std::mt19937 random(61);
  for (int round = 0; round < 300; ++round) {
    const Twins twins = random_twins(random, 2 + random() % 14, 1 + random() % 3, round % 2 == 0);
    PathConfusion one(twins.first), two(twins.second);
    for (int i = 0; i < 10; ++i) {
      const auto t = twins.pick(random, 1), p = twins.pick(random, 1);
      const PathCell expected = by_enumeration(twins.first, t.first[0], p.first[0]);
      EXPECT_EQ(one(t.first, p.first), expected);
      EXPECT_EQ(two(t.second, p.second), expected);
    }
  }
}

/// The best total over all ways to pair the labels.
PathCell by_permutation(const Taxonomy& taxonomy, Nodes truth, Nodes predicted) {
  const auto tidy = [](Nodes& labels) {
    std::sort(labels.begin(), labels.end());
    labels.erase(std::unique(labels.begin(), labels.end()), labels.end());
  };
  tidy(truth), tidy(predicted);
  PathCell right;
  for (std::size_t i = 0; i < truth.size();) {
    const auto at = std::find(predicted.begin(), predicted.end(), truth[i]);
    if (at == predicted.end()) {
      ++i;
      continue;
    }
    right.add(by_enumeration(taxonomy, truth[i], truth[i]));
    predicted.erase(at);
    truth.erase(truth.begin() + static_cast<std::ptrdiff_t>(i));
  }
  const auto length = [&](NodeId label) {
    std::vector<Way> ways;
    ways_to(taxonomy, label, {}, ways);
    std::size_t least = ways[0].size();
    for (const Way& way : ways) least = std::min(least, way.size());
    return static_cast<std::uint64_t>(least);
  };
  const std::size_t n = std::max(truth.size(), predicted.size());
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), 0);
  const auto key = [](const PathCell& c) {
    return std::tuple(-static_cast<std::int64_t>(c.tp), c.fp + c.fn, c.fp,
                      -static_cast<std::int64_t>(c.tn));
  };
  std::optional<PathCell> best;
  do {
    PathCell total;
    for (std::size_t i = 0; i < n; ++i) {
      const bool is_true = i < truth.size(), is_predicted = order[i] < predicted.size();
      if (is_true && is_predicted) {
        total.add(by_enumeration(taxonomy, truth[i], predicted[order[i]]));
      } else {
        (is_true ? total.fn : total.fp) += length(is_true ? truth[i] : predicted[order[i]]);
      }
    }
    if (!best || key(total) < key(*best)) best = total;
  } while (std::next_permutation(order.begin(), order.end()));
  right.add(*best);
  return right;
}

TEST(PathConfusionLaw, SetsTakeTheBestPairs) {
  std::mt19937 random(62);
  for (int round = 0; round < 300; ++round) {
    const Twins twins = random_twins(random, 2 + random() % 14, 1 + random() % 3, round % 2 == 0);
    PathConfusion one(twins.first), two(twins.second);
    const auto t = twins.pick(random, random() % 5), p = twins.pick(random, random() % 5);
    const PathCell expected = by_permutation(twins.first, t.first, p.first);
    EXPECT_EQ(one(t.first, p.first), expected) << "tree: " << twins.first.is_tree();
    EXPECT_EQ(two(t.second, p.second), expected);
    const PathCell perfect = one(t.first, t.first);
    EXPECT_EQ(perfect.fp + perfect.fn, 0u);
  }
}

TEST(PathConfusionLaw, SwappingTheSidesOfATreeSwapsFpAndFn) {
  std::mt19937 random(63);
  for (int round = 0; round < 100; ++round) {
    const Twins twins = random_twins(random, 2 + random() % 40, 1, round % 2 == 0);
    PathConfusion confusion(twins.first);
    const Nodes t = twins.pick(random, random() % 8).first,
                p = twins.pick(random, random() % 8).first;
    const PathCell one = confusion(t, p), other = confusion(p, t);
    EXPECT_EQ(one, (PathCell{other.tp, other.tn, other.fn, other.fp}));
  }
}

}  // namespace
}  // namespace tallystick::detail
