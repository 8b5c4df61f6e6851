// A finished tally over a hierarchy: its distinct examples as sets of classes, and counts of the
// sets with all their ancestors.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tallystick/labels/taxonomy.hpp"
#include "tallystick/measures/measure.hpp"
#include "tallystick/measures/whole.hpp"

namespace tallystick {

/// Which classes above a label count, and how often.
struct ClosureRule {
  Root root = Root::out;
  std::optional<std::uint32_t> edges;  // ancestors within so many edges; none: all
  std::optional<std::uint32_t> level;  // classes of this depth alone; none: all
  // A class counts as often as labels of the example lie at or below it: tp is the smaller number
  // of both sides, fp and fn what one side has more. All ancestors count then.
  bool counts_labels = false;

  /// Whether a class of a closed set counts: the root and the level decide.
  [[nodiscard]] bool counts(const Taxonomy& taxonomy, NodeId node) const noexcept {
    return !(root == Root::out && node == taxonomy.root()) &&
           (!level || taxonomy.depth(node) == *level);
  }
  friend auto operator<=>(const ClosureRule&, const ClosureRule&) = default;
};

/// Counts of label sets with their ancestors. tn is not kept: what a class is not is all the rest.
struct ClosedCounts {
  std::vector<Cell> nodes;             // of each class; a virtual root comes last
  std::vector<ExampleGroup> examples;  // by sizes of the closed sets
};

class Hierarchy {
 public:
  /// An example of the data, repeats counted: its classes in no particular order, each once.
  struct Example {
    std::span<const NodeId> truth, predicted;
    u128 amount;
  };

  /// `weights`, one a class, serve node_weights=file. A label that a policy kept though the
  /// hierarchy lacks it becomes a class on its own, below the root.
  /// Errors: wrong_usage when the tally has no hierarchy.
  Hierarchy(const Whole& whole, std::vector<double> weights = {});
  Hierarchy(const Hierarchy&) = delete;
  Hierarchy& operator=(const Hierarchy&) = delete;

  [[nodiscard]] const Whole& whole() const noexcept { return *whole_; }
  [[nodiscard]] const Taxonomy& taxonomy() const noexcept { return *taxonomy_; }
  [[nodiscard]] u128 n_examples() const noexcept { return whole_->n_examples(); }
  [[nodiscard]] const std::vector<Example>& examples() const noexcept { return examples_; }
  /// The class of a label of the tally's vocabulary that occurs in some example.
  [[nodiscard]] NodeId node_of(LabelId label) const noexcept { return node_of_[label]; }
  /// Stands for a label that the hierarchy lacks and that counts as wrong: it is no class.
  [[nodiscard]] bool only_wrong(NodeId node) const noexcept {
    return !only_wrong_.empty() && only_wrong_[node] != 0;
  }

  /// Counted once for each rule. O(sum of the closed sets' sizes).
  [[nodiscard]] const ClosedCounts& closed(const ClosureRule& rule) const;
  /// The hierarchical confusion matrix, summed over the examples; made once.
  [[nodiscard]] const Cell& paths() const;
  /// Means over the examples, made once: LCA precision, recall and F1; graph-induced error and
  /// accuracy.
  [[nodiscard]] const std::array<double, 3>& lca_means() const;
  [[nodiscard]] const std::array<double, 2>& graph_error_means(std::uint32_t max_error) const;
  /// The weight of each class (and, last, of a virtual root) for node_weights=NAME.
  /// Errors: wrong_usage when they are to come from a file and none was given.
  [[nodiscard]] std::vector<double> weights(const std::string& name) const;

 private:
  void make_nodes();
  void add_sets(const ClosureRule& rule, ClosedCounts& out) const;
  void add_counts(const ClosureRule& rule, ClosedCounts& out) const;

  const Whole* whole_;
  std::shared_ptr<const Taxonomy> taxonomy_;
  std::vector<NodeId> node_of_;   // of each label of the tally
  std::vector<char> only_wrong_;  // of each class; empty when none is
  std::vector<NodeId> labels_;    // of all examples
  std::vector<Example> examples_;
  std::vector<double> file_weights_;
  mutable std::map<ClosureRule, ClosedCounts> closed_;
  mutable std::optional<Cell> paths_;
  mutable std::optional<std::array<double, 3>> lca_means_;
  mutable std::map<std::uint32_t, std::array<double, 2>> graph_error_means_;
};

}  // namespace tallystick
