#include "readers/json_cursor.hpp"

#include <bit>
#include <cstring>
#include <string>
#include <utility>

#include "tallystick/base/text.hpp"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace tallystick::detail {

namespace {

constexpr int kDeepest = 200;

/// The first quote, backslash or control byte from p on; a newline is always ahead.
const char* string_stop(const char* p) noexcept {
#if defined(__SSE2__)
  const __m128i quote = _mm_set1_epi8('"'), slash = _mm_set1_epi8('\\');
  const __m128i last_control = _mm_set1_epi8(0x1F);
  for (;; p += 16) {
    const __m128i x = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
    const __m128i control = _mm_cmpeq_epi8(_mm_min_epu8(x, last_control), x);
    const __m128i stop =
        _mm_or_si128(_mm_or_si128(_mm_cmpeq_epi8(x, quote), _mm_cmpeq_epi8(x, slash)), control);
    const auto bits = static_cast<unsigned>(_mm_movemask_epi8(stop));
    if (bits != 0) return p + std::countr_zero(bits);
  }
#else
  while (*p != '"' && *p != '\\' && static_cast<unsigned char>(*p) >= 0x20) ++p;
  return p;
#endif
}

void append_utf8(std::string& text, unsigned code) {
  const auto put = [&text](unsigned byte) { text += static_cast<char>(byte); };
  if (code < 0x80) {
    put(code);
  } else if (code < 0x800) {
    put(0xC0 | code >> 6), put(0x80 | (code & 0x3F));
  } else if (code < 0x10000) {
    put(0xE0 | code >> 12), put(0x80 | (code >> 6 & 0x3F)), put(0x80 | (code & 0x3F));
  } else {
    put(0xF0 | code >> 18), put(0x80 | (code >> 12 & 0x3F));
    put(0x80 | (code >> 6 & 0x3F)), put(0x80 | (code & 0x3F));
  }
}

bool digit(char c) noexcept { return c >= '0' && c <= '9'; }

}  // namespace

void JsonCursor::wrong(const char* at, std::string fact, std::string hint) const {
  fail(ErrorCode::bad_format, chunk_.place(at), std::move(fact), std::move(hint));
}

void JsonCursor::expected(const char* what) {
  const char found = peek();
  const std::string seen = at_ >= end_ || found == '\n'
                               ? "the " + std::string(words_.whole) + " ends"
                               : "found " + quoted(std::string_view(at_, 1));
  wrong(at_, std::string("expected ") + what + ", but " + seen, words_.hint);
}

bool JsonCursor::another(char close) {
  const char c = peek();
  if (c == ',') {
    ++at_;
    return true;
  }
  if (c != close) expected(close == ']' ? "',' or ']'" : "',' or '}'");
  ++at_;
  return false;
}

std::string_view JsonCursor::string() {
  expect('"', "a string");
  const char* const start = at_;
  const char* const stop = string_stop(start);
  if (*stop == '"') {
    at_ = stop + 1;
    return {start, static_cast<std::size_t>(stop - start)};
  }
  return unescape(start);
}

unsigned JsonCursor::hex4(const char* at) const {
  unsigned code = 0;
  for (int i = 0; i < 4; ++i) {
    const char c = at[i];
    const int value = digit(c)               ? c - '0'
                      : c >= 'a' && c <= 'f' ? c - 'a' + 10
                      : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                             : -1;
    if (value < 0) wrong(at, "\\u needs four hexadecimal digits", "write \\u00e9, or the letter");
    code = code << 4 | static_cast<unsigned>(value);
  }
  return code;
}

std::string_view JsonCursor::unescape(const char* start) {
  std::string text;
  for (const char* from = start;;) {
    const char* at = string_stop(from);
    text.append(from, at);
    if (*at == '"') {
      at_ = at + 1;
      return arena_.store(text, start);
    }
    if (*at != '\\') {
      wrong(at,
            *at == '\n' ? "a string is not closed on its " + std::string(words_.whole)
                        : std::string("a string holds a control byte"),
            "escape control characters, as in \\n or \\t");
    }
    constexpr std::string_view kEscapes = "\"\\/bfnrt";
    constexpr std::string_view kMeanings = "\"\\/\b\f\n\r\t";
    const std::size_t kind = kEscapes.find(at[1]);
    if (kind != std::string_view::npos) {
      text += kMeanings[kind];
      from = at + 2;
      continue;
    }
    if (at[1] != 'u') wrong(at, "an unknown escape in a string", "write \\\\ for a backslash");
    unsigned code = hex4(at + 2);
    from = at + 6;
    if (code >= 0xD800 && code < 0xE000) {
      const bool pair = code < 0xDC00 && from[0] == '\\' && from[1] == 'u';
      const unsigned low = pair ? hex4(from + 2) : 0;
      if (low < 0xDC00 || low > 0xDFFF) {
        wrong(at, "half of a surrogate pair stands alone", "write the character itself, as UTF-8");
      }
      code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
      from += 6;
    }
    if (code == 0) wrong(at, "a string holds a zero byte", "ids and labels are text");
    append_utf8(text, code);
  }
}

std::string_view JsonCursor::number() {
  peek();
  const char* const start = at_;
  const char* p = at_;
  const auto digits = [&] {
    if (!digit(*p)) wrong(start, "a number is malformed", "write numbers as in 12, -0.5 or 1e-3");
    while (digit(*p)) ++p;
  };
  if (*p == '-') ++p;
  if (*p == '0' && digit(p[1])) {
    wrong(start, "a number has a leading zero", "quote codes: \"0110\" keeps its zero");
  }
  digits();
  if (*p == '.') ++p, digits();
  if (*p == 'e' || *p == 'E') {
    ++p;
    if (*p == '+' || *p == '-') ++p;
    digits();
  }
  at_ = p;
  return {start, static_cast<std::size_t>(p - start)};
}

void JsonCursor::literal(std::string_view word) {
  if (std::memcmp(at_, word.data(), word.size()) != 0) expected("a value");
  at_ += word.size();
}

void JsonCursor::skip(int depth) {
  if (depth > kDeepest) wrong(at_, "values are nested more than 200 deep", "flatten the record");
  switch (peek()) {
    case '"': (void)string(); return;
    case 't': return literal("true");
    case 'f': return literal("false");
    case 'n': return literal("null");
    case '[':
      ++at_;
      if (take(']')) return;
      do skip(depth + 1);
      while (another(']'));
      return;
    case '{':
      ++at_;
      if (take('}')) return;
      do {
        (void)string();
        expect(':', "':'");
        skip(depth + 1);
      } while (another('}'));
      return;
    default:
      if (*at_ != '-' && !digit(*at_)) expected("a value");
      (void)number();
  }
}

}  // namespace tallystick::detail
