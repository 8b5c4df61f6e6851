#include "tallystick/report/layout.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>

#include "report/characters.hpp"
#include "tallystick/base/text.hpp"

#ifdef TALLYSTICK_HAS_UTF8PROC
#include <utf8proc.h>
#endif

namespace tallystick {
namespace {

std::size_t width_of(char32_t character) {
#ifdef TALLYSTICK_HAS_UTF8PROC
  return static_cast<std::size_t>(
      std::max(0, utf8proc_charwidth(static_cast<utf8proc_int32_t>(character))));
#else
  static_cast<void>(character);
  return 1;
#endif
}

std::string hex(char32_t value, int digits) {
  std::string out;
  for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4) {
    out += "0123456789abcdef"[(value >> shift) & 15];
  }
  return out;
}

}  // namespace

std::string printable(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (const Character& c : Characters(text)) {
    if (!c.valid) {
      out += "\\x" + hex(c.code, 2);
    } else if (c.code == '\n') {
      out += "\\n";
    } else if (c.code == '\t') {
      out += "\\t";
    } else if (is_control(c.code) || is_direction_mark(c.code)) {
      out += c.code < 0x80 ? "\\x" + hex(c.code, 2) : "\\u" + hex(c.code, 4);
    } else {
      out += c.bytes;
    }
  }
  return out;
}

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  for (const Character& c : Characters(text)) width += width_of(c.code);
  return width;
}

std::string fitted(std::string_view text, std::size_t columns) {
  const std::size_t room = columns - std::min<std::size_t>(columns, 3);
  std::size_t width = 0;
  std::size_t cut = 0;  // bytes that fit beside the dots
  for (const Character& c : Characters(text)) {
    width += width_of(c.code);
    if (width <= room) cut += c.bytes.size();
    if (width > columns) return std::string(text.substr(0, cut)) + "...";
  }
  return std::string(text);
}

std::string wrapped(std::string_view text, std::size_t columns, std::size_t indent) {
  std::string out;
  std::size_t column = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    const std::string_view word = text.substr(begin, end - begin);
    begin = end + 1;
    if (word.empty()) continue;
    const std::size_t width = display_width(word);
    if (column > indent && column + 1 + width > columns) {
      out += '\n';
      out.append(indent, ' ');
      column = indent;
    } else if (column > 0) {
      out += ' ';
      ++column;
    }
    out += word;
    column += width;
  }
  return out += '\n';
}

std::string aligned(const std::vector<std::vector<std::string>>& rows, std::string_view alignment) {
  std::vector<std::size_t> widths;
  for (const auto& row : rows) {
    if (row.size() > widths.size()) widths.resize(row.size());
    for (std::size_t i = 0; i < row.size(); ++i) {
      widths[i] = std::max(widths[i], display_width(row[i]));
    }
  }
  std::string out;
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::size_t blanks = widths[i] - display_width(row[i]);
      const bool right = alignment[std::min(i, alignment.size() - 1)] == 'r';
      if (i > 0) out += "  ";
      if (right) out.append(blanks, ' ');
      out += row[i];
      if (!right) out.append(blanks, ' ');
    }
    while (!out.empty() && out.back() == ' ') out.pop_back();
    out += '\n';
  }
  return out;
}

std::string fixed_text(double value, int digits) {
  if (std::isnan(value)) return "-";
  if (!(std::abs(value) < 1e15)) return number_text(value);
  std::array<char, 40> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                 std::chars_format::fixed, std::clamp(digits, 0, 17))
                       .ptr;
  std::string out(buffer.data(), end);
  if (out[0] == '-' && out.find_first_not_of("-0.") == std::string::npos) out.erase(0, 1);
  return out;
}

}  // namespace tallystick
