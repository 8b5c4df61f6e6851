// Special functions behind the distributions that tests and intervals use.
#pragma once

namespace tallystick {

/// The regularised incomplete beta function I_x(a, b), a and b above 0, x in [0, 1]: the chance
/// that a Beta(a, b) variable is at most x. About 13 digits.
[[nodiscard]] double incomplete_beta(double a, double b, double x);
/// The regularised upper incomplete gamma function Q(a, x), a above 0, x from 0. About 13 digits.
[[nodiscard]] double incomplete_gamma(double a, double x);

/// P(Z > z) of the standard normal distribution.
[[nodiscard]] double normal_tail(double z);
/// P(X > x) of the chi-square distribution.
[[nodiscard]] double chi_square_tail(double x, double degrees);
/// P(F > f) of Fisher's F distribution.
[[nodiscard]] double f_tail(double f, double numerator, double denominator);
/// P(Q > q) of the range of `groups` standard normal variables (the studentized range with
/// infinitely many degrees of freedom).
[[nodiscard]] double range_tail(double q, unsigned groups);

}  // namespace tallystick
