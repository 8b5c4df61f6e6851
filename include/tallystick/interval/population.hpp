// What intervals look at: kinds of examples, how many there are of each, and figures of any numbers
// of them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "tallystick/base/wide.hpp"

namespace tallystick {

/// k of n examples.
struct Share {
  std::uint64_t k = 0, n = 0;
};

/// Some examples of one kind; not more than there are.
struct Part {
  std::size_t kind = 0;
  std::uint64_t amount = 1;
  friend bool operator==(const Part&, const Part&) = default;
};

/// Examples that no figure of the population can tell apart are of one kind, so that a draw of
/// kinds is a draw of examples. The order of kinds is a function of the data, not of how they were
/// read.
class Population {
 public:
  /// Takes amounts of each kind, in any common unit, and gives each figure; NaN: undefined. Belongs
  /// to one thread.
  using Evaluator =
      std::function<void(std::span<const std::uint64_t> amounts, std::span<double> out)>;

  /// The same of kMany resamples at once. hits: of each resample, how often each example was drawn,
  /// where examples stand kind by kind, and kMany bytes more; out: the figures of the first, of the
  /// second, ...
  static constexpr std::size_t kMany = 8;
  using Hits = std::array<std::vector<std::uint8_t>, kMany>;
  using ManyEvaluator = std::function<void(const Hits& hits, std::span<double> out)>;

  /// counts: examples of each kind, none 0.
  Population(std::vector<std::uint64_t> counts, std::size_t n_figures);
  virtual ~Population() = default;
  Population(const Population&) = delete;
  Population& operator=(const Population&) = delete;

  [[nodiscard]] const std::vector<std::uint64_t>& counts() const noexcept { return counts_; }
  [[nodiscard]] std::uint64_t n_examples() const noexcept { return n_examples_; }
  [[nodiscard]] std::size_t n_figures() const noexcept { return n_figures_; }

  /// Where each stratum's kinds end; resamples keep the number of examples of each. Empty: all
  /// examples are one stratum.
  [[nodiscard]] std::span<const std::size_t> stratum_ends() const noexcept { return strata_; }
  void stratify(std::vector<std::size_t> ends) { strata_ = std::move(ends); }

  /// Must not outlive the population.
  [[nodiscard]] virtual Evaluator evaluator() const = 0;
  /// Of resamples of n_examples(), with the same figures to the bit. Empty: not quicker.
  [[nodiscard]] virtual ManyEvaluator evaluator_of_many() const { return {}; }

  /// Of each kind, how the figure changes when the kind's share of the examples grows:
  /// n_examples() times the derivative by the kind's count. Empty: not known.
  [[nodiscard]] virtual std::vector<double> influences(std::size_t figure) const;
  /// The figure with one example of each kind taken away. Empty: not known.
  [[nodiscard]] virtual std::vector<double> without_one(std::size_t figure) const;
  /// The figure with each of the parts in turn taken away. Empty: not known.
  [[nodiscard]] virtual std::vector<double> without(std::size_t figure,
                                                    std::span<const Part> parts) const;
  /// The examples that decide the figure and those in favour, where it is such a share.
  [[nodiscard]] virtual std::optional<Share> share(std::size_t figure) const;

 protected:
  /// Whether so many evaluations are done in seconds.
  [[nodiscard]] virtual bool affordable(std::size_t evaluations) const;
  /// What each figure is of one example of a kind alone; NaN where 0/0. For share().
  [[nodiscard]] virtual double alone(std::size_t figure, std::size_t kind) const;

 private:
  std::vector<std::uint64_t> counts_;
  std::uint64_t n_examples_ = 0;
  std::size_t n_figures_;
  std::vector<std::size_t> strata_;
  // An evaluation gives all figures, which are asked for one after the other: what the last ones
  // gave, figure by figure. One thread asks.
  mutable std::vector<std::vector<double>> influences_, without_;
  mutable std::vector<Part> without_parts_;
};

}  // namespace tallystick
