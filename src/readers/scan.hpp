// Finding bytes of interest, 64 at a time.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <tuple>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace tallystick::detail {

/// Bit i is set when p[i] is one of the bytes. Reads 64 bytes.
#if defined(__SSE2__)
template <class... Bytes>
[[nodiscard]] inline std::uint64_t marks_in(const char* p, Bytes... bytes) noexcept {
  std::uint64_t bits = 0;
  for (int i = 0; i < 4; ++i) {
    const __m128i x = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p + std::ptrdiff_t{16} * i));
    __m128i hit = _mm_setzero_si128();
    ((hit = _mm_or_si128(hit, _mm_cmpeq_epi8(x, _mm_set1_epi8(bytes)))), ...);
    bits |= static_cast<std::uint64_t>(static_cast<std::uint32_t>(_mm_movemask_epi8(hit)))
            << (16 * i);
  }
  return bits;
}
#else
template <class... Bytes>
[[nodiscard]] inline std::uint64_t marks_in(const char* p, Bytes... bytes) noexcept {
  std::uint64_t bits = 0;
  for (int i = 0; i < 64; ++i) {
    const char x = p[i];
    bits |= static_cast<std::uint64_t>(((x == bytes) || ...)) << i;
  }
  return bits;
}
#endif

/// Walks over the places of some bytes, in order. One of them must still lie ahead at each next(),
/// and 64 bytes after the last must be readable.
template <class... Bytes>
class Marks {
 public:
  explicit Marks(const char* start, Bytes... bytes) noexcept
      : base_(start), bytes_(bytes...), bits_(marks(start)) {}

  [[nodiscard]] const char* next() noexcept {
    while (bits_ == 0) {
      base_ += 64;
      bits_ = marks(base_);
    }
    const char* const at = base_ + std::countr_zero(bits_);
    bits_ &= bits_ - 1;
    return at;
  }

 private:
  [[nodiscard]] std::uint64_t marks(const char* p) const noexcept {
    return std::apply([p](Bytes... bytes) { return marks_in(p, bytes...); }, bytes_);
  }

  const char* base_;
  std::tuple<Bytes...> bytes_;
  std::uint64_t bits_;
};

/// What a quick look at a text finds. Reads whole blocks of 16 bytes, up to 15 beyond the end.
struct Glance {
  std::uint64_t newlines = 0;
  bool ascii = true;
  bool zeros = false;
};

[[nodiscard]] inline Glance glance(const char* p, std::size_t size) noexcept {
  Glance seen;
  std::size_t i = 0;
#if defined(__SSE2__)
  const __m128i zero = _mm_setzero_si128();
  const __m128i newline = _mm_set1_epi8('\n');
  __m128i high = zero, nul = zero, total = zero;
  while (i + 16 <= size) {
    __m128i count = zero;  // a byte counts to 255 before it is summed up
    for (int k = 0; k < 255 && i + 16 <= size; ++k, i += 16) {
      const __m128i x = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p + i));
      high = _mm_or_si128(high, x);
      nul = _mm_or_si128(nul, _mm_cmpeq_epi8(x, zero));
      count = _mm_sub_epi8(count, _mm_cmpeq_epi8(x, newline));
    }
    total = _mm_add_epi64(total, _mm_sad_epu8(count, zero));
  }
  seen.ascii = _mm_movemask_epi8(high) == 0;
  seen.zeros = _mm_movemask_epi8(nul) != 0;
  std::uint64_t sums[2];
  _mm_storeu_si128(reinterpret_cast<__m128i*>(sums), total);
  seen.newlines = sums[0] + sums[1];
#endif
  for (; i < size; ++i) {
    seen.newlines += p[i] == '\n' ? 1 : 0;
    seen.zeros |= p[i] == '\0';
    seen.ascii &= static_cast<unsigned char>(p[i]) < 0x80;
  }
  return seen;
}

}  // namespace tallystick::detail
