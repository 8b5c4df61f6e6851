// How often each label occurs among the examples that a model was trained on.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tallystick/labels/vocabulary.hpp"
#include "tallystick/readers/read.hpp"
#include "tallystick/states/policy_counts.hpp"

namespace tallystick {

/// Counts of training labels: what propensities and the bias of predictions are made from.
struct TrainCounts {
  Vocabulary labels;                  // those that occur, as options trim, fold or unite them
  std::vector<std::uint64_t> counts;  // of each label id: the examples that have it; at least 1
  std::uint64_t examples = 0;         // all of them, those without labels too; at least 1
  InputFacts facts;
  PolicyCounts policies;

  /// In how many examples the label stands; 0 for one that does not occur.
  [[nodiscard]] std::uint64_t count(std::string_view label) const {
    const auto id = labels.find(label);
    return id ? counts[*id] : 0;
  }
};

/// Reads training labels ("-" is standard input) in any format that a truth may have. A label that
/// is repeated in an example counts once; rows of one id in files of one row a label may stand
/// anywhere. Graded labels are true above 0, of several grades the largest counts. Where ids
/// ascend, memory is that of the labels alone. Errors: every ErrorCode of bad input, with file,
/// line and column.
[[nodiscard]] TrainCounts read_train(const std::string& path, const ReadOptions& options);

}  // namespace tallystick
