#include "interval/stratified_population.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace tallystick::detail {

namespace {

std::vector<std::uint64_t> joined(const std::vector<std::vector<std::uint64_t>>& counts) {
  std::vector<std::uint64_t> out;
  for (const std::vector<std::uint64_t>& stratum : counts) {
    std::copy_if(stratum.begin(), stratum.end(), std::back_inserter(out),
                 [](std::uint64_t count) { return count != 0; });
  }
  return out;
}

}  // namespace

StratifiedPopulation::StratifiedPopulation(const Population& inner,
                                           const std::vector<std::vector<std::uint64_t>>& counts)
    : Population(joined(counts), inner.n_figures()), inner_(inner) {
  std::vector<std::size_t> ends;
  for (const std::vector<std::uint64_t>& stratum : counts) {
    for (std::size_t kind = 0; kind < stratum.size(); ++kind) {
      if (stratum[kind] != 0) kinds_.push_back(kind);
    }
    ends.push_back(kinds_.size());
  }
  stratify(std::move(ends));
}

Population::Evaluator StratifiedPopulation::evaluator() const {
  return [this, evaluate = inner_.evaluator(),
          sums = std::vector<std::uint64_t>(inner_.counts().size())](
             std::span<const std::uint64_t> amounts, std::span<double> out) mutable {
    std::fill(sums.begin(), sums.end(), 0);
    for (std::size_t i = 0; i < amounts.size(); ++i) sums[kinds_[i]] += amounts[i];
    evaluate(sums, out);
  };
}

std::vector<double> StratifiedPopulation::spread(const std::vector<double>& of_kinds) const {
  std::vector<double> out;
  if (of_kinds.empty()) return out;
  for (const std::size_t kind : kinds_) out.push_back(of_kinds[kind]);
  return out;
}

std::vector<double> StratifiedPopulation::influences(std::size_t figure) const {
  return spread(inner_.influences(figure));
}

std::vector<double> StratifiedPopulation::without_one(std::size_t figure) const {
  return spread(inner_.without_one(figure));
}

}  // namespace tallystick::detail
