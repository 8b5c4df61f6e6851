// A plot as a Vega-Lite specification: its table inline, a layer for each of ours.
#include <algorithm>

#include "report/json_object.hpp"
#include "report/looks.hpp"
#include "report/plot_cells.hpp"
#include "tallystick/report/write.hpp"

namespace tallystick {

namespace {

using namespace detail;

/// Objects of a row each: what Vega-Lite calls inline values.
std::string values_of(const Plot& plot) {
  std::string out = "[";
  for (std::size_t row = 0; row < plot.n_rows(); ++row) {
    JsonObject object;
    for (const PlotColumn& column : plot.columns) {
      object.add(column.name, is_words(column) ? json_string(column.words[row])
                                               : json_number(column.numbers[row]));
    }
    out.append(row == 0 ? "\n      " : ",\n      ").append(object.done());
  }
  return out + (plot.n_rows() == 0 ? "]" : "\n    ]");
}

const std::string& column_name(const Plot& plot, int column) {
  return plot.columns[static_cast<std::size_t>(column)].name;
}

std::string scale_of(const PlotAxis& axis) {
  JsonObject scale;
  if (axis.kind == AxisKind::names) return scale.add("domain", json_strings(axis.names)).done();
  if (axis.kind == AxisKind::log) scale.text("type", "log");
  scale.add("domain", json_list({json_number(axis.low), json_number(axis.high)}));
  scale.add("nice", "false");
  return (axis.kind == AxisKind::log ? scale : scale.add("zero", "false")).done();
}

/// What one column means on an axis.
std::string position(const PlotAxis& axis, const std::string& column, bool upside_down) {
  JsonObject out;
  out.text("field", column);
  if (axis.kind == AxisKind::names) {
    out.text("type", "nominal").add("sort", json_strings(axis.names));
  } else {
    out.text("type", "quantitative");
  }
  std::string scale = scale_of(axis);
  if (upside_down) scale.replace(scale.size() - 1, 1, ", \"reverse\": true}");
  out.add("scale", scale);
  if (axis.kind == AxisKind::none) return out.add("axis", "null").done();
  return out.add("title", axis.title.empty() ? "null" : json_string(axis.title)).done();
}

std::string field(const Plot& plot, int column) {
  return JsonObject().text("field", column_name(plot, column)).done();
}

std::string dash_list(std::string_view dashes) {
  std::string out = "[";
  for (const char c : dashes) out += c == ' ' ? std::string(", ") : std::string(1, c);
  return out + ']';
}

std::string_view symbol_name(Symbol symbol) {
  switch (symbol) {
    case Symbol::circle: return "circle";
    case Symbol::square: return "square";
    case Symbol::triangle: return "triangle-up";
    case Symbol::diamond: return "diamond";
    case Symbol::plus: return "cross";
    case Symbol::down: return "triangle-down";
  }
  return "circle";
}

std::string mark_of(const Plot& plot, const PlotLayer& layer) {
  const Look& look = look_of(layer);
  JsonObject mark;
  switch (layer.mark) {
    case PlotMark::line:
    case PlotMark::steps: {
      mark.text("type", "line").text("color", look.colour);
      if (layer.mark == PlotMark::steps) mark.text("interpolate", "step-before");
      if (!look.dashes.empty()) mark.add("strokeDash", dash_list(look.dashes));
      const JsonObject point =
          JsonObject().text("shape", symbol_name(look.symbol)).text("color", look.colour);
      constexpr std::size_t kFew = 60;
      if (layer.mark == PlotMark::line && plot.n_rows() <= kFew) mark.add("point", point.done());
      break;
    }
    case PlotMark::points:
      mark.text("type", "point").add("filled", "true").text("color", look.colour);
      mark.text("shape", symbol_name(look.symbol)).add("opacity", "0.8");
      if (layer.lift != 0) mark.add("yOffset", number_text(-layer.lift * 20));
      break;
    case PlotMark::bars:
      mark.text("type", "bar").text("color", look.colour);
      // Other marks are to be seen on them.
      if (plot.layers.size() > 1) mark.add("fillOpacity", "0.25").text("stroke", look.colour);
      break;
    case PlotMark::spans: mark.text("type", "rule").text("color", look.colour); break;
    case PlotMark::boxes:
      mark.text("type", "rect");
      if (layer.shade < 0 && layer.words.empty()) mark.text("color", look.colour);
      if (layer.shade < 0) mark.text("stroke", kSoft);
      if (layer.shade < 0) mark.add("fillOpacity", layer.y < 0 ? "1" : "0");
      break;
  }
  mark.add("tooltip", JsonObject().text("content", "data").done());
  return mark.done();
}

/// Colours of the names in the legend, which all named layers share.
std::string legend_colours(const Plot& plot) {
  std::vector<std::string> names, colours;
  for (const PlotLayer& layer : plot.layers) {
    if (layer.name.empty() || layer.shade >= 0) continue;
    if (std::find(names.begin(), names.end(), layer.name) != names.end()) continue;
    names.push_back(layer.name);
    colours.push_back(json_string(look_of(layer).colour));
  }
  return json_list(colours);
}

std::string encoding_of(const Plot& plot, const PlotLayer& layer) {
  const bool down = plot.y.kind == AxisKind::none;
  JsonObject encoding;
  encoding.add("x", position(plot.x, column_name(plot, layer.x), false));
  if (layer.mark == PlotMark::boxes && layer.y < 0) {
    encoding.add("y", position(plot.y, column_name(plot, layer.y2), down));
    encoding.add("y2", JsonObject().add("datum", json_number(plot.y.low)).done());
  } else {
    encoding.add("y", position(plot.y, column_name(plot, layer.y), down));
    if (layer.y2 >= 0) encoding.add("y2", field(plot, layer.y2));
  }
  if (layer.x2 >= 0) encoding.add("x2", field(plot, layer.x2));
  if (layer.mark == PlotMark::line || layer.mark == PlotMark::steps) {
    encoding.add("order", JsonObject().text("field", "row_").text("type", "quantitative").done());
  }
  if (layer.size >= 0) {
    encoding.add("size", JsonObject()
                             .text("field", column_name(plot, layer.size))
                             .text("type", "quantitative")
                             .done());
  }
  if (!layer.name.empty() && layer.shade < 0) {
    encoding.add("color", JsonObject().text("datum", layer.name).text("type", "nominal").done());
  }
  if (layer.shade >= 0 && plot.shade) {
    const auto& shades = plot.shade->diverging ? kDiverging : kSequential;
    std::vector<std::string> colours, bounds;
    for (const Shade& shade : shades) colours.push_back(json_string(shade.fill));
    for (std::size_t i = 1; i < kShades; ++i) {
      bounds.push_back(number_text(static_cast<double>(i) / kShades));
    }
    JsonObject scale;
    scale.text("type", "threshold")
        .add("domain", json_list(bounds))
        .add("range", json_list(colours));
    encoding.add("color", JsonObject()
                              .text("field", column_name(plot, layer.shade))
                              .text("type", "quantitative")
                              .add("scale", scale.done())
                              .text("title", plot.shade->title)
                              .done());
  }
  return encoding.done();
}

/// The field in the middle of a box, and how it is made.
std::string middle(const Plot& plot, int from, int to, std::string_view name,
                   std::vector<std::string>& transforms) {
  const auto value = [&](int column) {
    return column < 0 ? json_number(plot.y.low) : "datum." + column_name(plot, column);
  };
  std::string sum(1, '(');
  sum.append(value(from)).append(" + ").append(value(to)).append(") / 2");
  transforms.push_back(JsonObject().text("calculate", sum).text("as", name).done());
  return std::string(name);
}

/// White on dark shades, else dark.
std::string ink_on_shades(const Plot& plot, const PlotLayer& layer) {
  const auto& shades = plot.shade->diverging ? kDiverging : kSequential;
  const std::string value = "datum." + column_name(plot, layer.shade);
  std::string test;
  for (std::size_t i = 0; i < kShades; ++i) {
    if (shades[i].ink == kInk) continue;
    test.append(test.empty() ? "(" : " || (").append(value).append(" >= ");
    test.append(number_text(static_cast<double>(i) / kShades));
    if (i + 1 < kShades) {
      test.append(" && ").append(value).append(" < ");
      test.append(number_text(static_cast<double>(i + 1) / kShades));
    }
    test += ')';
  }
  std::string known("isValid(");
  known.append(value).append(") && (").append(test).append(")");
  return JsonObject()
      .add("condition", JsonObject().text("test", known).text("value", kPaper).done())
      .text("value", kInk)
      .done();
}

/// Words cut to the width of their tile; where few letters fit, `fits` leaves the row out.
std::string cut_words(const Plot& plot, const PlotLayer& layer, const std::string& words,
                      std::vector<std::string>& transforms, std::string& fits) {
  std::string width("(datum.");  // in letters, of about 6 units of 480
  width.append(column_name(plot, layer.x2)).append(" - datum.");
  width.append(column_name(plot, layer.x)).append(") * 80");
  fits.append(" && ").append(width).append(" >= 5");
  std::string cut("truncate(toString(datum.");
  cut.append(words).append("), floor(").append(width).append("))");
  std::string name("shown_");
  name += words;
  transforms.push_back(JsonObject().text("calculate", cut).text("as", name).done());
  return name;
}

/// Words at the marks of a layer: a layer of their own.
std::string words_of(const Plot& plot, const PlotLayer& layer, int column) {
  JsonObject mark;
  mark.text("type", "text").text("color", kInk).add("fontSize", "10");
  const bool boxes = layer.mark == PlotMark::boxes;
  const bool columns = boxes && layer.y < 0;
  const bool frames = boxes && layer.shade < 0 && plot.x.kind == AxisKind::none;
  mark.text("align", boxes && !frames ? "center" : "left");
  if (frames) mark.add("dx", "4").add("dy", "8");  // in the corner
  if (!boxes) mark.add("dx", "6");
  if (columns) mark.add("dy", "-6");
  const bool down = plot.y.kind == AxisKind::none;
  std::vector<std::string> transforms;
  std::string x = column_name(plot, layer.x);
  std::string y = column_name(plot, layer.y < 0 ? layer.y2 : layer.y);
  if (boxes && !frames && layer.x2 >= 0)
    x = middle(plot, layer.x, layer.x2, "middle_x", transforms);
  if (boxes && !frames && !columns && layer.y2 >= 0) {
    y = middle(plot, layer.y, layer.y2, "middle_y", transforms);
  }
  const PlotColumn& words = plot.columns[static_cast<std::size_t>(column)];
  std::string shown = words.name;
  if (boxes && layer.x2 >= 0) {
    std::string fits("isValid(datum.");
    fits.append(column_name(plot, layer.x)).append(")");
    if (plot.x.kind == AxisKind::none) shown = cut_words(plot, layer, words.name, transforms, fits);
    transforms.push_back(JsonObject().text("filter", fits).done());
  }
  JsonObject encoding;
  encoding.add("x", position(plot.x, x, false)).add("y", position(plot.y, y, down));
  JsonObject text;
  text.text("field", shown);
  text.text("type", is_words(words) ? "nominal" : "quantitative");
  if (!is_words(words) && !all_whole(words)) text.text("format", ".3f");
  encoding.add("text", text.done());
  if (layer.shade >= 0 && plot.shade) encoding.add("color", ink_on_shades(plot, layer));
  JsonObject out;
  if (!transforms.empty()) out.add("transform", json_list(transforms));
  return out.add("mark", mark.done()).add("encoding", encoding.done()).done();
}

std::string guide_of(const Plot& plot, const PlotGuide& guide) {
  std::vector<std::string> values;
  const bool upright = plot.y.kind == AxisKind::names;
  for (std::size_t i = 0; i < guide.points.size(); ++i) {
    const auto& [x, y] = guide.points[i];
    values.push_back(JsonObject()
                         .add("x", json_number(x))
                         .add("y", json_number(y))
                         .add("row_", std::to_string(i))
                         .done());
    if (upright) break;
  }
  JsonObject mark, encoding;
  mark.text("type", upright ? "rule" : "line").text("color", kSoft).add("strokeDash", "[5, 4]");
  const auto place = [](std::string_view name, const PlotAxis& axis) {
    return JsonObject()
        .text("field", name)
        .text("type", "quantitative")
        .add("scale", scale_of(axis))
        .done();
  };
  encoding.add("x", place("x", plot.x));
  if (!upright) {
    encoding.add("y", place("y", plot.y));
    encoding.add("order", JsonObject().text("field", "row_").text("type", "quantitative").done());
  }
  JsonObject layer;
  if (!guide.name.empty()) layer.text("description", guide.name);
  layer.add("data", JsonObject().add("values", json_list(values)).done());
  return layer.add("mark", mark.done()).add("encoding", encoding.done()).done();
}

}  // namespace

std::string to_vega_lite(const Plot& plot) {
  std::vector<std::string> layers;
  for (const PlotGuide& guide : plot.guides) {
    if (!plot.empty() && !guide.points.empty()) layers.push_back(guide_of(plot, guide));
  }
  for (const PlotLayer& layer : plot.layers) {
    JsonObject out;
    if (!layer.name.empty()) out.text("description", layer.name);
    layers.push_back(
        out.add("mark", mark_of(plot, layer)).add("encoding", encoding_of(plot, layer)).done());
    if (!layer.words.empty()) layers.push_back(words_of(plot, layer, layer.words.front()));
  }
  if (layers.empty()) {  // a picture has a layer, if only of words
    layers.push_back(
        JsonObject()
            .add("mark", JsonObject().text("type", "text").text("text", plot.finding).done())
            .done());
  }
  std::string out = "{\n  \"$schema\": \"https://vega.github.io/schema/vega-lite/v5.json\"";
  constexpr std::size_t kTitle = 70, kSubtitle = 90;
  out.append(",\n  \"title\": ")
      .append(JsonObject()
                  .add("text", json_strings(lines_of(plot.finding, kTitle)))
                  .add("subtitle", json_strings(lines_of(plot.caption, kSubtitle)))
                  .text("anchor", "start")
                  .done());
  out.append(",\n  \"description\": ").append(json_string(plot.finding));
  out += ",\n  \"width\": 480";
  if (plot.y.kind != AxisKind::names) out += ",\n  \"height\": 300";
  out.append(",\n  \"data\": {\n    \"values\": ").append(values_of(plot)).append("\n  }");
  out += ",\n  \"transform\": [{\"window\": [{\"op\": \"row_number\", \"as\": \"row_\"}]}]";
  const std::string colours = legend_colours(plot);
  if (colours != "[]") {
    const JsonObject range = JsonObject().add("category", colours);
    out.append(",\n  \"config\": ").append(JsonObject().add("range", range.done()).done());
  }
  out += ",\n  \"layer\": [";
  for (std::size_t i = 0; i < layers.size(); ++i) {
    out.append(i == 0 ? "\n    " : ",\n    ").append(layers[i]);
  }
  return out + "\n  ]\n}\n";
}

}  // namespace tallystick
