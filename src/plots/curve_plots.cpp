// Curves of scores as pictures.
#include <algorithm>
#include <cmath>

#include "report/plot_words.hpp"
#include "report/scale.hpp"
#include "tallystick/plots.hpp"

namespace tallystick {

namespace {

using namespace detail;

std::vector<double> column_of(const Curve& curve, std::size_t column) {
  std::vector<double> out;
  for (std::size_t i = 0; i < curve.size(); ++i) out.push_back(curve.row(i)[column]);
  return out;
}

/// The row where a column is largest, the first of several; none where it has no value.
std::optional<std::size_t> best_row(const std::vector<double>& values) {
  std::optional<std::size_t> best;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!std::isnan(values[i]) && (!best || values[i] > values[*best])) best = i;
  }
  return best;
}

std::string threshold_text(double threshold) {
  return std::isnan(threshold) ? "below every score" : "at threshold " + number_text(threshold);
}

void finish_precision_recall(Plot& plot) {
  const std::vector<double>& recall = plot.columns[1].numbers;
  const std::vector<double>& precision = plot.columns[2].numbers;
  std::vector<double> f1;
  for (std::size_t i = 0; i < recall.size(); ++i) {
    const double sum = recall[i] + precision[i];
    f1.push_back(sum > 0 ? 2 * recall[i] * precision[i] / sum : 0);
  }
  plot.x = unit_axis("recall");
  plot.y = unit_axis("precision");
  plot.layers = {{.mark = PlotMark::steps, .x = 1, .y = 2}};
  const auto best = best_row(f1);
  if (!best) return;
  plot.finding = "Precision and recall balance best " +
                 threshold_text(plot.columns[0].numbers[*best]) + ": F1 " + figure_text(f1[*best]) +
                 ", precision " + figure_text(precision[*best]) + ", recall " +
                 figure_text(recall[*best]) + ".";
  // All cells are predicted in the last row: its precision is the share that is true.
  if (recall.back() == 1) {
    plot.guides = {{"what chance gives: the share of true cells",
                    {{0, precision.back()}, {1, precision.back()}}}};
  }
}

void finish_roc(Plot& plot) {
  const std::vector<double>& fpr = plot.columns[1].numbers;
  const std::vector<double>& tpr = plot.columns[2].numbers;
  plot.x = unit_axis("false positive rate");
  plot.y = unit_axis("true positive rate");
  plot.layers = {{.mark = PlotMark::line, .x = 1, .y = 2}};
  plot.guides = {{"what chance gives", {{0, 0}, {1, 1}}}};
  constexpr double kFew = 0.1;
  double reached = 0;
  for (std::size_t i = 0; i < fpr.size(); ++i) {
    if (fpr[i] <= kFew) reached = std::max(reached, tpr[i]);
  }
  plot.finding = "With at most " + number_text(100 * kFew) + " % of the false cells predicted, " +
                 percent_text(reached) + " of the true ones are found.";
}

void finish_thresholds(Plot& plot) {
  const std::vector<double>& at = plot.columns[0].numbers;
  if (at.empty()) return;
  const auto [low, high] = std::minmax_element(at.begin(), at.end());
  const bool unit = *low >= 0 && *high <= 1;
  plot.x = unit ? unit_axis("threshold") : axis_around("threshold", *low, *high);
  plot.x.title = "threshold (a label is predicted from this score up)";
  plot.y = unit_axis("value");
  plot.layers = {{.mark = PlotMark::line, .name = "precision", .x = 0, .y = 1, .look = 2},
                 {.mark = PlotMark::line, .name = "recall", .x = 0, .y = 2, .look = 1},
                 {.mark = PlotMark::line, .name = "F1", .x = 0, .y = 3, .look = 0}};
  if (*low == *high) {
    plot.finding = "All scores are equal (" + number_text(*low) + "): there is nothing to choose.";
    return;
  }
  const std::vector<double>& f1 = plot.columns[3].numbers;
  const auto best = best_row(f1);
  if (!best) return;
  plot.finding = "F1 is highest, " + figure_text(f1[*best]) + ", " + threshold_text(at[*best]) +
                 ", where " + figure_text(plot.columns[4].numbers[*best]) +
                 " labels an example are predicted.";
}

