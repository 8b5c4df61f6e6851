// Measures over a hierarchy that look at scores, worked by hand.
#include <gtest/gtest.h>

#include <random>

#include "measures/figure.hpp"
#include "measures/scored_in.hpp"

namespace tallystick {
namespace {

using test::failure;
using test::figure;
using test::scored_in;
using test::value;

TEST(HierarchicalScores, TheCurveStartsAtFullPrecision) {
  // Five classes without edges. First: R 1/2, 1 at P 1; second: 1/3, 2/3, 1 at P 1; then only
  // precision falls, which adds no area.
  const Tally tally = scored_in(
      "a b c d e", "a b > a=0.9 b=0.8 c=0.1 d=0.3 e=0.2; a c d > a=0.6 b=0.2 c=0.4 d=0.35 e=0.05");
  EXPECT_EQ(value(tally, "hf1_auc"), 1);
}

TEST(HierarchicalScores, TheCurveIsOfClosedSetsWithoutTheRoot) {
  // At 0.9 {B}: (0, 0); at 0.5 {B, C, A}, of which C and A are true: (1, 2/3). Area (0 + 2/3) / 2.
  EXPECT_DOUBLE_EQ(value(scored_in("R>A R>B A>C", "C > B=0.9 C=0.5"), "hf1_auc"), 1.0 / 3);
  // With the root: at 0.9 {B, R}: (1/3, 1/2); at 0.5 all four: (1, 3/4).
  EXPECT_DOUBLE_EQ(value(scored_in("R>A R>B A>C", "C > B=0.9 C=0.5"), "hf1_auc:root=in"),
                   1.0 / 3 * (1 + 0.5) / 2 + 2.0 / 3 * (0.5 + 0.75) / 2);
  // fill: A keeps 0.2, so at 0.5 there is C alone beside B: (1/2, 1/2); at 0.2 (1, 2/3).
  EXPECT_DOUBLE_EQ(
      value(scored_in("R>A R>B A>C", "C > B=0.9 C=0.5 A=0.2"), "hf1_auc:propagation=fill"),
      0.5 * (0 + 0.5) / 2 + 0.5 * (0.5 + 2.0 / 3) / 2);
}

TEST(HierarchicalScores, TheCurveEndsAtTheLastScore) {
  // a has a score, b has none: (1/2, 1) is the end.
  EXPECT_EQ(value(scored_in("a b", "a b > a=1"), "hf1_auc"), 0.5);
  EXPECT_EQ(value(scored_in("a b", "a b >"), "hf1_auc"), 0);
  EXPECT_EQ(figure(scored_in("a b", "> a=1"), "hf1_auc").n_undefined, 1U);
}

// Heights: leaves 0, A and B 1, R 2.
constexpr std::string_view kTree = "R>A R>B A>a1 A>a2 B>b1 B>b2";

TEST(HierarchicalScores, HeightsOfTheFirstLabels) {
  // The first's heights: 1, 0, 2; the second's: 0, 1.
  const Tally tally = scored_in(kTree, "a1 > a2=0.9 a1=0.8 b1=0.7; b1 > b1=0.9 b2=0.5");
  EXPECT_EQ(value(tally, "lca_height@1"), (1 + 0) / 2.0);
  EXPECT_EQ(value(tally, "lca_height@2"), (0.5 + 0.5) / 2);
  EXPECT_EQ(value(tally, "lca_height@3"), (1 + 0.5) / 2);  // of two where there are no more
  EXPECT_EQ(value(tally, "lca_height@3:take=best"), 0);
  EXPECT_EQ(value(tally, "lca_height@1:take=best"), 0.5);
  EXPECT_EQ(value(tally, "lca_height@3:over=mistakes"), 1);  // the first alone
  EXPECT_EQ(figure(tally, "lca_height@3:over=mistakes,take=best").name,
            "lca_height@3:over=mistakes,take=best");
}

TEST(HierarchicalScores, TheNearestTrueLabelCounts) {
  const Tally tally = scored_in(kTree, "a1 b1 > b2=0.9");
  EXPECT_EQ(value(tally, "lca_height@1"), 1);
  // A true inner class is met above a predicted leaf: A is 1 high.
  EXPECT_EQ(value(scored_in(kTree, "A > a1=0.9 A=0.8"), "lca_height@2"), 0.5);
  // Without a written root one stands above the tops.
  EXPECT_EQ(value(scored_in("A>a B>b", "a > b=1"), "lca_height@1"), 2);
}

TEST(HierarchicalScores, SimilarityIsOfWhatIsAttainable) {
  // s: a2 1/2, a1 1, b1 0; the nearest of a1: itself 1, a2 1/2, then b1 and b2 0.
  const Tally tally = scored_in(kTree, "a1 > a2=0.9 a1=0.8 b1=0.7");
  EXPECT_EQ(value(tally, "lca_similarity@1"), 0.5);
  EXPECT_EQ(value(tally, "lca_similarity@2"), 1);
  EXPECT_EQ(value(tally, "lca_similarity@3"), 1);
  EXPECT_EQ(value(tally, "mean_lca_similarity@2"), 0.75);
  EXPECT_DOUBLE_EQ(value(tally, "mean_lca_similarity@3"), 2.5 / 3);
  // Labels that are not there are missed: 1 / (1 + 1/2).
  EXPECT_DOUBLE_EQ(value(scored_in(kTree, "a1 > a1=1"), "lca_similarity@2"), 1 / 1.5);
  EXPECT_EQ(value(scored_in(kTree, "a1 b1 > b1=1 a1=0.5"), "lca_similarity@2"), 1);
}

TEST(HierarchicalScores, APredictedInnerClassIsAmongTheNearest) {
  // a1 and A: 1 + 1/2; nearest a1, then a2 or A.
  EXPECT_EQ(value(scored_in(kTree, "a1 > a1=1 A=0.9"), "lca_similarity@2"), 1);
  // b and its parent B have no leaf beside them: a1, A > a1 only.
  EXPECT_EQ(value(scored_in("R>A A>a1 R>B B>b", "a1 > a1=1 A=0.9"), "lca_similarity@2"), 1);
}

TEST(HierarchicalScores, SayWhatTheyLack) {
  const Tally tally = scored_in(kTree, "a1 > a1=1");
  EXPECT_NE(failure([&] { value(tally, "lca_height:take=best"); }).find("of how many labels"),
            std::string::npos);
  EXPECT_NE(failure([&] { value(tally, "lca_similarity"); }).find("needs a number of labels"),
            std::string::npos);
  EXPECT_NE(
      failure([&] { value(test::scored_tally("a > a=1"), "hf1_auc"); }).find("needs a hierarchy"),
      std::string::npos);
}

TEST(HierarchicalScoresLaw, OrderChangesNoBitAndSimilarityIsAShare) {
  std::mt19937_64 random(23);
  for (int round = 0; round < 200; ++round) {
    const std::size_t n = 3 + random() % 12;
    std::string edges;
    for (std::size_t child = 1; child < n; ++child) {
      for (std::size_t more = 1 + random() % 2; more > 0; --more) {
        edges += test::numbered("t", random() % child) + '>' + test::numbered("t", child) + ' ';
      }
    }
    const auto graph = test::taxonomy_of(edges);
    std::vector<test::ScoredExample> data(1 + random() % 6);
    for (test::ScoredExample& one : data) {
      for (std::size_t term = 0; term < n; ++term) {
        if (random() % 3 == 0) one.truth.push_back(test::numbered("t", term));
        if (random() % 2 == 0) {
          one.scores.emplace_back(test::numbered("t", term), static_cast<double>(random() % 4));
        }
      }
    }
    const Tally tally = scored_in(graph, data);
    std::shuffle(data.begin(), data.end(), random);
    for (auto& one : data) std::shuffle(one.scores.begin(), one.scores.end(), random);
    const Tally other = scored_in(graph, data);
    for (const char* name : {"hf1_auc", "lca_height@3", "lca_height@2:take=best",
                             "lca_similarity@3", "mean_lca_similarity@4"}) {
      const double one = value(tally, name);
      EXPECT_EQ(one, value(other, name)) << name << ' ' << edges;
      if (std::string_view(name).starts_with("lca_height")) continue;
      EXPECT_GE(one, 0) << name;
      EXPECT_LE(one, 1 + 1e-15) << name << ' ' << edges;
    }
  }
}

}  // namespace
}  // namespace tallystick
