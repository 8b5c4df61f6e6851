// The drawing of a plot as SVG, part by part.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "report/plot_cells.hpp"
#include "report/scale.hpp"
#include "report/svg_text.hpp"

namespace tallystick::detail {

inline constexpr double kWidth = 640;
inline constexpr double kRow = 22;     // height of a row of names
inline constexpr double kCell = 30;    // height of a row of cells
inline constexpr double kPlane = 300;  // height of a plane of two numeric axes
inline constexpr double kLine = 17;    // from one line of small text to the next
inline constexpr std::size_t kNameColumns = 34;
inline constexpr int kTicksAcross = 6;  // about

/// Elements, one after the other.
class Markup {
 public:
  std::string out;

  void open(std::string_view kind, std::string_view attributes) {
    out.append("<g class=\"").append(kind).append("\" ").append(attributes).append(">");
  }
  void close() { out += "</g>\n"; }
  void line(double x1, double y1, double x2, double y2) {
    out.append("<line x1=\"").append(svg_number(x1)).append("\" y1=\"").append(svg_number(y1));
    out.append("\" x2=\"").append(svg_number(x2)).append("\" y2=\"").append(svg_number(y2));
    out += "\"/>";
  }
  void rect(double x, double y, double width, double height, std::string_view more = "") {
    out.append("<rect x=\"").append(svg_number(x)).append("\" y=\"").append(svg_number(y));
    out.append("\" width=\"").append(svg_number(std::max(width, 0.5)));
    out.append("\" height=\"").append(svg_number(std::max(height, 0.5))).append("\"");
    out.append(more).append("/>");
  }
  void path(std::string_view d) { out.append("<path d=\"").append(d).append("\"/>"); }
  /// `words` are markup already.
  void text(double x, double y, std::string_view words, std::string_view more = "") {
    out.append("<text x=\"").append(svg_number(x)).append("\" y=\"").append(svg_number(y));
    out.append("\"").append(more).append(">").append(words).append("</text>");
  }
};

inline std::string fill(std::string_view colour) {
  return std::string("fill=\"").append(colour).append("\"");
}

/// Of bars that other marks stand on.
inline std::string pale_fill(std::string_view colour) {
  std::string out = fill(colour);
  return out.append(" fill-opacity=\"0.25\" stroke=\"").append(colour).append("\"");
}

inline std::string stroke(std::string_view colour, double width, std::string_view dashes = "") {
  std::string out = "fill=\"none\" stroke=\"";
  out.append(colour).append("\" stroke-width=\"").append(svg_number(width)).append("\"");
  if (!dashes.empty()) out.append(" stroke-dasharray=\"").append(dashes).append("\"");
  return out;
}

/// The class of a series: "s0 mark".
inline std::string series_of(const PlotLayer& layer, std::string_view part) {
  std::string out(1, 's');
  return out.append(std::to_string(layer.look % kLooks.size())).append(" ").append(part);
}

inline std::string turned(double x, double y) {
  std::string out(" transform=\"rotate(-90 ");
  return out.append(svg_number(x)).append(" ").append(svg_number(y)).append(")\"");
}

/// One plot, drawn once.
class Drawing {
 public:
  Drawing(const Plot& plot, bool standalone)
      : plot_(plot), standalone_(standalone), x_names_(plot.x), y_names_(plot.y) {}

  std::string done();

 private:
  // Room, before anything is drawn.
  void lay_out();
  [[nodiscard]] double left_room() const;
  [[nodiscard]] double right_room() const;
  [[nodiscard]] double plane_height() const;
  [[nodiscard]] double head_of_names() const;

  void draw_words_above();
  void draw_legend();
  void draw_shades();
  void draw_axes();
  void draw_x_axis();
  void draw_y_axis();
  void draw_guides();
  void draw_layer(const PlotLayer& layer);
  void draw_path(const PlotLayer& layer);
  void draw_points(const PlotLayer& layer);
  void draw_bars(const PlotLayer& layer);
  void draw_spans(const PlotLayer& layer);
  void draw_boxes(const PlotLayer& layer);
  void draw_box_words(const PlotLayer& layer, std::size_t row, const std::array<double, 4>& box);
  void draw_caption();

  struct Point {
    double x, y;
    std::size_t row;
  };
  void draw_point_words(const PlotLayer& layer, const std::vector<Point>& points);
  [[nodiscard]] std::optional<std::array<double, 4>> room_beside(double x, double y,
                                                                 double width) const;

  struct Entry {
    std::string name;
    const PlotLayer* layer;  // null: a guide
  };
  [[nodiscard]] std::vector<Entry> legend() const;
  [[nodiscard]] std::optional<double> x_at(int column, std::size_t row) const;
  [[nodiscard]] std::optional<double> y_at(int column, std::size_t row) const;
  [[nodiscard]] std::string words_at(int column, std::size_t row) const;
  [[nodiscard]] bool cells() const noexcept {
    return plot_.x.kind == AxisKind::names && plot_.y.kind == AxisKind::names;
  }

  const Plot& plot_;
  bool standalone_;
  NamePlaces x_names_, y_names_;
  double left_ = 0, right_ = 0, top_ = 0, bottom_ = 0, height_ = 0;
  std::optional<Scale> x_, y_;
  std::vector<std::array<double, 4>> taken_;  // boxes of words beside points
  Markup svg_;
};

}  // namespace tallystick::detail
