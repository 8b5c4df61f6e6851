// From values to places, and where an axis has its numbers.
#pragma once

#include <string>
#include <vector>

#include "tallystick/report/picture.hpp"

namespace tallystick::detail {

struct Tick {
  double value = 0;
  std::string text;
};

/// At steps of 1, 2 or 5 times a power of ten, about so many; of names none.
[[nodiscard]] std::vector<Tick> ticks_of(const PlotAxis& axis, int about);

/// A linear axis whose ends are steps of it, around low and high.
[[nodiscard]] PlotAxis axis_around(std::string title, double low, double high);
/// A logarithmic axis that ends at 1, 2 or 5 times a power of ten; both are above 0.
[[nodiscard]] PlotAxis log_axis_around(std::string title, double low, double high);

/// Where values lie between two places.
class Scale {
 public:
  Scale(const PlotAxis& axis, double from, double to);
  [[nodiscard]] double at(double value) const noexcept;
  /// Whether the axis holds it; never NaN.
  [[nodiscard]] bool holds(double value) const noexcept;

 private:
  bool log_;
  double low_, high_, from_, to_;
};

}  // namespace tallystick::detail
