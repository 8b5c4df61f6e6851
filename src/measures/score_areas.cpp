#include <algorithm>
#include <cmath>
#include <vector>

#include "measures/score_formulas.hpp"
#include "tallystick/base/exact_sum.hpp"

namespace tallystick::detail {

namespace {

/// Calls visit(step) for each step, then for the cells without a score as the last one.
template <typename Visit>
void for_each_step(const ScoreColumn& column, Visit visit) {
  ScoreSteps steps(column);
  for (ScoreStep step; steps.next(step);) visit(step);
  const ScoreStep rest{0, column.unscored_positive, column.unscored_negative};
  if ((rest.positive | rest.negative) != 0) visit(rest);
}

/// Area up to a false positive rate, of a curve of straight lines between the steps; scaled so that
/// chance is 1/2 (McClish 1989).
double partial_auc(const ScoreColumn& column, double max_fpr) {
  u128 positives = 0, negatives = 0;
  for_each_step(column, [&](const ScoreStep& step) {
    positives += step.positive;
    negatives += step.negative;
  });
  if (positives == 0 || negatives == 0) return kUndefined;
  // What lies above the curve, in cells: exactly nothing for a perfect order. Of the whole of end *
  // positives chance has half of end * max_fpr * positives below it.
  const double end = max_fpr * to_double(negatives);
  const double most = end * to_double(positives);
  double lost = 0, fp = 0, missed = to_double(positives);
  for_each_step(column, [&](const ScoreStep& step) {
    const double width = to_double(step.negative), height = to_double(step.positive);
    const double inside = std::clamp(end - fp, 0.0, width);
    if (inside > 0) lost += inside * (missed - height * (inside / width) / 2);
    missed -= height;
    fp += width;
  });
  return std::clamp(1 - lost / (most * (2 - max_fpr)), 0.0, 1.0);
}

}  // namespace

double roc_auc(const ScoreColumn& column, const Params& params) {
  if (params.max_fpr < 1) return partial_auc(column, params.max_fpr);
  // Twice the pairs in which the positive cell has the higher score, a tie counting once.
  u128 positives = 0, negatives = 0, small = 0;
  U256 large;
  for_each_step(column, [&](const ScoreStep& step) {
    // Pairs with the negatives of this step and the positives seen so far or in it.
    const u128 above = 2 * positives + step.positive;
    if (((above | step.negative) >> 63) == 0 && (small >> 126) == 0) {
      small += above * step.negative;
    } else {
      large = large + multiply(above, step.negative);
    }
    positives += step.positive;
    negatives += step.negative;
  });
  const U256 below = multiply(2 * positives, negatives);
  return ratio(large + U256{0, small}, below);
}

double average_precision(const ScoreColumn& column, const Params&) {
  ExactSum sum;
  u128 positives = 0, taken = 0;
  for_each_step(column, [&](const ScoreStep& step) {
    positives += step.positive;
    taken += step.positive + step.negative;
    if (step.positive != 0) sum.add(ratio(positives, taken), step.positive);
  });
  return sum.divided_by(positives);
}

double auprc(const ScoreColumn& column, const Params&) {
  // Between two points true and false positives grow in proportion: precision at tp is
  // tp / (c tp + d) with c = 1 + slope and d = fp - slope tp, whose integral is below.
  ExactSum sum;
  u128 positives = 0, taken = 0;
  const auto add = [&](u128 more_positive, u128 more_negative) {
    const double tp = to_double(positives), fp = to_double(taken - positives);
    const double rise = to_double(more_positive), run = to_double(more_negative);
    const double slope = run / rise, c = 1 + slope, d = fp - slope * tp;
    const double area = rise / c - d / (c * c) * std::log1p((rise + run) / to_double(taken));
    sum.add(std::clamp(area, 0.0, rise));
  };
  for_each_step(column, [&](const ScoreStep& step) {
    if (taken == 0) {  // before the first point precision is that of the point
      sum.add(ratio(step.positive, step.positive + step.negative), step.positive);
    } else if (step.positive != 0) {
      add(step.positive, step.negative);
    }
    positives += step.positive;
    taken += step.positive + step.negative;
  });
  return positives == 0 ? kUndefined : std::min(1.0, sum.divided_by(positives));
}

double interpolated_precision(const ScoreColumn& column, const Params& params) {
  u128 total = 0;
  std::vector<std::pair<u128, double>> points;  // true positives, precision there
  u128 taken = 0;
  for_each_step(column, [&](const ScoreStep& step) {
    total += step.positive;
    taken += step.positive + step.negative;
    if (step.positive != 0) points.emplace_back(total, ratio(total, taken));
  });
  if (total == 0) return kUndefined;
  for (std::size_t i = points.size(); i-- > 1;) {
    points[i - 1].second = std::max(points[i - 1].second, points[i].second);
  }
  ExactSum sum;
  const u128 last = params.levels - 1;
  auto point = points.begin();
  for (u128 level = 0; level <= last; ++level) {
    // recall >= level / last, without a division
    while (multiply(point->first, last) < multiply(total, level)) ++point;
    sum.add(point->second);
  }
  return sum.divided_by(params.levels);
}

}  // namespace tallystick::detail
