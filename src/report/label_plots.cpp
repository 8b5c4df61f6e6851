// Pictures of figures and of labels.
#include <algorithm>
#include <cmath>
#include <cstdint>

#include "report/label_order.hpp"
#include "report/plot_words.hpp"
#include "report/scale.hpp"
#include "tallystick/report/report_plots.hpp"

namespace tallystick {

namespace {

using namespace detail;

constexpr std::string_view kNoLabels =
    "This report has no table of labels, so there is nothing to draw.";

std::size_t n_defined(const LabelTable& table, std::size_t measure) {
  return static_cast<std::size_t>(
      std::count_if(table.rows.begin(), table.rows.end(),
                    [&](const LabelRow& row) { return !std::isnan(row.values[measure]); }));
}

std::string undefined_words(const Report& report) {
  if (!report.labels || report.labels->rows.empty()) return "There are no labels. ";
  return "F1 is undefined for all " + counted(report.labels->rows.size(), "label") + ". ";
}

double mean_of(const std::vector<double>& values, std::size_t first, std::size_t last) {
  double sum = 0;
  for (std::size_t i = first; i < last; ++i) sum += values[i];
  return sum / static_cast<double>(last - first);
}

/// "The 3 labels that are most frequent have a mean F1 of 0.8, the other 4 of 0.5."
std::string halves_sentence(const std::vector<double>& values, const std::string& score) {
  const std::size_t n = values.size(), half = n / 2;
  if (half == 0) return "The only label has " + score + " " + figure_text(values[0]) + ".";
  return (half == 1 ? "The label that is most frequent has " + score + " "
                    : "The " + std::to_string(half) + " most frequent labels have a mean " + score +
                          " of ") +
         figure_text(mean_of(values, 0, half)) + ", the other " +
         (n - half == 1 ? "" : std::to_string(n - half) + " ") + "of " +
         figure_text(mean_of(values, half, n)) + ".";
}

/// Evenly chosen along an order, the first and the last among them.
std::vector<std::size_t> spread(std::size_t n, std::size_t most) {
  std::vector<std::size_t> out;
  const std::size_t shown = std::min(n, most);
  for (std::size_t i = 0; i < shown; ++i) {
    out.push_back(shown == 1 ? 0 : i * (n - 1) / (shown - 1));
  }
  return out;
}

struct Dot {
  std::string_view label;
  double frequency, score;
};

/// Frequency against a score: `dots` from frequent to rare, all frequencies above 0.
Plot frequency_plot(const std::vector<Dot>& dots, std::string frequency, const std::string& score,
                    const std::string& axis_title, const std::string& score_title) {
  Plot plot;
  plot.kind = "bias";
  const std::vector<std::size_t> shown = spread(dots.size(), kPlottedPoints);
  // The lowest of the frequent labels and the best of the rare ones are worth a name.
  std::vector<std::size_t> named(shown.begin(), shown.end());
  std::stable_sort(named.begin(), named.end(),
                   [&](std::size_t a, std::size_t b) { return dots[a].score < dots[b].score; });
  constexpr std::size_t kNamed = 6;
  std::vector<char> has_name(dots.size());
  for (std::size_t i = 0; i < named.size(); ++i) {
    if (i < kNamed || i + kNamed >= named.size()) has_name[named[i]] = 1;
  }
  plot.columns = {{"label"}, {std::move(frequency)}, {score}, {"shown_label"}};
  for (const std::size_t i : shown) {
    plot.columns[0].words.emplace_back(dots[i].label);
    plot.columns[1].numbers.push_back(dots[i].frequency);
    plot.columns[2].numbers.push_back(dots[i].score);
    plot.columns[3].words.emplace_back(has_name[i] != 0 ? dots[i].label : std::string_view{});
  }
  plot.x = log_axis_around(axis_title, dots.back().frequency, dots.front().frequency);
  plot.y = unit_axis(score_title);
  plot.layers = {{.mark = PlotMark::points, .name = "a label", .x = 1, .y = 2, .words = {3}}};
  plot.caption = "Each mark is a label.";
  if (shown.size() < dots.size()) {
    plot.caption = "Shown are " + std::to_string(shown.size()) + " of " +
                   std::to_string(dots.size()) + " labels, evenly chosen by frequency.";
  }
  return plot;
}

/// score = intercept + slope * frequency, which is a curve over a logarithmic axis.
PlotGuide trend_of(const BiasFigure& figure, const PlotAxis& axis) {
  PlotGuide guide{"trend (least squares over frequency)", {}};
  constexpr int kParts = 60;
  const double low = std::log10(axis.low), high = std::log10(axis.high);
  for (int i = 0; i <= kParts; ++i) {
    const double x = std::pow(10, low + (high - low) * i / kParts);
    guide.points.emplace_back(std::clamp(x, axis.low, axis.high),
                              figure.intercept + figure.slope * x);
  }
  return guide;
}

Plot trained_plot(const Report& report, const BiasFigure& figure) {
  std::vector<Dot> dots;
  std::size_t untrained = 0;
  for (const BiasRow& row : figure.labels) {
    if (row.train_count == 0)
      ++untrained;
    else
      dots.push_back({row.label, row.train_frequency, row.score});
  }
  std::stable_sort(dots.begin(), dots.end(),
                   [](const Dot& a, const Dot& b) { return a.frequency > b.frequency; });
  if (dots.empty()) {
    return nothing_plot("bias", "No label occurs in the training data.", data_words(report));
  }
  Plot plot =
      frequency_plot(dots, "train_frequency", "score",
                     "share of the training examples that have the label (log)", figure.score);
  std::vector<double> scores;
  for (const Dot& dot : dots) scores.push_back(dot.score);
  if (!std::isnan(figure.slope)) plot.guides.push_back(trend_of(figure, plot.x));
  if (std::isnan(figure.value)) {
    plot.finding =
        "There is no prediction bias coefficient: all labels are equally frequent, or "
        "equally good.";
  } else {
    const bool sure = figure.p_value < 0.05;
    plot.finding = !sure              ? "Whether rare labels are served worse cannot be told"
                   : figure.value > 0 ? "Rare labels are served worse"
                                      : "Rare labels are served better";
    plot.finding += " (Spearman " + figure_text(figure.value) + " over " +
                    counted(figure.n_labels, "label") + ").";
  }
  plot.caption.append(" ").append(halves_sentence(scores, figure.score));
  if (untrained != 0) {
    plot.caption.append(" ").append(counted(untrained, "label"));
    plot.caption += " that training lacks has no place on the axis.";
  }
  plot.caption.append(" ").append(data_words(report));
  return plot;
}

}  // namespace

Plot figures_plot(const Report& report) {
  std::vector<const Score*> shown;
  std::size_t beyond = 0, none = 0;
  for (const Score& score : report.measures) {
    if (std::isnan(score.value))
      ++none;
    else if (score.value >= 0 && score.value <= 1)
      shown.push_back(&score);
    else
      ++beyond;
  }
  const std::size_t all = shown.size();
  if (all == 0) {
    return nothing_plot("figures", "No figure has a value between 0 and 1.", data_words(report));
  }
  shown.resize(std::min(all, kPlottedFigures));
  Plot plot;
  plot.kind = "figures";
  plot.columns = {{"measure"}, {"value"}, {"low"}, {"high"}};
  std::vector<std::string> names;
  bool intervals = false;
  for (const Score* score : shown) {
    names.push_back(score->name);
    plot.columns[0].words.push_back(score->name);
    plot.columns[1].numbers.push_back(score->value);
    plot.columns[2].numbers.push_back(score->low.value_or(std::nan("")));
    plot.columns[3].numbers.push_back(score->high.value_or(std::nan("")));
    intervals = intervals || score->low;
  }
  plot.x = unit_axis("value");
  plot.y = names_axis("", std::move(names));
  if (intervals) {
    plot.layers.push_back({.mark = PlotMark::spans, .name = "interval", .x = 2, .y = 0, .x2 = 3});
  }
  plot.layers.push_back({.mark = PlotMark::points, .x = 1, .y = 0, .words = {1}});
  const auto [least, most] =
      std::minmax_element(shown.begin(), shown.end(),
                          [](const Score* a, const Score* b) { return a->value < b->value; });
  plot.finding = "Figures run from " + figure_text((*least)->value) + " (" + (*least)->name +
                 ") to " + figure_text((*most)->value) + " (" + (*most)->name + ").";
  plot.caption = data_words(report);
  if (report.interval) {
    plot.caption += " Lines are intervals at level " + number_text(report.interval->level) + ".";
  }
  if (all > shown.size()) {
    plot.caption +=
        " The first " + std::to_string(shown.size()) + " of " + std::to_string(all) + " figures.";
  }
  if (beyond != 0) plot.caption += " Not on this scale: " + counted(beyond, "figure") + ".";
  if (none != 0) plot.caption += " Without a value: " + counted(none, "figure") + ".";
  return plot;
}

Plot labels_plot(const Report& report) {
  const auto f1 = report.labels ? label_column(*report.labels, "f1") : std::nullopt;
  if (!f1) return nothing_plot("labels", std::string(kNoLabels), data_words(report));
  const auto rows = by_support(*report.labels, kPlottedLabels, f1);
  if (rows.empty()) {
    return nothing_plot("labels", undefined_words(report) + "There is nothing to draw.",
                        data_words(report));
  }
  const std::size_t all = n_defined(*report.labels, *f1);
  const auto precision = label_column(*report.labels, "precision");
  const auto recall = label_column(*report.labels, "recall");
  Plot plot;
  plot.kind = "labels";
  plot.columns = {{"label"}, {"support"}, {"f1"}, {"precision"}, {"recall"}};
  std::vector<std::string> names;
  const LabelRow* worst = rows.front();
  const LabelRow* best = rows.front();
  for (const LabelRow* row : rows) {
    names.push_back(row->label);
    plot.columns[0].words.push_back(row->label);
    plot.columns[1].numbers.push_back(as_double(row->support));
    plot.columns[2].numbers.push_back(row->values[*f1]);
    plot.columns[3].numbers.push_back(precision ? row->values[*precision] : std::nan(""));
    plot.columns[4].numbers.push_back(recall ? row->values[*recall] : std::nan(""));
    if (row->values[*f1] < worst->values[*f1]) worst = row;
    if (row->values[*f1] > best->values[*f1]) best = row;
  }
  plot.x = unit_axis("value");
  plot.y = names_axis("", std::move(names));
  plot.layers = {
      {.mark = PlotMark::bars, .name = "F1 (the number)", .x = 2, .y = 0, .words = {2}},
      {.mark = PlotMark::points, .name = "precision", .x = 3, .y = 0, .look = 2, .lift = 0.25},
      {.mark = PlotMark::points, .name = "recall", .x = 4, .y = 0, .look = 1, .lift = -0.25}};
  plot.finding =
      rows.size() == 1
          ? "F1 of " + label_in_words(best->label) + " is " + figure_text(best->values[*f1]) + "."
          : "F1 runs from " + figure_text(worst->values[*f1]) + " (" +
                label_in_words(worst->label) + ") to " + figure_text(best->values[*f1]) + " (" +
                label_in_words(best->label) + ").";
  plot.caption = all > rows.size()
                     ? "The " + std::to_string(rows.size()) +
                           " labels that are true most often, of " + std::to_string(all) + ". "
                     : "Labels that are true most often come first. ";
  plot.caption += data_words(report);
  return plot;
}

Plot distribution_plot(const Report& report) {
  const auto f1 = report.labels ? label_column(*report.labels, "f1") : std::nullopt;
  if (!f1) return nothing_plot("distribution", std::string(kNoLabels), data_words(report));
  constexpr std::size_t kBins = 10;
  std::vector<double> bins(kBins);
  std::size_t n = 0, below = 0, never = 0, undefined = 0;
  for (const LabelRow& row : report.labels->rows) {
    const double value = row.values[*f1];
    if (std::isnan(value)) {
      ++undefined;
      continue;
    }
    ++n;
    below += value < 0.5 ? 1 : 0;
    never += value == 0 ? 1 : 0;
    ++bins[std::min(kBins - 1, static_cast<std::size_t>(value * kBins))];
  }
  if (n == 0) {
    return nothing_plot("distribution", undefined_words(report) + "There is nothing to draw.",
                        data_words(report));
  }
  Plot plot;
  plot.kind = "distribution";
  plot.columns = {{"f1_from"}, {"f1_to"}, {"labels"}};
  for (std::size_t i = 0; i < kBins; ++i) {
    plot.columns[0].numbers.push_back(static_cast<double>(i) / kBins);
    plot.columns[1].numbers.push_back(static_cast<double>(i + 1) / kBins);
    plot.columns[2].numbers.push_back(bins[i]);
  }
  plot.x = unit_axis("F1 of a label");
  constexpr double kHeadroom = 1.1;  // for the number above the highest column
  plot.y = axis_around("labels", 0, kHeadroom * *std::max_element(bins.begin(), bins.end()));
  plot.y.whole = true;
  plot.layers = {{.mark = PlotMark::boxes, .x = 0, .x2 = 1, .y2 = 2, .words = {2}}};
  plot.finding = std::to_string(below) + " of " + counted(n, "label") +
                 (n == 1 ? " has" : " have") + " an F1 below 0.5" +
                 (never == 0 ? "." : "; of " + std::to_string(never) + " it is 0.");
  plot.caption =
      "A column holds the labels from its left edge up to, not including, its right edge; "
      "the last one also 1. ";
  if (undefined != 0) {
    plot.caption += "Without an F1: " + counted(undefined, "label") + ". ";
  }
  plot.caption += data_words(report);
  return plot;
}

Plot bias_plot(const Report& report) {
  if (!report.bias.empty() && !report.bias.front().labels.empty()) {
    return trained_plot(report, report.bias.front());
  }
  const auto f1 = report.labels ? label_column(*report.labels, "f1") : std::nullopt;
  if (!f1) return nothing_plot("bias", std::string(kNoLabels), data_words(report));
  std::vector<Dot> dots;
  std::vector<double> values;
  for (const LabelRow* row : by_support(*report.labels, SIZE_MAX, f1)) {
    const double support = as_double(row->support);
    if (!(support > 0)) continue;
    dots.push_back({row->label, support, row->values[*f1]});
    values.push_back(row->values[*f1]);
  }
  if (dots.empty()) {
    return nothing_plot("bias", "No label is true anywhere, so there is nothing to draw.",
                        data_words(report));
  }
  Plot plot = frequency_plot(dots, "support", "f1",
                             "support: examples that truly have the label (log)", "F1");
  plot.finding = halves_sentence(values, "F1");
  plot.caption.append(
      " Frequencies are of the test data; with --train they are those of training, "
      "and the prediction bias coefficient is told. ");
  plot.caption += data_words(report);
  return plot;
}

}  // namespace tallystick
