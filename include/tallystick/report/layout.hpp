// Text in columns for a terminal: what a character takes there, and what it must not do there.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tallystick {

/// Text that cannot move the cursor or hide other text: control characters, line and direction
/// marks and bytes that are no UTF-8 become "\n", "\x1b", "\u202e". All else is unchanged.
[[nodiscard]] std::string printable(std::string_view text);

/// Columns that printable UTF-8 takes on a terminal: wide characters 2, combining ones 0. A build
/// without utf8proc counts each character as 1.
[[nodiscard]] std::size_t display_width(std::string_view text);

/// Printable text cut to at most `columns` (3 or more), "..." at the end when something is cut.
[[nodiscard]] std::string fitted(std::string_view text, std::size_t columns);

/// Words laid out in lines of at most `columns`, lines after the first indented. Ends in "\n".
[[nodiscard]] std::string wrapped(std::string_view text, std::size_t columns = 80,
                                  std::size_t indent = 2);

/// Rows of printable cells as lines: columns two blanks apart, no blanks at the end of a line.
/// `alignment` holds 'l' or 'r' for each column; the last letter stands for all that follow.
[[nodiscard]] std::string aligned(const std::vector<std::vector<std::string>>& rows,
                                  std::string_view alignment);

/// A figure with that many decimals (0 to 17), correctly rounded, never "-0.00"; "-" for NaN.
/// From 1e15 up, where decimals say nothing, the shortest exact form.
[[nodiscard]] std::string fixed_text(double value, int digits);

}  // namespace tallystick
