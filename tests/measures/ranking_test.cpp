// Ranking measures under each tool's convention, in ties, with gaps, and what must not change them.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "measures/figure.hpp"
#include "measures/scored.hpp"
#include "tallystick/measures/catalogue.hpp"
#include "tallystick/measures/spec.hpp"

namespace tallystick {
namespace {

using test::scored_tally;
using test::ScoredExample;

struct Expected {
  const char* convention;
  std::vector<std::pair<const char*, double>> figures;
};

struct Vector {
  const char* text;
  const char* labels;
  std::vector<Expected> expected;
};

double value(const Vector& data, const char* convention, const char* name) {
  const Ties ties = find_convention(convention).ties;
  const Tally tally =
      scored_tally(data.text, data.labels, orders_labels(ties) ? ties : Ties::worst);
  return test::value(tally, name, {.convention = convention});
}

// Values of the tools themselves or of their formulas, each with its rule of ties and of examples
// without true labels. Coverage is 0-based in Mulan, mldr and utiml.
const Vector kVectors[] = {
    {"l0 > l0=0.75 l1=0.5 l2=1; l2 > l0=1 l1=0.2 l2=0.1",
     "l0 l1 l2",
     {{"mulan",
       {{"lrap", 0.41666666666666663},
        {"coverage_error", 1.5},
        {"one_error", 1},
        {"ranking_loss", 0.75},
        {"is_error", 1},
        {"error_set_size", 1.5}}},
      {"mldr",
       {{"lrap", 0.41666666666666663},
        {"coverage_error", 1.5},
        {"one_error", 1},
        {"ranking_loss", 0.75}}}}},
    {"l0 l2 > l0=0.5 l1=0.5 l2=0.2 l3=0.2",
     "l0 l1 l2 l3",
     {{"sklearn", {{"coverage_error", 4}, {"lrap", 0.5}, {"ranking_loss", 0.75}}},
      {"mulan",
       {{"lrap", 0.5},
        {"coverage_error", 3},
        {"one_error", 1},
        {"ranking_loss", 0.75},
        {"is_error", 1},
        {"error_set_size", 3}}},
      {"utiml",
       {{"lrap", 0.8333333333333333},
        {"coverage_error", 2},
        {"one_error", 0},
        {"ranking_loss", 0.25},
        {"margin_loss", 1}}},
      {"mldr", {{"lrap", 0.5}, {"coverage_error", 3}, {"one_error", 0}, {"ranking_loss", 0.75}}},
      {"meka", {{"one_error", 0}, {"lrap", 0.5}}}}},
    {"l1 l3 > l0=0.5 l1=0.5 l2=0.5 l3=0.5",
     "l0 l1 l2 l3",
     {{"sklearn", {{"coverage_error", 4}, {"lrap", 0.5}, {"ranking_loss", 1}}}}},
    {"l0 > l0=0.5 l1=0.6 l2=0.1; > l0=0.2 l1=0.3 l2=0.4; l0 l1 l2 > l0=0.2 l1=0.3 l2=0.4",
     "l0 l1 l2",
     {{"sklearn",
       {{"coverage_error", 1.6666666666666667},
        {"lrap", 0.8333333333333334},
        {"ranking_loss", 0.16666666666666666}}},
      {"mulan",
       {{"lrap", 0.75},
        {"coverage_error", 1},
        {"one_error", 0.6666666666666666},
        {"ranking_loss", 0.16666666666666666},
        {"is_error", 0.3333333333333333},
        {"error_set_size", 0.3333333333333333}}},
      {"utiml",
       {{"lrap", 0.75},
        {"coverage_error", 1.5},
        {"one_error", 0.6666666666666666},
        {"ranking_loss", 0.16666666666666666},
        {"margin_loss", 0.3333333333333333}}},
      {"mldr",
       {{"lrap", 0.8333333333333334},
        {"coverage_error", 1},
        {"one_error", 0.6666666666666666},
        {"ranking_loss", 0.16666666666666666}}}}},
    {"l1 l2 > l0=0.3 l1=0.9 l2=0.7 l3=0.1; l0 l1 l2 > l0=0.8 l1=0.6 l2=0.7 l3=0.2;"
     " > l0=0 l1=0 l2=0 l3=0",
     "l0 l1 l2 l3",
     {{"sklearn", {{"coverage_error", 1.6666666666666667}, {"lrap", 1}, {"ranking_loss", 0}}},
      {"mulan",
       {{"lrap", 1},
        {"coverage_error", 1},
        {"one_error", 0.3333333333333333},
        {"ranking_loss", 0},
        {"is_error", 0},
        {"error_set_size", 0}}},
      {"utiml", {{"lrap", 1}, {"coverage_error", 1.5}, {"margin_loss", 0}}},
      {"mldr", {{"lrap", 1}, {"coverage_error", 1}}}}},
    {"l1 l3 > l0=0.3 l1=0.9 l2=0.7 l3=0.1; l1 l2 > l0=0.8 l1=0.6 l2=0.7 l3=0.2;"
     "l2 > l0=0 l1=0 l2=0 l3=0",
     "l0 l1 l2 l3",
     {{"mulan",
       {{"lrap", 0.611111111111111},
        {"coverage_error", 2},
        {"one_error", 0.6666666666666666},
        {"ranking_loss", 0.4444444444444444},
        {"is_error", 1},
        {"error_set_size", 1.6666666666666667}}},
      {"mldr", {{"ranking_loss", 0.6666666666666666}}},  // the ties of the third are errors
      {"utiml",
       {{"lrap", 0.5555555555555555},
        {"coverage_error", 2.3333333333333335},
        {"one_error", 0.6666666666666666},
        {"ranking_loss", 0.5555555555555555},
        {"margin_loss", 2}}}}},
    // Lists of results: 1 2 4 for {1 2 3}, 7 6 3 for {3 4 7}.
    {"1 2 3 > 1=3 2=2 4=1; 3 4 7 > 7=3 6=2 3=1",
     "",
     {{"xmc",
       {{"precision@1", 1},
        {"precision@2", 0.75},
        {"precision@3", 0.6666666666666666},
        {"recall@1", 0.3333333333333333},
        {"recall@2", 0.5},
        {"recall@3", 0.6666666666666666},
        {"ndcg@1", 1},
        {"ndcg@2", 0.8065735963827292},
        {"ndcg@3", 0.7346393630113781},
        {"dcg@1", 1},
        {"dcg@2", 1.3154648767857289},
        {"dcg@3", 1.5654648767857289},
        {"hit@1", 1}}}}},
    {"1 2 3 > 1=3 2=2 4=1; 3 4 7 > 7=3 6=2 3=1; > 0=3 1=2 2=1",
     "",
     {{"xmc",
       {{"precision@2", 0.5},
        {"precision@3", 0.4444444444444444},
        {"recall@2", 0.3333333333333333},
        {"recall@3", 0.4444444444444444},
        {"ndcg@2", 0.5377157309218195},
        {"ndcg@3", 0.48975957534091874}}}}},
    {"1 2 3 > 1=2 2=1", "", {{"xmc", {{"precision@3", 0.6666666666666666}, {"precision@5", 0.4}}}}},
    {"1 4 5 6 > 1=6 2=5 3=4 4=3 5=2 7=1",
     "",
     {{"trec",
       {{"lrap", 0.525},
        {"precision@5", 0.6},
        {"precision@10", 0.3},
        {"recall@5", 0.75},
        {"r_precision", 0.5},
        {"f1@5", 0.6666666666666666},
        {"rbp", 0.38432}}}}},
};

TEST(Ranking, FollowsEachConvention) {
  for (const Vector& data : kVectors) {
    for (const Expected& one : data.expected) {
      for (const auto& [name, expected] : one.figures) {
        EXPECT_NEAR(value(data, one.convention, name), expected, 1e-14)
            << one.convention << ' ' << name << " of " << data.text;
      }
    }
  }
}

TEST(Ranking, AnswersExamplesWithoutTrueLabelsAsAsked) {
  const Tally tally = [] {
    auto rows = test::scored_rows("b > a=0.9 b=0.8 c=0.1; > a=0.1 b=0.2 c=0.3");
    rows[0].weight = {3, 0};
    return scored_tally(rows);
  }();
  EXPECT_EQ(test::value(tally, "lrap"), 0.625);  // (3 * 1/2 + 1 * 1) / 4
  EXPECT_EQ(test::value(tally, "lrap", {.undefined = Undefined::exclude}), 0.5);
  const Score score = test::figure(tally, "lrap");
  EXPECT_EQ(score.n_undefined, 1u);
  EXPECT_EQ(score.undefined, "1 example: an example has no true label; counted as 1");
}

TEST(Ranking, LabelsThatShareAScoreShareTheirWorstRank) {
  const Tally tally = scored_tally("a > a=0.5 b=0.5 c=0.1; b > a=0.5 b=0.5 c=0.1");
  EXPECT_EQ(test::value(tally, "lrap"), 0.5);
}

TEST(Ranking, ExpectsTheCutOfATieInEveryOrder) {
  const Tally tally = scored_tally("d > a=0.25 b=0.25 c=0.25 d=0.25");
  EXPECT_EQ(test::value(tally, "recall@1"), 0.25);
  EXPECT_EQ(test::value(tally, "recall@2"), 0.5);
  EXPECT_EQ(test::value(tally, "recall@4"), 1);
  const Tally ordered = scored_tally("d > a=0.25 b=0.25 c=0.25 d=0.25", "", Ties::first);
  const test::Rules first{.ties = Ties::first};
  EXPECT_EQ(test::value(ordered, "recall@1", first), 0);
  EXPECT_EQ(test::value(ordered, "recall@2", first), 0);
  EXPECT_EQ(test::value(ordered, "recall@4", first), 1);
}

TEST(Ranking, PlacesThatNoLabelFillsAreMisses) {
  const Tally tally = scored_tally("a b > b=0.9; b > a=0.1 b=0.9", "a b c");
  EXPECT_EQ(test::value(tally, "precision@1"), 1);
  EXPECT_NEAR(test::value(tally, "precision@3"), 1.0 / 3, 1e-16);
}

TEST(Ranking, CutsPooledFiguresToo) {
  const Tally tally = scored_tally("a b c > a=1; d > d=1");
  EXPECT_NEAR(test::value(tally, "recall_samples@1"), 2.0 / 3, 1e-16);
  EXPECT_EQ(test::value(tally, "recall_micro@1"), 0.5);
}

TEST(Ranking, GradesOfRelevance) {
  // Gains 3 and 1 tied with two others: 1 a place, times the sum of discounts, over the ideal.
  std::vector<ScoredExample> rows = test::scored_rows("a d > a=2 b=2 c=2 d=2");
  rows[0].grades = {3, 1};
  EXPECT_NEAR(test::value(scored_tally(rows), "ndcg"), 0.7054959708667461, 1e-15);
  // b has grade 1 at rank 1, a grade 2 at rank 2, c grade 3 is not found:
  // (1 + 2/log2(3)) / (3 + 2/log2(3) + 1/log2(4)); exponential: (1 + 3/log2(3)) / (7 + 3/log2(3) +
  // 1/2)
  rows = test::scored_rows("a b c > b=0.9 a=0.8");
  rows[0].grades = {2, 1, 3};
  const Tally tally = scored_tally(rows);
  const double log3 = std::log2(3.0);
  EXPECT_NEAR(test::value(tally, "ndcg"), (1 + 2 / log3) / (3 + 2 / log3 + 0.5), 1e-15);
  EXPECT_NEAR(test::value(tally, "ndcg@1"), 1.0 / 3, 1e-15);
  EXPECT_NEAR(test::value(tally, "ndcg:gain=exponential"), (1 + 3 / log3) / (7 + 3 / log3 + 0.5),
              1e-15);
}

TEST(Ranking, BprefCountsLabelsJudgedNotRelevant) {
  // Judged: a and c relevant, b and d not, e never: e before c does not matter.
  std::vector<ScoredExample> rows = test::scored_rows("a c > a=5 e=4 b=3 c=2 d=1");
  rows[0].judged = {"b", "d"};
  const Tally tally = scored_tally(rows, "", Ties::trec);
  EXPECT_EQ(test::value(tally, "bpref", {.convention = "trec"}), (1 + 0.5) / 2);
}

TEST(Ranking, TrecBreaksTiesByNameDescending) {
  // d9 first, then of those with one score d2, d10, d1.
  const Tally tally = scored_tally("d10 > d1=0.5 d10=0.5 d2=0.5 d9=0.9", "", Ties::trec);
  EXPECT_EQ(test::value(tally, "reciprocal_rank", {.convention = "trec"}), 1.0 / 3);
}

TEST(Ranking, InterpolatedPrecisionRoundsTheLabelsWanted) {
  // Three true labels at ranks 1, 3, 6: precisions 1, 2/3, 1/2. Recall 0.1 to 1 wants
  // 0 1 1 1 2 2 2 2 3 3 of them.
  const Tally tally = scored_tally("a c f > a=6 b=5 c=4 d=3 e=2 f=1", "a b c d e f");
  const double expected[] = {1, 1, 1, 1, 1, 2.0 / 3, 2.0 / 3, 2.0 / 3, 2.0 / 3, 0.5, 0.5};
  for (int i = 0; i <= 10; ++i) {
    const std::string name =
        "interpolated_precision:recall=" + std::to_string(i / 10) + '.' + std::to_string(i % 10);
    EXPECT_EQ(test::value(tally, name), expected[i]) << name;
  }
}

/// The mean over every order of the labels that share a score, by brute force.
double mean_over_orders(const std::vector<ScoredExample>& data, const std::string& name) {
  const std::string labels[] = {"a b c d", "a b d c", "a c b d", "a c d b", "a d b c", "a d c b",
                                "b a c d", "b a d c", "b c a d", "b c d a", "b d a c", "b d c a",
                                "c a b d", "c a d b", "c b a d", "c b d a", "c d a b", "c d b a",
                                "d a b c", "d a c b", "d b a c", "d b c a", "d c a b", "d c b a"};
  double sum = 0;
  for (const std::string& order : labels) {
    sum += test::value(scored_tally(data, order, Ties::first), name, {.ties = Ties::first});
  }
  return sum / 24;
}

TEST(RankingLaw, AverageIsTheMeanOverEveryOrderOfEqualScores) {
  std::mt19937_64 random(11);
  const char* names[] = {"one_error",
                         "is_error",
                         "error_set_size",
                         "coverage_error",
                         "ranking_loss",
                         "margin_loss",
                         "average_exposure",
                         "lrap",
                         "precision@1",
                         "precision@2",
                         "recall@3",
                         "hit@1",
                         "hit@2",
                         "r_precision",
                         "ndcg",
                         "ndcg@2",
                         "dcg@3",
                         "reciprocal_rank",
                         "rbp",
                         "f1@2",
                         "reciprocal_rank@2"};
  for (int round = 0; round < 40; ++round) {
    std::vector<ScoredExample> data(1);
    for (const char* label : {"a", "b", "c", "d"}) {
      if (random() % 2 == 0) data[0].truth.emplace_back(label);
      data[0].scores.emplace_back(label, static_cast<double>(random() % 3));
    }
    const Tally tally = scored_tally(data, "a b c d");
    for (const char* name : names) {
      EXPECT_NEAR(test::value(tally, name, {.ties = Ties::average}), mean_over_orders(data, name),
                  1e-14)
          << name << " in round " << round;
    }
  }
}

std::vector<ScoredExample> random_data(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const std::size_t n_labels = 1 + random() % 7;
  std::vector<ScoredExample> out(1 + random() % 12);
  const auto name = [](std::size_t i) { return std::string(1, static_cast<char>('a' + i)); };
  for (ScoredExample& example : out) {
    for (std::size_t i = 0; i < n_labels; ++i) {
      if (random() % 3 == 0) example.truth.push_back(name(i));
      if (random() % 4 == 0) continue;
      example.scores.emplace_back(name(i), static_cast<double>(random() % 5) / 4);
    }
    if (seed % 2 == 0) example.weight = {1 + random() % 3, 0};
    if (seed % 3 == 0) example.weight = amount_from(0.1 * static_cast<double>(1 + random() % 9));
  }
  out[0].truth.emplace_back("a");
  return out;
}

std::string figures(const Tally& tally, std::string_view convention = "sklearn") {
  std::string out;
  for (const Score& score : test::report(tally, "ranking", {.convention = convention}).measures) {
    out += score.name + ' ' + std::to_string(std::bit_cast<std::uint64_t>(score.value)) + '\n';
  }
  return out;
}

TEST(RankingLaw, MonotoneTransformsOfScoresAndTheOrderOfRowsAndLabelsChangeNoBit) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const std::vector<ScoredExample> data = random_data(seed);
    const std::string expected = figures(scored_tally(data));
    std::vector<ScoredExample> moved = data;
    std::mt19937_64 random(seed);
    for (ScoredExample& example : moved) {
      for (auto& [label, score] : example.scores) score = std::exp(3 * score) - 100;
      std::shuffle(example.scores.begin(), example.scores.end(), random);
      std::shuffle(example.truth.begin(), example.truth.end(), random);
    }
    std::shuffle(moved.begin(), moved.end(), random);
    Tally other = scored_tally(moved);
    EXPECT_EQ(figures(other), expected) << seed;
    // Renamed so that the order of names is another.
    for (ScoredExample& example : moved) {
      for (std::string& label : example.truth) label = static_cast<char>('z' - (label[0] - 'a'));
      for (auto& scored : example.scores) {
        scored.first = static_cast<char>('z' - (scored.first[0] - 'a'));
      }
    }
    EXPECT_EQ(figures(scored_tally(moved)), expected) << seed;
  }
}

