// Many systems on many data sets: ranks, and by how much they must differ.
#pragma once

#include <cstddef>
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

/// values[s][i]: system i on data set s; the largest is the best unless `lower_is_better`. Values
/// that differ by less than 1e-12 of their size are tied: fractions of counts that are equal may
/// have been rounded apart, and those that are not differ by more.
/// Errors: wrong_usage unless there are two data sets and two systems or more, all with values.
[[nodiscard]] Friedman friedman(std::span<const std::vector<double>> values, bool lower_is_better,
                                double alpha = 0.05);

}  // namespace tallystick
