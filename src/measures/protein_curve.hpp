// Precision, recall and uncertainty of predicted protein functions at every threshold.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "measures/score_reach.hpp"
#include "measures/term_space.hpp"
#include "measures/threshold_grid.hpp"
#include "tallystick/base/large_array.hpp"
#include "tallystick/base/wide.hpp"
#include "tallystick/states/score_table.hpp"

namespace tallystick::detail {

/// What sums over the targets are divided by.
enum class Normalization : std::uint8_t {
  cafa,  // precision: the targets with a prediction; all else: all targets
  pred,  // the targets with a prediction
  gt,    // all targets
};

struct CurveRule {
  Propagation propagation = Propagation::max;
  bool orphans = true;                // terms without parents count
  std::optional<ThresholdGrid> grid;  // none: every distinct score is a threshold

  [[nodiscard]] bool operator==(const CurveRule&) const = default;
};

/// Sums over the targets at one threshold. Exact: the order of targets and terms never matters.
struct CurveSums {
  std::uint64_t n = 0;             // targets with a term at or above the threshold
  u128 tp = 0, fp = 0;             // terms
  u128 precision = 0, recall = 0;  // in units of 2^-62
};
struct CurvePoint {
  double threshold = 0;
  CurveSums terms;     // each term counts one
  CurveSums weighted;  // each counts its weight; terms of weight 0 are left out
};

/// One line of CAFA-evaluator's table.
struct CurveRow {
  double n = 0, tp = 0, fp = 0, fn = 0, precision = 0, recall = 0, coverage = 0;
  double f = 0, s = 0;  // 2PR / (P + R); sqrt(fn^2 + fp^2)
  double precision_micro = 0, recall_micro = 0, f_micro = 0;
};

/// Targets are the examples with a true term in the space; the truth is closed under ancestors. Of
/// terms known before and all above them none counts for their target, and one without any other
/// true term is none.
/// Costs the terms at or above the scored ones, once, and 28 bytes a distinct score of a target, 60
/// with weights.
class ProteinCurve {
 public:
  /// `weights`, one a term and not negative, or empty. All must outlive this.
  /// Errors: too_large from 2^32 targets on.
  ProteinCurve(const ScoreTable& table, const TermSpace& space, std::span<const double> weights,
               const CurveRule& rule);

  [[nodiscard]] bool weighted() const noexcept { return !weights_.empty(); }
  /// Targets in units of their weights.
  [[nodiscard]] std::uint64_t n_targets() const noexcept { return n_units_; }

  /// The same as an amount of examples.
  [[nodiscard]] double targets() const noexcept;

  /// Hands over the points at which some target has a prediction, in blocks, thresholds falling.
  void sweep(const std::function<void(std::span<const CurvePoint>)>& take) const;

  [[nodiscard]] CurveRow row(const CurvePoint& point, bool weighted, Normalization norm) const;
  /// The same by fewer operations, right to 12 digits: what a search compares first.
  struct Estimate {
    double f, f_micro, s;
  };
  [[nodiscard]] Estimate estimate(const CurvePoint& point, bool weighted, Normalization norm) const;

 private:
  struct Target {
    std::uint64_t weight = 1;
    std::uint32_t n_true = 0, n_tp = 0, n_predicted = 0;
    std::uint64_t precision = 0, recall = 0;                    // in units of 2^-62
    std::uint64_t weighted_precision = 0, weighted_recall = 0;  // likewise
    u128 weight_true = 0, weight_tp = 0, weight_predicted = 0;
  };
  /// A target's score.
  struct Event {
    std::uint64_t key;    // larger for higher scores
    std::uint64_t place;  // of the terms that it adds
  };
  /// Terms that a target reaches with one score.
  struct Terms {
    std::uint32_t target = 0, tp = 0, predicted = 0;
  };
  struct TermWeights {
    u128 tp = 0, predicted = 0;
  };

  void scale_weights(std::span<const double> weights);
  void scale_targets(const ScoreTable& table);
  [[nodiscard]] std::uint64_t units(Amount weight) const;
  void collect(const ScoreTable& table, const CurveRule& rule);
  /// The example's true terms; false when it has none: it is no target.
  bool add_truth(const ScoreTable::Example& example, ScoreReach& reach);
  void add_scores(const ScoreTable::Example& example, ScoreReach& reach, bool fill);
  void advance(std::uint64_t place, std::vector<Target>& targets, CurvePoint& sums) const;
  void advance_weighted(const TermWeights& added, Target& target, CurvePoint& sums) const;

  const TermSpace* space_;
  std::optional<ThresholdGrid> grid_;
  std::vector<std::uint8_t> counts_;    // of each term: 1 or 0
  std::vector<std::uint64_t> weights_;  // of each term, in 2^-weight_bits_; empty without weights
  int weight_bits_ = 0;
  int unit_shift_ = 64;        // a target's weight is counted in 2^(unit_shift_ - 64)
  bool plain_targets_ = true;  // every target weighs one
  std::uint64_t n_units_ = 0;
  u128 n_true_ = 0, weight_true_ = 0;  // over all targets
  std::vector<Target> targets_;
  LargeArray<Terms> terms_;
  LargeArray<TermWeights> term_weights_;  // of the same; empty without weights
  LargeArray<Event> events_;
};

}  // namespace tallystick::detail