TEST(RankingLaw, PartsMergeToTheWholeInAnyOrderAndSavedStatesAreThemselves) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const std::vector<ScoredExample> data = random_data(seed);
    const Ties ties = seed % 4 == 0 ? Ties::trec : seed % 4 == 1 ? Ties::last : Ties::worst;
    const Tally whole = scored_tally(data, "", ties);
    const std::size_t cut = data.size() / 2;
    Tally first =
        scored_tally({data.begin(), data.begin() + static_cast<std::ptrdiff_t>(cut)}, "", ties);
    const Tally second =
        scored_tally({data.begin() + static_cast<std::ptrdiff_t>(cut), data.end()}, "", ties);
    Tally reversed = second;
    reversed.merge(first);
    first.merge(second);
    EXPECT_EQ(first.save(), whole.save()) << seed;
    EXPECT_EQ(reversed.save(), whole.save()) << seed;
    const Tally loaded = Tally::load(whole.save(), "state");
    EXPECT_EQ(loaded.save(), whole.save()) << seed;
    if (ties == Ties::worst) {
      EXPECT_EQ(figures(loaded), figures(whole)) << seed;
    }
  }
}

TEST(RankingLaw, ValuesStayInTheirRanges) {
  for (std::uint64_t seed = 100; seed < 160; ++seed) {
    const Tally tally = scored_tally(random_data(seed));
    for (const Score& score : test::report(tally, "ranking").measures) {
      const Measure& measure = *parse_measures(score.name).front().measure;
      EXPECT_GE(score.value, measure.low) << score.name << ' ' << seed;
      EXPECT_LE(score.value, measure.high) << score.name << ' ' << seed;
    }
  }
}

