#include "tallystick/interval/paired_tests.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>

#include "base/parallel.hpp"
#include "tallystick/base/error.hpp"
#include "tallystick/base/philox.hpp"
#include "tallystick/base/text.hpp"
#include "tallystick/interval/special.hpp"

namespace tallystick {

namespace {

constexpr std::uint32_t kSwaps = 0x53574150;  // keeps these draws apart from others of a seed

/// No p-value is 0: what is smaller than every double is the smallest of them.
double above_zero(double p) { return std::clamp(p, std::numeric_limits<double>::min(), 1.0); }

/// A number with an exponent of its own: 2^-n and coefficients in the millions have no double.
struct Wide {
  double value = 1;
  std::int64_t exponent = 0;

  void times(double factor) {
    int shift = 0;
    value = std::frexp(value * factor, &shift);
    exponent += shift;
  }
  [[nodiscard]] double scaled(std::int64_t by) const {
    const std::int64_t total = exponent + by;
    return total < -1200 ? 0 : std::ldexp(value, static_cast<int>(total));
  }
};

/// P(k heads of n fair coins) for k = 0 .. n, exact but for rounding of products.
std::vector<double> coin_chances(std::uint64_t n) {
  std::vector<double> out(n + 1);
  Wide choices;
  for (std::uint64_t k = 0; k <= n / 2; ++k) {
    if (k != 0) choices.times(static_cast<double>(n - k + 1) / static_cast<double>(k));
    out[k] = out[n - k] = choices.scaled(-static_cast<std::int64_t>(n));
  }
  return out;
}

/// P(at most k heads of n fair coins), k < n / 2.
double few_heads(std::uint64_t k, std::uint64_t n) {
  constexpr std::uint64_t kSummed = 1'000'000;
  if (k > kSummed) {
    return incomplete_beta(static_cast<double>(n - k), static_cast<double>(k) + 1, 0.5);
  }
  // As multiples of 2^-n these are whole numbers: exact as long as a double holds them.
  Wide choices;
  double sum = 1;  // of C(n, i), in units of the largest so far
  for (std::uint64_t i = 1; i <= k; ++i) {
    const double factor = static_cast<double>(n - i + 1) / static_cast<double>(i);
    choices.times(factor);
    sum = sum / factor + 1;
  }
  choices.times(sum);
  return choices.scaled(-static_cast<std::int64_t>(n));
}

/// Heads of n fair coins: few are tossed, more are drawn at once.
std::uint64_t heads(Draws& random, std::uint64_t n) {
  constexpr std::uint64_t kFew = 256;
  if (n > kFew) return random.binomial(n, 0.5);
  std::uint64_t out = 0;
  for (; n >= 32; n -= 32) out += static_cast<std::uint64_t>(std::popcount(random.bits()));
  if (n != 0) out += static_cast<std::uint64_t>(std::popcount(random.bits() >> (32 - n)));
  return out;
}

/// Patterns of swaps, as far as `most` + 1.
std::uint64_t n_patterns(std::span<const std::uint64_t> times, std::uint64_t most) {
  std::uint64_t patterns = 1;
  for (const std::uint64_t n : times) {
    if (n >= most || patterns > most / (n + 1)) return most + 1;
    patterns *= n + 1;
  }
  return patterns;
}

std::vector<Randomisation> enumerate(std::span<const std::uint64_t> times, const Extremes& extremes,
                                     std::size_t n_statistics) {
  std::vector<std::vector<double>> chances;
  for (const std::uint64_t n : times) chances.push_back(coin_chances(n));
  std::vector<std::uint64_t> swapped(times.size(), 0);
  std::vector<double> p(n_statistics);
  std::vector<char> hits(n_statistics), all(n_statistics, 1);
  for (;;) {
    extremes(swapped, hits);
    double chance = 1;
    for (std::size_t i = 0; i < times.size(); ++i) chance *= chances[i][swapped[i]];
    for (std::size_t k = 0; k < n_statistics; ++k) {
      if (hits[k] != 0) p[k] += chance;
      all[k] = static_cast<char>(all[k] & hits[k]);
    }
    std::size_t i = 0;
    while (i < times.size() && swapped[i] == times[i]) swapped[i++] = 0;
    if (i == times.size()) break;
    ++swapped[i];
  }
  std::vector<Randomisation> out;
  for (std::size_t k = 0; k < n_statistics; ++k) {
    out.push_back({all[k] != 0 ? 1 : above_zero(p[k]), 0});
  }
  return out;
}

/// How often each statistic is extreme in draws first, first + step, ...
std::vector<std::uint64_t> count_hits(std::span<const std::uint64_t> times,
                                      const Extremes& extremes, std::size_t n_statistics,
                                      std::uint64_t first, std::uint64_t step, std::uint64_t draws,
                                      std::uint64_t seed) {
  std::vector<std::uint64_t> swapped(times.size()), out(n_statistics);
  std::vector<char> hits(n_statistics);
  for (std::uint64_t draw = first; draw < draws; draw += step) {
    Draws random(seed, static_cast<std::uint32_t>(draw), kSwaps);
    for (std::size_t i = 0; i < times.size(); ++i) swapped[i] = heads(random, times[i]);
    extremes(swapped, hits);
    for (std::size_t k = 0; k < n_statistics; ++k) out[k] += hits[k] != 0 ? 1 : 0;
  }
  return out;
}

/// Places of the numbers, in ascending order, those that are NaN left out.
std::vector<std::size_t> ascending(std::span<const double> p_values) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < p_values.size(); ++i) {
    if (!std::isnan(p_values[i])) order.push_back(i);
  }
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return p_values[a] < p_values[b]; });
  return order;
}

}  // namespace

