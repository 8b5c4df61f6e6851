// A file of weights for the classes of a hierarchy.
#pragma once

#include <string>
#include <vector>

#include "tallystick/labels/taxonomy.hpp"

namespace tallystick {

/// Reads a code and a weight from each line; tabs, commas, semicolons or blanks separate them. A
/// first line whose second cell is no number is a header. The weights are by node. Every class must
/// have one, but a written root, which gets 0. "-" is standard input; .gz and .zst are read as
/// they are.
/// Errors, with file, line and column: no_such_file, cannot_read, bad_encoding, bad_format (not two
/// cells), unknown_label, bad_weight (negative, 2^63 or more, no number, or given twice, or none).
[[nodiscard]] std::vector<double> read_node_weights(const std::string& path,
                                                    const Taxonomy& taxonomy);

}  // namespace tallystick
