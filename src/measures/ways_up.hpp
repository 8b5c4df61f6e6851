// The ancestors of some labels, and how far above the labels they stand.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "measures/node_marks.hpp"
#include "tallystick/labels/taxonomy.hpp"

namespace tallystick::detail {

/// Every node at or above a set of labels. A hierarchy without a written root is treated as if one
/// stood above all tops, at depth 0; questions about it have functions of their own. Costs the
/// ancestors met, whatever the size of the hierarchy; buffers are reused.
class WaysUp {
 public:
  explicit WaysUp(const Taxonomy& taxonomy);

  /// Looks at another set of labels.
  void start(std::span<const NodeId> labels);

  /// Labels and ancestors, each once, in ascending order. Valid until the next start.
  [[nodiscard]] std::span<const NodeId> nodes() const noexcept { return nodes_; }
  [[nodiscard]] bool reaches(NodeId node) const noexcept { return met_.has(node); }
  /// Edges on the shortest way down from a node of nodes() to a label; 0 for labels.
  [[nodiscard]] std::uint32_t edges(NodeId node) const noexcept { return at_[node].edges; }
  /// The smallest depth of the labels at or below a node of nodes().
  [[nodiscard]] std::uint32_t depth_below(NodeId node) const noexcept { return at_[node].depth; }
  /// The same seen from the root, written or not. Meaningful when there is a label.
  [[nodiscard]] std::uint32_t edges_to_root() const noexcept { return root_.edges; }
  [[nodiscard]] std::uint32_t depth_below_root() const noexcept { return root_.depth; }

 private:
  struct Below {
    std::uint32_t edges = UINT32_MAX, depth = UINT32_MAX;
    void take(std::uint32_t its_edges, std::uint32_t its_depth) noexcept;
  };

  const Taxonomy* taxonomy_;
  NodeMarks met_;
  std::vector<NodeId> nodes_;
  std::vector<Below> at_;
  Below root_;
};

/// Edges on the longest way down from each node to a leaf.
[[nodiscard]] std::vector<std::uint32_t> heights(const Taxonomy& taxonomy);

}  // namespace tallystick::detail
