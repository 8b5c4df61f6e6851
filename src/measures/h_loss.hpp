// h-loss: a mistake counts once, at its topmost class.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "measures/ways_up.hpp"
#include "tallystick/labels/taxonomy.hpp"

namespace tallystick::detail {

enum class HLossCost : std::uint8_t {
  sibling,  // 1 of the root, shared evenly by the children of each class
  subtree,  // share of all classes that are at or below the class
  uniform,  // 1 for each class
};

/// The cost of each node (Cesa-Bianchi, Gentile and Zaniboni 2006; the names after Rousu et al.
/// 2006). sibling: c(root) = 1, c(i) = c(parent) / number of its children. subtree: c(i) = nodes at
/// or below i / all nodes, the root included whether it is written or not, so that
/// c(i) = c(parent) size(i) / size(parent).
/// In a directed acyclic graph what is shared out is shared over every edge: with sibling costs a
/// node gets a share from each parent; with subtree costs it gives each parent an even share of
/// its size. Either way no two classes that are not above one another cost more than 1 together.
[[nodiscard]] std::vector<double> h_loss_costs(const Taxonomy& taxonomy, HLossCost cost);

/// The sum of the costs of nodes that are in just one of the closed label sets while no ancestor
/// of theirs is. From 0, for equal closed sets (two empty ones too), up to 1 with the first two
/// costs. The root, written or not, is taken to be in both sets: an example without labels agrees
/// with it. Symmetric; always defined.
class HLoss {
 public:
  HLoss(const Taxonomy& taxonomy, HLossCost cost);

  double operator()(std::span<const NodeId> truth, std::span<const NodeId> predicted);

 private:
  const Taxonomy* taxonomy_;
  std::vector<double> costs_, terms_;
  WaysUp truth_, predicted_;
};

}  // namespace tallystick::detail
