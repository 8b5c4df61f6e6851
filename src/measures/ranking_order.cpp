// Formulas over the ranking of all labels of an example.
#include <algorithm>

#include "measures/ranking_formulas.hpp"

namespace tallystick::detail {

namespace {

using Group = RankedExample::Group;

/// The chance that the true labels of a group come first, in a random order: 1 / C(size, hits).
double chance_of_perfect(const Group& group) {
  double chance = 1;
  for (std::uint64_t i = 0; i < group.hits; ++i) {
    chance *= static_cast<double>(group.hits - i) / static_cast<double>(group.size - i);
  }
  return chance;
}

/// The mean rank within a group, from 1, of the last of n labels in a random order.
double mean_of_last(std::uint64_t n, std::uint64_t size) {
  return ratio(static_cast<u128>(n) * (size + 1), n + 1);
}

/// The rank of the lowest true label.
double lowest_true(const RankedExample& e, const Group& last) {
  if (!e.averages()) return static_cast<double>(std::uint64_t{last.before} + last.size);
  return last.before + mean_of_last(last.hits, last.size);
}

/// Pairs of a true label and another with a higher score, in halves.
std::uint64_t half_errors(const RankedExample& e) {
  std::uint64_t halves = 0, hits = 0;
  for (const Group& group : e.all()) {
    const std::uint64_t above = group.before - hits, beside = group.size - group.hits;
    halves += group.hits * (2 * above + (e.averages() ? beside : 2 * beside));
    hits += group.hits;
  }
  return halves;
}

bool all_or_none(const RankedExample& e) { return e.n_true() == 0 || e.n_true() == e.n_labels(); }

}  // namespace

double one_error(const RankedExample& e, const Params&) {
  const auto groups = e.all();
  const bool top = !groups.empty() && groups[0].before == 0;
  if (e.first_alone() && !e.scored().empty()) return e.first_is_true() ? 0 : 1;
  if (!top || groups[0].hits == 0) return 1;
  const Group& group = groups[0];
  if (e.averages()) return ratio(group.size - group.hits, group.size);
  return group.hits == group.size ? 0 : 1;
}

double is_error(const RankedExample& e, const Params&) {
  std::uint64_t next = 0, hits = 0;
  for (const Group& group : e.all()) {
    if (group.hits == 0) continue;
    if (group.before != next) return 1;
    hits += group.hits;
    next += group.size;
    if (group.hits == group.size) continue;
    const bool last = hits == e.n_true();
    return e.averages() && last ? 1 - chance_of_perfect(group) : 1;
  }
  return 0;
}

double error_set_size(const RankedExample& e, const Params&) {
  return static_cast<double>(half_errors(e)) / 2;
}

double ranking_loss(const RankedExample& e, const Params&) {
  if (all_or_none(e)) return kUndefined;
  const u128 halves = half_errors(e) + 2 * static_cast<u128>(e.tied_pairs_wrong());
  return ratio(halves, 2 * static_cast<u128>(e.n_true()) * (e.n_labels() - e.n_true()));
}

double coverage_error(const RankedExample& e, const Params& params) {
  if (e.n_true() == 0) return kUndefined;
  const auto groups = e.all();
  const auto last = std::find_if(groups.rbegin(), groups.rend(),
                                 [](const Group& group) { return group.hits != 0; });
  return lowest_true(e, *last) - (params.first_rank.value_or(1) == 0 ? 1 : 0);
}

double margin_loss(const RankedExample& e, const Params&) {
  if (all_or_none(e)) return kUndefined;
  std::uint64_t next = 0, hits = 0;
  double first_false = 0, perfect = 0;  // the rank of the best other label; the chance of no error
  const Group* last = nullptr;
  for (const Group& group : e.all()) {
    if (group.hits == 0) continue;
    last = &group;
    if (first_false == 0 && group.before != next) first_false = static_cast<double>(next) + 1;
    hits += group.hits;
    next = std::uint64_t{group.before} + group.size;
    if (first_false != 0 || group.hits == group.size) continue;
    const std::uint64_t others = group.size - group.hits;
    first_false = group.before + (e.averages() ? ratio(group.size + u128{1}, others + u128{1}) : 1);
    if (e.averages() && hits == e.n_true()) perfect = chance_of_perfect(group);
  }
  if (first_false == 0) return 0;
  // Without an error the margin is -1, and counts as 0.
  return lowest_true(e, *last) - first_false + perfect;
}

double average_exposure(const RankedExample& e, const Params&) {
  if (all_or_none(e)) return kUndefined;
  PlaceSums& discounts = e.discounts().logarithmic;
  double sum = 0;
  for (const Group& group : e.all()) {
    const std::uint64_t end = std::uint64_t{group.before} + group.size;
    sum += e.averages() ? discounts.between(group.before, end) * group.hits / group.size
                        : discounts.between(end - group.hits, end);
  }
  const double best = discounts.upto(e.n_true());
  const double worst = discounts.between(e.n_labels() - e.n_true(), e.n_labels());
  return std::clamp((sum - worst) / (best - worst), 0.0, 1.0);
}

double average_precision(const RankedExample& e, std::span<const Group> groups, std::uint64_t k) {
  if (e.n_true() == 0) return kUndefined;
  double sum = 0;
  std::uint64_t hits = 0;
  for (const Group& group : groups) {
    if (group.before >= k) break;
    const std::uint64_t end = std::uint64_t{group.before} + group.size;
    if (group.size == 1 || !e.averages()) {
      // Labels that share a score share the rank of the last of them, and all count for each.
      if (end <= k) sum += ratio(static_cast<u128>(group.hits) * (hits + group.hits), end);
    } else if (group.hits != 0) {
      // Place b + i holds a true label with chance h/m, and then the i - 1 places before it in the
      // group (i - 1) c of them, c = (h - 1)/(m - 1): h/m (H + 1 + (i - 1) c) / (b + i), summed.
      const double c = ratio(group.hits - 1, group.size - 1);
      const std::uint64_t stop = std::min(end, k);
      const double places = static_cast<double>(stop - group.before);
      sum += ratio(group.hits, group.size) *
             ((static_cast<double>(hits) + 1 - c * (static_cast<double>(group.before) + 1)) *
                  e.discounts().harmonic.between(group.before, stop) +
              c * places);
    }
    hits += group.hits;
  }
  return std::min(sum / static_cast<double>(e.n_true()), 1.0);
}

}  // namespace tallystick::detail
