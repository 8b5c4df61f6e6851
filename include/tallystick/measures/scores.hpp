// A finished score table as formulas see it, with what else they may look at.
#pragma once

#include <cstdint>
#include <vector>

#include "tallystick/labels/taxonomy.hpp"
#include "tallystick/measures/training.hpp"
#include "tallystick/measures/whole.hpp"
#include "tallystick/states/score_table.hpp"

namespace tallystick {

/// The constants of Jain's model of how often a label that is right was also written down.
struct Propensity {
  double a = 0.55, b = 1.5;
};

class Scores {
 public:
  /// `node_weights`: of the classes of the hierarchy, empty when no file gives them. `training` may
  /// be null. The tally keeps scores; it and what else is named must outlive this.
  Scores(const Whole& whole, std::vector<double> node_weights, const Training* training,
         Propensity propensity = {});

  [[nodiscard]] const Whole& whole() const noexcept { return *whole_; }
  [[nodiscard]] const ScoreTable& table() const noexcept;
  /// Null for flat labels.
  [[nodiscard]] const Taxonomy* taxonomy() const noexcept;
  [[nodiscard]] const std::vector<double>& node_weights() const noexcept { return node_weights_; }
  [[nodiscard]] const Training* training() const noexcept { return training_; }
  /// 1 / propensity of each label. Errors: wrong_usage without training data.
  [[nodiscard]] const std::vector<double>& inverse_propensities() const;

 private:
  const Whole* whole_;
  std::vector<double> node_weights_;
  const Training* training_;
  Propensity propensity_;
  mutable std::vector<double> inverse_propensities_;  // made when first asked for
};

}  // namespace tallystick