double binomial_test(std::uint64_t k, std::uint64_t n) {
  const std::uint64_t fewer = std::min(k, n - k);
  if (n - fewer - fewer <= 1) return 1;  // the middle: nothing is less extreme
  return above_zero(2 * few_heads(fewer, n));
}

McNemar mcnemar(std::uint64_t only_a, std::uint64_t only_b) {
  McNemar out{.only_a = only_a, .only_b = only_b};
  if (only_a == 0 && only_b == 0) return out;
  const double a = static_cast<double>(only_a), b = static_cast<double>(only_b);
  const double gap = static_cast<double>(std::max(only_a, only_b) - std::min(only_a, only_b));
  const double corrected = std::max(0.0, gap - 1);
  out.p_exact = binomial_test(only_a, only_a + only_b);
  out.chi_square = corrected * corrected / (a + b);
  out.p_corrected = above_zero(chi_square_tail(out.chi_square, 1));
  out.cohens_g = (a - b) / (2 * (a + b));
  return out;
}

McNemar mcnemar(std::span<const std::vector<std::uint64_t>> table) {
  std::size_t columns = table.empty() ? 0 : table[0].size();
  for (const auto& row : table) {
    if (row.size() != 2) columns = row.size();
  }
  if (table.size() != 2 || columns != 2) {
    fail(ErrorCode::wrong_usage,
         "McNemar's test takes a table of 2 rows and 2 columns (right and wrong of two systems), "
         "but this one has " +
             counted(table.size(), "row") + " and " + counted(columns, "column"),
         "count for each example whether either system is right");
  }
  return mcnemar(table[0][1], table[1][0]);
}

double sign_test(std::uint64_t a_better, std::uint64_t b_better) {
  return binomial_test(a_better, a_better + b_better);
}

std::vector<Randomisation> randomise(std::span<const std::uint64_t> times,
                                     const std::function<Extremes()>& make,
                                     std::size_t n_statistics, std::uint64_t draws,
                                     std::uint64_t seed, unsigned threads) {
  if (draws == 0) {
    fail(ErrorCode::wrong_usage, "a test by randomisation needs draws, but 0 are asked for",
         "ask for 1000 or more");
  }
  if (n_patterns(times, draws) <= draws) return enumerate(times, make(), n_statistics);
  std::vector<std::vector<std::uint64_t>> hits(std::max(1u, threads));
  const auto work = [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      hits[i] = count_hits(times, make(), n_statistics, i, hits.size(), draws, seed);
    }
  };
  detail::in_parts(threads, hits.size(), work, 1);
  std::vector<Randomisation> out(n_statistics);
  for (std::size_t k = 0; k < n_statistics; ++k) {
    std::uint64_t n = 1;
    for (const auto& of_thread : hits) n += of_thread[k];
    out[k] = {static_cast<double>(n) / static_cast<double>(draws + 1), draws};
  }
  return out;
}

double equivalence(double difference, double standard_error, double margin) {
  const double room = margin - std::abs(difference);  // to the nearer end
  if (standard_error == 0) return room > 0 ? above_zero(0) : 1;
  return above_zero(normal_tail(room / standard_error));
}

double equivalence(std::span<const double> replicates, double margin) {
  std::uint64_t below = 0, above = 0;
  for (const double difference : replicates) {
    below += difference <= -margin ? 1 : 0;
    above += difference >= margin ? 1 : 0;
  }
  return static_cast<double>(std::max(below, above) + 1) /
         static_cast<double>(replicates.size() + 1);
}

std::vector<double> holm(std::span<const double> p_values) {
  std::vector<double> out(p_values.begin(), p_values.end());
  const std::vector<std::size_t> order = ascending(p_values);
  double highest = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const double factor = static_cast<double>(order.size() - i);
    highest = std::max(highest, std::min(1.0, p_values[order[i]] * factor));
    out[order[i]] = highest;
  }
  return out;
}

std::vector<double> benjamini_hochberg(std::span<const double> p_values) {
  std::vector<double> out(p_values.begin(), p_values.end());
  const std::vector<std::size_t> order = ascending(p_values);
  const auto n = static_cast<double>(order.size());
  double lowest = 1;
  for (std::size_t i = order.size(); i-- > 0;) {
    lowest = std::min(lowest, p_values[order[i]] * n / static_cast<double>(i + 1));
    out[order[i]] = lowest;
  }
  return out;
}

}  // namespace tallystick
