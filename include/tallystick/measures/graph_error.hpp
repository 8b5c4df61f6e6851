// Graph-induced error and accuracy: how far apart the labels of both sides lie.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "tallystick/labels/taxonomy.hpp"

namespace tallystick {

/// Graph-induced error (GIE) and the accuracy made of it (MGIA) (Kosmopoulos et al. 2015).
///
/// Each label that only one side has is paired with the nearest labels of the other side, all ties;
/// a pair costs the edges up to where they meet and down again. On each way up, that is the first
/// node at or above a label of the other side. A label whose nearest is max_error or more edges
/// away costs max_error and looks for no pair. Of a pair found from both sides, the cost seen from
/// the true label counts. Then pairs without which each label still has one are dropped: those that
/// cost more than the cheapest pair of both their labels; of the others, so that the least remains.
/// (The reference program drops from the most expensive on, equal ones by the numbers of classes.
/// This is the least it can arrive at over all numberings, and its value where numbers never
/// matter.)
///
/// Labels are taken as they are, also above others of their side. Trees of a forest meet in a
/// virtual root. Renaming classes and reordering labels changes nothing.
class GraphError {
 public:
  struct Score {
    std::uint64_t error = 0;     // GIE: edges; 0 when both sides are equal
    std::uint64_t unshared = 0;  // labels of one side only
    double accuracy = 1;         // MGIA: 1 - error / (unshared * max_error), in [0, 1]
  };

  /// The taxonomy must outlive the object. One object a thread. Errors: wrong_usage when max_error
  /// is 0.
  explicit GraphError(const Taxonomy& taxonomy, std::uint32_t max_error = 5);
  ~GraphError();
  GraphError(GraphError&&) noexcept;
  GraphError& operator=(GraphError&&) noexcept;

  /// Labels in any order, repeats allowed. One side empty: every label of the other costs
  /// max_error, so the accuracy is 0.
  [[nodiscard]] Score score(std::span<const NodeId> truth, std::span<const NodeId> predicted);

 private:
  class Work;
  std::unique_ptr<Work> work_;
};

}  // namespace tallystick
