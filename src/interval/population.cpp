#include "tallystick/interval/population.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace tallystick {

Population::Population(std::vector<std::uint64_t> counts, std::size_t n_figures)
    : counts_(std::move(counts)), n_figures_(n_figures) {
  for (const std::uint64_t count : counts_) n_examples_ += count;
}

bool Population::affordable(std::size_t evaluations) const {
  // An evaluation looks at every kind.
  constexpr double kMost = 5e8;
  return static_cast<double>(evaluations) * static_cast<double>(counts_.size() * n_figures_) <
         kMost;
}

std::vector<double> Population::influences(std::size_t figure) const {
  // Counts in units of 2^-20 of an example, so that a step of 2^-10 of a kind is a whole number.
  constexpr int kUnits = 20, kStep = 10;
  if (!affordable(4 * counts_.size()) || n_examples_ >> (63 - kUnits) != 0) return {};
  if (!influences_.empty()) return influences_[figure];
  influences_.resize(n_figures_);
  const Evaluator evaluate = evaluator();
  std::vector<std::uint64_t> amounts;
  for (const std::uint64_t count : counts_) amounts.push_back(count << kUnits);
  const double n = static_cast<double>(n_examples_);
  for (std::size_t kind = 0; kind < counts_.size(); ++kind) {
    const std::uint64_t all = amounts[kind];
    const std::uint64_t step = all >> kStep;
    const auto at = [&](std::uint64_t amount) {
      std::vector<double> values(n_figures_);
      amounts[kind] = amount;
      evaluate(amounts, values);
      return values;
    };
    // Five points: the error is of the fourth order in the step.
    const std::vector<double> up = at(all + step), down = at(all - step);
    const std::vector<double> high = at(all + 2 * step), low = at(all - 2 * step);
    amounts[kind] = all;
    const double width = static_cast<double>(counts_[kind]) / (1 << kStep);
    for (std::size_t i = 0; i < n_figures_; ++i) {
      const double near = up[i] - down[i], far = high[i] - low[i];
      influences_[i].push_back(n * (8 * near - far) / (12 * width));
    }
  }
  return influences_[figure];
}

std::vector<double> Population::without_one(std::size_t figure) const {
  std::vector<Part> parts(counts_.size());
  for (std::size_t kind = 0; kind < parts.size(); ++kind) parts[kind].kind = kind;
  return without(figure, parts);
}

std::vector<double> Population::without(std::size_t figure, std::span<const Part> parts) const {
  if (!affordable(parts.size())) return {};
  if (!without_.empty() && std::ranges::equal(parts, without_parts_)) return without_[figure];
  without_parts_.assign(parts.begin(), parts.end());
  without_.assign(n_figures_, {});
  const Evaluator evaluate = evaluator();
  std::vector<std::uint64_t> amounts = counts_;
  std::vector<double> values(n_figures_);
  for (const Part& part : parts) {
    amounts[part.kind] -= part.amount;
    evaluate(amounts, values);
    amounts[part.kind] += part.amount;
    for (std::size_t i = 0; i < n_figures_; ++i) without_[i].push_back(values[i]);
  }
  return without_[figure];
}

double Population::alone(std::size_t, std::size_t) const { return 0.5; }

std::optional<Share> Population::share(std::size_t figure) const {
  Share out;
  for (std::size_t kind = 0; kind < counts_.size(); ++kind) {
    const double value = alone(figure, kind);
    if (std::isnan(value)) continue;
    if (value != 0 && value != 1) return {};
    out.n += counts_[kind];
    if (value == 1) out.k += counts_[kind];
  }
  if (out.n == 0) return {};
  std::vector<double> values(n_figures_);
  evaluator()(counts_, values);
  // A figure that is no mean of its examples' values may take 0 and 1 alone for each of them.
  if (values[figure] != ratio(out.k, out.n)) return {};
  return out;
}

}  // namespace tallystick
