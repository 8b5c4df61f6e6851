#include "tallystick/labels/normalize.hpp"

#include <algorithm>

#include "tallystick/base/error.hpp"

#ifdef TALLYSTICK_HAS_UTF8PROC
#include <utf8proc.h>

#include <cstdlib>
#include <memory>
#endif

namespace tallystick {

namespace {

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

enum class Form { composed, folded };

std::string map_text(std::string_view text, Form form) {
#ifdef TALLYSTICK_HAS_UTF8PROC
  const int options =
      form == Form::composed ? UTF8PROC_STABLE | UTF8PROC_COMPOSE : UTF8PROC_CASEFOLD;
  utf8proc_uint8_t* mapped = nullptr;
  const utf8proc_ssize_t size = utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                                             static_cast<utf8proc_ssize_t>(text.size()), &mapped,
                                             static_cast<utf8proc_option_t>(options));
  const std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> owner(mapped, &std::free);
  if (size < 0) {
    fail(ErrorCode::bad_encoding,
         std::string("a label cannot be normalised: ") + utf8proc_errmsg(size));
  }
  return {reinterpret_cast<const char*>(mapped), static_cast<std::size_t>(size)};
#else
  (void)text;
  fail(ErrorCode::not_available,
       form == Form::composed ? "this build cannot normalise Unicode text"
                              : "this build cannot fold the case of letters beyond ASCII",
       "build tallystick with utf8proc");
#endif
}

}  // namespace

bool has_unicode_forms() noexcept {
#ifdef TALLYSTICK_HAS_UTF8PROC
  return true;
#else
  return false;
#endif
}

std::string nfc(std::string_view text) {
  if (is_ascii(text)) return std::string(text);
  return map_text(text, Form::composed);
}

std::string fold_case(std::string_view text) {
  if (!is_ascii(text)) return map_text(text, Form::folded);
  std::string folded(text);
  for (char& c : folded) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return folded;
}

}  // namespace tallystick
