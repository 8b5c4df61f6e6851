#include "measures/closed_scores.hpp"

#include <gtest/gtest.h>

#include <map>

#include "measures/figure.hpp"
#include "measures/scored_in.hpp"
#include "tallystick/base/error.hpp"

namespace tallystick::detail {
namespace {

struct Closed {
  std::map<std::string, double> scores;
  std::map<std::string, int> truth;  // 1: scored, 2: not
};

Closed first_of(const Tally& tally) {
  Closed out;
  const ScoreTable::Example one = tally.scores().example(0);
  for (std::size_t i = 0; i < one.labels.size(); ++i) {
    const std::string name(tally.vocabulary().name(one.labels[i].label()));
    out.scores[name] = one.scores[i];
    if (one.labels[i].is_true()) out.truth[name] = 1;
  }
  for (const LabelId label : one.unscored) {
    out.truth[std::string(tally.vocabulary().name(label))] = 2;
  }
  return out;
}

TEST(ClosedScores, CarriesTruthAndScoresUp) {
  // R > A, B; A > C; B > C: C's 0.9 goes to A and B; the root is left out.
  const Tally tally = test::scored_in("R>A R>B A>C B>C B>D", "D > C=0.9 A=0.4");
  const Closed closed = first_of(closed_scores(tally, Propagation::max, Root::out));
  EXPECT_EQ(closed.scores, (std::map<std::string, double>{{"A", 0.9}, {"B", 0.9}, {"C", 0.9}}));
  EXPECT_EQ(closed.truth, (std::map<std::string, int>{{"B", 1}, {"D", 2}}));
  const Closed filled = first_of(closed_scores(tally, Propagation::fill, Root::in));
  EXPECT_EQ(filled.scores,
            (std::map<std::string, double>{{"A", 0.4}, {"B", 0.9}, {"C", 0.9}, {"R", 0.9}}));
  EXPECT_EQ(filled.truth, (std::map<std::string, int>{{"B", 1}, {"D", 2}, {"R", 1}}));
}

TEST(ClosedScores, KeepsExamplesWeightsAndLabelsOutside) {
  auto data = test::scored_rows("C odd > odd=1; >");
  data[0].weight = {3, 0};
  const Tally closed = closed_scores(test::scored_in(test::taxonomy_of("R>A A>C"), data),
                                     Propagation::max, Root::out);
  EXPECT_EQ(closed.n_examples(), 2U);
  EXPECT_EQ(closed.total(), (Amount{4, 0}));
  EXPECT_TRUE(closed.vocabulary().declared());
  EXPECT_EQ(closed.vocabulary().size(), 3U);  // A, C, odd
  const Closed first = first_of(closed);
  EXPECT_EQ(first.scores, (std::map<std::string, double>{{"odd", 1}}));
  EXPECT_EQ(first.truth, (std::map<std::string, int>{{"A", 2}, {"C", 2}, {"odd", 1}}));
}

// R > A, B; A > C; of two examples. Closed cells by score: 0.9 A true, C true; 0.6 B false; 0.5 A
// false, C false; without a score B of the second, true.
constexpr std::string_view kEdges = "R>A R>B A>C", kData = "C > C=0.9 B=0.6; B > C=0.5";

TEST(ClosedScores, AveragePrecisionOfClosedClasses) {
  const Tally tally = test::scored_in(kEdges, kData);
  // A: true at 0.9 of 0.9, 0.5: 1. C: 1. B: its true cell, without a score, is below 0.6: 1/2.
  EXPECT_EQ(test::value(tally, "average_precision:hierarchy=closed,label=A"), 1);
  EXPECT_EQ(test::value(tally, "average_precision:hierarchy=closed,label=B"), 0.5);
  EXPECT_DOUBLE_EQ(test::value(tally, "average_precision_macro:hierarchy=closed"), 2.5 / 3);
  // Together: 2 of 2, then the third true one after 3 false ones, last: 3 of 6.
  EXPECT_DOUBLE_EQ(test::value(tally, "average_precision_micro:hierarchy=closed"), 2.5 / 3);
  // Of examples: A and C before B: 1; B, without a score, last of three: 1/3.
  EXPECT_DOUBLE_EQ(test::value(tally, "average_precision_samples:hierarchy=closed"),
                   (1 + 1.0 / 3) / 2);
  EXPECT_EQ(test::figure(tally, "auprc_micro:hierarchy=closed").name,
            "auprc_micro:hierarchy=closed");
  // Flat, A is no label at all.
  EXPECT_NE(test::failure([&] { test::value(tally, "average_precision:label=A"); }), "");
}

TEST(ClosedScores, SayWhatTheyLack) {
  EXPECT_NE(test::failure([] {
              test::value(test::scored_tally("a > a=1"), "auprc_micro:hierarchy=closed");
            }).find("needs a hierarchy"),
            std::string::npos);
  EXPECT_NE(test::failure([] {
              test::value(test::scored_in(kEdges, kData), "average_precision@2:hierarchy=closed");
            }).find("not carried up"),
            std::string::npos);
}

TEST(ClosedScores, NeedsAHierarchy) {
  EXPECT_THROW(
      static_cast<void>(closed_scores(test::scored_tally("a > a=1"), Propagation::max, Root::out)),
      Error);
}

}  // namespace
}  // namespace tallystick::detail
