#include "measures/multi_class.hpp"

#include <cmath>

#include "tallystick/base/error.hpp"
#include "tallystick/base/exact_sum.hpp"
#include "tallystick/base/text.hpp"
#include "tallystick/measures/catalogue.hpp"

namespace tallystick::detail {

namespace {

/// Sum over classes of true * predicted; "no prediction" is an outcome that is never true.
U256 agreement_by_chance(const Multiclass& m) {
  U256 sum;
  for (std::size_t k = 0; k < m.classes.size(); ++k) {
    sum = sum + multiply(m.truth[k], m.predicted[k]);
  }
  return sum;
}

U256 sum_of_squares(const std::vector<u128>& counts, u128 extra) {
  U256 sum = multiply(extra, extra);
  for (const u128 count : counts) sum = sum + multiply(count, count);
  return sum;
}

/// sum |i - j| e_ij over all pairs of classes, without visiting the pairs.
U256 expected_linear(const Multiclass& m) {
  U256 sum;
  u128 truth_below = 0, predicted_below = 0;
  for (std::size_t k = 0; k + 1 < m.classes.size(); ++k) {
    truth_below += m.truth[k];
    predicted_below += m.predicted[k];
    // A step from class k to k + 1 is crossed by every pair that lies on both sides of it.
    sum = sum + multiply(truth_below, m.total - predicted_below) +
          multiply(predicted_below, m.total - truth_below);
  }
  return sum;
}

/// sum (i - j)^2 t_i p_j = n sum i^2 (t_i + p_i) - 2 (sum i t_i)(sum i p_i)
U256 expected_quadratic(const Multiclass& m) {
  u128 squares = 0, truth = 0, predicted = 0;
  for (std::size_t k = 0; k < m.classes.size(); ++k) {
    squares += u128{k} * k * (m.truth[k] + m.predicted[k]);
    truth += k * m.truth[k];
    predicted += k * m.predicted[k];
  }
  const U256 cross = multiply(truth, predicted);
  return multiply(m.total, squares) - (cross + cross);
}

constexpr ParamInfo kNormalize[] = {{"normalize", "none", "none|true|pred|all",
                                     "divide by the row's, the column's or the grand total"}};

constexpr Measure kMeasures[] = {
    {
        .name = "confusion_matrix",
        .title = "Confusion matrix (a table)",
        .group = "multi-class",
        .formula = "examples with true class i (row) and predicted class j (column)",
        .high = std::numeric_limits<double>::infinity(),
        .direction = Direction::neither,
        .source = "Kohavi & Provost, Machine Learning 30, 1998",
        .called = "scikit-learn: confusion_matrix; classes in natural order: numbers by value, "
                  "else by bytes",
        .params = kNormalize,
        .table = true,
    },
};

}  // namespace

std::span<const Measure> multi_class() { return kMeasures; }

double multiclass_accuracy(const Multiclass& m, const Params&) { return ratio(m.correct, m.total); }

double multiclass_balanced_accuracy(const Multiclass& m, const Params& p) {
  ExactSum recalls;
  std::uint64_t n = 0;
  std::vector<u128> hits(m.classes.size());
  for (const Multiclass::Entry& entry : m.entries) {
    if (entry.truth == entry.predicted) hits[entry.truth] = entry.amount;
  }
  for (std::size_t k = 0; k < m.classes.size(); ++k) {
    if (m.truth[k] == 0) continue;
    recalls.add(ratio(hits[k], m.truth[k]));
    ++n;
  }
  const double value = recalls.divided_by(n);
  if (!p.adjusted) return value;
  if (n == 1) return kUndefined;
  const double chance = 1 / static_cast<double>(n);
  return (value - chance) / (1 - chance);
}

double multiclass_mcc(const Multiclass& m, const Params&) {
  const U256 square = multiply(m.total, m.total);
  const U256 chance = agreement_by_chance(m);
  const double left = to_double(square - sum_of_squares(m.predicted, m.without_prediction));
  const double right = to_double(square - sum_of_squares(m.truth, 0));
  if (left == 0 || right == 0) return kUndefined;
  const double value = difference(multiply(m.correct, m.total), chance) / std::sqrt(left * right);
  return std::fmax(-1, std::fmin(1, value));
}

double multiclass_kappa(const Multiclass& m, const Params& p) {
  if (p.weights == "none") {
    const U256 chance = agreement_by_chance(m);
    return difference_ratio(multiply(m.correct, m.total), chance,
                            multiply(m.total, m.total) - chance);
  }
  if (m.without_prediction != 0) return kUndefined;  // "nothing" has no place among the classes
  // Distances squared times counts must fit 128 bits; only fractional weights come near.
  const u128 k = m.classes.size();
  if (m.total > (~u128{0} >> 1) / (k * k)) {
    fail(ErrorCode::count_overflow,
         "the examples' weights are too large for a weighted kappa of " +
             counted(m.classes.size(), "class", "classes"),
         "scale the weights down");
  }
  const bool linear = p.weights == "linear";
  const U256 expected = linear ? expected_linear(m) : expected_quadratic(m);
  u128 observed = 0;
  for (const Multiclass::Entry& entry : m.entries) {
    const u128 distance = entry.truth > entry.predicted ? entry.truth - entry.predicted
                                                        : entry.predicted - entry.truth;
    observed += entry.amount * (linear ? distance : distance * distance);
  }
  return difference_ratio(expected, multiply(m.total, observed), expected);
}

}  // namespace tallystick::detail
