#include "readers/json_text.hpp"

#include <algorithm>
#include <cstring>

namespace tallystick::detail {

JsonText::JsonText(std::string_view text, const std::string& file) : text_(text), file_(file) {
  chunk_.file = &file_;
  chunk_.reserve(text.size() + 1 + kPadding, 0);
  char* const to = chunk_.buffer.get();
  // The cursor stops at a newline. Between values a line end is a blank like others, and inside a
  // string a carriage return is as wrong as a newline.
  std::replace_copy(text.begin(), text.end(), to, '\n', '\r');
  to[text.size()] = '\n';
  std::memset(to + text.size() + 1, 0, kPadding);
  chunk_.text = {to, text.size() + 1};
}

Place JsonText::place(std::size_t offset) const {
  const std::string_view before = text_.substr(0, offset);
  const std::size_t newline = before.rfind('\n');
  const std::size_t start = newline == std::string_view::npos ? 0 : newline + 1;
  return {file_, static_cast<std::uint64_t>(std::count(before.begin(), before.end(), '\n')) + 1,
          before.size() - start + 1};
}

void JsonText::read(const std::function<void(JsonCursor&)>& walk) {
  const char* const begin = chunk_.text.data();
  JsonCursor cursor(chunk_, arena_, begin, begin + text_.size(),
                    {"file", "the file should hold one JSON object"});
  try {
    walk(cursor);
    if (cursor.peek() != '\n') cursor.expected("the end of the file");
  } catch (const Error& error) {
    // To the cursor it is all one line: its columns count from the start.
    const std::uint64_t column = error.place().column;
    fail(error.code(), column == 0 ? error.place() : place(column - 1), error.fact(), error.hint());
  }
}

std::uint64_t JsonText::line(const JsonCursor& cursor) {
  const auto offset = static_cast<std::size_t>(cursor.at() - chunk_.text.data());
  if (offset < counted_) counted_ = 0, lines_ = 0;
  const std::string_view between = text_.substr(counted_, offset - counted_);
  lines_ += static_cast<std::uint64_t>(std::count(between.begin(), between.end(), '\n'));
  counted_ = offset;
  return lines_ + 1;
}

}  // namespace tallystick::detail
