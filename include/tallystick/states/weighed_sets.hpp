// The distinct pairs of true and predicted label sets of examples that weigh differently.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tallystick/base/amount.hpp"
#include "tallystick/base/bytes.hpp"
#include "tallystick/labels/vocabulary.hpp"

namespace tallystick {

/// What intervals need of weighted examples: a resample draws an example with its weight. Size: the
/// labels of the distinct examples, 4 bytes each, and 40 bytes for each of them. Kept on request
/// only.
class WeighedSets {
 public:
  struct Entry {
    std::span<const LabelId> truth, predicted;  // ascending, each once
    Amount weight;                              // of each example
    std::uint64_t count = 0;                    // examples
  };

  /// Adds examples; labels in any order, repeats count once. Expected O(n log n) of its labels.
  void update(std::span<const LabelId> truth, std::span<const LabelId> predicted, Amount weight,
              std::uint64_t count = 1);
  /// Adds other's examples; its label i is remap[i] here.
  void merge(const WeighedSets& other, std::span<const LabelId> remap);

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
    Amount weight;
    std::uint64_t count = 0;
  };
  [[nodiscard]] static std::uint64_t hash(const Entry& entry) noexcept;
  void grow();

  std::vector<LabelId> labels_;
  std::vector<Row> rows_;
  std::vector<std::uint32_t> slots_;  // index into rows_ + 1; 0 is free
  std::vector<LabelId> sorted_;       // scratch of update
};

}  // namespace tallystick
