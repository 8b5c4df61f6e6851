#include "measures/h_loss.hpp"

#include <algorithm>

#include "tallystick/base/exact_sum.hpp"

namespace tallystick::detail {

namespace {

/// From the root down. Parents have smaller numbers, so theirs are known.
std::vector<double> sibling_costs(const Taxonomy& taxonomy) {
  std::vector<double> costs(taxonomy.size(), 1);
  std::size_t n_tops = 0;
  for (NodeId node = 0; node < taxonomy.size(); ++node) n_tops += taxonomy.parents(node).empty();
  for (NodeId node = 0; node < taxonomy.size(); ++node) {
    const auto parents = taxonomy.parents(node);
    const auto share = [&](NodeId parent) {
      return costs[parent] / static_cast<double>(taxonomy.children(parent).size());
    };
    if (parents.empty()) {
      costs[node] = 1 / static_cast<double>(n_tops);
    } else if (parents.size() == 1) {
      costs[node] = share(parents[0]);
    } else {
      ExactSum sum;  // which parent comes first depends on their codes
      for (const NodeId parent : parents) sum.add(share(parent));
      costs[node] = sum.value();
    }
  }
  return costs;
}

/// From the leaves up.
std::vector<double> subtree_costs(const Taxonomy& taxonomy) {
  std::vector<double> sizes(taxonomy.size(), 1);
  const double all = static_cast<double>(taxonomy.size()) + (taxonomy.root() ? 0 : 1);
  for (auto node = static_cast<NodeId>(taxonomy.size()); node-- > 0;) {
    const auto children = taxonomy.children(node);
    if (children.empty()) continue;
    ExactSum sum;
    sum.add(1);
    for (const NodeId child : children) {
      sum.add(sizes[child] / static_cast<double>(taxonomy.parents(child).size()));
    }
    sizes[node] = sum.value();
  }
  for (double& size : sizes) size /= all;
  return sizes;
}

}  // namespace

std::vector<double> h_loss_costs(const Taxonomy& taxonomy, HLossCost cost) {
  switch (cost) {
    case HLossCost::sibling: return sibling_costs(taxonomy);
    case HLossCost::subtree: return subtree_costs(taxonomy);
    case HLossCost::uniform: break;
  }
  return std::vector<double>(taxonomy.size(), 1);
}

HLoss::HLoss(const Taxonomy& taxonomy, HLossCost cost)
    : taxonomy_(&taxonomy),
      costs_(h_loss_costs(taxonomy, cost)),
      truth_(taxonomy),
      predicted_(taxonomy) {}

namespace {

/// Rounded once, in any order.
double sum_of(std::span<const double> terms) {
  if (terms.empty()) return 0;
  if (terms.size() <= 2) return terms.front() + (terms.size() == 2 ? terms.back() : 0);
  ExactSum sum;
  for (const double term : terms) sum.add(term);
  return sum.value();
}

}  // namespace

double HLoss::operator()(std::span<const NodeId> truth, std::span<const NodeId> predicted) {
  truth_.start(truth);
  predicted_.start(predicted);
  terms_.clear();
  const auto add_lacking = [&](const WaysUp& here, const WaysUp& there) {
    for (const NodeId node : here.nodes()) {
      if (there.reaches(node) || taxonomy_->root() == node) continue;
      // All ancestors are here. If one is lacking there, so is everything between it and the node:
      // looking at the parents is enough.
      const auto parents = taxonomy_->parents(node);
      const auto agreed = [&](NodeId parent) {
        return there.reaches(parent) || taxonomy_->root() == parent;
      };
      if (std::all_of(parents.begin(), parents.end(), agreed)) terms_.push_back(costs_[node]);
    }
  };
  add_lacking(truth_, predicted_);
  add_lacking(predicted_, truth_);
  return sum_of(terms_);
}

}  // namespace tallystick::detail
