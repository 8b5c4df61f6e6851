#include "compare/exact_figure.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "base/fraction_sum.hpp"
#include "measures/answer.hpp"
#include "tallystick/base/exact_sum.hpp"

namespace tallystick::detail {

namespace {

constexpr std::uint64_t kMost = std::uint64_t{1} << 62;

struct Ratio {
  u128 above = 0, below = 0;
};

/// The ratio that the formula of a cell is, where it is one.
std::optional<Ratio> ratio_of(const Measure& measure, const Params& params, const Cell& c) {
  std::string_view name = measure.name;
  constexpr std::string_view kHierarchical = "hierarchical_";
  if (name.starts_with(kHierarchical)) name.remove_prefix(kHierarchical.size());
  const u128 wrong = c.fp + c.fn, any = c.tp + wrong;
  if (name == "precision") return Ratio{c.tp, c.predicted()};
  if (name == "recall") return Ratio{c.tp, c.truth()};
  if (name == "f1") return Ratio{2 * c.tp, any + c.tp};
  if (name == "jaccard" && params.alpha == 1) return Ratio{c.tp, any};
  if (name == "jaccard_distance") return Ratio{wrong, any};
  if (name == "specificity") return Ratio{c.tn, c.tn + c.fp};
  if (name == "negative_predictive_value") return Ratio{c.tn, c.tn + c.fn};
  if (name == "false_positive_rate") return Ratio{c.fp, c.fp + c.tn};
  if (name == "false_negative_rate") return Ratio{c.fn, c.truth()};
  if (name == "false_discovery_rate") return Ratio{c.fp, c.predicted()};
  if (name == "false_omission_rate") return Ratio{c.fn, c.fn + c.tn};
  if (name == "accuracy") return Ratio{c.tp + c.tn, c.total()};
  if (name == "error") return Ratio{wrong, c.total()};
  if (name == "prevalence") return Ratio{c.truth(), c.total()};
  return {};
}

/// Collects terms with their weights; knows when a number grew too large.
class Terms {
 public:
  void add(const Ratio& ratio, u128 weight) {
    if (weight == 0) return;
    if (ratio.below == 0 || ratio.below >= kMost || ratio.above >= kMost || weight >= kMost) {
      told_ = false;
      return;
    }
    figure_.terms.push_back({ratio.above * weight, static_cast<std::uint64_t>(ratio.below)});
    over_ += weight;
  }
  /// A 0/0 as the convention answers it.
  void add(const Answered& answer, u128 weight) {
    if (std::isnan(answer.value)) return;
    add(Ratio{static_cast<u128>(2 * answer.value), 2}, weight);  // 0, 1/2 or 1
  }
  void none() { told_ = false; }
  [[nodiscard]] std::optional<ExactFigure> mean() && {
    if (!told_ || over_ == 0 || over_ >= kMost) return {};
    figure_.over = static_cast<std::uint64_t>(over_);
    return std::move(figure_);
  }

