// The script that makes a page's pictures interactive: web/ as the build has bundled it.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "tallystick/report/picture.hpp"

namespace tallystick::detail {

struct ChartsScript {
  // Deflated (zlib), as base64, in pieces: compilers need not take long texts. Empty: this build
  // has none.
  std::span<const std::string_view> packed = {};
  std::string_view hash = {};  // of the script itself, as a content security policy names it
};

/// From a source that the build makes.
[[nodiscard]] ChartsScript charts_script() noexcept;

/// What the script draws of a plot's table, as JSON: axes, layers with their looks, guides, shades.
/// The numbers are not in it; they stand in the CSV of the same plot.
[[nodiscard]] std::string chart_spec(const Plot& plot);

}  // namespace tallystick::detail
