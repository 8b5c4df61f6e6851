// Pictures of what is taken for what, and of hierarchies.
#include <algorithm>
#include <cmath>
#include <map>

#include "report/outline.hpp"
#include "report/plot_words.hpp"
#include "report/scale.hpp"
#include "tallystick/report/report_plots.hpp"
#include "tallystick/report/write.hpp"

namespace tallystick {

namespace {

using namespace detail;

std::string confusion_finding(const ConfusionTable& table) {
  const auto largest = largest_confusions(table, 1);
  if (largest.empty()) return "No label is taken for another.";
  const ConfusionTable::Entry& first = *largest.front();
  const auto is_none = [&](std::uint32_t label) {  // always the last
    return label + std::size_t{1} == table.labels.size() && table.labels[label] == "(none)";
  };
  std::string out = "Most often, ";
  out.append(amount_text(first.count)).append(first.count == kOne ? " time, " : " times, ");
  const std::string truth = label_in_words(table.labels[first.truth]);
  const std::string predicted = label_in_words(table.labels[first.predicted]);
  if (is_none(first.truth)) return out + predicted + " is predicted where no label is missed.";
  if (is_none(first.predicted)) return out + truth + " is missed and nothing stands in its place.";
  return out + truth + " is taken for " + predicted + ".";
}

Plot matrix_plot(const ConfusionTable& table) {
  Plot plot;
  plot.columns = {{"truth"}, {"predicted"}, {"count"}, {"share_of_truth"}};
  const std::size_t n = table.labels.size();
  std::vector<double> counts(n * n), totals(n);
  for (const ConfusionTable::Entry& entry : table.entries) {
    counts[entry.truth * n + entry.predicted] = as_double(entry.count);
    totals[entry.truth] += as_double(entry.count);
  }
  for (std::size_t t = 0; t < n; ++t) {
    for (std::size_t p = 0; p < n; ++p) {
      plot.columns[0].words.push_back(table.labels[t]);
      plot.columns[1].words.push_back(table.labels[p]);
      plot.columns[2].numbers.push_back(counts[t * n + p]);
      plot.columns[3].numbers.push_back(totals[t] == 0 ? std::nan("")
                                                       : counts[t * n + p] / totals[t]);
    }
  }
  plot.x = names_axis("predicted", table.labels);
  plot.y = names_axis("true", table.labels);
  plot.shade = PlotShade{"share of the true label", false};
  plot.layers = {{.mark = PlotMark::boxes, .x = 1, .y = 0, .shade = 3, .words = {2}}};
  plot.caption = "Numbers are counts; colours are shares of their row. ";
  return plot;
}

Plot pairs_plot(const ConfusionTable& table) {
  const auto pairs = largest_confusions(table, kPlottedPairs);
  Plot plot;
  plot.columns = {{"pair"}, {"truth"}, {"predicted"}, {"count"}};
  std::vector<std::string> names;
  for (const ConfusionTable::Entry* pair : pairs) {
    constexpr std::size_t kEach = 15;
    std::string name = fitted(printable(table.labels[pair->truth]), kEach) + " \u2192 " +
                       fitted(printable(table.labels[pair->predicted]), kEach);
    // Names that are cut alike are told apart by their place.
    if (std::find(names.begin(), names.end(), name) != names.end()) {
      name.append(" [").append(std::to_string(names.size() + 1)).append("]");
    }
    names.push_back(name);
    plot.columns[0].words.push_back(name);
    plot.columns[1].words.push_back(table.labels[pair->truth]);
    plot.columns[2].words.push_back(table.labels[pair->predicted]);
    plot.columns[3].numbers.push_back(as_double(pair->count));
  }
  const double most = pairs.empty() ? 1 : as_double(pairs.front()->count);
  plot.x = axis_around("examples", 0, most);
  plot.x.whole = most >= 1;
  plot.y = names_axis("true \u2192 predicted", std::move(names));
  plot.layers = {{.mark = PlotMark::bars, .x = 3, .y = 0, .words = {3}}};
  plot.caption = "Shown are " + pairs_phrase(pairs.size(), n_confusions(table)) + ". ";
  return plot;
}

}  // namespace

Plot confusion_plot(const Report& report) {
  if (!report.confusion) {
    return nothing_plot("confusion",
                        "This report has no confusion matrix, so there is nothing to draw.",
                        data_words(report));
  }
  const ConfusionTable& table = *report.confusion;
  const bool matrix = table.labels.size() <= kPlottedMatrix;
  if (table.labels.empty() || (!matrix && n_confusions(table) == 0)) {
    return nothing_plot("confusion", "No label is taken for another.", data_words(report));
  }
  Plot plot = matrix ? matrix_plot(table) : pairs_plot(table);
  plot.kind = "confusion";
  plot.finding = confusion_finding(table);
  plot.caption += data_words(report);
  return plot;
}

Plot ladder_plot(const Report& report) {
  if (!report.hierarchy || report.hierarchy->levels.empty()) {
    return nothing_plot("ladder", "These labels have no hierarchy with levels.",
                        data_words(report));
  }
  constexpr std::size_t kMost = 16;
  const std::vector<LevelRow>& all = report.hierarchy->levels;
  const std::size_t n = std::min(all.size(), kMost);
  Plot plot;
  plot.kind = "ladder";
  plot.columns = {{"rung"},      {"level"},  {"examples"}, {"accuracy"},
                  {"precision"}, {"recall"}, {"f1"}};
  std::vector<std::string> names;
  std::size_t last = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const LevelRow& row = all[i];
    names.push_back("level " + std::to_string(row.level) + " (n = " + amount_text(row.n) + ")");
    plot.columns[0].words.push_back(names.back());
    plot.columns[1].numbers.push_back(row.level);
    plot.columns[2].numbers.push_back(as_double(row.n));
    plot.columns[3].numbers.push_back(row.accuracy);
    plot.columns[4].numbers.push_back(row.precision);
    plot.columns[5].numbers.push_back(row.recall);
    plot.columns[6].numbers.push_back(row.f1);
    if (!std::isnan(row.accuracy)) last = i;
  }
  plot.x = unit_axis("value at that level");
  plot.y = names_axis("", std::move(names));
  plot.layers = {
      {.mark = PlotMark::bars,
       .name = "accuracy (the number)",
       .x = 3,
       .y = 0,
       .words = {3},
       .look = 0},
      {.mark = PlotMark::points, .name = "precision", .x = 4, .y = 0, .look = 2, .lift = 0.3},
      {.mark = PlotMark::points, .name = "recall", .x = 5, .y = 0, .look = 1},
      {.mark = PlotMark::points, .name = "F1", .x = 6, .y = 0, .look = 3, .lift = -0.3}};
  if (std::isnan(all.front().accuracy)) {
    plot.finding = "No example reaches the top level.";
  } else {
    plot.finding = "All classes are right in " + percent_text(all.front().accuracy) +
                   " of examples at the top level";
    plot.finding += last == 0 ? "."
                              : ", and in " + percent_text(all[last].accuracy) + " at level " +
                                    std::to_string(all[last].level) + ".";
  }
  plot.caption = "Accuracy is of the n examples whose true classes reach the level. ";
  if (n < all.size()) {
    plot.caption +=
        "The first " + std::to_string(n) + " of " + std::to_string(all.size()) + " levels. ";
  }
  plot.caption += data_words(report);
  return plot;
}

