#include "measures/ancestor_graph.hpp"

#include <algorithm>

namespace tallystick::detail {

AncestorGraph::AncestorGraph(const Taxonomy& taxonomy)
    : taxonomy_(&taxonomy), closure_(taxonomy), number_(taxonomy.size()) {}

void AncestorGraph::build(std::span<const NodeId> truth, std::span<const NodeId> predicted,
                          bool most_specific_only) {
  given_.assign(truth.begin(), truth.end());
  given_.insert(given_.end(), predicted.begin(), predicted.end());
  copy_edges();
  for (const NodeId label : truth) bits_[number_[label]] |= 1;
  for (const NodeId label : predicted) bits_[number_[label]] |= 2;
  find_distances(most_specific_only);
  for (const Side side : kSides) find_nearer(side);
  if (seen_.size() < size()) seen_.resize(size());
}

void AncestorGraph::copy_edges() {
  const std::span<const NodeId> closed = closure_.of(given_);
  nodes_.assign(closed.begin(), closed.end());
  std::sort(nodes_.begin(), nodes_.end());  // parents first
  Node last = kRoot;
  for (const NodeId node : nodes_) number_[node] = ++last;
  parents_begin_.assign(2, 0);  // the root has no parent
  parents_.clear();
  for (const NodeId node : nodes_) {
    const std::span<const NodeId> parents = taxonomy_->parents(node);
    if (parents.empty()) parents_.push_back(kRoot);
    for (const NodeId parent : parents) parents_.push_back(number_[parent]);
    parents_begin_.push_back(static_cast<std::uint32_t>(parents_.size()));
  }
  bits_.assign(size(), 0);
}

// From the bottom: when a node's turn comes, everything below it is known.
void AncestorGraph::find_distances(bool most_specific_only) {
  for (const Side side : kSides) {
    auto& distance = distance_[side];
    distance.assign(size(), kNever);
    labels_[side].clear();
    for (Node node = static_cast<Node>(size()); node-- > 0;) {
      const bool above_a_label = distance[node] != kNever;
      if ((bits_[node] >> side & 1) != 0 && !(above_a_label && most_specific_only)) {
        distance[node] = 0;
        labels_[side].push_back(node);
      }
      if (distance[node] == kNever) continue;
      for (const Node parent : parents(node)) {
        distance[parent] = std::min(distance[parent], distance[node] + 1);
      }
    }
  }
}

void AncestorGraph::find_nearer(Side side) {
  const auto& distance = distance_[side];
  auto& begin = nearer_begin_[side];
  const auto leads_on = [&](Node node, Node parent) {
    return distance[node] != kNever && distance[parent] == distance[node] + 1;
  };
  begin.assign(size() + 2, 0);
  const auto n = static_cast<Node>(size());
  for (Node node = 0; node < n; ++node) {
    for (const Node parent : parents(node)) begin[parent + 2] += leads_on(node, parent) ? 1 : 0;
  }
  for (std::size_t i = 2; i < begin.size(); ++i) begin[i] += begin[i - 1];
  // begin[i + 1] is where node i's next child goes; afterwards that is where node i ends.
  nearer_[side].resize(begin.back());
  for (Node node = 0; node < n; ++node) {
    for (const Node parent : parents(node)) {
      if (leads_on(node, parent)) nearer_[side][begin[parent + 1]++] = node;
    }
  }
}

void AncestorGraph::start_at(Node node) {
  if (++visit_ == 0) {
    std::fill(seen_.begin(), seen_.end(), 0);  // marks of visits 2^32 ago would look fresh
    visit_ = 1;
  }
  queue_.clear();
  enqueue(node);
}

std::uint32_t AncestorGraph::meet(Node label, Side side, std::vector<Node>& ancestors) {
  const auto& distance = distance_[other(side)];
  const std::size_t first = ancestors.size();
  std::uint32_t best = kNever;
  start_at(label);
  std::size_t at = 0;
  // Ring by ring; a ring farther up than the best meeting has nothing to add.
  for (std::uint32_t steps = 0; at < queue_.size() && steps <= best; ++steps) {
    for (const std::size_t end = queue_.size(); at < end; ++at) {
      const Node node = queue_[at];
      if (distance[node] == kNever) {
        for (const Node parent : parents(node)) enqueue(parent);
        continue;
      }
      const std::uint32_t length = steps + distance[node];
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
    for (const Node child : nearer(side, above)) enqueue(child);
  }
}

}  // namespace tallystick::detail
