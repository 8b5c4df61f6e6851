// A file of thresholds: what makes label sets of scores.
#pragma once

#include <string>

#include "tallystick/batch/selection.hpp"
#include "tallystick/readers/read.hpp"

namespace tallystick {

/// Reads a label and its threshold from each line, as 'tallystick tune' writes them; tabs, commas
/// or semicolons separate them. The label * stands for all others, which else take
/// options.threshold. "inf" is above all scores, "-inf" below. A first line whose second cell is no
/// number is a header; with the header "rule, value" the one line after it is "top-k" and a number,
/// or "relative" and a share of each example's best score. Labels are trimmed and united as the
/// options say. "-" is standard input; .gz and .zst are read as they are. Errors, with file, line
/// and column: no_such_file, cannot_read, bad_encoding, bad_format (not two cells, an empty label,
/// a label or rule given twice, a rule that is not known, nothing at all), bad_number.
[[nodiscard]] Selection read_thresholds(const std::string& path, const ReadOptions& options);

}  // namespace tallystick
