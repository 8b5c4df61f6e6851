#include "report/svg_text.hpp"

#include <array>
#include <cmath>
#include <utility>

#include "report/characters.hpp"
#include "tallystick/base/text.hpp"
#include "tallystick/report/layout.hpp"

namespace tallystick::detail {

namespace {

/// Letters of scripts that run from right to left.
bool runs_left(char32_t c) noexcept {
  return (c >= 0x0590 && c <= 0x08FF) || (c >= 0xFB1D && c <= 0xFDFF) ||
         (c >= 0xFE70 && c <= 0xFEFF) || (c >= 0x10800 && c <= 0x10FFF) ||
         (c >= 0x1E800 && c <= 0x1EFFF);
}

bool has_left_run(std::string_view text) {
  for (const Character& c : Characters(text)) {
    if (runs_left(c.code)) return true;
  }
  return false;
}

void append_polygon(std::string& out, double x, double y,
                    std::initializer_list<std::pair<double, double>> corners) {
  bool first = true;
  for (const auto& [dx, dy] : corners) {
    out.append(first ? "M" : "L").append(svg_number(x + dx)).append(" ");
    out.append(svg_number(y + dy));
    first = false;
  }
  out += 'Z';
}

}  // namespace

std::string svg_number(double x) {
  const double rounded = std::round(x * 10) / 10;
  return number_text(rounded == 0 ? 0 : rounded);  // never "-0"
}

std::string xml_text(std::string_view text) {
  std::string out;
  const std::string seen = printable(text);
  for (const Character& c : Characters(seen)) {
    switch (c.code) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      case '\'': out += "&#39;"; break;
      case 0xFFFE: out += "\\ufffe"; break;
      case 0xFFFF: out += "\\uffff"; break;
      default: out += c.bytes;
    }
  }
  return out;
}

std::string shown_label(std::string_view label, std::size_t columns) {
  if (label.empty()) return "(empty)";
  if (label.find_first_not_of(' ') == std::string_view::npos) return xml_text(quoted(label));
  const std::string out = xml_text(fitted(printable(label), columns));
  if (!has_left_run(out)) return out;
  // An isolated run each, so that an arrow still leads from the first part to the second.
  constexpr std::string_view kArrow = " \u2192 ";
  std::string isolated("\u2068");
  std::size_t begin = 0;
  for (std::size_t at = out.find(kArrow); at != std::string::npos; at = out.find(kArrow, begin)) {
    isolated.append(out, begin, at - begin).append("\u2069").append(kArrow).append("\u2068");
    begin = at + kArrow.size();
  }
  return isolated.append(out, begin).append("\u2069");
}

double text_width(std::string_view text, double size) {
  constexpr double kColumn = 0.6;  // of the letter's size
  return static_cast<double>(display_width(text)) * size * kColumn;
}

std::string symbol_path(Symbol symbol, double x, double y, double r) {
  std::string out;
  const double s = r * 0.9;
  switch (symbol) {
    case Symbol::circle: {
      const std::string radius = svg_number(r);
      const std::string arc = "a" + radius + " " + radius + " 0 1 0 ";
      out.append("M").append(svg_number(x - r)).append(" ").append(svg_number(y));
      out.append(arc).append(svg_number(2 * r)).append(" 0");
      out.append(arc).append(svg_number(-2 * r)).append(" 0Z");
      break;
    }
    case Symbol::square: append_polygon(out, x, y, {{-s, -s}, {s, -s}, {s, s}, {-s, s}}); break;
    case Symbol::triangle:
      append_polygon(out, x, y, {{0, -r * 1.2}, {r * 1.1, s}, {-r * 1.1, s}});
      break;
    case Symbol::diamond:
      append_polygon(out, x, y, {{0, -r * 1.3}, {r * 1.3, 0}, {0, r * 1.3}, {-r * 1.3, 0}});
      break;
    case Symbol::plus: {
      const double t = r * 0.35, l = r * 1.2;
      append_polygon(out, x, y,
                     {{-t, -l},
                      {t, -l},
                      {t, -t},
                      {l, -t},
                      {l, t},
                      {t, t},
                      {t, l},
                      {-t, l},
                      {-t, t},
                      {-l, t},
                      {-l, -t},
                      {-t, -t}});
      break;
    }
    case Symbol::down:
      append_polygon(out, x, y, {{0, r * 1.2}, {r * 1.1, -s}, {-r * 1.1, -s}});
      break;
  }
  return out;
}

}  // namespace tallystick::detail
