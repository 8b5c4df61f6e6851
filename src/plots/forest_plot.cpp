// Differences of systems with their intervals.
#include <algorithm>
#include <cmath>

#include "report/plot_words.hpp"
#include "report/scale.hpp"
#include "tallystick/plots.hpp"

namespace tallystick {

namespace {

using namespace detail;

constexpr std::string_view kLessIsBetter = " \u2193";

/// Differences of other figures have other units, and share no axis.
bool on_axis(const Comparison& row) {
  const auto unit = [](double value) { return value >= 0 && value <= 1; };
  return unit(row.a_value) && unit(row.b_value) && !std::isnan(row.difference);
}

std::string row_name(const Comparison& row, const Comparing& comparing, bool one_pair) {
  if (one_pair) return row.measure;
  constexpr std::size_t kSystem = 12;
  return row.measure + ": " + fitted(printable(comparing.systems[row.b]), kSystem) + " - " +
         fitted(printable(comparing.systems[row.a]), kSystem);
}

std::string verdict_words(const Comparison& row) {
  std::string out(verdict_name(row.verdict));
  if (std::isnan(row.p_adjusted)) return out;
  out += row.p_adjusted < 0.001 ? ", p < 0.001" : ", p = " + fixed_text(row.p_adjusted, 3);
  return out;
}

/// "b.tsv beside a.tsv: 3 of 12 figures are better, 1 worse, of 8 it cannot be told."
std::string forest_finding(const std::vector<const Comparison*>& rows, const Comparing& comparing,
                           bool one_pair) {
  std::size_t better = 0, worse = 0, alike = 0;
  for (const Comparison* row : rows) {
    better += row->verdict == Verdict::better ? 1 : 0;
    worse += row->verdict == Verdict::worse ? 1 : 0;
    alike += row->verdict == Verdict::equivalent ? 1 : 0;
  }
  std::string out;
  if (one_pair) {
    out = label_in_words(comparing.systems[rows[0]->b]) + " beside " +
          label_in_words(comparing.systems[rows[0]->a]) + ": ";
  }
  out += "of " + counted(rows.size(), one_pair ? "figure" : "difference") + ", " +
         std::to_string(better) + (better == 1 ? " is" : " are") + " better, " +
         std::to_string(worse) + " worse";
  if (alike != 0) out += ", " + std::to_string(alike) + " equivalent";
  const std::size_t rest = rows.size() - better - worse - alike;
  if (rest != 0) out += "; " + std::to_string(rest) + " cannot be told";
  out += '.';
  if (!one_pair) out[0] = 'O';
  return out;
}

/// The table, the rows of names and the axis.
void add_rows(Plot& plot, const std::vector<const Comparison*>& rows, const Comparing& comparing,
              bool one_pair) {
  plot.columns = {{"row"},        {"measure"}, {"a"},    {"b"},
                  {"difference"}, {"low"},     {"high"}, {"verdict"}};
  std::vector<std::string> names;
  double low = 0, high = 0;
  for (const Comparison* row : rows) {
    std::string name = row_name(*row, comparing, one_pair);
    if (row->direction == Direction::lower_is_better) name += kLessIsBetter;
    if (std::find(names.begin(), names.end(), name) != names.end()) {
      name.append(" [").append(std::to_string(names.size() + 1)).append("]");
    }
    names.push_back(name);
    plot.columns[0].words.push_back(std::move(name));
    plot.columns[1].words.push_back(row->measure);
    plot.columns[2].words.push_back(comparing.systems[row->a]);
    plot.columns[3].words.push_back(comparing.systems[row->b]);
    plot.columns[4].numbers.push_back(row->difference);
    plot.columns[5].numbers.push_back(row->low.value_or(std::nan("")));
    plot.columns[6].numbers.push_back(row->high.value_or(std::nan("")));
    plot.columns[7].words.push_back(verdict_words(*row));
    low = std::min({low, row->difference, row->low.value_or(0)});
    high = std::max({high, row->difference, row->high.value_or(0)});
  }
  plot.x = axis_around("difference", low, high);
  plot.y = names_axis("", std::move(names));
}

void add_guides(Plot& plot, const std::optional<double>& margin) {
  plot.guides = {{"no difference", {{0, 0}, {0, 1}}}};
  if (!margin || *margin > plot.x.high || -*margin < plot.x.low) return;
  plot.guides.push_back({"margin", {{*margin, 0}, {*margin, 1}}});
  plot.guides.push_back({"", {{-*margin, 0}, {-*margin, 1}}});
}

}  // namespace

Plot plot_of(const Comparing& comparing, std::size_t most) {
  std::vector<const Comparison*> rows;
  for (const Comparison& row : comparing.comparisons) {
    if (on_axis(row)) rows.push_back(&row);
  }
  const std::size_t beyond = comparing.comparisons.size() - rows.size();
  const std::string data =
      counted(comparing.n_examples, "example") + ", convention " + comparing.convention + ".";
  if (rows.empty()) {
    return nothing_plot("forest", "No figure between 0 and 1 is compared.", data);
  }
  const std::size_t all = rows.size();
  rows.resize(std::min(all, most));
  const bool one_pair = std::all_of(rows.begin(), rows.end(), [&](const Comparison* row) {
    return row->a == rows[0]->a && row->b == rows[0]->b;
  });
  Plot plot;
  plot.kind = "forest";
  add_rows(plot, rows, comparing, one_pair);
  add_guides(plot, comparing.margin);
  plot.layers = {{.mark = PlotMark::spans,
                  .name = "interval, level " + number_text(comparing.level),
                  .x = 5,
                  .y = 0,
                  .x2 = 6},
                 {.mark = PlotMark::points, .name = "difference", .x = 4, .y = 0, .words = {7}}};
  plot.finding = forest_finding(rows, comparing, one_pair);
  plot.caption = one_pair ? "Differences are " + label_in_words(comparing.systems[rows[0]->b]) +
                                " less " + label_in_words(comparing.systems[rows[0]->a]) + ". "
                          : "Differences are the first system less the second. ";
  const bool losses = std::any_of(rows.begin(), rows.end(), [](const Comparison* row) {
    return row->direction == Direction::lower_is_better;
  });
  if (losses) plot.caption += "Of figures with \u2193 less is better. ";
  if (all > rows.size()) {
    plot.caption += "The first " + std::to_string(rows.size()) + " of " + std::to_string(all) +
                    " differences. ";
  }
  if (beyond != 0) plot.caption += "Not on this scale: " + counted(beyond, "figure") + ". ";
  plot.caption += data;
  return plot;
}

}  // namespace tallystick
