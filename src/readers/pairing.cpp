#include "readers/pairing.hpp"

#include <cmath>

#include "tallystick/base/text.hpp"

namespace tallystick::detail {

namespace {

/// Appends a row's numbers, which some rows have; `none` where others have none.
void add_numbers(const RowLabels& row, const std::vector<Token>& tokens, double none,
                 std::vector<double>& numbers) {
  if (row.scores.empty() && numbers.empty()) return;
  numbers.resize(tokens.size() - row.tokens.size(), none);
  numbers.insert(numbers.end(), row.scores.begin(), row.scores.end());
  numbers.resize(tokens.size(), none);
}

}  // namespace

/// Where a label has no score, those of others only tell which labels are predicted.
void PairBlock::drop_scores() {
  if (scores_.empty()) return;
  std::size_t kept = 0, i = 0;
  for (std::uint32_t& row_end : batch_.predicted_end) {
    for (; i < row_end; ++i) {
      if (std::isnan(scores_[i]) || predicted_filter_.passes(scores_[i])) {
        predicted_[kept++] = predicted_[i];
      }
    }
    row_end = static_cast<std::uint32_t>(kept);
  }
  predicted_.resize(kept);
  scores_.clear();
}

void PairBlock::add(const RowLabels& truth, const RowLabels& predicted, std::string_view id,
                    const Amount* weight, const std::string_view* group) {
  truth_.insert(truth_.end(), truth.tokens.begin(), truth.tokens.end());
  predicted_.insert(predicted_.end(), predicted.tokens.begin(), predicted.tokens.end());
  add_numbers(truth, truth_, truth_filter_.none(), grades_);
  add_numbers(predicted, predicted_, predicted_filter_.none(), scores_);
  all_scored_ &= predicted.scores.size() == predicted.tokens.size();
  batch_.truth_end.push_back(static_cast<std::uint32_t>(truth_.size()));
  batch_.predicted_end.push_back(static_cast<std::uint32_t>(predicted_.size()));
  if (weight != nullptr) batch_.weights.push_back(*weight);
  if (group != nullptr) batch_.groups.push_back(*group);
  if (options_.want_ids) batch_.ids.push_back(id);
}

void PairBlock::flush(const LabelResolver::PlaceOf& truth_place,
                      const LabelResolver::PlaceOf& predicted_place) {
  if (batch_.truth_end.empty()) return;
  if (!all_scored_) drop_scores();
  resolver_.resolve(truth_, batch_.truth_end, false, truth_place, batch_.truth, grades_);
  resolver_.resolve(predicted_, batch_.predicted_end, true, predicted_place, batch_.predicted,
                    scores_);
  split_truth(truth_filter_, grades_, batch_);
  split_predicted(predicted_filter_, scores_, all_scored_, batch_);
  examples += batch_.size();
  truth_labels += batch_.truth.size();
  predicted_labels += batch_.predicted.size();
  consumer_.consume(batch_);
  batch_.clear();
  truth_.clear();
  predicted_.clear();
  grades_.clear();
  scores_.clear();
  all_scored_ = true;
}

namespace {

/// Labels 0 up to a number are known, as a header says.
void intern_numbers(std::uint64_t n, LabelResolver& resolver) {
  constexpr std::uint64_t kBlock = 1 << 16;
  std::vector<std::string> labels;
  for (std::uint64_t first = 0; first < n; first += kBlock) {
    labels.clear();
    for (std::uint64_t label = first; label < std::min(n, first + kBlock); ++label) {
      labels.push_back(std::to_string(label));
    }
    resolver.intern(labels);
  }
}

}  // namespace

void intern_columns(const Table& truth, const Table& predictions, LabelResolver& resolver) {
  bool columns = false;
  for (const Table* table : {&truth, &predictions}) {
    std::vector<std::string> labels;
    for (std::size_t i = 0; i < table->layout.roles.size(); ++i) {
      if (table->layout.roles[i] == Role::indicator) labels.push_back(table->layout.names[i]);
    }
    resolver.intern(labels);
    columns = columns || !labels.empty();
  }
  const Layout& t = truth.layout;
  const Layout& p = predictions.layout;
  intern_numbers(std::max(t.stated_labels, p.stated_labels), resolver);
  if (columns || t.stated_rows || p.stated_rows) resolver.declare();
}

std::string Absent::name(std::string_view id) { return quoted(id); }

void check_absent(const Table& truth, const Table& predictions, const Outcome& outcome) {
  const Absent& missing = outcome.missing;
  const Absent& extra = outcome.extra;
  const std::string t = truth.input.name(), p = predictions.input.name();
  if (missing.count() != 0 && truth.options.missing == Missing::error) {
    std::string fact = counted(missing.count(), "id") + " of the truth " +
                       (missing.count() == 1 ? "has" : "have") + " no prediction in " + p + ": " +
                       missing.names();
    if (extra.count() != 0) {
      fact += "; " + counted(extra.count(), "id") + " of the predictions " +
              (extra.count() == 1 ? "is" : "are") + " not in the truth: " + extra.names();
    }
    fail(ErrorCode::missing_prediction, {t, missing.line()}, std::move(fact),
         "--missing=empty scores them as predicting nothing; --missing=drop leaves them out");
  }
  if (extra.count() != 0 && truth.options.extra == Extra::error) {
    // Of several files the line alone says little.
    fail(ErrorCode::extra_prediction, {p, predictions.input.n_parts() == 1 ? extra.line() : 0},
         counted(extra.count(), "id") + " of the predictions " +
             (extra.count() == 1 ? "is" : "are") + " not in " + t + ": " + extra.names(),
         "check that both files are of one data set; --extra=drop leaves them out");
  }
}

}  // namespace tallystick::detail
