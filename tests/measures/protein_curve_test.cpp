#include "measures/protein_curve.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <random>
#include <set>

#include "interval/figure_population.hpp"
#include "measures/protein_best.hpp"
#include "measures/scored_in.hpp"
#include "tallystick/base/error.hpp"

namespace tallystick::detail {
namespace {

using test::scored_in;
using test::scored_rows;
using test::ScoredExample;
using test::taxonomy_of;

// R > A, B; A > C, D; B > D, F; D > E
constexpr std::string_view kGraph = "R>A R>B A>C A>D B>D B>F D>E";
// p1 .. p4; the closed truths are REDAB, RCA, RFB, RDAB
constexpr std::string_view kTargets = "E > E=0.9 C=0.4; C > C=0.8 A=0.3; F > D=0.6 B=0.95; D >";

std::vector<double> accretion_in(const Taxonomy& taxonomy) {
  const std::map<std::string_view, double> bits{{"R", 0}, {"A", .5},  {"B", .7}, {"C", 1.2},
                                                {"D", 2}, {"E", 1.5}, {"F", .9}};
  std::vector<double> out;
  for (NodeId node = 0; node < taxonomy.size(); ++node) out.push_back(bits.at(taxonomy.code(node)));
  return out;
}

std::vector<SpaceResult> results_of(const Tally& tally, const ProteinRule& rule,
                                    std::vector<double> weights = {}) {
  const Whole whole(tally, LabelUniverse::seen);
  const Scores scores(whole, std::move(weights), nullptr);
  return scores.protein().of(scores, rule);
}

ProteinRule on_grid(std::string_view step = "0.01") {
  ProteinRule rule;
  rule.curve.grid = ThresholdGrid::parse(step);
  return rule;
}

void expect_best(const SpaceResult& result, CurveFigure figure, double value, double threshold) {
  const BestPoint& best = result.best[static_cast<std::size_t>(figure)];
  EXPECT_TRUE(best.found);
  EXPECT_NEAR(best.value, value, 1e-12) << static_cast<int>(figure);
  EXPECT_EQ(best.point.threshold, threshold);
}
const CurveRow& row_of(const SpaceResult& result, CurveFigure figure) {
  return result.rows[static_cast<std::size_t>(figure)];
}

TEST(ProteinCurve, TheBestThresholdIsTheLowestOfTheScores) {
  // From 0.8 on p1 has its five terms, p2 its three and p3 two of three: P = 1,
  // R = (1 + 1 + 2/3 + 0) / 4 = 2/3, F = 0.8. At 0.6 p3 adds D and A wrongly: F = 0.74.
  const auto results = results_of(scored_in(taxonomy_of(kGraph), scored_rows(kTargets)), {});
  ASSERT_EQ(results.size(), 1U);
  expect_best(results[0], CurveFigure::f, 0.8, 0.8);
  const CurveRow& row = row_of(results[0], CurveFigure::f);
  EXPECT_EQ(row.n, 3);
  EXPECT_EQ(row.coverage, 0.75);
  EXPECT_EQ(row.precision, 1);
  EXPECT_DOUBLE_EQ(row.recall, 2.0 / 3);
  EXPECT_EQ(row.tp, 10.0 / 4);
  EXPECT_EQ(row.fn, 5.0 / 4);
  EXPECT_EQ(row.s, 1.25);
  expect_best(results[0], CurveFigure::s, 1.25, 0.8);
  expect_best(results[0], CurveFigure::f_micro, 20.0 / 25, 0.8);
}

TEST(ProteinCurve, OnAGridTheLowestOfEqualThresholdsIsBest) {
  const auto results = results_of(scored_in(taxonomy_of(kGraph), scored_rows(kTargets)), on_grid());
  expect_best(results[0], CurveFigure::f, 0.8, 0.61);
  expect_best(results[0], CurveFigure::s, 1.25, 0.61);
}

TEST(ProteinCurve, NormalizesByTheTargetsThatTheRuleSays) {
  const Tally tally = scored_in(taxonomy_of(kGraph), scored_rows(kTargets));
  ProteinRule rule = on_grid();
  rule.norm = Normalization::pred;  // three targets: R = (1 + 1 + 2/3) / 3 = 8/9
  auto results = results_of(tally, rule);
  expect_best(results[0], CurveFigure::f, 16.0 / 17, 0.61);
  expect_best(results[0], CurveFigure::s, 5.0 / 3, 0.61);
  EXPECT_DOUBLE_EQ(row_of(results[0], CurveFigure::f).tp, 10.0 / 3);
  rule.norm = Normalization::gt;  // four targets: P = 3/4, R = 2/3
  results = results_of(tally, rule);
  expect_best(results[0], CurveFigure::f, 12.0 / 17, 0.61);
  EXPECT_EQ(row_of(results[0], CurveFigure::f).precision, 0.75);
}

TEST(ProteinCurve, OrphansCanBeLeftOut) {
  // Without R: true 4, 2, 2, 3 terms, found 4, 2, 1: R = (1 + 1 + 1/2) / 4 = 0.625.
  ProteinRule rule = on_grid();
  rule.curve.orphans = false;
  const auto results = results_of(scored_in(taxonomy_of(kGraph), scored_rows(kTargets)), rule);
  expect_best(results[0], CurveFigure::f, 2 * 0.625 / 1.625, 0.61);
  expect_best(results[0], CurveFigure::f_micro, 14.0 / 18, 0.61);
  expect_best(results[0], CurveFigure::s, 1, 0.61);
}

TEST(ProteinCurve, TermsCountTheirWeights) {
  // True weights: 4.7, 1.7, 1.6, 3.2; found 4.7, 1.7, 0.7: R = (1 + 1 + 0.4375) / 4.
  const auto graph = taxonomy_of(kGraph);
  const auto results =
      results_of(scored_in(graph, scored_rows(kTargets)), on_grid(), accretion_in(*graph));
  expect_best(results[0], CurveFigure::weighted_f, 2 * 0.609375 / 1.609375, 0.61);
  expect_best(results[0], CurveFigure::weighted_s, 1.025, 0.61);
  expect_best(results[0], CurveFigure::weighted_f_micro, 2 * 7.1 / (7.1 + 11.2), 0.61);
  expect_best(results[0], CurveFigure::f, 0.8, 0.61);  // in the same sweep
  const CurveRow& row = row_of(results[0], CurveFigure::weighted_f);
  EXPECT_DOUBLE_EQ(row.tp, 1.775);
  EXPECT_DOUBLE_EQ(row.fn, 1.025);
  EXPECT_EQ(row.fp, 0);
}

TEST(ProteinCurve, AccretionCanBeCountedInTheTruth) {
  // x > y, z: of three targets all have x, two y, one z: log2((3+1)/(2+1)), log2(4/2).
  ProteinRule rule;
  rule.accretion = Accretion::computed;
  const auto results =
      results_of(scored_in(taxonomy_of("x>y x>z"), scored_rows("y > y=1; y > z=1; z > x=1")), rule);
  const double y = std::log2(4.0 / 3);
  // Precision 1 and 0, of the third, whose only term is x, none; recall 1, 0, 0.
  const double p = 0.5, r = 1.0 / 3;
  expect_best(results[0], CurveFigure::weighted_f, 2 * p * r / (p + r), 1);
  expect_best(results[0], CurveFigure::weighted_s, std::hypot((y + 1) / 3, 1.0 / 3), 1);
}

TEST(ProteinCurve, FillKeepsATermsOwnScore) {
  // D > E: D has 0.2 of its own. max raises D to 0.9; fill gives A and B no more than 0.2 and R
  // the same, since what lies between E and them has a score.
  const Tally tally = scored_in(taxonomy_of(kGraph), scored_rows("E > E=0.9 D=0.2"));
  const auto best = [&](Propagation how) {
    ProteinRule rule;
    rule.curve.propagation = how;
    const auto results = results_of(tally, rule);
    return results[0].best[static_cast<std::size_t>(CurveFigure::f)].point;
  };
  EXPECT_EQ(best(Propagation::max).threshold, 0.9);
  EXPECT_EQ(best(Propagation::max).terms.tp, 5U);
  EXPECT_EQ(best(Propagation::fill).threshold, 0.2);  // at 0.9 there is E alone
  EXPECT_EQ(best(Propagation::fill).terms.tp, 5U);
}

TEST(ProteinCurve, OnAGridAScoreOfZeroIsNone) {
  // E=0.9 passes through D, whose 0 is no score, to the top.
  ProteinRule rule = on_grid();
  rule.curve.propagation = Propagation::fill;
  const auto results =
      results_of(scored_in(taxonomy_of(kGraph), scored_rows("E > E=0.9 D=0")), rule);
  expect_best(results[0], CurveFigure::f, 1, 0.01);
}

TEST(ProteinCurve, TargetsAreTheExamplesWithATrueTerm) {
  const auto graph = taxonomy_of(kGraph);
  std::string more(kTargets);
  more += "; > E=0.9";  // nothing true
  const auto results = results_of(scored_in(graph, scored_rows(more)), on_grid());
  expect_best(results[0], CurveFigure::f, 0.8, 0.61);
  EXPECT_TRUE(results_of(scored_in(graph, scored_rows("> E=0.9")), {}).empty());
}

Tally with_known(const std::shared_ptr<const Taxonomy>& taxonomy,
                 const std::vector<ScoredExample>& rows) {
  Tally tally;
  tally.set_taxonomy(taxonomy);
  tally.keep_known(Ties::worst);
  test::add_scored(tally, rows);
  return tally;
}

TEST(ProteinCurve, WhatWasKnownOfATargetCountsNowhere) {
  // Of p1 D, A, B and R are known: E is left; of p2 R: C and A; of p3 all, so that it is no target;
  // of p4 nothing. At 0.8 p1 has E and p2 both: P = 1, R = (1 + 1 + 0) / 3. At 0.4 p1 gets C
  // wrongly.
  std::vector<ScoredExample> rows = scored_rows(kTargets);
  rows[0].known = {"D"}, rows[1].known = {"R"}, rows[2].known = {"F"};
  const Tally tally = with_known(taxonomy_of(kGraph), rows);
  for (const Tally& one : {tally, Tally::load(tally.save(), "state")}) {
    Tally again = one;
    if (again.taxonomy() == nullptr) again.set_taxonomy(tally.taxonomy());
    const auto results = results_of(again, {});
    ASSERT_EQ(results.size(), 1U);
    EXPECT_EQ(results[0].n_targets, 3);
    expect_best(results[0], CurveFigure::f, 0.8, 0.8);
    expect_best(results[0], CurveFigure::f_micro, 6.0 / 10, 0.8);  // 3 of 7 terms, none wrong
    expect_best(results[0], CurveFigure::s, 4.0 / 3, 0.8);
    EXPECT_EQ(row_of(results[0], CurveFigure::f).n, 2);
  }
  // Weights of p1 to p4 without what is known: 1.5, 1.7, 3.2; found 1.5 and 1.7.
  const auto graph = tally.taxonomy();
  const auto weighted = results_of(tally, {}, accretion_in(*graph));
  expect_best(weighted[0], CurveFigure::weighted_f, 0.8, 0.8);
  expect_best(weighted[0], CurveFigure::weighted_s, 3.2 / 3, 0.8);
}

TEST(ProteinCurve, ResampledTargetsKeepWhatWasKnownOfThem) {
  std::vector<ScoredExample> rows = scored_rows(kTargets);
  rows[0].known = {"D"}, rows[2].known = {"F"};
  rows.push_back(rows[0]);
  rows.push_back(rows[0]);
  rows.back().known = {"C"};  // so that it is another kind of target
  const Tally tally = with_known(taxonomy_of(kGraph), rows);
  const ExampleRows kinds = score_rows(tally);
  EXPECT_EQ(kinds.counts.size(), 5U);
  Tally again = tally.emptied(false, true);
  Batch batch = kinds.batch;
  for (const std::uint64_t count : kinds.counts) batch.weights.push_back({count, 0});
  again.update(batch);
  EXPECT_TRUE(again.keeps_known());
  const auto expected = results_of(tally, {}), results = results_of(again, {});
  EXPECT_EQ(results[0].n_targets, expected[0].n_targets);
  for (std::size_t i = 0; i < kCurveFigures; ++i) {
    EXPECT_EQ(results[0].best[i].value, expected[0].best[i].value) << i;
  }
}

TEST(ProteinCurveLaw, WhatIsKnownOfAllTargetsIsNoTermOfInterest) {
  const auto graph = taxonomy_of(kGraph);
  const std::map<std::string, std::string> above{
      {"A", "AR"}, {"D", "DABR"}, {"F", "FBR"}, {"R", "R"}};
  for (const auto& [known, closed] : above) {
    std::vector<ScoredExample> rows = scored_rows("E > E=0.9 C=0.4; C > C=0.8 A=0.3 E=0.7; C E >");
    const Tally plain = with_known(graph, rows);
    for (ScoredExample& row : rows) row.known = {known};
    const Tally tally = with_known(graph, rows);
    std::vector<char> interest(graph->size(), 1);
    for (const char term : closed) interest[*graph->find(std::string_view(&term, 1))] = 0;
    const Whole whole(plain, LabelUniverse::seen);
    Scores scores(whole, {}, nullptr);
    scores.restrict_to(interest);
    for (const Propagation how : {Propagation::max, Propagation::fill}) {
      ProteinRule rule;
      rule.curve.propagation = how;
      const auto expected = scores.protein().of(scores, rule), results = results_of(tally, rule);
      ASSERT_EQ(results.size(), 1U);
      for (std::size_t i = 0; i < kCurveFigures; ++i) {
        EXPECT_EQ(results[0].best[i].value, expected[0].best[i].value) << known << ' ' << i;
        EXPECT_EQ(results[0].best[i].point.threshold, expected[0].best[i].point.threshold);
      }
    }
  }
}

TEST(ProteinCurve, WithoutPredictionsSIsWhatIsMissed) {
  const auto results = results_of(scored_in(taxonomy_of(kGraph), scored_rows("E > ; C >")), {});
  EXPECT_FALSE(results[0].best[0].found);
  EXPECT_EQ(results[0].best[0].value, 0);
  EXPECT_EQ(results[0].no_prediction_s, 4);  // five and three terms of two targets
}

std::shared_ptr<const Taxonomy> two_spaces() {
  TaxonomyBuilder draft("go.obo");
  for (const std::string_view edge : {"RA", "RB", "AC", "AD", "BD", "BF", "DE", "XY", "AY"}) {
    draft.edge(draft.node(edge.substr(0, 1)), draft.node(edge.substr(1)));
  }
  for (const std::string_view code : {"R", "A", "B", "C", "D", "E", "F"}) {
    draft.space(draft.node(code), "n");
  }
  draft.space(draft.node("X"), "m");
  draft.space(draft.node("Y"), "m");
  return std::make_shared<const Taxonomy>(std::move(draft).build());
}

TEST(ProteinCurve, NamespacesAreScoredEachWithoutTheEdgesBetweenThem) {
  // Y of m is below A of n, too: that edge counts in neither.
  const Tally tally = scored_in(
      two_spaces(),
      scored_rows("E Y > E=0.9 C=0.4 Y=0.7; C > C=0.8 A=0.3 Y=0.7; F > D=0.6 B=0.95; D >"));
  auto results = results_of(tally, on_grid());
  ASSERT_EQ(results.size(), 2U);
  EXPECT_EQ(results[0].name, "m");
  expect_best(results[0], CurveFigure::f, 1, 0.01);  // p1 alone is a target there
  EXPECT_EQ(row_of(results[0], CurveFigure::f).tp, 2);
  EXPECT_EQ(results[1].name, "n");
  expect_best(results[1], CurveFigure::f, 0.8, 0.61);

  ProteinRule rule = on_grid();
  rule.space = "n";
  results = results_of(tally, rule);
  ASSERT_EQ(results.size(), 1U);
  expect_best(results[0], CurveFigure::f, 0.8, 0.61);
  rule.space = "all";
  results = results_of(tally, rule);
  ASSERT_EQ(results.size(), 1U);
  EXPECT_EQ(results[0].n_terms, 9U);
  rule.space = "B";  // a class and what is below it: D, E, F
  EXPECT_EQ(results_of(tally, rule)[0].n_terms, 4U);
  rule.space = "N";
  EXPECT_THROW(results_of(tally, rule), Error);
}

TEST(ProteinCurve, LabelsOutsideTheHierarchyAreTermsWithoutParents) {
  const auto results =
      results_of(scored_in(taxonomy_of("x>y"), scored_rows("y new > y=1 odd=1")), {});
  // True x, y, new; found x, y, and odd wrongly: P = R = 2/3.
  expect_best(results[0], CurveFigure::f, 2.0 / 3, 1);
}

// What the definitions say, word by word, for every threshold.
struct Plain {
  double f = 0, s = HUGE_VAL, f_micro = 0;
};
Plain plain_best(const std::vector<ScoredExample>& data, const Taxonomy& taxonomy, bool fill,
                 const std::vector<double>& weights) {
  using Set = std::set<NodeId>;
  const auto closed = [&](Set set) {
    for (NodeId node = static_cast<NodeId>(taxonomy.size()); node-- > 0;) {
      if (!set.contains(node)) continue;
      for (const NodeId parent : taxonomy.parents(node)) set.insert(parent);
    }
    return set;
  };
  struct Target {
    Set truth;
    std::map<NodeId, double> scores;
  };
  std::vector<Target> targets;
  std::set<double> thresholds;
  for (const ScoredExample& row : data) {
    Target target;
    for (const auto& label : row.truth) target.truth.insert(*taxonomy.find(label));
    if (target.truth.empty()) continue;
    target.truth = closed(target.truth);
    for (const auto& [label, score] : row.scores) target.scores[*taxonomy.find(label)] = score;
    const auto own = target.scores;
    for (NodeId node = static_cast<NodeId>(taxonomy.size()); node-- > 0;) {
      if (fill && own.contains(node)) continue;
      for (const NodeId child : taxonomy.children(node)) {
        if (!target.scores.contains(child)) continue;
        const double score = target.scores[child];
        auto [at, fresh] = target.scores.try_emplace(node, score);
        at->second = std::max(at->second, score);
      }
    }
    for (const auto& [node, score] : target.scores) thresholds.insert(score);
    targets.push_back(target);
  }
  Plain best;
  for (const double threshold : thresholds) {
    double n = 0, precision = 0, recall = 0, tp = 0, fp = 0, fn = 0;
    for (const Target& target : targets) {
      double hit = 0, predicted = 0, truth = 0;
      for (const NodeId node : target.truth) truth += weights[node];
      for (const auto& [node, score] : target.scores) {
        if (score < threshold) continue;
        predicted += weights[node];
        if (target.truth.contains(node)) hit += weights[node];
      }
      if (predicted > 0) ++n, precision += hit / predicted;
      if (truth > 0) recall += hit / truth;
      tp += hit, fp += predicted - hit, fn += truth - hit;
    }
    if (n == 0) continue;
    const double all = static_cast<double>(targets.size());
    precision /= n, recall /= all;
    if (precision + recall > 0) {
      best.f = std::max(best.f, 2 * precision * recall / (precision + recall));
    }
    if (tp > 0) best.f_micro = std::max(best.f_micro, 2 * tp / (2 * tp + fp + fn));
    best.s = std::min(best.s, std::hypot(fn / all, fp / all));
  }
  return best;
}

std::string random_graph(std::mt19937_64& random) {
  std::string edges;
  const std::size_t n = 2 + random() % 20;
  for (std::size_t child = 1; child < n; ++child) {
    for (std::size_t more = 1 + random() % 3; more > 0; --more) {
      edges += test::numbered("t", random() % child) + '>' + test::numbered("t", child) + ' ';
    }
  }
  return edges;
}

std::vector<ScoredExample> random_targets(std::mt19937_64& random, std::size_t n_terms) {
  std::vector<ScoredExample> data(1 + random() % 12);
  for (ScoredExample& row : data) {
    std::set<std::size_t> truth, scored;
    for (std::size_t n = random() % 4; n > 0; --n) truth.insert(random() % n_terms);
    for (std::size_t n = random() % 8; n > 0; --n) scored.insert(random() % n_terms);
    for (const std::size_t term : truth) row.truth.push_back(test::numbered("t", term));
    for (const std::size_t term : scored) {
      row.scores.emplace_back(test::numbered("t", term),
                              static_cast<double>(1 + random() % 10) / 10);
    }
  }
  return data;
}

double best(const SpaceResult& result, CurveFigure figure) {
  return result.best[static_cast<std::size_t>(figure)].value;
}

TEST(ProteinCurveLaw, SaysWhatTheDefinitionsSay) {
  std::mt19937_64 random(20);
  for (int round = 0; round < 400; ++round) {
    const auto graph = taxonomy_of(random_graph(random));
    const auto data = random_targets(random, graph->size());
    std::vector<double> weights;
    for (NodeId node = 0; node < graph->size(); ++node) {
      weights.push_back(static_cast<double>(random() % 5) * 0.7);
    }
    const Tally tally = scored_in(graph, data);
    for (const bool fill : {false, true}) {
      ProteinRule rule;
      rule.curve.propagation = fill ? Propagation::fill : Propagation::max;
      const auto results = results_of(tally, rule, weights);
      const std::vector<double> ones(graph->size(), 1);
      if (results.empty()) continue;
      const Plain plain = plain_best(data, *graph, fill, ones);
      const Plain weighted = plain_best(data, *graph, fill, weights);
      EXPECT_NEAR(best(results[0], CurveFigure::f), plain.f, 1e-12);
      EXPECT_NEAR(best(results[0], CurveFigure::f_micro), plain.f_micro, 1e-12);
      EXPECT_NEAR(best(results[0], CurveFigure::weighted_f), weighted.f, 1e-12);
      EXPECT_NEAR(best(results[0], CurveFigure::weighted_f_micro), weighted.f_micro, 1e-12);
      if (results[0].best[2].found) {
        EXPECT_NEAR(best(results[0], CurveFigure::s), plain.s, 1e-12);
      }
      if (results[0].best[5].found) {
        EXPECT_NEAR(best(results[0], CurveFigure::weighted_s), weighted.s, 1e-12);
      }
    }
  }
}

void expect_same(const std::vector<SpaceResult>& a, const std::vector<SpaceResult>& b,
                 bool thresholds = true) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t figure = 0; figure < kCurveFigures; ++figure) {
      EXPECT_EQ(a[i].best[figure].found, b[i].best[figure].found);
      EXPECT_EQ(a[i].best[figure].value, b[i].best[figure].value);  // to the last bit
      if (thresholds) {
        EXPECT_EQ(a[i].best[figure].point.threshold, b[i].best[figure].point.threshold);
      }
    }
  }
}

