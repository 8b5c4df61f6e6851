#include "measures/ancestor_graph.hpp"

#include <algorithm>

namespace tallystick::detail {

AncestorGraph::AncestorGraph(const Taxonomy& taxonomy)
    : taxonomy_(&taxonomy), known_(taxonomy.size()) {}

void AncestorGraph::build(std::span<const NodeId> truth, std::span<const NodeId> predicted,
                          bool most_specific_only) {
  if (++example_ == 0) {
    std::fill(known_.begin(), known_.end(), Known{});  // 2^32 examples ago would look like now
    example_ = 1;
  }
  visit_ = 0;
  nodes_.assign(1, Local{});
  nodes_[kRoot].n_parents = 0;
  parents_.clear();
  nearer_.clear();
  for (const Side side : kSides) {
    labels_[side].clear();
    for (const NodeId id : side == kTruth ? truth : predicted) {
      const Node node = local(id);
      if (nodes_[node].distance[side] == 0) continue;
      nodes_[node].distance[side] = 0;
      labels_[side].push_back(node);
    }
    climb(side);
    if (met_a_label_ && most_specific_only) drop_ancestors(side);
  }
}

AncestorGraph::Node AncestorGraph::local(NodeId id) {
  Known& known = known_[id];
  if (known.example != example_) {
    known = {example_, static_cast<Node>(nodes_.size())};
    nodes_.emplace_back().id = id;
  }
  return known.node;
}

void AncestorGraph::look_up_parents(Node node) {
  const std::span<const NodeId> ids = taxonomy_->parents(nodes_[node].id);
  nodes_[node].first_parent = static_cast<std::uint32_t>(parents_.size());
  nodes_[node].n_parents = std::max(1U, static_cast<std::uint32_t>(ids.size()));
  if (ids.empty()) parents_.push_back(kRoot);
  for (const NodeId id : ids) parents_.push_back(local(id));
}

// From all labels at once, one edge a ring: a node is met at its distance.
void AncestorGraph::climb(Side side) {
  met_a_label_ = false;
  queue_.assign(labels_[side].begin(), labels_[side].end());
  for (std::size_t at = 0; at < queue_.size(); ++at) {
    const Node child = queue_[at];
    if (nodes_[child].n_parents == kNever) look_up_parents(child);
    const std::uint32_t steps = nodes_[child].distance[side] + 1;
    for (const Node parent : parents(child)) {
      Local& above = nodes_[parent];
      if (above.distance[side] == kNever) {
        above.distance[side] = steps;
        queue_.push_back(parent);
      } else if (above.distance[side] != steps) {
        met_a_label_ |= above.distance[side] == 0;
        continue;
      }
      nearer_.push_back({child, above.last_nearer[side]});
      above.last_nearer[side] = static_cast<std::uint32_t>(nearer_.size() - 1);
    }
  }
}

// Labels above others are dropped, and distances found again without them.
void AncestorGraph::drop_ancestors(Side side) {
  ++visit_;
  std::vector<Node>& labels = labels_[side];
  for (const Node node : queue_) {
    for (const Node parent : parents(node)) nodes_[parent].seen = visit_;
  }
  std::erase_if(labels, [this](Node label) { return nodes_[label].seen == visit_; });
  for (const Node node : queue_) {
    nodes_[node].distance[side] = kNever;
    nodes_[node].last_nearer[side] = kNever;
  }
  for (const Node label : labels) nodes_[label].distance[side] = 0;
  climb(side);
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