TEST(RankingLaw, APerfectRankingIsBest) {
  const Tally tally = scored_tally("a b > a=0.9 b=0.8 c=0.2 d=0.1; c > c=1 a=0.5 b=0.4 d=0.3");
  for (const Score& score : test::report(tally, "ranking").measures) {
    const Measure& measure = *parse_measures(score.name).front().measure;
    if (measure.direction == Direction::lower_is_better) {
      const double best = score.name == "coverage_error" ? 1.5 : measure.low;
      EXPECT_EQ(score.value, best) << score.name;
    }
    const bool of_order = score.name == "lrap" || score.name == "ndcg" || score.name == "bpref" ||
                          score.name == "r_precision" || score.name == "average_exposure";
    if (of_order) {
      EXPECT_EQ(score.value, 1) << score.name;
    }
  }
}

TEST(Ranking, AConstantScorerFindsTruthAtItsPrevalence) {
  const Tally tally = scored_tally("a > a=1 b=1 c=1 d=1; a b > a=1 b=1 c=1 d=1");
  for (const char* name : {"precision@1", "precision@2", "precision@3"}) {
    EXPECT_NEAR(test::value(tally, name), 3.0 / 8, 1e-15) << name;
  }
}

TEST(Ranking, CountsLabelsOfTruthPredictionsAndScores) {
  // d is scored below the threshold only: a label all the same. c has no score: last.
  const Tally tally = scored_tally("c > a=0.9 d=0.1; a > a=0.9");
  EXPECT_EQ(tally.n_rankable(), 3u);
  EXPECT_EQ(test::value(tally, "coverage_error"), (3.0 + 1) / 2);
  EXPECT_EQ(Tally::load(tally.save(), "state").n_rankable(), 3u);
}

