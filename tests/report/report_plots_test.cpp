// Pictures of reports: numbers worked by hand, and reports with nothing to show.
#include "tallystick/report/report_plots.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "report/sample_report.hpp"

namespace tallystick {
namespace {

LabelRow label(std::string name, std::uint64_t support, double f1) {
  LabelRow row;
  row.label = std::move(name);
  row.support = {support, 0};
  row.values = {f1};
  return row;
}

Report with_labels(std::vector<LabelRow> rows) {
  Report report = sample_report();
  report.labels = LabelTable{{"f1"}, std::move(rows)};
  return report;
}

BiasRow trained(std::string name, std::uint64_t count, double frequency, double score) {
  BiasRow row;
  row.label = std::move(name);
  row.train_count = count;
  row.train_frequency = frequency;
  row.score = score;
  return row;
}

Report with_confusion(std::size_t n) {
  Report report = sample_report();
  report.confusion.emplace();
  for (std::size_t i = 0; i < n; ++i)
    report.confusion->labels.push_back(std::string("c").append(std::to_string(i)));
  for (std::uint32_t t = 0; t < n; ++t) {
    for (std::uint32_t p = 0; p < n; ++p) {
      const std::uint64_t count = t == p ? 50 : t == 1 && p == 0 ? 9 : 1;
      report.confusion->entries.push_back({t, p, {count, 0}, static_cast<double>(count)});
    }
  }
  return report;
}

TEST(ReportPlots, LabelsStandByTheirSupport) {
  const Plot plot = labels_plot(with_labels(
      {label("a", 1, 0.5), label("b", 7, 0.25), label("c", 7, 1), label("d", 3, kNoValue)}));
  EXPECT_EQ(plot.columns[0].words, (std::vector<std::string>{"b", "c", "a"}));
  EXPECT_EQ(plot.columns[1].numbers, (std::vector<double>{7, 7, 1}));
  EXPECT_EQ(plot.columns[2].numbers, (std::vector<double>{0.25, 1, 0.5}));
  EXPECT_EQ(plot.finding, "F1 runs from 0.250 ('b') to 1.000 ('c').");
}

TEST(ReportPlots, ManyLabelsAreCappedAndCounted) {
  std::vector<LabelRow> rows;
  for (std::uint64_t i = 0; i < 3000; ++i) rows.push_back(label(std::to_string(i), i + 1, 0.5));
  const Report report = with_labels(std::move(rows));
  const Plot labels = labels_plot(report);
  EXPECT_EQ(labels.n_rows(), kPlottedLabels);
  EXPECT_NE(labels.caption.find("The 40 labels that are true most often, of 3000."),
            std::string::npos);
  const Plot bias = bias_plot(report);
  EXPECT_EQ(bias.n_rows(), kPlottedPoints);
  EXPECT_NE(bias.caption.find("Shown are 1000 of 3000 labels"), std::string::npos);
  EXPECT_EQ(bias.columns[1].numbers.front(), 3000);
  EXPECT_EQ(bias.columns[1].numbers.back(), 1);
}

TEST(ReportPlots, DistributionCountsEachLabelOnce) {
  const Plot plot =
      distribution_plot(with_labels({label("a", 1, 0), label("b", 1, 0.1), label("c", 1, 0.95),
                                     label("d", 1, 1), label("e", 1, kNoValue)}));
  EXPECT_EQ(plot.columns[2].numbers, (std::vector<double>{1, 1, 0, 0, 0, 0, 0, 0, 0, 2}));
  EXPECT_EQ(plot.finding, "2 of 4 labels have an F1 below 0.5; of 1 it is 0.");
  EXPECT_NE(plot.caption.find("Without an F1: 1 label."), std::string::npos);
}

TEST(ReportPlots, BiasDrawsTheTrendOfLeastSquares) {
  Report report = with_labels({});
  BiasFigure figure;
  figure.name = "pbc";
  figure.score = "F1";
  figure.value = 1;
  figure.p_value = 0.01;
  figure.n_labels = 3;
  figure.slope = 0.5, figure.intercept = 0.25;
  figure.labels = {trained("a", 10, 0.1, 0.3), trained("b", 100, 1, 0.75), trained("c", 0, 0, 0)};
  report.bias = {figure};
  const Plot plot = bias_plot(report);
  EXPECT_EQ(plot.columns[1].numbers, (std::vector<double>{1, 0.1}));
  ASSERT_EQ(plot.guides.size(), 1u);
  EXPECT_NEAR(plot.guides[0].points.front().second, 0.3, 1e-12);  // 0.25 + 0.5 * 0.1
  EXPECT_NEAR(plot.guides[0].points.back().second, 0.75, 1e-12);
  EXPECT_EQ(plot.finding, "Rare labels are served worse (Spearman 1.000 over 3 labels).");
  EXPECT_NE(plot.caption.find("1 label that training lacks"), std::string::npos);
}

TEST(ReportPlots, ConfusionIsAMatrixOrTheLargestPairs) {
  const Plot matrix = confusion_plot(with_confusion(3));
  EXPECT_EQ(matrix.n_rows(), 9u);
  EXPECT_EQ(matrix.columns[2].numbers, (std::vector<double>{50, 1, 1, 9, 50, 1, 1, 1, 50}));
  EXPECT_DOUBLE_EQ(matrix.columns[3].numbers[3], 9.0 / 60);
  EXPECT_EQ(matrix.finding, "Most often, 9 times, 'c1' is taken for 'c0'.");
  const Plot pairs = confusion_plot(with_confusion(105));  // 10920 pairs
  EXPECT_EQ(pairs.n_rows(), kPlottedPairs);
  EXPECT_EQ(pairs.columns[0].words[0], "c1 \u2192 c0");
  EXPECT_NE(pairs.caption.find("the 30 largest of 10920 pairs"), std::string::npos);
}

TEST(ReportPlots, SystemsWithoutErrorsAreSaidToHaveNone) {
  Report report = with_confusion(30);
  std::erase_if(report.confusion->entries, [](const auto& e) { return e.truth != e.predicted; });
  EXPECT_TRUE(confusion_plot(report).empty());
  EXPECT_EQ(confusion_plot(report).finding, "No label is taken for another.");
}

TEST(ReportPlots, FiguresOffTheScaleAreCounted) {
  Report report = sample_report();
  report.measures.push_back({"coverage_error", 3.5, 0, "", "", Direction::lower_is_better});
  report.measures.push_back({"mcc", kNoValue, 0, "", "", Direction::higher_is_better});
  const Plot plot = figures_plot(report);
  EXPECT_EQ(plot.n_rows(), 8u);
  EXPECT_EQ(plot.finding, "Figures run from 0.250 (hamming_loss) to 0.667 (precision_micro).");
  EXPECT_NE(plot.caption.find("Not on this scale: 1 figure. Without a value: 1 figure."),
            std::string::npos);
}

TEST(ReportPlots, LadderShowsEachLevel) {
  Report report = sample_report();
  report.hierarchy.emplace();
  report.hierarchy->levels = {{1, {4, 0}, 0.75, 0.8, 0.7, 0.74},
                              {2, {3, 0}, 0.5, 0.6, 0.4, 0.48},
                              {3, {0, 0}, kNoValue, kNoValue, kNoValue, kNoValue}};
  report.hierarchy->errors = {{"exact", {2, 0}, 0.5}, {"other_branch", {2, 0}, 0.5}};
  const Plot ladder = ladder_plot(report);
  EXPECT_EQ(ladder.columns[0].words[1], "level 2 (n = 3)");
  EXPECT_EQ(ladder.finding,
            "All classes are right in 75.0 % of examples at the top level, and in 50.0 % at level "
            "2.");
  EXPECT_EQ(errors_plot(report).finding,
            "The most frequent kind of error is 'other branch': 50.0 % of the predicted labels.");
}

TEST(ReportPlots, NothingToShowIsSaid) {
  const Report bare;
  Report undefined = with_labels({label("a", 0, kNoValue)});
  for (const Plot& plot :
       {figures_plot(bare), labels_plot(bare), distribution_plot(bare), bias_plot(bare),
        confusion_plot(bare), ladder_plot(bare), errors_plot(bare), labels_plot(undefined),
        distribution_plot(undefined), bias_plot(undefined), labels_plot(with_labels({}))}) {
    EXPECT_TRUE(plot.empty()) << plot.kind;
    EXPECT_FALSE(plot.finding.empty()) << plot.kind;
    EXPECT_NE(to_svg(plot).find("</svg>"), std::string::npos);
  }
  const Plot one = labels_plot(with_labels({label("only", 1, 0.5)}));
  EXPECT_EQ(one.finding, "F1 of 'only' is 0.500.");
}

}  // namespace
}  // namespace tallystick
