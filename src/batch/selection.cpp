#include "tallystick/batch/selection.hpp"

#include <algorithm>
#include <numeric>

#include "tallystick/base/error.hpp"
#include "tallystick/base/mix.hpp"
#include "tallystick/base/text.hpp"

namespace tallystick {

std::string Selection::print() const {
  if (rule == Rule::top_k) return std::to_string(k);
  if (rule == Rule::relative) return (strictly_above ? ">" : ">=") + number_text(threshold);
  std::string all = (strictly_above ? ">" : ">=") + number_text(threshold);
  for (const LabelId id : labels.sorted()) {
    all.append("\n").append(labels.name(id)).append("\t").append(number_text(thresholds[id]));
  }
  const std::uint64_t hash = detail::hash_bytes(all.data(), all.size());
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string print = counted(labels.size(), "label") + ", ";
  for (int shift = 60; shift >= 0; shift -= 4) print += kDigits[(hash >> shift) & 15];
  return print;
}

void Selector::know(const Vocabulary& vocabulary) {
  for (std::size_t id = thresholds_.size(); id < vocabulary.size(); ++id) {
    const auto own = selection_->labels.find(vocabulary.name(static_cast<LabelId>(id)));
    thresholds_.push_back(own ? selection_->thresholds[*own] : selection_->threshold);
  }
}

void Selector::take_passing(const Batch& batch, std::size_t row) {
  const auto labels = batch.scored_of(row);
  const auto scores = batch.scores_of(row);
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (passes(scores[i], thresholds_[labels[i]])) predicted_.push_back(labels[i]);
  }
}

void Selector::take_best(const Batch& batch, std::size_t row, const Vocabulary& vocabulary) {
  const auto labels = batch.scored_of(row);
  const auto scores = batch.scores_of(row);
  const std::size_t k = std::min<std::size_t>(selection_->k, labels.size());
  if (k == labels.size()) {
    predicted_.insert(predicted_.end(), labels.begin(), labels.end());
    return;
  }
  order_.resize(labels.size());
  std::iota(order_.begin(), order_.end(), 0u);
  const LabelOrder before(vocabulary, ties_);
  // One more than is taken, to see whether a tie is cut.
  std::partial_sort(order_.begin(), order_.begin() + static_cast<std::ptrdiff_t>(k + 1),
                    order_.end(), [&](std::uint32_t a, std::uint32_t b) {
                      if (scores[a] != scores[b]) return scores[a] > scores[b];
                      return before(labels[a], labels[b]);
                    });
  for (std::size_t i = 0; i < k; ++i) predicted_.push_back(labels[order_[i]]);
  if (k != 0 && scores[order_[k]] == scores[order_[k - 1]]) ++n_cut_ties_;
}

void Selector::take_near_best(const Batch& batch, std::size_t row) {
  const auto labels = batch.scored_of(row);
  const auto scores = batch.scores_of(row);
  if (labels.empty()) return;
  const auto [least, best] = std::minmax_element(scores.begin(), scores.end());
  if (*least < 0) {
    fail(ErrorCode::bad_number,
         "a score is " + number_text(*least) +
             ", and a threshold relative to the best score needs scores of 0 or more",
         "use thresholds of scores, or write probabilities");
  }
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const double share = *best == 0 ? 1 : scores[i] / *best;
    if (passes(share, selection_->threshold)) predicted_.push_back(labels[i]);
  }
}

void Selector::select(Batch& batch, const Vocabulary& vocabulary) {
  predicted_.clear();
  if (!batch.has_scores) {  // then nothing is predicted either
    batch.predicted.clear();
    batch.predicted_end.assign(batch.size(), 0);
    return;
  }
  batch.predicted_end.clear();
  const bool by_label = selection_->rule == Selection::Rule::threshold;
  if (by_label) know(vocabulary);
  for (std::size_t row = 0; row < batch.size(); ++row) {
    if (by_label) {
      take_passing(batch, row);
    } else if (selection_->rule == Selection::Rule::top_k) {
      take_best(batch, row, vocabulary);
    } else {
      take_near_best(batch, row);
    }
    batch.predicted_end.push_back(static_cast<std::uint32_t>(predicted_.size()));
  }
  batch.predicted.swap(predicted_);
}

}  // namespace tallystick