TEST(ProteinCurveLaw, OrderAndMonotoneTransformsChangeNoBit) {
  std::mt19937_64 random(21);
  for (int round = 0; round < 200; ++round) {
    const auto graph = taxonomy_of(random_graph(random));
    auto data = random_targets(random, graph->size());
    std::vector<double> weights;
    for (NodeId node = 0; node < graph->size(); ++node) {
      weights.push_back(static_cast<double>(random() % 1000) / 37);
    }
    const auto results = results_of(scored_in(graph, data), {}, weights);
    std::shuffle(data.begin(), data.end(), random);
    for (ScoredExample& row : data) std::shuffle(row.scores.begin(), row.scores.end(), random);
    expect_same(results, results_of(scored_in(graph, data), {}, weights));
    for (ScoredExample& row : data) {
      for (auto& [label, score] : row.scores) score = std::exp(5 * score) - 20;
    }
    expect_same(results, results_of(scored_in(graph, data), {}, weights), false);
  }
}

TEST(ProteinCurveLaw, AWeightOfTwoIsTheTargetGivenTwice) {
  std::mt19937_64 random(22);
  for (int round = 0; round < 200; ++round) {
    const auto graph = taxonomy_of(random_graph(random));
    auto data = random_targets(random, graph->size());
    auto twice = data;
    twice.push_back(data[0]);
    data[0].weight = {2, 0};
    ProteinRule rule;
    rule.accretion = Accretion::computed;
    expect_same(results_of(scored_in(graph, data), rule),
                results_of(scored_in(graph, twice), rule));
    for (ScoredExample& row : data) row.weight = {row.weight.whole >> 1, row.weight.whole << 63};
    const auto halves = results_of(scored_in(graph, data), {});
    const auto whole = results_of(scored_in(graph, twice), {});
    ASSERT_EQ(halves.size(), whole.size());
    for (std::size_t i = 0; i < halves.size(); ++i) {
      EXPECT_NEAR(best(halves[i], CurveFigure::f), best(whole[i], CurveFigure::f), 1e-13);
    }
  }
}

}  // namespace
}  // namespace tallystick::detail
