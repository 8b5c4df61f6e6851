// Bars of block elements beside a table, for terminals.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tallystick::detail {

/// A share of 0 to 1 as a bar of at most so many columns, in steps of an eighth; what is not 0 is
/// seen. Nothing for NaN, and for what is no share.
[[nodiscard]] std::string bar_of(double share, std::size_t columns);

/// Adds a column of bars to rows that have a head, where `screen` columns leave room for it; shares
/// are those of the rows below the head. `title` says what the bars are of.
void add_bars(std::vector<std::vector<std::string>>& rows, std::string& alignment,
              const std::vector<double>& shares, std::string_view title, std::size_t screen);

}  // namespace tallystick::detail
