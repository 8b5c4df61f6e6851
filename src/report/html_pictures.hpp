// Pictures of a report as SVG, for the page that explains it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tallystick/report/report.hpp"

namespace tallystick::detail {

/// A picture, what it shows in words, and its numbers as a table (the first row is the head).
struct Picture {
  std::string name;     // of its place in the page: letters and '-'
  std::string svg;      // empty: the table alone
  std::string caption;  // the finding
  std::vector<std::vector<std::string>> table;
};

/// Markup characters as entities; nothing that could move or hide text is left.
[[nodiscard]] std::string html_text(std::string_view text);

// Each is absent where the report has nothing to show.
[[nodiscard]] std::optional<Picture> picture_of_figures(const Report& report, int digits);
[[nodiscard]] std::optional<Picture> picture_of_label_spread(const Report& report, int digits);
[[nodiscard]] std::optional<Picture> picture_of_support(const Report& report, int digits);
[[nodiscard]] std::optional<Picture> picture_of_levels(const Report& report, int digits);
[[nodiscard]] std::optional<Picture> picture_of_errors(const Report& report, int digits);
[[nodiscard]] std::optional<Picture> picture_of_confusions(const Report& report, int digits);

}  // namespace tallystick::detail
