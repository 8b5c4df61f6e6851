// Sentences about labels that look alike but do not match.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tallystick/measures/whole.hpp"

namespace tallystick {

/// Says so where no example has a predicted label.
inline constexpr std::string_view kNothingPredicted =
    "no labels are predicted for any example: precision is 0/0";

/// What a reader of the figures should know about the labels themselves: labels that were never
/// hit and differ from another label only in case, blanks, Unicode form or leading zeros; no
/// prediction at all. Above 300,000 labels the look-alikes are not searched, which a note says.
[[nodiscard]] std::vector<std::string> label_notes(const Whole& whole);

/// For data of two labels that say no and yes (0 and 1, false and true, no and yes): how to score
/// yes alone.
[[nodiscard]] std::optional<std::string> binary_note(const Whole& whole);

}  // namespace tallystick
