#include "report/bars.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "tallystick/report/layout.hpp"

namespace tallystick::detail {

namespace {

constexpr std::array<std::string_view, 8> kParts = {"",       "\u258F", "\u258E", "\u258D",
                                                    "\u258C", "\u258B", "\u258A", "\u2589"};
constexpr std::string_view kWhole = "\u2588";
constexpr std::size_t kShortest = 10, kLongest = 40;

}  // namespace

std::string bar_of(double share, std::size_t columns) {
  if (!(share > 0 && share <= 1)) return {};
  const auto eighths = std::max<std::size_t>(
      1, static_cast<std::size_t>(std::lround(share * 8 * static_cast<double>(columns))));
  std::string out;
  for (std::size_t i = 0; i < eighths / 8; ++i) out += kWhole;
  return out.append(kParts[eighths % 8]);
}

void add_bars(std::vector<std::vector<std::string>>& rows, std::string& alignment,
              const std::vector<double>& shares, std::string_view title, std::size_t screen) {
  if (screen == 0 || rows.empty()) return;
  std::size_t n_columns = 0;
  for (const auto& row : rows) n_columns = std::max(n_columns, row.size());
  std::size_t used = 0;
  for (std::size_t column = 0; column < n_columns; ++column) {
    std::size_t width = 0;
    for (const auto& row : rows) {
      if (column < row.size()) width = std::max(width, display_width(row[column]));
    }
    used += width + 2;
  }
  if (used + std::max(kShortest, display_width(title)) > screen) return;
  const std::size_t columns = std::min(kLongest, screen - used);
  while (alignment.size() < n_columns) alignment += alignment.back();
  alignment.resize(n_columns);
  alignment += 'l';
  for (std::size_t i = 0; i < rows.size(); ++i) {
    rows[i].resize(n_columns);
    rows[i].push_back(i == 0 ? std::string(title) : bar_of(shares[i - 1], columns));
  }
}

}  // namespace tallystick::detail
