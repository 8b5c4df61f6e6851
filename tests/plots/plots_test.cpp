// Pictures of curves, comparisons and hierarchies, worked by hand; what none may depend on.
#include "tallystick/plots.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <optional>
#include <random>

#include "measures/scored.hpp"
#include "tallystick/base/error.hpp"
#include "tallystick/labels/taxonomy_builder.hpp"
#include "tallystick/report/report_plots.hpp"

namespace tallystick {
namespace {

Curve curve(CurveKind kind, std::vector<std::string> columns, std::vector<double> values) {
  Curve out;
  out.kind = kind;
  out.of = "all 2 labels";
  out.columns = std::move(columns);
  out.values = std::move(values);
  out.n_points = out.size();
  return out;
}

TEST(CurvePlots, PrecisionAndRecallAreStepsWithChanceBeside) {
  const Plot plot = plot_of(curve(CurveKind::precision_recall, {"threshold", "recall", "precision"},
                                  {0.9, 0.5, 1, 0.1, 1, 0.25}));
  // F1 is 2 * 0.5 / 1.5 = 0.667, then 2 * 0.25 / 1.25 = 0.4.
  EXPECT_EQ(plot.finding,
            "Precision and recall balance best at threshold 0.9: F1 0.667, precision 1.000, recall "
            "0.500.");
  EXPECT_EQ(plot.layers[0].mark, PlotMark::steps);
  EXPECT_EQ(plot.guides[0].points[0], std::pair(0.0, 0.25));
  // 64 to 620 across, 27 to 327 down: from (0.5, 1) down to 0.25 and along to 1.
  EXPECT_NE(to_svg(plot, {.standalone = false}).find("d=\"M342 31V256H620\""), std::string::npos)
      << to_svg(plot, {.standalone = false});
}

TEST(CurvePlots, EqualScoresLeaveNothingToChoose) {
  const Plot plot =
      plot_of(curve(CurveKind::thresholds, {"threshold", "precision", "recall", "f1", "predicted"},
                    {0.5, 0.4, 1, 0.57, 2}));
  EXPECT_EQ(plot.finding, "All scores are equal (0.5): there is nothing to choose.");
  EXPECT_NE(to_svg(plot).find("<path"), std::string::npos);
}

TEST(CurvePlots, ReliabilityTellsHowFarScoresAreOff) {
  // 10 cells say 0.2 and 1 is true, 30 say 0.8 and 27 are: (2 + 24) / 40 against 28 / 40.
  const Plot plot =
      plot_of(curve(CurveKind::reliability, {"low", "high", "cells", "mean_score", "share_true"},
                    {0, 0.5, 10, 0.2, 0.1, 0.5, 1, 30, 0.8, 0.9}));
  EXPECT_EQ(plot.finding,
            "Scores are too low: their mean is 0.650, and 0.700 are true; bins are off by 0.100 on "
            "average.");
}

TEST(CurvePlots, RocTellsWhatFewFalseCellsBring) {
  const Plot plot =
      plot_of(curve(CurveKind::roc, {"threshold", "false_positive_rate", "true_positive_rate"},
                    {kUndefined, 0, 0, 0.9, 0.1, 0.6, 0.1, 0.5, 0.8, 0, 1, 1}));
  EXPECT_EQ(plot.finding,
            "With at most 10 % of the false cells predicted, 60.0 % of the true ones are found.");
}

TEST(CurvePlots, EmptyCurvesSaySo) {
  for (const CurveKind kind : {CurveKind::precision_recall, CurveKind::roc, CurveKind::thresholds,
                               CurveKind::at_k, CurveKind::reliability}) {
    const Plot plot = plot_of(curve(kind, {"a", "b", "c", "d", "e"}, {}));
    EXPECT_TRUE(plot.empty());
    EXPECT_FALSE(plot.finding.empty());
    EXPECT_NE(to_svg(plot).find("</svg>"), std::string::npos);
  }
}

Comparing two_systems() {
  Comparing out;
  out.convention = "sklearn";
  out.n_examples = 9;
  out.systems = {"old", "new"};
  Comparison row;
  row.measure = "f1_micro";
  row.a = 0, row.b = 1;
  row.a_value = 0.5, row.b_value = 0.75, row.difference = 0.25;
  row.low = 0.125, row.high = 0.5;
  row.p_adjusted = 0.0004;
  row.verdict = Verdict::better;
  out.comparisons = {row, row, row};
  out.comparisons[1].measure = "coverage_error";  // has another unit
  out.comparisons[1].b_value = 3;
  out.comparisons[2].measure = "hamming_loss";
  out.comparisons[2].direction = Direction::lower_is_better;
  out.comparisons[2].low.reset(), out.comparisons[2].high.reset();
  out.comparisons[2].p_adjusted = kUndefined;
  out.comparisons[2].verdict = Verdict::inconclusive;
  return out;
}

TEST(ForestPlot, ShowsDifferencesAndVerdicts) {
  const Plot plot = plot_of(two_systems());
  EXPECT_EQ(plot.finding,
            "'new' beside 'old': of 2 figures, 1 is better, 0 worse; 1 cannot be told.");
  EXPECT_EQ(plot.columns[0].words, (std::vector<std::string>{"f1_micro", "hamming_loss \u2193"}));
  EXPECT_EQ(plot.columns[7].words, (std::vector<std::string>{"better, p < 0.001", "inconclusive"}));
  EXPECT_NE(plot.caption.find("Not on this scale: 1 figure."), std::string::npos);
  EXPECT_EQ(plot.x.low, 0);
  EXPECT_EQ(plot.x.high, 0.5);
  EXPECT_TRUE(plot_of(Comparing{}).empty());
}

/// a over a1 and a2, b over b1; truth and predictions by leaves.
Tally in_hierarchy(std::string_view data) {
  TaxonomyBuilder draft("test");
  draft.no_written_root();
  for (const auto& [parent, child] :
       std::vector<std::pair<const char*, const char*>>{{"a", "a1"}, {"a", "a2"}, {"b", "b1"}}) {
    draft.edge(draft.node(parent), draft.node(child));
  }
  Tally tally;
  tally.set_taxonomy(std::make_shared<Taxonomy>(std::move(draft).build()));
  test::add_scored(tally, test::scored_rows(data));
  return tally;
}

TEST(Treemap, AreasAreExamples) {
  const Tally tally =
      in_hierarchy("a1 > a1=1; a1 > a2=1; a1 > a1=1; a2 > a2=1; b1 > a1=1; b > b=1");
  const std::vector<ClassRow> rows = class_rows(tally, {});
  ASSERT_EQ(rows.size(), 5u);
  EXPECT_EQ(rows[0].code, "a");
  EXPECT_EQ(rows[0].n, (Amount{4, 0}));
  EXPECT_EQ(rows[0].accuracy, 0.75);
  EXPECT_EQ(rows[0].f1, 7.0 / 8);  // of 8 true and 8 predicted classes 7 are common
  EXPECT_EQ(rows[1].code, "b");
  EXPECT_EQ(rows[1].n, (Amount{2, 0}));
  EXPECT_EQ(rows[2].code, "a1");
  EXPECT_EQ(rows[2].parent, 0);
  EXPECT_EQ(rows[4].code, "b1");
  EXPECT_EQ(rows[4].parent, 1);

  const Plot plot = treemap_plot(rows, 6);
  const auto& columns = plot.columns;
  const auto area = [&](std::size_t row, std::size_t first) {
    return (columns[first + 2].numbers[row] - columns[first].numbers[row]) *
           (columns[first + 3].numbers[row] - columns[first + 1].numbers[row]);
  };
  ASSERT_EQ(plot.n_rows(), 5u);  // frames of a and b, tiles of a1, a2 and b1
  EXPECT_EQ(columns[0].words, (std::vector<std::string>{"a", "a1", "a2", "b", "b1"}));
  EXPECT_NEAR(area(0, 12), 4.0 / 6, 1e-5);
  EXPECT_NEAR(area(3, 12), 2.0 / 6, 1e-5);
  EXPECT_NEAR(area(1, 8) / area(2, 8), 3, 1e-4);
  // One of the two examples of b ends there, so b1 has half of the frame's room.
  EXPECT_NEAR(area(4, 8) / area(1, 8), (2.0 / 6 / 2) / (4.0 / 6 * 3 / 4), 1e-4);
}

TEST(Treemap, FoldsSmallClassesAndSaysSo) {
  std::vector<ClassRow> rows;
  for (int i = 0; i < 1000; ++i) {
    ClassRow& row = rows.emplace_back();
    row.code = std::to_string(1000 + i);
    row.level = 1;
    row.n = {1, 0};
  }
  const Plot plot = treemap_plot(rows, 1000);
  EXPECT_EQ(plot.n_rows(), 30u);
  EXPECT_EQ(plot.columns[3].numbers.back(), 971);
  EXPECT_NE(plot.caption.find("971 classes with few examples are folded"), std::string::npos);
  EXPECT_TRUE(treemap_plot({}, 5).empty());
}

TEST(PlotKinds, HaveNamesAndNeighbours) {
  for (const std::string_view name : plot_names()) {
    EXPECT_EQ(plot_names()[static_cast<std::size_t>(plot_kind(name))], name);
  }
  try {
    static_cast<void>(plot_kind("treemaps"));
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.hint(), "did you mean 'treemap'?");
  }
}

/// Everything a tally has to show, as bytes.
std::string all_pictures(const Tally& tally) {
  EvaluateOptions options;
  options.per_label = true;
  std::string out;
  for (const Plot& plot : plots_of(tally, make_report(tally, {}, options), options)) {
    out += to_svg(plot) + to_vega_lite(plot) + to_json(plot);
  }
  return out;
}

TEST(PicturesLaw, OrderOfRowsAndLabelsDoesNotShow) {
  constexpr std::string_view kForth =
      "a c > a=0.75 b=0.05 c=0.35; > a=0.45 b=0.75 c=0.05; b c > a=0.05 b=0.55 c=0.75;"
      "a b c > a=0.05 b=0.65 c=0.05";
  constexpr std::string_view kBack =
      "c b a > c=0.05 b=0.65 a=0.05; c b > c=0.75 b=0.55 a=0.05; > c=0.05 b=0.75 a=0.45;"
      "c a > c=0.35 b=0.05 a=0.75";
  const std::string forth = all_pictures(test::scored_tally(kForth));
  EXPECT_EQ(forth, all_pictures(test::scored_tally(kBack)));
  for (const char* kind : {"figures", "labels", "distribution", "bias", "pr", "roc", "thresholds",
                           "at-k", "reliability"}) {
    EXPECT_NE(forth.find("\"picture\": \"" + std::string(kind) + "\""), std::string::npos) << kind;
  }
}

TEST(Pictures, OfATallyAreThoseItKeepsDataFor) {
  const Tally tally = in_hierarchy("a1 > a2=1; a1 b1 > a1=1; b1 > a1=1");
  const std::string all = all_pictures(tally);
  EXPECT_NE(all.find("Classes are folded to level 1."), std::string::npos);
  EXPECT_NE(all.find("\"picture\": \"treemap\""), std::string::npos);
  EXPECT_EQ(all.find("\"picture\": \"roc\""), std::string::npos);
  const Plot one = plot_of(PlotKind::confusion, tally, {}, {});
  // By a1, a2, b1, (none): a1 is right once and once a2; b1 is once a1, once missed.
  EXPECT_EQ(one.columns[2].numbers,
            (std::vector<double>{1, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0}));
  EXPECT_THROW(static_cast<void>(plot_of(PlotKind::forest, tally, {}, {})), Error);
  EXPECT_THROW(static_cast<void>(plot_of(PlotKind::roc, tally, {}, {})), Error);
  EXPECT_THROW(static_cast<void>(plot_of(PlotKind::ladder, test::scored_tally("a > a=1"), {}, {})),
               Error);
}

TEST(TreemapLaw, TilesLieInTheirFramesAndApart) {
  std::mt19937_64 random(11);
  for (int round = 0; round < 200; ++round) {
    std::vector<ClassRow> rows;
    const std::size_t n_tops = 1 + random() % 12;
    for (std::size_t i = 0; i < n_tops; ++i) {
      ClassRow& row = rows.emplace_back();
      row.code = std::to_string(i);
      row.level = 1;
      row.n.whole = 1 + (random() % 1000) * (random() % 1000);
    }
    const std::size_t n_below = random() % 60;
    for (std::size_t i = 0; i < n_below; ++i) {
      ClassRow row;
      row.code = "below " + std::to_string(i);
      row.level = 2;
      row.parent = static_cast<std::int64_t>(random() % n_tops);
      row.n.whole = 1 + random() % (1 + rows[static_cast<std::size_t>(row.parent)].n.whole);
      rows.push_back(row);
    }
    const Plot plot = treemap_plot(rows, 1, 10 + random() % 100);
    using Box = std::array<double, 4>;
    const auto box = [&](std::size_t row, std::size_t first) {
      Box out{};
      for (std::size_t i = 0; i < 4; ++i) out[i] = plot.columns[first + i].numbers[row];
      return out;
    };
    constexpr double kSlack = 2e-6;  // places are rounded to millionths
    std::vector<Box> tiles;
    std::optional<Box> frame;
    for (std::size_t row = 0; row < plot.n_rows(); ++row) {
      if (plot.columns[2].numbers[row] == 1) frame.reset();
      if (!std::isnan(plot.columns[12].numbers[row])) {
        frame = box(row, 12);
        continue;
      }
      const Box tile = box(row, 8);
      ASSERT_GE(tile[2], tile[0]);
      ASSERT_GE(tile[3], tile[1]);
      const Box room = frame.value_or(Box{0, 0, 1, 1});
      EXPECT_TRUE(tile[0] >= room[0] - kSlack && tile[1] >= room[1] - kSlack &&
                  tile[2] <= room[2] + kSlack && tile[3] <= room[3] + kSlack)
          << round << " row " << row;
      for (const Box& other : tiles) {
        const double wide = std::min(tile[2], other[2]) - std::max(tile[0], other[0]);
        const double high = std::min(tile[3], other[3]) - std::max(tile[1], other[1]);
        EXPECT_FALSE(wide > kSlack && high > kSlack) << round << " row " << row;
      }
      tiles.push_back(tile);
    }
  }
}

TEST(PicturesLaw, MergedPartsDrawAsTheWhole) {
  Tally first = in_hierarchy("a1 > a1=1; a1 > a2=1");
  first.merge(in_hierarchy("b1 > a1=1; b > b=1"));
  EXPECT_EQ(all_pictures(first),
            all_pictures(in_hierarchy("b > b=1; a1 > a1=1; a1 > a2=1; b1 > a1=1")));
}

}  // namespace
}  // namespace tallystick
