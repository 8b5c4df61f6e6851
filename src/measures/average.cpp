#include "tallystick/measures/average.hpp"

#include <cmath>

#include "tallystick/base/error.hpp"
#include "tallystick/base/exact_sum.hpp"
#include "tallystick/base/text.hpp"
#include "tallystick/measures/catalogue.hpp"

namespace tallystick {

namespace {

bool nothing_there(const Cell& cell) { return (cell.tp | cell.fp | cell.fn) == 0; }

const UndefinedRule& rule_of(const Measure& measure, const Convention& convention, bool samples) {
  switch (measure.kind) {
    case UndefinedKind::precision: return convention.precision;
    case UndefinedKind::recall: return convention.recall;
    case UndefinedKind::fscore: return convention.fscore;
    case UndefinedKind::jaccard: return samples ? convention.samples_jaccard : convention.jaccard;
    case UndefinedKind::specificity: return convention.specificity;
    case UndefinedKind::other: return convention.other;
  }
  return convention.other;
}

double answer(Undefined undefined) {
  switch (undefined) {
    case Undefined::zero: return 0;
    case Undefined::one: return 1;
    case Undefined::exclude: return kUndefined;
  }
  return kUndefined;
}

std::string_view counted_as(Undefined undefined) {
  switch (undefined) {
    case Undefined::zero: return "counted as 0";
    case Undefined::one: return "counted as 1";
    case Undefined::exclude: return "left out";
  }
  return "left out";
}

/// A formula's value, or the rule's answer and the fact that it was needed.
struct Answered {
  double value;
  bool undefined;
  std::string_view as;
};

/// The case of a 0/0 that Mulan's rule sets apart. Of specificity it is: no negatives, no misses.
bool is_empty(const Measure& measure, const Cell& cell) {
  return measure.kind == UndefinedKind::specificity ? (cell.tn | cell.fp | cell.fn) == 0
                                                    : nothing_there(cell);
}

Answered answered(const Measure& measure, const Params& params, const Cell& cell,
                  const Convention& convention, bool samples) {
  const double value = measure.cell(cell, params);
  if (!std::isnan(value)) return {value, false, {}};
  if (convention.rates_first && measure.of_rates != nullptr) {
    const auto rate = [&](std::string_view name) {
      return answered(*find_measure(name), {}, cell, convention, samples).value;
    };
    return {measure.of_rates(rate("recall"), rate("specificity"), params), true,
            "recall and specificity took the value that their 0/0 counts as"};
  }
  const UndefinedRule& rule = rule_of(measure, convention, samples);
  const Undefined as = is_empty(measure, cell) ? rule.all_empty : rule.otherwise;
  return {answer(as), true, counted_as(as)};
}

/// Collects a weighted mean and what was undefined on the way.
class Mean {
 public:
  void add(const Answered& term, u128 weight, std::uint64_t n_terms) {
    if (term.undefined) {
      n_undefined_ += n_terms;
      mixed_ |= !as_.empty() && as_ != term.as;
      as_ = term.as;
    }
    if (std::isnan(term.value)) return;
    sum_.add(term.value, weight);
    weights_ += weight;
  }
  [[nodiscard]] double value() const { return sum_.divided_by(weights_); }
  [[nodiscard]] std::uint64_t n_undefined() const { return n_undefined_; }
  [[nodiscard]] u128 weights() const { return weights_; }
  [[nodiscard]] std::string_view counted_as() const {
    return mixed_ ? "counted as 1 where nothing was true, predicted or missed, else as 0" : as_;
  }

