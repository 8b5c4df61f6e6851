// How far the labels that an example ranks first are from its true ones.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "measures/node_marks.hpp"
#include "tallystick/labels/taxonomy.hpp"

namespace tallystick::detail {

/// Heights of lowest common ancestors with the nearest true class, as in PairDistance: the edges on
/// the longest way down from the ancestor to a leaf; 0 for a true class; the root's, written or
/// not, where nothing else is common.
class LcaHeights {
 public:
  explicit LcaHeights(const Taxonomy& taxonomy);

  /// The true classes of the next example; kNoNode stands for one that the hierarchy lacks.
  void start(std::span<const NodeId> truth);
  [[nodiscard]] std::uint32_t height(NodeId predicted);
  /// The smallest heights that k different classes can have, ascending: of the true classes, the
  /// leaves, and the classes that were predicted.
  [[nodiscard]] std::vector<std::uint32_t> nearest(std::size_t k,
                                                   std::span<const NodeId> predicted);
  /// The largest height that there is.
  [[nodiscard]] std::uint32_t root_height() const noexcept { return root_height_; }

 private:
  void walk_down(NodeId top, std::uint32_t height, std::size_t most,
                 std::vector<std::uint32_t>& found);

  const Taxonomy* taxonomy_;
  std::vector<std::uint32_t> heights_;
  std::uint32_t root_height_ = 0;
  std::vector<NodeId> truth_, above_, way_;  // above_: the true classes and their ancestors
  NodeMarks true_, above_marks_, met_, below_, counted_;
};

}  // namespace tallystick::detail
