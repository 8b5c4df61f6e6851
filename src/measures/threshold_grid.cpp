#include "measures/threshold_grid.hpp"

#include <algorithm>

namespace tallystick::detail {

std::optional<ThresholdGrid> ThresholdGrid::parse(std::string_view step) {
  constexpr std::size_t kMostDigits = 6;
  const std::size_t point = step.find('.');
  if (point > 1 || (point == 1 && step[0] != '0')) return std::nullopt;  // npos too
  std::string_view digits = step.substr(point + 1);
  while (digits.ends_with('0')) digits.remove_suffix(1);
  if (digits.empty() || digits.size() > kMostDigits) return std::nullopt;
  ThresholdGrid out;
  out.numerator_ = 0;
  for (const char digit : digits) {
    if (digit < '0' || digit > '9') return std::nullopt;
    out.numerator_ = 10 * out.numerator_ + static_cast<std::uint64_t>(digit - '0');
    out.denominator_ *= 10;
    ++out.digits_;
  }
  return out;
}

std::uint64_t ThresholdGrid::reached(double score) const noexcept {
  if (!(score >= threshold(1))) return 0;
  if (score >= threshold(size())) return size();
  const double guess = score * static_cast<double>(denominator_) / static_cast<double>(numerator_);
  std::uint64_t k = std::clamp<std::uint64_t>(static_cast<std::uint64_t>(guess), 1, size());
  while (k < size() && threshold(k + 1) <= score) ++k;
  while (k > 1 && threshold(k) > score) --k;
  return k;
}

}  // namespace tallystick::detail
