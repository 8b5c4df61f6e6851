// A set of nodes that is emptied in no time, for one example after another.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "tallystick/labels/taxonomy.hpp"

namespace tallystick::detail {

class NodeMarks {
 public:
  explicit NodeMarks(std::size_t n_nodes) : seen_(n_nodes) {}

  void clear() noexcept {
    if (++now_ != 0) return;
    std::fill(seen_.begin(), seen_.end(), 0);  // marks of 2^32 rounds ago would look fresh
    now_ = 1;
  }
  /// Whether the node was not in the set before.
  bool add(NodeId node) noexcept {
    if (seen_[node] == now_) return false;
    seen_[node] = now_;
    return true;
  }
  [[nodiscard]] bool has(NodeId node) const noexcept { return seen_[node] == now_; }

 private:
  std::vector<std::uint32_t> seen_;  // the last round that added the node
  std::uint32_t now_ = 1;
};

}  // namespace tallystick::detail
