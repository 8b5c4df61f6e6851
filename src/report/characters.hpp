// A walk over the characters of UTF-8 that never fails: bytes that are none come out one by one.
#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string_view>

#include "tallystick/base/text.hpp"

namespace tallystick {

struct Character {
  char32_t code = 0;       // the code point; the byte itself where not valid
  std::string_view bytes;  // as they stand in the text
  bool valid = true;
};

class Characters {
 public:
  explicit Characters(std::string_view text) : text_(text) {}

  class iterator {
   public:
    explicit iterator(std::string_view rest) : rest_(rest) { decode(); }
    const Character& operator*() const { return now_; }
    iterator& operator++() {
      rest_.remove_prefix(now_.bytes.size());
      decode();
      return *this;
    }
    friend bool operator==(const iterator& it, std::default_sentinel_t) { return it.rest_.empty(); }

   private:
    void decode() {
      if (rest_.empty()) return;
      const auto lead = static_cast<unsigned char>(rest_[0]);
      const std::size_t wanted = lead < 0xC0 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
      const std::size_t size = std::min(wanted, rest_.size());
      now_.bytes = rest_.substr(0, size);
      now_.valid = utf8_fault(now_.bytes) == size;
      if (!now_.valid || size == 1) {
        now_.bytes = rest_.substr(0, 1);
        now_.code = lead;
        return;
      }
      now_.code = lead & (0x7Fu >> size);
      for (const char c : now_.bytes.substr(1)) {
        now_.code = (now_.code << 6) | (static_cast<unsigned char>(c) & 0x3F);
      }
    }

    std::string_view rest_;
    Character now_;
  };

  [[nodiscard]] iterator begin() const { return iterator(text_); }
  [[nodiscard]] std::default_sentinel_t end() const { return {}; }

 private:
  std::string_view text_;
};

/// C0, DEL, C1 and the two separators that end a line.
[[nodiscard]] constexpr bool is_control(char32_t c) noexcept {
  return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0x2028 || c == 0x2029;
}

/// Marks that turn the direction of the text after them and so can disguise it.
[[nodiscard]] constexpr bool is_direction_mark(char32_t c) noexcept {
  return c == 0x061C || c == 0x200E || c == 0x200F || (c >= 0x202A && c <= 0x202E) ||
         (c >= 0x2066 && c <= 0x2069);
}

}  // namespace tallystick
