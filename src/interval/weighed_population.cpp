#include "interval/weighed_population.hpp"

#include <algorithm>
#include <utility>

namespace tallystick::detail {

namespace {

std::vector<std::uint64_t> counts_of(const std::vector<WeighedKind>& kinds) {
  std::vector<std::uint64_t> out;
  for (const WeighedKind& kind : kinds) out.push_back(kind.count);
  return out;
}

}  // namespace

WeighedPopulation::WeighedPopulation(const Population& inner, std::vector<WeighedKind> kinds,
                                     std::vector<std::size_t> ends)
    : Population(counts_of(kinds), inner.n_figures()),
      inner_(inner),
      kinds_(std::move(kinds)),
      all_alike_(std::all_of(kinds_.begin(), kinds_.end(),
                             [](const WeighedKind& kind) { return kind.weight == 1; })) {
  stratify(std::move(ends));
}

Population::Evaluator WeighedPopulation::evaluator() const {
  return [this, evaluate = inner_.evaluator(),
          sums = std::vector<std::uint64_t>(inner_.counts().size())](
             std::span<const std::uint64_t> amounts, std::span<double> out) mutable {
    std::fill(sums.begin(), sums.end(), 0);
    for (std::size_t i = 0; i < amounts.size(); ++i) {
      sums[kinds_[i].kind] += amounts[i] * kinds_[i].weight;
    }
    evaluate(sums, out);
  };
}

/// An example's influence goes with its weight: weights are constants of the design.
std::vector<double> WeighedPopulation::influences(std::size_t figure) const {
  const std::vector<double> of_kinds = inner_.influences(figure);
  std::vector<double> out;
  if (of_kinds.empty()) return out;
  const double mean_weight =
      static_cast<double>(inner_.n_examples()) / static_cast<double>(n_examples());
  for (const WeighedKind& kind : kinds_) {
    out.push_back(of_kinds[kind.kind] * (static_cast<double>(kind.weight) / mean_weight));
  }
  return out;
}

std::vector<double> WeighedPopulation::without_one(std::size_t figure) const {
  std::vector<double> out;
  if (all_alike_) {
    const std::vector<double> of_kinds = inner_.without_one(figure);
    if (of_kinds.empty()) return out;
    for (const WeighedKind& kind : kinds_) out.push_back(of_kinds[kind.kind]);
    return out;
  }
  std::vector<Part> parts;
  for (const WeighedKind& kind : kinds_) parts.push_back({kind.kind, kind.weight});
  return inner_.without(figure, parts);
}

std::optional<Share> WeighedPopulation::share(std::size_t figure) const {
  return all_alike_ ? inner_.share(figure) : std::optional<Share>{};
}

std::vector<WeighedKind> kinds_in_strata(const std::vector<std::vector<std::uint64_t>>& counts,
                                         std::vector<std::size_t>& ends) {
  std::vector<WeighedKind> out;
  for (const std::vector<std::uint64_t>& stratum : counts) {
    for (std::size_t kind = 0; kind < stratum.size(); ++kind) {
      if (stratum[kind] != 0) out.push_back({kind, 1, stratum[kind]});
    }
    ends.push_back(out.size());
  }
  return out;
}

}  // namespace tallystick::detail
