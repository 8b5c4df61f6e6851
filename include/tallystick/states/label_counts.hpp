// tp, fp and fn of every label.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tallystick/base/amount.hpp"
#include "tallystick/base/bytes.hpp"
#include "tallystick/base/large_array.hpp"
#include "tallystick/labels/vocabulary.hpp"

namespace tallystick {

/// Sizes of one example's sets, repeats taken out.
struct Overlap {
  std::uint32_t common = 0, truth = 0, predicted = 0;
  std::uint32_t repeats = 0;  // label occurrences beyond the first of their set
};

/// True negatives are not stored: tn = n_examples - tp - fp - fn, taken when a cell is read.
/// Counts are exact and added in any order give the same state.
class LabelCounts {
 public:
  struct Counts {
    Amount tp, fp, fn;
    friend bool operator==(const Counts&, const Counts&) = default;
  };

  /// Makes room for labels 0 .. n-1. Ids in update must lie below.
  void resize(std::size_t n_labels);

  /// Sets all counts to 0; the labels stay.
  void clear() noexcept;

  /// Adds one example. O(|T| + |P|); labels in any order, repeats count once.
  Overlap update(std::span<const LabelId> truth, std::span<const LabelId> predicted, Amount weight);

  /// Adds counts to one label, for tables given as numbers.
  void add(LabelId label, const Counts& counts);

  /// Hints that a label will be updated soon.
  void prefetch(LabelId label) const noexcept { __builtin_prefetch(&rows_[label], 1); }

  /// Adds other's counts; its label i is remap[i] here, and no two labels are the same one here.
  void merge(const LabelCounts& other, std::span<const LabelId> remap, unsigned threads = 1);

  [[nodiscard]] Counts counts(LabelId label) const noexcept;
  [[nodiscard]] std::size_t size() const noexcept { return rows_.size(); }
  [[nodiscard]] bool weighted() const noexcept { return !fractions_.empty(); }

  /// Writes the labels in the order given, which makes equal states equal bytes.
  void save(ByteWriter& out, std::span<const LabelId> order) const;
  void load(ByteReader& in, std::size_t n_labels);

 private:
  struct Row {  // 32 bytes: one cache line serves two labels
    std::uint64_t tp = 0, fp = 0, fn = 0;
    std::uint32_t seen_true = 0, seen_predicted = 0;  // the last example that had it
  };
  struct Fractions {
    std::uint64_t tp = 0, fp = 0, fn = 0;
  };

  void add_weighted(LabelId label, std::uint64_t Row::* whole, std::uint64_t Fractions::* fraction,
                    Amount weight);
  void merge(const LabelCounts& other, std::span<const LabelId> remap, std::size_t first,
             std::size_t last);
  void new_example();

  detail::LargeArray<Row> rows_;
  std::vector<Fractions> fractions_;  // empty until a weight is not whole
  std::vector<LabelId> common_;       // scratch of update
  std::uint32_t example_ = 0;
};

}  // namespace tallystick
