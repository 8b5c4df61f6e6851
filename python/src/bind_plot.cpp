// Pictures of results as data, which Python draws.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cmath>

#include "bind.hpp"
#include "plot_object.hpp"
#include "result.hpp"
#include "tallystick/base/error.hpp"
#include "tallystick/base/text.hpp"

namespace tallystick::python {

namespace nb = nanobind;

namespace {

std::string_view mark_name(PlotMark mark) {
  switch (mark) {
    case PlotMark::line: return "line";
    case PlotMark::steps: return "steps";
    case PlotMark::points: return "points";
    case PlotMark::bars: return "bars";
    case PlotMark::spans: return "spans";
    case PlotMark::boxes: return "boxes";
  }
  return "";
}

std::string_view axis_name(AxisKind kind) {
  switch (kind) {
    case AxisKind::linear: return "linear";
    case AxisKind::log: return "log";
    case AxisKind::names: return "names";
    case AxisKind::none: return "none";
  }
  return "";
}

nb::str text(std::string_view view) { return nb::str(view.data(), view.size()); }

nb::dict axis(const PlotAxis& axis) {
  nb::dict out;
  out["kind"] = text(axis_name(axis.kind));
  out["title"] = axis.title;
  out["low"] = axis.low;
  out["high"] = axis.high;
  out["whole"] = axis.whole;
  out["names"] = axis.names;
  return out;
}

nb::object column(const Plot& plot, int at) {
  if (at < 0) return nb::none();
  return nb::cast(plot.columns[static_cast<std::size_t>(at)].name);
}

nb::dict layer(const Plot& plot, const PlotLayer& layer) {
  nb::dict out;
  out["mark"] = text(mark_name(layer.mark));
  out["name"] = layer.name;
  out["x"] = column(plot, layer.x);
  out["y"] = column(plot, layer.y);
  out["x2"] = column(plot, layer.x2);
  out["y2"] = column(plot, layer.y2);
  out["size"] = column(plot, layer.size);
  out["shade"] = column(plot, layer.shade);
  nb::list words;
  for (const int at : layer.words) words.append(column(plot, at));
  out["words"] = words;
  out["look"] = layer.look;
  out["lift"] = layer.lift;
  return out;
}

CurveOptions curve_options(const nb::dict& given) {
  CurveOptions out;
  for (const auto& [key, value] : given) {
    const std::string name = nb::cast<std::string>(key);
    if (value.is_none()) continue;
    if (name == "label") {
      out.label = nb::cast<std::string>(nb::str(value));
    } else if (name == "every_point") {
      out.every_point = nb::cast<bool>(value);
    } else if (name == "equal_mass") {
      out.equal_mass = nb::cast<bool>(value);
    } else if (name == "bins" || name == "most_k") {
      std::int64_t n = 0;
      if (!nb::try_cast(value, n) || n < 1 || n > 1'000'000) {
        fail(ErrorCode::wrong_usage,
             name + " has no value " + nb::cast<std::string>(nb::repr(value)),
             "it takes a whole number of 1 to 1000000");
      }
      (name == "bins" ? out.bins : out.most_k) = static_cast<std::uint32_t>(n);
    } else {
      fail(ErrorCode::internal, "a curve has no setting " + quoted(name));
    }
  }
  return out;
}

nb::dict draw(const Result& result, const std::string& name, const nb::dict& options) {
  const PlotKind kind = plot_kind(name);
  const CurveOptions curve = curve_options(options);
  const Tally& tally = result.tallied().tally;
  if (is_curve(kind) && kind != PlotKind::at_k && !tally.keeps_scores() && tally.keeps_ranks()) {
    fail(ErrorCode::no_scores,
         "picture " + quoted(name) + " looks at all scores, of which the report kept the ranks",
         "evaluate with keep_scores=True");
  }
  if (kind == PlotKind::forest) {
    fail(ErrorCode::wrong_usage, "picture 'forest' is of two systems", "see tallystick.compare");
  }
  return plot_object(plot_of(kind, tally, result.tallied().summary, result.options(), curve));
}

}  // namespace

nb::dict plot_object(const Plot& plot) {
  nb::dict out, columns;
  out["kind"] = plot.kind;
  out["finding"] = plot.finding;
  out["caption"] = plot.caption;
  out["notes"] = plot.notes;
  for (const PlotColumn& one : plot.columns) {
    if (one.numbers.empty()) {
      columns[nb::str(one.name.c_str())] = one.words;
    } else {
      columns[nb::str(one.name.c_str())] = one.numbers;
    }
  }
  out["columns"] = columns;
  out["empty"] = plot.empty();
  out["x"] = axis(plot.x);
  out["y"] = axis(plot.y);
  nb::list layers, guides;
  for (const PlotLayer& one : plot.layers) layers.append(layer(plot, one));
  for (const PlotGuide& one : plot.guides) guides.append(nb::make_tuple(one.name, one.points));
  out["layers"] = layers;
  out["guides"] = guides;
  if (plot.shade) out["shade"] = nb::make_tuple(plot.shade->title, plot.shade->diverging);
  return out;
}

void bind_plot(nb::module_& module) {
  module.def("plot", &draw, nb::arg("result"), nb::arg("kind"), nb::arg("options"));
  module.def("plot_kinds", [] {
    nb::list out;
    for (const std::string_view name : plot_names()) out.append(text(name));
    return out;
  });
}

}  // namespace tallystick::python