void finish_at_k(Plot& plot) {
  const std::vector<double>& k = plot.columns[0].numbers;
  const std::vector<double>& f1 = plot.columns[3].numbers;
  plot.x =
      axis_around("k: labels taken of each example, the best first", 0, k.empty() ? 1 : k.back());
  plot.x.whole = true;
  plot.y = unit_axis("mean over the examples");
  plot.layers = {{.mark = PlotMark::line, .name = "precision@k", .x = 0, .y = 1, .look = 2},
                 {.mark = PlotMark::line, .name = "recall@k", .x = 0, .y = 2, .look = 1},
                 {.mark = PlotMark::line, .name = "F1@k", .x = 0, .y = 3, .look = 0}};
  const auto best = best_row(f1);
  if (!best) return;
  plot.finding = "F1 is highest, " + figure_text(f1[*best]) + ", with " +
                 counted(static_cast<std::uint64_t>(k[*best]), "label") + " an example.";
}

void finish_reliability(Plot& plot) {
  const std::vector<double>& cells = plot.columns[2].numbers;
  const std::vector<double>& mean = plot.columns[3].numbers;
  const std::vector<double>& share = plot.columns[4].numbers;
  double all = 0, off = 0, said = 0, found = 0;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    all += cells[i];
    off += cells[i] * std::abs(mean[i] - share[i]);
    said += cells[i] * mean[i];
    found += cells[i] * share[i];
  }
  plot.x = unit_axis("mean score of the bin");
  plot.y = unit_axis("share of its cells that is true");
  plot.guides = {{"scores that are right", {{0, 0}, {1, 1}}}};
  plot.layers = {{.mark = PlotMark::line, .x = 3, .y = 4},
                 {.mark = PlotMark::points,
                  .name = "a bin, as large as it has cells",
                  .x = 3,
                  .y = 4,
                  .size = 2}};
  if (all == 0) return;
  constexpr double kHardly = 0.005;
  const double gap = (said - found) / all;
  plot.finding = std::abs(gap) < kHardly ? "Scores are neither too high nor too low on the whole"
                 : gap > 0               ? "Scores are too high"
                                         : "Scores are too low";
  plot.finding += ": their mean is " + figure_text(said / all) + ", and " +
                  figure_text(found / all) + " are true; bins are off by " +
                  figure_text(off / all) + " on average.";
}

}  // namespace

Plot plot_of(const Curve& curve) {
  Plot plot;
  plot.kind = curve_name(curve.kind);
  for (std::size_t c = 0; c < curve.columns.size(); ++c) {
    plot.columns.push_back({.name = curve.columns[c], .numbers = column_of(curve, c)});
  }
  switch (curve.kind) {
    case CurveKind::precision_recall: finish_precision_recall(plot); break;
    case CurveKind::roc: finish_roc(plot); break;
    case CurveKind::thresholds: finish_thresholds(plot); break;
    case CurveKind::at_k: finish_at_k(plot); break;
    case CurveKind::reliability: finish_reliability(plot); break;
  }
  if (plot.finding.empty()) plot.finding = "There is nothing to draw.";
  plot.caption = curve.kind == CurveKind::at_k ? "Means over the examples of " : "Cells of ";
  if (curve.of.starts_with("label ")) {
    plot.caption.append("label ").append(fitted(curve.of.substr(6), 60));
  } else {
    plot.caption += curve.of == "all 1 label" ? "the only label" : curve.of;
  }
  plot.caption += '.';
  plot.notes = curve.notes;
  return plot;
}

}  // namespace tallystick
