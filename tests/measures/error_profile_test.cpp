#include "measures/error_profile.hpp"

#include <gtest/gtest.h>

#include "measures/hierarchies.hpp"

namespace tallystick::detail {
namespace {

using namespace tallystick::testing;

std::string kind(const Taxonomy& taxonomy, const Codes& truth, const std::string& predicted) {
  ErrorProfiler profiler(taxonomy);
  return std::string(error_kind_name(
      profiler.kind(nodes_of(taxonomy, truth), nodes_of(taxonomy, {predicted})[0])));
}

TEST(ErrorProfile, NamesEachKindOnPaths) {
  const Edges edges = {{"Animal", "Cat"}, {"Animal", "Dog"}, {"Cat", "Siamese"},
                       {"Cat", "Bombay"}, {"Dog", "Pug"},    {"Plant", "Rose"}};
  const Taxonomy pets = taxonomy_of(edges, false);
  EXPECT_EQ(kind(pets, {"Siamese"}, "Siamese"), "exact");
  EXPECT_EQ(kind(pets, {"Siamese"}, "Bombay"), "sibling");
  EXPECT_EQ(kind(pets, {"Siamese"}, "Cat"), "under_specified");
  EXPECT_EQ(kind(pets, {"Siamese"}, "Animal"), "under_specified");
  EXPECT_EQ(kind(pets, {"Cat"}, "Siamese"), "over_specified");
  EXPECT_EQ(kind(pets, {"Siamese"}, "Pug"), "same_branch");
  EXPECT_EQ(kind(pets, {"Siamese"}, "Dog"), "same_branch");
  EXPECT_EQ(kind(pets, {"Siamese"}, "Rose"), "other_branch");
  EXPECT_EQ(kind(pets, {"Animal"}, "Plant"), "other_branch");  // the root in common says nothing
  EXPECT_EQ(kind(pets, {}, "Plant"), "other_branch");
  // Of several true labels the best one decides.
  EXPECT_EQ(kind(pets, {"Rose", "Bombay"}, "Siamese"), "sibling");
  EXPECT_EQ(kind(pets, {"Rose", "Cat", "Bombay"}, "Siamese"), "over_specified");
  EXPECT_EQ(kind(pets, {"Rose", "Cat", "Bombay", "Siamese"}, "Siamese"), "exact");
}

TEST(ErrorProfile, BranchesAreTheChildrenOfAWrittenRoot) {
  const Taxonomy nine = taxonomy_of(kNine);
  EXPECT_EQ(kind(nine, {"8"}, "5"), "same_branch");
  EXPECT_EQ(kind(nine, {"8"}, "7"), "other_branch");
  EXPECT_EQ(kind(nine, {"2"}, "3"), "other_branch");
  EXPECT_EQ(kind(nine, {"8"}, "1"), "under_specified");
  EXPECT_EQ(kind(nine, {"1"}, "8"), "over_specified");
}

TEST(ErrorProfile, UnitsAreLabelsAndExamplesWithoutAny) {
  const Taxonomy nine = taxonomy_of(kNine);
  ErrorProfiler profiler(nine);
  ErrorProfile profile{};
  const auto at = [&](const Codes& codes) { return nodes_of(nine, codes); };
  profiler.add(at({"8"}), at({"8", "9", "9", "7"}), profile);  // exact, sibling, other branch
  profiler.add(at({"8"}), {}, profile, 5);                     // five without prediction
  profiler.add({}, {}, profile);                               // no unit
  profiler.add({}, at({"8", "2"}), profile);                   // two in other branches
  EXPECT_EQ(profile, (ErrorProfile{1, 0, 0, 1, 0, 3, 5}));
}

/// From the definitions, for one true label.
ErrorKind by_definition(const Taxonomy& taxonomy, NodeId truth, NodeId predicted) {
  const auto up_t = above(taxonomy, truth), up_p = above(taxonomy, predicted);
  if (truth == predicted) return ErrorKind::exact;
  if (up_t[predicted]) return ErrorKind::under_specified;
  if (up_p[truth]) return ErrorKind::over_specified;
  for (const NodeId a : taxonomy.parents(truth)) {
    for (const NodeId b : taxonomy.parents(predicted)) {
      if (a == b && taxonomy.root() != a) return ErrorKind::sibling;
    }
  }
  for (NodeId node = 0; node < taxonomy.size(); ++node) {
    if (up_t[node] && up_p[node] && taxonomy.depth(node) == 1) return ErrorKind::same_branch;
  }
  return ErrorKind::other_branch;
}

TEST(ErrorProfileLaw, FollowsTheDefinitionUnderAnyCodes) {
  std::mt19937 random(41);
  for (int round = 0; round < 150; ++round) {
    const Twins twins = random_twins(random, 2 + random() % 25, 1 + random() % 3, round % 2 == 0);
    ErrorProfiler one(twins.first), two(twins.second);
    for (int i = 0; i < 10; ++i) {
      const auto truth = twins.pick(random, random() % 4);
      const auto predicted = twins.pick(random, random() % 4);
      ErrorProfile expected{}, got{}, renamed{}, perfect{};
      std::vector<bool> seen(twins.first.size());
      for (const NodeId label : predicted.first) {
        if (seen[label]) continue;
        seen[label] = true;
        ErrorKind best = ErrorKind::other_branch;
        for (const NodeId other : truth.first) {
          best = std::min(best, by_definition(twins.first, other, label));
        }
        ++expected[static_cast<std::size_t>(best)];
      }
      if (predicted.first.empty() && !truth.first.empty()) ++expected[6];
      one.add(truth.first, predicted.first, got);
      two.add(truth.second, predicted.second, renamed);
      EXPECT_EQ(got, expected);
      EXPECT_EQ(renamed, expected);
      one.add(truth.first, truth.first, perfect);
      EXPECT_EQ(std::accumulate(perfect.begin() + 1, perfect.end(), std::uint64_t{0}), 0u);
    }
  }
}

}  // namespace
}  // namespace tallystick::detail
