// What the reader of columns and the reader of folders both know of lines.
#pragma once

#include <string_view>

#include "tallystick/readers/read.hpp"

namespace tallystick::detail {

/// Is the first line of a file of format cafa a header of names, as "EntryID term aspect"?
[[nodiscard]] bool is_header(std::string_view line, Header header);

}  // namespace tallystick::detail
