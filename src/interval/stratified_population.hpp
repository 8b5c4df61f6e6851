// Examples in strata: groups whose sizes are set, not drawn.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tallystick/interval/population.hpp"

namespace tallystick::detail {

/// The figures of another population, whose kinds stand once in each stratum that has such
/// examples.
class StratifiedPopulation final : public Population {
 public:
  /// counts[stratum][kind of `inner`], which must outlive this.
  StratifiedPopulation(const Population& inner,
                       const std::vector<std::vector<std::uint64_t>>& counts);
  [[nodiscard]] Evaluator evaluator() const override;
  [[nodiscard]] std::vector<double> influences(std::size_t figure) const override;
  [[nodiscard]] std::vector<double> without_one(std::size_t figure) const override;

 private:
  [[nodiscard]] std::vector<double> spread(const std::vector<double>& of_kinds) const;

  const Population& inner_;
  std::vector<std::size_t> kinds_;  // of `inner`, of each kind here
};

}  // namespace tallystick::detail
