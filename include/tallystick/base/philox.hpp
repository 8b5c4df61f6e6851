// Random numbers that are a function of where they are used: no state passes from one to the next.
#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace tallystick {

/// Philox4x32 with ten rounds: four words that are a function of a counter and a key, each bit of
/// which depends on all of theirs. The same on every platform, in any order of asking.
/// Source: Salmon, Moraes, Dror & Shaw, Parallel Random Numbers: As Easy as 1, 2, 3, SC 2011.
[[nodiscard]] constexpr std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> counter,
                                                            std::array<std::uint32_t, 2> key) {
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t a = std::uint64_t{0xD2511F53} * counter[0];
    const std::uint64_t b = std::uint64_t{0xCD9E8D57} * counter[2];
    counter = {
        static_cast<std::uint32_t>(b >> 32) ^ counter[1] ^ key[0], static_cast<std::uint32_t>(b),
        static_cast<std::uint32_t>(a >> 32) ^ counter[3] ^ key[1], static_cast<std::uint32_t>(a)};
    key[0] += 0x9E3779B9;
    key[1] += 0xBB67AE85;
  }
  return counter;
}

/// One sequence of random numbers: of one replicate of one use under one seed. Sequences never
/// overlap, so replicates may be drawn on any thread and in any order.
class Draws {
 public:
  /// `use` keeps sequences apart that share a seed and a replicate: draws of cells, of rows, ...
  Draws(std::uint64_t seed, std::uint32_t replicate, std::uint32_t use) noexcept
      : key_{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)},
        replicate_(replicate),
        use_(use) {}

  /// The next 32 bits.
  [[nodiscard]] std::uint32_t bits() noexcept {
    if (next_ == 4) {
      words_ = philox({static_cast<std::uint32_t>(block_), static_cast<std::uint32_t>(block_ >> 32),
                       replicate_, use_},
                      key_);
      ++block_;
      next_ = 0;
    }
    return words_[next_++];
  }
  /// The next words.size() times 32 bits, as bits() would give them; many are quicker together.
  void fill(std::span<std::uint32_t> words) noexcept;
  /// In [0, 1), a multiple of 2^-53.
  [[nodiscard]] double uniform() noexcept {
    const std::uint64_t high = bits() >> 5, low = bits() >> 6;
    return static_cast<double>((high << 26) | low) * 0x1p-53;
  }
  /// In [0, n), each exactly as likely as another; n above 0.
  /// Source: Lemire, Fast Random Integer Generation in an Interval, TOMACS 29, 2019.
  [[nodiscard]] std::uint32_t below(std::uint32_t n) noexcept {
    std::uint64_t product = std::uint64_t{bits()} * n;
    if (static_cast<std::uint32_t>(product) < n) {
      const std::uint32_t unfair = (0u - n) % n;
      while (static_cast<std::uint32_t>(product) < unfair) product = std::uint64_t{bits()} * n;
    }
    return static_cast<std::uint32_t>(product >> 32);
  }
  /// How many of n trials succeed, each with chance p in [0, 1]. Expected time O(1).
  [[nodiscard]] std::uint64_t binomial(std::uint64_t n, double p) noexcept;

 private:
  [[nodiscard]] std::uint64_t few_successes(std::uint64_t n, double p) noexcept;
  [[nodiscard]] std::uint64_t many_successes(std::uint64_t n, double p) noexcept;

  std::array<std::uint32_t, 2> key_;
  std::uint32_t replicate_, use_;
  std::uint64_t block_ = 0;
  std::array<std::uint32_t, 4> words_{};
  unsigned next_ = 4;
};

}  // namespace tallystick