TEST(Ranking, ASavedStateKeepsTheOrderOfLabelsThatShareAScore) {
  // Under `last` b is first of the two; the state must say so, too.
  const Tally tally = scored_tally("a b > a=0.5 b=0.5", "", Ties::last);
  const test::Rules rules{.ties = Ties::last, .train = TALLYSTICK_TEST_DATA "/train_labels.csv"};
  const double expected = test::value(tally, "psp@1", rules);
  EXPECT_EQ(expected, 1);  // b is rarer in training than a
  EXPECT_EQ(test::value(Tally::load(tally.save(), "state"), "psp@1", rules), expected);
  const Tally first = scored_tally("a b > a=0.5 b=0.5", "", Ties::first);
  const test::Rules by_name{.ties = Ties::first, .train = rules.train};
  EXPECT_LT(test::value(first, "psp@1", by_name), 1);
  EXPECT_EQ(test::value(Tally::load(first.save(), "state"), "psp@1", by_name),
            test::value(first, "psp@1", by_name));
}

TEST(Ranking, PropensityScoresFollowTheRuleOfTies) {
  const Tally tally = scored_tally("a > a=0.5 b=0.5");
  const auto psp = [&](Ties ties) {
    return test::value(tally, "psp@1",
                       {.ties = ties, .train = TALLYSTICK_TEST_DATA "/train_labels.csv"});
  };
  EXPECT_EQ(psp(Ties::average), 0.5);
  EXPECT_EQ(psp(Ties::worst), 0);
}

