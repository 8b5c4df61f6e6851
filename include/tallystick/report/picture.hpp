// Pictures as data: marks in the coordinates of two axes. SVG, Vega-Lite and tables come from it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tallystick {

/// One column of the table behind a picture: numbers (NaN: no value), or words.
struct PlotColumn {
  std::string name;  // letters, digits and '_'
  std::vector<double> numbers = {};
  std::vector<std::string> words = {};
};

enum class AxisKind : std::uint8_t {
  linear,
  log,    // of numbers above 0
  names,  // words, the first one on top or on the left
  none,   // places without a meaning of their own: nothing is drawn
};

struct PlotAxis {
  AxisKind kind = AxisKind::linear;
  std::string title = {};
  double low = 0, high = 1;             // what is drawn; other values are left out
  bool whole = false;                   // values are whole numbers, and so are ticks
  std::vector<std::string> names = {};  // of AxisKind::names; each once
};

enum class PlotMark : std::uint8_t {
  line,    // through the rows, in their order
  steps,   // the same, up or down first, then along
  points,  // their areas go with `size`, if there is one
  bars,    // from the low end of the x axis to x, in the row y of an axis of names
  spans,   // from x to x2 at y
  boxes,   // from x to x2 and from y (of -1: the low end of the axis) to y2
};

/// What is drawn of the rows. Numbers are of columns; -1: none.
struct PlotLayer {
  PlotMark mark = PlotMark::line;
  std::string name = {};  // in the legend; empty: not there
  int x = -1, y = -1, x2 = -1, y2 = -1;
  int size = -1;                // of points: an amount from 0
  int shade = -1;               // 0 to 1, see Plot::shade
  std::vector<int> words = {};  // written at the mark, a line each
  unsigned look = 0;  // colour, dashes and symbol, 0 to 5: no two looks differ by colour alone
  double lift = 0;    // of marks in rows of names: up by so much of the row
};

/// A line beside the data: what chance gives, a trend, nothing gained.
struct PlotGuide {
  std::string name;  // in the legend; empty: not there
  std::vector<std::pair<double, double>> points;
};

/// What colours of shades mean. Each shade is also written as a number.
struct PlotShade {
  std::string title;
  bool diverging = false;  // low is orange, high is blue; else the more, the darker
};

struct Plot {
  std::string kind;     // its name on the command line: "pr"
  std::string finding;  // what is to be seen, a sentence
  std::string caption;  // what is drawn, of which data, and what is left out
  std::vector<PlotColumn> columns = {};
  PlotAxis x = {}, y = {};
  std::vector<PlotLayer> layers = {};
  std::vector<PlotGuide> guides = {};
  std::optional<PlotShade> shade = {};
  std::vector<std::string> notes = {};

  [[nodiscard]] std::size_t n_rows() const noexcept;
  /// There is nothing to draw; the finding says why.
  [[nodiscard]] bool empty() const noexcept { return layers.empty() || n_rows() == 0; }
};

struct SvgOptions {
  /// With the finding above and the caption below, on white paper. Else the drawing alone, to be
  /// put into a page that says both and has plot_style().
  bool standalone = true;
};

/// A well-formed SVG 1.1 element; the same plot gives the same bytes. Colours stand in attributes,
/// so it is whole without any style. Text is text, in any script; long names are cut.
[[nodiscard]] std::string to_svg(const Plot& plot, const SvgOptions& options = {});
/// Rules of style for pages that hold such elements: what is dark on light turns where readers
/// prefer dark pages. It needs nothing from the page.
[[nodiscard]] std::string_view plot_style() noexcept;

/// A Vega-Lite 5 specification with its data inside; two-space indent.
[[nodiscard]] std::string to_vega_lite(const Plot& plot);
/// The table after RFC 4180; an empty field where there is no value.
[[nodiscard]] std::string to_csv(const Plot& plot);
/// {"tallystick", "picture", "finding", "caption", "columns", "rows", "notes"}; null for NaN.
[[nodiscard]] std::string to_json(const Plot& plot);

/// The table as text, the first row its head; numbers with that many decimals.
[[nodiscard]] std::vector<std::vector<std::string>> plot_table(const Plot& plot, int digits,
                                                               std::size_t most_rows);

}  // namespace tallystick
