// The hierarchical confusion matrix: true and predicted labels as ways down from the root.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "measures/assignment.hpp"
#include "measures/node_marks.hpp"
#include "measures/path_pairs.hpp"
#include "measures/ways_up.hpp"
#include "tallystick/labels/taxonomy.hpp"

namespace tallystick::detail {

/// Counts classes on the way to the labels (Riehl, Neunteufel and Hemberg 2023). Of a true label
/// and a predicted one: tp classes on both ways below the root; fp on the predicted way only; fn on
/// the true way only; tn classes that were rightly not gone to, which are the siblings of the
/// common classes and the children of the last of them, as far as they are on neither way. The
/// root, written or not, is not counted. Labels are paired one to one, as many as there are on the
/// smaller side; a label that is left over adds its shortest way to fp or fn.
///
/// The method is given predicted ways and tries every true one, of which a directed acyclic graph
/// may have exponentially many. Here both are nodes, and the best ways are taken, in this order:
/// - most classes in common: the longest way to a deepest common ancestor;
/// - then the shortest ways on: fewest fp + fn, then fewest fp;
/// - of several best ways all are "on the way" where tn is concerned.
/// Pairs: a label that is right is paired with itself. The others are paired so that in total tp
/// is largest, then fp + fn least, then fp least, then tn largest. The method's own order of
/// pairing depends on the names of labels, and may miss the largest tp. What it counts twice, as a
/// sibling and as a child or as tn and fp, counts once here. For one label on each side of a tree
/// both give the same four numbers. In a graph they differ where the predicted way
/// is not the best one to its last class, and in tn where there are several best ways or something
/// is counted twice.
class PathConfusion {
 public:
  /// The most labels on one side that are not right, where classes may have several parents.
  static constexpr std::size_t kMostUnpaired = 256;

  explicit PathConfusion(const Taxonomy& taxonomy);

  /// Repeated labels count once. In a tree this costs the ancestors of the labels; else those of
  /// every pair of labels that are not right, and the cube of the number of these labels.
  /// Errors: too_large, beyond kMostUnpaired.
  PathCell operator()(std::span<const NodeId> truth, std::span<const NodeId> predicted);

 private:
  struct Waiting {
    std::uint64_t truth = 0, predicted = 0;  // labels below the node without a partner
    bool is_true = false, is_predicted = false;
  };

  [[nodiscard]] PathCell in_tree(std::span<const NodeId> truth, std::span<const NodeId> predicted);
  [[nodiscard]] PathCell in_graph(std::span<const NodeId> truth, std::span<const NodeId> predicted);
  [[nodiscard]] PathCell best_pairs(std::span<const NodeId> truth,
                                    std::span<const NodeId> predicted);

  const Taxonomy* taxonomy_;
  PathPairs pairs_;
  WaysUp ways_;
  std::uint64_t n_tops_ = 0;
  std::vector<std::uint64_t> avoided_;  // trees: tn of a node paired with itself
  std::vector<Waiting> waiting_;        // trees: by node
  std::vector<NodeId> true_labels_, predicted_labels_, both_;
  std::vector<NodeId> wrong_truth_, wrong_predicted_;
  std::vector<Cost> costs_;
};

}  // namespace tallystick::detail
