#include "tallystick/interval/special.hpp"

#include <cmath>
#include <limits>
#include <numbers>

namespace tallystick {

namespace {

constexpr double kTiny = 1e-300;
constexpr double kPrecision = 1e-16;
constexpr int kMostTerms = 100'000;

/// The continued fraction of the incomplete beta function (DLMF 8.17.22), by Lentz's algorithm.
double beta_fraction(double a, double b, double x) {
  const auto away_from_zero = [](double v) { return std::abs(v) < kTiny ? kTiny : v; };
  double c = 1;
  double d = 1 / away_from_zero(1 - (a + b) * x / (a + 1));
  double value = d;
  for (int m = 1; m < kMostTerms; ++m) {
    const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / away_from_zero(1 + even * d);
    c = away_from_zero(1 + even / c);
    value *= d * c;
    const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / away_from_zero(1 + odd * d);
    c = away_from_zero(1 + odd / c);
    const double factor = d * c;
    value *= factor;
    if (std::abs(factor - 1) < kPrecision) break;
  }
  return value;
}

/// log Gamma without the global sign that std::lgamma writes: threads may meet here.
double log_gamma(double x) {
#if defined(__GLIBC__)
  int sign = 0;
  return ::lgamma_r(x, &sign);
#else
  return std::lgamma(x);
#endif
}

/// What Stirling's formula leaves of log Gamma(z), z from 10.
double stirling_rest(double z) {
  const double square = z * z;
  return (1.0 / 12 -
          (1.0 / 360 - (1.0 / 1260 - (1.0 / 1680 - 1.0 / 1188 / square) / square) / square) /
              square) /
         z;
}

/// log(1 + u) - u, without the cancellation near 0.
double log_rest(double u) {
  if (std::abs(u) > 0.1) return std::log1p(u) - u;
  double power = u, sum = 0;
  for (int k = 2; k < 20; ++k) {
    power *= -u;
    sum += power / k;
  }
  return sum;
}

/// x^a (1 - x)^b / B(a, b).
double beta_front(double a, double b, double x) {
  const double n = a + b;
  if (a < 10 || b < 10) {
    return std::exp(log_gamma(n) - log_gamma(a) - log_gamma(b) + a * std::log(x) +
                    b * std::log1p(-x));
  }
  // Logarithms of gamma functions of millions differ by little: Stirling's formula, in which what
  // is large has cancelled by hand.
  const double gap = x * n - a;
  return std::sqrt(a / n * b / (2 * std::numbers::pi)) *
         std::exp(a * log_rest(gap / a) + b * log_rest(-gap / b) + stirling_rest(n) -
                  stirling_rest(a) - stirling_rest(b));
}

/// P(a, x) by its series (DLMF 8.11.4); for x < a + 1.
double gamma_series(double a, double x) {
  double term = 1 / a, sum = term;
  for (double n = a + 1; n < a + kMostTerms; ++n) {
    term *= x / n;
    sum += term;
    if (term < sum * kPrecision) break;
  }
  return sum * std::exp(a * std::log(x) - x - log_gamma(a));
}

/// Q(a, x) by its continued fraction (DLMF 8.9.2); for x >= a + 1.
double gamma_fraction(double a, double x) {
  double b = x + 1 - a, c = 1 / kTiny, d = 1 / b, value = d;
  for (int i = 1; i < kMostTerms; ++i) {
    const double an = -i * (i - a);
    b += 2;
    d = 1 / (an * d + b == 0 ? kTiny : an * d + b);
    c = b + an / c == 0 ? kTiny : b + an / c;
    const double factor = d * c;
    value *= factor;
    if (std::abs(factor - 1) < kPrecision) break;
  }
  return value * std::exp(a * std::log(x) - x - log_gamma(a));
}

}  // namespace

double incomplete_beta(double a, double b, double x) {
  if (!(x > 0)) return 0;
  if (!(x < 1)) return 1;
  const double front = beta_front(a, b, x);
  // The fraction converges fast on this side of the mean.
  if (x < (a + 1) / (a + b + 2)) return front * beta_fraction(a, b, x) / a;
  return 1 - front * beta_fraction(b, a, 1 - x) / b;
}

double incomplete_gamma(double a, double x) {
  if (!(x > 0)) return 1;
  if (std::isinf(x)) return 0;
  return x < a + 1 ? 1 - gamma_series(a, x) : gamma_fraction(a, x);
}

double normal_tail(double z) { return std::erfc(z / std::numbers::sqrt2) / 2; }

double chi_square_tail(double x, double degrees) { return incomplete_gamma(degrees / 2, x / 2); }

double f_tail(double f, double numerator, double denominator) {
  if (!(f > 0)) return 1;
  if (std::isinf(f)) return 0;
  return incomplete_beta(denominator / 2, numerator / 2,
                         denominator / (denominator + numerator * f));
}

double range_tail(double q, unsigned groups) {
  if (!(q > 0) || groups < 2) return 1;
  // P(range <= q) = k * integral of phi(z) (Phi(z) - Phi(z - q))^(k-1): Simpson's rule, whose error
  // here is far below the digits anyone reads, since the integrand is smooth and dies out.
  constexpr double kFrom = -9;
  constexpr int kSteps = 4000;
  const double to = 9 + std::min(q, 40.0), step = (to - kFrom) / kSteps;
  const auto integrand = [&](double z) {
    const double inside = normal_tail(z - q) - normal_tail(z);
    return std::exp(-z * z / 2) * std::pow(inside, static_cast<double>(groups - 1));
  };
  double sum = integrand(kFrom) + integrand(to);
  for (int i = 1; i < kSteps; ++i) sum += (i % 2 == 1 ? 4 : 2) * integrand(kFrom + i * step);
  const double below = groups * sum * step / 3 / std::sqrt(2 * std::numbers::pi);
  return std::max(0.0, 1 - below);
}

}  // namespace tallystick
