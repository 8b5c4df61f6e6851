// What the input policies dropped, added or merged. Part of every output and every saved state.
#pragma once

#include <cstdint>

namespace tallystick {

struct PolicyCounts {
  std::uint64_t missing = 0;            // ids of the truth without a prediction
  std::uint64_t extra = 0;              // ids of the predictions that the truth lacks
  std::uint64_t unknown_labels = 0;     // occurrences of labels outside the declared set
  std::uint64_t repeated_labels = 0;    // occurrences of a label beyond the first in one row
  std::uint64_t abstained = 0;          // predicted cells that hold an abstention
  std::uint64_t duplicate_scores = 0;   // scores beyond the one kept for an (id, label)
  std::uint64_t padded_codes = 0;       // codes that --code-width filled up with zeros
  std::uint64_t alternative_codes = 0;  // codes read as the class they stand for in the hierarchy
  std::uint64_t accepted_other = 0;     // examples decided by another than the first accepted code

  friend bool operator==(const PolicyCounts&, const PolicyCounts&) = default;
  void merge(const PolicyCounts& other) noexcept {
    missing += other.missing;
    extra += other.extra;
    unknown_labels += other.unknown_labels;
    repeated_labels += other.repeated_labels;
    abstained += other.abstained;
    duplicate_scores += other.duplicate_scores;
    padded_codes += other.padded_codes;
    alternative_codes += other.alternative_codes;
    accepted_other += other.accepted_other;
  }
};

}  // namespace tallystick
