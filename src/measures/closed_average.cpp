// Averages of measures over label sets with their ancestors.
#include <algorithm>
#include <memory>

#include "measures/answer.hpp"
#include "measures/closed_sizes.hpp"
#include "tallystick/base/error.hpp"
#include "tallystick/base/text.hpp"
#include "tallystick/measures/catalogue.hpp"
#include "tallystick/measures/hierarchy.hpp"

namespace tallystick::detail {

/// Which classes count: as the name says, else as the convention does.
static ClosureRule rule_of(const Params& params, const Convention& convention) {
  ClosureRule rule{params.root.value_or(convention.root), params.edges, params.level,
                   params.counts_labels};
  if (!rule.edges && !rule.counts_labels && convention.ancestor_edges != kAllAncestors) {
    rule.edges = convention.ancestor_edges;
  }
  return rule;
}

namespace {

Cell cell_of(const ExampleGroup& group) {
  return {group.common, group.predicted - group.common, group.truth - group.common, 0};
}

/// What the formulas need where classes have weights.
struct RealCell {
  double tp = 0, fp = 0, fn = 0;
};

double real_value(const Measure& measure, const Params& params, const RealCell& cell) {
  if (measure.kind == UndefinedKind::precision) {
    return cell.tp + cell.fp == 0 ? kUndefined : cell.tp / (cell.tp + cell.fp);
  }
  if (measure.kind == UndefinedKind::recall) {
    return cell.tp + cell.fn == 0 ? kUndefined : cell.tp / (cell.tp + cell.fn);
  }
  const double b2 = params.beta * params.beta;
  const double of_misses = std::isinf(b2) ? 1 : b2 / (1 + b2);
  const double below = cell.tp + of_misses * cell.fn + cell.fp / (1 + b2);
  return below == 0 ? kUndefined : cell.tp / below;
}

/// One average of one measure under one rule.
class ClosedAverage {
 public:
  /// `examples`, if given, stand for those of the data.
  ClosedAverage(const Spec& spec, const Hierarchy& hierarchy, const Convention& convention,
                std::optional<std::span<const ExampleGroup>> examples = {})
      : spec_(spec),
        measure_(*spec.measure),
        hierarchy_(hierarchy),
        convention_(convention),
        rule_(rule_of(spec.params, convention)),
        closed_(hierarchy.closed(rule_)),
        examples_(examples.value_or(closed_.examples)) {
    if (spec.params.node_weights != "none") weights_ = hierarchy.weights(spec.params.node_weights);
  }

  /// Of all examples' closed sets added up.
  [[nodiscard]] Value micro() const {
    if (!weights_.empty()) return one_value(real_value(measure_, spec_.params, weighted_sum()));
    Cell sum;
    for (const ExampleGroup& group : examples_) {
      const Cell cell = cell_of(group);
      sum.tp += cell.tp * group.amount;
      sum.fp += cell.fp * group.amount;
      sum.fn += cell.fn * group.amount;
    }
    return one_value(value_of_cell(sum));
  }

  /// Of the classes that are true somewhere against those that are predicted somewhere.
  [[nodiscard]] Value of_unions() const {
    Cell sum;
    ExactSum tp, fp, fn;
    for (std::size_t node = 0; node < closed_.nodes.size(); ++node) {
      const Cell& cell = closed_.nodes[node];
      const bool t = cell.truth() != 0, p = cell.predicted() != 0;
      sum.tp += t && p ? 1 : 0;
      sum.fp += p && !t ? 1 : 0;
      sum.fn += t && !p ? 1 : 0;
      if (!weights_.empty() && (t || p)) (t && p ? tp : p ? fp : fn).add(weights_[node]);
    }
    if (weights_.empty()) return one_value(value_of_cell(sum));
    return one_value(real_value(measure_, spec_.params, {tp.value(), fp.value(), fn.value()}));
  }

  /// Mean over the examples.
  [[nodiscard]] Value samples() const {
    Mean mean;
    u128 undefined = 0;
    const auto add = [&](const Answered& term, u128 amount) {
      mean.add(term, amount, 0);
      if (term.undefined) undefined += amount;
    };
    const UndefinedRule& zero = rule();
    if (weights_.empty()) {
      for (const ExampleGroup& group : examples_) {
        const Cell cell = cell_of(group);
        add(answered(measure_.closed(cell, spec_.params), zero, nothing_there(cell)), group.amount);
      }
    } else {
      for_each_weighted([&](const RealCell& cell, u128 amount) {
        add(answered(real_value(measure_, spec_.params, cell), zero,
                     cell.tp == 0 && cell.fp == 0 && cell.fn == 0),
            amount);
      });
    }
    Value out{.value = mean.value()};
    if (undefined == 0) return out;
    out.n_undefined = hierarchy_.whole().rounded_up(undefined);
    out.undefined = counted(out.n_undefined, "example") + ": " +
                    std::string(measure_.undefined_when) + " in the example; " +
                    std::string(mean.counted_as());
    return out;
  }

