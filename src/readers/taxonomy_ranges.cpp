// Codes that are ranges of others: A00-B99 of ICD-10, 31-33 of NAICS.
#include <algorithm>
#include <optional>

#include "readers/taxonomy_codes.hpp"
#include "readers/taxonomy_rows.hpp"

namespace tallystick::detail {

namespace {

std::optional<CodeRange> range_of(std::string_view code, std::uint32_t index) {
  constexpr std::string_view kEnDash = "\xE2\x80\x93";
  std::size_t at = code.find('-');
  std::size_t size = 1;
  if (at == std::string_view::npos) at = code.find(kEnDash), size = kEnDash.size();
  if (at == std::string_view::npos) return {};
  const CodeRange range{trimmed(code.substr(0, at)), trimmed(code.substr(at + size)), index};
  constexpr std::string_view kDigits = "0123456789";
  constexpr std::string_view kOthers = "-./ ";
  const bool two_codes = range.low.size() == range.high.size() && range.low.size() >= 2 &&
                         range.low <= range.high &&
                         range.low.find_first_of(kDigits) != std::string_view::npos &&
                         range.high.find_first_of(kDigits) != std::string_view::npos &&
                         range.low.find_first_of(kOthers) == std::string_view::npos &&
                         range.high.find_first_of(kOthers) == std::string_view::npos;
  if (!two_codes) return {};
  return range;
}

/// Whether a code has the form of a range, in the right order or not.
bool shaped_like_a_range(std::string_view code) {
  const std::size_t at = code.find('-');
  return at != std::string_view::npos && at >= 2 && 2 * at + 1 == code.size() &&
         code.find('-', at + 1) == std::string_view::npos;
}

bool wider(const CodeRange& a, const CodeRange& b) {
  return a.low != b.low ? a.low < b.low : a.high != b.high ? a.high > b.high : a.code < b.code;
}

/// Two of them share codes, and neither holds the other.
bool overlap_in_part(const std::vector<CodeRange>& ranges) {
  std::vector<const CodeRange*> open;
  for (const CodeRange& range : ranges) {
    while (!open.empty() && !open.back()->covers(range.low)) open.pop_back();
    if (!open.empty() && !open.back()->covers(range.high)) return true;
    open.push_back(&range);
  }
  return false;
}

/// Some code, or a narrower range, lies inside one: else '-' joins segments.
bool hold_others(const std::vector<CodeRange>& ranges, const std::vector<std::string_view>& sorted,
                 const std::vector<char>& is_range) {
  std::vector<std::string_view> plain;
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    if (is_range[i] == 0) plain.push_back(sorted[i]);
  }
  const CodeRange* open = nullptr;  // the widest so far
  for (const CodeRange& range : ranges) {
    const auto code = std::lower_bound(plain.begin(), plain.end(), range.low);
    if (code != plain.end() && range.covers(*code)) return true;
    if (open != nullptr && open->low < range.low && range.high < open->high) return true;
    if (open == nullptr || open->high < range.high) open = &range;
  }
  return false;
}

}  // namespace

std::vector<CodeRange> find_ranges(const std::vector<std::string_view>& sorted) {
  std::vector<CodeRange> ranges;
  std::vector<char> is_range(sorted.size(), 0);
  for (std::uint32_t i = 0; i < sorted.size(); ++i) {
    if (const auto range = range_of(sorted[i], i)) {
      ranges.push_back(*range);
      is_range[i] = 1;
    } else if (shaped_like_a_range(sorted[i])) {
      return {};  // "11-10" shows that '-' joins segments
    }
  }
  std::sort(ranges.begin(), ranges.end(), wider);
  if (overlap_in_part(ranges)) return {};
  if (!hold_others(ranges, sorted, is_range)) return {};
  return ranges;
}

void nest_in_ranges(const std::vector<CodeRange>& ranges, Nesting& nesting) {
  std::vector<const CodeRange*> open;
  std::size_t next = 0;
  // Both are in byte order; a range comes before the codes that begin where it does.
  const auto advance = [&](std::string_view to) {
    for (; next < ranges.size() && ranges[next].low <= to; ++next) {
      const CodeRange& range = ranges[next];
      while (!open.empty() && !open.back()->covers(range.low)) open.pop_back();
      if (!open.empty()) nesting.parent[range.code] = open.back()->code;
      open.push_back(&range);
    }
  };
  std::vector<char> is_range(nesting.codes.size(), 0);
  for (const CodeRange& range : ranges) is_range[range.code] = 1;
  for (std::uint32_t i = 0; i < nesting.codes.size(); ++i) {
    if (is_range[i] != 0) continue;
    advance(nesting.codes[i]);
    while (!open.empty() && !open.back()->covers(nesting.codes[i])) open.pop_back();
    if (nesting.parent[i] == Nesting::kNone && !open.empty()) {
      nesting.parent[i] = open.back()->code;
    }
  }
  if (!ranges.empty()) advance(ranges.back().low);
}

}  // namespace tallystick::detail
