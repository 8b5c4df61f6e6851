#include "tallystick/interval/friedman.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "tallystick/base/error.hpp"
#include "tallystick/base/text.hpp"
#include "tallystick/base/wide.hpp"
#include "tallystick/interval/special.hpp"

namespace tallystick {

namespace {

bool near(double a, double b) {
  return std::abs(a - b) <= 1e-12 * std::max(std::abs(a), std::abs(b));
}

/// Twice the ranks of one data set, which are whole numbers; returns the sum of t^3 - t over ties.
std::uint64_t rank(const std::vector<double>& values, bool lower_is_better,
                   const std::function<std::optional<int>(std::size_t, std::size_t)>& exactly,
                   std::vector<std::uint64_t>& doubled) {
  const auto compared = [&](std::size_t a, std::size_t b) {
    if (near(values[a], values[b])) return exactly(a, b).value_or(0);
    return values[a] < values[b] ? -1 : 1;
  };
  std::vector<std::size_t> order;  // sorted by insertion, since near values need not be in order
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto before = [&](std::size_t other) {
      return lower_is_better ? compared(other, i) <= 0 : compared(other, i) >= 0;
    };
    auto at = order.end();
    while (at != order.begin() && !before(*(at - 1))) --at;
    order.insert(at, i);
  }
  std::uint64_t ties = 0;
  for (std::size_t first = 0; first < order.size();) {
    std::size_t last = first + 1;
    while (last < order.size() && compared(order[first], order[last]) == 0) ++last;
    // Ranks first + 1 .. last share their mean.
    for (std::size_t i = first; i < last; ++i) doubled[order[i]] += first + last + 1;
    const std::uint64_t t = last - first;
    ties += t * t * t - t;
    first = last;
  }
  return ties;
}

/// The q above which a share alpha of ranges lie.
double range_quantile(double alpha, unsigned groups) {
  double low = 0, high = 50;
  for (int i = 0; i < 80; ++i) {
    const double middle = (low + high) / 2;
    (range_tail(middle, groups) > alpha ? low : high) = middle;
  }
  return high;
}

void check(std::span<const std::vector<double>> values) {
  const std::size_t k = values.empty() ? 0 : values[0].size();
  if (values.size() < 2 || k < 2) {
    fail(ErrorCode::wrong_usage,
         "Friedman's test needs two data sets and two systems or more, but got " +
             counted(values.size(), "data set") + " and " + counted(k, "system"),
         "compare on more data sets");
  }
  for (const std::vector<double>& row : values) {
    const bool whole = row.size() == k &&
                       std::none_of(row.begin(), row.end(), [](double v) { return std::isnan(v); });
    if (whole) continue;
    fail(ErrorCode::wrong_usage, "Friedman's test needs a value of every system on every data set",
         "leave out data sets where the measure is undefined");
  }
}

}  // namespace

Friedman friedman(std::span<const std::vector<double>> values, bool lower_is_better, double alpha,
                  const Exactly& exactly) {
  check(values);
  const std::uint64_t n = values.size(), k = values[0].size();
  std::vector<std::uint64_t> doubled(k);
  std::uint64_t ties = 0;
  for (std::size_t set = 0; set < values.size(); ++set) {
    const auto here = [&](std::size_t a, std::size_t b) {
      return exactly ? exactly(set, a, b) : std::optional<int>();
    };
    ties += rank(values[set], lower_is_better, here, doubled);
  }

  Friedman out;
  out.n_sets = n;
  u128 squares = 0;  // of the rank sums, times four
  for (const std::uint64_t sum : doubled) {
    out.mean_ranks.push_back(ratio(sum, u128{2} * n));
    squares += static_cast<u128>(sum) * sum;
  }
  // chi^2 = (12 S / (n k (k + 1)) - 3 n (k + 1)) / (1 - ties / (n k (k^2 - 1))) in whole numbers;
  // multiplied out by n k (k^2 - 1), where the divisor is 0 if all values are tied everywhere.
  const u128 spread = static_cast<u128>(n) * k * (k * k - 1) - ties;
  if (spread != 0) {
    const u128 over =
        (3 * squares - 3 * static_cast<u128>(n) * n * k * (k + 1) * (k + 1)) * (k - 1);
    out.chi_square = ratio(over, spread);
    const double degrees = static_cast<double>(k - 1), others = static_cast<double>(n - 1);
    out.p_chi_square = chi_square_tail(out.chi_square, degrees);
    const u128 left = static_cast<u128>(n) * (k - 1) * spread - over;  // n (k - 1) - chi^2, scaled
    if (left != 0) {
      out.f = ratio(over * (n - 1), left);
      out.p_f = f_tail(out.f, degrees, degrees * others);
    } else {
      // All data sets rank the systems alike: of k! orders in each, the chance of that.
      out.f = std::numeric_limits<double>::infinity();
      out.p_f = 1;
      for (std::uint64_t i = 2; i <= k; ++i) {
        out.p_f *= std::pow(static_cast<double>(i), -others);
      }
    }
  }
  const auto groups = static_cast<unsigned>(k);
  const double error = std::sqrt(static_cast<double>(k * (k + 1)) / (12 * static_cast<double>(n)));
  out.critical_difference = range_quantile(alpha, groups) * error;
  out.p.assign(k, std::vector<double>(k, 1));
  for (std::size_t a = 0; a < k; ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      const double gap = std::abs(out.mean_ranks[a] - out.mean_ranks[b]);
      out.p[a][b] = out.p[b][a] = range_tail(gap / error, groups);
    }
  }
  return out;
}

}  // namespace tallystick
