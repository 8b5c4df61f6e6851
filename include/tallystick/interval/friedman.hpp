// Many systems on many data sets: ranks, and by how much they must differ.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace tallystick {

/// Friedman's test that all systems are alike (Friedman 1937; Demsar, JMLR 7, 2006).
struct Friedman {
  std::size_t n_sets = 0;
  std::vector<double> mean_ranks;  // of each system; 1 is the best, ties share their mean
  double chi_square = 0;           // corrected for ties
  double p_chi_square = 1;
  double f = 0;  // Iman and Davenport 1980; infinite when all data sets agree
  double p_f = 1;
  double critical_difference = 0;      // of mean ranks, Nemenyi's, at `alpha`
  std::vector<std::vector<double>> p;  // Nemenyi's, of each pair of systems
};

/// How system a compares with b on a data set, -1, 0 or 1 by the size of their values; none: not
/// known.
using Exactly = std::function<std::optional<int>(std::size_t set, std::size_t a, std::size_t b)>;

/// values[s][i]: system i on data set s; the largest is the best unless `lower_is_better`. Values
/// that differ by less than 1e-12 of their size are compared by `exactly`, as fractions of counts,
/// say; where that is not known they are tied, as equal fractions may have been rounded apart.
/// Errors: wrong_usage unless there are two data sets and two systems or more, all with values.
[[nodiscard]] Friedman friedman(std::span<const std::vector<double>> values, bool lower_is_better,
                                double alpha = 0.05, const Exactly& exactly = {});

}  // namespace tallystick
