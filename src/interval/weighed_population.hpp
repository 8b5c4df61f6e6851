// Examples in strata, groups whose sizes are set, not drawn; and examples that weigh differently.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tallystick/interval/population.hpp"

namespace tallystick::detail {

/// Examples of one kind and one weight.
struct WeighedKind {
  std::size_t kind = 0;
  std::uint64_t weight = 1;  // of each, in any common unit
  std::uint64_t count = 0;   // of examples, above 0
  friend bool operator==(const WeighedKind&, const WeighedKind&) = default;
};

/// The figures of another population, whose kinds stand once for each weight in each stratum that
/// has such examples. An example is drawn with its weight, and left out with it.
class WeighedPopulation final : public Population {
 public:
  /// `inner` must outlive this; its counts are the sums of weights, strata taken together. `ends`:
  /// where each stratum's kinds end; empty: there is one.
  WeighedPopulation(const Population& inner, std::vector<WeighedKind> kinds,
                    std::vector<std::size_t> ends);
  [[nodiscard]] Evaluator evaluator() const override;
  [[nodiscard]] std::vector<double> influences(std::size_t figure) const override;
  [[nodiscard]] std::vector<double> without_one(std::size_t figure) const override;
  [[nodiscard]] std::optional<Share> share(std::size_t figure) const override;

 private:
  const Population& inner_;
  std::vector<WeighedKind> kinds_;
  bool all_alike_;  // all weigh one
};

/// counts[stratum][kind], each example of weight one; `ends` is filled.
[[nodiscard]] std::vector<WeighedKind> kinds_in_strata(
    const std::vector<std::vector<std::uint64_t>>& counts, std::vector<std::size_t>& ends);

}  // namespace tallystick::detail
