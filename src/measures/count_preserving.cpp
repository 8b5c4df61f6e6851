#include "measures/count_preserving.hpp"

#include <cmath>

#include "measures/label_set.hpp"
#include "tallystick/base/exact_sum.hpp"

namespace tallystick::detail {

namespace {

double ratio(std::uint64_t part, std::uint64_t whole) noexcept {
  return static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

CountPreserving::CountPreserving(const Taxonomy& taxonomy)
    : taxonomy_(&taxonomy),
      met_(taxonomy.size()),
      once_(taxonomy.size()),
      counts_(taxonomy.size()) {}

/// Counts labels at themselves and, unless the hierarchy is a tree, at all ancestors.
void CountPreserving::count(std::span<const NodeId> labels, std::uint32_t NodeCount::* side) {
  const bool tree = taxonomy_->is_tree();
  const auto meet = [&](NodeId node) {
    if (!met_.add(node)) return false;
    counts_[node] = {node, 0, 0};
    nodes_.push_back(node);
    return true;
  };
  for (const NodeId label : distinct(labels, labels_)) {
    once_.clear();
    once_.add(label);
    waiting_.assign(1, label);
    meet(label);
    ++(counts_[label].*side);
    while (!waiting_.empty()) {
      const NodeId node = waiting_.back();
      waiting_.pop_back();
      for (const NodeId parent : taxonomy_->parents(node)) {
        const bool fresh = meet(parent);
        // A tree is summed up from below later: ancestors that are known need no second visit.
        if (tree ? !fresh : !once_.add(parent)) continue;
        if (!tree) ++(counts_[parent].*side);
        waiting_.push_back(parent);
      }
    }
  }
}

std::span<const NodeCount> CountPreserving::operator()(std::span<const NodeId> truth,
                                                       std::span<const NodeId> predicted) {
  met_.clear();
  nodes_.clear();
  found_.clear();
  count(truth, &NodeCount::truth);
  count(predicted, &NodeCount::predicted);
  std::sort(nodes_.begin(), nodes_.end());
  if (taxonomy_->is_tree()) {
    for (auto node = nodes_.rbegin(); node != nodes_.rend(); ++node) {
      for (const NodeId parent : taxonomy_->parents(*node)) {
        counts_[parent].truth += counts_[*node].truth;
        counts_[parent].predicted += counts_[*node].predicted;
      }
    }
  }
  for (const NodeId node : nodes_) found_.push_back(counts_[node]);
  return found_;
}

double CountCell::precision() const noexcept { return ratio(tp, tp + fp); }
double CountCell::recall() const noexcept { return ratio(tp, tp + fn); }
double CountCell::f1() const noexcept { return ratio(2 * tp, 2 * tp + fp + fn); }

void CountSums::add(std::span<const NodeCount> example, std::uint64_t times) {
  for (const auto& [node, truth, predicted] : example) {
    counted_[node].add(truth, predicted, times);
    binary_[node].add(std::min(truth, 1u), std::min(predicted, 1u), times);
  }
}

void CountSums::merge(const CountSums& other) {
  for (std::size_t node = 0; node < counted_.size(); ++node) {
    counted_[node].add(other.counted_[node]);
    binary_[node].add(other.binary_[node]);
  }
}

CountCell layer_sum(const Taxonomy& taxonomy, std::span<const CountCell> cells,
                    std::uint32_t depth) {
  CountCell sum;
  const auto [first, last] = taxonomy.level(depth);
  for (NodeId node = first; node < last; ++node) sum.add(cells[node]);
  return sum;
}

CountCell layers_sum(const Taxonomy& taxonomy, std::span<const CountCell> cells, bool with_root) {
  CountCell sum;
  for (NodeId node = 0; node < cells.size(); ++node) {
    if (with_root || taxonomy.root() != node) sum.add(cells[node]);
  }
  return sum;
}

CountMeans count_means(std::span<const CountCell> cells) {
  ExactSum precisions, recalls;
  std::uint64_t n_undefined = 0;
  const auto add = [&](double value, ExactSum& sum) {
    std::isnan(value) ? void(++n_undefined) : sum.add(value);
  };
  for (const CountCell& cell : cells) {
    add(cell.precision(), precisions);
    add(cell.recall(), recalls);
  }
  const double p = precisions.divided_by(cells.size()), r = recalls.divided_by(cells.size());
  return {p, r, p + r == 0 ? 0 : 2 * p * r / (p + r), n_undefined};
}

}  // namespace tallystick::detail
