#include "tallystick/measures/scores.hpp"

#include <cmath>
#include <utility>

#include "measures/protein_best.hpp"
#include "measures/score_columns.hpp"
#include "tallystick/base/error.hpp"

namespace tallystick {

Scores::Scores(const Whole& whole, std::vector<double> node_weights, const Training* training,
               Propensity propensity, Ties ties)
    : whole_(&whole),
      node_weights_(std::move(node_weights)),
      training_(training),
      propensity_(propensity),
      ties_(ties) {}

const ScoreTable& Scores::table() const noexcept { return whole_->tally().scores(); }

const TrueRanks& Scores::true_ranks() const {
  const Tally& tally = whole_->tally();
  if (tally.keeps_true_ranks()) return tally.true_ranks();
  if (true_ranks_ != nullptr) return *true_ranks_;
  true_ranks_ = std::make_unique<TrueRanks>();
  std::vector<TrueRank> hits;
  for (std::size_t i = 0; i < table().size(); ++i) {
    const ScoreTable::Example example = table().example(i);
    find_true_ranks(example.labels, example.scores, tally.ties(), hits);
    true_ranks_->add(hits, example.unscored, example.weight);
  }
  return *true_ranks_;
}

detail::ProteinResults& Scores::protein() const {
  if (protein_ == nullptr) protein_ = std::make_shared<detail::ProteinResults>();
  return *protein_;
}

const Taxonomy* Scores::taxonomy() const noexcept { return whole_->tally().taxonomy().get(); }

const std::vector<double>& Scores::inverse_propensities() const {
  if (training_ == nullptr) {
    fail(ErrorCode::wrong_usage,
         "a measure that is asked for weighs labels by how rare they are in the training data",
         "name the training labels with --train FILE");
  }
  if (!inverse_propensities_.empty()) return inverse_propensities_;
  const auto [a, b] = propensity_;
  const double c = (std::log(static_cast<double>(training_->n_examples)) - 1) * std::pow(b + 1, a);
  const std::size_t n = whole_->tally().vocabulary().size();
  for (std::size_t label = 0; label < n; ++label) {
    const auto count =
        static_cast<double>(label < training_->counts.size() ? training_->counts[label] : 0);
    inverse_propensities_.push_back(1 + c * std::pow(count + b, -a));
  }
  return inverse_propensities_;
}

detail::ScoreColumns& Scores::columns() const {
  if (columns_ == nullptr) columns_ = std::make_shared<detail::ScoreColumns>(*whole_);
  return *columns_;
}

const std::vector<LabelId>& Scores::labels() const { return columns().labels(); }

ScoreColumn Scores::column(LabelId label) const { return columns().of(label); }

const ScoreColumn& Scores::pooled() const {
  columns().pool();
  return columns().pooled();
}

std::pair<double, double> Scores::range() const {
  return {columns().lowest(), columns().highest()};
}

}  // namespace tallystick
