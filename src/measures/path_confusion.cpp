#include "measures/path_confusion.hpp"

#include <algorithm>
#include <iterator>

#include "measures/label_set.hpp"
#include "tallystick/base/error.hpp"
#include "tallystick/base/text.hpp"

namespace tallystick::detail {

PathConfusion::PathConfusion(const Taxonomy& taxonomy)
    : taxonomy_(&taxonomy), pairs_(taxonomy), ways_(taxonomy) {
  if (!taxonomy.is_tree()) return;
  avoided_.resize(taxonomy.size());
  waiting_.resize(taxonomy.size());
  for (NodeId node = 0; node < taxonomy.size(); ++node) {
    n_tops_ += !taxonomy.root() && taxonomy.parents(node).empty();
  }
  for (NodeId node = 0; node < taxonomy.size(); ++node) {
    const auto parents = taxonomy.parents(node);
    const std::uint64_t above = parents.empty() ? n_tops_ : avoided_[parents[0]];
    const std::uint64_t itself = taxonomy.root() == node ? 0 : 1;
    avoided_[node] = above - itself + taxonomy.children(node).size();
  }
}

PathCell PathConfusion::operator()(std::span<const NodeId> truth,
                                   std::span<const NodeId> predicted) {
  truth = distinct(truth, true_labels_);
  predicted = distinct(predicted, predicted_labels_);
  return taxonomy_->is_tree() ? in_tree(truth, predicted) : in_graph(truth, predicted);
}

/// From the deepest nodes up: what can be paired below a node is paired there, which makes the
/// common ways longest. Any pairing of the rest is as good, but that labels at the node itself have
/// no way on, so that one class more is avoided: they go first.
PathCell PathConfusion::in_tree(std::span<const NodeId> truth, std::span<const NodeId> predicted) {
  both_.assign(truth.begin(), truth.end());
  both_.insert(both_.end(), predicted.begin(), predicted.end());
  ways_.start(both_);
  for (const NodeId node : ways_.nodes()) waiting_[node] = {};
  PathCell cell;
  for (const NodeId label : truth) {
    waiting_[label].is_true = true;
    cell.fn += taxonomy_->depth(label);
  }
  for (const NodeId label : predicted) {
    waiting_[label].is_predicted = true;
    cell.fp += taxonomy_->depth(label);
  }
  Waiting at_root;
  const auto pair_at = [&cell](Waiting& here, std::uint64_t depth, std::uint64_t avoided) {
    const std::uint64_t truths = here.truth + here.is_true;
    const std::uint64_t predictions = here.predicted + here.is_predicted;
    const std::uint64_t n = std::min(truths, predictions);
    if (n > 0) {
      cell.tp += n * depth;
      cell.tn += n * avoided - (n - here.is_true) - (n - here.is_predicted);
    }
    here = {truths - n, predictions - n, false, false};
  };
  for (auto node = ways_.nodes().rbegin(); node != ways_.nodes().rend(); ++node) {
    Waiting& here = waiting_[*node];
    pair_at(here, taxonomy_->depth(*node), avoided_[*node]);
    const auto parents = taxonomy_->parents(*node);
    Waiting& above = parents.empty() ? at_root : waiting_[parents[0]];
    above.truth += here.truth;
    above.predicted += here.predicted;
  }
  if (!taxonomy_->root()) pair_at(at_root, 0, n_tops_);
  cell.fn -= cell.tp;  // of all classes on the ways, those that are not common
  cell.fp -= cell.tp;
  return cell;
}

PathCell PathConfusion::in_graph(std::span<const NodeId> truth, std::span<const NodeId> predicted) {
  PathCell cell;
  wrong_truth_.clear();
  wrong_predicted_.clear();
  both_.clear();
  std::set_difference(truth.begin(), truth.end(), predicted.begin(), predicted.end(),
                      std::back_inserter(wrong_truth_));
  std::set_difference(predicted.begin(), predicted.end(), truth.begin(), truth.end(),
                      std::back_inserter(wrong_predicted_));
  std::set_intersection(truth.begin(), truth.end(), predicted.begin(), predicted.end(),
                        std::back_inserter(both_));
  for (const NodeId label : both_) {
    pairs_.start(label);
    cell.add(pairs_.with(label));
  }
  cell.add(best_pairs(wrong_truth_, wrong_predicted_));
  return cell;
}

/// Both sides are filled up with partners for those that are left over.
PathCell PathConfusion::best_pairs(std::span<const NodeId> truth,
                                   std::span<const NodeId> predicted) {
  const std::size_t n = std::max(truth.size(), predicted.size());
  if (n > kMostUnpaired) {
    fail(ErrorCode::too_large,
         "an example has " + counted(truth.size(), "true label") + " and " +
             counted(predicted.size(), "predicted label") +
             " that the other side lacks; the hierarchical confusion matrix pairs at most " +
             std::to_string(kMostUnpaired) + " where classes have several parents",
         "leave this measure out, or use a tree");
  }
  const auto way = [this](NodeId label) {
    ways_.start({&label, 1});
    return PathCell{0, 0, ways_.edges_to_root(), 0};
  };
  const auto cost = [](const PathCell& cell) {
    const auto tp = static_cast<std::int64_t>(cell.tp), tn = static_cast<std::int64_t>(cell.tn);
    const auto fp = static_cast<std::int64_t>(cell.fp), fn = static_cast<std::int64_t>(cell.fn);
    return Cost{{-tp, fp + fn, fp, -tn}};
  };
  costs_.assign(n * n, {});
  for (std::size_t row = 0; row < n; ++row) {
    if (row < truth.size()) pairs_.start(truth[row]);
    for (std::size_t column = 0; column < n; ++column) {
      PathCell cell;
      if (row < truth.size() && column < predicted.size()) {
        cell = pairs_.with(predicted[column]);
      } else if (row < truth.size()) {
        cell.fn = way(truth[row]).fp;
      } else {
        cell = way(predicted[column]);
      }
      costs_[row * n + column] = cost(cell);
    }
  }
  const auto& total = cheapest_assignment(costs_, n).parts;
  const auto count = [](std::int64_t value) { return static_cast<std::uint64_t>(value); };
  return {count(-total[0]), count(-total[3]), count(total[2]), count(total[1] - total[2])};
}

}  // namespace tallystick::detail
