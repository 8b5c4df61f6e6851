#include "measures/node_weights.hpp"

#include <algorithm>
#include <cmath>

namespace tallystick::detail {

std::vector<double> depth_weights(const Taxonomy& taxonomy) {
  std::vector<double> out(taxonomy.size());
  for (NodeId node = 0; node < taxonomy.size(); ++node) out[node] = taxonomy.depth(node);
  return out;
}

InformationAccretion::InformationAccretion(const Taxonomy& taxonomy)
    : taxonomy_(&taxonomy),
      closure_(taxonomy),
      met_(taxonomy.size()),
      n_(taxonomy.size(), 0),
      n_parents_(taxonomy.size(), 0),
      shared_begin_(taxonomy.size() + 1, 0) {
  for (NodeId node = 0; node < taxonomy.size(); ++node) {
    for (const NodeId child : taxonomy.children(node)) {
      const auto parents = taxonomy.parents(child);
      if (parents.size() > 1 && parents.back() == node) shared_.push_back(child);
    }
    shared_begin_[node + 1] = static_cast<std::uint32_t>(shared_.size());
  }
}

void InformationAccretion::add(std::span<const NodeId> labels, std::uint64_t times) {
  if (labels.empty()) return;
  n_sets_ += times;
  const auto closed = closure_.of(labels);
  met_.clear();
  for (const NodeId node : closed) met_.add(node), n_[node] += times;
  const auto in_set = [this](NodeId node) { return met_.has(node); };
  for (const NodeId node : closed) {
    for (std::uint32_t i = shared_begin_[node]; i < shared_begin_[node + 1]; ++i) {
      const auto parents = taxonomy_->parents(shared_[i]);
      if (std::all_of(parents.begin(), parents.end(), in_set)) n_parents_[shared_[i]] += times;
    }
  }
}

void InformationAccretion::merge(const InformationAccretion& other) {
  n_sets_ += other.n_sets_;
  for (NodeId node = 0; node < n_.size(); ++node) {
    n_[node] += other.n_[node];
    n_parents_[node] += other.n_parents_[node];
  }
}

std::vector<double> InformationAccretion::weights() const {
  std::vector<double> out(n_.size(), 0);
  for (NodeId node = 0; node < n_.size(); ++node) {
    const auto parents = taxonomy_->parents(node);
    const std::uint64_t possible = parents.empty()       ? n_sets_
                                   : parents.size() == 1 ? n_[parents[0]]
                                                         : n_parents_[node];
    if (n_[node] == possible) continue;  // never -0
    out[node] =
        -std::log2((static_cast<double>(n_[node]) + 1) / (static_cast<double>(possible) + 1));
  }
  return out;
}

}  // namespace tallystick::detail
