// Edges between predicted and true labels on the shortest way of any shape.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "measures/node_marks.hpp"
#include "measures/ways_up.hpp"
#include "tallystick/labels/taxonomy.hpp"

namespace tallystick::detail {

/// The graph's own distance: edges may be walked up and down in any order, as in the evaluation of
/// LSHTC (Partalas 2015). A virtual root stands above all tops where none is written. In trees it
/// is PairFigures::tree_distance. In a directed acyclic graph it may be smaller, since a way may
/// lead over a common descendant: with a > x, b > x it is 2 for (a, b), however far up their
/// common ancestors are.
/// Sets and empty sides: as PairDistance. Unlike the others this may walk far beyond the ancestors
/// of the labels, never farther from both sides than the way over a common ancestor is long.
class UndirectedDistance {
 public:
  explicit UndirectedDistance(const Taxonomy& taxonomy);

  double operator()(std::span<const NodeId> truth, std::span<const NodeId> predicted);

 private:
  /// Nodes at one distance from where a search began, and all nodes met before.
  struct Search {
    explicit Search(std::size_t n_nodes) : met(n_nodes) {}
    NodeMarks met;
    std::vector<NodeId> ring, next;
    void start(std::span<const NodeId> from);
  };

  [[nodiscard]] std::uint64_t nearest(NodeId label, std::span<const NodeId> others,
                                      const WaysUp& above_others);
  /// Moves a search on by one edge; true when it meets the other one.
  bool step(Search& search, const Search& other);

  const Taxonomy* taxonomy_;
  std::vector<NodeId> tops_;  // below the virtual root; empty when a root is written
  WaysUp truth_, predicted_, one_;
  Search near_, far_;
  std::vector<NodeId> true_labels_, predicted_labels_;
};

}  // namespace tallystick::detail
