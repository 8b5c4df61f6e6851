#include "measures/ways_up.hpp"

#include <algorithm>

namespace tallystick::detail {

WaysUp::WaysUp(const Taxonomy& taxonomy)
    : taxonomy_(&taxonomy), met_(taxonomy.size()), at_(taxonomy.size()) {}

void WaysUp::Below::take(std::uint32_t its_edges, std::uint32_t its_depth) noexcept {
  edges = std::min(edges, its_edges);
  depth = std::min(depth, its_depth);
}

void WaysUp::start(std::span<const NodeId> labels) {
  met_.clear();
  nodes_.clear();
  root_ = {};
  const auto meet = [this](NodeId node) {
    if (!met_.add(node)) return;
    at_[node] = {};
    nodes_.push_back(node);
  };
  for (const NodeId label : labels) {
    meet(label);
    at_[label] = {0, taxonomy_->depth(label)};
  }
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    for (const NodeId parent : taxonomy_->parents(nodes_[i])) meet(parent);
  }
  std::sort(nodes_.begin(), nodes_.end());
  // Parents have smaller numbers: from the last node on, whatever is below a node is settled.
  for (auto node = nodes_.rbegin(); node != nodes_.rend(); ++node) {
    const Below here = at_[*node];
    const auto parents = taxonomy_->parents(*node);
    for (const NodeId parent : parents) at_[parent].take(here.edges + 1, here.depth);
    if (parents.empty()) root_.take(here.edges + (taxonomy_->root() ? 0 : 1), here.depth);
  }
}

std::vector<std::uint32_t> heights(const Taxonomy& taxonomy) {
  std::vector<std::uint32_t> out(taxonomy.size(), 0);
  for (auto node = static_cast<NodeId>(taxonomy.size()); node-- > 0;) {
    for (const NodeId parent : taxonomy.parents(node)) {
      out[parent] = std::max(out[parent], out[node] + 1);
    }
  }
  return out;
}

}  // namespace tallystick::detail
