#include "tallystick/base/philox.hpp"

#include <algorithm>
#include <cmath>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace tallystick {

namespace {

#if defined(__SSE2__)

constexpr std::size_t kTogether = 8;  // blocks made side by side, two in a register

/// Blocks first, first + 1, ... of four words each. Of each half of a register only the low 32 bits
/// mean anything.
void side_by_side(std::uint64_t first, std::uint32_t replicate, std::uint32_t use,
                  std::array<std::uint32_t, 2> key, std::uint32_t* out) noexcept {
  constexpr std::size_t kPairs = kTogether / 2;
  const __m128i m0 = _mm_set1_epi64x(0xD2511F53), m1 = _mm_set1_epi64x(0xCD9E8D57);
  __m128i a[kPairs], b[kPairs], c[kPairs], d[kPairs];
  for (std::size_t i = 0; i < kPairs; ++i) {
    const std::uint64_t x = first + 2 * i, y = x + 1;
    a[i] = _mm_set_epi64x(static_cast<long long>(y), static_cast<long long>(x));
    b[i] = _mm_srli_epi64(a[i], 32);
    c[i] = _mm_set1_epi64x(replicate);
    d[i] = _mm_set1_epi64x(use);
  }
  for (int round = 0; round < 10; ++round) {
    const __m128i k0 = _mm_set1_epi64x(key[0]), k1 = _mm_set1_epi64x(key[1]);
    for (std::size_t i = 0; i < kPairs; ++i) {
      const __m128i x = _mm_mul_epu32(a[i], m0), y = _mm_mul_epu32(c[i], m1);
      a[i] = _mm_xor_si128(_mm_xor_si128(_mm_srli_epi64(y, 32), b[i]), k0);
      b[i] = y;
      c[i] = _mm_xor_si128(_mm_xor_si128(_mm_srli_epi64(x, 32), d[i]), k1);
      d[i] = x;
    }
    key[0] += 0x9E3779B9;
    key[1] += 0xBB67AE85;
  }
  for (std::size_t i = 0; i < kPairs; ++i) {
    const auto low = [](__m128i x) { return _mm_shuffle_epi32(x, _MM_SHUFFLE(3, 1, 2, 0)); };
    const __m128i ab = _mm_unpacklo_epi32(low(a[i]), low(b[i]));  // a0 b0 a1 b1
    const __m128i cd = _mm_unpacklo_epi32(low(c[i]), low(d[i]));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(out + 8 * i), _mm_unpacklo_epi64(ab, cd));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(out + 8 * i + 4), _mm_unpackhi_epi64(ab, cd));
  }
}

#else

constexpr std::size_t kTogether = 1;

void side_by_side(std::uint64_t first, std::uint32_t replicate, std::uint32_t use,
                  std::array<std::uint32_t, 2> key, std::uint32_t* out) noexcept {
  const auto block = philox(
      {static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(first >> 32), replicate, use},
      key);
  std::copy(block.begin(), block.end(), out);
}

#endif

}  // namespace

void Draws::fill(std::span<std::uint32_t> words) noexcept {
  std::size_t i = 0;
  while (i < words.size() && next_ != 4) words[i++] = bits();
  for (; words.size() - i >= 4 * kTogether; i += 4 * kTogether) {
    side_by_side(block_, replicate_, use_, key_, &words[i]);
    block_ += kTogether;
  }
  while (i < words.size()) words[i++] = bits();
}

std::uint64_t Draws::binomial(std::uint64_t n, double p) noexcept {
  if (n == 0 || !(p > 0)) return 0;
  if (p >= 1) return n;
  if (p > 0.5) return n - binomial(n, 1 - p);
  constexpr double kFew = 10;  // what the method for many is made for
  return static_cast<double>(n) * p < kFew ? few_successes(n, p) : many_successes(n, p);
}

/// By adding up the chances of 0, 1, 2, ... successes until they pass a uniform number.
std::uint64_t Draws::few_successes(std::uint64_t n, double p) noexcept {
  const double trials = static_cast<double>(n);
  const double none = std::exp(trials * std::log1p(-p));
  const double odds = p / (1 - p);
  // Beyond it the chances, all together, are below the grain of the uniform numbers.
  const double most = std::fmin(trials, 120);
  while (true) {
    double left = uniform();
    double chance = none;
    for (double k = 0; k <= most; ++k) {
      if (left < chance) return static_cast<std::uint64_t>(k);
      left -= chance;
      chance *= odds * (trials - k) / (k + 1);
    }
  }
}

/// ln k! - (its Stirling approximation), as the rejection test needs it.
static double stirling_rest(double k) noexcept {
  constexpr double kFirst[] = {0.08106146679532726, 0.04134069595540929, 0.02767792568499834,
                               0.02079067210376509, 0.01664469118982119, 0.01387612882307075,
                               0.01189670994589177, 0.01041126526197209, 0.009255462182712733,
                               0.008330563433362871};
  if (k <= 9) return kFirst[static_cast<int>(k)];
  const double square = (k + 1) * (k + 1);
  return (1.0 / 12 - (1.0 / 360 - 1.0 / 1260 / square) / square) / (k + 1);
}

/// By rejection from a hat over the transformed density.
/// Source: Hormann, The Generation of Binomial Random Variates, JSCS 46, 1993 (BTRD/BTRS).
std::uint64_t Draws::many_successes(std::uint64_t n, double p) noexcept {
  const double trials = static_cast<double>(n);
  const double spread = std::sqrt(trials * p * (1 - p));
  const double b = 1.15 + 2.53 * spread;
  const double a = -0.0873 + 0.0248 * b + 0.01 * p;
  const double center = trials * p + 0.5;
  const double alpha = (2.83 + 5.1 / b) * spread;
  const double sure = 0.92 - 4.2 / b;
  const double mode = std::floor((trials + 1) * p);
  const double odds = p / (1 - p);
  while (true) {
    const double u = uniform() - 0.5;
    double v = uniform();
    const double us = 0.5 - std::fabs(u);
    const double k = std::floor((2 * a / us + b) * u + center);
    if (us >= 0.07 && v <= sure) return static_cast<std::uint64_t>(k);
    if (!(k >= 0 && k <= trials)) continue;
    v = std::log(v * alpha / (a / (us * us) + b));
    const double bound = (mode + 0.5) * std::log((mode + 1) / (odds * (trials - mode + 1))) +
                         (trials + 1) * std::log((trials - mode + 1) / (trials - k + 1)) +
                         (k + 0.5) * std::log(odds * (trials - k + 1) / (k + 1)) +
                         stirling_rest(mode) + stirling_rest(trials - mode) - stirling_rest(k) -
                         stirling_rest(trials - k);
    if (v <= bound) return static_cast<std::uint64_t>(k);
  }
}

}  // namespace tallystick
