// Examples that belong together: patients of a hospital, sentences of a document.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "tallystick/base/bytes.hpp"
#include "tallystick/batch/batch.hpp"

namespace tallystick {

/// Every example, whole, and its cluster. Labels have the ids of the tally made beside it. Size
/// when saved: 4 bytes a label, 12 a score, and some 30 an example.
struct Clusters {
  Batch rows;
  std::vector<std::uint32_t> of_row;  // index into names
  std::vector<std::string> names;     // in the order of first sight

  /// Adds other's examples, whose label i is remap[i] here; clusters of one name are one cluster.
  /// Both have scores or neither.
  void merge(const Clusters& other, std::span<const LabelId> remap);

  /// rank[id]: the label's place in the order of names; makes equal examples equal bytes.
  void save(ByteWriter& out, std::span<const LabelId> rank) const;
  void load(ByteReader& in, std::size_t n_labels);
};

}  // namespace tallystick
