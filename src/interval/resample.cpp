#include "tallystick/interval/resample.hpp"

#include <algorithm>

namespace tallystick {

Resampler::Resampler(std::span<const std::uint64_t> counts) : counts_(counts) {
  for (const std::uint64_t count : counts) n_ += count;
  // A binomial number costs about as much as a dozen examples drawn one by one.
  constexpr std::uint64_t kWorth = 12;
  one_by_one_ = n_ / kWorth < counts.size() && n_ <= UINT32_MAX;
}

/// The examples stand kind by kind. Their hits are small numbers, so that the cache holds those of
/// many; that one of n examples is drawn more than 65,535 times in n draws has a chance below
/// n / 65536!.
void Resampler::draw_examples(Draws& draws, Hits& hits, std::span<std::uint64_t> out) const {
  std::fill(out.begin(), out.end(), 0);
  const auto n = static_cast<std::uint32_t>(n_);
  hits.assign(n, 0);
  for (std::uint32_t i = 0; i < n; ++i) ++hits[draws.below(n)];
  std::size_t example = 0;
  for (std::size_t kind = 0; kind < counts_.size(); ++kind) {
    for (std::uint64_t i = 0; i < counts_[kind]; ++i) out[kind] += hits[example++];
  }
}

void Resampler::draw(Draws& draws, Hits& hits, std::span<std::uint64_t> out) const {
  if (one_by_one_) return draw_examples(draws, hits, out);
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
