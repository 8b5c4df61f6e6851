// What SVG is made of: numbers, text and shapes as markup.
#pragma once

#include <string>
#include <string_view>

#include "report/looks.hpp"

namespace tallystick::detail {

/// A place in a drawing: tenths are more than is seen.
[[nodiscard]] std::string svg_number(double x);

/// Text as XML has it; nothing that could move or hide text is left, nor what XML cannot hold.
[[nodiscard]] std::string xml_text(std::string_view text);

/// A label for a picture: printable, cut to so many columns, its direction kept to itself.
[[nodiscard]] std::string shown_label(std::string_view label, std::size_t columns);

/// About how wide printable text is in a letter of that size; rather too wide than too narrow.
[[nodiscard]] double text_width(std::string_view text, double size = 12);

/// The d of a path.
[[nodiscard]] std::string symbol_path(Symbol symbol, double x, double y, double radius);

}  // namespace tallystick::detail
