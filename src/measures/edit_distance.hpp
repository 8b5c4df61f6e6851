// Edit distance of the 0/1 rows of an example.
#pragma once

#include <cstdint>
#include <span>

namespace tallystick {
class Whole;
}

namespace tallystick::detail {

/// Fewest insertions, deletions and changes of one character that turn one 0/1 string into another
/// of the same length (Levenshtein, Soviet Physics Doklady 10, 1966), which are given by the places
/// of their ones, ascending. Time: at most the square of the places where they differ, whatever the
/// length (Landau & Vishkin, Journal of Algorithms 10, 1989).
[[nodiscard]] std::uint64_t edit_distance(std::span<const std::uint32_t> a,
                                          std::span<const std::uint32_t> b, std::uint64_t length);

/// The mean over examples, divided by the number of labels; NaN without labels. Places are those of
/// the labels in the order of their names' bytes. Needs whole.knows_sets().
[[nodiscard]] double mean_edit_distance(const Whole& whole);

}  // namespace tallystick::detail
