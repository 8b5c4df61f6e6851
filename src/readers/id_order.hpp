// Are ids in strictly ascending order? If so, none repeats, and nothing need be remembered.
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tallystick/base/mix.hpp"

namespace tallystick::detail {

/// Two orders that files come in: by bytes, and shorter first (9 before 10). Both may hold.
class IdOrder {
 public:
  void see(std::string_view before, std::string_view id) noexcept {
    if (before.size() == id.size()) {
      const bool less = before < id;
      by_bytes_ &= less;
      by_length_ &= less;
    } else {
      by_bytes_ &= before < id;
      by_length_ &= before.size() < id.size();
    }
  }
  /// Ids that lie in padded buffers, so that 8 bytes of each may be read.
  void see_padded(std::span<const std::string_view> ids) noexcept {
    for (std::size_t i = 1; i < ids.size(); ++i) {
      const std::string_view before = ids[i - 1], id = ids[i];
      if (before.size() != id.size() || id.empty() || id.size() > 16) {
        see(before, id);
        continue;
      }
      std::uint64_t a = head(before), b = head(id);
      if (a == b && id.size() > 8) {
        a = in_order(load64(before.data() + before.size() - 8));
        b = in_order(load64(id.data() + id.size() - 8));
      }
      by_bytes_ &= a < b;
      by_length_ &= a < b;
    }
  }
  void meet(const IdOrder& other) noexcept {
    by_bytes_ &= other.by_bytes_;
    by_length_ &= other.by_length_;
  }
  [[nodiscard]] bool ascending() const noexcept { return by_bytes_ || by_length_; }
  [[nodiscard]] bool by_length() const noexcept { return by_length_; }
  [[nodiscard]] bool by_bytes() const noexcept { return by_bytes_; }

 private:
  /// Bytes as a number that compares as they do.
  static std::uint64_t in_order(std::uint64_t word) noexcept {
    if constexpr (std::endian::native == std::endian::big) return word;
    return __builtin_bswap64(word);
  }
  static std::uint64_t head(std::string_view id) noexcept {
    return id.size() >= 8 ? in_order(load64(id.data()))
                          : in_order(first_bytes(id.data(), id.size()));
  }

  bool by_bytes_ = true;
  bool by_length_ = true;
};

[[nodiscard]] inline std::uint64_t id_hash(std::string_view id) noexcept {
  return hash_bytes(id.data(), id.size());
}

/// True when two of the hashes are equal; sorts them.
[[nodiscard]] bool any_repeated(std::vector<std::uint64_t>& hashes);

}  // namespace tallystick::detail