Plot errors_plot(const Report& report) {
  if (!report.hierarchy || report.hierarchy->errors.empty()) {
    return nothing_plot("errors", "These labels have no hierarchy, so errors have no kinds.",
                        data_words(report));
  }
  Plot plot;
  plot.kind = "errors";
  plot.columns = {{"kind"}, {"labels"}, {"share"}, {"shown"}};
  std::vector<std::string> names;
  const ErrorRow* worst = nullptr;
  bool any = false;
  for (const ErrorRow& row : report.hierarchy->errors) {
    std::string name(row.kind);
    std::replace(name.begin(), name.end(), '_', ' ');
    names.push_back(name);
    plot.columns[0].words.push_back(std::move(name));
    plot.columns[1].numbers.push_back(as_double(row.n));
    plot.columns[2].numbers.push_back(row.share);
    plot.columns[3].words.push_back(
        std::isnan(row.share) ? "-" : percent_text(row.share) + " (" + amount_text(row.n) + ")");
    any = any || row.share > 0;
    if (row.kind == "exact" || !(row.share > 0)) continue;
    if (worst == nullptr || row.share > worst->share) worst = &row;
  }
  plot.x = unit_axis("share of the predicted labels");
  plot.y = names_axis("", std::move(names));
  plot.layers = {{.mark = PlotMark::bars, .x = 2, .y = 0, .words = {3}}};
  if (!any) {
    plot.finding = "No label is predicted.";
  } else if (worst == nullptr) {
    plot.finding = "No predicted label is wrong.";
  } else {
    std::string kind(worst->kind);
    std::replace(kind.begin(), kind.end(), '_', ' ');
    plot.finding = "The most frequent kind of error is '" + kind +
                   "': " + percent_text(worst->share) + " of the predicted labels.";
  }
  plot.caption = "Each predicted label is of one kind. " + data_words(report);
  return plot;
}

}  // namespace tallystick
