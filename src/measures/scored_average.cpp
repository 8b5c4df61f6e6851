// Averages of formulas over scored cells: of labels, of examples, of all cells.
#include <algorithm>
#include <cmath>

#include "measures/answer.hpp"
#include "tallystick/base/error.hpp"
#include "tallystick/base/text.hpp"
#include "tallystick/measures/scores.hpp"

namespace tallystick::detail {

namespace {

Answered answered(const Spec& spec, const ScoreColumn& column, const Convention& convention) {
  return detail::answered(spec.measure->scored(column, spec.params),
                          rule_of(*spec.measure, convention, false), false);
}

/// A logit or a percentage taken for a probability gives a number that means nothing.
void check_probabilities(const Spec& spec, const Scores& scores) {
  if (!spec.measure->probabilities) return;
  const auto [low, high] = scores.range();
  if (low >= 0 && high <= 1) return;
  fail(ErrorCode::bad_number,
       "measure " + quoted(spec.name()) + " takes scores for probabilities, and they range from " +
           number_text(low) + " to " + number_text(high),
       low >= 0 && high <= 100
           ? "if they are percentages, divide them by 100; else scale them to [0, 1]"
           : "if they are logits, write 1 / (1 + exp(-score)); else scale them to [0, 1]");
}

u128 positives(const ScoreColumn& column) {
  u128 sum = column.unscored_positive;
  if (column.positive_amounts.empty()) return sum + column.positive.size();
  for (const u128 amount : column.positive_amounts) sum += amount;
  return sum;
}

/// "label 'c': everything or nothing is true; left out", "12 labels, the first of them 'a': ..."
std::string label_text(const Spec& spec, std::uint64_t n, std::string_view first,
                       std::string_view as) {
  std::string text = n == 1 ? "label " : std::to_string(n) + " labels, the first of them ";
  text += quoted(first);
  return text.append(": ").append(spec.measure->undefined_when).append("; ").append(as);
}

Value over_labels(const Spec& spec, const Scores& scores, const Convention& convention) {
  const bool weighted = spec.average == Average::weighted;
  const UndefinedRule& rule = rule_of(*spec.measure, convention, false);
  const Vocabulary& vocabulary = scores.whole().tally().vocabulary();
  // With no support at all the weights say nothing: the plain mean stands in, unless 0/0 is
  // excluded, when there is nothing to average.
  u128 support = 0;
  Mean by_support, plain;
  LabelId first = kNoLabel;
  for (const LabelId label : scores.labels()) {
    const ScoreColumn column = scores.column(label);
    const Answered term = answered(spec, column, convention);
    const u128 weight = weighted ? positives(column) : 0;
    support += weight;
    plain.add(term, 1, 1);
    if (weighted) by_support.add(term, weight, 1);
    if (!term.undefined) continue;
    if (first == kNoLabel || vocabulary.name(label) < vocabulary.name(first)) first = label;
  }
  const bool unsupported = weighted && support == 0;
  const Mean& mean = weighted && !unsupported ? by_support : plain;
  Value out{.value = mean.value(), .n_undefined = mean.n_undefined()};
  if (unsupported) {
    const bool excluded = rule.otherwise == Undefined::exclude;
    const bool none = scores.labels().empty();
    out.n_undefined = std::max<std::uint64_t>(scores.labels().size(), 1);
    if (excluded) out.value = kUndefined;
    if (none) out.value = answer(rule.otherwise);
    out.undefined = std::string("no label has support, so the weights are 0/0; ") +
                    (none || excluded ? std::string(counted_as(rule.otherwise))
                                      : "the plain mean over the labels is taken");
    return out;
  }
  if (out.n_undefined != 0) {
    out.undefined = label_text(spec, out.n_undefined, vocabulary.name(first), mean.counted_as());
  } else if (std::isnan(out.value)) {
    out.value = answer(rule.otherwise);
    out.n_undefined = 1;
    out.undefined = "no label enters the mean; " + std::string(counted_as(rule.otherwise));
  }
  return out;
}

Value over_examples(const Spec& spec, const Scores& scores, const Convention& convention) {
  const ScoreTable& table = scores.table();
  const std::uint64_t n_labels = scores.whole().tally().n_rankable();
  Mean mean;
  u128 undefined = 0;
  std::vector<std::uint64_t> positive, negative;
  for (std::size_t i = 0; i < table.size(); ++i) {
    const ScoreTable::Example example = table.example(i);
    positive.clear(), negative.clear();
    for (std::size_t j = 0; j < example.labels.size(); ++j) {
      (example.labels[j].is_true() ? positive : negative).push_back(score_key(example.scores[j]));
    }
    const std::size_t known = example.labels.size() + example.unscored.size();
    const ScoreColumn column{positive, negative, {}, {}, example.unscored.size(), n_labels - known};
    const Answered term = answered(spec, column, convention);
    const u128 weight = scores.whole().unit(example.weight);
    mean.add(term, weight, term.undefined ? 1 : 0);
    if (term.undefined) undefined += weight;
  }
  Value out{.value = mean.value()};
  if (undefined != 0) {
    out.n_undefined = scores.whole().rounded_up(undefined);
    out.undefined = counted(out.n_undefined, "example") + ": " +
                    std::string(spec.measure->undefined_when) + " in the example; " +
                    std::string(mean.counted_as());
  }
  return out;
}

Value one_column(const Spec& spec, const ScoreColumn& column, const Convention& convention,
                 const std::string& label) {
  const Answered term = answered(spec, column, convention);
  Value out{.value = term.value};
  if (!term.undefined) return out;
  out.n_undefined = 1;
  out.undefined = label.empty() ? std::string(spec.measure->undefined_when) + " over all labels; " +
                                      std::string(term.as)
                                : label_text(spec, 1, label, term.as);
  return out;
}

Value over_all(const Spec& spec, const Scores& scores, const Convention& convention) {
  Params params = spec.params;
  params.root = params.root.value_or(convention.root);
  if (params.step.empty()) params.step = convention.threshold_step;
  Value out = scalar(spec, spec.measure->scores(scores, params), convention);
  if (out.n_undefined == 0 && spec.measure->scores_note != nullptr) {
    out.note = spec.measure->scores_note(scores, params);
  }
  return out;
}

}  // namespace

Value scored_value(const Spec& spec, const Scores& scores, const Convention& convention) {
  check_probabilities(spec, scores);
  if (spec.scope == Scope::scores) {
    return over_all(spec, scores, convention);
  }
  if (spec.scope == Scope::scored_label) {
    const LabelId label =
        found_label(*spec.params.label, "measure " + quoted(spec.name()), scores.whole());
    return one_column(spec, scores.column(label), convention, *spec.params.label);
  }
  switch (spec.average) {
    case Average::micro: return one_column(spec, scores.pooled(), convention, {});
    case Average::samples: return over_examples(spec, scores, convention);
    case Average::macro:
    case Average::weighted: return over_labels(spec, scores, convention);
    default: break;
  }
  fail(ErrorCode::internal, "measure " + spec.name() + " has no such average");
}

}  // namespace tallystick::detail
