// The labels of one example and everything above them: where they meet, and by which shortest ways.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "tallystick/labels/taxonomy.hpp"

namespace tallystick::detail {

/// Which labels: the true ones or the predicted ones.
using Side = unsigned;
inline constexpr Side kTruth = 0;
inline constexpr Side kPredicted = 1;
inline constexpr std::array<Side, 2> kSides{kTruth, kPredicted};
[[nodiscard]] constexpr Side other(Side side) noexcept { return 1 - side; }

/// A copy of that part of a taxonomy that lies at or above the labels of one example, with one
/// virtual root above every parentless node. Buffers are used again: after some examples, nothing
/// is allocated. Cost of one example: the edges among the ancestors, not the taxonomy's.
class AncestorGraph {
 public:
  /// Number within the example; parents have smaller numbers than their children.
  using Node = std::uint32_t;
  static constexpr Node kRoot = 0;  // the virtual one
  static constexpr std::uint32_t kNever = std::numeric_limits<std::uint32_t>::max();

  explicit AncestorGraph(const Taxonomy& taxonomy);

  /// Takes in an example; repeated labels count once. With most_specific_only, a label above
  /// another one of its own side is no label.
  void build(std::span<const NodeId> truth, std::span<const NodeId> predicted,
             bool most_specific_only);

  [[nodiscard]] std::size_t size() const noexcept { return parents_begin_.size() - 1; }
  [[nodiscard]] std::span<const Node> parents(Node node) const noexcept {
    return {parents_.data() + parents_begin_[node],
            parents_begin_[node + 1] - parents_begin_[node]};
  }
  /// Each once, the lowest first.
  [[nodiscard]] std::span<const Node> labels(Side side) const noexcept { return labels_[side]; }
  [[nodiscard]] bool is_label(Side side, Node node) const noexcept {
    return distance_[side][node] == 0;
  }
  /// Edges down to the nearest label of that side; kNever when there is none at or below the node.
  [[nodiscard]] std::uint32_t distance(Side side, Node node) const noexcept {
    return distance_[side][node];
  }
  /// The children that are one edge nearer to the nearest labels of that side.
  [[nodiscard]] std::span<const Node> nearer(Side side, Node node) const noexcept {
    const auto& begin = nearer_begin_[side];
    return {nearer_[side].data() + begin[node], begin[node + 1] - begin[node]};
  }

  /// Where a label of one side meets the other side: appends the ancestors over which the other
  /// side is nearest, all ties. The search stops, on each way up, at the first node that has a
  /// label of the other side at or below it. Returns the edges up and down, or kNever.
  std::uint32_t meet(Node label, Side side, std::vector<Node>& ancestors);

  /// Appends the labels of that side that are nearest below the node, all ties.
  void nearest_below(Side side, Node node, std::vector<Node>& labels);

 private:
  void copy_edges();
  void find_distances(bool most_specific_only);
  void find_nearer(Side side);
  void start_at(Node node);
  void enqueue(Node node) {  // unless it was met before
    if (seen_[node] == visit_) return;
    seen_[node] = visit_;
    queue_.push_back(node);
  }

  const Taxonomy* taxonomy_;
  Closure closure_;
  std::vector<NodeId> given_;       // labels of both sides
  std::vector<NodeId> nodes_;       // the example's nodes but the virtual root, ascending
  std::vector<Node> number_;        // of a taxonomy's node; valid for nodes of this example
  std::vector<std::uint8_t> bits_;  // sides whose label the node is
  std::vector<std::uint32_t> parents_begin_{0};
  std::vector<Node> parents_;
  std::array<std::vector<Node>, 2> labels_;
  std::array<std::vector<std::uint32_t>, 2> distance_;
  std::array<std::vector<std::uint32_t>, 2> nearer_begin_;
  std::array<std::vector<Node>, 2> nearer_;
  std::vector<std::uint32_t> seen_;  // the last visit that met the node
  std::uint32_t visit_ = 0;
  std::vector<Node> queue_;
};

}  // namespace tallystick::detail
