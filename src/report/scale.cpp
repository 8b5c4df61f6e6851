#include "report/scale.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <utility>

#include "tallystick/base/text.hpp"
#include "tallystick/report/layout.hpp"

namespace tallystick::detail {

namespace {

/// mantissa * 10^exponent
struct Step {
  int mantissa = 1;
  int exponent = 0;
  [[nodiscard]] double value() const { return mantissa * std::pow(10.0, exponent); }
  /// `n` steps. Divided by a power of ten, not multiplied by its inexact inverse.
  [[nodiscard]] double times(double n) const {
    return exponent < 0 ? n * mantissa / std::pow(10.0, -exponent) : n * value();
  }
};

Step step_of(double span, int about, bool whole) {
  if (!(span > 0) || !std::isfinite(span)) return {};
  Step step;
  step.exponent = static_cast<int>(std::floor(std::log10(span / about)));
  for (const int mantissa : {1, 2, 5, 10}) {
    step.mantissa = mantissa;
    if (step.value() * about >= span * (1 - 1e-9)) break;
  }
  if (step.mantissa == 10) step = {1, step.exponent + 1};
  if (whole && step.exponent < 0) step = {};
  return step;
}

std::string tick_text(double value, int decimals) {
  constexpr double kPlain = 1e7;  // beyond, powers of ten are easier to read
  if (value == 0 || (std::abs(value) < kPlain && decimals <= 6)) {
    return fixed_text(value, std::min(decimals, 6));
  }
  std::array<char, 32> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                 std::chars_format::scientific);
  return {buffer.data(), end.ptr};
}

std::vector<Tick> linear_ticks(const PlotAxis& axis, int about) {
  const Step step = step_of(axis.high - axis.low, about, axis.whole);
  std::vector<Tick> out;
  const double first = std::ceil(axis.low / step.value() - 1e-9);
  const double last = std::floor(axis.high / step.value() + 1e-9);
  constexpr double kMost = 50;
  if (!(last - first < kMost)) return out;
  for (double n = first; n <= last; ++n) {
    const double value = step.times(n);
    out.push_back({value == 0 ? 0 : value, tick_text(value, std::max(0, -step.exponent))});
  }
  return out;
}

std::vector<Tick> log_ticks(const PlotAxis& axis, int about) {
  std::vector<Tick> out;
  const double low = std::log10(axis.low), high = std::log10(axis.high);
  const int decades = static_cast<int>(std::ceil(high - low));
  const int stride = std::max(1, (decades + about - 1) / about);
  const bool between = decades <= 2;
  for (int power = static_cast<int>(std::floor(low + 1e-9)); power <= high + 1e-9;
       power += stride) {
    for (const int mantissa : {1, 2, 5}) {
      if (mantissa != 1 && !between) break;
      const double value = Step{mantissa, power}.times(1);
      if (value < axis.low * (1 - 1e-9) || value > axis.high * (1 + 1e-9)) continue;
      out.push_back({value, tick_text(value, std::max(0, -power))});
    }
  }
  return out;
}

}  // namespace

std::vector<Tick> ticks_of(const PlotAxis& axis, int about) {
  switch (axis.kind) {
    case AxisKind::linear: return linear_ticks(axis, about);
    case AxisKind::log: return log_ticks(axis, about);
    case AxisKind::names:
    case AxisKind::none: break;
  }
  return {};
}

PlotAxis axis_around(std::string title, double low, double high) {
  PlotAxis axis;
  axis.title = std::move(title);
  if (!std::isfinite(low) || !std::isfinite(high) || low > high) return axis;
  if (low == high) {
    const double room = low == 0 ? 1 : std::abs(low) / 2;
    low -= room, high += room;
  }
  constexpr int kAbout = 5;
  const Step step = step_of(high - low, kAbout, false);
  axis.low = step.times(std::floor(low / step.value() + 1e-9));
  axis.high = step.times(std::ceil(high / step.value() - 1e-9));
  return axis;
}

PlotAxis log_axis_around(std::string title, double low, double high) {
  PlotAxis axis;
  axis.kind = AxisKind::log;
  axis.title = std::move(title);
  const auto power = [](double value) { return static_cast<int>(std::floor(std::log10(value))); };
  axis.low = Step{1, power(low) - 1}.times(1);
  for (const Step step : {Step{1, power(low)}, Step{2, power(low)}, Step{5, power(low)}}) {
    if (step.times(1) <= low) axis.low = step.times(1);
  }
  axis.high = Step{1, power(high) + 1}.times(1);
  for (const Step step : {Step{5, power(high)}, Step{2, power(high)}, Step{1, power(high)}}) {
    if (step.times(1) >= high) axis.high = step.times(1);
  }
  if (axis.high < 2 * axis.low) axis.high = 10 * axis.low;
  return axis;
}

Scale::Scale(const PlotAxis& axis, double from, double to)
    : log_(axis.kind == AxisKind::log), low_(axis.low), high_(axis.high), from_(from), to_(to) {
  if (log_) low_ = std::log10(low_), high_ = std::log10(high_);
  if (!(high_ > low_)) high_ = low_ + 1;
}

double Scale::at(double value) const noexcept {
  const double x = log_ ? std::log10(value) : value;
  return from_ + (to_ - from_) * (x - low_) / (high_ - low_);
}

bool Scale::holds(double value) const noexcept {
  const double x = log_ ? std::log10(value) : value;
  const double slack = (high_ - low_) * 1e-9;
  return x >= low_ - slack && x <= high_ + slack;
}

}  // namespace tallystick::detail
