// A finished score table as formulas see it, with what else they may look at.
#pragma once

#include <cstdint>
#include <vector>

#include "tallystick/labels/taxonomy.hpp"
#include "tallystick/measures/whole.hpp"
#include "tallystick/states/score_table.hpp"

namespace tallystick {

/// How often each label is true in the training data; indices are the tally's label ids.
struct Training {
  std::vector<std::uint64_t> counts;
  std::uint64_t n_examples = 0;
};

class Scores {
 public:
  /// `node_weights`: of the classes of the hierarchy, empty when no file gives them. `training` may
  /// be null. The tally keeps scores; it and what else is named must outlive this.
  Scores(const Whole& whole, std::vector<double> node_weights, const Training* training);

  [[nodiscard]] const Whole& whole() const noexcept { return *whole_; }
  [[nodiscard]] const ScoreTable& table() const noexcept;
  /// Null for flat labels.
  [[nodiscard]] const Taxonomy* taxonomy() const noexcept;
  [[nodiscard]] const std::vector<double>& node_weights() const noexcept { return node_weights_; }
  [[nodiscard]] const Training* training() const noexcept { return training_; }

 private:
  const Whole* whole_;
  std::vector<double> node_weights_;
  const Training* training_;
};

}  // namespace tallystick
