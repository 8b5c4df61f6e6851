// Examples that belong together: patients of a hospital, sentences of a document.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tallystick/batch/batch.hpp"

namespace tallystick {

/// Every example, whole, and its cluster. Labels have the ids of the tally made beside it.
struct Clusters {
  Batch rows;
  std::vector<std::uint32_t> of_row;  // index into names
  std::vector<std::string> names;     // in the order of first sight
};

}  // namespace tallystick
