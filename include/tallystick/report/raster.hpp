// SVG as PNG or PDF, by librsvg.
#pragma once

#include <string>
#include <string_view>

namespace tallystick {

/// Whether this build knows librsvg. Whether it is installed shows when it is first needed.
[[nodiscard]] bool knows_rsvg() noexcept;
/// Fails as the functions below would, before there is anything to paint. Errors: not_available.
void need_rsvg();

/// `scale` pixels for each unit of the drawing. The same drawing gives the same bytes with the same
/// libraries and fonts. Errors: not_available without librsvg; too_large beyond 32767 pixels.
[[nodiscard]] std::string to_png(std::string_view svg, double scale = 2);
/// One page as large as the drawing, without a date.
[[nodiscard]] std::string to_pdf(std::string_view svg);

}  // namespace tallystick
