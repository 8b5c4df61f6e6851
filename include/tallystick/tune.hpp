// From scores to label sets: the thresholds, or the number of labels, with which a measure is best.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tallystick/batch/selection.hpp"
#include "tallystick/evaluate.hpp"

namespace tallystick {

/// Families of selections; the best of each is found among all that differ on the data.
enum class Strategy : std::uint8_t {
  global,    // one threshold for all labels
  label,     // a threshold for each label
  top_k,     // the first k labels of each example (RCut)
  relative,  // a share of each example's best score
};
[[nodiscard]] std::string_view strategy_name(Strategy strategy) noexcept;

struct TuneOptions {
  std::string measure = "f1_macro";
  std::vector<Strategy> strategies;  // empty: all that suit the measure and the scores
  unsigned folds = 0;                // cross-validation in so many parts; 0: none
};

/// What a selection is worth.
struct Worth {
  double value = 0;                // on all data; NaN: the rules exclude every term
  std::vector<double> folds;       // of the selection found on the other parts, on each part
  double mean = 0, deviation = 0;  // of the parts; the deviation divides by their number less one
};

struct TunedStrategy {
  Strategy strategy = Strategy::global;
  Selection selection;  // found on all data
  Worth worth;
};

struct Tuning {
  std::string measure;  // canonical name
  bool lower_is_better = false;
  std::string convention, convention_source;
  std::uint64_t n_examples = 0, n_labels = 0, n_scores = 0;
  unsigned folds = 0;
  Selection before;  // one threshold for all labels, as the options have it
  Worth before_worth;
  std::vector<TunedStrategy> strategies;
  std::optional<std::size_t> best;  // of strategies, by held-out mean where there are parts
  std::vector<InputFacts> inputs;
  PolicyCounts policies;
  std::vector<std::string> notes;
};

/// Finds the best selections for data whose tally keeps scores. The measure is an average of a
/// measure of label sets (micro, macro, weighted, means; samples where true negatives do not
/// enter), subset_accuracy, zero_one_loss or hamming_loss. Every selection that differs on the data
/// is tried; thresholds are scores that were observed. Of equally good ones that with the fewest
/// predictions is taken, so a label that gains nothing is never predicted (threshold inf).
/// Differences below 2^-50 are none; an undefined figure is as good as the worst. Per-label
/// thresholds of a ratio of sums are found by Dinkelbach's iteration (Management Science 13, 1967).
/// `hashes`: of each example's id, in the order of tally.scores(), needed with folds; an example is
/// in part hash % folds. O(scored labels), sorted once.
/// Errors: unknown_measure; wrong_usage when the measure cannot be tuned, or not by a strategy that
/// is named, or a part is empty; no_scores.
[[nodiscard]] Tuning tune(const Tally& tally, std::span<const std::uint64_t> hashes,
                          const EvaluateOptions& options, const TuneOptions& wanted);

/// The same from TRUTH SCORES, or one FILE that holds both, read once.
[[nodiscard]] Tuning tune_files(std::span<const std::string> paths, const EvaluateOptions& options,
                                const TuneOptions& wanted);

/// The value of the measure when the selection makes the predicted sets.
[[nodiscard]] double value_under(const Tally& tally, const Selection& selection,
                                 const EvaluateOptions& options, const std::string& measure);

/// The hash of an example's id that decides its part; the same on all machines.
[[nodiscard]] std::uint64_t part_hash(std::string_view id) noexcept;

/// A file for --thresholds: tab-separated, with a header. Errors: bad_format when a label is '*'.
[[nodiscard]] std::string thresholds_text(const Selection& selection);

[[nodiscard]] std::string to_text(const Tuning& tuning, int digits = 4);
[[nodiscard]] std::string to_json(const Tuning& tuning);

}  // namespace tallystick
