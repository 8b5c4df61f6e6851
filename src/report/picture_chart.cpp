// What a page's script needs to draw a plot from its table.
#include <algorithm>
#include <vector>

#include "report/charts.hpp"
#include "report/json_object.hpp"
#include "report/plot_cells.hpp"
#include "report/svg_text.hpp"

namespace tallystick::detail {

namespace {

std::string_view kind_name(AxisKind kind) {
  switch (kind) {
    case AxisKind::linear: return "linear";
    case AxisKind::log: return "log";
    case AxisKind::names: return "names";
    case AxisKind::none: return "none";
  }
  return "none";
}

std::string_view mark_name(PlotMark mark) {
  switch (mark) {
    case PlotMark::line: return "line";
    case PlotMark::steps: return "steps";
    case PlotMark::points: return "points";
    case PlotMark::bars: return "bars";
    case PlotMark::spans: return "spans";
    case PlotMark::boxes: return "boxes";
  }
  return "boxes";
}

/// Names in the order in which the column has them, each once.
bool are_of_column(const std::vector<std::string>& names, const PlotColumn& column) {
  std::vector<std::string_view> met;
  for (const std::string& word : column.words) {
    if (met.size() < names.size() && word == names[met.size()]) {
      met.push_back(word);
    } else if (std::find(met.begin(), met.end(), word) == met.end()) {
      return false;
    }
  }
  return met.size() == names.size();
}

std::string axis_of(const Plot& plot, const PlotAxis& axis, int column) {
  JsonObject out;
  out.text("kind", kind_name(axis.kind));
  if (!axis.title.empty()) out.text("title", axis.title);
  if (axis.kind == AxisKind::names) {
    const bool told =
        column >= 0 && are_of_column(axis.names, plot.columns[static_cast<std::size_t>(column)]);
    if (!told) out.add("names", json_strings(axis.names));
    return out.done();
  }
  out.add("low", json_number(axis.low)).add("high", json_number(axis.high));
  if (axis.whole) out.add("whole", "true");
  return out.done();
}

std::string layer_of(const PlotLayer& layer) {
  const Look& look = look_of(layer);
  JsonObject out;
  out.text("mark", mark_name(layer.mark));
  if (!layer.name.empty()) out.text("name", layer.name);
  const std::pair<std::string_view, int> columns[] = {{"x", layer.x},       {"y", layer.y},
                                                      {"x2", layer.x2},     {"y2", layer.y2},
                                                      {"size", layer.size}, {"shade", layer.shade}};
  for (const auto& [key, column] : columns) {
    if (column >= 0) out.add(key, std::to_string(column));
  }
  if (!layer.words.empty()) {
    std::vector<std::string> words;
    for (const int column : layer.words) words.push_back(std::to_string(column));
    out.add("words", json_list(words));
  }
  out.add("look", std::to_string(layer.look % kLooks.size())).text("colour", look.colour);
  constexpr double kRadius = 5;
  out.text("symbol", symbol_path(look.symbol, 0, 0, kRadius));
  if (!look.dashes.empty()) out.text("dashes", look.dashes);
  if (layer.lift != 0) out.add("lift", json_number(layer.lift));
  return out.done();
}

std::string guide_of(const PlotGuide& guide) {
  std::vector<std::string> points;
  for (const auto& [x, y] : guide.points) {
    points.push_back(json_list({json_number(x), json_number(y)}));
  }
  JsonObject out;
  if (!guide.name.empty()) out.text("name", guide.name);
  return out.add("points", json_list(points)).done();
}

std::string shade_of(const PlotShade& shade) {
  std::vector<std::string> steps;
  for (const Shade& step : shade.diverging ? kDiverging : kSequential) {
    steps.push_back(json_strings({std::string(step.fill), std::string(step.ink)}));
  }
  return JsonObject().text("title", shade.title).add("steps", json_list(steps)).done();
}

}  // namespace

std::string chart_spec(const Plot& plot) {
  std::vector<std::string> words, layers, guides;
  for (std::size_t i = 0; i < plot.columns.size(); ++i) {
    if (is_words(plot.columns[i])) words.push_back(std::to_string(i));
  }
  for (const PlotLayer& layer : plot.layers) layers.push_back(layer_of(layer));
  for (const PlotGuide& guide : plot.guides) {
    if (!guide.points.empty()) guides.push_back(guide_of(guide));
  }
  const bool any = !plot.layers.empty();
  JsonObject out;
  out.add("words", json_list(words));
  out.add("x", axis_of(plot, plot.x, any ? plot.layers.front().x : -1));
  out.add("y", axis_of(plot, plot.y, any ? plot.layers.front().y : -1));
  out.add("layers", json_list(layers));
  if (!guides.empty()) out.add("guides", json_list(guides));
  if (plot.shade) out.add("shade", shade_of(*plot.shade));
  return out.done();
}

}  // namespace tallystick::detail
