#include "tallystick/interval/resample.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace tallystick {

Resampler::Resampler(std::span<const std::uint64_t> counts) : counts_(counts) {
  for (const std::uint64_t count : counts) n_ += count;
  // A binomial number costs about as much as a dozen examples drawn one by one.
  constexpr std::uint64_t kWorth = 12;
  one_by_one_ = n_ / kWorth < counts.size() && n_ <= UINT32_MAX;
  for (std::size_t kind = 0; one_by_one_ && kind < counts.size(); ++kind) {
    if (counts[kind] != 1) several_.push_back(kind);
  }
}

namespace {

/// The chances that a Poisson number of mean 1 is at most 0, 1, 2, ...
constexpr auto kUpTo = [] {
  std::array<double, 16> out{};
  double chance = 0.36787944117144233, sum = 0;  // 1/e
  for (std::size_t k = 0; k < out.size(); ++k) {
    if (k > 0) chance /= static_cast<double>(k);
    out[k] = sum += chance;
  }
  return out;
}();

/// The same in eight bits, rounded down: bits that pass k of them are the number k. Bits that equal
/// one do not settle it.
constexpr auto kPassed = [] {
  std::array<std::uint8_t, 5> out{};
  for (std::size_t k = 0; k < out.size(); ++k) {
    out[k] = static_cast<std::uint8_t>(256 * kUpTo[k]);
  }
  return out;
}();
static_assert(kPassed.back() == 255);

/// The number that 40 bits stand for, of which the first eight did not settle it.
std::uint8_t settle(std::uint8_t bits, std::uint32_t more) noexcept {
  const double share = 0x1p-40 * static_cast<double>((std::uint64_t{bits} << 32) | more);
  std::uint8_t number = 0;
  for (const double up_to : kUpTo) {
    if (share >= up_to) ++number;
  }
  return number;
}

/// What 16 random bytes stand for, in their place. Bit i of the answer: byte i is as it was.
std::uint32_t count_passed(std::uint8_t* bytes) noexcept {
#if defined(__SSE2__)
  const __m128i sign = _mm_set1_epi8(static_cast<char>(0x80));  // bytes are compared with a sign
  const __m128i bits = _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes));
  const __m128i compared = _mm_xor_si128(bits, sign);
  __m128i number = _mm_setzero_si128(), open = _mm_setzero_si128();
  for (const std::uint8_t passed : kPassed) {
    const __m128i place = _mm_set1_epi8(static_cast<char>(passed ^ 0x80));
    number = _mm_sub_epi8(number, _mm_cmpgt_epi8(compared, place));
    open = _mm_or_si128(open, _mm_cmpeq_epi8(compared, place));
  }
  number = _mm_or_si128(_mm_and_si128(open, bits), _mm_andnot_si128(open, number));
  _mm_storeu_si128(reinterpret_cast<__m128i*>(bytes), number);
  return static_cast<std::uint32_t>(_mm_movemask_epi8(open));
#else
  std::uint32_t open = 0;
  for (std::uint32_t i = 0; i < 16; ++i) {
    std::uint8_t number = 0;
    bool settled = true;
    for (const std::uint8_t passed : kPassed) {
      if (bytes[i] > passed) ++number;
      settled &= bytes[i] != passed;
    }
    if (settled) {
      bytes[i] = number;
    } else {
      open |= 1u << i;
    }
  }
  return open;
#endif
}

/// Poisson numbers of mean 1, as many as `hits` has items. Four of them share 32 bits.
void draw_poisson(Draws& draws, std::span<std::uint8_t> hits) {
  constexpr std::size_t kBlock = 4096;
  std::array<std::uint32_t, kBlock / 4> words;
  std::array<std::uint8_t, kBlock> bytes;
  for (std::size_t first = 0; first < hits.size(); first += kBlock) {
    const std::size_t n = std::min(kBlock, hits.size() - first);
    draws.fill(std::span(words).first((n + 3) / 4));
    for (std::size_t i = 0; i < words.size(); ++i) {
      for (std::size_t byte = 0; byte < 4; ++byte) {
        bytes[4 * i + byte] = static_cast<std::uint8_t>(words[i] >> (8 * byte));
      }
    }
    for (std::size_t i = 0; i < n; i += 16) {
      for (std::uint32_t open = count_passed(&bytes[i]); open != 0; open &= open - 1) {
        const std::size_t at = i + static_cast<std::size_t>(std::countr_zero(open));
        bytes[at] = settle(bytes[at], draws.bits());
      }
    }
    std::copy_n(bytes.begin(), n, hits.begin() + static_cast<std::ptrdiff_t>(first));
  }
}

}  // namespace

/// Each example's hits are small numbers, so that the cache holds those of many; that one of n
/// examples is drawn more than 255 times in n draws has a chance below n / 256!.
void Resampler::draw_one_by_one(Draws& draws, std::span<std::uint8_t> hits) {
  const auto n = static_cast<std::uint32_t>(hits.size());
  std::ranges::fill(hits, std::uint8_t{0});
  for (std::uint32_t i = 0; i < n; ++i) ++hits[draws.below(n)];
}

/// Independent Poisson numbers are, given their sum, the hits of as many draws. Draws that are too
/// many are taken back at random, missing ones are made: what is left are the hits of n draws.
void Resampler::draw_together(Draws& draws, std::span<std::uint8_t> hits) {
  const auto n = static_cast<std::uint32_t>(hits.size());
  draw_poisson(draws, hits);
  std::uint64_t sum = 0;
  std::uint32_t most = 0;
  for (const std::uint8_t one : hits) {
    sum += one;
    most = std::max<std::uint32_t>(most, one);
  }
  for (; sum < n; ++sum) ++hits[draws.below(n)];
  while (sum > n) {
    std::uint8_t& one = hits[draws.below(n)];
    if (draws.below(most) >= one) continue;  // each draw is as likely as another
    --one;
    --sum;
  }
}

void Resampler::draw_examples(Draws& draws, std::span<std::uint8_t> hits) const {
  constexpr std::size_t kMany = 1 << 13;  // fewer are drawn in no time one by one
  n_ < kMany ? draw_one_by_one(draws, hits) : draw_together(draws, hits);
}

void Resampler::draw(Draws& draws, Hits& hits, std::span<std::uint64_t> out) const {
  if (one_by_one_) {
    hits.resize(n_);
    draw_examples(draws, hits);
    std::size_t kind = 0, example = 0;
    const auto up_to = [&](std::size_t next) {  // kinds of one example
      for (; kind < next; ++kind, ++example) out[kind] = hits[example];
    };
    for (const std::size_t next : several_) {
      up_to(next);
      out[kind] = 0;
      for (std::uint64_t i = 0; i < counts_[kind]; ++i) out[kind] += hits[example++];
      ++kind;
    }
    return up_to(counts_.size());
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
