// Figures as the fractions that they are, whose differences are compared without rounding.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "tallystick/base/wide.hpp"
#include "tallystick/measures/average.hpp"

namespace tallystick::detail {

/// The sum of above / below over all terms, divided by `over`. Neither is 0.
struct ExactFigure {
  struct Term {
    u128 above = 0;
    std::uint64_t below = 1;
  };
  std::vector<Term> terms;
  std::uint64_t over = 1;

  [[nodiscard]] double value() const;
};

/// What a figure of label sets is: micro, macro, weighted and example-based averages of one ratio
/// of a cell, one label's, shares of examples and cells. None for others, or where numbers reach
/// 2^62.
[[nodiscard]] std::optional<ExactFigure> exact_figure(const Spec& spec, const Whole& whole,
                                                      const Convention& convention);
/// The same of one cell.
[[nodiscard]] std::optional<ExactFigure> exact_figure(const Spec& spec, const Cell& cell,
                                                      const Convention& convention);
/// Of single-label data: accuracy and balanced accuracy.
[[nodiscard]] std::optional<ExactFigure> exact_figure(const Spec& spec, const Multiclass& classes,
                                                      std::span<const std::uint64_t> amounts);
/// Of the sizes of sets with their ancestors: micro and example-based averages.
[[nodiscard]] std::optional<ExactFigure> exact_figure(const Spec& spec,
                                                      const Convention& convention,
                                                      std::span<const ExampleGroup> closed,
                                                      std::span<const std::uint64_t> amounts);
/// The mean of values of examples that are known as fractions; those that are not count nowhere.
[[nodiscard]] std::optional<ExactFigure> exact_mean(
    std::span<const std::optional<ExactFigure::Term>> values,
    std::span<const std::uint64_t> amounts);

/// The fraction that was rounded to this value, of a denominator so small that no other number of
/// all those that figures take comes as near; none if there is none.
[[nodiscard]] std::optional<ExactFigure::Term> short_fraction(double value);

/// -1, 0 or 1: how a compares with b. None where numbers are too large.
[[nodiscard]] std::optional<int> compared(const ExactFigure& a, const ExactFigure& b);
/// Whether a and b differ at least as much as c and d do.
[[nodiscard]] std::optional<bool> as_far_apart(const ExactFigure& a, const ExactFigure& b,
                                               const ExactFigure& c, const ExactFigure& d);

}  // namespace tallystick::detail
