// Small data sets with scores, written as text.
#pragma once

#include <charconv>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "states/rows.hpp"

namespace tallystick::test {

struct ScoredExample {
  std::vector<std::string> truth;
  std::vector<std::pair<std::string, double>> scores;
  Amount weight = kOne;
  std::vector<double> grades = {};       // empty, or one a true label
  std::vector<std::string> judged = {};  // not relevant
  std::vector<std::string> known = {};   // before
};

/// "a b > a=0.9 c=0.5; > a=1": truth before the arrow, scores behind it.
inline std::vector<ScoredExample> scored_rows(std::string_view text) {
  std::vector<ScoredExample> out;
  for (const Row& row : rows(text)) {
    ScoredExample& example = out.emplace_back();
    example.truth = row.truth;
    for (const std::string& cell : row.predicted) {
      const std::size_t equals = cell.find('=');
      double score = 0;
      std::from_chars(cell.data() + equals + 1, cell.data() + cell.size(), score);
      example.scores.emplace_back(cell.substr(0, equals), score);
    }
  }
  return out;
}

inline void add_scored(Tally& tally, const std::vector<ScoredExample>& data,
                       double threshold = 0.5) {
  Batch batch;
  batch.has_scores = true;
  Vocabulary& names = tally.vocabulary();
  const auto end = [](std::size_t n) { return static_cast<std::uint32_t>(n); };
  bool graded = false;
  for (const ScoredExample& example : data) graded |= !example.grades.empty();
  for (const ScoredExample& example : data) {
    for (const std::string& label : example.truth) batch.truth.push_back(names.intern(label));
    for (const auto& [label, score] : example.scores) {
      batch.scored.push_back(names.intern(label));
      batch.scores.push_back(score);
      if (score >= threshold) batch.predicted.push_back(batch.scored.back());
    }
    if (graded)
      batch.grades.insert(batch.grades.end(), example.grades.begin(), example.grades.end());
    for (const std::string& label : example.judged) batch.judged.push_back(names.intern(label));
    batch.truth_end.push_back(end(batch.truth.size()));
    batch.predicted_end.push_back(end(batch.predicted.size()));
    batch.scored_end.push_back(end(batch.scored.size()));
    batch.judged_end.push_back(end(batch.judged.size()));
    for (const std::string& label : example.known) batch.known.push_back(names.intern(label));
    batch.known_end.push_back(end(batch.known.size()));
    batch.weights.push_back(example.weight);
  }
  tally.update(batch);
}

/// `labels`: the declared ones, in order; empty: none are declared.
inline Tally scored_tally(const std::vector<ScoredExample>& data, std::string_view labels = {},
                          Ties ties = Ties::worst) {
  Tally tally(labels.empty() ? Vocabulary{} : declared(words(labels)));
  tally.keep_scores(ties);
  add_scored(tally, data);
  return tally;
}
inline Tally scored_tally(std::string_view text, std::string_view labels = {},
                          Ties ties = Ties::worst) {
  return scored_tally(scored_rows(text), labels, ties);
}

}  // namespace tallystick::test
