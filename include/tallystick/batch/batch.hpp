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
  // Filled only when asked, and when the block has scores: every scored label, best or not, of
  // which `predicted` holds those that pass the threshold. Each label once a row.
  bool has_scores = false;
  std::vector<LabelId> scored;
  std::vector<double> scores;             // one a scored label, finite
  std::vector<std::uint32_t> scored_end;  // end of each row in scored; empty without scores
  // Graded relevance: empty, or one a true label (above 0), and the labels judged not relevant.
  std::vector<double> grades;
  std::vector<LabelId> judged;
  std::vector<std::uint32_t> judged_end;
  // Labels that were known of an example before and count nowhere; filled only when asked.
  std::vector<LabelId> known;
  std::vector<std::uint32_t> known_end;
  std::vector<std::string_view> ids;     // filled only when asked; valid until the next batch
  std::vector<std::string_view> groups;  // the same, of a column that examples are grouped by

  [[nodiscard]] std::size_t size() const noexcept { return truth_end.size(); }

  [[nodiscard]] std::span<const LabelId> truth_of(std::size_t row) const noexcept {
    return slice(truth, truth_end, row);
  }
  [[nodiscard]] std::span<const LabelId> predicted_of(std::size_t row) const noexcept {
    return slice(predicted, predicted_end, row);
  }

  [[nodiscard]] std::span<const LabelId> scored_of(std::size_t row) const noexcept {
    return slice(scored, scored_end, row);
  }
  [[nodiscard]] std::span<const double> scores_of(std::size_t row) const noexcept {
    const std::size_t first = row == 0 ? 0 : scored_end[row - 1];
    return {scores.data() + first, scored_end[row] - first};
  }
  /// Empty when relevance is not graded.
  [[nodiscard]] std::span<const double> grades_of(std::size_t row) const noexcept {
    if (grades.empty()) return {};
    const std::size_t first = row == 0 ? 0 : truth_end[row - 1];
    return {grades.data() + first, truth_end[row] - first};
  }
  [[nodiscard]] std::span<const LabelId> judged_of(std::size_t row) const noexcept {
    return judged_end.empty() ? std::span<const LabelId>() : slice(judged, judged_end, row);
  }

  [[nodiscard]] std::span<const LabelId> known_of(std::size_t row) const noexcept {
    return known_end.empty() ? std::span<const LabelId>() : slice(known, known_end, row);
  }

  void clear() noexcept {
    truth.clear();
    predicted.clear();
    truth_end.clear();
    predicted_end.clear();
    weights.clear();
    ids.clear();
    groups.clear();
    has_scores = false;
    scored.clear();
    scores.clear();
    scored_end.clear();
    grades.clear();
    judged.clear();
    judged_end.clear();
    known.clear();
    known_end.clear();
  }

 private:
  static std::span<const LabelId> slice(const std::vector<LabelId>& labels,
                                        const std::vector<std::uint32_t>& ends,
                                        std::size_t row) noexcept {
    const std::size_t first = row == 0 ? 0 : ends[row - 1];
    return {labels.data() + first, ends[row] - first};
  }
};

/// Appends one row, with all that goes with it but its id and its group. Rows of `to` that lack
/// what this one has, weights or grades, say, get what stands for none; but where one of
/// them has no scores, `to` keeps none.
void append_row(const Batch& from, std::size_t row, Batch& to);

}  // namespace tallystick
