#include "readers/taxonomy_codes.hpp"

#include <algorithm>
#include <charconv>
#include <set>
#include <utility>

#include "readers/taxonomy_rows.hpp"
#include "tallystick/base/error.hpp"
#include "tallystick/base/text.hpp"

namespace tallystick::detail {

namespace {

constexpr std::size_t kNoSeparator = std::string_view::npos;
constexpr std::size_t kMaxSegments = 256;

bool digit(char c) noexcept { return c >= '0' && c <= '9'; }

/// What separates the segments of codes.
class Separators {
 public:
  /// `exact` is one separator of any length; else `any` are characters.
  Separators(std::string_view exact, std::string_view any) : exact_(exact), any_(any) {}

  [[nodiscard]] bool none() const noexcept { return exact_.empty() && any_.empty(); }

  /// The code up to its last separator; empty when it has a single segment.
  [[nodiscard]] std::string_view base(std::string_view code) const noexcept {
    const std::size_t at = last(code);
    if (at == kNoSeparator) return {};
    std::string_view base = trimmed(code.substr(0, at));
    while (!base.empty() && exact_.empty() && any_.find(base.back()) != kNoSeparator) {
      base = trimmed(base.substr(0, base.size() - 1));
    }
    return base;
  }
  [[nodiscard]] std::string_view last_segment(std::string_view code) const noexcept {
    const std::size_t at = last(code);
    return at == kNoSeparator ? code : code.substr(at + (exact_.empty() ? 1 : exact_.size()));
  }

 private:
  /// Where the last separator that has something on both sides is.
  [[nodiscard]] std::size_t last(std::string_view code) const noexcept {
    if (code.size() < 3 || none()) return kNoSeparator;
    const std::size_t at = exact_.empty() ? code.find_last_of(any_, code.size() - 2)
                                          : code.rfind(exact_, code.size() - 2);
    if (at == 0 || at == kNoSeparator) return kNoSeparator;
    return at + exact_.size() >= code.size() ? kNoSeparator : at;
  }

