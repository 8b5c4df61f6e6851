#include "tallystick/states/top_labels.hpp"

#include <algorithm>

namespace tallystick {

Tally top_labels(const Tally& tally, std::uint32_t k) {
  constexpr std::size_t kRows = 1 << 12;
  Tally out(tally.vocabulary());
  Batch batch;
  const bool weighted = !tally.scores().unweighted();
  const auto flush = [&] {
    if (batch.size() != 0) out.update(batch);
    batch.clear();
  };
  for (std::size_t i = 0; i < tally.scores().size(); ++i) {
    const ScoreTable::Example example = tally.scores().example(i);
    for (std::size_t j = 0; j < example.labels.size(); ++j) {
      const ScoredLabel& label = example.labels[j];
      if (label.is_true()) batch.truth.push_back(label.label());
      if (j < k) batch.predicted.push_back(label.label());
    }
    batch.truth.insert(batch.truth.end(), example.unscored.begin(), example.unscored.end());
    batch.truth_end.push_back(static_cast<std::uint32_t>(batch.truth.size()));
    batch.predicted_end.push_back(static_cast<std::uint32_t>(batch.predicted.size()));
    if (weighted) batch.weights.push_back(example.weight);
    if (batch.size() == kRows) flush();
  }
  flush();
  out.rules() = tally.rules();
  return out;
}

}  // namespace tallystick
