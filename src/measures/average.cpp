#include "tallystick/measures/average.hpp"

#include <cmath>

#include "measures/answer.hpp"
#include "tallystick/base/error.hpp"
#include "tallystick/base/text.hpp"
#include "tallystick/measures/catalogue.hpp"
#include "tallystick/measures/hierarchy.hpp"
#include "tallystick/measures/rankings.hpp"

namespace tallystick {

namespace {

using detail::answer;
using detail::Answered;
using detail::answered;
using detail::counted_as;
using detail::enters;
using detail::f_of;
using detail::macro_labels;
using detail::Mean;
using detail::nothing_there;
using detail::rule_of;
using detail::scalar;

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
  const MacroLabels which =
      weighted ? MacroLabels::universe
               : macro_labels(spec.measure->kind, convention, whole.single_label());
  const UndefinedRule& rule = rule_of(*spec.measure, convention, false);
  // With no support at all the weights say nothing: the plain mean stands in, unless 0/0 is
  // excluded, when there is nothing to average.
  const bool supported = whole.pooled().truth() != 0;
  Mean mean;
  const Vocabulary& vocabulary = whole.tally().vocabulary();
  LabelId first = kNoLabel;
  for (const LabelGroup& group : whole.labels()) {
    if (!enters(which, group.cell)) continue;
    const Answered term =
        answered(*spec.measure, spec.measure->cell, spec.params, group.cell, convention, false);
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
    const Answered term = answered(*spec.measure, spec.measure->cell, spec.params,
                                   whole.cell(example), convention, true);
    mean.add(term, example.amount, term.undefined ? 1 : 0);
    if (term.undefined) undefined += example.amount;
  }
  Value out{.value = mean.value()};
  if (undefined != 0) {
    out.n_undefined = whole.rounded_up(undefined);
    out.undefined = counted(out.n_undefined, "example") + ": " +
                    std::string(spec.measure->undefined_when) + " in the example; " +
                    std::string(mean.counted_as());
  }
  return out;
}

Value pooled(const Spec& spec, const Whole& whole, const Convention& convention) {
  const Answered term =
      answered(*spec.measure, spec.measure->cell, spec.params, whole.pooled(), convention, false);
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
  Value out;
  out.n_undefined = p.n_undefined + r.n_undefined;
  for (const Value& value : {p, r}) {
    if (value.undefined.empty()) continue;
    out.undefined += (out.undefined.empty() ? "" : "; ") + value.undefined;
  }
  out.value = f_of(p.value, r.value, spec.params.beta);
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
  const LabelId label =
      detail::found_label(*spec.params.label, "measure " + quoted(spec.name()), whole);
  const Answered term = answered(*spec.measure, spec.measure->cell, spec.params, whole.cell(label),
                                 convention, false);
  Value out{.value = term.value};
  if (term.undefined) {
    out.n_undefined = 1;
    out.undefined = label_text(spec, whole, 1, label, term.as);
  }
  return out;
}

Value trained_value(const Spec& spec, const Whole& whole, const Training& training,
                    const Convention& convention) {
  Value out = scalar(spec, spec.measure->trained(whole, training, spec.params), convention);
  if (out.n_undefined != 0 && spec.measure->trained_reason != nullptr) {
    out.undefined = spec.measure->trained_reason(whole, training, spec.params);
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
    case Average::union_of_sets: return "union";
  }
  return "";
}

double label_value(const Measure& measure, const Params& params, const Cell& cell,
                   const Convention& convention, bool* undefined) {
  const Answered value = answered(measure, measure.cell, params, cell, convention, false);
  if (undefined != nullptr) *undefined = value.undefined;
  return value.value;
}

Value value_of(const Spec& spec, const Findings& findings, const Convention& convention) {
  const auto present = [&spec](const auto* part) -> decltype(auto) {
    if (part == nullptr) fail(ErrorCode::internal, spec.name() + " lacks what it is taken from");
    return *part;
  };
  switch (spec.scope) {
    case Scope::whole: return whole_value(spec, present(findings.whole), convention);
    case Scope::label: return one_label(spec, present(findings.whole), convention);
    case Scope::multiclass:
      return scalar(spec, spec.measure->multiclass(present(findings.multiclass), spec.params),
                    convention);
    case Scope::closed: return detail::closed_value(spec, present(findings.hierarchy), convention);
    case Scope::hierarchy:
      return detail::hierarchy_value(spec, present(findings.hierarchy), convention);
    case Scope::ranked: return ranked_values({&spec, 1}, present(findings.rankings), convention)[0];
    case Scope::trained:
      return trained_value(spec, present(findings.whole), present(findings.training), convention);
    case Scope::space: return detail::space_value(spec, present(findings.space), convention);
    case Scope::scored:
    case Scope::scored_label:
    case Scope::scores: return detail::scored_value(spec, present(findings.scores), convention);
    case Scope::average: break;
  }
  const Whole& whole = present(findings.whole);
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
    case Average::union_of_sets:
    case Average::none: break;
  }
  fail(ErrorCode::internal, "measure " + spec.name() + " has no average");
}

}  // namespace tallystick
