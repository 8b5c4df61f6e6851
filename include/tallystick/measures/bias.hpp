// The prediction bias coefficient and what stands behind it: labels by frequency in the training
// data against their score in the test data.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tallystick/measures/training.hpp"
#include "tallystick/measures/whole.hpp"

namespace tallystick {

/// One label that enters.
struct BiasLabel {
  LabelId label = kNoLabel;       // kNoLabel: the tally does not have it
  std::string name;               // of every label
  std::uint64_t count = 0;        // training examples that have it
  double frequency = 0;           // their share
  Cell cell;                      // in the test data
  double score = 0;               // 0/0 is 0, as the authors have it
  std::uint64_t count_rank2 = 0;  // twice its rank by count, from 2 up; ties share the mean rank
  std::uint64_t score_rank2 = 0;  // the same by score
};

struct PredictionBias {
  double value = kUndefined;  // Spearman's correlation of count and score
  std::string undefined;      // why there is none; empty when there is
  // The straight line through (frequency, score) by least squares; NaN when a frequency is alone.
  double slope = kUndefined, intercept = kUndefined;
  std::vector<BiasLabel> labels;  // by the bytes of their names
};

/// Ties are decided on exact fractions of counts. O(n log n) of the labels.
[[nodiscard]] PredictionBias prediction_bias(const Whole& whole, const Training& training,
                                             const Params& params);

/// "F1", "recall", "F-beta (beta 0.5)": the score of the parameters, in words.
[[nodiscard]] std::string bias_score_text(const Params& params);

}  // namespace tallystick
