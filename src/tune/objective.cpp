#include "tune/objective.hpp"

#include <algorithm>
#include <cmath>

#include "measures/answer.hpp"
#include "tallystick/base/error.hpp"
#include "tallystick/base/text.hpp"
#include "tallystick/measures/catalogue.hpp"
#include "tallystick/measures/spec.hpp"

namespace tallystick::detail {

namespace {

constexpr double kUnit = 0x1p52;  // of values in a fixed-point mean

[[noreturn]] void cannot_tune(const std::string& name) {
  fail(ErrorCode::wrong_usage, "measure " + quoted(name) + " cannot be tuned",
       "tune takes averages of measures of label sets such as f1_macro or jaccard_samples, "
       "subset_accuracy, zero_one_loss and hamming_loss");
}

}  // namespace

TuneData::TuneData(const Tally& tally, LabelUniverse universe, std::vector<std::uint32_t> parts)
    : tally_(&tally),
      universe_(universe),
      n_declared_(tally.vocabulary().declared() ? tally.vocabulary().n_declared() : 0),
      parts_(std::move(parts)) {
  const Whole whole(tally, universe);
  for (LabelId label = 0; label < n_labels(); ++label) {
    only_wrong_.push_back(whole.only_wrong(label) ? 1 : 0);
  }
  for (std::size_t i = 0; !table().unweighted() && i < table().size(); ++i) {
    weights_.push_back(whole.unit(table().example(i).weight));
  }
}

bool TuneData::counted(LabelId label, bool is_true, bool is_predicted) const noexcept {
  return is_true || is_predicted || label < n_declared_;
}

bool TuneData::averaged(LabelId label, bool is_true, bool is_predicted) const noexcept {
  if (only_wrong_[label] != 0 || !counted(label, is_true, is_predicted)) return false;
  switch (universe_) {
    case LabelUniverse::declared: return label < n_declared_;
    case LabelUniverse::seen: return is_true || is_predicted;
    case LabelUniverse::truth: return is_true;
    case LabelUniverse::all: return true;
  }
  return false;
}

bool TuneData::pooled(LabelId label, bool is_true, bool is_predicted) const noexcept {
  return averaged(label, is_true, is_predicted) ||
         (only_wrong_[label] != 0 && counted(label, is_true, is_predicted));
}

Goal goal_of(const std::string& measure, const Convention& convention) {
  DataKind kind;
  // So that a measure of scores is refused for what it is.
  kind.ranks = kind.true_ranks = kind.scores = true;
  const std::vector<Spec> specs = expand(parse_measures(measure), convention, kind);
  if (specs.size() != 1) {
    fail(ErrorCode::wrong_usage,
         "measure " + quoted(measure) + " stands for " + counted(specs.size(), "figure") +
             ", and one is tuned",
         "name the average too, for example f1_macro");
  }
  Goal goal;
  goal.spec = specs[0];
  goal.convention = convention;
  const std::string_view name = goal.spec.measure->name;
  const auto spec_of = [](std::string_view part) {
    return Spec{.measure = find_measure(part), .scope = Scope::average, .average = Average::macro};
  };
  goal.precision = spec_of("precision"), goal.recall = spec_of("recall");
  if (goal.spec.scope == Scope::whole) {
    const bool hamming = name == "hamming_loss";
    if (!hamming && name != "subset_accuracy" && name != "zero_one_loss") cannot_tune(measure);
    const bool cells = hamming || convention.cells_as_subset;
    goal.shape = cells ? Shape::pooled : Shape::whole;
    goal.all_cells = cells;
    goal.per_example = hamming && convention.hamming_per_example;
    goal.right_cells = cells && name == "subset_accuracy";
    goal.wrong_cells = cells && !goal.right_cells;
    return goal;
  }
  const Measure& base = *goal.spec.measure;
  if (goal.spec.scope != Scope::average || base.cell == nullptr || base.low != 0 ||
      base.high != 1 || base.direction == Direction::neither) {
    cannot_tune(measure);
  }
  switch (goal.spec.average) {
    case Average::micro: goal.shape = Shape::pooled; break;
    case Average::means: goal.shape = Shape::means; break;
    case Average::macro:
      goal.shape = convention.macro_f_of_means && base.kind == UndefinedKind::fscore
                       ? Shape::means
                       : Shape::labels;
      break;
    case Average::weighted: goal.shape = Shape::labels; break;
    case Average::samples: {
      // How many labels an example lacks rightly may change with other examples' predictions.
      const std::string_view known[] = {"precision", "recall", "f1", "fbeta", "jaccard"};
      if (std::find(std::begin(known), std::end(known), name) == std::end(known)) {
        cannot_tune(measure);
      }
      goal.shape = Shape::examples;
      break;
    }
    default: cannot_tune(measure);
  }
  return goal;
}

Goal::Term Goal::term(const Spec& one, const Cell& cell) const {
  const bool samples = one.average == Average::samples;
  const bool weighted = one.average == Average::weighted;
  const MacroLabels which =
      samples || weighted ? MacroLabels::universe : macro_labels(one.measure->kind, convention);
  if (!enters(which, cell)) return {};
  const Answered value =
      answered(*one.measure, one.measure->cell, one.params, cell, convention, samples);
  if (std::isnan(value.value)) return {};
  return {value.value, 1};
}

bool Objective::is_member(LabelId label, bool is_true, bool is_predicted) const noexcept {
  if (goal_->all_cells) return data_->counted(label, is_true, is_predicted);
  return goal_->shape == Shape::pooled ? data_->pooled(label, is_true, is_predicted)
                                       : data_->averaged(label, is_true, is_predicted);
}

void Objective::restart(std::uint32_t held_out) {
  labels_.assign(data_->n_labels(), {});
  examples_.assign(data_->table().size(), {});
  n_examples_ = matches_ = 0;
  n_members_ = 0;
  pooled_ = {};
  sums_[0] = sums_[1] = {};
  supported_ = false;
  for (std::size_t i = 0; i < examples_.size(); ++i) {
    if (data_->in_part(i, held_out)) continue;
    const ScoreTable::Example one = data_->table().example(i);
    const u128 weight = data_->weight(i);
    n_examples_ += weight;
    const auto is_true = [&](LabelId label) {
      labels_[label].truth += weight;
      ++examples_[i].truth;
    };
    for (const ScoredLabel& label : one.labels) {
      if (label.is_true()) is_true(label.label());
    }
    for (const LabelId label : one.unscored) is_true(label);
    if (goal_->shape == Shape::examples) {
      Goal::Term term = example_term(i);
      term.weight *= weight;
      move(sums_[0], {}, term);
    }
    if (examples_[i].truth == 0) matches_ += weight;
  }
  for (LabelId id = 0; id < labels_.size(); ++id) {
    Label& label = labels_[id];
    label.member = is_member(id, label.truth != 0, false);
    if (!label.member) continue;
    ++n_members_;
    pooled_.fn += label.truth;
    supported_ |= label.truth != 0;
  }
  if (goal_->shape != Shape::labels && goal_->shape != Shape::means) return;
  for (LabelId id = 0; id < labels_.size(); ++id) refresh(id);
}

void Objective::move(Sum& sum, const Goal::Term& from, const Goal::Term& to) {
  const auto units = [](const Goal::Term& term) {
    return multiply(static_cast<std::uint64_t>(std::nearbyint(term.value * kUnit)), term.weight);
  };
  sum.values = sum.values + units(to) - units(from);
  sum.weights = sum.weights + to.weight - from.weight;
}

double Objective::mean(const Sum& sum) const {
  if (sum.weights == 0) {
    return goal_->shape == Shape::examples
               ? kUndefined
               : answer(rule_of(*goal_->spec.measure, goal_->convention, false).otherwise);
  }
  return to_double(sum.values) / (to_double(sum.weights) * kUnit);
}

Goal::Term Objective::label_term(LabelId id, const Spec& spec) const {
  const Label& label = labels_[id];
  if (!label.member) return {};
  const Cell cell{label.tp, label.fp, label.truth - label.tp, n_examples_ - label.fp - label.truth};
  Goal::Term term = goal_->term(spec, cell);
  if (spec.average == Average::weighted && supported_) term.weight *= label.truth;
  return term;
}

Goal::Term Objective::example_term(std::size_t i) const {
  const Example& one = examples_[i];
  return goal_->term(goal_->spec,
                     {one.common, one.predicted - one.common, one.truth - one.common, 0});
}

void Objective::refresh(LabelId id) {
  const bool means = goal_->shape == Shape::means;
  for (int part = 0; part < (means ? 2 : 1); ++part) {
    const Spec& spec = !means ? goal_->spec : part == 0 ? goal_->precision : goal_->recall;
    const Goal::Term now = label_term(id, spec);
    move(sums_[part], labels_[id].terms[part], now);
    labels_[id].terms[part] = now;
  }
}

void Objective::add(std::uint32_t i, ScoredLabel scored) {
  const u128 weight = data_->weight(i);
  if (goal_->shape == Shape::examples || goal_->shape == Shape::whole) {
    Example& example = examples_[i];
    const auto matches = [&example] {
      return example.common == example.truth && example.common == example.predicted;
    };
    Goal::Term before = goal_->shape == Shape::examples ? example_term(i) : Goal::Term{};
    if (matches()) matches_ -= weight;
    ++example.predicted;
    example.common += scored.is_true() ? 1 : 0;
    if (matches()) matches_ += weight;
    if (goal_->shape == Shape::whole) return;
    Goal::Term after = example_term(i);
    before.weight *= weight, after.weight *= weight;
    return move(sums_[0], before, after);
  }
  const LabelId id = scored.label();
  Label& label = labels_[id];
  (scored.is_true() ? label.tp : label.fp) += weight;
  if (!label.member && is_member(id, label.truth != 0, true)) {
    label.member = true;
    ++n_members_;
  }
  if (goal_->shape != Shape::pooled) return refresh(id);
  if (!label.member) return;
  if (scored.is_true()) {
    pooled_.tp += weight;
    pooled_.fn -= weight;
  } else {
    pooled_.fp += weight;
  }
}

double Objective::pooled_value() const {
  Cell cell = pooled_;
  cell.tn = n_examples_ * n_members_ - cell.tp - cell.fp - cell.fn;
  const auto share = [&](u128 part, u128 of) {
    const double value = ratio(part, of);
    return std::isnan(value)
               ? answer(rule_of(*goal_->spec.measure, goal_->convention, false).otherwise)
               : value;
  };
  if (goal_->per_example) return share(cell.fp + cell.fn, n_examples_);
  if (goal_->wrong_cells) return share(cell.fp + cell.fn, cell.total());
  if (goal_->right_cells) return share(cell.tp + cell.tn, cell.total());
  return answered(*goal_->spec.measure, goal_->spec.measure->cell, goal_->spec.params, cell,
                  goal_->convention, false)
      .value;
}

double Objective::value() const {
  switch (goal_->shape) {
    case Shape::pooled: return pooled_value();
    case Shape::means: return f_of(mean(sums_[0]), mean(sums_[1]), goal_->spec.params.beta);
    case Shape::labels:
    case Shape::examples: return mean(sums_[0]);
    case Shape::whole: break;
  }
  const bool loss = goal_->spec.measure->name == "zero_one_loss";
  return ratio(loss ? n_examples_ - matches_ : matches_, n_examples_);
}

double Objective::goodness() const {
  const double now = value();
  if (goal_->lower_is_better()) return std::isnan(now) ? -1 : -now;
  return std::isnan(now) ? 0 : now;
}

}  // namespace tallystick::detail
