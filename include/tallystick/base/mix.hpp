// Hashing of short byte strings. Never decides a result: only where things are kept.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "tallystick/base/wide.hpp"

namespace tallystick::detail {

/// Folds two words into one, each bit depending on all others nearly evenly.
[[nodiscard]] inline std::uint64_t mix(std::uint64_t a, std::uint64_t b) noexcept {
  const u128 product = static_cast<u128>(a ^ 0xA0761D6478BD642Full) * (b ^ 0xE7037ED1A0B428DBull);
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

[[nodiscard]] inline std::uint64_t load64(const char* p) noexcept {
  std::uint64_t word;
  std::memcpy(&word, p, sizeof word);
  return word;
}

/// Up to 8 bytes as one word, zero-padded, without reading past them.
[[nodiscard]] inline std::uint64_t small_bytes(const char* p, std::size_t size) noexcept {
  if (size >= 4) {
    if (size == 8) return load64(p);
    std::uint32_t low, high;
    std::memcpy(&low, p, 4);
    std::memcpy(&high, p + size - 4, 4);
    // The two halves overlap; shifting the high one drops what it repeats.
    return low | (static_cast<std::uint64_t>(high) >> (8 * (8 - size))) << 32;
  }
  if (size == 0) return 0;
  const auto byte = [p](std::size_t i) {
    return static_cast<std::uint64_t>(static_cast<unsigned char>(p[i]));
  };
  std::uint64_t word = byte(0);
  if (size > 1) word |= byte(1) << 8;
  if (size > 2) word |= byte(2) << 16;
  return word;
}

/// What small_bytes gives for 1 to 8 bytes, where 8 may be read.
[[nodiscard]] inline std::uint64_t first_bytes(const char* p, std::size_t size) noexcept {
  if constexpr (std::endian::native == std::endian::little) {
    return load64(p) & (~std::uint64_t{0} >> (64 - 8 * size));
  } else {
    return small_bytes(p, size);
  }
}

/// Hash of more than 8 bytes (right for fewer too, but slower than small_bytes).
[[nodiscard]] inline std::uint64_t hash_bytes(const char* p, std::size_t size) noexcept {
  if (size < 8) return mix(small_bytes(p, size), size);
  std::uint64_t hash = size;
  const char* const last = p + size - 8;
  for (; p < last; p += 8) hash = mix(hash ^ load64(p), 0x8EBC6AF09C88C6E3ull);
  return mix(hash ^ load64(last), 0x589965CC75374CC3ull);
}

}  // namespace tallystick::detail
