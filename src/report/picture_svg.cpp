// The drawing of a plot.
#include <algorithm>
#include <vector>

#include "report/drawing.hpp"

namespace tallystick {

namespace detail {

namespace {

Scale scale_of(const PlotAxis& axis, double from, double to) {
  if (axis.kind != AxisKind::names) return {axis, from, to};
  PlotAxis places;
  places.low = -0.5;
  places.high = std::max(1.0, static_cast<double>(axis.names.size())) - 0.5;
  return {places, from, to};
}

}  // namespace

double Drawing::left_room() const {
  if (plot_.y.kind == AxisKind::none) return 8;
  if (plot_.y.kind != AxisKind::names) return 64;
  double widest = 40;
  for (const std::string& name : plot_.y.names) {
    widest = std::max(widest, text_width(fitted(printable(name), kNameColumns)));
  }
  return std::min(widest, kNameColumns * 7.2) + 14;
}

/// Words of bars, and of points in rows of names, stand to the right.
double Drawing::right_room() const {
  double widest = 20;
  const std::vector<Tick> ticks = ticks_of(plot_.x, kTicksAcross);
  if (!ticks.empty()) widest = std::max(widest, text_width(ticks.back().text) / 2 + 4);
  for (const PlotLayer& layer : plot_.layers) {
    if (plot_.y.kind != AxisKind::names || cells()) continue;
    for (const int column : layer.words) {
      for (std::size_t row = 0; row < plot_.n_rows(); ++row) {
        widest = std::max(widest, text_width(words_at(column, row)) + 12);
      }
    }
  }
  return std::min(widest, kWidth / 3);
}

double Drawing::plane_height() const {
  if (plot_.y.kind == AxisKind::none) return kPlane * 1.4;
  if (plot_.y.kind != AxisKind::names) return kPlane;
  return (cells() ? kCell : kRow) * std::max(1.0, static_cast<double>(plot_.y.names.size()));
}

/// Names above a plane of cells run upwards.
double Drawing::head_of_names() const {
  if (!cells()) return 0;
  double widest = 0;
  for (const std::string& name : plot_.x.names) {
    widest = std::max(widest, text_width(fitted(printable(name), kNameColumns / 2)));
  }
  return widest + 12 + (plot_.x.title.empty() ? 0 : kLine);
}

void Drawing::lay_out() {
  left_ = left_room();
  right_ = kWidth - right_room();
  if (cells()) {  // square cells where there are few
    const double wide = static_cast<double>(plot_.x.names.size()) * kCell * 2;
    right_ = std::min(right_, left_ + std::max(wide, kCell));
  }
  top_ += head_of_names() + (plot_.x.kind == AxisKind::none ? 0 : 8);
  if (plot_.y.kind == AxisKind::names && !cells() && !plot_.y.title.empty()) top_ += kLine;
  bottom_ = top_ + plane_height();
  const bool down = plot_.y.kind == AxisKind::names || plot_.y.kind == AxisKind::none;
  x_.emplace(scale_of(plot_.x, left_, right_));
  y_.emplace(down ? scale_of(plot_.y, top_, bottom_) : scale_of(plot_.y, bottom_, top_));
  const bool numbers_below = plot_.x.kind == AxisKind::linear || plot_.x.kind == AxisKind::log;
  height_ = bottom_ + (numbers_below ? kLine + 4 + (plot_.x.title.empty() ? 0 : kLine) : 0) + 8;
}

void Drawing::draw_words_above() {
  if (!standalone_) return;
  constexpr std::size_t kColumns = 70;
  top_ += 24;
  svg_.open("ink", fill(kInk) + " font-size=\"15\" font-weight=\"bold\"");
  for (const std::string& line : lines_of(plot_.finding, kColumns)) {
    svg_.text(8, top_, xml_text(line));
    top_ += 20;
  }
  svg_.close();
  top_ -= 8;
}

std::vector<Drawing::Entry> Drawing::legend() const {
  std::vector<Entry> out;
  for (const PlotLayer& layer : plot_.layers) {
    const bool known =
        std::any_of(out.begin(), out.end(), [&](const Entry& e) { return e.name == layer.name; });
    if (!layer.name.empty() && !known) out.push_back({layer.name, &layer});
  }
  for (const PlotGuide& guide : plot_.guides) {
    if (!guide.name.empty()) out.push_back({guide.name, nullptr});
  }
  return out;
}

void Drawing::draw_legend() {
  const std::vector<Entry> entries = legend();
  if (entries.empty()) return;
  constexpr double kKey = 30;
  double x = 10, y = top_ + kLine;
  for (const Entry& entry : entries) {
    const std::string name = shown_label(entry.name, kNameColumns + 20);
    const double width = kKey + 6 + text_width(entry.name) + 14;
    if (x > 10 && x + width > kWidth) x = 10, y += kLine + 2;
    const double middle = y - 4;
    if (entry.layer == nullptr) {
      svg_.open("guide", stroke(kSoft, 1.5, "5 4"));
      svg_.line(x, middle, x + kKey, middle);
      svg_.close();
    } else {
      const Look& look = look_of(*entry.layer);
      const PlotMark mark = entry.layer->mark;
      if (mark == PlotMark::line || mark == PlotMark::steps || mark == PlotMark::spans) {
        svg_.open(series_of(*entry.layer, "line"), stroke(look.colour, 2, look.dashes));
        svg_.line(x, middle, x + kKey, middle);
        svg_.close();
      }
      const bool pale = mark == PlotMark::bars && plot_.layers.size() > 1;
      svg_.open(series_of(*entry.layer, pale ? "mark line" : "mark"),
                pale ? pale_fill(look.colour) : fill(look.colour));
      if (mark == PlotMark::bars || mark == PlotMark::boxes) {
        svg_.rect(x, middle - 5, kKey, 10);
      } else if (mark != PlotMark::spans) {
        svg_.path(symbol_path(look.symbol, x + kKey / 2, middle, 4));
      }
      svg_.close();
    }
    svg_.open("ink", fill(kInk));
    svg_.text(x + kKey + 6, y, name);
    svg_.close();
    x += width;
  }
  top_ = y + 6;
}

void Drawing::draw_shades() {
  if (!plot_.shade) return;
  const auto& shades = plot_.shade->diverging ? kDiverging : kSequential;
  const double y = top_ + kLine;
  const std::string title = xml_text(plot_.shade->title) + ":";
  svg_.open("ink", fill(kInk));
  svg_.text(10, y, title);
  svg_.close();
  double x = 10 + text_width(title) + 8;
  for (std::size_t i = 0; i < kShades; ++i) {
    svg_.open("shade", fill(shades[i].fill) + " stroke=\"#51606f\" stroke-width=\"0.5\"");
    svg_.rect(x, y - 11, 68, 15);
    svg_.close();
    const double step = 1.0 / kShades;
    svg_.open("on", fill(shades[i].ink) + " text-anchor=\"middle\" font-size=\"11\"");
    svg_.text(x + 34, y,
              fixed_text(static_cast<double>(i) * step, 1) + " \u2013 " +
                  fixed_text(static_cast<double>(i + 1) * step, 1));
    svg_.close();
    x += 68;
  }
  top_ = y + 10;
}

void Drawing::draw_caption() {
  if (!standalone_) return;
  constexpr std::size_t kColumns = 96;
  svg_.open("soft", fill(kSoft) + " font-size=\"11.5\"");
  height_ += 8;
  std::string text = plot_.caption;
  for (const std::string& note : plot_.notes) text.append(" Note: ").append(note).append(".");
  for (const std::string& line : lines_of(text, kColumns)) {
    height_ += kLine - 1;
    svg_.text(8, height_, xml_text(line));
  }
  svg_.close();
  height_ += 10;
}

std::string Drawing::done() {
  draw_words_above();
  if (plot_.empty()) {
    height_ = top_;
    if (!standalone_) {
      height_ = 40;
      svg_.open("ink", fill(kInk));
      svg_.text(8, 24, xml_text(plot_.finding));
      svg_.close();
    }
  } else {
    draw_legend();
    draw_shades();
    lay_out();
    draw_axes();
    draw_guides();
    for (const PlotLayer& layer : plot_.layers) draw_layer(layer);
  }
  draw_caption();
  const std::string size = svg_number(kWidth) + " " + svg_number(height_);
  std::string out = "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"plot\" role=\"img\" ";
  if (standalone_) {
    out.append("width=\"").append(svg_number(kWidth)).append("\" height=\"");
    out.append(svg_number(height_)).append("\" ");
  }
  out.append("viewBox=\"0 0 ").append(size);
  out +=
      "\" font-family=\"Liberation Sans, Arial, Helvetica, DejaVu Sans, sans-serif\" "
      "font-size=\"12\">\n<title>";
  out.append(xml_text(plot_.finding)).append("</title><desc>").append(xml_text(plot_.caption));
  out += "</desc>\n";
  if (standalone_) {
    out.append("<rect width=\"100%\" height=\"100%\" fill=\"").append(kPaper).append("\"/>\n");
  }
  return out.append(svg_.out).append("</svg>\n");
}

}  // namespace detail

std::string to_svg(const Plot& plot, const SvgOptions& options) {
  return detail::Drawing(plot, options.standalone).done();
}

std::string_view plot_style() noexcept {
  return R"css(
.plot text{font-family:system-ui,"Liberation Sans",Arial,sans-serif}
@media screen and (prefers-color-scheme:dark){
.plot .ink{fill:#e8edf2}.plot .soft{fill:#a9b6c3}
.plot .rule{stroke:#313c48}.plot .axis{stroke:#7a8794}.plot .guide{stroke:#a9b6c3}
.plot .frame{stroke:#a9b6c3}.plot .shade{stroke:#12171d}.plot .points{stroke:#12171d}
.plot .s0.mark{fill:#7db8f5}.plot .s0.line{stroke:#7db8f5}
.plot .s1.mark{fill:#f0a05e}.plot .s1.line{stroke:#f0a05e}
.plot .s2.mark{fill:#5fd0bd}.plot .s2.line{stroke:#5fd0bd}
.plot .s3.mark{fill:#d7a1ea}.plot .s3.line{stroke:#d7a1ea}
.plot .s4.mark{fill:#d9bd7a}.plot .s4.line{stroke:#d9bd7a}
.plot .s5.mark{fill:#c3ccd6}.plot .s5.line{stroke:#c3ccd6}
}
)css";
}

}  // namespace tallystick
