// Marks, and words at them.
#include <cmath>
#include <utility>

#include "report/drawing.hpp"

namespace tallystick::detail {

namespace {

std::optional<double> place(const PlotAxis& axis, const NamePlaces& names, const Scale& scale,
                            const PlotColumn& column, std::size_t row) {
  if (axis.kind == AxisKind::names) {
    const auto found = names.of(column.words[row]);
    return found ? std::optional(scale.at(*found)) : std::nullopt;
  }
  const double value = column.numbers[row];
  return scale.holds(value) ? std::optional(scale.at(value)) : std::nullopt;
}

}  // namespace

std::optional<double> Drawing::x_at(int column, std::size_t row) const {
  return place(plot_.x, x_names_, *x_, plot_.columns[static_cast<std::size_t>(column)], row);
}
std::optional<double> Drawing::y_at(int column, std::size_t row) const {
  return place(plot_.y, y_names_, *y_, plot_.columns[static_cast<std::size_t>(column)], row);
}

std::string Drawing::words_at(int column, std::size_t row) const {
  const PlotColumn& from = plot_.columns[static_cast<std::size_t>(column)];
  if (is_words(from)) return from.words[row];
  if (std::isnan(from.numbers[row])) return "-";
  constexpr int kDigits = 3;
  return all_whole(from) ? number_text(from.numbers[row]) : fixed_text(from.numbers[row], kDigits);
}

void Drawing::draw_path(const PlotLayer& layer) {
  const Look& look = look_of(layer);
  std::string d;
  std::vector<std::pair<double, double>> places;
  std::optional<double> last_x;
  for (std::size_t row = 0; row < plot_.n_rows(); ++row) {
    const auto x = x_at(layer.x, row), y = y_at(layer.y, row);
    if (!x || !y) {
      last_x.reset();
      continue;
    }
    if (last_x && layer.mark == PlotMark::steps)
      d.append("V").append(svg_number(*y)).append("H");
    else
      d.append(last_x ? "L" : "M");
    d.append(svg_number(*x));
    if (!last_x || layer.mark != PlotMark::steps) d.append(" ").append(svg_number(*y));
    places.emplace_back(*x, *y);
    last_x = x;
  }
  if (places.empty()) return;
  svg_.open(series_of(layer, "line"),
            stroke(look.colour, 2, look.dashes) + " stroke-linejoin=\"round\"");
  svg_.path(d);
  svg_.close();
  // Symbols tell lines apart where colours and dashes do not: a few, spread along the line.
  constexpr std::size_t kSymbols = 12;
  const std::size_t shown = std::min(places.size(), kSymbols);
  svg_.open(series_of(layer, "mark"), fill(look.colour));
  for (std::size_t i = 0; i < shown; ++i) {
    const std::size_t at = shown == 1 ? 0 : i * (places.size() - 1) / (shown - 1);
    svg_.path(symbol_path(look.symbol, places[at].first, places[at].second, 3.5));
  }
  svg_.close();
}

/// Room for words beside a point, if no other mark or words are there: to its right, else left.
std::optional<std::array<double, 4>> Drawing::room_beside(double x, double y, double width) const {
  for (const double from : {x + 8, x - 8 - width}) {
    const std::array<double, 4> box = {from, y - 6, from + width, y + 5};
    if (box[0] < left_ || box[2] > right_ + 8) continue;
    const bool taken =
        std::any_of(taken_.begin(), taken_.end(), [&](const std::array<double, 4>& other) {
          return box[0] < other[2] && other[0] < box[2] && box[1] < other[3] && other[1] < box[3];
        });
    if (!taken) return box;
  }
  return {};
}

void Drawing::draw_points(const PlotLayer& layer) {
  const Look& look = look_of(layer);
  const std::size_t n = plot_.n_rows();
  double most = 0;
  for (std::size_t row = 0; layer.size >= 0 && row < n; ++row) {
    const double size = number_at(plot_, layer.size, row);
    if (size > most) most = size;
  }
  const bool in_rows = plot_.y.kind == AxisKind::names;
  const double lift = in_rows ? layer.lift * kRow : 0;
  const bool clear = n > 60 || layer.size >= 0;
  svg_.open(series_of(layer, "mark points"),
            fill(look.colour) + (clear ? " fill-opacity=\"0.55\"" : " stroke=\"#ffffff\""));
  std::vector<Point> drawn;
  for (std::size_t row = 0; row < n; ++row) {
    const auto x = x_at(layer.x, row), y = y_at(layer.y, row);
    if (!x || !y) continue;
    double radius = n > 200 ? 3 : 4.5;
    if (layer.size >= 0 && most > 0) {
      radius = 2.5 + 6.5 * std::sqrt(number_at(plot_, layer.size, row) / most);
    }
    if (!(radius > 0)) continue;
    svg_.path(symbol_path(look.symbol, *x, *y - lift, radius));
    drawn.push_back({*x, *y - lift, row});
    taken_.push_back({*x - radius, *y - radius, *x + radius, *y + radius});
  }
  svg_.close();
  if (!layer.words.empty()) draw_point_words(layer, drawn);
}

void Drawing::draw_point_words(const PlotLayer& layer, const std::vector<Point>& points) {
  constexpr std::size_t kColumns = 24;
  svg_.open("ink", fill(kInk) + " font-size=\"11\"");
  for (const auto& [x, y, row] : points) {
    const std::string words = words_at(layer.words[0], row);
    if (words.empty()) continue;
    if (plot_.y.kind == AxisKind::names) {
      svg_.text(right_ + 8, y + 4, shown_label(words, kColumns + 6));
      continue;
    }
    const auto box = room_beside(x, y, text_width(fitted(printable(words), kColumns), 11));
    if (!box) continue;
    taken_.push_back(*box);
    const bool left = (*box)[0] < x;
    svg_.text(left ? x - 8 : x + 8, y + 4, shown_label(words, kColumns),
              left ? " text-anchor=\"end\"" : "");
  }
  svg_.close();
}

void Drawing::draw_bars(const PlotLayer& layer) {
  const Look& look = look_of(layer);
  // Other marks are to be seen on them.
  const bool alone = plot_.layers.size() == 1;
  svg_.open(series_of(layer, alone ? "mark" : "mark line"),
            alone ? fill(look.colour) : pale_fill(look.colour));
  std::vector<std::array<double, 3>> ends;
  for (std::size_t row = 0; row < plot_.n_rows(); ++row) {
    const auto y = y_at(layer.y, row);
    if (!y) continue;
    const auto x = x_at(layer.x, row);
    if (x) svg_.rect(left_, *y - 7, *x - left_, 14);
    ends.push_back({x.value_or(left_), *y, static_cast<double>(row)});
  }
  svg_.close();
  if (layer.words.empty()) return;
  svg_.open("ink", fill(kInk));
  for (const auto& [x, y, row] : ends) {
    svg_.text(alone ? x + 6 : right_ + 8, y + 4,
              shown_label(words_at(layer.words[0], static_cast<std::size_t>(row)), kNameColumns));
  }
  svg_.close();
}

void Drawing::draw_spans(const PlotLayer& layer) {
  const Look& look = look_of(layer);
  svg_.open(series_of(layer, "line"), stroke(look.colour, 2.5) + " stroke-opacity=\"0.75\"");
  for (std::size_t row = 0; row < plot_.n_rows(); ++row) {
    const auto y = y_at(layer.y, row);
    const double low = number_at(plot_, layer.x, row), high = number_at(plot_, layer.x2, row);
    if (!y || std::isnan(low) || std::isnan(high)) continue;
    const double from = x_->at(std::clamp(low, plot_.x.low, plot_.x.high));
    const double to = x_->at(std::clamp(high, plot_.x.low, plot_.x.high));
    svg_.line(from, *y, to, *y);
    svg_.line(from, *y - 4, from, *y + 4);
    svg_.line(to, *y - 4, to, *y + 4);
  }
  svg_.close();
}

void Drawing::draw_box_words(const PlotLayer& layer, std::size_t row,
                             const std::array<double, 4>& box) {
  const auto& [x1, y1, x2, y2] = box;
  const double width = x2 - x1, height = y2 - y1;
  if (layer.shade < 0 && plot_.x.kind != AxisKind::none) {  // above a column
    svg_.text((x1 + x2) / 2, y1 - 4, shown_label(words_at(layer.words[0], row), 12),
              " text-anchor=\"middle\" font-size=\"11\"");
    return;
  }
  const auto fits = static_cast<std::size_t>(std::max(0.0, width - 4) / (11 * 0.6));
  std::vector<std::string> lines;
  for (const int column : layer.words) {
    constexpr std::size_t kLeast = 5;  // columns of a name that is cut: fewer say nothing
    if (height < 13 * static_cast<double>(lines.size() + 1) + 3) break;
    const std::string words = words_at(column, row);
    const bool whole = display_width(printable(words)) <= fits;
    const bool number = !is_words(plot_.columns[static_cast<std::size_t>(column)]);
    if (words.empty() || (!whole && (number || fits < kLeast))) continue;
    lines.push_back(shown_label(words, fits));
  }
  const bool centred = layer.shade >= 0;
  const double above = 6.5 * (static_cast<double>(lines.size()) - 1);
  double y = centred ? (y1 + y2) / 2 + 4 - above : y1 + 12;
  for (const std::string& line : lines) {
    svg_.text(centred ? (x1 + x2) / 2 : x1 + 4, y, line,
              centred ? " text-anchor=\"middle\" font-size=\"11\"" : " font-size=\"11\"");
    y += 13;
  }
}

void Drawing::draw_boxes(const PlotLayer& layer) {
  const auto& shades = plot_.shade && plot_.shade->diverging ? kDiverging : kSequential;
  const Look& look = look_of(layer);
  const double half_x = cells() ? (x_->at(0.5) - x_->at(0)) : 0;
  const double half_y = cells() ? (y_->at(0.5) - y_->at(0)) : 0;
  const bool frames = layer.shade < 0 && plot_.x.kind == AxisKind::none;
  for (std::size_t row = 0; row < plot_.n_rows(); ++row) {
    const auto x = x_at(layer.x, row);
    const auto y = layer.y < 0 ? std::optional(bottom_) : y_at(layer.y, row);
    if (!x || !y) continue;
    const auto x2 = cells() ? std::optional(*x + half_x) : x_at(layer.x2, row);
    const auto y2 = cells() ? std::optional(*y + half_y) : y_at(layer.y2, row);
    if (!x2 || !y2) continue;
    const std::array<double, 4> box = {std::min(*x, *x2) - half_x, std::min(*y, *y2) - half_y,
                                       std::max(*x, *x2), std::max(*y, *y2)};
    const double width = box[2] - box[0], height = box[3] - box[1];
    std::string_view ink = kInk;
    if (layer.shade >= 0) {
      const std::size_t shade = shade_of(number_at(plot_, layer.shade, row));
      const Shade paint = shade < kShades ? shades[shade] : Shade{kNone, kInk};
      ink = paint.ink;
      svg_.open("shade", fill(paint.fill) + " stroke=\"#ffffff\" stroke-width=\"1\"");
      svg_.rect(box[0], box[1], width, height);
    } else if (frames) {
      svg_.open("frame", fill("none") + " stroke=\"#51606f\" stroke-width=\"1.5\"");
      svg_.rect(box[0], box[1], width, height);
    } else if (height > 0.25) {
      svg_.open(series_of(layer, "mark"), fill(look.colour));
      svg_.rect(box[0] + 1.5, box[1], width - 3, height);
    } else {
      svg_.open(series_of(layer, "mark"), fill(look.colour));
    }
    svg_.close();
    if (layer.words.empty()) continue;
    svg_.open(layer.shade >= 0 ? "on" : "ink", fill(ink));
    draw_box_words(layer, row, box);
    svg_.close();
  }
}

void Drawing::draw_layer(const PlotLayer& layer) {
  switch (layer.mark) {
    case PlotMark::line:
    case PlotMark::steps: return draw_path(layer);
    case PlotMark::points: return draw_points(layer);
    case PlotMark::bars: return draw_bars(layer);
    case PlotMark::spans: return draw_spans(layer);
    case PlotMark::boxes: return draw_boxes(layer);
  }
}

}  // namespace tallystick::detail