Tally true_ranks_tally(const std::vector<ScoredExample>& rows, Ties ties) {
  Tally tally;
  tally.keep_true_ranks(ties);
  test::add_scored(tally, rows);
  return tally;
}

TEST(RankingLaw, RanksOfTrueLabelsAreAllThatPropensityScoresNeed) {
  constexpr std::string_view kNames =
      "psp@1,psp@3,psp@5,psp@40,psndcg@1,psndcg@4,psr@2,psr@20,psp@2:normalized=false";
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    test::Source source(seed);
    std::vector<ScoredExample> rows(1 + source.below(20));
    for (ScoredExample& row : rows) {
      for (const char name : std::string_view("abcdefg")) {
        const std::string label(1, name);
        if (source.below(3) == 0) row.truth.push_back(label);
        if (source.below(4) == 0) continue;
        row.scores.emplace_back(label, static_cast<double>(source.below(4)) / 4);
      }
      if (seed % 2 == 1) row.weight = amount_from(0.1 * static_cast<double>(1 + source.below(30)));
    }
    for (const Ties ties : {Ties::worst, Ties::average, Ties::first, Ties::last, Ties::trec}) {
      const Ties kept = orders_labels(ties) ? ties : Ties::worst;
      const test::Rules rules{.ties = ties, .train = TALLYSTICK_TEST_DATA "/train_labels.csv"};
      const Tally all = scored_tally(rows, "", kept), few = true_ranks_tally(rows, kept);
      const Report expected = test::report(all, kNames, rules);
      for (const Tally& tally : {few, Tally::load(few.save(), "state")}) {
        const Report report = test::report(tally, kNames, rules);
        ASSERT_EQ(report.measures.size(), 9u);
        for (std::size_t i = 0; i < report.measures.size(); ++i) {
          const double value = report.measures[i].value, same = expected.measures[i].value;
          EXPECT_TRUE(value == same || (std::isnan(value) && std::isnan(same)))
              << report.measures[i].name << ", seed " << seed;
        }
      }
    }
  }
}

