#include "measures/undirected_distance.hpp"

#include <algorithm>
#include <limits>

#include "measures/label_set.hpp"

namespace tallystick::detail {

UndirectedDistance::UndirectedDistance(const Taxonomy& taxonomy)
    : taxonomy_(&taxonomy),
      truth_(taxonomy),
      predicted_(taxonomy),
      one_(taxonomy),
      near_(taxonomy.size() + 1),
      far_(taxonomy.size() + 1) {
  if (taxonomy.root()) return;
  for (NodeId node = 0; node < taxonomy.size(); ++node) {
    if (taxonomy.parents(node).empty()) tops_.push_back(node);
  }
}

void UndirectedDistance::Search::start(std::span<const NodeId> from) {
  met.clear();
  ring.assign(from.begin(), from.end());
  for (const NodeId node : ring) met.add(node);
}

bool UndirectedDistance::step(Search& search, const Search& other) {
  bool meets = false;
  search.next.clear();
  const auto visit = [&](NodeId node) {
    if (!search.met.add(node)) return;
    search.next.push_back(node);
    meets |= other.met.has(node);
  };
  const auto virtual_root = static_cast<NodeId>(taxonomy_->size());
  for (const NodeId node : search.ring) {
    if (node == virtual_root) {
      for (const NodeId top : tops_) visit(top);
      continue;
    }
    const auto parents = taxonomy_->parents(node);
    for (const NodeId parent : parents) visit(parent);
    for (const NodeId child : taxonomy_->children(node)) visit(child);
    if (parents.empty() && !tops_.empty()) visit(virtual_root);
  }
  search.ring.swap(search.next);
  return meets;
}

std::uint64_t UndirectedDistance::nearest(NodeId label, std::span<const NodeId> others,
                                          const WaysUp& above_others) {
  one_.start({&label, 1});
  std::uint64_t bound = std::uint64_t{one_.edges_to_root()} + above_others.edges_to_root();
  for (const NodeId node : one_.nodes()) {
    if (!above_others.reaches(node)) continue;
    bound = std::min(bound, std::uint64_t{one_.edges(node)} + above_others.edges(node));
  }
  // A shorter way over a common descendant has at least two edges.
  if (bound <= 2 || taxonomy_->is_tree()) return bound;
  near_.start({&label, 1});
  far_.start(others);
  for (std::uint64_t edges = 1; edges < bound; ++edges) {
    Search& smaller = near_.ring.size() <= far_.ring.size() ? near_ : far_;
    if (step(smaller, &smaller == &near_ ? far_ : near_)) return edges;
  }
  return bound;
}

double UndirectedDistance::operator()(std::span<const NodeId> truth,
                                      std::span<const NodeId> predicted) {
  if (truth.empty() && predicted.empty()) return 0;
  if (truth.empty() || predicted.empty()) return std::numeric_limits<double>::quiet_NaN();
  truth = distinct(truth, true_labels_);
  predicted = distinct(predicted, predicted_labels_);
  truth_.start(truth);
  predicted_.start(predicted);
  std::uint64_t sum = 0;
  for (const NodeId label : predicted) sum += nearest(label, truth, truth_);
  for (const NodeId label : truth) sum += nearest(label, predicted, predicted_);
  return static_cast<double>(sum) / static_cast<double>(truth.size() + predicted.size());
}

}  // namespace tallystick::detail
