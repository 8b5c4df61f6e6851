// The page of a report, with sections that the report itself cannot tell.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tallystick/report/write.hpp"

namespace tallystick::detail {

struct PageSection {
  std::string_view id, title;
  std::string body;  // HTML; a section without it is left out
};

/// What the report itself does not hold.
struct PageExtras {
  std::vector<PageSection> sections = {};  // they stand before the definitions
  // Of F1 of labels, those in the table; empty: not asked for.
  std::map<std::string, std::pair<double, double>, std::less<>> f1_intervals = {};
};

inline constexpr std::size_t kPageLabels = 1000;  // most labels in the page's table

[[nodiscard]] std::string report_page(const Report& report, const TextOptions& options,
                                      std::span<const Plot> plots, const PageExtras& extras);

}  // namespace tallystick::detail
