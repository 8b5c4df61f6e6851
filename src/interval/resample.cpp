#include "tallystick/interval/resample.hpp"

#include <algorithm>

namespace tallystick {

Resampler::Resampler(std::span<const std::uint64_t> counts) : counts_(counts) {
  for (const std::uint64_t count : counts) n_ += count;
  // A binomial number costs about as much as a dozen examples drawn one by one.
  constexpr std::uint64_t kWorth = 12;
  if (n_ / kWorth >= counts.size() || n_ > UINT32_MAX) return;
  kinds_.reserve(n_);
  for (std::uint32_t kind = 0; kind < counts.size(); ++kind) {
    kinds_.insert(kinds_.end(), counts[kind], kind);
  }
}

void Resampler::draw(Draws& draws, std::span<std::uint64_t> out) const {
  if (!kinds_.empty()) {
    std::fill(out.begin(), out.end(), 0);
    const auto n = static_cast<std::uint32_t>(n_);
    for (std::uint32_t i = 0; i < n; ++i) ++out[kinds_[draws.below(n)]];
    return;
  }
  // One kind after another: how many of the draws left fall on it, given that they fall on it or on
  // a later one.
  std::uint64_t draws_left = n_, examples_left = n_;
  for (std::size_t kind = 0; kind < counts_.size(); ++kind) {
    const double p = static_cast<double>(counts_[kind]) / static_cast<double>(examples_left);
    const std::uint64_t n = kind + 1 == counts_.size() ? draws_left : draws.binomial(draws_left, p);
    out[kind] = n;
    draws_left -= n;
    examples_left -= counts_[kind];
  }
}

}  // namespace tallystick
