// Intervals of figures, by the method asked for.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tallystick/interval/population.hpp"
#include "tallystick/interval/proportion.hpp"

namespace tallystick {

enum class IntervalMethod : std::uint8_t {
  none,
  wilson,
  clopper_pearson,
  agresti_coull,
  jeffreys,
  delta,      // normal, the variance from each example's influence
  jackknife,  // normal, the variance from leaving out one example at a time
  bootstrap,  // percentiles of resampled figures
  basic,      // the same, mirrored about the figure
  bca,        // the same, corrected for bias and skewness
};

/// The words for them, in the order they are told in.
inline constexpr std::pair<std::string_view, IntervalMethod> kIntervalMethods[] = {
    {"none", IntervalMethod::none},
    {"wilson", IntervalMethod::wilson},
    {"clopper-pearson", IntervalMethod::clopper_pearson},
    {"agresti-coull", IntervalMethod::agresti_coull},
    {"jeffreys", IntervalMethod::jeffreys},
    {"delta", IntervalMethod::delta},
    {"jackknife", IntervalMethod::jackknife},
    {"bootstrap", IntervalMethod::bootstrap},
    {"basic", IntervalMethod::basic},
    {"bca", IntervalMethod::bca},
};
/// Levels are this far from 0 and from 1, at least.
inline constexpr double kLevelMargin = 1e-9;

/// "clopper-pearson"
[[nodiscard]] std::string_view interval_name(IntervalMethod method) noexcept;
[[nodiscard]] constexpr bool resamples(IntervalMethod method) noexcept {
  return method >= IntervalMethod::bootstrap;
}
/// For shares of examples alone.
[[nodiscard]] constexpr bool of_shares(IntervalMethod method) noexcept {
  return method >= IntervalMethod::wilson && method <= IntervalMethod::jeffreys;
}

struct IntervalRule {
  IntervalMethod method = IntervalMethod::none;
  double level = 0.95;             // in (0, 1)
  std::uint32_t resamples = 1000;  // from 1
  std::uint64_t seed = 0;
  std::string cluster = {};  // the column whose values tell which examples belong together
  std::string stratum = {};  // the column whose values tell groups of a size that is not by chance
};

/// A figure's value and the range that it cannot leave.
struct Estimate {
  double value = 0, low = 0, high = 1;
};

/// An interval, or why there is none.
struct Estimated {
  std::optional<Interval> interval;
  std::string_view why = {};  // "it is no share of examples"
};

/// One for each figure of the population. `use` keeps the draws of several populations apart. The
/// same numbers whatever `threads` is.
[[nodiscard]] std::vector<Estimated> intervals_of(const Population& population,
                                                  std::span<const Estimate> figures,
                                                  const IntervalRule& rule, std::uint32_t use,
                                                  unsigned threads = 1);

/// The ends of the middle `level` of the values: both are values, and as many lie outside on either
/// side. Reorders them; not empty.
[[nodiscard]] Interval percentiles(std::vector<double>& values, double level);

}  // namespace tallystick
