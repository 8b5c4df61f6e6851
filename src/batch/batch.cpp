#include "tallystick/batch/batch.hpp"

namespace tallystick {

namespace {

template <typename T>
void take(std::vector<T>& out, std::span<const T> part) {
  out.insert(out.end(), part.begin(), part.end());
}

std::uint32_t end_of(const std::vector<LabelId>& labels) {
  return static_cast<std::uint32_t>(labels.size());
}

/// Further labels of a row, which not all blocks have.
void take_further(const std::vector<std::uint32_t>& from_end, std::span<const LabelId> labels,
                  std::size_t n_before, std::vector<LabelId>& to, std::vector<std::uint32_t>& end) {
  if (from_end.empty() && end.empty()) return;
  end.resize(n_before, end_of(to));
  take(to, labels);
  end.push_back(end_of(to));
}

}  // namespace

void append_row(const Batch& from, std::size_t row, Batch& to) {
  const std::size_t n_before = to.size(), n_true_before = to.truth.size();
  take(to.truth, from.truth_of(row));
  take(to.predicted, from.predicted_of(row));
  to.truth_end.push_back(end_of(to.truth));
  to.predicted_end.push_back(end_of(to.predicted));
  if (!from.weights.empty() || !to.weights.empty()) {
    to.weights.resize(n_before, kOne);
    to.weights.push_back(from.weights.empty() ? kOne : from.weights[row]);
  }
  const bool scored = from.has_scores && (to.has_scores || n_before == 0);
  if (to.has_scores && !scored) {  // where one row has none, those of others are of no use
    to.scored.clear();
    to.scores.clear();
    to.scored_end.clear();
  }
  to.has_scores = scored;
  if (scored) {
    take(to.scored, from.scored_of(row));
    take(to.scores, from.scores_of(row));
    to.scored_end.push_back(end_of(to.scored));
  }
  if (!from.grades.empty() || !to.grades.empty()) {
    to.grades.resize(n_true_before, 1);
    take(to.grades, from.grades_of(row));
    to.grades.resize(to.truth.size(), 1);
  }
  take_further(from.judged_end, from.judged_of(row), n_before, to.judged, to.judged_end);
  take_further(from.known_end, from.known_of(row), n_before, to.known, to.known_end);
}

}  // namespace tallystick
