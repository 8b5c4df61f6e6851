// Tests of two systems on the same examples, and of many comparisons at once.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace tallystick {

/// P(as far from n/2 as k, or farther) for k heads of n fair coins; never above 1. Two-sided.
[[nodiscard]] double binomial_test(std::uint64_t k, std::uint64_t n);

/// Of examples that one system gets right and the other wrong; those where both are right or both
/// wrong say nothing about which is better.
struct McNemar {
  std::uint64_t only_a = 0, only_b = 0;  // right alone
  double p_exact = 1;                    // binomial, two-sided
  double chi_square = 0;                 // (|a - b| - 1)^2 / (a + b), Edwards 1948; 0 without any
  double p_corrected = 1;                // of that, with one degree of freedom
  double cohens_g = 0;                   // a / (a + b) - 1/2: the effect; 0 without any
};
[[nodiscard]] McNemar mcnemar(std::uint64_t only_a, std::uint64_t only_b);
/// The same of a table [both right, only A][only B, both wrong].
/// Errors: wrong_usage when it has not two rows of two cells.
[[nodiscard]] McNemar mcnemar(std::span<const std::vector<std::uint64_t>> table);

/// Which of two systems is better on more examples; ties are left out. Exact and two-sided.
[[nodiscard]] double sign_test(std::uint64_t a_better, std::uint64_t b_better);

struct Randomisation {
  double p_value = 1;
  std::uint64_t draws = 0;  // 0: all patterns were enumerated, so p is exact
};
/// Is told how many examples of each cell are swapped, and says of each statistic whether it is
/// then at least as extreme as the one observed. Belongs to one thread.
using Extremes =
    std::function<void(std::span<const std::uint64_t> swapped, std::span<char> extreme)>;
/// Approximate randomisation (Noreen 1989): under the null hypothesis each example's two outcomes
/// might as well be swapped. `times[i]` examples are alike (cell i). All patterns are enumerated
/// when they are no more than `draws`; else p = (extreme draws + 1) / (draws + 1), which is never
/// 0. One result a statistic, the same on any number of threads; `make` is called once a thread.
/// Errors: wrong_usage for 0 draws.
[[nodiscard]] std::vector<Randomisation> randomise(std::span<const std::uint64_t> times,
                                                   const std::function<Extremes()>& make,
                                                   std::size_t n_statistics, std::uint64_t draws,
                                                   std::uint64_t seed, unsigned threads = 1);

/// The p-value of equivalence (TOST): the larger of those against "the difference is -margin or
/// less" and "it is margin or more". Of a difference with a normal error, and of bootstrap
/// replicates of it, where p = (beyond + 1) / (replicates + 1). margin is above 0.
[[nodiscard]] double equivalence(double difference, double standard_error, double margin);
[[nodiscard]] double equivalence(std::span<const double> replicates, double margin);

/// p-values made larger, in their order, so that rejecting those at most alpha errs at all with a
/// chance of alpha (Holm 1979), or errs in a share alpha of the rejections (Benjamini and Hochberg
/// 1995). Never above 1. NaN stays NaN and is not counted.
[[nodiscard]] std::vector<double> holm(std::span<const double> p_values);
[[nodiscard]] std::vector<double> benjamini_hochberg(std::span<const double> p_values);

}  // namespace tallystick
