// Measures of extreme multi-label classification: of the first k labels, rare ones weighing more.
#include <algorithm>
#include <cmath>
#include <functional>

#include "tallystick/base/exact_sum.hpp"
#include "tallystick/measures/catalogue.hpp"
#include "tallystick/measures/scores.hpp"

namespace tallystick::detail {

namespace {

constexpr ParamInfo kNormalized[] = {
    {"normalized", "true", "true|false", "divide by the best that is possible on the whole data"}};

constexpr std::string_view kJain =
    "Jain, Prabhu, Varma, Extreme multi-label loss functions for recommendation, tagging, ranking "
    "and other missing label applications, KDD 2016";

/// What the place of rank i, from 1, of an example with n true labels is worth.
using Worth = std::function<double(std::uint64_t rank, std::uint64_t n_true)>;

/// Calls visit(label, share) for the true labels among the first k; labels that share the k-th
/// score enter with the chance that a random order gives them, unless labels are in order.
template <typename Visit>
void first_hits(const ScoreTable::Example& example, std::uint32_t k, bool ordered, Visit visit) {
  const std::size_t n = example.labels.size();
  for (std::size_t first = 0, last = 0; first < n && first < k; first = last) {
    last = first + 1;
    while (!ordered && last < n && example.scores[last] == example.scores[first]) ++last;
    for (std::size_t i = first; i < last; ++i) {
      if (example.labels[i].is_true()) visit(example.labels[i].label(), first, last);
    }
  }
}

/// Sums what the true labels among the first k are worth, each times its inverse propensity, and
/// the same for the best order of labels.
double propensity_scored(const Scores& scores, const Params& params, const Worth& worth) {
  const std::vector<double>& weights = scores.inverse_propensities();
  const ScoreTable& table = scores.table();
  const bool ordered = orders_labels(scores.whole().tally().ties());
  const std::uint32_t k = params.k.value_or(1);
  ExactSum found, best;
  std::vector<double> truths;
  for (std::size_t i = 0; i < table.size(); ++i) {
    const ScoreTable::Example example = table.example(i);
    const u128 amount = scores.whole().unit(example.weight);
    truths.clear();
    for (const ScoredLabel& label : example.labels) {
      if (label.is_true()) truths.push_back(weights[label.label()]);
    }
    for (const LabelId label : example.unscored) truths.push_back(weights[label]);
    const std::size_t n_best = std::min<std::size_t>(k, truths.size());
    std::partial_sort(truths.begin(), truths.begin() + static_cast<std::ptrdiff_t>(n_best),
                      truths.end(), std::greater<>());
    double sum = 0;
    first_hits(example, k, ordered, [&](LabelId label, std::size_t first, std::size_t last) {
      const std::size_t stop = std::min<std::size_t>(last, k);
      double places = 0;
      for (std::size_t place = first; place < stop; ++place) {
        places += worth(place + 1, truths.size());
      }
      sum += weights[label] * places / static_cast<double>(last - first);
    });
    found.add(sum, amount);
    double most = 0;
    for (std::size_t j = 0; j < n_best; ++j) most += truths[j] * worth(j + 1, truths.size());
    best.add(most, amount);
  }
  if (params.normalized) return best.value() == 0 ? kUndefined : found.value() / best.value();
  return found.divided_by(scores.whole().n_examples());
}

double psp(const Scores& scores, const Params& params) {
  const double k = params.k.value_or(1);
  return propensity_scored(scores, params, [k](std::uint64_t, std::uint64_t) { return 1 / k; });
}

double psr(const Scores& scores, const Params& params) {
  return propensity_scored(scores, params, [](std::uint64_t, std::uint64_t n_true) {
    return 1 / static_cast<double>(n_true);
  });
}

double psndcg(const Scores& scores, const Params& params) {
  const std::uint64_t k = params.k.value_or(1);
  std::vector<double> discounts, ideal{0};
  for (std::uint64_t rank = 1; rank <= k; ++rank) {
    discounts.push_back(1 / std::log2(static_cast<double>(rank) + 1));
    ideal.push_back(ideal.back() + discounts.back());
  }
  return propensity_scored(scores, params, [&](std::uint64_t rank, std::uint64_t n_true) {
    return discounts[rank - 1] / ideal[std::min(k, n_true)];
  });
}

double label_coverage(const Scores& scores, const Params& params) {
  const ScoreTable& table = scores.table();
  std::vector<char> is_true(scores.whole().tally().vocabulary().size()), hit(is_true.size());
  for (std::size_t i = 0; i < table.size(); ++i) {
    const ScoreTable::Example example = table.example(i);
    for (const ScoredLabel& label : example.labels) {
      if (label.is_true()) is_true[label.label()] = 1;
    }
    for (const LabelId label : example.unscored) is_true[label] = 1;
    first_hits(example, params.k.value_or(1), true,
               [&](LabelId label, std::size_t, std::size_t) { hit[label] = 1; });
  }
  const auto count = [](const std::vector<char>& marks) {
    return static_cast<std::uint64_t>(std::count(marks.begin(), marks.end(), 1));
  };
  return ratio(count(hit), count(is_true));
}

constexpr Measure kMeasures[] = {
    {
        .name = "psp",
        .title = "Propensity-scored precision at k",
        .group = "extreme",
        .formula =
            "sum over examples of (1/k) sum of q(l) over true l among the first k, / the same "
            "of the best order; q(l) = 1 + (ln N - 1)(B + 1)^A (n(l) + B)^-A",
        .undefined_when = "no example has a true label",
        .kind = UndefinedKind::ranking,
        .source = kJain,
        .aliases = "propensity_scored_precision",
        .called =
            "pyxclib: psprecision, napkinXC: psprecision_at_k; a ratio of sums over the data, "
            "not a mean of ratios. n(l) of N training examples have label l (--train); A, B: "
            "0.55, 1.5, of Wikipedia 0.5, 0.4, of Amazon 0.6, 2.6 (--propensity)",
        .params = kNormalized,
        .scores = psp,
        .leveled = true,
        .training = true,
    },
    {
        .name = "psndcg",
        .title = "Propensity-scored nDCG at k",
        .group = "extreme",
        .formula =
            "sum over examples of (1/I) sum of q(l) / log2(1 + rank(l)) over true l among the "
            "first k, / the same of the best order; I the best dcg@k without q",
        .undefined_when = "no example has a true label",
        .kind = UndefinedKind::ranking,
        .source = kJain,
        .called = "pyxclib: psndcg, napkinXC: psndcg_at_k",
        .params = kNormalized,
        .scores = psndcg,
        .leveled = true,
        .training = true,
    },
    {
        .name = "psr",
        .title = "Propensity-scored recall at k",
        .group = "extreme",
        .formula = "sum over examples of (1/|T|) sum of q(l) over true l among the first k, / the "
                   "same of the best order",
        .undefined_when = "no example has a true label",
        .kind = UndefinedKind::ranking,
        .source = kJain,
        .called = "pyxclib: psrecall, napkinXC: psrecall_at_k",
        .params = kNormalized,
        .scores = psr,
        .leveled = true,
        .training = true,
    },
    {
        .name = "label_coverage",
        .title = "Label coverage at k",
        .group = "extreme",
        .formula = "labels that are true and among the first k of some example / labels that are "
                   "true in some example",
        .undefined_when = "no example has a true label",
        .kind = UndefinedKind::ranking,
        .source = "Schultheis et al., Generalized test utilities for long-tail performance in "
                  "extreme multi-label classification, NeurIPS 2023",
        .called =
            "napkinXC: coverage_at_k; not coverage_error, which is a depth. Labels that share "
            "the k-th score enter in label order",
        .scores = label_coverage,
        .leveled = true,
    },
};

}  // namespace

std::span<const Measure> extreme() { return kMeasures; }

}  // namespace tallystick::detail
