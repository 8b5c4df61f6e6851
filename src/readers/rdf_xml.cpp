// A glance at XML before the parser sees it: is it XML, and how deep are its elements nested?
#include <algorithm>

#include "readers/rdf.hpp"

namespace tallystick::detail {

namespace {

bool name_byte(char c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == ':' ||
         c == '_' || c == '-' || c == '.' || static_cast<unsigned char>(c) >= 0x80;
}

/// One past the mark's next occurrence from `at`, or the end.
std::size_t beyond(std::string_view text, std::size_t at, std::string_view mark) noexcept {
  const std::size_t found = text.find(mark, at);
  return found == std::string_view::npos ? text.size() : found + mark.size();
}

/// One past the '>' of the tag at `at`; values in quotes may hold one too.
std::size_t tag_end(std::string_view text, std::size_t at) noexcept {
  while (at < text.size() && text[at] != '>') {
    const char c = text[at++];
    if (c != '"' && c != '\'') continue;
    at = std::min(text.find(c, at), text.size() - 1) + 1;
  }
  return std::min(at + 1, text.size());
}

}  // namespace

bool is_xml(std::string_view text) noexcept {
  const std::size_t start = std::min(text.find_first_not_of(" \t\r\n"), text.size());
  text.remove_prefix(start);
  if (text.starts_with("<?xml") || text.starts_with("<!")) return true;
  if (!text.starts_with('<')) return false;
  // In Turtle "<name>" is a relative IRI, which may stand first too.
  std::size_t end = 1;
  while (end < text.size() && name_byte(text[end])) ++end;
  const std::string_view name = text.substr(1, end - 1);
  return name == "RDF" || name.ends_with(":RDF") ||
         text.substr(0, tag_end(text, 0)).find("xmlns") != std::string_view::npos;
}

std::uint64_t nested_too_deep(std::string_view xml, std::size_t limit) noexcept {
  std::size_t depth = 0;
  for (std::size_t at = xml.find('<'); at < xml.size(); at = xml.find('<', at)) {
    const std::string_view rest = xml.substr(at);
    if (rest.starts_with("<!--")) {
      at = beyond(xml, at, "-->");
    } else if (rest.starts_with("<![CDATA[")) {
      at = beyond(xml, at, "]]>");
    } else if (rest.starts_with("<?")) {
      at = beyond(xml, at, "?>");
    } else if (rest.starts_with("<!")) {
      ++at;
    } else if (rest.starts_with("</")) {
      depth -= depth == 0 ? 0 : 1;
      ++at;
    } else {
      const std::size_t end = tag_end(xml, at);
      if (end < at + 2 || xml[end - 2] != '/') ++depth;
      if (depth > limit) {
        return static_cast<std::uint64_t>(std::count(xml.begin(), xml.begin() + at, '\n')) + 1;
      }
      at = end;
    }
  }
  return 0;
}

}  // namespace tallystick::detail
