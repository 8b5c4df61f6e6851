// Cells of a plot's table as its writers see them.
#pragma once

#include <cmath>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "report/looks.hpp"
#include "tallystick/base/text.hpp"
#include "tallystick/report/layout.hpp"
#include "tallystick/report/picture.hpp"

namespace tallystick::detail {

[[nodiscard]] inline bool is_words(const PlotColumn& column) noexcept {
  return column.numbers.empty() && !column.words.empty();
}

[[nodiscard]] inline double number_at(const Plot& plot, int column, std::size_t row) {
  return plot.columns[static_cast<std::size_t>(column)].numbers[row];
}

/// Whether all its numbers are whole.
[[nodiscard]] inline bool all_whole(const PlotColumn& column) {
  for (const double value : column.numbers) {
    if (!std::isnan(value) && value != std::floor(value)) return false;
  }
  return true;
}

[[nodiscard]] inline const Look& look_of(const PlotLayer& layer) noexcept {
  return kLooks[layer.look % kLooks.size()];
}

/// Words as lines of at most so many columns.
[[nodiscard]] inline std::vector<std::string> lines_of(std::string_view text, std::size_t columns) {
  std::vector<std::string> out;
  const std::string folded = wrapped(printable(text), columns, 0);
  for (std::size_t begin = 0; begin < folded.size();) {
    const std::size_t end = folded.find('\n', begin);
    if (end > begin) out.push_back(folded.substr(begin, end - begin));
    begin = end + 1;
  }
  return out;
}

/// Where names stand on an axis.
class NamePlaces {
 public:
  explicit NamePlaces(const PlotAxis& axis) {
    for (std::size_t i = 0; i < axis.names.size(); ++i) {
      places_.emplace(axis.names[i], static_cast<double>(i));
    }
  }
  [[nodiscard]] std::optional<double> of(std::string_view name) const {
    const auto found = places_.find(name);
    return found == places_.end() ? std::nullopt : std::optional(found->second);
  }

 private:
  std::map<std::string_view, double> places_;
};

}  // namespace tallystick::detail
