// A whole text that is one JSON value, over many lines.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "readers/json_cursor.hpp"
#include "readers/rows.hpp"

namespace tallystick::detail {

class JsonText {
 public:
  /// `text` and `file` must outlive it.
  JsonText(std::string_view text, const std::string& file);

  /// Lets `walk` walk over the value, which must end there. Strings that the cursor hands out live
  /// as long as this object. Errors: the cursor's, with the place in the text; bad_format when more
  /// follows.
  void read(const std::function<void(JsonCursor&)>& walk);

  /// The line where a cursor stands. Quick when asked in ascending order.
  std::uint64_t line(const JsonCursor& cursor);

 private:
  [[nodiscard]] Place place(std::size_t offset) const;

  std::string_view text_;
  const std::string& file_;
  Chunk chunk_;
  Arena arena_;
  std::size_t counted_ = 0;  // bytes whose line ends are in lines_
  std::uint64_t lines_ = 0;
};

}  // namespace tallystick::detail
