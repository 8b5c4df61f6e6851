// The page of a comparison, for those who open it instead of reading a terminal.
#pragma once

#include <string>

#include "tallystick/compare.hpp"

namespace tallystick {

/// Rows of flipped examples that the page of one pair has; so many make it complete.
inline constexpr std::size_t kPageFlips = 200;

/// One page that explains the comparison: verdicts, differences with intervals and p-values, what
/// flipped, which labels and branches moved, definitions. It loads nothing; names are text in it.
/// Lists are capped, and say so.
[[nodiscard]] std::string to_html(const Comparing& comparing, int digits = 4);
/// Verdicts and differences alone, for a notebook: one element, without any script.
[[nodiscard]] std::string to_html_fragment(const Comparing& comparing, int digits = 4);

}  // namespace tallystick
