// Quantiles of distributions that intervals rest on.
#pragma once

namespace tallystick {

/// The x with P(Z <= x) = p of the standard normal distribution; infinite at 0 and 1. Relative
/// error about 1e-16. Source: Wichura, Algorithm AS 241, Applied Statistics 37, 1988.
[[nodiscard]] double normal_quantile(double p) noexcept;

/// The x in [0, 1] with P(X <= x) = p of the beta distribution with parameters a, b above 0. About
/// 12 digits.
[[nodiscard]] double beta_quantile(double p, double a, double b);

/// The x with P(T <= x) = p of Student's t distribution; degrees above 0. About 12 digits.
[[nodiscard]] double student_quantile(double p, double degrees);

}  // namespace tallystick
