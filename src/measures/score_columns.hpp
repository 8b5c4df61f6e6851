// Every label's scores, sorted once for all figures that look at them.
#pragma once

#include <cstdint>
#include <vector>

#include "tallystick/base/large_array.hpp"
#include "tallystick/measures/score_column.hpp"
#include "tallystick/measures/whole.hpp"

namespace tallystick::detail {

/// 8 bytes a scored label, 16 more where examples have weights.
class ScoreColumns {
 public:
  explicit ScoreColumns(const Whole& whole);

  /// Labels that enter macro means: as Whole has them, where a score is to be seen, too.
  [[nodiscard]] const std::vector<LabelId>& labels() const noexcept { return labels_; }
  [[nodiscard]] ScoreColumn of(LabelId label) const noexcept;
  /// The cells of labels() and of labels that count as wrong without being labels of their own.
  [[nodiscard]] const ScoreColumn& pooled() const noexcept { return pooled_.column; }
  /// Makes pooled(), once.
  void pool();
  /// Of all scores; 0 when there are none.
  [[nodiscard]] double lowest() const noexcept { return lowest_; }
  [[nodiscard]] double highest() const noexcept { return highest_; }

 private:
  struct Cells {
    std::vector<std::uint64_t> keys;
    std::vector<u128> amounts;  // empty: each is 1
  };
  struct Unscored {
    u128 positive = 0, negative = 0;
  };
  struct Pooled {
    bool made = false;
    Cells positive, negative;
    ScoreColumn column;
  };
  void count(const ScoreTable& table);
  void place(const ScoreTable& table);
  void sort(const ScoreTable& table);
  void add_unscored(const ScoreTable& table);
  [[nodiscard]] u128 amount(std::size_t first, std::size_t last) const noexcept;

  const Whole* whole_;
  std::vector<std::size_t> first_;  // of label l in keys_: false ones at 2l, true ones at 2l + 1
  LargeArray<std::uint64_t> keys_;
  std::vector<u128> amounts_;          // empty: each is 1
  std::vector<std::size_t> examples_;  // of each cell, until its amount is known
  std::vector<Unscored> unscored_;     // of each label
  std::vector<LabelId> labels_, wrong_;
  double lowest_ = 0, highest_ = 0;
  Pooled pooled_;
};

}  // namespace tallystick::detail
