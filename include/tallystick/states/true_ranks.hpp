// Where each example's true labels rank, with their names: what weighs labels that were found.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tallystick/base/amount.hpp"
#include "tallystick/base/bytes.hpp"
#include "tallystick/base/large_array.hpp"
#include "tallystick/labels/label_order.hpp"
#include "tallystick/labels/vocabulary.hpp"
#include "tallystick/states/score_table.hpp"

namespace tallystick {

/// A true label that has a score.
struct TrueRank {
  LabelId label = 0;
  std::uint32_t before = 0;  // labels with a higher score
  std::uint32_t size = 0;    // labels with this score

  friend auto operator<=>(const TrueRank&, const TrueRank&) = default;
};

/// The true ones of the labels of an example, whose scores descend. Where the rule of ties orders
/// labels, they stand in that order, and each has a place of its own.
void find_true_ranks(std::span<const ScoredLabel> labels, std::span<const double> scores, Ties ties,
                     std::vector<TrueRank>& out);

/// 12 bytes a true label with a score, 4 one without: nothing is kept of the labels that are not
/// true, nor of the scores. Kept on request only.
class TrueRanks {
 public:
  struct Example {
    std::span<const TrueRank> ranked;   // best first; each label once
    std::span<const LabelId> unscored;  // ascending
    Amount weight;

    [[nodiscard]] std::size_t n_true() const noexcept { return ranked.size() + unscored.size(); }
  };

  /// Adds one example; one without true labels is not kept.
  void add(std::span<const TrueRank> ranked, std::span<const LabelId> unscored, Amount weight);
  /// Adds other's examples; its label i is remap[i] here.
  void merge(const TrueRanks& other, std::span<const LabelId> remap);

  [[nodiscard]] std::size_t size() const noexcept { return rows_.size(); }
  [[nodiscard]] bool empty() const noexcept { return rows_.size() == 0; }
  /// In no order that means anything.
  [[nodiscard]] Example example(std::size_t i) const noexcept;

  /// rank[id]: the label's place in the order of names; makes equal states equal bytes.
  void save(ByteWriter& out, std::span<const LabelId> rank) const;
  void load(ByteReader& in, std::size_t n_labels);

 private:
  struct Row {
    std::uint64_t first_ranked = 0, first_unscored = 0;
  };

  detail::LargeArray<TrueRank> ranked_;
  detail::LargeArray<LabelId> unscored_;
  detail::LargeArray<Row> rows_;
  std::vector<Amount> weights_;  // empty until one is not one
};

}  // namespace tallystick
