#include "tallystick/states/rank_sorter.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>

namespace tallystick {

void RankSorter::mark(const ScoredRow& row) {
  if (++epoch_ == 0) {  // all marks are of earlier rows
    std::fill(marks_.begin(), marks_.end(), Mark{});
    epoch_ = 1;
  }
  for (const LabelId label : row.judged) {
    Mark& one = marks_[label];
    profile_.n_judged += one.epoch != epoch_ ? 1 : 0;
    one = {epoch_, kJudged};
  }
  for (std::uint32_t i = 0; i < row.truth.size(); ++i) {
    Mark& one = marks_[row.truth[i]];
    if (one.epoch == epoch_ && one.at == kJudged) --profile_.n_judged;
    profile_.n_true += one.epoch != epoch_ || one.at == kJudged ? 1 : 0;
    one = {epoch_, i};
  }
}

void RankSorter::order(const ScoredRow& row, const LabelOrder& before, bool by_label) {
  const std::size_t n = row.labels.size();
  labels_.resize(n);
  scores_.assign(row.scores.begin(), row.scores.end());
  n_hits_ = 0;
  // Most classifiers write the best first.
  bool strict = true, sorted = true;
  double last = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < n; ++i) {
    const LabelId label = row.labels[i];
    const Mark mark = marks_[label];
    const bool is_true = mark.epoch == epoch_ && mark.at != kJudged;
    labels_[i] = ScoredLabel(label, is_true);
    n_hits_ += is_true ? 1 : 0;
    sorted &= scores_[i] <= last;
    strict &= scores_[i] < last;
    last = scores_[i];
  }
  if (strict || (sorted && !by_label)) return;
  if (sorted) return order_ties(before);
  order_.resize(n);
  std::iota(order_.begin(), order_.end(), 0u);
  std::sort(order_.begin(), order_.end(), [&](std::uint32_t a, std::uint32_t b) {
    if (row.scores[a] != row.scores[b]) return row.scores[a] > row.scores[b];
    return by_label ? before(row.labels[a], row.labels[b]) : a < b;
  });
  unsorted_.assign(labels_.begin(), labels_.end());
  for (std::size_t i = 0; i < n; ++i) {
    labels_[i] = unsorted_[order_[i]];
    scores_[i] = row.scores[order_[i]];
  }
}

/// Labels of one score stand side by side already.
void RankSorter::order_ties(const LabelOrder& before) {
  for (std::size_t first = 0, last = 0; first < labels_.size(); first = last) {
    for (last = first + 1; last < labels_.size() && scores_[last] == scores_[first];) ++last;
    if (last - first == 1) continue;
    std::sort(labels_.begin() + static_cast<std::ptrdiff_t>(first),
              labels_.begin() + static_cast<std::ptrdiff_t>(last),
              [&before](const ScoredLabel& a, const ScoredLabel& b) {
                return before(a.label(), b.label());
              });
  }
}

/// The labels [first, last) share a rank.
void RankSorter::add_group(std::size_t first, std::size_t last, const ScoredRow& row) {
  RankGroup group{static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(last - first), 0,
                  0};
  const std::size_t n_grades = profile_.grades.size();
  for (std::size_t i = first; i < last; ++i) {
    const LabelId label = labels_[i].label();
    if (labels_[i].is_true()) {
      ++group.hits;
      if (!row.grades.empty()) profile_.grades.push_back(row.grades[marks_[label].at]);
    } else if (!row.judged.empty() && marks_[label].epoch == epoch_) {
      ++group.judged;
    }
  }
  if (group.hits + group.judged == 0) return;
  profile_.groups.push_back(group);
  if (row.grades.empty()) return;
  std::sort(profile_.grades.begin() + static_cast<std::ptrdiff_t>(n_grades), profile_.grades.end(),
            std::greater<>());
}

void RankSorter::sort(const ScoredRow& row, const Vocabulary& vocabulary, Ties ties, bool names) {
  profile_.clear();
  unscored_.clear();
  tie_decided_ = false;
  mark(row);
  const bool strict = orders_labels(ties);
  const LabelOrder before(vocabulary, ties);
  order(row, before, strict || names);
  const std::size_t n = labels_.size();
  profile_.n_scored = static_cast<std::uint32_t>(n);
  for (std::size_t first = 0, last = 0; first < n; first = last) {
    for (last = first + 1; last < n && scores_[last] == scores_[first];) ++last;
    if (first == 0) {
      const LabelOrder by_place(vocabulary, Ties::first);
      const auto top =
          std::min_element(labels_.begin(), labels_.begin() + static_cast<std::ptrdiff_t>(last),
                           [&](const ScoredLabel& a, const ScoredLabel& b) {
                             return by_place(a.label(), b.label());
                           });
      profile_.first_is_true = top->is_true();
    }
    if (!strict) {
      const bool alone = last - first == 1;
      if (!alone || labels_[first].is_true() || !row.judged.empty()) add_group(first, last, row);
      continue;
    }
    for (std::size_t i = last, others = 0; last - first > 1 && i-- > first;) {
      if (labels_[i].is_true()) {
        profile_.tied_pairs += others;
      } else {
        ++others;
      }
    }
    for (std::size_t i = first; i < last; ++i) {
      tie_decided_ |= labels_[i].is_true() != labels_[first].is_true();
      if (labels_[i].is_true() || !row.judged.empty()) add_group(i, i + 1, row);
    }
  }
  if (n_hits_ != profile_.n_true) {
    for (const ScoredLabel& label : labels_) {
      if (label.is_true()) marks_[label.label()].epoch = epoch_ - 1;
    }
    for (const LabelId label : row.truth) {
      if (marks_[label].epoch == epoch_) unscored_.push_back(label);
    }
    std::sort(unscored_.begin(), unscored_.end());
    unscored_.erase(std::unique(unscored_.begin(), unscored_.end()), unscored_.end());
  }
  if (!row.grades.empty()) {
    const std::size_t n_grades = profile_.grades.size();
    for (const LabelId label : unscored_) {
      profile_.grades.push_back(row.grades[marks_[label].at]);
    }
    std::sort(profile_.grades.begin() + static_cast<std::ptrdiff_t>(n_grades),
              profile_.grades.end(), std::greater<>());
    // Grades that are all one are no grades.
    if (std::all_of(profile_.grades.begin(), profile_.grades.end(),
                    [](double grade) { return grade == 1; })) {
      profile_.grades.clear();
    }
  }
}

}  // namespace tallystick
