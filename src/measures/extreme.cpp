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

/// How a sum over places becomes a figure of one example.
enum class Kind : std::uint8_t { precision, ndcg, recall };

/// Places that any example fills, by scores or in the best order.
std::size_t longest_list(const TrueRanks& ranks) {
  std::size_t longest = 1;
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    const TrueRanks::Example example = ranks.example(i);
    longest = std::max(longest, example.n_true());
    if (example.ranked.empty()) continue;
    const TrueRank& last = example.ranked.back();
    longest = std::max(longest, std::size_t{last.before} + last.size);
  }
  return longest;
}

/// What the true labels at the first `from`, ..., `to` places are worth, each times its inverse
/// propensity: found, and in the best order; over all examples.
class PropensitySums {
 public:
  PropensitySums(const Scores& scores, Kind kind, std::uint32_t from, std::uint32_t to)
      : kind_(kind),
        from_(from),
        n_places_(std::min<std::size_t>(to, longest_list(scores.true_ranks()))),
        found_(to - from + 1),
        best_(to - from + 1),
        places_(n_places_) {
    for (std::size_t place = 1; place <= n_places_; ++place) {
      discounts_.push_back(kind == Kind::ndcg ? 1 / std::log2(static_cast<double>(place) + 1) : 1);
      ideal_.push_back(ideal_.back() + discounts_.back());
    }
    const TrueRanks& ranks = scores.true_ranks();
    for (std::size_t i = 0; i < ranks.size(); ++i) add(ranks.example(i), scores);
  }

  [[nodiscard]] const ExactSum& found(std::uint32_t k) const { return found_[k - from_]; }
  [[nodiscard]] const ExactSum& best(std::uint32_t k) const { return best_[k - from_]; }

 private:
  void add(const TrueRanks::Example& example, const Scores& scores) {
    const std::vector<double>& weights = scores.inverse_propensities();
    const u128 amount = scores.whole().unit(example.weight);
    const auto ranked = example.ranked;
    std::fill(places_.begin(), places_.end(), 0);
    for (std::size_t first = 0, last = 0; first < ranked.size(); first = last) {
      while (last < ranked.size() && ranked[last].before == ranked[first].before) ++last;
      if (ranked[first].before >= n_places_) break;
      share_out(ranked.subspan(first, last - first), weights, scores.ties());
    }
    add_places(example.n_true(), amount, found_);
    weights_.clear();
    const auto each = [&](auto take) {
      for (const TrueRank& label : ranked) take(weights[label.label]);
      for (const LabelId label : example.unscored) take(weights[label]);
    };
    if (n_places_ <= kFewPlaces) {
      each([this](double weight) { insert(weight); });
    } else {
      each([this](double weight) { weights_.push_back(weight); });
      std::sort(weights_.begin(), weights_.end(), std::greater<>());
    }
    const std::size_t n_best = std::min(n_places_, weights_.size());
    std::fill(places_.begin(), places_.end(), 0);
    std::copy_n(weights_.begin(), n_best, places_.begin());
    add_places(example.n_true(), amount, best_);
  }

  /// Into the largest weights so far, as many as there are places, descending.
  void insert(double weight) {
    if (weights_.size() == n_places_) {
      if (weight <= weights_.back()) return;
      weights_.pop_back();
    }
    const auto larger = std::find_if(weights_.rbegin(), weights_.rend(),
                                     [weight](double other) { return other >= weight; });
    weights_.insert(larger.base(), weight);
  }

  /// True labels of one score share its places: all of them, or the last where true ones are to
  /// come last. They are added up from the heaviest down, so that no order of theirs matters.
  void share_out(std::span<const TrueRank> hits, const std::vector<double>& weights, Ties ties) {
    const std::size_t end = std::size_t{hits[0].before} + hits[0].size;
    const std::size_t first = ties == Ties::worst ? end - hits.size() : hits[0].before;
    weights_.clear();
    for (const TrueRank& label : hits) weights_.push_back(weights[label.label]);
    if (hits.size() > 2) std::sort(weights_.begin(), weights_.end(), std::greater<>());
    for (const double weight : weights_) {
      const double share = weight / static_cast<double>(end - first);
      for (std::size_t p = first; p < std::min(end, n_places_); ++p) places_[p] += share;
    }
  }

  void add_places(std::size_t n_true, u128 amount, std::vector<ExactSum>& to) const {
    double sum = 0;
    std::size_t place = 0;
    for (std::size_t i = 0; i < to.size(); ++i) {
      const std::size_t k = from_ + i;
      for (; place < std::min(k, n_places_); ++place) sum += places_[place] * discounts_[place];
      if (sum == 0) continue;
      const double whole = kind_ == Kind::precision ? static_cast<double>(k)
                           : kind_ == Kind::recall
                               ? static_cast<double>(n_true)
                               : ideal_[std::min(std::min(k, n_places_), n_true)];
      to[i].add(sum / whole, amount);
    }
  }

  static constexpr std::size_t kFewPlaces = 16;  // to sort by insertion

  Kind kind_;
  std::uint32_t from_;
  std::size_t n_places_;
  std::vector<ExactSum> found_, best_;
  std::vector<double> discounts_, ideal_{0};
  std::vector<double> places_, weights_;  // of one example
};

template <Kind kKind>
double propensity_scored(const Scores& scores, const Params& params) {
  constexpr std::uint32_t kUsual = 5;  // those are asked for together, and made in one pass
  const std::uint32_t k = params.k.value_or(1);
  const std::uint32_t from = k <= kUsual ? 1 : k, to = std::max(k, kUsual);
  const auto sums = scores.shared<PropensitySums>({static_cast<std::uint32_t>(kKind), from}, [&] {
    return PropensitySums(scores, kKind, from, to);
  });
  const double found = sums->found(k).value(), best = sums->best(k).value();
  if (params.normalized) return best == 0 ? kUndefined : found / best;
  return sums->found(k).divided_by(scores.whole().n_examples());
}

double label_coverage(const Scores& scores, const Params& params) {
  const ScoreTable& table = scores.table();
  std::vector<char> is_true(scores.whole().tally().vocabulary().size()), hit(is_true.size());
  for (std::size_t i = 0; i < table.size(); ++i) {
    const ScoreTable::Example example = table.example(i);
    for (std::size_t place = 0; place < example.labels.size(); ++place) {
      const ScoredLabel& label = example.labels[place];
      if (!label.is_true()) continue;
      is_true[label.label()] = 1;
      if (place < params.k.value_or(1)) hit[label.label()] = 1;
    }
    for (const LabelId label : example.unscored) is_true[label] = 1;
  }
  for (LabelId label = 0; label < is_true.size(); ++label) {
    if (scores.whole().only_wrong(label)) is_true[label] = hit[label] = 0;
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
        .scores = propensity_scored<Kind::precision>,
        .leveled = true,
        .true_ranks = true,
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
        .scores = propensity_scored<Kind::ndcg>,
        .leveled = true,
        .true_ranks = true,
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
        .scores = propensity_scored<Kind::recall>,
        .leveled = true,
        .true_ranks = true,
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
