// Curves as data: points worked by hand, and what they must agree with.
#include "tallystick/curves.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "measures/figure.hpp"
#include "measures/scored.hpp"

namespace tallystick {
namespace {

using test::scored_tally;
using Rows = std::vector<std::vector<double>>;

Curve drawn(const Tally& tally, CurveOptions options) { return curve_of(tally, {}, options); }

/// NaN as -1, to compare.
Rows rows_of(const Curve& curve) {
  Rows out;
  for (std::size_t i = 0; i < curve.size(); ++i) {
    auto& row = out.emplace_back();
    for (const double value : curve.row(i)) row.push_back(std::isnan(value) ? -1 : value);
  }
  return out;
}

constexpr std::string_view kData =
    "a c > a=0.75 b=0.05 c=0.35; > a=0.45 b=0.75 c=0.05; b c > a=0.05 b=0.55 c=0.75;"
    "a b c > a=0.05 b=0.65 c=0.05";

std::vector<test::ScoredExample> random_data(std::uint64_t seed, std::size_t n) {
  std::mt19937_64 random(seed);
  std::vector<test::ScoredExample> out(n);
  for (test::ScoredExample& row : out) {
    for (const char* label : {"a", "b", "c"}) {
      const bool is_true = random() % 4 == 0;
      if (is_true) row.truth.emplace_back(label);
      if (random() % 10 == 0) continue;
      const double noise = static_cast<double>(random() % 100000) / 100000;
      row.scores.emplace_back(label, is_true ? std::sqrt(noise) : noise);
    }
  }
  return out;
}

TEST(Curves, PointsOfALabel) {
  const Tally tally = scored_tally(kData);
  // a: 0.75 true; 0.45 false; 0.05 one of each
  const Curve pr = drawn(tally, {.kind = CurveKind::precision_recall, .label = "a"});
  EXPECT_EQ(rows_of(pr), (Rows{{0.75, 0.5, 1}, {0.45, 0.5, 0.5}, {0.05, 1, 0.5}}));
  EXPECT_EQ(pr.of, "label 'a'");
  const Curve roc = drawn(tally, {.kind = CurveKind::roc, .label = "a"});
  EXPECT_EQ(rows_of(roc), (Rows{{-1, 0, 0}, {0.75, 0, 0.5}, {0.45, 0.5, 0.5}, {0.05, 1, 1}}));
  const Curve sweep = drawn(tally, {.kind = CurveKind::thresholds, .label = "a"});
  EXPECT_EQ(rows_of(sweep), (Rows{{0.75, 1, 0.5, 2.0 / 3, 0.25},
                                  {0.45, 0.5, 0.5, 0.5, 0.5},
                                  {0.05, 0.5, 1, 2.0 / 3, 1}}));
}

TEST(Curves, CellsWithoutAScoreAreTheLastPoint) {
  const Tally tally = scored_tally("x > x=0.9; x > ; > x=0.2; > ");
  const Curve roc = drawn(tally, {.kind = CurveKind::roc, .label = "x"});
  EXPECT_EQ(rows_of(roc), (Rows{{-1, 0, 0}, {0.9, 0, 0.5}, {0.2, 0.5, 0.5}, {-1, 1, 1}}));
}

TEST(Curves, PointsOnALineAreLeftOutOfRoc) {
  const Tally tally = scored_tally("x > x=0.9; > x=0.8; > x=0.7; > x=0.6");
  CurveOptions options{.kind = CurveKind::roc};
  const Curve curve = drawn(tally, options);
  EXPECT_EQ(rows_of(curve), (Rows{{-1, 0, 0}, {0.9, 0, 1}, {0.6, 1, 1}}));
  EXPECT_EQ(curve.n_points, 5u);
  EXPECT_EQ(curve.of, "all 1 label");
  ASSERT_EQ(curve.notes.size(), 1u);
  EXPECT_EQ(curve.notes[0],
            "3 of 5 points are kept: what is drawn moves by at most 1/2000 of an axis; "
            "--every-point keeps all");
  options.every_point = true;
  EXPECT_EQ(drawn(tally, options).size(), 5u);
}

/// Every point of the whole curve is near one that is kept, and a tenth of the points are enough.
TEST(Curves, ThinningMovesNothingThatShows) {
  const Tally tally = scored_tally(random_data(1, 20000));
  for (const CurveKind kind : {CurveKind::precision_recall, CurveKind::roc}) {
    CurveOptions options{.kind = kind};
    const Curve thin = drawn(tally, options);
    options.every_point = true;
    const Curve whole = drawn(tally, options);
    EXPECT_EQ(whole.n_points, whole.size());
    EXPECT_GT(whole.size(), 20000u);
    EXPECT_LT(thin.size(), whole.size() / 5) << curve_name(kind);
    std::size_t at = 0;
    for (std::size_t i = 0; i < whole.size(); ++i) {
      const auto near = [&](std::size_t kept) {
        for (const std::size_t c : {1u, 2u}) {
          if (std::abs(thin.row(kept)[c] - whole.row(i)[c]) > 1.0 / 2000 + 1e-12) return false;
        }
        return true;
      };
      while (at + 1 < thin.size() && !near(at)) ++at;
      // Of points on a line only the ends are kept: those may be far.
      if (kind == CurveKind::precision_recall) {
        ASSERT_TRUE(near(at)) << i;
      }
    }
  }
}

TEST(Curves, TheAreaUnderTheRocCurveIsRocAuc) {
  const Tally tally = scored_tally(random_data(2, 60));
  for (const bool every : {false, true}) {
    const Curve curve = drawn(tally, {.kind = CurveKind::roc, .every_point = every});
    double area = 0;
    for (std::size_t i = 1; i < curve.size(); ++i) {
      const auto a = curve.row(i - 1), b = curve.row(i);
      area += (b[1] - a[1]) * (a[2] + b[2]) / 2;
    }
    EXPECT_NEAR(area, test::value(tally, "roc_auc_micro"), 1e-12) << every;
  }
}

TEST(Curves, ASweepSaysWhatEvaluateSaysAtEachThreshold) {
  const auto data = random_data(3, 40);
  const Curve curve =
      drawn(scored_tally(data), {.kind = CurveKind::thresholds, .every_point = true});
  ASSERT_GT(curve.size(), 50u);
  for (std::size_t i = 0; i < curve.size(); i += 10) {
    Tally tally;
    test::add_scored(tally, data, curve.row(i)[0]);
    EXPECT_EQ(curve.row(i)[1], test::value(tally, "precision_micro"));
    EXPECT_EQ(curve.row(i)[2], test::value(tally, "recall_micro"));
    EXPECT_EQ(curve.row(i)[3], test::value(tally, "f1_micro"));
    EXPECT_EQ(curve.row(i)[4], test::value(tally, "predicted_cardinality"));
  }
}

TEST(Curves, FirstLabelsAndBinsAgreeWithTheirMeasures) {
  const Tally tally = scored_tally(random_data(4, 50), "a b c", find_convention("sklearn").ties);
  const Curve at_k = drawn(tally, {.kind = CurveKind::at_k});
  ASSERT_EQ(at_k.size(), 3u);
  EXPECT_EQ(at_k.row(1)[0], 2);
  EXPECT_EQ(at_k.row(1)[1], test::value(tally, "precision@2"));
  EXPECT_EQ(at_k.row(2)[2], test::value(tally, "recall@3"));
  EXPECT_EQ(at_k.row(0)[3], test::value(tally, "f1@1"));
  EXPECT_EQ(drawn(tally, {.kind = CurveKind::at_k, .most_k = 2}).size(), 2u);
  for (const bool mass : {false, true}) {
    const Curve bins =
        drawn(tally, {.kind = CurveKind::reliability, .bins = 5, .equal_mass = mass});
    double cells = 0, gap = 0;
    for (std::size_t i = 0; i < bins.size(); ++i) {
      cells += bins.row(i)[2];
      gap += bins.row(i)[2] * std::abs(bins.row(i)[3] - bins.row(i)[4]);
      EXPECT_LE(bins.row(i)[0], bins.row(i)[3]);
      EXPECT_GE(bins.row(i)[1], bins.row(i)[3]);
    }
    EXPECT_NEAR(cells, 150, 1e-9);
    EXPECT_NEAR(gap / cells,
                test::value(tally, std::string("calibration_error_micro:bins=5,binning=") +
                                       (mass ? "mass" : "width")),
                1e-13);
  }
}

TEST(Curves, WhatCannotBeDrawnIsRefused) {
  const Tally tally = scored_tally("x > x=3 y=-1; x > x=2");
  const auto refused = [&](CurveOptions options) {
    return test::failure([&] { static_cast<void>(drawn(tally, options)); });
  };
  EXPECT_EQ(refused({.kind = CurveKind::precision_recall, .label = "y"}),
            "no-examples: label 'y': no cell is true, so there is no pr curve / name another label "
            "with --label, or none for all labels");
  EXPECT_NE(refused({.kind = CurveKind::roc, .label = "x"}).find("every cell is true"),
            std::string::npos);
  EXPECT_EQ(refused({.kind = CurveKind::reliability}).substr(0, 10), "bad-number");
  EXPECT_EQ(refused({.kind = CurveKind::at_k, .label = "x"}).substr(0, 11), "wrong-usage");
  EXPECT_EQ(refused({.kind = CurveKind::roc, .label = "z"}).substr(0, 13), "unknown-label");
  const Tally no_scores = test::tally_of("a > a");
  EXPECT_EQ(test::failure([&] { static_cast<void>(drawn(no_scores, {})); }).substr(0, 9),
            "no-scores");
  EXPECT_EQ(curve_kind("at-k"), CurveKind::at_k);
  EXPECT_NE(test::failure([] { static_cast<void>(curve_kind("rok")); }).find("'roc'"),
            std::string::npos);
}

TEST(Curves, AsText) {
  const Tally tally = scored_tally("x > x=0.5; > ");
  const Curve curve = drawn(tally, {.kind = CurveKind::roc});
  EXPECT_EQ(to_csv(curve),
            "threshold,false_positive_rate,true_positive_rate\n,0,0\n0.5,0,1\n,1,1\n");
  EXPECT_EQ(to_json(curve),
            "{\n  \"tallystick\": \"0.1.0\",\n  \"curve\": \"roc\",\n  \"of\": \"all 1 label\",\n"
            "  \"n_points\": 3,\n"
            "  \"columns\": [\"threshold\", \"false_positive_rate\", \"true_positive_rate\"],\n"
            "  \"rows\": [\n    [null, 0, 0],\n    [0.5, 0, 1],\n    [null, 1, 1]\n  ],\n"
            "  \"notes\": []\n}\n");
}

}  // namespace
}  // namespace tallystick
