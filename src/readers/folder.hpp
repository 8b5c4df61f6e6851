// A folder of files as one input.
#pragma once

#include <string>

#include "readers/source.hpp"
#include "tallystick/readers/read.hpp"

namespace tallystick::detail {

/// The predictions of format cafa: a file, or all files of a folder and of the folders in it, in
/// the order of their paths' bytes; names that begin with a dot are passed over.
/// Errors: no_examples (no files), cannot_read, and duplicate_id when two files predict one target:
/// then they are no parts of one prediction.
[[nodiscard]] Input folder_or_file(const std::string& path, Header header);

}  // namespace tallystick::detail
