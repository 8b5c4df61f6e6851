#include "measures/protein_curve.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "measures/score_reach.hpp"
#include "tallystick/base/error.hpp"

namespace tallystick::detail {

namespace {

constexpr std::uint64_t kSign = std::uint64_t{1} << 63;
constexpr double kRateUnit = 0x1p62;
constexpr int kRateBits = 62;

/// Larger for larger scores, as whole numbers.
std::uint64_t key_of(double score) noexcept {
  const auto bits = std::bit_cast<std::uint64_t>(score + 0.0);  // -0 is 0
  return (bits & kSign) != 0 ? ~bits : bits | kSign;
}
double score_of(std::uint64_t key) noexcept {
  return std::bit_cast<double>((key & kSign) != 0 ? key ^ kSign : ~key);
}

/// A share as a whole number, so that sums of shares do not depend on their order.
std::uint64_t rate_units(double share) noexcept {
  return static_cast<std::uint64_t>(share * kRateUnit);
}

double quick(u128 value) noexcept {
  return static_cast<double>(static_cast<std::uint64_t>(value >> 64)) * 0x1p64 +
         static_cast<double>(static_cast<std::uint64_t>(value));
}

double f_of(double precision, double recall) noexcept {
  return precision + recall == 0 ? 0 : 2 * precision * recall / (precision + recall);
}
double or_zero(double value) noexcept { return std::isnan(value) ? 0 : value; }

}  // namespace

ProteinCurve::ProteinCurve(const ScoreTable& table, const TermSpace& space,
                           std::span<const double> weights, const CurveRule& rule)
    : space_(&space), grid_(rule.grid), counts_(space.n_terms(), 1) {
  for (NodeId node = 0; node < space.n_terms(); ++node) {
    if (!rule.orphans && space.taxonomy->parents(node).empty()) counts_[node] = 0;
    if (!space.counts.empty() && space.counts[node] == 0) counts_[node] = 0;
  }
  scale_targets(table);
  if (!weights.empty()) scale_weights(weights);
  for (NodeId node = 0; node < weights_.size(); ++node) {
    if (!space.counts.empty() && space.counts[node] == 0) weights_[node] = 0;
  }
  collect(table, rule);
}

/// Weights of examples as whole numbers whose sum stays below 2^62.
void ProteinCurve::scale_targets(const ScoreTable& table) {
  plain_targets_ = table.unweighted();
  if (plain_targets_) return;
  Amount total;
  bool whole = true;
  for (std::size_t i = 0; i < table.size(); ++i) {
    const Amount weight = table.example(i).weight;
    whole = whole && weight.fraction == 0;
    if (!add(total, weight)) fail(ErrorCode::count_overflow, "weights add up to 2^64 or more");
  }
  const int width = static_cast<int>(std::bit_width(total.whole));
  unit_shift_ = whole && width < 62 ? 64 : std::clamp(width + 3, 0, 64 + 3);
}

std::uint64_t ProteinCurve::units(Amount weight) const {
  const u128 value = (static_cast<u128>(weight.whole) << 64) | weight.fraction;
  if (unit_shift_ == 0) return static_cast<std::uint64_t>(value);
  const u128 half = static_cast<u128>(1) << (unit_shift_ - 1);
  return static_cast<std::uint64_t>((value + half) >> unit_shift_);
}

/// Weights of terms as whole numbers of 63 bits, or as sums over all targets leave room for.
void ProteinCurve::scale_weights(std::span<const double> weights) {
  double most = 0, sum = 0;  // the sum of smaller numbers, which cannot overflow
  for (const double weight : weights) {
    most = std::max(most, weight);
    sum += std::ldexp(std::max(weight, 0.0), -32);
  }
  const int sum_bits = sum > 0 ? std::ilogb(sum) + 32 + 2 : 0;
  const int most_bits = most > 0 ? std::ilogb(most) + 1 : 0;
  weight_bits_ = std::min(62 - most_bits, 124 - (plain_targets_ ? 34 : 62) - sum_bits);
  weights_.reserve(weights.size());
  for (const double weight : weights) {
    const double scaled = std::nearbyint(std::ldexp(std::max(weight, 0.0), weight_bits_));
    weights_.push_back(static_cast<std::uint64_t>(scaled));
  }
}

bool ProteinCurve::add_truth(const ScoreTable::Example& example, ScoreReach& reach) {
  Target target;
  bool any = false;
  const auto add = [&](LabelId label) {
    const NodeId node = space_->node_of[label];
    if (node == kNoNode) return;
    any |= !reach.is_known(node);  // what is above a known term is known as well
    reach.up_from_true(node, [&](NodeId above) {
      if (reach.is_known(above)) return;
      target.n_true += counts_[above];
      if (weighted()) target.weight_true += weights_[above];
    });
  };
  for (const ScoredLabel& label : example.labels) {
    if (label.is_true()) add(label.label());
  }
  for (const LabelId label : example.unscored) add(label);
  if (!any) return false;
  if (targets_.size() == UINT32_MAX) fail(ErrorCode::too_large, "there are 2^32 targets or more");
  target.weight = plain_targets_ ? 1 : units(example.weight);
  n_units_ += target.weight;
  n_true_ += static_cast<u128>(target.n_true) * target.weight;
  weight_true_ += target.weight_true * target.weight;
  targets_.push_back(target);
  return true;
}

void ProteinCurve::add_scores(const ScoreTable::Example& example, ScoreReach& reach, bool fill) {
  const auto node_at = [&](std::size_t i) { return space_->node_of[example.labels[i].label()]; };
  const auto key_at = [&](std::size_t i) {
    return grid_ ? grid_->reached(example.scores[i]) : key_of(example.scores[i]);
  };
  // A grid has no thresholds at or below 0: such a score says that there is none.
  std::size_t n = example.labels.size();
  while (grid_ && n > 0 && !(example.scores[n - 1] > 0)) --n;
  for (std::size_t i = 0; fill && i < n; ++i) {
    if (node_at(i) != kNoNode) reach.score(node_at(i));
  }
  for (std::size_t i = 0; i < n;) {
    const std::uint64_t key = key_at(i);
    if (grid_ && key == 0) break;
    Terms terms{static_cast<std::uint32_t>(targets_.size() - 1), 0, 0};
    TermWeights weights;
    const auto visit = [&](NodeId node) {
      if (reach.is_known(node)) return;
      const bool is_true = reach.is_true(node);
      terms.predicted += counts_[node];
      terms.tp += is_true ? counts_[node] : 0U;
      if (!weighted()) return;
      weights.predicted += weights_[node];
      weights.tp += is_true ? weights_[node] : 0U;
    };
    for (; i < n && key_at(i) == key; ++i) {
      if (node_at(i) != kNoNode) reach.up_from_scored(node_at(i), visit);
    }
    if (terms.predicted == 0 && weights.predicted == 0) continue;
    events_.push_back({key, terms_.size()});
    terms_.push_back(terms);
    if (weighted()) term_weights_.push_back(weights);
  }
}

void ProteinCurve::collect(const ScoreTable& table, const CurveRule& rule) {
  ScoreReach reach(*space_->taxonomy, rule.propagation);
  for (std::size_t i = 0; i < table.size(); ++i) {
    const ScoreTable::Example example = table.example(i);
    reach.next_example();
    for (const LabelId label : example.known) {
      if (space_->node_of[label] != kNoNode) reach.up_from_known(space_->node_of[label]);
    }
    if (!add_truth(example, reach)) continue;
    add_scores(example, reach, rule.propagation == Propagation::fill);
  }
  std::sort(events_.begin(), events_.end(),
            [](const Event& a, const Event& b) { return a.key > b.key; });
}

namespace {

/// A target's share moves from one value to another, and a sum over targets with it.
void move_rate(std::uint64_t& from, double to, std::uint64_t weight, u128& sum) {
  const std::uint64_t units = rate_units(to);
  sum += static_cast<u128>(units) * weight;
  sum -= static_cast<u128>(from) * weight;
  from = units;
}

}  // namespace

void ProteinCurve::advance(std::uint64_t place, std::vector<Target>& targets,
                           CurvePoint& sums) const {
  const Terms& added = terms_[place];
  Target& target = targets[added.target];
  if (weighted() && term_weights_[place].predicted != 0) {
    advance_weighted(term_weights_[place], target, sums);
  }
  if (added.predicted == 0) return;
  if (target.n_predicted == 0) sums.terms.n += target.weight;
  target.n_predicted += added.predicted;
  target.n_tp += added.tp;
  sums.terms.tp += static_cast<u128>(added.tp) * target.weight;
  sums.terms.fp += static_cast<u128>(added.predicted - added.tp) * target.weight;
  const double hits = target.n_tp;
  move_rate(target.precision, hits / target.n_predicted, target.weight, sums.terms.precision);
  if (added.tp == 0) return;
  move_rate(target.recall, hits / target.n_true, target.weight, sums.terms.recall);
}

void ProteinCurve::advance_weighted(const TermWeights& added, Target& target,
                                    CurvePoint& sums) const {
  if (target.weight_predicted == 0) sums.weighted.n += target.weight;
  target.weight_predicted += added.predicted;
  target.weight_tp += added.tp;
  sums.weighted.tp += added.tp * target.weight;
  sums.weighted.fp += (added.predicted - added.tp) * target.weight;
  const double hits = quick(target.weight_tp);
  move_rate(target.weighted_precision, hits / quick(target.weight_predicted), target.weight,
            sums.weighted.precision);
  if (added.tp == 0) return;
  move_rate(target.weighted_recall, hits / quick(target.weight_true), target.weight,
            sums.weighted.recall);
}

void ProteinCurve::sweep(const std::function<void(std::span<const CurvePoint>)>& take) const {
  constexpr std::size_t kBlock = 512, kAhead = 12;  // points a block; events fetched early
  std::vector<CurvePoint> block;
  block.reserve(kBlock);
  std::vector<Target> targets = targets_;
  CurvePoint sums;
  const auto emit = [&](double threshold) {
    if (sums.terms.n == 0) return;
    sums.threshold = threshold;
    block.push_back(sums);
    if (block.size() < kBlock) return;
    take(block);
    block.clear();
  };
  std::uint64_t step = grid_ ? grid_->size() : 0;
  for (std::size_t i = 0; i < events_.size();) {
    const std::uint64_t key = events_[i].key;
    for (; step > key; --step) emit(grid_->threshold(step));
    for (; i < events_.size() && events_[i].key == key; ++i) {
      if (i + kAhead < events_.size()) __builtin_prefetch(&terms_[events_[i + kAhead].place]);
      advance(events_[i].place, targets, sums);
    }
    if (!grid_) emit(score_of(key));
  }
  for (; step > 0; --step) emit(grid_->threshold(step));
  if (!block.empty()) take(block);
}

double ProteinCurve::targets() const noexcept {
  return std::ldexp(to_double(n_units_), unit_shift_ - 64);
}

CurveRow ProteinCurve::row(const CurvePoint& point, bool weighted, Normalization norm) const {
  const CurveSums& sums = weighted ? point.weighted : point.terms;
  const u128 all_true = weighted ? weight_true_ : n_true_;
  const u128 fn = all_true - sums.tp;
  const u128 all = n_units_;
  const u128 of_precision = norm == Normalization::gt ? all : sums.n;
  const u128 of_rest = norm == Normalization::pred ? sums.n : all;
  const int bits = weighted ? weight_bits_ : 0;
  const auto mean = [&](u128 sum) { return or_zero(std::ldexp(ratio(sum, of_rest), -bits)); };
  CurveRow out;
  out.n = std::ldexp(to_double(sums.n), unit_shift_ - 64);
  out.coverage = or_zero(ratio(sums.n, all));
  out.tp = mean(sums.tp);
  out.fp = mean(sums.fp);
  out.fn = mean(fn);
  out.precision = or_zero(ratio(sums.precision, of_precision << kRateBits));
  out.recall = or_zero(ratio(sums.recall, of_rest << kRateBits));
  out.f = f_of(out.precision, out.recall);
  out.s = std::sqrt(out.fn * out.fn + out.fp * out.fp);
  out.precision_micro = or_zero(ratio(sums.tp, sums.tp + sums.fp));
  out.recall_micro = or_zero(ratio(sums.tp, all_true));
  out.f_micro = f_of(out.precision_micro, out.recall_micro);
  return out;
}

ProteinCurve::Estimate ProteinCurve::estimate(const CurvePoint& point, bool weighted,
                                              Normalization norm) const {
  const CurveSums& sums = weighted ? point.weighted : point.terms;
  if (sums.n == 0) return {0, 0, HUGE_VAL};
  const double all = static_cast<double>(n_units_);
  const double n = static_cast<double>(sums.n);
  const double of_precision = norm == Normalization::gt ? all : n;
  const double of_rest = norm == Normalization::pred ? n : all;
  const double all_true = quick(weighted ? weight_true_ : n_true_);
  const double tp = quick(sums.tp), fp = quick(sums.fp);
  const double fn = quick((weighted ? weight_true_ : n_true_) - sums.tp);
  const double precision = quick(sums.precision) / (kRateUnit * of_precision);
  const double recall = quick(sums.recall) / (kRateUnit * of_rest);
  const double sides = tp + fp + all_true;
  return {.f = f_of(precision, recall),
          .f_micro = sides == 0 ? 0 : 2 * tp / sides,
          .s = std::ldexp(std::sqrt(fn * fn + fp * fp) / of_rest, weighted ? -weight_bits_ : 0)};
}

}  // namespace tallystick::detail