  /// Mean over the classes that are true or predicted somewhere, ancestors included.
  [[nodiscard]] Value macro() const {
    Mean mean;
    std::optional<NodeId> first;
    const Taxonomy& taxonomy = hierarchy_.taxonomy();
    for (NodeId node = 0; node < closed_.nodes.size(); ++node) {
      const Cell& cell = closed_.nodes[node];
      if (nothing_there(cell) || hierarchy_.only_wrong(node)) continue;
      const Answered term = answered(measure_.closed(cell, spec_.params), rule(), false);
      mean.add(term, 1, 1);
      if (!term.undefined || node == taxonomy.size()) continue;
      if (!first || taxonomy.code(node) < taxonomy.code(*first)) first = node;
    }
    Value out{.value = mean.value(), .n_undefined = mean.n_undefined()};
    if (out.n_undefined != 0) {
      out.undefined = counted(out.n_undefined, "class", "classes");
      if (first) out.undefined += ", the first of them " + quoted(taxonomy.code(*first));
      out.undefined +=
          ": " + std::string(measure_.undefined_when) + "; " + std::string(mean.counted_as());
    } else if (std::isnan(out.value)) {
      return one_value(kUndefined);
    }
    return out;
  }

  /// The F of the mean precision and the mean recall of the examples.
  [[nodiscard]] Value of_means() const {
    const auto part = [this](std::string_view name) {
      Spec spec = spec_;
      spec.measure = find_measure(name);
      spec.params.beta = 1;
      return ClosedAverage(spec, hierarchy_, convention_, examples_).samples();
    };
    const Value p = part("hierarchical_precision");
    const Value r = part("hierarchical_recall");
    Value out{.value = f_of(p.value, r.value, spec_.params.beta)};
    out.n_undefined = p.n_undefined + r.n_undefined;
    for (const Value& value : {p, r}) {
      if (value.undefined.empty()) continue;
      out.undefined += (out.undefined.empty() ? "" : "; ") + value.undefined;
    }
    return out;
  }

 private:
  [[nodiscard]] const UndefinedRule& rule() const {
    return detail::rule_of(measure_, convention_, false);
  }

  [[nodiscard]] double value_of_cell(const Cell& cell) const {
    if (!convention_.hierarchical_f_of_rates || measure_.kind != UndefinedKind::fscore) {
      return measure_.closed(cell, spec_.params);
    }
    return f_of(ratio(cell.tp, cell.predicted()), ratio(cell.tp, cell.truth()), spec_.params.beta);
  }

  [[nodiscard]] Value one_value(double value) const {
    const Answered one = answered(value, rule(), false);
    Value out{.value = one.value};
    if (one.undefined) {
      out.n_undefined = 1;
      out.undefined =
          std::string(measure_.undefined_when) + " over all examples; " + std::string(one.as);
    }
    return out;
  }

  [[nodiscard]] RealCell weighted_sum() const {
    ExactSum tp, fp, fn;
    for (std::size_t node = 0; node < closed_.nodes.size(); ++node) {
      const Cell& cell = closed_.nodes[node];
      tp.add(weights_[node], cell.tp);
      fp.add(weights_[node], cell.fp);
      fn.add(weights_[node], cell.fn);
    }
    return {tp.value(), fp.value(), fn.value()};
  }

  template <typename Visit>
  void for_each_weighted(Visit visit) const {
    const Taxonomy& taxonomy = hierarchy_.taxonomy();
    const auto kept = [&](NodeId node) { return rule_.counts(taxonomy, node); };
    Closure of_truth(taxonomy), of_predicted(taxonomy);
    for (const Hierarchy::Example& example : hierarchy_.examples()) {
      ExactSum tp, fp, fn;  // a virtual root has weight 0
      const auto predicted = of_predicted.of(example.predicted, rule_.edges);
      for (const NodeId node : of_truth.of(example.truth, rule_.edges)) {
        if (kept(node)) (of_predicted.contains(node) ? tp : fn).add(weights_[node]);
      }
      for (const NodeId node : predicted) {
        if (kept(node) && !of_truth.contains(node)) fp.add(weights_[node]);
      }
      visit(RealCell{tp.value(), fp.value(), fn.value()}, example.amount);
    }
  }

