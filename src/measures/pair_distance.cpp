#include "measures/pair_distance.hpp"

#include <algorithm>
#include <limits>

#include "measures/label_set.hpp"
#include "tallystick/base/exact_sum.hpp"

namespace tallystick::detail {

namespace {

constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();

}  // namespace

/// One label against the nearest of the other side.
struct PairDistance::Nearest {
  std::uint64_t tree_distance = UINT64_MAX;
  std::uint32_t lca_height = UINT32_MAX;
  std::uint32_t lca_depth = 0;
  double wu_palmer_from_0 = 0;
  double wu_palmer_from_1 = 0;

  /// A common ancestor at `depth`; below it are the label at `a` and the shallowest other at `b`.
  void meet_at(std::uint32_t depth, std::uint32_t a, std::uint32_t b) {
    lca_depth = std::max(lca_depth, depth);
    const double above = 2.0 * depth, below = static_cast<double>(a) + b;
    if (below == 0) {
      wu_palmer_from_0 = kUndefined;  // root against root: no other ancestor follows
    } else {
      wu_palmer_from_0 = std::max(wu_palmer_from_0, above / below);
    }
    wu_palmer_from_1 = std::max(wu_palmer_from_1, (above + 2) / (below + 2));
  }
};

/// Sums that no order of labels changes.
class PairDistance::Mean {
 public:
  void add(const Nearest& nearest) {
    ++n_;
    tree_distance_ += nearest.tree_distance;
    lca_height_ += nearest.lca_height;
    lca_depth_ += nearest.lca_depth;
    wu_palmer_from_1_.add(nearest.wu_palmer_from_1);
    if (nearest.wu_palmer_from_0 != nearest.wu_palmer_from_0) {
      undefined_ = true;
    } else {
      wu_palmer_from_0_.add(nearest.wu_palmer_from_0);
    }
  }
  [[nodiscard]] PairFigures figures() const {
    const auto n = static_cast<double>(n_);
    return {static_cast<double>(tree_distance_) / n, static_cast<double>(lca_height_) / n,
            static_cast<double>(lca_depth_) / n,
            undefined_ ? kUndefined : wu_palmer_from_0_.divided_by(n_),
            wu_palmer_from_1_.divided_by(n_)};
  }

 private:
  std::uint64_t n_ = 0, tree_distance_ = 0, lca_height_ = 0, lca_depth_ = 0;
  ExactSum wu_palmer_from_0_, wu_palmer_from_1_;
  bool undefined_ = false;
};

PairDistance::PairDistance(const Taxonomy& taxonomy)
    : taxonomy_(&taxonomy),
      heights_(heights(taxonomy)),
      truth_(taxonomy),
      predicted_(taxonomy),
      one_(taxonomy) {
  for (const std::uint32_t height : heights_) root_height_ = std::max(root_height_, height + 1);
}

PairDistance::Nearest PairDistance::nearest(NodeId label, const WaysUp& others) {
  Nearest out;
  one_.start({&label, 1});
  const std::uint32_t depth = taxonomy_->depth(label);
  for (const NodeId node : one_.nodes()) {
    if (!others.reaches(node)) continue;
    const std::uint64_t edges = std::uint64_t{one_.edges(node)} + others.edges(node);
    out.tree_distance = std::min(out.tree_distance, edges);
    out.lca_height = std::min(out.lca_height, heights_[node]);
    out.meet_at(taxonomy_->depth(node), depth, others.depth_below(node));
  }
  if (!taxonomy_->root()) {
    const std::uint64_t edges = std::uint64_t{one_.edges_to_root()} + others.edges_to_root();
    out.tree_distance = std::min(out.tree_distance, edges);
    out.lca_height = std::min(out.lca_height, root_height_);
    out.meet_at(0, depth, others.depth_below_root());
  }
  if (others.reaches(label) && others.edges(label) == 0) out.lca_height = 0;
  return out;
}

PairFigures PairDistance::operator()(std::span<const NodeId> truth,
                                     std::span<const NodeId> predicted) {
  if (truth.empty() && predicted.empty()) return {0, 0, kUndefined, 1, 1};
  if (truth.empty() || predicted.empty()) {
    return {kUndefined, kUndefined, kUndefined, kUndefined, kUndefined};
  }
  truth = distinct(truth, true_labels_);
  predicted = distinct(predicted, predicted_labels_);
  truth_.start(truth);
  if (truth.size() == 1 && predicted.size() == 1) {  // the other way is the same
    const Nearest pair = nearest(predicted[0], truth_);
    return {static_cast<double>(pair.tree_distance), static_cast<double>(pair.lca_height),
            static_cast<double>(pair.lca_depth), pair.wu_palmer_from_0, pair.wu_palmer_from_1};
  }
  predicted_.start(predicted);
  Mean mean;
  for (const NodeId label : predicted) mean.add(nearest(label, truth_));
  for (const NodeId label : truth) mean.add(nearest(label, predicted_));
  return mean.figures();
}

}  // namespace tallystick::detail
