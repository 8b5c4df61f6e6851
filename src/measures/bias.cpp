// Is the model worse at rare labels? Scores of labels against their frequency in the training data.
#include "tallystick/measures/bias.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>

#include "tallystick/base/exact_sum.hpp"
#include "tallystick/base/text.hpp"
#include "tallystick/measures/catalogue.hpp"

namespace tallystick {

namespace {

/// A score as a fraction of whole numbers, so that equal ones are equal; 0/0 is 0.
struct Fraction {
  U256 above, below;

  friend bool operator<(const Fraction& a, const Fraction& b) {
    // All fit unless weights have parts and the formula multiplies counts: then both are rounded.
    if ((a.above.high | a.below.high | b.above.high | b.below.high) != 0) {
      return ratio(a.above, a.below) < ratio(b.above, b.below);
    }
    return multiply(a.above.low, b.below.low) < multiply(b.above.low, a.below.low);
  }
};

/// beta^2 as p/q, of the decimal that was written: 0.1 is 1/10, which no double is.
struct Square {
  std::uint64_t p = 1, q = 1;
};

Square square_of(double beta) {
  char digits[32];
  const auto [end, error] =
      std::to_chars(std::begin(digits), std::end(digits), beta, std::chars_format::fixed);
  std::uint64_t p = 0, q = 1;
  constexpr std::uint64_t kMost = 1'000'000'000;  // squares, and products with counts, fit
  bool fraction = false, fits = error == std::errc{};
  for (const char* at = digits; fits && at != end; ++at) {
    if (*at == '.') {
      fraction = true;
      continue;
    }
    p = 10 * p + static_cast<std::uint64_t>(*at - '0');
    if (fraction) q *= 10;
    fits = p < kMost && q < kMost;
  }
  if (!fits) {  // many digits: nine of them
    q = beta < 1 ? kMost : 1;
    p = static_cast<std::uint64_t>(std::llround(std::min(beta, 1e9) * static_cast<double>(q)));
  }
  const std::uint64_t common = std::max<std::uint64_t>(std::gcd(p, q), 1);
  p /= common, q /= common;
  return {p * p, q * q};
}

Fraction fraction_of(const Cell& c, const Params& params) {
  const auto over = [](u128 above, u128 below) {
    return below == 0 ? Fraction{{0, 0}, {0, 1}} : Fraction{{0, above}, {0, below}};
  };
  const std::string_view score = params.score;
  if (score == "precision") return over(c.tp, c.predicted());
  if (score == "recall") return over(c.tp, c.truth());
  if (score == "f1") return over(2 * c.tp, 2 * c.tp + c.fp + c.fn);
  if (score == "fbeta") {
    const auto [p, q] = square_of(params.beta);  // (p + q) tp / ((p + q) tp + p fn + q fp)
    const U256 above = multiply(c.tp, u128{p} + q);
    const U256 below = above + multiply(c.fn, p) + multiply(c.fp, q);
    return below == U256{} ? Fraction{{0, 0}, {0, 1}} : Fraction{above, below};
  }
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

/// Whether the label enters, by the rule of the parameters.
bool enters(const std::string& rule, std::uint64_t n_training, const Cell& cell) {
  if (rule == "both") return n_training != 0 && cell.truth() != 0;
  if (rule == "train") return n_training != 0;
  return n_training != 0 || (cell.tp | cell.fp | cell.fn) != 0;
}

/// A label that enters, by its id or, where the tally does not have it, by its place among those.
struct Entry {
  LabelId label = kNoLabel;
  std::size_t unseen = 0;
  std::uint64_t count = 0;
  Cell cell;
};

/// By id; labels that the tally does not have come last.
std::vector<Entry> entries_of(const Whole& whole, const Training& training, const Params& params) {
  std::vector<Entry> out;
  for (LabelId label = 0; label < whole.tally().vocabulary().size(); ++label) {
    if (whole.only_wrong(label)) continue;  // no label of its own
    const std::uint64_t n = label < training.counts.size() ? training.counts[label] : 0;
    const Cell cell = whole.cell(label);
    if (enters(params.labels, n, cell)) out.push_back({label, 0, n, cell});
  }
  Cell nothing;
  nothing.tn = whole.n_examples();
  for (std::size_t i = 0; i < training.unseen.size(); ++i) {
    if (!enters(params.labels, training.unseen[i], nothing)) continue;
    out.push_back({kNoLabel, i, training.unseen[i], nothing});
  }
  return out;
}

/// Scores and counts; cells are taken in a unit that all counts are multiples of, so that fractions
/// of weights stay small.
struct Sides {
  std::vector<std::uint64_t> counts;
  std::vector<Fraction> scores;
};

Sides sides_of(const std::vector<Entry>& entries, const Params& params) {
  u128 bits = 0;
  for (const Entry& one : entries) bits |= one.cell.tp | one.cell.fp | one.cell.fn | one.cell.tn;
  int shift = 0;
  while (bits != 0 && (bits >> shift & 1) == 0) ++shift;
  Sides out;
  for (const Entry& one : entries) {
    const Cell cell{one.cell.tp >> shift, one.cell.fp >> shift, one.cell.fn >> shift,
                    one.cell.tn >> shift};
    out.counts.push_back(one.count);
    out.scores.push_back(fraction_of(cell, params));
  }
  return out;
}

/// The value alone, without the names of labels: what resampling takes again and again.
double value_of_bias(const Whole& whole, const Training& training, const Params& params) {
  const Sides sides = sides_of(entries_of(whole, training, params), params);
  if (sides.counts.size() < 2) return kUndefined;
  return correlation(doubled_ranks(sides.counts, std::less<>()),
                     doubled_ranks(sides.scores, std::less<>()));
}

std::string few_labels(std::size_t n, const std::string& rule) {
  const std::string where = rule == "both"    ? "in training and test"
                            : rule == "train" ? "in training"
                                              : "anywhere";
  return (n == 0 ? "no label occurs " : "one label alone occurs ") + where +
         ", and a correlation takes two";
}

/// Least squares over exact sums of rounded terms, so that the order of labels never matters.
void fit_line(PredictionBias& out) {
  const std::size_t n = out.labels.size();
  ExactSum x, y;
  for (const BiasLabel& one : out.labels) {
    x.add(one.frequency);
    y.add(one.score);
  }
  const double mean_x = x.divided_by(n), mean_y = y.divided_by(n);
  ExactSum xx, xy;
  for (const BiasLabel& one : out.labels) {
    const double d = one.frequency - mean_x;
    xx.add(d * d);
    xy.add(d * (one.score - mean_y));
  }
  const double spread = xx.value();
  if (spread == 0) return;
  out.slope = xy.value() / spread;
  out.intercept = mean_y - out.slope * mean_x;
}

}  // namespace

std::string bias_score_text(const Params& params) {
  if (params.score == "f1") return "F1";
  if (params.score == "fbeta") return "F-beta (beta " + number_text(params.beta) + ")";
  if (params.score == "balanced_accuracy") return "balanced accuracy";
  return params.score;
}

PredictionBias prediction_bias(const Whole& whole, const Training& training, const Params& params) {
  PredictionBias out;
  const std::vector<Entry> entries = entries_of(whole, training, params);
  const Sides sides = sides_of(entries, params);
  std::vector<std::uint64_t> by_count = doubled_ranks(sides.counts, std::less<>()),
                             by_score = doubled_ranks(sides.scores, std::less<>());
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const Entry& one = entries[i];
    const bool named = one.unseen < training.unseen_names.size();
    BiasLabel& label = out.labels.emplace_back();
    label.label = one.label;
    label.name = one.label != kNoLabel ? std::string(whole.tally().vocabulary().name(one.label))
                 : named               ? training.unseen_names[one.unseen]
                                       : std::string();
    label.count = one.count;
    label.frequency = ratio(one.count, training.n_examples);
    label.cell = one.cell;
    label.score = ratio(sides.scores[i].above, sides.scores[i].below);
    label.count_rank2 = by_count[i];
    label.score_rank2 = by_score[i];
  }
  std::sort(out.labels.begin(), out.labels.end(),
            [](const BiasLabel& a, const BiasLabel& b) { return a.name < b.name; });
  if (out.labels.size() < 2) {
    out.undefined = few_labels(out.labels.size(), params.labels);
    return out;
  }
  fit_line(out);
  const auto constant = [](const std::vector<std::uint64_t>& ranks) {
    return std::all_of(ranks.begin(), ranks.end(),
                       [&ranks](std::uint64_t rank) { return rank == ranks[0]; });
  };
  const std::string all = "all " + std::to_string(out.labels.size()) + " labels ";
  if (constant(by_count)) {
    out.undefined = "training frequency is constant: " + all + "have the same";
  } else if (constant(by_score)) {
    out.undefined = bias_score_text(params) + " is constant: " + all + "have " +
                    number_text(out.labels[0].score);
  } else {
    out.value = correlation(by_count, by_score);
  }
  return out;
}

namespace detail {

namespace {

constexpr ParamInfo kBias[] = {
    {"score", "f1", "f1|precision|recall|fbeta|balanced_accuracy", "of a label; 0/0 is 0"},
    {"labels", "both", "both|train|all",
     "the labels that occur in training and test, in training, or anywhere"},
    {"beta", "1", "[0, inf)", "of score=fbeta"}};

constexpr Measure kMeasures[] = {{
    .name = "pbc",
    .title = "Prediction bias coefficient",
    .group = "bias",
    .formula =
        "Spearman's correlation, over the labels, of the share of training examples with the "
        "label and its F1 in the test data; ranks of ties are averaged",
    .low = -1,
    .high = 1,
    .direction = Direction::neither,
    .undefined_when =
        "all labels are equally frequent or score the same, or fewer than two occur in "
        "training and test",
    .kind = UndefinedKind::statistic,
    .source = "Piras, Boratto, Ramos, Evaluating the prediction bias induced by label imbalance in "
              "multi-label classification, CIKM 2021",
    .aliases = "prediction_bias_coefficient",
    .called =
        "0: rare labels are served as well as frequent ones; towards 1: the rarer, the worse. "
        "The authors' own code counts a label twice that is repeated in a training example; "
        "here, as they define it, once",
    .params = kBias,
    .trained = value_of_bias,
    .trained_reason =
        [](const Whole& whole, const Training& training, const Params& params) {
          return prediction_bias(whole, training, params).undefined;
        },
    .training = true,
}};

}  // namespace

std::span<const Measure> bias() { return kMeasures; }

}  // namespace detail

}  // namespace tallystick
