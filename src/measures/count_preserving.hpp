// How often each class is right when labels are counted upwards, not just marked.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "measures/node_marks.hpp"
#include "tallystick/labels/taxonomy.hpp"

namespace tallystick::detail {

/// How many true and predicted labels of one example are at or below a node.
struct NodeCount {
  NodeId node;
  std::uint32_t truth, predicted;
  friend bool operator==(const NodeCount&, const NodeCount&) = default;
};

/// Counts labels at every class above them (CoPHE: Falis et al. 2021). A label counts at itself
/// and once at each of its ancestors, however many ways lead there; repeated labels count once;
/// labels above other labels count too. The written root, if any, is among the nodes.
class CountPreserving {
 public:
  explicit CountPreserving(const Taxonomy& taxonomy);

  /// The nodes at or above any label, in ascending order. Valid until the next call.
  std::span<const NodeCount> operator()(std::span<const NodeId> truth,
                                        std::span<const NodeId> predicted);

 private:
  void count(std::span<const NodeId> labels, std::uint32_t NodeCount::* side);

  const Taxonomy* taxonomy_;
  NodeMarks met_, once_;
  std::vector<NodeCount> counts_;  // by node; meaningful where met
  std::vector<NodeCount> found_;
  std::vector<NodeId> nodes_, waiting_, labels_;
};

/// Of a class, a layer or all: min, excess of the predicted and excess of the true counts.
struct CountCell {
  std::uint64_t tp = 0, fp = 0, fn = 0;

  void add(std::uint32_t truth, std::uint32_t predicted, std::uint64_t times) noexcept {
    tp += times * std::min(truth, predicted);
    fp += times * (predicted - std::min(truth, predicted));
    fn += times * (truth - std::min(truth, predicted));
  }
  void add(const CountCell& other) noexcept { tp += other.tp, fp += other.fp, fn += other.fn; }
  /// NaN at 0/0.
  [[nodiscard]] double precision() const noexcept;
  [[nodiscard]] double recall() const noexcept;
  [[nodiscard]] double f1() const noexcept;
  friend bool operator==(const CountCell&, const CountCell&) = default;
};

/// Cells of all classes over many examples: with counts, and with counts cut to 0 and 1 (the usual
/// hierarchical sets).
class CountSums {
 public:
  explicit CountSums(std::size_t n_nodes) : counted_(n_nodes), binary_(n_nodes) {}

  void add(std::span<const NodeCount> example, std::uint64_t times = 1);
  void merge(const CountSums& other);

  [[nodiscard]] const std::vector<CountCell>& counted() const noexcept { return counted_; }
  [[nodiscard]] const std::vector<CountCell>& binary() const noexcept { return binary_; }

 private:
  std::vector<CountCell> counted_, binary_;
};

/// Sum over the classes of one depth. Layers of the method are depths from the top.
[[nodiscard]] CountCell layer_sum(const Taxonomy& taxonomy, std::span<const CountCell> cells,
                                  std::uint32_t depth);
/// Sum over all classes; a written root is left out unless asked for.
[[nodiscard]] CountCell layers_sum(const Taxonomy& taxonomy, std::span<const CountCell> cells,
                                   bool with_root = false);

/// Mean precision, mean recall and the F1 of these two over classes, 0/0 taken as 0.
struct CountMeans {
  double precision, recall, f1;  // NaN when there is no cell; f1 is 0 where both means are
  std::uint64_t n_undefined;     // precisions and recalls that were 0/0
};
[[nodiscard]] CountMeans count_means(std::span<const CountCell> cells);

}  // namespace tallystick::detail
