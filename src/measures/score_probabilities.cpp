#include <algorithm>
#include <cmath>

#include "measures/score_formulas.hpp"
#include "tallystick/base/exact_sum.hpp"

namespace tallystick::detail {

namespace {

/// -ln p, where p below eps counts as eps.
double surprise(double p, double eps) { return p >= 1 ? 0 : -std::log(std::max(p, eps)); }

/// Mean over the cells of a loss of a positive and of a negative cell.
template <typename Loss>
double mean_loss(const ScoreColumn& column, Loss loss) {
  ExactSum sum;
  u128 cells = column.unscored_positive + column.unscored_negative;
  sum.add(loss(0.0, true), column.unscored_positive);
  sum.add(loss(0.0, false), column.unscored_negative);
  ScoreSteps steps(column);
  for (ScoreStep step; steps.next(step);) {
    if (step.positive != 0) sum.add(loss(step.score, true), step.positive);
    if (step.negative != 0) sum.add(loss(step.score, false), step.negative);
    cells += step.positive + step.negative;
  }
  return sum.divided_by(cells);
}

struct Parts {
  double reliability = 0, resolution = 0, uncertainty = 0;
};

/// Murphy's parts of the Brier score, the probabilities of a bin taken for their mean.
Parts brier_parts(const ScoreColumn& column, const Params& params) {
  const std::vector<Bin> bins = bins_of(column, params);
  double cells = 0, positives = 0;
  for (const Bin& bin : bins) {
    cells += bin.amount;
    positives += bin.amount * bin.share;
  }
  if (cells == 0) return {kUndefined, kUndefined, kUndefined};
  const double prevalence = positives / cells;
  Parts out{0, 0, prevalence * (1 - prevalence)};
  for (const Bin& bin : bins) {
    const double part = bin.amount / cells;
    out.reliability += part * bin.gap * bin.gap;
    out.resolution += part * (bin.share - prevalence) * (bin.share - prevalence);
  }
  return out;
}

}  // namespace

double log_loss(const ScoreColumn& column, const Params& params) {
  return mean_loss(column, [&params](double p, bool positive) {
    return surprise(positive ? p : 1 - p, params.eps);
  });
}

double brier_score(const ScoreColumn& column, const Params&) {
  return mean_loss(column, [](double p, bool positive) {
    const double miss = positive ? 1 - p : p;
    return miss * miss;
  });
}

double calibration_error(const ScoreColumn& column, const Params& params) {
  const std::vector<Bin> bins = bins_of(column, params);
  if (bins.empty()) return kUndefined;
  double cells = 0, sum = 0, most = 0;
  for (const Bin& bin : bins) {
    const double gap = std::abs(bin.gap);
    cells += bin.amount;
    sum += bin.amount * (params.norm == "l2" ? gap * gap : gap);
    most = std::max(most, gap);
  }
  if (params.norm == "max") return most;
  const double mean = std::min(1.0, sum / cells);
  return params.norm == "l2" ? std::sqrt(mean) : mean;
}

double brier_reliability(const ScoreColumn& column, const Params& params) {
  return brier_parts(column, params).reliability;
}
double brier_resolution(const ScoreColumn& column, const Params& params) {
  return brier_parts(column, params).resolution;
}
double brier_uncertainty(const ScoreColumn& column, const Params& params) {
  return brier_parts(column, params).uncertainty;
}

double class_log_loss(const Scores& scores, const Params& params) {
  ExactSum sum;
  for (std::size_t i = 0; i < scores.table().size(); ++i) {
    const ScoreTable::Example example = scores.table().example(i);
    double p = 0;
    for (std::size_t j = 0; j < example.labels.size(); ++j) {
      if (example.labels[j].is_true()) p = example.scores[j];
    }
    sum.add(surprise(p, params.eps), scores.whole().unit(example.weight));
  }
  return sum.divided_by(scores.whole().n_examples());
}

double class_brier_score(const Scores& scores, const Params&) {
  ExactSum sum;
  for (std::size_t i = 0; i < scores.table().size(); ++i) {
    const ScoreTable::Example example = scores.table().example(i);
    const u128 weight = scores.whole().unit(example.weight);
    if (!example.unscored.empty()) sum.add(1, weight);
    for (std::size_t j = 0; j < example.labels.size(); ++j) {
      const double miss = example.labels[j].is_true() ? 1 - example.scores[j] : example.scores[j];
      sum.add(miss * miss, weight);
    }
  }
  return sum.divided_by(scores.whole().n_examples());
}

double top_calibration_error(const Scores& scores, const Params& params) {
  struct Top {
    std::uint64_t key;
    u128 amount;
  };
  std::vector<Top> right, wrong;
  for (std::size_t i = 0; i < scores.table().size(); ++i) {
    const ScoreTable::Example example = scores.table().example(i);
    const double confidence = example.scores.empty() ? 0 : example.scores[0];
    // Among several best labels the true one is not known to be meant: a tie is wrong.
    const bool alone =
        example.scores.size() == 1 || (!example.scores.empty() && example.scores[1] < confidence);
    const bool hit = alone && example.labels[0].is_true();
    (hit ? right : wrong).push_back({score_key(confidence), scores.whole().unit(example.weight)});
  }
  std::vector<std::uint64_t> keys[2];
  std::vector<u128> amounts[2];
  for (const bool hit : {true, false}) {
    std::vector<Top>& tops = hit ? right : wrong;
    std::sort(tops.begin(), tops.end(), [](const Top& a, const Top& b) { return a.key < b.key; });
    for (const Top& top : tops) {
      keys[hit ? 0 : 1].push_back(top.key);
      amounts[hit ? 0 : 1].push_back(top.amount);
    }
  }
  return calibration_error({keys[0], keys[1], amounts[0], amounts[1], 0, 0}, params);
}

}  // namespace tallystick::detail
