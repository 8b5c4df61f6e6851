// The script that makes a page's pictures interactive: web/ as the build has bundled it.
#pragma once

#include <string>
#include <string_view>

#include "tallystick/report/picture.hpp"

namespace tallystick::detail {

struct ChartsScript {
  std::string_view packed = {};  // deflated (zlib), as base64; empty: this build has none
  std::string_view hash = {};    // of the script itself, as a content security policy names it
};

/// From a source that the build makes.
[[nodiscard]] ChartsScript charts_script() noexcept;

/// What the script draws of a plot's table, as JSON: axes, layers with their looks, guides, shades.
/// The numbers are not in it; they stand in the CSV of the same plot.
[[nodiscard]] std::string chart_spec(const Plot& plot);

}  // namespace tallystick::detail
