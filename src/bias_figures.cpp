#include "bias_figures.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>

#include "tallystick/base/error.hpp"
#include "tallystick/base/exact_sum.hpp"
#include "tallystick/base/text.hpp"
#include "tallystick/interval/rank_test.hpp"
#include "tallystick/measures/bias.hpp"
#include "tallystick/report/layout.hpp"
#include "training.hpp"

namespace tallystick::detail {

namespace {

constexpr std::string_view kColumns[] = {"train_count", "train_frequency", "train_rank",
                                         "score_rank"};
constexpr std::size_t kFewLabels = 5;  // of fewer no order has a p-value below 0.05

std::string_view test_name(RankTestMethod method) {
  switch (method) {
    case RankTestMethod::none: return "";
    case RankTestMethod::exact: return "exact permutation";
    case RankTestMethod::permutation: return "permutation";
    case RankTestMethod::student: return "student";
  }
  return "";
}

/// "pbc: mean of 3 folds in 'part', standard deviation 0.1, above 0 in 2 of them (a 0.5, ...)"
std::string fold_note(const BiasFigure& figure, const EvaluateOptions& options) {
  constexpr std::size_t kMost = 10;
  constexpr int kDecimals = 4;
  std::uint64_t n = 0, above = 0;
  std::string each;
  for (std::size_t i = 0; i < figure.folds.size(); ++i) {
    const BiasFold& fold = figure.folds[i];
    if (!std::isnan(fold.value)) ++n;
    if (fold.value > 0) ++above;
    if (i >= kMost) continue;
    each.append(each.empty() ? "" : ", ").append(printable(fold.name)).append(" ");
    each += std::isnan(fold.value) ? std::string("none") : fixed_text(fold.value, kDecimals);
  }
  if (figure.folds.size() > kMost) {
    each += " and " + counted(figure.folds.size() - kMost, "other");
  }
  std::string out = figure.name + ": mean of " + counted(n, "fold") + " in " + quoted(options.fold);
  out += ", standard deviation " + fixed_text(figure.spread, kDecimals);
  out += ", above 0 (rare labels served worse) in " + std::to_string(above) + " of them (" + each;
  out += ")";
  const IntervalMethod method = options.interval.method;
  if (method == IntervalMethod::delta) {
    if (n < 2) return out;
    out += "; the interval is Student's t with " + counted(n - 1, "degree") +
           " of freedom, as if folds were independent; they share training data, so that it is "
           "rather too narrow";
  } else if (method != IntervalMethod::none && !of_shares(method)) {
    out += "; the interval is about the examples within the folds, with these models";
  }
  return out;
}

double or_zero(double value) { return std::isnan(value) ? 0 : value; }

BiasRow row_of(const BiasLabel& label, const Whole& whole) {
  const Cell& cell = label.cell;
  return {.label = label.name,
          .train_count = label.count,
          .train_frequency = label.frequency,
          .support = whole.amount(cell.truth()),
          .precision = or_zero(ratio(cell.tp, cell.predicted())),
          .recall = or_zero(ratio(cell.tp, cell.truth())),
          .f1 = or_zero(ratio(2 * cell.tp, cell.truth() + cell.predicted())),
          .score = label.score,
          .train_rank = static_cast<double>(label.count_rank2) / 2,
          .score_rank = static_cast<double>(label.score_rank2) / 2};
}

std::string p_text(const BiasFigure& figure) {
  constexpr int kDecimals = 4;
  std::string out =
      figure.p_value < 0.0001 ? std::string("below 0.0001") : fixed_text(figure.p_value, kDecimals);
  if (figure.draws != 0) out.append(" from ").append(counted(figure.draws, "random order"));
  return out;
}

/// "; the line of least squares has F1 0.4 at frequency 0, 0.01 more for each percent ..."
std::string line_text(const BiasFigure& figure) {
  if (std::isnan(figure.slope)) return {};
  constexpr int kDecimals = 4;
  std::string out = "; the line of least squares has ";
  out.append(figure.score).append(" ").append(fixed_text(figure.intercept, kDecimals));
  out.append(" at frequency 0, ").append(fixed_text(std::abs(figure.slope) / 100, kDecimals));
  return out + (figure.slope < 0 ? " less" : " more") + " for each percent of training examples";
}

}  // namespace

Training training_of(const Tally& tally, const TrainCounts& counts) {
  Training out;
  out.n_examples = counts.examples;
  const Vocabulary& known = tally.vocabulary();
  for (LabelId label = 0; label < known.size(); ++label) {
    out.counts.push_back(counts.count(known.name(label)));
  }
  const bool closed = known.declared() || tally.taxonomy() != nullptr;
  for (LabelId label = 0; !closed && label < counts.labels.size(); ++label) {
    const std::string_view name = counts.labels.name(label);
    if (known.find(name)) continue;
    out.unseen.push_back(counts.counts[label]);
    out.unseen_names.emplace_back(name);
  }
  return out;
}

BiasFigure bias_figure(const Spec& spec, const Whole& whole, const Training& training,
                       const EvaluateOptions& options) {
  const PredictionBias bias = prediction_bias(whole, training, spec.params);
  BiasFigure out;
  out.name = spec.name();
  out.score = bias_score_text(spec.params);
  out.value = bias.value;
  out.n_labels = bias.labels.size();
  out.slope = bias.slope;
  out.intercept = bias.intercept;
  std::vector<std::uint64_t> counts, scores;
  for (const BiasLabel& label : bias.labels) {
    counts.push_back(label.count_rank2);
    scores.push_back(label.score_rank2);
    if (options.per_label) out.labels.push_back(row_of(label, whole));
  }
  const RankTest test =
      rank_test(counts, scores, options.interval.resamples, options.interval.seed);
  out.p_value = test.p_value;
  out.test = test_name(test.method);
  out.draws = test.draws;
  if (out.draws != 0) out.seed = options.interval.seed;
  return out;
}

Training training_of_truth(const Tally& tally) {
  if (tally.weighted()) {
    fail(ErrorCode::wrong_usage,
         "--fold counts the labels of the other folds' examples, but these have weights",
         "leave out --weight, or name the training labels with --train FILE");
  }
  const Whole whole(tally, LabelUniverse::seen);
  Training out;
  out.n_examples = tally.n_examples();
  for (LabelId label = 0; label < tally.vocabulary().size(); ++label) {
    out.counts.push_back(static_cast<std::uint64_t>(whole.cell(label).truth()));
  }
  return out;
}

Training training_of_fold(const Tally& all, const Training& of_all, const Tally& fold,
                          bool less_its_own, const Vocabulary& labels) {
  Training out = of_all;
  out.counts.clear();
  const Training own = less_its_own ? training_of_truth(fold) : Training{};
  for (LabelId label = 0; label < labels.size(); ++label) {
    const std::string_view name = labels.name(label);
    std::uint64_t count = of_all.counts[*all.vocabulary().find(name)];
    if (const auto here = fold.vocabulary().find(name); less_its_own && here) {
      count -= own.counts[*here];
    }
    out.counts.push_back(count);
  }
  if (less_its_own) out.n_examples -= own.n_examples;
  return out;
}

BiasFigure bias_over_folds(const Spec& spec, const Whole& whole, const Training& training,
                           const EvaluateOptions& options) {
  const bool others = !has_training(options);
  if (others && options.parts->size() < 2) {
    fail(ErrorCode::wrong_usage,
         "--fold names column " + quoted(options.fold) +
             ", which has one value: there are no other folds to have trained on",
         "name the column of the folds, or the training labels with --train FILE");
  }
  BiasFigure out;
  out.name = spec.name();
  out.score = bias_score_text(spec.params);
  out.p_value = kUndefined;
  ExactSum values, slopes, intercepts;
  std::vector<double> found;
  EvaluateOptions one = options;
  one.per_label = false;
  for (const auto& [name, tally] : *options.parts) {
    if (tally.n_examples() == 0) continue;
    const Training of_fold =
        training_of_fold(whole.tally(), training, tally, others, tally.vocabulary());
    const Whole part(tally, universe_of(whole.tally(), options));
    const BiasFigure figure = bias_figure(spec, part, of_fold, one);
    BiasFold& fold = out.folds.emplace_back();
    fold.name = name;
    fold.n_train = of_fold.n_examples;
    fold.n_examples = tally.n_examples();
    fold.n_labels = figure.n_labels;
    fold.value = figure.value;
    fold.p_value = figure.p_value;
    if (std::isnan(figure.value)) {
      fold.undefined = prediction_bias(part, of_fold, spec.params).undefined;
      continue;
    }
    found.push_back(figure.value);
    values.add(figure.value, 1);
    slopes.add(figure.slope, 1);
    intercepts.add(figure.intercept, 1);
  }
  const double n = static_cast<double>(found.size());
  out.value = found.empty() ? kUndefined : values.value() / n;
  out.slope = found.empty() ? kUndefined : slopes.value() / n;
  out.intercept = found.empty() ? kUndefined : intercepts.value() / n;
  ExactSum squares;
  for (const double value : found) squares.add((value - out.value) * (value - out.value), 1);
  out.spread = found.empty() ? kUndefined : std::sqrt(squares.value() / n);
  return out;
}

void take_fold_means(const std::vector<Spec>& specs, const Whole& whole,
                     const std::optional<Training>& training, const EvaluateOptions& options,
                     std::vector<Value>& values) {
  if (!has_folds(options)) return;
  for (std::size_t i = 0; i < specs.size(); ++i) {
    if (specs[i].scope != Scope::trained) continue;
    const BiasFigure figure = bias_over_folds(specs[i], whole, *training, options);
    values[i] = {};
    values[i].value = figure.value;
    for (const BiasFold& fold : figure.folds) {
      if (!std::isnan(fold.value)) continue;
      ++values[i].n_undefined;
      if (values[i].undefined.empty()) {
        values[i].undefined = "fold " + quoted(fold.name) + " has none, " + fold.undefined;
      }
    }
  }
}

std::optional<std::string> bias_note(const BiasFigure& figure, const EvaluateOptions& options) {
  if (std::isnan(figure.value)) return {};
  if (!figure.folds.empty()) return fold_note(figure, options);
  constexpr double kHardly = 0.1;  // Cohen: a small correlation begins here
  const bool worse = figure.value > 0;
  std::string out = figure.name + ": ";
  if (figure.p_value >= 1 - options.interval.level) {
    out += "whether " + figure.score +
           " goes with how frequent a label is in training cannot be told from chance";
    if (figure.n_labels < kFewLabels) out += ", with too few labels for a p-value";
  } else {
    const std::string_view much = std::abs(figure.value) < kHardly ? "slightly " : "";
    out.append("rare labels are served ").append(much).append(worse ? "worse" : "better");
    out.append(": the rarer a label is in training, the ").append(worse ? "lower" : "higher");
    out.append(" its ").append(figure.score).append(" tends to be here");
  }
  out += " (Spearman " + fixed_text(figure.value, 4) + " over " +
         counted(figure.n_labels, "label") + ", p " + p_text(figure) + ")";
  return out + line_text(figure);
}

BiasCells::BiasCells(const std::vector<Spec>& specs, const Whole& whole,
                     const EvaluateOptions& options, char delimiter)
    : delimiter_(delimiter) {
  const auto spec = std::find_if(specs.begin(), specs.end(),
                                 [](const Spec& s) { return s.scope == Scope::trained; });
  if (spec == specs.end() || has_folds(options)) return;
  if (options.train == "-") {
    fail(ErrorCode::wrong_usage,
         "--per-label=FILE reads the training labels again, and standard input has them once",
         "name a file for them");
  }
  wanted_ = true;
  const Tally& tally = whole.tally();
  const Training training = training_of(tally, read_training(options, tally.taxonomy().get()));
  for (const BiasLabel& label : prediction_bias(whole, training, spec->params).labels) {
    std::string text;
    for (const std::string& field : {std::to_string(label.count), number_text(label.frequency),
                                     number_text(static_cast<double>(label.count_rank2) / 2),
                                     number_text(static_cast<double>(label.score_rank2) / 2)}) {
      text += delimiter_;
      text += field;
    }
    if (label.label != kNoLabel) cells_.emplace(label.label, std::move(text));
  }
}

std::string BiasCells::header() const {
  std::string out;
  for (const std::string_view column : kColumns) {
    if (wanted_) out.append(1, delimiter_).append(column);
  }
  return out;
}

std::string BiasCells::cells(LabelId label) const {
  const auto found = cells_.find(label);
  if (found != cells_.end()) return found->second;
  return std::string(wanted_ ? std::size(kColumns) : 0, delimiter_);
}

void add_bias_columns(LabelTable& table, const BiasFigure& figure) {
  for (const std::string_view column : kColumns) table.measures.emplace_back(column);
  std::map<std::string_view, const BiasRow*> rows;
  for (const BiasRow& row : figure.labels) rows.emplace(row.label, &row);
  for (LabelRow& label : table.rows) {
    const auto found = rows.find(label.label);
    const BiasRow* row = found == rows.end() ? nullptr : found->second;
    label.values.push_back(row == nullptr ? kUndefined : static_cast<double>(row->train_count));
    label.values.push_back(row == nullptr ? kUndefined : row->train_frequency);
    label.values.push_back(row == nullptr ? kUndefined : row->train_rank);
    label.values.push_back(row == nullptr ? kUndefined : row->score_rank);
  }
}

}  // namespace tallystick::detail