 private:
  ExactFigure figure_;
  u128 over_ = 0;
  bool told_ = true;
};

void add_cell(const Spec& spec, CellFormula formula, const Cell& cell, const Convention& convention,
              bool samples, u128 weight, Terms& out) {
  const auto ratio = ratio_of(*spec.measure, spec.params, cell);
  if (!ratio) return out.none();
  if (ratio->below != 0) return out.add(*ratio, weight);
  out.add(answered(*spec.measure, formula, spec.params, cell, convention, samples), weight);
}

std::optional<ExactFigure> one_ratio(const Ratio& ratio) {
  Terms terms;
  terms.add(ratio, 1);
  return std::move(terms).mean();
}

std::optional<ExactFigure> over_labels(const Spec& spec, const Whole& whole,
                                       const Convention& convention) {
  const bool weighted = spec.average == Average::weighted;
  if (weighted && whole.pooled().truth() == 0) return {};
  const MacroLabels which =
      weighted ? MacroLabels::universe
               : macro_labels(spec.measure->kind, convention, whole.single_label());
  Terms terms;
  for (const LabelGroup& group : whole.labels()) {
    if (!enters(which, group.cell)) continue;
    const u128 weight = (weighted ? group.cell.truth() : 1) * group.n_labels;
    add_cell(spec, spec.measure->cell, group.cell, convention, false, weight, terms);
  }
  return std::move(terms).mean();
}

/// Words that name other quantities in some conventions.
std::optional<ExactFigure> of_whole(const Spec& spec, const Whole& whole,
                                    const Convention& convention) {
  const std::string_view name = spec.measure->name;
  const Cell& all = whole.all_cells();
  if (name == "hamming_loss" && !convention.hamming_per_example) {
    return one_ratio({all.fp + all.fn, all.total()});
  }
  const bool loss = name == "zero_one_loss";
  if (convention.cells_as_subset || (!loss && name != "subset_accuracy")) return {};
  u128 right = 0;
  for (const ExampleGroup& group : whole.examples()) {
    if (group.common == group.truth && group.common == group.predicted) right += group.amount;
  }
  return one_ratio({loss ? whole.n_examples() - right : right, whole.n_examples()});
}

}  // namespace

double ExactFigure::value() const {
  ExactSum sum;
  for (const Term& term : terms) {
    const u128 whole = term.above / term.below;
    sum.add(1, whole);
    sum.add(ratio(term.above % term.below, term.below));
  }
  return sum.divided_by(over);
}

std::optional<ExactFigure> exact_figure(const Spec& spec, const Whole& whole,
                                        const Convention& convention) {
  if (whole.fractional()) return {};
  if (spec.scope == Scope::whole) return of_whole(spec, whole, convention);
  if (spec.scope == Scope::label) {
    const auto label = whole.tally().vocabulary().find(*spec.params.label);
    return label ? exact_figure(spec, whole.cell(*label), convention) : std::nullopt;
  }
  if (spec.scope != Scope::average || spec.measure->cell == nullptr) return {};
  const bool of_means = convention.macro_f_of_means && spec.measure->kind == UndefinedKind::fscore;
  switch (spec.average) {
    case Average::micro: return exact_figure(spec, whole.pooled(), convention);
    case Average::macro: return of_means ? std::nullopt : over_labels(spec, whole, convention);
    case Average::weighted: return over_labels(spec, whole, convention);
    case Average::samples: break;
    case Average::means:
    case Average::union_of_sets:
    case Average::none: return {};
  }
  Terms terms;
  for (const ExampleGroup& example : whole.examples()) {
    add_cell(spec, spec.measure->cell, whole.cell(example), convention, true, example.amount,
             terms);
  }
  return std::move(terms).mean();
}

std::optional<ExactFigure> exact_figure(const Spec& spec, const Cell& cell,
                                        const Convention& convention) {
  Terms terms;
  add_cell(spec, spec.measure->cell, cell, convention, false, 1, terms);
  return std::move(terms).mean();
}

std::optional<ExactFigure> exact_figure(const Spec& spec, const Multiclass& classes,
                                        std::span<const std::uint64_t> amounts) {
  const std::string_view name = spec.measure->name;
  const bool balanced = name == "balanced_accuracy" && !spec.params.adjusted;
  if (!balanced && name != "accuracy") return {};
  std::vector<Ratio> recalls(balanced ? classes.classes.size() : 1);
  for (std::size_t i = 0; i < amounts.size(); ++i) {
    const Multiclass::Entry& entry = classes.entries[i];
    Ratio& recall = recalls[balanced ? entry.truth : 0];
    recall.below += amounts[i];
    if (entry.truth == entry.predicted) recall.above += amounts[i];
  }
  Terms terms;
  for (const Ratio& recall : recalls) {
    if (recall.below != 0) terms.add(recall, 1);
  }
  return std::move(terms).mean();
}

std::optional<ExactFigure> exact_figure(const Spec& spec, const Convention& convention,
                                        std::span<const ExampleGroup> closed,
                                        std::span<const std::uint64_t> amounts) {
  const bool micro = spec.average == Average::micro;
  const bool told = spec.scope == Scope::closed && spec.params.node_weights == "none" &&
                    (micro || spec.average == Average::samples);
  if (!told) return {};
  Cell sum;
  Terms terms;
  for (std::size_t i = 0; i < amounts.size(); ++i) {
    const ExampleGroup& group = closed[i];
    const Cell cell{group.common, group.predicted - group.common, group.truth - group.common, 0};
    if (micro) {
      sum.tp += cell.tp * amounts[i], sum.fp += cell.fp * amounts[i];
      sum.fn += cell.fn * amounts[i];
    } else {
      add_cell(spec, spec.measure->closed, cell, convention, false, amounts[i], terms);
    }
  }
  if (micro) add_cell(spec, spec.measure->closed, sum, convention, false, 1, terms);
  return std::move(terms).mean();
}

std::optional<ExactFigure> exact_mean(std::span<const std::optional<ExactFigure::Term>> values,
                                      std::span<const std::uint64_t> amounts) {
  Terms terms;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i]) terms.add(Ratio{values[i]->above, values[i]->below}, amounts[i]);
  }
  return std::move(terms).mean();
}

std::optional<ExactFigure::Term> short_fraction(double value) {
  // Continued fraction. Of fractions with denominators up to 4096 there are five million between 0
  // and 1, of doubles a thousand million times as many.
  constexpr std::uint64_t kLongest = 4096;
  if (!(value >= 0) || value > 1) return {};
  std::uint64_t above = 1, below = 0, above_before = 0, below_before = 1;
  double rest = value;
  for (;;) {
    const double whole = std::floor(rest);
    if (whole > kLongest) return {};
    const auto times = static_cast<std::uint64_t>(whole);
    above_before += times * above, below_before += times * below;
    std::swap(above, above_before), std::swap(below, below_before);
    if (below > kLongest) return {};
    if (ratio(above, below) == value) return ExactFigure::Term{above, below};
    if (rest == whole) return {};
    rest = 1 / (rest - whole);
  }
}

namespace {

/// Adds b - a, or a - b, times what all figures are to be multiplied by.
bool add_difference(FractionSum& sum, const ExactFigure& a, const ExactFigure& b, bool turned,
                    bool one_over) {
  for (const ExactFigure* const figure : {&a, &b}) {
    for (const ExactFigure::Term& term : figure->terms) {
      const u128 below = one_over ? term.below : u128{term.below} * figure->over;
      if (below >= kMost) return false;
      sum.add(term.above, static_cast<std::uint64_t>(below), (figure == &a) != turned);
    }
  }
  return true;
}

}  // namespace

std::optional<int> compared(const ExactFigure& a, const ExactFigure& b) {
  FractionSum sum;
  if (!add_difference(sum, b, a, false, a.over == b.over)) return {};
  return sum.sign();
}

std::optional<bool> as_far_apart(const ExactFigure& a, const ExactFigure& b, const ExactFigure& c,
                                 const ExactFigure& d) {
  const auto left = compared(b, a), right = compared(d, c);
  if (!left || !right) return {};
  if (*left == 0 || *right == 0) return *right == 0;
  const bool one_over = a.over == b.over && b.over == c.over && c.over == d.over;
  FractionSum sum;  // |b - a| - |d - c|
  if (!add_difference(sum, a, b, *left < 0, one_over) ||
      !add_difference(sum, c, d, *right > 0, one_over)) {
    return {};
  }
  return sum.sign() >= 0;
}

}  // namespace tallystick::detail
