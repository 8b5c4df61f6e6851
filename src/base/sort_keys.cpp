#include "tallystick/base/sort_keys.hpp"

#include <algorithm>
#include <array>

namespace tallystick::detail {

namespace {

// Below so many keys, comparing them is faster than counting their digits.
constexpr std::size_t kFew = 160;

}  // namespace

void sort_keys(std::span<std::uint64_t> keys, std::vector<std::uint64_t>& scratch) {
  if (keys.size() < kFew) return std::sort(keys.begin(), keys.end());
  std::uint64_t varying = 0;
  bool sorted = true;
  for (std::size_t i = 1; i < keys.size(); ++i) {
    varying |= keys[i] ^ keys[0];
    sorted &= keys[i - 1] <= keys[i];
  }
  if (sorted) return;
  std::array<int, 8> shifts{};
  std::size_t n_digits = 0;
  for (int shift = 0; shift < 64; shift += 8) {
    if (((varying >> shift) & 0xFF) != 0) shifts[n_digits++] = shift;
  }
  std::array<std::array<std::size_t, 256>, 8> places{};
  for (const std::uint64_t key : keys) {
    for (std::size_t d = 0; d < n_digits; ++d) ++places[d][(key >> shifts[d]) & 0xFF];
  }
  if (scratch.size() < keys.size()) scratch.resize(keys.size());
  std::uint64_t* from = keys.data();
  std::uint64_t* to = scratch.data();
  for (std::size_t d = 0; d < n_digits; ++d) {
    std::size_t place = 0;
    for (std::size_t& one : places[d]) {
      const std::size_t count = one;
      one = place;
      place += count;
    }
    for (std::size_t i = 0; i < keys.size(); ++i) {
      to[places[d][(from[i] >> shifts[d]) & 0xFF]++] = from[i];
    }
    std::swap(from, to);
  }
  if (from != keys.data()) std::copy_n(from, keys.size(), keys.data());
}

}  // namespace tallystick::detail
