// Weights of classes for weighted hierarchical measures.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "measures/node_marks.hpp"
#include "tallystick/labels/taxonomy.hpp"

namespace tallystick::detail {

/// The depth of each node: 0 for a written root, 1 for the classes of the first level, and so on.
[[nodiscard]] std::vector<double> depth_weights(const Taxonomy& taxonomy);

/// How much each class says beyond its parents (Clark and Radivojac 2013), estimated from label
/// sets: IA(t) = -log2((n(t) + 1) / (n(parents of t) + 1)), where n counts sets, closed under
/// ancestors, with the class, or with all of its parents together. 0 where both are equal. A class
/// without parents is compared with all sets. One is added to both as if one more set had every
/// class. Sets without labels are not counted.
class InformationAccretion {
 public:
  explicit InformationAccretion(const Taxonomy& taxonomy);

  /// One label set, or several equal ones. Costs its ancestors, and those of their children that
  /// have several parents, each at one of these.
  void add(std::span<const NodeId> labels, std::uint64_t times = 1);
  /// Takes over the sets of another part. Both are of one taxonomy.
  void merge(const InformationAccretion& other);

  [[nodiscard]] std::uint64_t n_sets() const noexcept { return n_sets_; }
  /// In bits, by node; from 0.
  [[nodiscard]] std::vector<double> weights() const;

 private:
  const Taxonomy* taxonomy_;
  Closure closure_;
  NodeMarks met_;
  std::uint64_t n_sets_ = 0;
  std::vector<std::uint64_t> n_;          // sets with the node
  std::vector<std::uint64_t> n_parents_;  // sets with all parents; kept where there are several
  // Nodes with several parents, listed at the last of these: it is seldom in a set.
  std::vector<std::uint32_t> shared_begin_;
  std::vector<NodeId> shared_;
};

}  // namespace tallystick::detail
