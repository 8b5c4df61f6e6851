// The same examples under several systems, as few kinds of them as figures can tell apart.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "kept_rows.hpp"
#include "tallystick/batch/batch.hpp"
#include "tallystick/evaluate.hpp"

namespace tallystick::detail {

/// One system's counts and examples.
struct SystemRows {
  Tallied tallied;
  KeptRows rows;
};

/// The systems' examples, brought together.
struct Aligned {
  Tally none;                                      // no examples, but the labels of all systems
  std::vector<SystemRows> systems;                 // rows carry the label ids of `none`
  std::vector<std::vector<std::uint32_t>> row_of;  // [system][example]: the place of its row
  std::uint64_t n_left_out = 0;                    // examples that a system lacks

  [[nodiscard]] std::size_t size() const noexcept { return row_of[0].size(); }
};
/// Brings rows together by id. Errors: no_examples when the systems share none.
[[nodiscard]] Aligned align(std::vector<SystemRows> systems);

/// Examples of one weight whose rows are alike under both systems.
struct PairedKind {
  std::uint32_t a = 0, b = 0;  // contents
  std::uint64_t count = 0;     // examples
  std::uint64_t weight = 1;    // of each, in a unit that all have in common
};

/// Two systems as kinds of examples. Which system is `a` of the kinds is decided by what the two
/// predict, so that exchanging them changes no draw.
struct PairedRows {
  std::vector<PairedKind> kinds;  // in an order that is a function of the data
  Batch contents;                 // distinct rows of either system
  bool swapped = false;           // a of the kinds is the second system
};
/// `weights`: of each example, in any unit; empty where all weigh one.
[[nodiscard]] PairedRows paired_rows(const Aligned& aligned, std::size_t a, std::size_t b,
                                     std::span<const std::uint64_t> weights = {});

}  // namespace tallystick::detail
