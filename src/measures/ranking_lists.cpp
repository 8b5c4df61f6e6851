// Formulas over the first labels of an example, as over a list of results: a label without a score
// is not in the list, and places that no label fills are misses.
#include <algorithm>
#include <cmath>

#include "measures/ranking_formulas.hpp"

namespace tallystick::detail {

namespace {

using Group = RankedExample::Group;

std::uint64_t end_of(const Group& group) { return std::uint64_t{group.before} + group.size; }

/// True labels of a group among its first `places`.
double hits_within(const RankedExample& e, const Group& group, std::uint64_t places) {
  if (places >= group.size) return group.hits;
  if (e.averages()) return ratio(static_cast<u128>(group.hits) * places, group.size);
  const std::uint64_t others = group.size - group.hits;
  return places <= others ? 0 : static_cast<double>(places - others);
}

double hits_in_first(const RankedExample& e, std::uint64_t k) {
  double hits = 0;
  for (const Group& group : e.scored()) {
    if (group.before >= k) break;
    hits += hits_within(e, group, k - group.before);
  }
  return hits;
}

std::uint64_t cut(const Params& params) { return params.k.value_or(UINT32_MAX); }

/// What a grade is worth, all gains of an example in a unit that keeps the largest from overflow.
class Gain {
 public:
  Gain(const RankedExample& e, const Params& params, bool scaled)
      : linear_(params.gain == "linear") {
    if (linear_ || !scaled) return;
    for (const double grade : e.grades()) largest_ = std::max(largest_, grade);
  }
  double operator()(double grade) const {
    return linear_ ? grade : std::exp2(grade - largest_) - std::exp2(-largest_);
  }

