// Every example's scored labels, best first: what measures of scores, thresholds and curves need.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tallystick/base/amount.hpp"
#include "tallystick/base/bytes.hpp"
#include "tallystick/base/large_array.hpp"
#include "tallystick/labels/vocabulary.hpp"

namespace tallystick {

/// A scored label of one example, and whether it is true there.
class ScoredLabel {
 public:
  ScoredLabel() = default;
  ScoredLabel(LabelId label, bool is_true) noexcept : bits_((label << 1) | (is_true ? 1 : 0)) {}
  [[nodiscard]] LabelId label() const noexcept { return bits_ >> 1; }
  [[nodiscard]] bool is_true() const noexcept { return (bits_ & 1) != 0; }

 private:
  std::uint32_t bits_ = 0;
};

/// 12 bytes a scored label, 4 a true label without a score, 4 a label known before. Kept on request
/// only.
class ScoreTable {
 public:
  struct Example {
    std::span<const ScoredLabel> labels;  // by descending score, then as added; each label once
    std::span<const double> scores;       // finite, one a label
    std::span<const LabelId> unscored;    // true labels without a score, ascending
    Amount weight;
    std::span<const LabelId> known = {};  // before, so that they count nowhere; ascending

    [[nodiscard]] std::size_t n_true() const noexcept;
  };

  /// Adds one example; scores descend. `known`: in any order, repeats included. Errors: too_large
  /// from 2^31 labels on.
  void add(std::span<const ScoredLabel> labels, std::span<const double> scores,
           std::span<const LabelId> unscored, Amount weight, std::span<const LabelId> known = {});
  /// Adds other's examples; its label i is remap[i] here.
  void merge(const ScoreTable& other, std::span<const LabelId> remap);

  [[nodiscard]] std::size_t size() const noexcept { return rows_.size(); }
  [[nodiscard]] bool empty() const noexcept { return rows_.size() == 0; }
  /// In no order that means anything.
  [[nodiscard]] Example example(std::size_t i) const noexcept;
  /// Scored labels of all examples.
  [[nodiscard]] std::size_t n_scores() const noexcept { return scores_.size(); }
  /// Every example weighs one.
  [[nodiscard]] bool unweighted() const noexcept { return weights_.empty(); }

  /// rank[id]: the label's place in the order of names; makes equal states equal bytes. With known
  /// labels or without.
  void save(ByteWriter& out, std::span<const LabelId> rank, bool with_known) const;
  void load(ByteReader& in, std::size_t n_labels, bool with_known);

 private:
  struct Row {
    std::uint64_t first_score = 0, first_unscored = 0, first_known = 0;
  };

  detail::LargeArray<ScoredLabel> labels_;
  detail::LargeArray<double> scores_;
  detail::LargeArray<LabelId> unscored_, known_;
  detail::LargeArray<Row> rows_;
  std::vector<Amount> weights_;  // empty until one is not one
};

}  // namespace tallystick
