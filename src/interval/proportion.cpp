#include "tallystick/interval/proportion.hpp"

#include <algorithm>
#include <cmath>

#include "tallystick/interval/quantiles.hpp"

namespace tallystick {

namespace {

/// Of a two-sided interval.
double z_of(double level) { return normal_quantile(0.5 + level / 2); }

}  // namespace

Interval wilson(std::uint64_t k, std::uint64_t n, double level) {
  const double z = z_of(level), trials = static_cast<double>(n);
  const double hits = static_cast<double>(k), misses = static_cast<double>(n - k);
  const double below = trials + z * z;
  const double centre = hits + z * z / 2;
  const double half = z * std::sqrt(hits * misses / trials + z * z / 4);
  Interval out{(centre - half) / below, (centre + half) / below};
  if (k == 0) out.low = 0;
  if (k == n) out.high = 1;
  return out;
}

Interval clopper_pearson(std::uint64_t k, std::uint64_t n, double level) {
  const double tail = (1 - level) / 2;
  const double hits = static_cast<double>(k), misses = static_cast<double>(n - k);
  return {k == 0 ? 0 : beta_quantile(tail, hits, misses + 1),
          k == n ? 1 : 1 - beta_quantile(tail, misses, hits + 1)};
}

Interval agresti_coull(std::uint64_t k, std::uint64_t n, double level) {
  const double z = z_of(level);
  const double trials = static_cast<double>(n) + z * z;
  const double p = (static_cast<double>(k) + z * z / 2) / trials;
  const double half = z * std::sqrt(p * (1 - p) / trials);
  return {std::max(0.0, p - half), std::min(1.0, p + half)};
}

Interval jeffreys(std::uint64_t k, std::uint64_t n, double level) {
  const double tail = (1 - level) / 2;
  const double a = static_cast<double>(k) + 0.5, b = static_cast<double>(n - k) + 0.5;
  return {k == 0 ? 0 : beta_quantile(tail, a, b), k == n ? 1 : 1 - beta_quantile(tail, b, a)};
}

}  // namespace tallystick
