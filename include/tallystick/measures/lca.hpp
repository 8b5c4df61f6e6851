// Precision, recall and F1 over the lowest common ancestors of true and predicted labels.
#pragma once

#include <memory>
#include <span>

#include "tallystick/labels/taxonomy.hpp"

namespace tallystick {

/// LCA precision, recall and F1 (Kosmopoulos et al. 2015), canonical: every tie between ancestors,
/// ways and labels is shared, so figures depend on the shape of the hierarchy and on nothing else -
/// not on codes, their order, or which edge was written first - to the last bit.
///
/// Each label that only one side has is linked with the nearest labels of the other side over their
/// lowest common ancestors. Precision is the weight that both sides have in common over the weight
/// of the predicted labels, their ancestors and the ways between; recall, over that of the truth.
/// Labels above another label of their own side are left out first. Different trees of a forest
/// meet in a virtual root, which then counts as a node.
///
/// Time of an example: (unshared labels + their common ancestors) x edges among all ancestors of
/// its labels, however many ways there are. After some examples, nothing is allocated.
class LcaScorer {
 public:
  /// In [0, 1]. Both sides empty: 1. One side empty: 0.
  struct Score {
    double precision = 0;
    double recall = 0;
    double f1 = 0;
  };

  /// The taxonomy must outlive the scorer. One scorer a thread.
  explicit LcaScorer(const Taxonomy& taxonomy);
  ~LcaScorer();
  LcaScorer(LcaScorer&&) noexcept;
  LcaScorer& operator=(LcaScorer&&) noexcept;

  /// Labels in any order, repeats allowed.
  [[nodiscard]] Score score(std::span<const NodeId> truth, std::span<const NodeId> predicted);

 private:
  class Work;
  std::unique_ptr<Work> work_;
};

}  // namespace tallystick
