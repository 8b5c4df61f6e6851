// Intervals for a proportion: k of n independent trials.
#pragma once

#include <cstdint>

namespace tallystick {

/// A confidence interval.
struct Interval {
  double low = 0, high = 0;

  friend bool operator==(const Interval&, const Interval&) = default;
};

// Of k successes in n trials, k <= n and n above 0; level in (0, 1). All lie in [0, 1].

/// Source: Wilson, JASA 22, 1927 (without continuity correction).
[[nodiscard]] Interval wilson(std::uint64_t k, std::uint64_t n, double level);
/// Never covers less often than the level says. Source: Clopper & Pearson, Biometrika 26, 1934.
[[nodiscard]] Interval clopper_pearson(std::uint64_t k, std::uint64_t n, double level);
/// Wilson's centre with the normal width. Source: Agresti & Coull, American Statistician 52, 1998.
[[nodiscard]] Interval agresti_coull(std::uint64_t k, std::uint64_t n, double level);
/// Equal tails of the posterior under the prior Beta(1/2, 1/2); 0 is the low end of k = 0, and 1
/// the high end of k = n. Source: Brown, Cai & DasGupta, Statistical Science 16, 2001.
[[nodiscard]] Interval jeffreys(std::uint64_t k, std::uint64_t n, double level);

}  // namespace tallystick
