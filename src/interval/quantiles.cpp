#include "tallystick/interval/quantiles.hpp"

#include <cmath>
#include <limits>

#include "tallystick/interval/special.hpp"

namespace tallystick {

namespace {

template <int N>
double polynomial(const double (&c)[N], double x) noexcept {
  double sum = c[N - 1];
  for (int i = N - 2; i >= 0; --i) sum = sum * x + c[i];
  return sum;
}

// The coefficients of AS 241 (PPND16), lowest power first.
constexpr double kCenterOver[] = {
    3.3871328727963666080, 133.14166789178437745, 1971.5909503065514427, 13731.693765509461125,
    45921.953931549871457, 67265.770927008700853, 33430.575583588128105, 2509.0809287301226727};
constexpr double kCenterUnder[] = {1.0,
                                   42.313330701600911252,
                                   687.18700749205790830,
                                   5394.1960214247511077,
                                   21213.794301586595867,
                                   39307.895800092710610,
                                   28729.085735721942674,
                                   5226.4952788528545610};
constexpr double kSideOver[] = {1.42343711074968357734,    4.63033784615654529590,
                                5.76949722146069140550,    3.64784832476320460504,
                                1.27045825245236838258,    0.241780725177450611770,
                                2.27238449892691845833e-2, 7.74545014278341407640e-4};
constexpr double kSideUnder[] = {1.0,
                                 2.05319162663775882187,
                                 1.67638483018380384940,
                                 0.689767334985100004550,
                                 0.148103976427480074590,
                                 1.51986665636164571966e-2,
                                 5.47593808499534494600e-4,
                                 1.05075007164441684324e-9};
constexpr double kTailOver[] = {6.65790464350110377720,    5.46378491116411436990,
                                1.78482653991729133580,    0.296560571828504891230,
                                2.65321895265761230930e-2, 1.24266094738807843860e-3,
                                2.71155556874348757815e-5, 2.01033439929228813265e-7};
constexpr double kTailUnder[] = {1.0,
                                 0.599832206555887937690,
                                 0.136929880922735805310,
                                 1.48753612908506148525e-2,
                                 7.86869131145613259100e-4,
                                 1.84631831751005468180e-5,
                                 1.42151175831644588870e-7,
                                 2.04426310338993978564e-15};

}  // namespace

double normal_quantile(double p) noexcept {
  const double q = p - 0.5;
  if (std::fabs(q) <= 0.425) {
    const double r = 0.180625 - q * q;
    return q * polynomial(kCenterOver, r) / polynomial(kCenterUnder, r);
  }
  const double tail = q < 0 ? p : 1 - p;
  if (!(tail > 0)) {
    const double infinity = std::numeric_limits<double>::infinity();
    return q < 0 ? -infinity : infinity;
  }
  double r = std::sqrt(-std::log(tail));
  if (r <= 5) {
    r = polynomial(kSideOver, r - 1.6) / polynomial(kSideUnder, r - 1.6);
  } else {
    r = polynomial(kTailOver, r - 5) / polynomial(kTailUnder, r - 5);
  }
  return q < 0 ? -r : r;
}

double beta_quantile(double p, double a, double b) {
  if (!(p > 0)) return 0;
  if (p >= 1) return 1;
  double low = 0, high = 1;
  // Each step halves what is left, down to neighbouring doubles.
  for (int i = 0; i < 1100; ++i) {
    const double middle = low + (high - low) / 2;
    if (middle == low || middle == high) break;
    (incomplete_beta(a, b, middle) < p ? low : high) = middle;
  }
  return low + (high - low) / 2;
}

double student_quantile(double p, double degrees) {
  if (p < 0.5) return -student_quantile(1 - p, degrees);
  // P(|T| > t) is the chance that a Beta(degrees / 2, 1 / 2) variable is at most degrees / (degrees
  // + t^2).
  const double share = beta_quantile(2 * (1 - p), degrees / 2, 0.5);
  return std::sqrt(degrees * (1 - share) / share);
}

}  // namespace tallystick
