#include "measures/ancestor_graph.hpp"

#include <algorithm>

namespace tallystick::detail {

AncestorGraph::AncestorGraph(const Taxonomy& taxonomy)
    : known_(taxonomy.size()), of_depth_(std::size_t{taxonomy.n_levels()} + 1, kNever) {
  for (NodeId id = 0; id < taxonomy.size(); ++id) {
    const std::span<const NodeId> parents = taxonomy.parents(id);
    known_[id] = {0, 0, taxonomy.depth(id), static_cast<std::uint32_t>(parents.size()),
                  parents.data()};
  }
}

void AncestorGraph::build(std::span<const NodeId> truth, std::span<const NodeId> predicted,
                          bool most_specific_only) {
  if (++example_ == 0) {
    for (Known& known : known_) known.example = 0;  // 2^32 examples ago would look like now
    example_ = 1;
  }
  visit_ = 0;
  deepest_ = 0;
  nodes_.assign(1, Local{});
  parents_.clear();
  nearer_.clear();
  for (const Side side : kSides) {
    labels_[side].clear();
    for (const NodeId id : side == kTruth ? truth : predicted) nodes_[local(id)].given[side] = true;
  }
  // From the deepest: when a node's turn comes, everything below it is settled.
  for (std::uint32_t depth = deepest_ + 1; depth-- > 0;) {
    while (of_depth_[depth] != kNever) {
      const Node node = of_depth_[depth];
      of_depth_[depth] = nodes_[node].next;
      settle(node, most_specific_only);
    }
  }
}

AncestorGraph::Node AncestorGraph::local(NodeId id) {
  Known& known = known_[id];
  if (known.example == example_) return known.node;
  known.example = example_;
  known.node = static_cast<Node>(nodes_.size());
  Local& node = nodes_.emplace_back();
  node.id = id;
  node.next = of_depth_[known.depth];
  of_depth_[known.depth] = known.node;
  deepest_ = std::max(deepest_, known.depth);
  return known.node;
}

void AncestorGraph::settle(Node node, bool most_specific_only) {
  Local& self = nodes_[node];
  std::array<std::uint32_t, 2> steps{};  // to a parent
  for (const Side side : kSides) {
    if (self.given[side] && !(most_specific_only && self.distance[side] != kNever)) {
      self.distance[side] = 0;
      self.last_nearer[side] = kNever;
      labels_[side].push_back(node);
    }
    steps[side] = self.distance[side] == kNever ? kNever : self.distance[side] + 1;
  }
  const Known& known = known_[self.id];
  const std::span<const NodeId> ids(known.parents, known.n_parents);
  self.first_parent = static_cast<std::uint32_t>(parents_.size());
  self.n_parents = std::max(1U, known.n_parents);
  const auto join = [&](Node parent) {
    parents_.push_back(parent);
    Local& above = nodes_[parent];
    for (const Side side : kSides) {
      if (steps[side] > above.distance[side] || steps[side] == kNever) continue;
      if (steps[side] < above.distance[side]) {
        above.distance[side] = steps[side];
        above.last_nearer[side] = kNever;
      }
      nearer_.push_back({node, above.last_nearer[side]});
      above.last_nearer[side] = static_cast<std::uint32_t>(nearer_.size() - 1);
    }
  };
  if (ids.empty()) join(kRoot);
  for (const NodeId id : ids) join(local(id));
}

void AncestorGraph::start_at(Node node) {
  ++visit_;  // starts from 0 with each example, and an example has less than 2^32 of them
  queue_.clear();
  enqueue(node);
}

std::uint32_t AncestorGraph::meet(Node label, Side side, std::vector<Node>& ancestors) {
  const std::size_t first = ancestors.size();
  std::uint32_t best = kNever;
  start_at(label);
  std::size_t at = 0;
  // Ring by ring; a ring farther up than the best meeting has nothing to add.
  for (std::uint32_t steps = 0; at < queue_.size() && steps <= best; ++steps) {
    for (const std::size_t end = queue_.size(); at < end; ++at) {
      const Node node = queue_[at];
      const std::uint32_t down = distance(other(side), node);
      if (down == kNever) {
        for (const Node parent : parents(node)) enqueue(parent);
        continue;
      }
      const std::uint32_t length = steps + down;
      if (length > best) continue;
      if (length < best) ancestors.resize(first);
      best = length;
      ancestors.push_back(node);
    }
  }
  return best;
}

void AncestorGraph::nearest_below(Side side, Node node, std::vector<Node>& labels) {
  start_at(node);
  for (std::size_t at = 0; at < queue_.size(); ++at) {
    const Node above = queue_[at];
    if (is_label(side, above)) labels.push_back(above);
    for_each_nearer(side, above, [this](Node child) { enqueue(child); });
  }
}

}  // namespace tallystick::detail
