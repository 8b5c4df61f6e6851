#include "feeder.hpp"

#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cmath>

#include "tallystick/base/error.hpp"
#include "tallystick/base/text.hpp"
#include "tallystick/readers/read_train.hpp"

namespace tallystick::python {

namespace {

using Weights = nb::ndarray<const double, nb::ro, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

BatchRules rules_of(const FeederSetup& setup) {
  BatchRules rules;
  rules.labels = setup.labels;
  rules.taxonomy = setup.taxonomy;
  rules.selection = setup.selection;
  rules.scored = setup.scored;
  rules.sets_given = setup.sets_given;
  rules.keep_examples = setup.keep_examples;
  rules.keep_hashes = setup.keep_hashes;
  rules.keep_rows = setup.keep_rows;
  rules.scores_for = setup.scores_for;
  return rules;
}

EvaluateOptions with_train(EvaluateOptions options, const FeederSetup& setup) {
  options.train_counts = setup.train;
  return options;
}

}  // namespace

struct Feeder::Sources {
  std::unique_ptr<Rows> truth, predicted, scores;
  std::optional<Weights> weights;
  nb::object ids, groups;
  bool wants_ids = false;

  [[nodiscard]] bool needs_gil() const {
    const auto needs = [](const auto& rows) { return rows != nullptr && rows->needs_gil(); };
    return needs(truth) || needs(predicted) || needs(scores);
  }
  [[nodiscard]] std::size_t block() const {
    constexpr std::size_t kMostLabels = 1 << 22, kMostRows = 1 << 14;
    std::size_t widest = 1;
    for (const Rows* rows : {truth.get(), predicted.get(), scores.get()}) {
      if (rows != nullptr) widest = std::max(widest, rows->widest());
    }
    return std::clamp<std::size_t>(kMostLabels / widest, 1, kMostRows);
  }
};

Feeder::Feeder(EvaluateOptions options, FeederSetup setup)
    : setup_(std::move(setup)),
      tally_(
          std::make_unique<BatchTally>(with_train(std::move(options), setup_), rules_of(setup_))),
      texts_(tally_->texts()) {
  const EvaluateOptions& with = tally_->options();
  for (const auto& [name, column] :
       {std::pair<std::string_view, const std::string&>{"by", with.read.by},
        {"cluster", with.interval.cluster},
        {"stratum", with.interval.stratum},
        {"fold", with.fold}}) {
    if (!column.empty()) grouping_ = name;
  }
}

void Feeder::check(const Sources& sources) const {
  const auto compare = [&](const Rows* rows, std::string_view name) {
    if (rows == nullptr) return;
    if (rows->size() != sources.truth->size()) {
      fail(ErrorCode::row_mismatch,
           "y_true has " + counted(sources.truth->size(), "example") + ", but " +
               std::string(name) + " has " + std::to_string(rows->size()),
           "give both for the same examples, in the same order");
    }
    const std::size_t ours = sources.truth->n_columns(), theirs = rows->n_columns();
    if (ours != 0 && theirs != 0 && ours != theirs) {
      fail(ErrorCode::row_mismatch,
           "y_true has " + counted(ours, "column") + ", but " + std::string(name) + " has " +
               std::to_string(theirs),
           "give both one column for each label, in the same order");
    }
  };
  compare(sources.predicted.get(), "y_pred");
  compare(sources.scores.get(), "y_score");
  const auto per_example = [&](std::size_t n, std::string_view name) {
    if (n == sources.truth->size()) return;
    fail(ErrorCode::row_mismatch,
         "y_true has " + counted(sources.truth->size(), "example") + ", but " + std::string(name) +
             " has " + std::to_string(n),
         "give one for each example");
  };
  if (sources.weights) per_example(sources.weights->shape(0), "weight");
  if (sources.ids.is_valid()) per_example(nb::len(sources.ids), "id");
  if (sources.groups.is_valid()) per_example(nb::len(sources.groups), grouping_);
  if (sources.groups.is_valid() == grouping_.empty()) {
    fail(ErrorCode::not_available,
         std::string(grouping_) + " groups examples, but there is no value of it for each example",
         "give " + std::string(grouping_) + " to evaluate, which sees all examples at once");
  }
}

/// Labels of a grade above 0 are true.
void Feeder::fill_graded(Rows& truth, std::size_t first, std::size_t last) {
  std::vector<LabelId> labels;
  std::vector<std::uint32_t> end;
  std::vector<double> grades;
  truth.read(first, last, labels, end, &grades);
  std::size_t i = 0;
  for (std::size_t row = 0; row < end.size(); ++row) {
    for (; i < end[row]; ++i) {
      if (grades[i] < 0) {
        fail(ErrorCode::bad_number,
             "row " + std::to_string(first + row) + " of y_true holds the grade " +
                 number_text(grades[i]),
             "grades of relevance are 0 or more");
      }
      if (grades[i] == 0) continue;
      batch_.truth.push_back(labels[i]);
      batch_.grades.push_back(grades[i]);
    }
    batch_.truth_end.push_back(static_cast<std::uint32_t>(batch_.truth.size()));
  }
}

void Feeder::fill(Sources& sources, std::size_t first, std::size_t last) {
  batch_.clear();
  if (setup_.graded) {
    fill_graded(*sources.truth, first, last);
  } else {
    sources.truth->read(first, last, batch_.truth, batch_.truth_end, nullptr);
  }
  if (sources.predicted) {
    sources.predicted->read(first, last, batch_.predicted, batch_.predicted_end, nullptr);
  }
  if (!sources.predicted && !sources.scores) batch_.predicted_end.assign(last - first, 0);
  if (sources.scores) {
    batch_.has_scores = true;
    sources.scores->read(first, last, batch_.scored, batch_.scored_end, &batch_.scores);
  }
  if (sources.weights) {
    for (std::size_t row = first; row < last; ++row) {
      const double weight = sources.weights->data()[row];
      if (!(weight >= 0) || std::isinf(weight)) {
        fail(ErrorCode::bad_weight,
             "row " + std::to_string(row) + " of weight holds " +
                 (std::isnan(weight) ? "NaN" : number_text(weight)),
             "weights are finite numbers from 0 up");
      }
      batch_.weights.push_back(amount_from(weight));
    }
  }
  for (std::size_t row = first; row < last && sources.wants_ids; ++row) {
    if (!sources.ids.is_valid()) ids_.push_back(std::to_string(n_examples_ + row - first));
  }
}

namespace {

/// The texts of some rows of a sequence of anything.
void take_texts(nb::handle from, std::size_t first, std::size_t last,
                std::vector<std::string>& out) {
  out.clear();
  for (std::size_t row = first; row < last; ++row) {
    out.push_back(nb::cast<std::string>(nb::str(nb::handle(from[row]))));
  }
}

}  // namespace

void Feeder::add(nb::handle truth, nb::handle predicted, nb::handle scores, nb::handle weights,
                 nb::handle ids, nb::handle groups, nb::handle order) {
  Sources sources;
  const ColumnNames names{setup_.labels ? &*setup_.labels : nullptr, setup_.integer_labels};
  sources.truth = rows_of(truth, "y_true", setup_.graded, names, texts_);
  if (!predicted.is_none()) sources.predicted = rows_of(predicted, "y_pred", false, names, texts_);
  if (sources.predicted && nb::isinstance<ArrowColumn>(scores) &&
      nb::cast<const ArrowColumn&>(scores).bare_scores()) {
    sources.scores = parallel_rows(std::move(sources.predicted),
                                   nb::cast<const ArrowColumn&>(scores), "y_score");
  } else if (!scores.is_none()) {
    sources.scores = rows_of(scores, "y_score", true, names, texts_);
  }
  if (!order.is_none()) {
    const auto [ours, theirs] = nb::cast<std::pair<Order, Order>>(order);
    sources.truth = ordered_rows(std::move(sources.truth), ours);
    for (auto* rows : {&sources.predicted, &sources.scores}) {
      if (*rows) *rows = ordered_rows(std::move(*rows), theirs);
    }
  }
  if (!weights.is_none()) sources.weights = nb::cast<Weights>(weights);
  if (!ids.is_none()) sources.ids = nb::borrow(ids);
  if (!groups.is_none()) sources.groups = nb::borrow(groups);
  sources.wants_ids = setup_.keep_examples || setup_.keep_hashes || setup_.keep_rows;
  check(sources);
  const auto is_matrix = [](const auto& rows) { return rows != nullptr && rows->n_columns() != 0; };
  if (is_matrix(sources.truth) || is_matrix(sources.predicted) || is_matrix(sources.scores)) {
    tally_->declare_texts();
  }
  const std::size_t n = sources.truth->size(), block = sources.block();
  for (std::size_t first = 0; first < n; first += block) {
    const std::size_t last = std::min(n, first + block);
    ids_.clear();
    if (sources.wants_ids && sources.ids.is_valid()) {
      take_texts(sources.ids, first, last, ids_);
    }
    if (sources.groups.is_valid()) take_texts(sources.groups, first, last, groups_);
    if (sources.needs_gil()) fill(sources, first, last);
    const nb::gil_scoped_release released;
    if (!sources.needs_gil()) fill(sources, first, last);
    batch_.ids.assign(ids_.begin(), ids_.end());
    batch_.groups.assign(groups_.begin(), groups_.end());
    tally_->add(batch_, [&](bool of_prediction, std::size_t row) {
      const std::string side = !of_prediction                         ? "y_true"
                               : sources.scores && !sources.predicted ? "y_score"
                                                                      : "y_pred";
      const Rows& rows = of_prediction ? *(sources.predicted ? sources.predicted : sources.scores)
                                       : *sources.truth;
      return Place{side + "[" + std::to_string(rows.origin(first + row)) + "]"};
    });
    n_examples_ += last - first;
  }
}

}  // namespace tallystick::python