 private:
  bool linear_;
  double largest_ = 0;
};

/// The discounted gain of the first k labels.
double discounted(const RankedExample& e, const Params& params, const Gain& gain_of) {
  PlaceSums& places = e.discounts().logarithmic;
  const std::uint64_t k = cut(params);
  const bool graded = !e.grades().empty();
  const double one = gain_of(1);
  double sum = 0;
  std::size_t next = 0;  // in grades
  for (const Group& group : e.scored()) {
    if (group.before >= k) break;
    const std::uint64_t end = end_of(group);
    if (e.averages()) {
      double gains = one * group.hits;
      if (graded) {
        gains = 0;
        for (std::size_t i = 0; i < group.hits; ++i) gains += gain_of(e.grades()[next + i]);
      }
      sum += gains / group.size * places.between(group.before, std::min(end, k));
    } else if (!graded) {
      sum += one * places.between(std::min(end - group.hits, k), std::min(end, k));
    } else {
      for (std::uint64_t i = 0; i < group.hits && end - i > 0; ++i) {  // the best grade is last
        const std::uint64_t place = end - i;
        if (place > k) continue;
        sum += gain_of(e.grades()[next + i]) * places.between(place - 1, place);
      }
    }
    next += group.hits;
  }
  return sum;
}

double best_discounted(const RankedExample& e, const Params& params, const Gain& gain_of) {
  PlaceSums& places = e.discounts().logarithmic;
  const std::uint64_t n = std::min<std::uint64_t>(cut(params), e.n_true());
  if (e.grades().empty()) return gain_of(1) * places.upto(n);
  std::vector<double> grades(e.grades().begin(), e.grades().end());
  std::sort(grades.begin(), grades.end(), std::greater<>());
  double sum = 0;
  for (std::uint64_t i = 0; i < n; ++i) {
    sum += gain_of(grades[static_cast<std::size_t>(i)]) * places.between(i, i + 1);
  }
  return sum;
}

/// The chance that none of the first `places` of a group is true.
double chance_of_no_hit(const Group& group, std::uint64_t places) {
  double chance = 1;
  for (std::uint64_t i = 0; i < group.hits; ++i) {
    if (places + i >= group.size) return 0;
    chance *= static_cast<double>(group.size - places - i) / static_cast<double>(group.size - i);
  }
  return chance;
}

/// The largest precision at a rank by which at least n of the true labels are found.
double best_precision_from(const RankedExample& e, std::uint64_t n) {
  double best = 0;
  std::uint64_t hits = 0;
  for (const Group& group : e.scored()) {
    if (group.hits == 0) continue;
    hits += group.hits;
    if (hits >= n) best = std::max(best, ratio(hits, end_of(group)));
  }
  return best;
}

/// As trec_eval 10 has it: recall times the true labels, rounded half away from zero.
std::uint64_t wanted_hits(const RankedExample& e, double recall) {
  return static_cast<std::uint64_t>(std::lround(recall * static_cast<double>(e.n_true())));
}

}  // namespace

double precision_at(const RankedExample& e, const Params& params) {
  return hits_in_first(e, cut(params)) / static_cast<double>(cut(params));
}

double recall_at(const RankedExample& e, const Params& params) {
  if (e.n_true() == 0) return kUndefined;
  return hits_in_first(e, cut(params)) / static_cast<double>(e.n_true());
}

double f1_at(const RankedExample& e, const Params& params) {
  return 2 * hits_in_first(e, cut(params)) / static_cast<double>(cut(params) + e.n_true());
}

double hit_at(const RankedExample& e, const Params& params) {
  const std::uint64_t k = cut(params);
  for (const Group& group : e.scored()) {
    if (group.hits == 0) continue;
    if (group.before >= k) return 0;
    const std::uint64_t places = k - group.before;
    if (places >= group.size) return 1;
    if (e.averages()) return 1 - chance_of_no_hit(group, places);
    return places > group.size - group.hits ? 1 : 0;
  }
  return 0;
}

double r_precision(const RankedExample& e, const Params&) {
  if (e.n_true() == 0) return kUndefined;
  return hits_in_first(e, e.n_true()) / static_cast<double>(e.n_true());
}

double dcg(const RankedExample& e, const Params& params) {
  return discounted(e, params, Gain(e, params, false));
}

double ndcg(const RankedExample& e, const Params& params) {
  if (e.n_true() == 0) return kUndefined;
  const Gain gain(e, params, true);
  return std::min(discounted(e, params, gain) / best_discounted(e, params, gain), 1.0);
}

double reciprocal_rank(const RankedExample& e, const Params& params) {
  if (e.n_true() == 0) return kUndefined;
  for (const Group& group : e.scored()) {
    if (group.hits == 0) continue;
    const std::uint64_t others = group.size - group.hits;
    if (!e.averages()) {
      const std::uint64_t rank = group.before + others + 1;
      return rank <= cut(params) ? ratio(1, rank) : 0;
    }
    // The first true label is the i-th of the group with chance h/(m-i+1) once it was not earlier.
    double sum = 0, not_yet = 1;
    for (std::uint64_t i = 1; i <= others + 1 && group.before + i <= cut(params); ++i) {
      const double now = ratio(group.hits, group.size - i + 1);
      sum += not_yet * now / static_cast<double>(group.before + i);
      not_yet *= 1 - now;
    }
    return sum;
  }
  return 0;
}

double rank_biased_precision(const RankedExample& e, const Params& params) {
  const double p = params.patience;
  double sum = 0;
  // The places after the first n are worth p^n together.
  for (const Group& group : e.scored()) {
    const double before = group.before, size = group.size, hits = group.hits;
    sum += e.averages() ? std::pow(p, before) * (1 - std::pow(p, size)) * hits / size
                        : std::pow(p, before + size - hits) * (1 - std::pow(p, hits));
  }
  return std::min(sum, 1.0);
}

double bpref(const RankedExample& e, const Params&) {
  if (e.n_true() == 0) return kUndefined;
  const double n_true = static_cast<double>(e.n_true());
  const double n_others =
      static_cast<double>(e.judged_as_listed() ? e.n_judged() : e.n_labels() - e.n_true());
  const double bound = std::min(n_true, n_others);
  double sum = 0;
  std::uint64_t hits = 0, judged = 0;
  for (const Group& group : e.scored()) {
    const std::uint64_t above = e.judged_as_listed() ? judged : group.before - hits;
    const std::uint64_t beside = e.judged_as_listed() ? group.judged : group.size - group.hits;
    const double wrong =
        static_cast<double>(above) + static_cast<double>(beside) * (e.averages() ? 0.5 : 1);
    if (group.hits != 0) {
      sum += group.hits * (wrong == 0 ? 1 : 1 - std::min(wrong, n_true) / bound);
    }
    hits += group.hits;
    judged += group.judged;
  }
  return sum / n_true;
}

double interpolated_precision(const RankedExample& e, const Params& params) {
  if (e.n_true() == 0) return kUndefined;
  return best_precision_from(e, wanted_hits(e, params.recall));
}

double eleven_point_precision(const RankedExample& e, const Params&) {
  if (e.n_true() == 0) return kUndefined;
  double sum = 0;
  for (int i = 0; i <= 10; ++i) {
    sum += best_precision_from(e, wanted_hits(e, static_cast<double>(i) / 10));
  }
  return sum / 11;
}

}  // namespace tallystick::detail
