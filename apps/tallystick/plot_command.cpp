// tallystick plot: a picture, or the numbers that it is made of.
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "commands.hpp"
#include "output.hpp"
#include "tallystick/base/error.hpp"
#include "tallystick/base/text.hpp"
#include "tallystick/plots.hpp"
#include "tallystick/report/raster.hpp"

namespace tallystick::app {

namespace {

constexpr std::pair<std::string_view, PlotFormat> kEndings[] = {
    {".svg", PlotFormat::svg},           {".png", PlotFormat::png},   {".pdf", PlotFormat::pdf},
    {".vl.json", PlotFormat::vega_lite}, {".json", PlotFormat::json}, {".csv", PlotFormat::csv}};

bool is_image(PlotFormat format) {
  return format == PlotFormat::svg || format == PlotFormat::png || format == PlotFormat::pdf;
}

/// What -o says, else what the name of the file says, else CSV.
PlotFormat format_of(const Options& options) {
  for (const std::string_view other :
       {".jpg", ".jpeg", ".gif", ".webp", ".tif", ".tiff", ".eps", ".ps", ".bmp", ".html"}) {
    if (!options.out.ends_with(other)) continue;
    fail(ErrorCode::wrong_usage,
         "--out names " + tallystick::quoted(options.out) + ", and plot writes no such files",
         "it writes .svg, .png, .pdf, .vl.json (Vega-Lite), .csv, .json");
  }
  for (const auto& [ending, format] : kEndings) {
    if (!options.out.ends_with(ending)) continue;
    const PlotFormat said = options.plot_format.value_or(format);
    if (said != format && (is_image(said) || is_image(format))) {
      fail(ErrorCode::wrong_usage,
           "--out names a file that ends in " + std::string(ending) + ", and -o says otherwise",
           "leave out -o, or name another file");
    }
    return said;
  }
  return options.plot_format.value_or(PlotFormat::csv);
}

/// An option that the picture would not look at was meant for another one.
void check_options(PlotKind kind, std::string_view name, const Options& options) {
  const auto only = [&](bool given, std::string_view option, bool fits, std::string_view kinds) {
    if (!given || fits) return;
    fail(ErrorCode::wrong_usage,
         "picture " + std::string(name) + " does not look at " + std::string(option) + " (for " +
             std::string(kinds) + ")",
         "leave it out");
  };
  const bool curve = is_curve(kind), forest = kind == PlotKind::forest;
  const CurveOptions usual;
  only(options.curve.label.has_value() || options.curve.every_point, "--label and --every-point",
       curve, "curves");
  only(options.curve.bins != usual.bins || options.curve.equal_mass, "--bins and --binning",
       kind == PlotKind::reliability, "reliability");
  only(options.curve.most_k != usual.most_k, "--max-k", kind == PlotKind::at_k, "at-k");
  only(options.threshold_given || options.evaluate.top_k || !options.evaluate.thresholds.empty(),
       "--threshold, --thresholds and --top-k", !curve, "pictures of label sets");
  only(options.evaluate.branch_level.has_value(), "--branch-level", kind == PlotKind::confusion,
       "confusion");
  only(!options.evaluate.train.empty(), "--train", kind == PlotKind::bias, "bias");
  only(options.measures_given, "--measures", forest || kind == PlotKind::figures,
       "figures and forest");
  only(options.evaluate.interval.method != IntervalMethod::none, "--interval",
       kind == PlotKind::figures, "figures");
  only(!options.compare.names.empty() || options.compare.all_pairs || options.compare.margin,
       "--names, --pairs and --margin", forest, "forest");
}

std::string rendered(PlotFormat format, const Plot& plot) {
  switch (format) {
    case PlotFormat::csv: return to_csv(plot);
    case PlotFormat::json: return to_json(plot);
    case PlotFormat::vega_lite: return to_vega_lite(plot);
    case PlotFormat::svg: return to_svg(plot);
    case PlotFormat::png: return to_png(to_svg(plot));
    case PlotFormat::pdf: return to_pdf(to_svg(plot));
  }
  return {};
}

void remark_notes(const Options& options, const std::vector<std::string>& notes) {
  if (options.quiet) return;
  for (const std::string& note : notes) remark("tallystick: note: " + note + '\n');
}

/// Curves have a table of their own, older than pictures.
int curve_table(const Options& options, bool json) {
  const Curve curve = [&options] {
    const Progress progress(!options.quiet && remarks_are_terminal());
    return curve_of_files(options.operands, options.evaluate, options.curve);
  }();
  write_out(options.out, json ? to_json(curve) : to_csv(curve));
  if (!json || !options.out.empty()) remark_notes(options, curve.notes);
  return 0;
}

}  // namespace

int plot(const Options& given) {
  Options options = with_threads(given);
  if (options.operands.empty()) {
    fail(ErrorCode::wrong_usage, "expected a KIND of picture", plot_names_hint());
  }
  const std::string name = options.operands.front();
  const PlotKind kind = plot_kind(name);
  options.operands.erase(options.operands.begin());
  const PlotFormat format = format_of(options);
  check_options(kind, name, options);
  check_outputs(options);
  check_measures(options.evaluate);
  const bool bytes = format == PlotFormat::png || format == PlotFormat::pdf;
  if (bytes) need_rsvg();  // before anything is read
  if (bytes && output_is_terminal() && (options.out.empty() || is_standard_output(options.out))) {
    fail(ErrorCode::wrong_usage, "PNG and PDF are no text for a terminal",
         "name a file with --out FILE");
  }
  if (is_curve(kind) && (format == PlotFormat::csv || format == PlotFormat::json)) {
    options.curve.kind = static_cast<CurveKind>(kind);
    return curve_table(options, format == PlotFormat::json);
  }
  const Plot plot = [&] {
    const Progress progress(!options.quiet && remarks_are_terminal());
    return plot_files(kind, options.operands, options.evaluate, options.curve, options.compare);
  }();
  write_out(options.out, rendered(format, plot));
  if (format == PlotFormat::csv || !options.out.empty()) remark_notes(options, plot.notes);
  if (!options.out.empty() && !options.quiet && !is_standard_output(options.out)) {
    remark("tallystick: " + plot.finding + '\n');
  }
  return 0;
}

}  // namespace tallystick::app
