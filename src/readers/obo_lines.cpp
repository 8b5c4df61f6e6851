#include "readers/obo_lines.hpp"

#include <algorithm>

namespace tallystick::detail {

namespace {

bool blank(char c) noexcept { return c == ' ' || c == '\t' || c == '\r'; }

std::string_view trimmed(std::string_view text) noexcept {
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  return text;
}

/// It ends with a backslash that no backslash escapes.
bool ends_escaped(std::string_view line) noexcept {
  const std::size_t last = line.find_last_not_of('\\');
  const std::size_t slashes = line.size() - (last == std::string_view::npos ? 0 : last + 1);
  return slashes % 2 == 1;
}

/// Without a comment, which begins with a '!' after a blank. A '!' inside double quotes is text,
/// unless the quotes are not in pairs (inches, primes): then they are text themselves.
std::string_view without_comment(std::string_view text) noexcept {
  std::size_t any = std::string_view::npos;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\') {
      ++i;
    } else if (text[i] == '"') {
      quoted = !quoted;
    } else if (text[i] == '!' && (i == 0 || blank(text[i - 1]))) {
      if (!quoted) return text.substr(0, i);
      any = std::min(any, i);
    }
  }
  return quoted ? text.substr(0, any) : text;
}

/// Without trailing modifiers, {name="value", ...}. Names of classes may end with braces too.
std::string_view without_modifiers(std::string_view text) noexcept {
  if (!text.ends_with('}') || ends_escaped(text.substr(0, text.size() - 1))) return text;
  bool quoted = false;
  for (std::size_t i = text.size() - 1; i-- > 0;) {
    if (text[i] != '"' && (text[i] != '{' || quoted)) continue;
    if (ends_escaped(text.substr(0, i))) continue;
    if (text[i] == '{') {
      const std::string_view inside = text.substr(i + 1, text.size() - i - 2);
      const bool names = inside.find('=') != std::string_view::npos || trimmed(inside).empty();
      return names && (i == 0 || blank(text[i - 1])) ? text.substr(0, i) : text;
    }
    quoted = !quoted;
  }
  return text;
}

}  // namespace

std::string_view OboLines::take() {
  const std::size_t end = std::min(rest_.find('\n'), rest_.size());
  std::string_view line = rest_.substr(0, end);
  rest_.remove_prefix(std::min(end + 1, rest_.size()));
  if (line.ends_with('\r')) line.remove_suffix(1);
  ++taken_;
  return line;
}

bool OboLines::next() {
  while (!rest_.empty()) {
    std::string_view line = take();
    number_ = taken_;
    if (ends_escaped(line)) {
      joined_.clear();
      while (ends_escaped(line)) {
        joined_ += line.substr(0, line.size() - 1);
        line = rest_.empty() ? std::string_view{} : take();
      }
      joined_ += line;
      line = joined_;
    }
    text_ = trimmed(line);
    if (!text_.empty() && text_.front() != '!') return true;
  }
  return false;
}

OboTag obo_tag(std::string_view line) noexcept {
  std::size_t colon = 0;
  while (colon < line.size() && line[colon] != ':') colon += line[colon] == '\\' ? 2 : 1;
  if (colon >= line.size()) return {};
  return {trimmed(line.substr(0, colon)),
          trimmed(without_modifiers(trimmed(without_comment(line.substr(colon + 1)))))};
}

std::string obo_text(std::string_view escaped) {
  std::string text;
  text.reserve(escaped.size());
  for (std::size_t i = 0; i < escaped.size(); ++i) {
    if (escaped[i] != '\\' || i + 1 == escaped.size()) {
      text += escaped[i];
      continue;
    }
    const char c = escaped[++i];
    text += c == 'n' ? '\n' : c == 't' ? '\t' : c == 'W' ? ' ' : c;
  }
  return text;
}

}  // namespace tallystick::detail
