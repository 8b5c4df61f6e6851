// The lexical level of OBO 1.2 and 1.4: lines, tags, values, escapes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tallystick::detail {

/// The lines of a text that say something: neither blank nor a comment, continuations joined.
class OboLines {
 public:
  explicit OboLines(std::string_view text) noexcept : rest_(text) {}

  /// False at the end.
  bool next();
  /// Without blanks around it. Valid until the next call of next().
  [[nodiscard]] std::string_view text() const noexcept { return text_; }
  /// 1-based, where the line begins.
  [[nodiscard]] std::uint64_t number() const noexcept { return number_; }

 private:
  std::string_view take();

  std::string_view rest_;
  std::string_view text_;
  std::string joined_;
  std::uint64_t number_ = 0;
  std::uint64_t taken_ = 0;
};

struct OboTag {
  std::string_view name;
  std::string_view value;  // still escaped, without trailing modifiers and comment
};

/// Splits "tag: value {modifiers} ! comment". An empty name: there is no tag.
[[nodiscard]] OboTag obo_tag(std::string_view line) noexcept;

/// The text that an escaped one stands for.
[[nodiscard]] std::string obo_text(std::string_view escaped);

}  // namespace tallystick::detail
