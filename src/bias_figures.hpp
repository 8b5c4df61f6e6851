// Prediction bias coefficients in a report: how sure they are, the labels behind them, and what
// they mean in a sentence.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tallystick/evaluate.hpp"
#include "tallystick/measures/training.hpp"
#include "tallystick/measures/whole.hpp"
#include "tallystick/readers/read_train.hpp"

namespace tallystick::detail {

/// The training frequencies of the tally's labels. Of labels that it lacks they are kept too,
/// unless labels are declared or in a hierarchy.
[[nodiscard]] Training training_of(const Tally& tally, const TrainCounts& counts);

[[nodiscard]] BiasFigure bias_figure(const Spec& spec, const Whole& whole, const Training& training,
                                     const EvaluateOptions& options);

/// Of several folds, the parts of options.parts: each is tested by itself, with the training labels
/// that the options name, or else the truth of the other folds.
/// Errors: wrong_usage for one fold; not without training labels where examples have weights.
[[nodiscard]] BiasFigure bias_over_folds(const Spec& spec, const Whole& whole,
                                         const Training& training, const EvaluateOptions& options);
/// Of each fold where several were read: the mean, instead of the value of all examples.
void take_fold_means(const std::vector<Spec>& specs, const Whole& whole,
                     const std::optional<Training>& training, const EvaluateOptions& options,
                     std::vector<Value>& values);
/// Whether coefficients are means over folds.
[[nodiscard]] inline bool has_folds(const EvaluateOptions& options) noexcept {
  return !options.fold.empty() && options.parts != nullptr;
}
/// What a fold was trained on, with the ids of `labels`: `of_all`, the training labels of the
/// whole, without its own truth if so said.
[[nodiscard]] Training training_of_fold(const Tally& all, const Training& of_all, const Tally& fold,
                                        bool less_its_own, const Vocabulary& labels);
/// The truth of the tally as training labels.
[[nodiscard]] Training training_of_truth(const Tally& tally);

/// What it means; says no more than the p-value allows. None where there is no coefficient.
[[nodiscard]] std::optional<std::string> bias_note(const BiasFigure& figure,
                                                   const EvaluateOptions& options);

/// These columns as text, each field with the delimiter before it; of no coefficient nothing.
class BiasCells {
 public:
  /// Reads the training labels where the specs ask for a coefficient.
  BiasCells(const std::vector<Spec>& specs, const Whole& whole, const EvaluateOptions& options,
            char delimiter);
  [[nodiscard]] std::string header() const;
  [[nodiscard]] std::string cells(LabelId label) const;

 private:
  bool wanted_ = false;
  char delimiter_;
  std::map<LabelId, std::string> cells_;  // of labels that entered
};

/// Adds train_count, train_frequency, train_rank and score_rank to the table's labels; NaN for
/// those that did not enter.
void add_bias_columns(LabelTable& table, const BiasFigure& figure);

}  // namespace tallystick::detail
