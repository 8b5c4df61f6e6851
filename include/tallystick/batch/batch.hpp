// What readers hand to states: a block of aligned examples.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "tallystick/base/amount.hpp"
#include "tallystick/labels/vocabulary.hpp"

namespace tallystick {

/// A block of examples, reused by the reader. Row i of truth and of prediction is the same example.
/// Labels of a row are in any order; a repeat within a row counts once and is reported by the
/// state.
struct Batch {
  std::vector<LabelId> truth;                // all rows' true labels, row after row
  std::vector<LabelId> predicted;            // all rows' predicted labels
  std::vector<std::uint32_t> truth_end;      // end of each row in truth; its size is the row count
  std::vector<std::uint32_t> predicted_end;  // end of each row in predicted
  std::vector<Amount> weights;               // empty (every row weighs one) or one a row
  std::vector<std::string_view> ids;         // filled only when asked; valid until the next batch

  [[nodiscard]] std::size_t size() const noexcept { return truth_end.size(); }

  [[nodiscard]] std::span<const LabelId> truth_of(std::size_t row) const noexcept {
    return slice(truth, truth_end, row);
  }
  [[nodiscard]] std::span<const LabelId> predicted_of(std::size_t row) const noexcept {
    return slice(predicted, predicted_end, row);
  }

  void clear() noexcept {
    truth.clear();
    predicted.clear();
    truth_end.clear();
    predicted_end.clear();
    weights.clear();
    ids.clear();
  }

 private:
  static std::span<const LabelId> slice(const std::vector<LabelId>& labels,
                                        const std::vector<std::uint32_t>& ends,
                                        std::size_t row) noexcept {
    const std::size_t first = row == 0 ? 0 : ends[row - 1];
    return {labels.data() + first, ends[row] - first};
  }
};

}  // namespace tallystick