  const Spec& spec_;
  const Measure& measure_;
  const Hierarchy& hierarchy_;
  const Convention& convention_;
  ClosureRule rule_;
  const ClosedCounts& closed_;
  std::span<const ExampleGroup> examples_;
  std::vector<double> weights_;
};

}  // namespace

Value closed_value(const Spec& spec, const Hierarchy& hierarchy, const Convention& convention) {
  const ClosedAverage average(spec, hierarchy, convention);
  switch (spec.average) {
    case Average::micro: return average.micro();
    case Average::macro: return average.macro();
    case Average::samples: return average.samples();
    case Average::means: return average.of_means();
    case Average::union_of_sets: {
      Value out = average.of_unions();
      out.note =
          "one set of classes over the whole data: any permutation of the predictions scores the "
          "same";
      return out;
    }
    case Average::weighted:
    case Average::none: break;
  }
  fail(ErrorCode::internal, "measure " + spec.name() + " has no average");
}

Value hierarchy_value(const Spec& spec, const Hierarchy& hierarchy, const Convention& convention) {
  if (spec.measure->paths != nullptr) {
    return scalar(spec, spec.measure->paths(hierarchy.paths(), spec.params), convention);
  }
  if (spec.measure->mean != nullptr) return {.value = spec.measure->mean(hierarchy, spec.params)};
  const ExampleScorer score = scorer_of(spec, hierarchy.taxonomy(), convention);
  ExactSum sum;
  u128 counted_amount = 0, undefined = 0;
  for (const Hierarchy::Example& example : hierarchy.examples()) {
    const double value = score(example.truth, example.predicted);
    if (std::isnan(value)) {
      undefined += example.amount;
      continue;
    }
    sum.add(value, example.amount);
    counted_amount += example.amount;
  }
  Value out{.value = sum.divided_by(counted_amount)};
  if (undefined != 0) {
    out.n_undefined = hierarchy.whole().rounded_up(undefined);
    out.undefined = counted(out.n_undefined, "example") + ": " +
                    std::string(spec.measure->undefined_when) + "; left out";
  }
  return out;
}

ExampleScorer scorer_of(const Spec& spec, const Taxonomy& taxonomy, const Convention& convention) {
  Params params = spec.params;
  const ClosureRule rule = rule_of(params, convention);
  params.root = rule.root;
  params.edges = rule.edges;
  return spec.measure->scorer(taxonomy, params);
}

}  // namespace tallystick::detail

namespace tallystick {

std::optional<ClosureRule> sizes_rule(const Spec& spec, const Convention& convention) {
  const bool sums = spec.average == Average::micro || spec.average == Average::samples ||
                    spec.average == Average::means;
  if (spec.scope != Scope::closed || !sums || spec.params.node_weights != "none") return {};
  return detail::rule_of(spec.params, convention);
}

double closed_value_of(const Spec& spec, const Hierarchy& hierarchy, const Convention& convention,
                       std::span<const ExampleGroup> examples) {
  const detail::ClosedAverage average(spec, hierarchy, convention, examples);
  if (spec.average == Average::micro) return average.micro().value;
  if (spec.average == Average::samples) return average.samples().value;
  return average.of_means().value;
}

ExampleScorer example_scorer(const Spec& spec, const Hierarchy& hierarchy,
                             const Convention& convention) {
  const Taxonomy& taxonomy = hierarchy.taxonomy();
  if (spec.measure->scorer != nullptr) return detail::scorer_of(spec, taxonomy, convention);
  if (spec.measure->closed == nullptr || spec.params.node_weights != "none") return {};
  Params params = spec.params;
  const ClosureRule rule = detail::rule_of(params, convention);
  params.root = rule.root;
  params.edges = rule.edges;
  return [sizes = std::make_shared<detail::ClosedSizes>(taxonomy, params), measure = spec.measure,
          params, zero = detail::rule_of(*spec.measure, convention, false)](
             std::span<const NodeId> truth, std::span<const NodeId> predicted) {
    const Cell cell = (*sizes)(truth, predicted);
    return detail::answered(measure->closed(cell, params), zero, detail::nothing_there(cell)).value;
  };
}

}  // namespace tallystick
