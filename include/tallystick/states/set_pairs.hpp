// The distinct pairs of true and predicted label sets, each with how many examples have it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tallystick/base/amount.hpp"
#include "tallystick/base/bytes.hpp"
#include "tallystick/labels/vocabulary.hpp"

namespace tallystick {

/// What measures need that neither labels apart nor sizes of sets can tell, such as those over a
/// hierarchy. Size: the labels of the distinct examples, 4 bytes each. Kept on request only.
class SetPairs {
 public:
  struct Entry {
    std::span<const LabelId> truth, predicted;  // ascending, each once
    Amount amount;
  };

  SetPairs();

  /// Adds one example; labels in any order, repeats count once. Expected O(n log n) of its labels.
  void update(std::span<const LabelId> truth, std::span<const LabelId> predicted, Amount weight);
  /// Adds other's examples; its label i is remap[i] here.
  void merge(const SetPairs& other, std::span<const LabelId> remap);

  [[nodiscard]] std::size_t size() const noexcept { return rows_.size(); }
  [[nodiscard]] bool empty() const noexcept { return rows_.empty(); }
  /// In the order of first sight.
  [[nodiscard]] Entry entry(std::size_t i) const noexcept;

  /// rank[id]: the label's place in the order of names; makes equal states equal bytes.
  void save(ByteWriter& out, std::span<const LabelId> rank) const;
  void load(ByteReader& in, std::size_t n_labels);

 private:
  struct Row {
    std::uint64_t begin = 0;  // in labels_: the true labels, then the predicted ones
    std::uint32_t n_true = 0, n_predicted = 0;
    Amount amount;
  };
  void add(const std::vector<LabelId>& labels, std::uint32_t n_true, Amount weight);
  [[nodiscard]] std::uint64_t hash(std::span<const LabelId> labels, std::uint32_t n_true) const;
  [[nodiscard]] std::span<const LabelId> labels_of(const Row& row) const noexcept {
    return {labels_.data() + row.begin, std::size_t{row.n_true} + row.n_predicted};
  }
  void grow();

  std::vector<LabelId> labels_;
  std::vector<Row> rows_;
  std::vector<std::uint32_t> slots_;  // index into rows_ + 1; 0 is free
  std::vector<LabelId> sorted_;       // scratch of update
};

}  // namespace tallystick