TEST(Ranking, RanksOfTrueLabelsAreNoScores) {
  const Tally tally = true_ranks_tally(test::scored_rows("a > a=0.5 b=0.5"), Ties::worst);
  EXPECT_TRUE(tally.scores().empty());
  EXPECT_EQ(test::value(tally, "precision@1"), 0.5);
  for (const char* name : {"label_coverage@1", "roc_auc_macro"}) {
    EXPECT_TRUE(test::failure([&] { (void)test::value(tally, name); }).starts_with("no-scores"));
  }
}

TEST(Ranking, LabelsThatAreOnlyJudgedAreLabelsSeen) {
  std::vector<ScoredExample> rows = test::scored_rows("> e=0.84 f=0.88");
  rows[0].judged = {"a", "c", "d"};
  const Tally tally = scored_tally(rows);
  EXPECT_EQ(tally.n_rankable(), 5u);
  EXPECT_EQ(Tally::load(tally.save(), "state").save(), tally.save());
}

TEST(Ranking, LargeGradesDoNotOverflow) {
  std::vector<ScoredExample> rows = test::scored_rows("a > b=0.9 a=0.5");
  rows[0].grades = {4000};
  const Tally tally = scored_tally(rows);
  EXPECT_NEAR(test::value(tally, "ndcg:gain=exponential"), 1 / std::log2(3.0), 1e-15);
  EXPECT_TRUE(test::failure([&] {
                (void)test::value(tally, "dcg:gain=exponential");
              }).starts_with("too-large"));
}

TEST(Ranking, NeedsScores) {
  const Tally tally = test::tally_of("a > b; a b > a");
  EXPECT_TRUE(test::failure([&] { (void)test::value(tally, "lrap"); }).starts_with("no-scores"));
}

TEST(Ranking, AnotherOrderOfTiesThanTheStatesIsRefused) {
  const Tally tally = scored_tally("a > a=1 b=1", "", Ties::trec);
  EXPECT_TRUE(
      test::failure([&] { (void)test::value(tally, "lrap"); }).starts_with("incompatible-states"));
}

}  // namespace
}  // namespace tallystick
