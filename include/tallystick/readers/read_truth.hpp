// True labels alone: what describing a data set reads.
#pragma once

#include <string>

#include "tallystick/readers/read.hpp"

namespace tallystick {

/// Reads the true labels of a file ("-" is standard input) in any format that a truth may have, in
/// the order of the file; batches have no predictions. Rows of one id in files of one row a label
/// may stand anywhere: then the file is held in memory. Columns of predictions are passed over.
/// Errors: every ErrorCode of bad input, with file, line and column.
ReadSummary read_truth(const std::string& path, const ReadOptions& options, Consumer& consumer);

}  // namespace tallystick
