// How the codes of a list nest: by prefix, by segments, by ranges, or padded with zeros.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tallystick::detail {

/// A list of codes with the parent that each has by its letters and digits alone.
struct Nesting {
  static constexpr std::uint32_t kNone = UINT32_MAX;

  std::vector<std::string_view> codes;  // in byte order; parts of the codes that were given
  std::vector<char> listed;             // 0: not in the list, but implied by "A00.1"
  std::vector<std::uint32_t> parent;    // kNone: a top
  std::string detail;                   // "codes of 1, 2, 3, 4 characters"
  bool written_root = false;            // "00-0000" above all others
  std::size_t n_nested = 0;             // listed codes below a listed one
  std::size_t n_skipping = 0;           // codes whose parent is more than one length away

  [[nodiscard]] std::size_t n_implied() const noexcept;
};

struct NestingRules {
  std::string separator;  // the only one that nests codes; empty: '.', '-', '/' where they do
  bool insist = false;    // they do nest, though they look like mere numbers
  std::string origin;     // for messages
};

/// Parents of the codes, which may be in any order and repeat: the longest other code that begins
/// it; up to the last separator, listed or not; for "A00" a range "A00-A09"; for "1110", padded,
/// "1100". Time n log n in codes, whatever their lengths.
/// Errors: too_large when a code has more than 256 segments.
[[nodiscard]] Nesting nest(std::vector<std::string_view> codes, const NestingRules& rules);

// The steps of nest().

/// A code "A00-B99": it stands for all codes between.
struct CodeRange {
  std::string_view low, high;
  std::uint32_t code;  // its index among the sorted codes

  [[nodiscard]] bool covers(std::string_view other) const noexcept {
    return other >= low && other.substr(0, high.size()) <= high;
  }
};
/// The ranges among the codes, widest first where they begin alike; none when they overlap in part,
/// or hold no other code: then '-' is a separator like others.
[[nodiscard]] std::vector<CodeRange> find_ranges(const std::vector<std::string_view>& sorted);

/// Gives every code without a parent the narrowest range that covers it.
void nest_in_ranges(const std::vector<CodeRange>& ranges, Nesting& nesting);

/// Whether codes of one length, padded with zeros, nest where their significant parts do, and
/// better than they do as they stand (`plain` of them). Fills the nesting if so.
[[nodiscard]] bool nest_padded(Nesting& nesting, std::size_t plain);

}  // namespace tallystick::detail
