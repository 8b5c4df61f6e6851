// How far predicted labels are from true ones in the hierarchy.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "measures/ways_up.hpp"
#include "tallystick/labels/taxonomy.hpp"

namespace tallystick::detail {

/// What is between a true label a and a predicted label b. Both have a common ancestor, themselves
/// included: at least the root, which counts as standing above all tops where none is written.
struct PairFigures {
  /// Edges from a up to a common ancestor and down to b, on the shortest such way (in trees
  /// d(a) + d(b) - 2 d(lca); the tree-induced error of Dekel 2004). Whole numbers from 0.
  double tree_distance;
  /// Height of the lowest common ancestor: edges on its longest way down to a leaf (Deng 2010,
  /// Bertinetto 2020). 0 when a is b. In a directed acyclic graph the least of all common
  /// ancestors. Equals (levels - depth) only where all leaves are equally deep.
  double lca_height;
  /// Depth of the deepest common ancestor; 0 for the root.
  double lca_depth;
  /// 2 d(c) / (d(a) + d(b)) of the deepest common ancestor c (Wu and Palmer 1994), with depths
  /// counted from 0 at the root; undefined (NaN) when both are the written root. 0 to 1.
  double wu_palmer_from_0;
  /// The same with depths counted from 1 at the root (as in WordNet tools). Above 0, up to 1.
  double wu_palmer_from_1;
};

/// The figures for sets of labels: every label of either side looks for the nearest one (the least
/// distance or height, the largest depth or similarity) of the other side, each figure for itself;
/// the mean over the labels of both sides together is taken. So it is symmetric, and for one label
/// on each side it is the figure of the pair. Both sides empty: distances 0, similarity 1, depth
/// undefined (NaN). One side empty: all undefined. Labels that are repeated count once.
/// Costs the ancestors of the labels, each label's once.
class PairDistance {
 public:
  explicit PairDistance(const Taxonomy& taxonomy);

  PairFigures operator()(std::span<const NodeId> truth, std::span<const NodeId> predicted);

 private:
  class Mean;
  struct Nearest;

  [[nodiscard]] Nearest nearest(NodeId label, const WaysUp& others);

  const Taxonomy* taxonomy_;
  std::vector<std::uint32_t> heights_;
  std::uint32_t root_height_ = 0;
  WaysUp truth_, predicted_, one_;
  std::vector<NodeId> true_labels_, predicted_labels_;
};

}  // namespace tallystick::detail