 private:
  ExactSum sum_;
  u128 weights_ = 0;
  std::uint64_t n_undefined_ = 0;
  std::string_view as_;
  bool mixed_ = false;
};

bool enters(MacroLabels which, const Cell& cell) {
  switch (which) {
    case MacroLabels::universe: return true;
    case MacroLabels::occurring: return !nothing_there(cell);
    case MacroLabels::with_support: return cell.truth() != 0;
    case MacroLabels::predicted: return cell.predicted() != 0;
  }
  return true;
}

MacroLabels macro_labels(const Measure& measure, const Convention& convention, bool single) {
  const auto of_kind = [&] {
    switch (measure.kind) {
      case UndefinedKind::precision: return convention.macro_precision;
      case UndefinedKind::recall: return convention.macro_recall;
      case UndefinedKind::fscore: return convention.macro_fscore;
      default: return convention.macro_other;
    }
  }();
  return single && of_kind == MacroLabels::universe ? convention.macro_single_label : of_kind;
}

std::string which_labels(MacroLabels which) {
  switch (which) {
    case MacroLabels::universe: return {};
    case MacroLabels::occurring: return "mean over the labels that are true or predicted somewhere";
    case MacroLabels::with_support: return "mean over the labels that are true somewhere";
    case MacroLabels::predicted: return "mean over the labels that are predicted somewhere";
  }
  return {};
}

/// "label 'c': tp + fp = 0; counted as 0", "12 labels ('a' the first): ..."
std::string label_text(const Spec& spec, const Whole& whole, std::uint64_t n, LabelId first,
                       std::string_view as) {
  const std::string name = quoted(whole.tally().vocabulary().name(first));
  const Cell cell = whole.cell(first);
  std::string text;
  if (n == 1) {
    text = "label " + name;
    if (nothing_there(cell)) {
      return text + " is in neither truth nor prediction; " + std::string(as);
    }
  } else {
    text = std::to_string(n) + " labels, the first of them " + name;
  }
  return text + ": " + std::string(spec.measure->undefined_when) + "; " + std::string(as);
}

Value over_labels(const Spec& spec, const Whole& whole, const Convention& convention) {
  const bool weighted = spec.average == Average::weighted;
  const MacroLabels which = weighted
                                ? MacroLabels::universe
                                : macro_labels(*spec.measure, convention, whole.single_label());
  const UndefinedRule& rule = rule_of(*spec.measure, convention, false);
  // With no support at all the weights say nothing: the plain mean stands in, unless 0/0 is
  // excluded, when there is nothing to average.
  const bool supported = whole.pooled().truth() != 0;
  Mean mean;
  const Vocabulary& vocabulary = whole.tally().vocabulary();
  LabelId first = kNoLabel;
  for (const LabelGroup& group : whole.labels()) {
    if (!enters(which, group.cell)) continue;
    const Answered term = answered(*spec.measure, spec.params, group.cell, convention, false);
    const u128 weight =
        weighted && supported ? group.cell.truth() * group.n_labels : u128{group.n_labels};
    mean.add(term, weight, group.n_labels);
    if (term.undefined &&
        (first == kNoLabel || vocabulary.name(group.first) < vocabulary.name(first))) {
      first = group.first;
    }
  }
  Value out{.value = mean.value(), .n_undefined = mean.n_undefined()};
  if (weighted && !supported) {
    const bool excluded = rule.otherwise == Undefined::exclude;
    out.n_undefined = 0;
    for (const LabelGroup& group : whole.labels()) out.n_undefined += group.n_labels;
    if (excluded) out.value = kUndefined;
    if (out.n_undefined == 0) {
      out.value = answer(rule.otherwise);
      out.n_undefined = 1;
    }
    out.undefined =
        std::string("no label has support, so the weights are 0/0; ") +
        (whole.labels().empty() || excluded ? std::string(counted_as(rule.otherwise))
                                            : "the plain mean over the labels is taken");
    return out;
  }
  if (out.n_undefined != 0) {
    out.undefined = label_text(spec, whole, out.n_undefined, first, mean.counted_as());
  }
  if (std::isnan(out.value) && out.n_undefined == 0) {
    // Nothing to average: the mean itself is 0/0.
    out.value = answer(rule.otherwise);
    out.n_undefined = 1;
    out.undefined = "no label enters the mean; " + std::string(counted_as(rule.otherwise));
  }
  if (!weighted) out.note = which_labels(which);
  return out;
}

Value over_examples(const Spec& spec, const Whole& whole, const Convention& convention) {
  Mean mean;
  u128 undefined = 0;
  for (const ExampleGroup& example : whole.examples()) {
    const Answered term =
        answered(*spec.measure, spec.params, whole.cell(example), convention, true);
    mean.add(term, example.amount, term.undefined ? 1 : 0);
    if (term.undefined) undefined += example.amount;
  }
  Value out{.value = mean.value()};
  if (undefined != 0) {
    const Amount amount = whole.amount(undefined);
    out.n_undefined = amount.whole + (amount.fraction != 0 ? 1 : 0);
    out.undefined = counted(out.n_undefined, "example") + ": " +
                    std::string(spec.measure->undefined_when) + " in the example; " +
                    std::string(mean.counted_as());
  }
  return out;
}

Value pooled(const Spec& spec, const Whole& whole, const Convention& convention) {
  const Answered term = answered(*spec.measure, spec.params, whole.pooled(), convention, false);
  Value out{.value = term.value};
  if (term.undefined) {
    out.n_undefined = 1;
    out.undefined =
        std::string(spec.measure->undefined_when) + " over all labels; " + std::string(term.as);
  }
  return out;
}

/// The F of the macro precision and the macro recall.
Value of_means(const Spec& spec, const Whole& whole, const Convention& convention) {
  const auto part = [&](std::string_view name) {
    const Spec macro{.measure = find_measure(name), .average = Average::macro};
    return over_labels(macro, whole, convention);
  };
  const Value p = part("precision");
  const Value r = part("recall");
  const double b2 = spec.params.beta * spec.params.beta;
  Value out;
  out.n_undefined = p.n_undefined + r.n_undefined;
  for (const Value& value : {p, r}) {
    if (value.undefined.empty()) continue;
    out.undefined += (out.undefined.empty() ? "" : "; ") + value.undefined;
  }
  if (std::isnan(p.value) || std::isnan(r.value)) {
    out.value = kUndefined;
    return out;
  }
  const double below = b2 * p.value + r.value;
  if (std::isinf(b2)) {
    out.value = r.value;
  } else {
    // Both means 0 is a system without hits, whose F is 0 like that of a label without hits.
    out.value = below == 0 ? 0 : (1 + b2) * p.value * r.value / below;
  }
  return out;
}

Value scalar(const Spec& spec, double value, const Convention& convention) {
  Value out{.value = value};
  if (!std::isnan(value)) return out;
  const Undefined as = rule_of(*spec.measure, convention, false).otherwise;
  out.value = answer(as);
  out.n_undefined = 1;
  out.undefined = std::string(spec.measure->undefined_when) + "; " + std::string(counted_as(as));
  return out;
}

Value whole_value(const Spec& spec, const Whole& whole, const Convention& convention) {
  const std::string_view name = spec.measure->name;
  // Two presets use these words for other quantities; the note says so beside the figure.
  if (convention.cells_as_subset && (name == "subset_accuracy" || name == "zero_one_loss")) {
    const Cell& all = whole.all_cells();
    const bool loss = name == "zero_one_loss";
    Value out =
        scalar(spec, ratio(loss ? all.fp + all.fn : all.tp + all.tn, all.total()), convention);
    out.note = loss ? "share of disagreeing cells (Hamming loss), as convention gatto words it"
                    : "share of agreeing cells (1 - Hamming loss), as convention gatto words it";
    return out;
  }
  if (convention.hamming_per_example && name == "hamming_loss") {
    const Cell& all = whole.all_cells();
    Value out = scalar(spec, ratio(all.fp + all.fn, whole.n_examples()), convention);
    out.note = "wrong cells an example, not divided by the number of labels (napkinXC)";
    return out;
  }
  return scalar(spec, spec.measure->whole(whole, spec.params), convention);
}

Value one_label(const Spec& spec, const Whole& whole, const Convention& convention) {
  const auto label = whole.tally().vocabulary().find(*spec.params.label);
  if (!label) {
    std::vector<std::string_view> names;
    for (LabelId id = 0; id < whole.tally().vocabulary().size(); ++id) {
      names.push_back(whole.tally().vocabulary().name(id));
    }
    const auto near = nearest(*spec.params.label, names);
    fail(
        ErrorCode::unknown_label,
        "label " + quoted(*spec.params.label) + " of measure " + quoted(spec.name()) +
            " is not among the " + counted(whole.n_labels(), "label") + " of the data",
        near.empty() ? "see the labels with --per-label" : "did you mean " + quoted(near[0]) + "?");
  }
  const Answered term = answered(*spec.measure, spec.params, whole.cell(*label), convention, false);
  Value out{.value = term.value};
  if (term.undefined) {
    out.n_undefined = 1;
    out.undefined = label_text(spec, whole, 1, *label, term.as);
  }
  return out;
}

}  // namespace

std::string_view average_name(Average average) noexcept {
  switch (average) {
    case Average::none: return "";
    case Average::micro: return "micro";
    case Average::macro: return "macro";
    case Average::weighted: return "weighted";
    case Average::samples: return "samples";
    case Average::means: return "means";
  }
  return "";
}

double label_value(const Measure& measure, const Params& params, const Cell& cell,
                   const Convention& convention, bool* undefined) {
  const Answered value = answered(measure, params, cell, convention, false);
  if (undefined != nullptr) *undefined = value.undefined;
  return value.value;
}

Value value_of(const Spec& spec, const Whole& whole, const Multiclass* multiclass,
               const Convention& convention) {
  switch (spec.scope) {
    case Scope::whole: return whole_value(spec, whole, convention);
    case Scope::label: return one_label(spec, whole, convention);
    case Scope::multiclass:
      if (multiclass == nullptr) fail(ErrorCode::internal, "a multi-class figure without classes");
      return scalar(spec, spec.measure->multiclass(*multiclass, spec.params), convention);
    case Scope::average: break;
  }
  switch (spec.average) {
    case Average::micro: return pooled(spec, whole, convention);
    case Average::samples: return over_examples(spec, whole, convention);
    case Average::means: return of_means(spec, whole, convention);
    case Average::macro:
      if (convention.macro_f_of_means && spec.measure->kind == UndefinedKind::fscore) {
        Value out = of_means(spec, whole, convention);
        out.note = "F of macro precision and macro recall, not the mean of the labels' F";
        return out;
      }
      return over_labels(spec, whole, convention);
    case Average::weighted: return over_labels(spec, whole, convention);
    case Average::none: break;
  }
  fail(ErrorCode::internal, "measure " + spec.name() + " has no average");
}

}  // namespace tallystick
