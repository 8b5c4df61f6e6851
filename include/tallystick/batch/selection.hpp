// Which of an example's scored labels are its predicted set.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tallystick/batch/batch.hpp"
#include "tallystick/labels/label_order.hpp"

namespace tallystick {

/// A rule that makes label sets of scores.
struct Selection {
  enum class Rule : std::uint8_t {
    threshold,  // score >= threshold, of the label's own or for all labels
    top_k,      // the k labels with the highest scores
    relative,   // score / the example's best score >= threshold, scores being 0 or more
  };
  Rule rule = Rule::threshold;
  double threshold = 0.5;       // for labels without one of their own; infinite: never or always
  bool strictly_above = false;  // > instead of >=
  std::uint32_t k = 0;
  Vocabulary labels;               // those that have a threshold of their own
  std::vector<double> thresholds;  // one each

  /// "12 labels, 0123456789abcdef": differs where predicted sets may, whatever the order of labels.
  [[nodiscard]] std::string print() const;
};

/// Applies a selection to batches with scores. The selection must outlive it.
class Selector {
 public:
  explicit Selector(const Selection& selection, Ties ties = Ties::worst) noexcept
      : selection_(&selection), ties_(ties) {}

  /// Replaces the predicted sets of the batch. Errors: bad_number when the rule is relative and a
  /// score is negative.
  void select(Batch& batch, const Vocabulary& vocabulary);
  /// Examples so far in which labels shared the last score taken, and some were left out.
  [[nodiscard]] std::uint64_t n_cut_ties() const noexcept { return n_cut_ties_; }

 private:
  [[nodiscard]] bool passes(double score, double threshold) const noexcept {
    return selection_->strictly_above ? score > threshold : score >= threshold;
  }
  void take_passing(const Batch& batch, std::size_t row);
  void take_best(const Batch& batch, std::size_t row, const Vocabulary& vocabulary);
  void take_near_best(const Batch& batch, std::size_t row);
  void know(const Vocabulary& vocabulary);

  const Selection* selection_;
  Ties ties_;
  std::vector<double> thresholds_;  // of each label of the vocabulary met so far
  std::vector<std::uint32_t> order_;
  std::vector<LabelId> predicted_;
  std::uint64_t n_cut_ties_ = 0;
};

}  // namespace tallystick
