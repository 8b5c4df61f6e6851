// Are ids in strictly ascending order? If so, none repeats, and nothing need be remembered.
#pragma once

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
  void see(std::span<const std::string_view> ids) noexcept {
    for (std::size_t i = 1; i < ids.size(); ++i) see(ids[i - 1], ids[i]);
  }
  void meet(const IdOrder& other) noexcept {
    by_bytes_ &= other.by_bytes_;
    by_length_ &= other.by_length_;
  }
  [[nodiscard]] bool ascending() const noexcept { return by_bytes_ || by_length_; }
  [[nodiscard]] bool by_length() const noexcept { return by_length_; }
  [[nodiscard]] bool by_bytes() const noexcept { return by_bytes_; }

 private:
  bool by_bytes_ = true;
  bool by_length_ = true;
};

[[nodiscard]] inline std::uint64_t id_hash(std::string_view id) noexcept {
  return hash_bytes(id.data(), id.size());
}

/// True when two of the hashes are equal; sorts them.
[[nodiscard]] bool any_repeated(std::vector<std::uint64_t>& hashes);

}  // namespace tallystick::detail
