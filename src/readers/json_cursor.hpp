// A strict walk over JSON, as a rule one line of it. Strings without escapes stay where they are,
// so that label bytes need no copy; every fault has its column; unknown values are checked too.
#pragma once

#include <string_view>

#include "readers/rows.hpp"

namespace tallystick::detail {

class JsonCursor {
 public:
  /// Words of messages: what ends, and what to do.
  struct Words {
    const char* whole = "line";
    const char* hint = "write one JSON object a line";
  };

  /// Reads the text at `at`, which ends before `end` (a newline with padding after it).
  JsonCursor(const Chunk& chunk, Arena& arena, const char* at, const char* end) noexcept
      : JsonCursor(chunk, arena, at, end, Words()) {}
  JsonCursor(const Chunk& chunk, Arena& arena, const char* at, const char* end,
             Words words) noexcept
      : chunk_(chunk), arena_(arena), at_(at), end_(end), words_(words) {}

  /// The next byte that is no blank; '\n' at the end of the line.
  char peek() noexcept {
    while (*at_ == ' ' || *at_ == '\t' || *at_ == '\r') ++at_;
    return *at_;
  }
  bool take(char c) noexcept {
    if (peek() != c) return false;
    ++at_;
    return true;
  }
  void expect(char c, const char* what) {
    if (!take(c)) expected(what);
  }
  /// After a member or an element: true when another follows, false when `close` was taken.
  bool another(char close);

  std::string_view string();
  /// The text of a number, whose grammar is checked.
  std::string_view number();
  /// Checks and skips any value.
  void skip(int depth = 0);

  [[nodiscard]] const char* at() const noexcept { return at_; }
  [[noreturn]] void expected(const char* what);
  [[noreturn]] void wrong(const char* at, std::string fact, std::string hint) const;

 private:
  std::string_view unescape(const char* start);
  unsigned hex4(const char* at) const;
  void literal(std::string_view word);

  const Chunk& chunk_;
  Arena& arena_;
  const char* at_;
  const char* end_;
  Words words_;
};

}  // namespace tallystick::detail
