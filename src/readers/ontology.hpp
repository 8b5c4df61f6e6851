// What ontologies have in common, whatever they are written in: classes that were withdrawn, and
// notes with counts.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "tallystick/labels/vocabulary.hpp"

namespace tallystick::detail {

using Counts = std::map<std::string, std::uint64_t>;

/// "a 3, b 1": the first ten in the order of their bytes.
[[nodiscard]] std::string listed(const Counts& counts);

/// Whether a class is there, and what is said to replace it.
class Standing {
 public:
  void replaced_by(LabelId other) noexcept {
    several_ |= by_ != kNoLabel && by_ != other;
    by_ = other;
  }
  bool present = false;    // it has an entry, withdrawn or not
  bool withdrawn = false;  // obsolete, deprecated

  [[nodiscard]] bool usable() const noexcept { return present && !withdrawn; }
  /// The only replacement, or kNoLabel.
  [[nodiscard]] LabelId replacement() const noexcept { return several_ ? kNoLabel : by_; }

 private:
  LabelId by_ = kNoLabel;
  bool several_ = false;
};

/// The class that stands for each: itself, or for a withdrawn one its only replacement, over any
/// number of steps; kNoLabel where there is none. Linear.
[[nodiscard]] std::vector<LabelId> stand_ins(std::span<const Standing> classes);

}  // namespace tallystick::detail
