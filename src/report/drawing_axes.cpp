// Axes, and lines beside the data.
#include "report/drawing.hpp"

namespace tallystick::detail {

void Drawing::draw_x_axis() {
  if (plot_.x.kind == AxisKind::none) return;
  if (plot_.x.kind == AxisKind::names) {
    svg_.open("ink", fill(kInk));
    for (std::size_t i = 0; i < plot_.x.names.size(); ++i) {
      const double x = x_->at(static_cast<double>(i)) + 4;
      const std::string turn = turned(x, top_ - 6);
      svg_.text(x, top_ - 6, shown_label(plot_.x.names[i], kNameColumns / 2), turn);
    }
    svg_.close();
    svg_.open("soft", fill(kSoft) + " text-anchor=\"middle\"");
    if (!plot_.x.title.empty()) {
      svg_.text((left_ + right_) / 2, top_ - head_of_names() + 10, xml_text(plot_.x.title));
    }
    svg_.close();
    return;
  }
  const std::vector<Tick> ticks = ticks_of(plot_.x, kTicksAcross);
  svg_.open("rule", stroke(kRule, 1));
  for (const Tick& tick : ticks) svg_.line(x_->at(tick.value), top_, x_->at(tick.value), bottom_);
  svg_.close();
  svg_.open("soft", fill(kSoft) + " text-anchor=\"middle\"");
  for (const Tick& tick : ticks) svg_.text(x_->at(tick.value), bottom_ + kLine, tick.text);
  svg_.text((left_ + right_) / 2, bottom_ + 2 * kLine + 4, xml_text(plot_.x.title));
  svg_.close();
}

void Drawing::draw_y_axis() {
  if (plot_.y.kind == AxisKind::none) return;
  if (plot_.y.kind == AxisKind::names) {
    svg_.open("ink", fill(kInk) + " text-anchor=\"end\"");
    for (std::size_t i = 0; i < plot_.y.names.size(); ++i) {
      svg_.text(left_ - 8, y_->at(static_cast<double>(i)) + 4,
                shown_label(plot_.y.names[i], kNameColumns));
    }
    svg_.close();
    if (plot_.y.title.empty()) return;
    const bool fits = text_width(plot_.y.title) < left_ - 16;
    svg_.open("soft", fill(kSoft) + (fits ? " text-anchor=\"end\"" : ""));
    svg_.text(fits ? left_ - 8 : 8, top_ - 6, xml_text(plot_.y.title));
    svg_.close();
    return;
  }
  const std::vector<Tick> ticks = ticks_of(plot_.y, 5);
  svg_.open("rule", stroke(kRule, 1));
  for (const Tick& tick : ticks) svg_.line(left_, y_->at(tick.value), right_, y_->at(tick.value));
  svg_.close();
  svg_.open("soft", fill(kSoft) + " text-anchor=\"end\"");
  for (const Tick& tick : ticks) svg_.text(left_ - 6, y_->at(tick.value) + 4, tick.text);
  svg_.close();
  if (plot_.y.title.empty()) return;
  svg_.open("soft", fill(kSoft) + " text-anchor=\"middle\"");
  const double middle = (top_ + bottom_) / 2;
  svg_.text(14, middle, xml_text(plot_.y.title), turned(14, middle));
  svg_.close();
}

void Drawing::draw_axes() {
  draw_x_axis();
  draw_y_axis();
  if (plot_.x.kind == AxisKind::none || cells()) return;
  svg_.open("axis", stroke(kAxisColour, 1));
  svg_.line(left_, top_, left_, bottom_);
  if (plot_.x.kind != AxisKind::names) svg_.line(left_, bottom_, right_, bottom_);
  svg_.close();
}

void Drawing::draw_guides() {
  if (plot_.guides.empty()) return;
  svg_.open("guide", stroke(kSoft, 1.5, "5 4"));
  for (const PlotGuide& guide : plot_.guides) {
    std::string d;
    for (const auto& [x, y] : guide.points) {
      const bool upright = plot_.y.kind == AxisKind::names;  // through all rows
      if (!x_->holds(x) || (!upright && !y_->holds(y))) {
        d += ' ';
        continue;
      }
      const double row = upright ? (y == 0 ? top_ : bottom_) : y_->at(y);
      d.append(d.empty() || d.back() == ' ' ? "M" : "L").append(svg_number(x_->at(x)));
      d.append(" ").append(svg_number(row));
    }
    if (d.find('M') != std::string::npos) svg_.path(d);
  }
  svg_.close();
}

}  // namespace tallystick::detail
