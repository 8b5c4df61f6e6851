// Labels of one example as a set.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "tallystick/labels/taxonomy.hpp"

namespace tallystick::detail {

/// The labels in ascending order, each once: themselves when they are so already, else a copy.
inline std::span<const NodeId> distinct(std::span<const NodeId> labels, std::vector<NodeId>& copy) {
  const auto not_before = [](NodeId a, NodeId b) { return a >= b; };
  if (std::adjacent_find(labels.begin(), labels.end(), not_before) == labels.end()) return labels;
  copy.assign(labels.begin(), labels.end());
  std::sort(copy.begin(), copy.end());
  copy.erase(std::unique(copy.begin(), copy.end()), copy.end());
  return copy;
}

}  // namespace tallystick::detail
