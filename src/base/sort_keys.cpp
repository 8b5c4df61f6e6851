#include "tallystick/base/sort_keys.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace tallystick::detail {

namespace {

constexpr std::size_t kFew = 24;        // fewer keys are compared
constexpr std::size_t kMany = 1 << 13;  // more are sorted digit by digit, from the lowest
constexpr int kBits = 11;

/// Of keys of which few are out of their place.
void insert_each(std::uint64_t* first, std::uint64_t* last) {
  for (std::uint64_t* at = first + 1; at < last; ++at) {
    const std::uint64_t key = *at;
    std::uint64_t* hole = at;
    for (; hole != first && key < hole[-1]; --hole) *hole = hole[-1];
    *hole = key;
  }
}

void sort_by_digits(std::span<std::uint64_t> keys, std::uint64_t varying, std::uint64_t* scratch) {
  std::array<int, 8> shifts{};
  std::size_t n_digits = 0;
  for (int shift = 0; shift < 64; shift += 8) {
    if (((varying >> shift) & 0xFF) != 0) shifts[n_digits++] = shift;
  }
  std::array<std::array<std::size_t, 256>, 8> places{};
  for (const std::uint64_t key : keys) {
    for (std::size_t d = 0; d < n_digits; ++d) ++places[d][(key >> shifts[d]) & 0xFF];
  }
  std::uint64_t* from = keys.data();
  std::uint64_t* to = scratch;
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

/// By the bits in which the range of the keys shows, then within each such bucket.
void sort_by_buckets(std::span<std::uint64_t> keys, std::uint64_t least, std::uint64_t range,
                     std::uint64_t* scratch) {
  const int bits = std::min(kBits, static_cast<int>(std::bit_width(keys.size())));
  const int shift = std::max(0, static_cast<int>(std::bit_width(range)) - bits);
  const std::size_t n_buckets = std::size_t{1} << bits;
  std::array<std::uint32_t, (1 << kBits) + 1> ends;
  std::fill_n(ends.begin(), n_buckets + 1, 0u);
  for (const std::uint64_t key : keys) ++ends[((key - least) >> shift) + 1];
  for (std::size_t b = 1; b <= n_buckets; ++b) ends[b] += ends[b - 1];
  for (const std::uint64_t key : keys) scratch[ends[(key - least) >> shift]++] = key;
  std::copy_n(scratch, keys.size(), keys.data());
  if (shift == 0) return;  // a bucket is one key
  std::size_t first = 0;
  for (std::size_t b = 0; b < n_buckets; ++b) {
    const std::size_t last = ends[b];
    if (last - first <= kFew) {
      insert_each(keys.data() + first, keys.data() + last);
    } else {
      const std::span<std::uint64_t> bucket = keys.subspan(first, last - first);
      if (!std::is_sorted(bucket.begin(), bucket.end())) std::sort(bucket.begin(), bucket.end());
    }
    first = last;
  }
}

}  // namespace

void sort_keys(std::span<std::uint64_t> keys, std::vector<std::uint64_t>& scratch) {
  if (keys.size() < 2) return;
  if (keys.size() <= kFew) return insert_each(keys.data(), keys.data() + keys.size());
  std::uint64_t varying = 0, least = keys[0], most = keys[0];
  bool sorted = true;
  for (std::size_t i = 1; i < keys.size(); ++i) {
    varying |= keys[i] ^ keys[0];
    sorted &= keys[i - 1] <= keys[i];
    least = std::min(least, keys[i]);
    most = std::max(most, keys[i]);
  }
  if (sorted) return;
  if (scratch.size() < keys.size()) scratch.resize(keys.size());
  if (keys.size() > kMany) {
    sort_by_digits(keys, varying, scratch.data());
  } else {
    sort_by_buckets(keys, least, most - least, scratch.data());
  }
}

}  // namespace tallystick::detail
