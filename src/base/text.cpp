#include "tallystick/base/text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstring>
#include <utility>

namespace tallystick {

std::string number_text(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  std::array<char, 32> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
  return {buffer.data(), end};
}

std::string quoted(std::string_view text) {
  constexpr std::size_t kLongest = 80;
  const bool cut = text.size() > kLongest;
  std::size_t size = std::min(text.size(), kLongest);
  while (cut && size > 0 && (static_cast<unsigned char>(text[size]) & 0xC0) == 0x80) --size;
  std::string out = "'";
  for (const char c : text.substr(0, size)) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '\n') {
      out += "\\n";
    } else if (c == '\t') {
      out += "\\t";
    } else if (byte < 0x20 || byte == 0x7F) {
      constexpr std::string_view kHex = "0123456789abcdef";
      out += {'\\', 'x', kHex[byte >> 4], kHex[byte & 15]};
    } else {
      out += c;
    }
  }
  if (cut) out += "...";
  out += '\'';
  if (cut) out += " (" + std::to_string(text.size()) + " bytes)";
  return out;
}

std::string counted(std::uint64_t n, std::string_view singular, std::string_view plural) {
  std::string out = std::to_string(n) + ' ';
  if (n == 1) return out.append(singular);
  if (!plural.empty()) return out.append(plural);
  return out.append(singular) += 's';
}

namespace {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({change, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row[b.size()];
}

}  // namespace

std::vector<std::string> nearest(std::string_view wanted, std::span<const std::string_view> names,
                                 std::size_t n) {
  constexpr std::size_t kLongest = 200;  // longer names are not typed by hand
  if (wanted.size() > kLongest) return {};
  const std::size_t limit = std::max<std::size_t>(2, wanted.size() / 3);
  std::vector<std::pair<std::size_t, std::string_view>> found;
  for (const std::string_view name : names) {
    const std::size_t gap =
        name.size() > wanted.size() ? name.size() - wanted.size() : wanted.size() - name.size();
    // A name cut short is a good guess too, though no close one by edits.
    if (wanted.size() >= 3 && name.starts_with(wanted) && name != wanted) {
      found.emplace_back(std::min<std::size_t>(gap, 2), name);
      continue;
    }
    if (gap > limit) continue;
    const std::size_t distance = edit_distance(wanted, name);
    if (distance <= limit && distance < wanted.size()) found.emplace_back(distance, name);
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  std::vector<std::string> out;
  for (std::size_t i = 0; i < std::min(n, found.size()); ++i) out.emplace_back(found[i].second);
  return out;
}

std::size_t utf8_fault(std::string_view text) noexcept {
  const char* const begin = text.data();
  const std::size_t size = text.size();
  std::size_t i = 0;
  while (i < size) {
    if (i + 8 <= size) {  // eight ASCII bytes at a time
      std::uint64_t word;
      std::memcpy(&word, begin + i, 8);
      if ((word & 0x8080808080808080ull) == 0) {
        i += 8;
        continue;
      }
    }
    const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(begin[k]); };
    const unsigned lead = byte(i);
    if (lead < 0x80) {
      ++i;
      continue;
    }
    const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    if (lead < 0xC2 || lead > 0xF4 || i + length > size) return i;
    const unsigned second = byte(i + 1);
    // Overlong forms, surrogates and what lies beyond U+10FFFF show in the second byte.
    const unsigned low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    const unsigned high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    if (second < low || second > high) return i;
    for (std::size_t k = 2; k < length; ++k) {
      if ((byte(i + k) & 0xC0) != 0x80) return i;
    }
    i += length;
  }
  return size;
}

}  // namespace tallystick
