// Is the model worse at rare labels? Scores of labels against their frequency in the training data.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "tallystick/measures/catalogue.hpp"
#include "tallystick/measures/training.hpp"
#include "tallystick/measures/whole.hpp"

namespace tallystick::detail {

namespace {

constexpr ParamInfo kBias[] = {
    {"of", "f1", "f1|precision|recall|balanced_accuracy", "the score of a label"},
    {"labels", "both", "both|train|all",
     "the labels that occur in training and test, in training, or anywhere"}};

/// A score as a fraction of whole numbers, so that equal ones are equal; 0/0 is 0.
struct Fraction {
  U256 above, below;

  friend bool operator<(const Fraction& a, const Fraction& b) {
    // Counts of labels fit 64 bits unless they have weights; then both sides are rounded alike.
    const double x = ratio(a.above, a.below), y = ratio(b.above, b.below);
    if (a.above.high != 0 || a.below.high != 0 || b.above.high != 0 || b.below.high != 0) {
      return x < y;
    }
    return multiply(a.above.low, b.below.low) < multiply(b.above.low, a.below.low);
  }
};

Fraction fraction_of(const Cell& c, std::string_view of) {
  const auto over = [](u128 above, u128 below) {
    return below == 0 ? Fraction{{0, 0}, {0, 1}} : Fraction{{0, above}, {0, below}};
  };
  if (of == "precision") return over(c.tp, c.predicted());
  if (of == "recall") return over(c.tp, c.truth());
  if (of == "f1") return over(2 * c.tp, 2 * c.tp + c.fp + c.fn);
  // (tp/(tp+fn) + tn/(tn+fp)) / 2, each 0 where it is 0/0.
  const u128 positives = std::max<u128>(c.truth(), 1), negatives = std::max<u128>(c.tn + c.fp, 1);
  return {multiply(c.tp, negatives) + multiply(c.tn, positives),
          multiply(2 * positives, negatives)};
}

/// Twice the rank of each item, from 2 up; items that are equal share the mean of their ranks.
template <typename Item, typename Less>
std::vector<std::uint64_t> doubled_ranks(const std::vector<Item>& items, Less less) {
  std::vector<std::size_t> order(items.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return less(items[a], items[b]); });
  std::vector<std::uint64_t> ranks(items.size());
  for (std::size_t first = 0, last = 0; first < order.size(); first = last) {
    last = first + 1;
    while (last < order.size() && !less(items[order[first]], items[order[last]])) ++last;
    for (std::size_t i = first; i < last; ++i) ranks[order[i]] = first + 1 + last;
  }
  return ranks;
}

/// Pearson's correlation of ranks, whose sums are exact; NaN when a side is constant.
double correlation(const std::vector<std::uint64_t>& x, const std::vector<std::uint64_t>& y) {
  const u128 n = x.size();
  u128 xy = 0, xx = 0, yy = 0, sum = 0;  // both sides have the same sum, n (n + 1)
  for (std::size_t i = 0; i < x.size(); ++i) {
    xy += static_cast<u128>(x[i]) * y[i];
    xx += static_cast<u128>(x[i]) * x[i];
    yy += static_cast<u128>(y[i]) * y[i];
    sum += x[i];
  }
  const U256 square = multiply(sum, sum);
  const double dx = difference(multiply(n, xx), square), dy = difference(multiply(n, yy), square);
  if (dx <= 0 || dy <= 0) return kUndefined;
  const double r = difference(multiply(n, xy), square) / (std::sqrt(dx) * std::sqrt(dy));
  return std::clamp(r, -1.0, 1.0);
}

double prediction_bias(const Whole& whole, const Training& training, const Params& params) {
  std::vector<std::uint64_t> frequencies;
  std::vector<Fraction> scores;
  for (LabelId label = 0; label < whole.tally().vocabulary().size(); ++label) {
    if (whole.only_wrong(label)) continue;  // no label of its own
    const Cell cell = whole.cell(label);
    const std::uint64_t n = label < training.counts.size() ? training.counts[label] : 0;
    const bool in_test = cell.truth() != 0;
    if (params.labels == "both" && (n == 0 || !in_test)) continue;
    if (params.labels == "train" && n == 0) continue;
    if (n == 0 && cell.tp + cell.fp + cell.fn == 0) continue;
    frequencies.push_back(n);
    scores.push_back(fraction_of(cell, params.of));
  }
  if (params.labels != "both") {
    for (const std::uint64_t n : training.unseen) {
      frequencies.push_back(n);
      scores.push_back(fraction_of({}, params.of));
    }
  }
  if (frequencies.size() < 2) return kUndefined;
  return correlation(doubled_ranks(frequencies, std::less<>()),
                     doubled_ranks(scores, std::less<>()));
}

constexpr Measure kMeasures[] = {{
    .name = "pbc",
    .title = "Prediction bias coefficient",
    .group = "bias",
    .formula =
        "Spearman's correlation, over the labels, of the share of training examples with the "
        "label and its F1 in the test data",
    .low = -1,
    .high = 1,
    .direction = Direction::neither,
    .undefined_when =
        "all labels are equally frequent or score the same, or fewer than two occur in "
        "training and test",
    .source = "Piras, Boratto, Ramos, Evaluating the prediction bias induced by label imbalance in "
              "multi-label classification, CIKM 2021",
    .aliases = "prediction_bias_coefficient",
    .called =
        "0: rare labels are served as well as frequent ones; towards 1: the rarer, the worse. "
        "The authors' own code counts a label twice that is repeated in a training example; "
        "here, as they define it, once",
    .params = kBias,
    .trained = prediction_bias,
    .training = true,
}};

}  // namespace

std::span<const Measure> bias() { return kMeasures; }

}  // namespace tallystick::detail
