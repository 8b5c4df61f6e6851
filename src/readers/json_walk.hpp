// Walking over the members of JSON objects and the elements of arrays.
#pragma once

#include <string_view>

#include "readers/json_cursor.hpp"

namespace tallystick::detail {

/// Calls `member` with the name of each member of the object; it must read the value.
template <typename Member>
void for_members(JsonCursor& cursor, Member member) {
  cursor.expect('{', "'{'");
  if (cursor.take('}')) return;
  do {
    const std::string_view name = cursor.string();
    cursor.expect(':', "':'");
    member(name);
  } while (cursor.another('}'));
}

/// Calls `element` at each element of the array; it must read it.
template <typename Element>
void for_elements(JsonCursor& cursor, Element element) {
  cursor.expect('[', "'['");
  if (cursor.take(']')) return;
  do element();
  while (cursor.another(']'));
}

}  // namespace tallystick::detail
