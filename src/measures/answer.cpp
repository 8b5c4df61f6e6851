#include "measures/answer.hpp"

#include <vector>

#include "tallystick/base/error.hpp"
#include "tallystick/base/text.hpp"
#include "tallystick/measures/catalogue.hpp"

namespace tallystick {

const UndefinedRule& undefined_rule(UndefinedKind kind, const Convention& convention) noexcept {
  switch (kind) {
    case UndefinedKind::precision: return convention.precision;
    case UndefinedKind::recall: return convention.recall;
    case UndefinedKind::fscore: return convention.fscore;
    case UndefinedKind::jaccard: return convention.jaccard;
    case UndefinedKind::specificity: return convention.specificity;
    case UndefinedKind::ranking: return convention.ranking;
    case UndefinedKind::coverage: return convention.coverage;
    case UndefinedKind::lrap: return convention.lrap;
    case UndefinedKind::roc_auc: return convention.roc_auc;
    case UndefinedKind::average_precision: return convention.average_precision;
    case UndefinedKind::auprc: return convention.auprc;
    case UndefinedKind::statistic: {
      static constexpr UndefinedRule kNoNumber{Undefined::exclude, Undefined::exclude};
      return kNoNumber;
    }
    case UndefinedKind::other: break;
  }
  return convention.other;
}

}  // namespace tallystick

namespace tallystick::detail {

const UndefinedRule& rule_of(const Measure& measure, const Convention& convention, bool samples) {
  if (samples && measure.kind == UndefinedKind::jaccard) return convention.samples_jaccard;
  return undefined_rule(measure.kind, convention);
}

bool enters(MacroLabels which, const Cell& cell) noexcept {
  switch (which) {
    case MacroLabels::universe: return true;
    case MacroLabels::occurring: return !nothing_there(cell);
    case MacroLabels::with_support: return cell.truth() != 0;
    case MacroLabels::predicted: return cell.predicted() != 0;
  }
  return true;
}

MacroLabels macro_labels(UndefinedKind kind, const Convention& convention, bool single) noexcept {
  const MacroLabels of_kind = [&] {
    switch (kind) {
      case UndefinedKind::precision: return convention.macro_precision;
      case UndefinedKind::recall: return convention.macro_recall;
      case UndefinedKind::fscore: return convention.macro_fscore;
      default: return convention.macro_other;
    }
  }();
  return single && of_kind == MacroLabels::universe ? convention.macro_single_label : of_kind;
}

double answer(Undefined undefined) noexcept {
  switch (undefined) {
    case Undefined::zero: return 0;
    case Undefined::one: return 1;
    case Undefined::half: return 0.5;
    case Undefined::exclude: return kUndefined;
  }
  return kUndefined;
}

std::string_view counted_as(Undefined undefined) noexcept {
  switch (undefined) {
    case Undefined::zero: return "counted as 0";
    case Undefined::one: return "counted as 1";
    case Undefined::half: return "counted as 0.5";
    case Undefined::exclude: return "left out";
  }
  return "left out";
}

namespace {

/// The case of a 0/0 that Mulan's rule sets apart. Of specificity it is: no negatives, no misses.
bool is_empty(const Measure& measure, const Cell& cell) {
  return measure.kind == UndefinedKind::specificity ? (cell.tn | cell.fp | cell.fn) == 0
                                                    : nothing_there(cell);
}

}  // namespace

Answered answered(double value, const UndefinedRule& rule, bool empty) noexcept {
  if (!std::isnan(value)) return {value, false, {}};
  const Undefined as = empty ? rule.all_empty : rule.otherwise;
  return {answer(as), true, counted_as(as)};
}

Answered answered(const Measure& measure, CellFormula formula, const Params& params,
                  const Cell& cell, const Convention& convention, bool samples) {
  const double value = formula(cell, params);
  if (!std::isnan(value)) return {value, false, {}};
  if (convention.rates_first && measure.of_rates != nullptr) {
    const auto rate = [&](std::string_view name) {
      const Measure& part = *find_measure(name);
      return answered(part, part.cell, {}, cell, convention, samples).value;
    };
    return {measure.of_rates(rate("recall"), rate("specificity"), params), true,
            "recall and specificity took the value that their 0/0 counts as"};
  }
  return answered(value, rule_of(measure, convention, samples), is_empty(measure, cell));
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

LabelId found_label(const std::string& name, const std::string& what, const Whole& whole) {
  const auto label = whole.tally().vocabulary().find(name);
  if (!label) {
    std::vector<std::string_view> names;
    for (LabelId id = 0; id < whole.tally().vocabulary().size(); ++id) {
      names.push_back(whole.tally().vocabulary().name(id));
    }
    const auto near = nearest(name, names);
    fail(
        ErrorCode::unknown_label,
        "label " + quoted(name) + " of " + what + " is not among the " +
            counted(whole.n_labels(), "label") + " of the data",
        near.empty() ? "see the labels with --per-label" : "did you mean " + quoted(near[0]) + "?");
  }
  return *label;
}

double f_of(double precision, double recall, double beta) noexcept {
  if (std::isnan(precision) || std::isnan(recall)) return kUndefined;
  const double b2 = beta * beta;
  if (std::isinf(b2)) return recall;
  const double below = b2 * precision + recall;
  // Both means 0 is a system without hits, whose F is 0 like that of a label without hits.
  return below == 0 ? 0 : (1 + b2) * precision * recall / below;
}

}  // namespace tallystick::detail