  std::string_view exact_, any_;
};

/// Numbers that only count (1, 2, ... 9, 10, 11): "10" is no part of "1".
struct Counting {
  bool tops = false;      // of codes without a separator
  bool segments = false;  // of last segments
};

Counting find_counting(const std::vector<std::string_view>& codes, const Separators& separators) {
  std::vector<std::pair<std::string_view, std::uint32_t>> numbers;
  for (const std::string_view code : codes) {
    const std::string_view last = separators.last_segment(code);
    std::uint32_t number = 0;
    const auto [end, error] = std::from_chars(last.data(), last.data() + last.size(), number);
    if (error != std::errc{} || end != last.data() + last.size() || number > 999'999) continue;
    if (last.size() > 1 && last.front() == '0') continue;  // fixed widths do not count
    numbers.emplace_back(separators.base(code), number);
  }
  std::sort(numbers.begin(), numbers.end());
  Counting found;
  std::size_t counting = 0, nesting = 0;
  for (std::size_t i = 0; i < numbers.size();) {
    std::size_t end = i;
    while (end < numbers.size() && numbers[end].first == numbers[i].first) ++end;
    const std::uint64_t highest = numbers[end - 1].second;
    if (highest >= 10) {
      const bool counts = (end - i) * 10 >= highest * 9;  // a few may have been withdrawn
      if (numbers[i].first.empty()) {
        found.tops = counts;
      } else {
        ++(counts ? counting : nesting);
      }
    }
    i = end;
  }
  found.segments = counting > nesting;
  return found;
}

/// Adds the codes that others imply: "A00" when only "A00.1" is listed.
void add_implied(Nesting& out, const Separators& separators, const std::vector<char>& is_range,
                 const std::string& origin) {
  std::vector<std::string_view> implied;
  for (std::size_t i = 0; i < out.codes.size(); ++i) {
    if (is_range[i] != 0) continue;
    std::size_t segments = 1;
    for (std::string_view base = separators.base(out.codes[i]); !base.empty();
         base = separators.base(base)) {
      if (std::binary_search(out.codes.begin(), out.codes.end(), base)) break;
      if (++segments > kMaxSegments) {
        fail(ErrorCode::too_large, Place{origin},
             "code " + quoted(out.codes[i]) + " has more than 256 segments",
             "write the hierarchy as edges");
      }
      implied.push_back(base);
    }
  }
  std::sort(implied.begin(), implied.end());
  implied.erase(std::unique(implied.begin(), implied.end()), implied.end());
  std::vector<std::string_view> all;
  all.reserve(out.codes.size() + implied.size());
  std::merge(out.codes.begin(), out.codes.end(), implied.begin(), implied.end(),
             std::back_inserter(all));
  out.listed.assign(all.size(), 1);
  for (std::size_t i = 0, next = 0; i < all.size() && next < implied.size(); ++i) {
    if (all[i] != implied[next]) continue;
    out.listed[i] = 0;
    ++next;
  }
  out.codes = std::move(all);
}

/// Walks the codes in byte order; those that begin the present one lie on a stack.
template <typename Skip, typename Accept>
void nest_by_prefix(Nesting& out, Skip skip, Accept accept) {
  std::vector<std::uint32_t> open;
  for (std::uint32_t i = 0; i < out.codes.size(); ++i) {
    if (skip(i)) continue;
    while (!open.empty() && !out.codes[i].starts_with(out.codes[open.back()])) open.pop_back();
    for (std::size_t j = open.size(); j-- > 0;) {
      if (!accept(out.codes[open[j]], out.codes[i])) continue;
      out.parent[i] = open[j];
      break;
    }
    open.push_back(i);
  }
}

std::size_t n_plain(Nesting trial) {
  nest_by_prefix(
      trial, [](std::uint32_t) { return false; },
      [](std::string_view, std::string_view) { return true; });
  return static_cast<std::size_t>(
      std::count_if(trial.parent.begin(), trial.parent.end(),
                    [](std::uint32_t parent) { return parent != Nesting::kNone; }));
}

std::string lengths_text(const std::set<std::size_t>& lengths) {
  if (lengths.size() > 8) {
    return "codes of " + std::to_string(*lengths.begin()) + " to " +
           counted(*lengths.rbegin(), "character");
  }
  std::string text;
  for (const std::size_t length : lengths) {
    text += (text.empty() ? "" : ", ") + std::to_string(length);
  }
  return "codes of " + text + (text == "1" ? " character" : " characters");
}

/// Says how they nest, and how many jump over a length.
void describe(Nesting& out, const Separators& separators, bool segments, bool ranges) {
  std::set<std::size_t> lengths;
  std::string_view example, above;
  for (std::size_t i = 0; i < out.codes.size(); ++i) {
    const std::string_view base = separators.base(out.codes[i]);
    if (lengths.size() < 64) lengths.insert(out.codes[i].size());
    if (base.empty() || !example.empty() || out.parent[i] == Nesting::kNone) continue;
    const std::string_view parent = out.codes[out.parent[i]];
    if (parent.size() <= base.size()) continue;
    example = out.codes[i];
    above = parent;
  }
  const bool separated =
      std::any_of(out.codes.begin(), out.codes.end(),
                  [&](std::string_view code) { return !separators.base(code).empty(); });
  if (separated) {
    out.detail = example.empty() || segments
                     ? "up to the last separator"
                     : "by prefix, as " + quoted(example) + " below " + quoted(above);
  } else {
    out.detail = lengths_text(lengths);
  }
  if (ranges) out.detail += "; ranges hold the codes between their ends";
  if (separated || ranges || lengths.size() >= 64) return;
  for (std::size_t i = 0; i < out.codes.size(); ++i) {
    const auto length = lengths.find(out.codes[i].size());
    if (length == lengths.begin()) continue;
    const std::size_t expected = *std::prev(length);
    const std::uint32_t parent = out.parent[i];
    out.n_skipping += parent == Nesting::kNone || out.codes[parent].size() != expected ? 1 : 0;
  }
}

bool mostly_digits(const std::vector<std::string_view>& codes) {
  const auto with_digit = std::count_if(codes.begin(), codes.end(), [](std::string_view code) {
    return std::any_of(code.begin(), code.end(), digit);
  });
  return static_cast<std::size_t>(with_digit) * 2 >= codes.size();
}

}  // namespace

std::size_t Nesting::n_implied() const noexcept {
  return static_cast<std::size_t>(std::count(listed.begin(), listed.end(), 0));
}

Nesting nest(std::vector<std::string_view> codes, const NestingRules& rules) {
  Nesting out;
  std::sort(codes.begin(), codes.end());
  codes.erase(std::unique(codes.begin(), codes.end()), codes.end());
  out.codes = std::move(codes);
  out.parent.assign(out.codes.size(), Nesting::kNone);
  out.listed.assign(out.codes.size(), 1);

  const bool exact = !rules.separator.empty();
  std::vector<CodeRange> ranges;
  if (!exact) {
    ranges = find_ranges(out.codes);
    if (ranges.empty() && nest_padded(out, n_plain(out))) return out;
  }
  const bool numbered = mostly_digits(out.codes);  // words have hyphens that nest nothing
  const Separators separators(rules.separator, exact || !numbered ? std::string_view{}
                                               : ranges.empty()   ? "./-"
                                                                  : "./");
  Counting counting = find_counting(out.codes, separators);
  if (rules.insist) counting.tops = false;
  const bool segments = exact || counting.segments;

  std::vector<char> is_range(out.codes.size(), 0);
  for (const CodeRange& range : ranges) is_range[range.code] = 1;
  std::vector<std::string_view> range_codes;
  for (const CodeRange& range : ranges) range_codes.push_back(out.codes[range.code]);
  add_implied(out, separators, is_range, rules.origin);
  for (std::size_t i = 0; i < ranges.size(); ++i) {  // implied codes have moved them
    ranges[i].code = static_cast<std::uint32_t>(
        std::lower_bound(out.codes.begin(), out.codes.end(), range_codes[i]) - out.codes.begin());
  }
  is_range.assign(out.codes.size(), 0);
  for (const CodeRange& range : ranges) is_range[range.code] = 1;
  out.parent.assign(out.codes.size(), Nesting::kNone);

  nest_by_prefix(
      out, [&](std::uint32_t i) { return is_range[i] != 0; },
      [&](std::string_view above, std::string_view code) {
        const std::string_view base = separators.base(code);
        if (base.empty()) return !exact && !counting.tops;
        return above == base || (!segments && above.size() > base.size());
      });
  nest_in_ranges(ranges, out);
  for (std::size_t i = 0; i < out.codes.size(); ++i) {
    const std::uint32_t parent = out.parent[i];
    out.n_nested += parent != Nesting::kNone && out.listed[i] != 0 && out.listed[parent] != 0;
  }
  describe(out, separators, segments, !ranges.empty());
  return out;
}

}  // namespace tallystick::detail
