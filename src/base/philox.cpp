#include "tallystick/base/philox.hpp"

#include <cmath>

namespace tallystick {

std::uint64_t Draws::binomial(std::uint64_t n, double p) noexcept {
  if (n == 0 || !(p > 0)) return 0;
  if (p >= 1) return n;
  if (p > 0.5) return n - binomial(n, 1 - p);
  constexpr double kFew = 10;  // what the method for many is made for
  return static_cast<double>(n) * p < kFew ? few_successes(n, p) : many_successes(n, p);
}

/// By adding up the chances of 0, 1, 2, ... successes until they pass a uniform number.
std::uint64_t Draws::few_successes(std::uint64_t n, double p) noexcept {
  const double trials = static_cast<double>(n);
  const double none = std::exp(trials * std::log1p(-p));
  const double odds = p / (1 - p);
  // Beyond it the chances, all together, are below the grain of the uniform numbers.
  const double most = std::fmin(trials, 120);
  while (true) {
    double left = uniform();
    double chance = none;
    for (double k = 0; k <= most; ++k) {
      if (left < chance) return static_cast<std::uint64_t>(k);
      left -= chance;
      chance *= odds * (trials - k) / (k + 1);
    }
  }
}

/// ln k! - (its Stirling approximation), as the rejection test needs it.
static double stirling_rest(double k) noexcept {
  constexpr double kFirst[] = {0.08106146679532726, 0.04134069595540929, 0.02767792568499834,
                               0.02079067210376509, 0.01664469118982119, 0.01387612882307075,
                               0.01189670994589177, 0.01041126526197209, 0.009255462182712733,
                               0.008330563433362871};
  if (k <= 9) return kFirst[static_cast<int>(k)];
  const double square = (k + 1) * (k + 1);
  return (1.0 / 12 - (1.0 / 360 - 1.0 / 1260 / square) / square) / (k + 1);
}

/// By rejection from a hat over the transformed density.
/// Source: Hormann, The Generation of Binomial Random Variates, JSCS 46, 1993 (BTRD/BTRS).
std::uint64_t Draws::many_successes(std::uint64_t n, double p) noexcept {
  const double trials = static_cast<double>(n);
  const double spread = std::sqrt(trials * p * (1 - p));
  const double b = 1.15 + 2.53 * spread;
  const double a = -0.0873 + 0.0248 * b + 0.01 * p;
  const double center = trials * p + 0.5;
  const double alpha = (2.83 + 5.1 / b) * spread;
  const double sure = 0.92 - 4.2 / b;
  const double mode = std::floor((trials + 1) * p);
  const double odds = p / (1 - p);
  while (true) {
    const double u = uniform() - 0.5;
    double v = uniform();
    const double us = 0.5 - std::fabs(u);
    const double k = std::floor((2 * a / us + b) * u + center);
    if (us >= 0.07 && v <= sure) return static_cast<std::uint64_t>(k);
    if (!(k >= 0 && k <= trials)) continue;
    v = std::log(v * alpha / (a / (us * us) + b));
    const double bound = (mode + 0.5) * std::log((mode + 1) / (odds * (trials - mode + 1))) +
                         (trials + 1) * std::log((trials - mode + 1) / (trials - k + 1)) +
                         (k + 0.5) * std::log(odds * (trials - k + 1) / (k + 1)) +
                         stirling_rest(mode) + stirling_rest(trials - mode) - stirling_rest(k) -
                         stirling_rest(trials - k);
    if (v <= bound) return static_cast<std::uint64_t>(k);
  }
}

}  // namespace tallystick
