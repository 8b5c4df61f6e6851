// Telling formats apart by the first lines, where that is certain.
#pragma once

#include <string>
#include <string_view>

#include "readers/layout.hpp"

namespace tallystick::detail {

/// The format of a text of which `sample` is the start, or all when `whole`; automatic: a table.
/// Errors: bad_format for forms that are known and not read.
[[nodiscard]] Format sniff(std::string_view sample, bool whole, Part part,
                           const ReadOptions& options, const std::string& name);

}  // namespace tallystick::detail
