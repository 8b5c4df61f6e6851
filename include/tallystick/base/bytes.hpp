// Little-endian bytes of a saved state, written in order and checked in full when read.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "tallystick/base/amount.hpp"

namespace tallystick {

class ByteWriter {
 public:
  void u8(std::uint8_t value) { bytes_.push_back(static_cast<char>(value)); }
  void u32(std::uint32_t value) { fixed(value, 4); }
  void u64(std::uint64_t value) { fixed(value, 8); }
  void amount(const Amount& value) { u64(value.whole), u64(value.fraction); }
  void text(std::string_view value) { u64(value.size()), raw(value); }
  void raw(std::string_view bytes) { bytes_.append(bytes); }
  [[nodiscard]] const std::string& bytes() const noexcept { return bytes_; }
  [[nodiscard]] std::string take() && { return std::move(bytes_); }

 private:
  void fixed(std::uint64_t value, int n) {
    for (int i = 0; i < n; ++i) bytes_.push_back(static_cast<char>(value >> (8 * i)));
  }
  std::string bytes_;
};

/// Reads what ByteWriter wrote. Every read past the end fails with bad_state, naming the origin.
class ByteReader {
 public:
  ByteReader(std::string_view bytes, std::string origin)
      : bytes_(bytes), origin_(std::move(origin)) {}

  std::uint8_t u8() { return static_cast<std::uint8_t>(fixed(1)); }
  std::uint32_t u32() { return static_cast<std::uint32_t>(fixed(4)); }
  std::uint64_t u64() { return fixed(8); }
  Amount amount() {
    const std::uint64_t whole = u64();
    return {whole, u64()};
  }
  std::string_view text();
  /// A count of items that take at least `item_bytes` each; more than what is left is refused.
  std::uint64_t count(std::uint64_t item_bytes);

  [[nodiscard]] std::size_t left() const noexcept { return bytes_.size() - position_; }
  [[nodiscard]] std::size_t position() const noexcept { return position_; }
  [[nodiscard]] const std::string& origin() const noexcept { return origin_; }
  [[noreturn]] void refuse(std::string fact) const;

 private:
  std::uint64_t fixed(std::size_t n);

  std::string_view bytes_;
  std::string origin_;
  std::size_t position_ = 0;
};

}  // namespace tallystick
