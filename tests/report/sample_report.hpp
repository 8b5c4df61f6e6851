// A small report, every figure of it worked by hand.
// truth a;b | c | (none) | b, prediction a | b | (none) | b: tp 2, fp 1, fn 2 over all labels.
#pragma once

#include <limits>

#include "tallystick/report/report.hpp"

namespace tallystick {

inline constexpr double kNoValue = std::numeric_limits<double>::quiet_NaN();

inline Report sample_report() {
  Report report;
  report.convention = "sklearn";
  report.convention_source = "scikit-learn 1.9";
  report.task = "multi";
  report.n_examples = 4;
  report.n_labels = 3;
  const std::string no_prediction = "label 'c' is predicted nowhere; counted as 0";
  const std::string empty_row = "1 example has an empty prediction; counted as 0";
  report.measures = {
      {"precision_micro", 2.0 / 3, 0, "", "", Direction::higher_is_better},
      {"precision_macro", 0.5, 1, no_prediction, "", Direction::higher_is_better},
      {"precision_samples", 0.5, 1, empty_row, "", Direction::higher_is_better},
      {"recall_micro", 0.5, 0, "", "", Direction::higher_is_better},
      {"recall_macro", 0.5, 0, "", "", Direction::higher_is_better},
      {"recall_samples", 0.375, 1, empty_row, "", Direction::higher_is_better},
      {"subset_accuracy", 0.5, 0, "", "", Direction::higher_is_better},
      {"hamming_loss", 0.25, 0, "", "", Direction::lower_is_better},
  };
  InputFacts truth;
  truth.path = "truth.tsv";
  truth.examples = 4;
  truth.assignments = 4;
  InputFacts predictions = truth;
  predictions.path = "pred.tsv";
  predictions.assignments = 5;
  report.inputs = {truth, predictions};
  report.policies.repeated_labels = 2;
  return report;
}

inline LabelTable sample_labels() {
  return {{"precision", "recall"},
          {{"a", {1, 0}, {0, 0}, {0, 0}, {3, 0}, {1, 0}, {1, 1}},
           {"b", {1, 0}, {1, 0}, {1, 0}, {1, 0}, {2, 0}, {0.5, 0.5}},
           {"c", {0, 0}, {0, 0}, {1, 0}, {3, 0}, {1, 0}, {kNoValue, 0}, {0}}}};
}

}  // namespace tallystick
