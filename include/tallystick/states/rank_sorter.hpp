// Puts one example's labels in order of score and marks the true ones.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tallystick/labels/label_order.hpp"
#include "tallystick/states/rank_profiles.hpp"
#include "tallystick/states/score_table.hpp"

namespace tallystick {

/// One example's labels as a batch has them.
struct ScoredRow {
  std::span<const LabelId> labels;  // each once
  std::span<const double> scores;
  std::span<const LabelId> truth;   // repeats count once
  std::span<const double> grades;   // empty, or one a true label
  std::span<const LabelId> judged;  // not relevant
};

/// Reused from example to example. Copies share nothing but work.
class RankSorter {
 public:
  /// Makes room for labels 0 .. n-1. Ids in rows must lie below.
  void resize(std::size_t n_labels) {
    if (marks_.size() < n_labels) marks_.resize(n_labels);
  }

  /// Sorts the row; profile() and the rest describe it until the next call. `names`: labels that
  /// share a score stand in label order in labels() though the rule is not about names.
  void sort(const ScoredRow& row, const Vocabulary& vocabulary, Ties ties, bool names);

  [[nodiscard]] const RankProfile& profile() const noexcept { return profile_; }
  [[nodiscard]] std::span<const ScoredLabel> labels() const noexcept { return labels_; }
  [[nodiscard]] std::span<const double> scores() const noexcept { return scores_; }
  /// True labels without a score, ascending.
  [[nodiscard]] std::span<const LabelId> unscored() const noexcept { return unscored_; }
  /// Label order decided how a true and another label rank.
  [[nodiscard]] bool tie_decided() const noexcept { return tie_decided_; }

 private:
  struct Mark {
    std::uint32_t epoch = 0;
    std::uint32_t at = 0;  // in the row's truth; kJudged
  };
  static constexpr std::uint32_t kJudged = UINT32_MAX;

  void mark(const ScoredRow& row);
  void order(const ScoredRow& row, const LabelOrder& before, bool by_label);
  void order_ties(const LabelOrder& before);
  void add_group(std::size_t first, std::size_t last, const ScoredRow& row);

  std::vector<Mark> marks_;  // of each label
  std::uint32_t epoch_ = 0;
  std::uint32_t n_hits_ = 0;  // true labels with a score
  std::vector<std::uint32_t> order_;
  std::vector<ScoredLabel> labels_, unsorted_;
  std::vector<double> scores_;
  std::vector<LabelId> unscored_;
  RankProfile profile_;
  bool tie_decided_ = false;
};

}  // namespace tallystick
