// What two systems say of each label of one example, and whether it is right.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "tallystick/labels/vocabulary.hpp"

namespace tallystick::detail {

/// Labels that are true or given by either system; of all others both are right.
class LabelDecisions {
 public:
  explicit LabelDecisions(std::size_t n_labels) : marks_(n_labels) {}

  /// Calls visit(label, right under a, right under b), once a label. Each system has the truth that
  /// it was counted with: of several accepted labels the one that suits it best.
  template <typename Visit>
  void see(std::span<const LabelId> truth_a, std::span<const LabelId> a,
           std::span<const LabelId> truth_b, std::span<const LabelId> b, Visit visit) {
    mark(truth_a, kTrueA);
    mark(a, kA);
    mark(truth_b, kTrueB);
    mark(b, kB);
    for (const LabelId label : met_) {
      const int marks = marks_[label];
      marks_[label] = 0;
      visit(label, ((marks & kTrueA) != 0) == ((marks & kA) != 0),
            ((marks & kTrueB) != 0) == ((marks & kB) != 0));
    }
    met_.clear();
  }

 private:
  static constexpr int kTrueA = 1, kA = 2, kTrueB = 4, kB = 8;
  void mark(std::span<const LabelId> labels, int bit) {
    for (const LabelId label : labels) {
      if (marks_[label] == 0) met_.push_back(label);
      marks_[label] = static_cast<char>(marks_[label] | bit);
    }
  }

  std::vector<char> marks_;  // of each label; all 0 between examples
  std::vector<LabelId> met_;
};

}  // namespace tallystick::detail
