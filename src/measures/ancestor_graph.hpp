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
  /// Number within the example.
  using Node = std::uint32_t;
  static constexpr std::uint32_t kNever = std::numeric_limits<std::uint32_t>::max();

  explicit AncestorGraph(const Taxonomy& taxonomy);

  /// Takes in an example; repeated labels count once. With most_specific_only, a label above
  /// another one of its own side is no label.
  void build(std::span<const NodeId> truth, std::span<const NodeId> predicted,
             bool most_specific_only);

  [[nodiscard]] std::size_t size() const noexcept { return nodes_.size(); }
  [[nodiscard]] std::span<const Node> parents(Node node) const noexcept {
    return {parents_.data() + nodes_[node].first_parent, nodes_[node].n_parents};
  }
  /// Each once, in no particular order.
  [[nodiscard]] std::span<const Node> labels(Side side) const noexcept { return labels_[side]; }
  [[nodiscard]] bool is_label(Side side, Node node) const noexcept {
    return distance(side, node) == 0;
  }
  /// Edges down to the nearest label of that side; kNever when there is none at or below the node.
  [[nodiscard]] std::uint32_t distance(Side side, Node node) const noexcept {
    return nodes_[node].distance[side];
  }
  /// Calls visit(child) for the children one edge nearer to the nearest labels of that side.
  template <typename Visit>
  void for_each_nearer(Side side, Node node, Visit visit) const {
    for (std::uint32_t i = nodes_[node].last_nearer[side]; i != kNever; i = nearer_[i].before) {
      visit(nearer_[i].child);
    }
  }

  /// Where a label of one side meets the other side: appends the ancestors over which the other
  /// side is nearest, all ties. The search stops, on each way up, at the first node that has a
  /// label of the other side at or below it. Returns the edges up and down, or kNever.
  std::uint32_t meet(Node label, Side side, std::vector<Node>& ancestors);

  /// Appends the labels of that side that are nearest below the node, all ties.
  void nearest_below(Side side, Node node, std::vector<Node>& labels);

 private:
  struct Local {
    NodeId id = 0;
    std::uint32_t next = kNever;  // node of the same depth
    std::array<std::uint32_t, 2> distance{kNever, kNever};
    std::array<std::uint32_t, 2> last_nearer{kNever, kNever};  // in nearer_
    std::uint32_t first_parent = 0, n_parents = 0;
    std::uint32_t seen = 0;  // the last visit that met the node
    std::array<bool, 2> given{};
  };
  struct Nearer {
    Node child;
    std::uint32_t before;  // another one of the same parent
  };
  struct Known {  // of a taxonomy's node, in one place: a node costs one look into far memory
    std::uint32_t example = 0;
    Node node = 0;
    std::uint32_t depth = 0;
    std::uint32_t n_parents = 0;
    const NodeId* parents = nullptr;
  };
  Node local(NodeId id);
  void settle(Node node, bool most_specific_only);
  void start_at(Node node);
  void enqueue(Node node) {  // unless it was met before
    if (nodes_[node].seen == visit_) return;
    nodes_[node].seen = visit_;
    queue_.push_back(node);
  }

  static constexpr Node kRoot = 0;  // the virtual one
  std::vector<Known> known_;
  std::uint32_t example_ = 0;
  std::vector<Local> nodes_;
  std::vector<Node> parents_;
  std::vector<Nearer> nearer_;
  std::array<std::vector<Node>, 2> labels_;
  std::vector<Node> of_depth_;  // the last node of each depth whose turn has not come
  std::uint32_t deepest_ = 0;
  std::uint32_t visit_ = 0;
  std::vector<Node> queue_;
};

}  // namespace tallystick::detail
