#include <algorithm>
#include <cmath>
#include <optional>

#include "tallystick/base/text.hpp"
#include "tallystick/evaluate.hpp"
#include "tallystick/measures/average.hpp"
#include "tallystick/measures/catalogue.hpp"
#include "tallystick/measures/hierarchy.hpp"
#include "tallystick/measures/label_space.hpp"
#include "tallystick/measures/rankings.hpp"
#include "tallystick/measures/spec.hpp"
#include "tallystick/measures/whole.hpp"
#include "tallystick/report/write.hpp"

namespace tallystick {

namespace {

/// The same rules as in the samples mean: a one-example mean of the convention.
double example_value(const Spec& spec, const Cell& cell, const Convention& convention) {
  Convention rules = convention;
  rules.jaccard = convention.samples_jaccard;  // the example's rule, not the label's
  return label_value(*spec.measure, spec.params, cell, rules);
}

/// A figure's name without its average.
std::string column_name(const Spec& spec) {
  std::string name = spec.name();
  if (spec.scope != Scope::average && spec.scope != Scope::closed) return name;
  const std::string average = '_' + std::string(average_name(spec.average));
  return name.erase(name.find(average), average.size());
}

/// Columns over a hierarchy: each measure once, whatever its averages.
struct HierarchyColumn {
  std::string name;
  ExampleScorer score;
};

std::vector<HierarchyColumn> hierarchy_columns(const std::vector<Spec>& specs,
                                               const Hierarchy& hierarchy,
                                               const Convention& convention) {
  std::vector<HierarchyColumn> out;
  for (const Spec& spec : specs) {
    if (spec.scope != Scope::closed && spec.scope != Scope::hierarchy) continue;
    const std::string name = column_name(spec);
    const bool known = std::any_of(out.begin(), out.end(),
                                   [&](const auto& column) { return column.name == name; });
    if (known) continue;
    ExampleScorer score = example_scorer(spec, hierarchy, convention);
    if (score) out.push_back({name, std::move(score)});
  }
  return out;
}

}  // namespace

std::string examples_to_csv(const Tallied& tallied, const EvaluateOptions& options,
                            char delimiter) {
  const Convention convention = convention_of(options);
  const Whole whole(tallied.tally, LabelUniverse::seen);
  std::vector<Spec> columns =
      expand(parse_measures("jaccard_samples,precision_samples,recall_samples,f1_samples"),
             convention, {});
  const bool in_hierarchy = tallied.tally.taxonomy() != nullptr;
  const DataKind kind{
      .single_label = whole.single_label(),
      .sets = whole.knows_sets(),
      .true_sets = LabelSpace::knows_sets(tallied.tally),
      .positive = {},
      .hierarchical = in_hierarchy,
      .tree = !in_hierarchy || tallied.tally.taxonomy()->is_tree(),
      .ranks = !tallied.tally.ranks().empty() && !tallied.tally.lacks_scores(),
      .true_ranks = tallied.tally.keeps_scores() || tallied.tally.keeps_true_ranks(),
      .scores = tallied.tally.keeps_scores(),
      .training = !options.train.empty() || options.train_counts != nullptr};
  const std::vector<Spec> specs = expand(parse_measures(options.measures), convention, kind);
  std::optional<Hierarchy> hierarchy;
  std::vector<HierarchyColumn> further;
  if (in_hierarchy) {
    hierarchy.emplace(whole);
    further = hierarchy_columns(specs, *hierarchy, convention);
  }
  for (const Spec& spec : specs) {
    if (spec.scope != Scope::average || spec.average != Average::samples) continue;
    bool known = false;
    for (const Spec& column : columns) known |= column.name() == spec.name();
    if (!known) columns.push_back(spec);
  }
  std::vector<Spec> ranked;
  for (const Spec& spec : specs) {
    const bool of_one = spec.scope == Scope::ranked && spec.measure->of_mean == nullptr;
    if (of_one) ranked.push_back(spec);
  }
  Discounts discounts;
  const std::uint64_t n_rankable = ranked.empty() ? 0 : tallied.tally.n_rankable();
  RankedExample ranking(convention, convention.ties, n_rankable, discounts);
  RankedExample list(convention, convention.ties_in_lists, n_rankable, discounts);
  std::string out = "id";
  for (const char* name : {"n_true", "n_pred", "n_common", "n_union", "jaccard", "precision",
                           "recall", "f1", "subset_accuracy", "hamming_loss"}) {
    out += delimiter;
    out += name;
  }
  for (std::size_t i = 4; i < columns.size(); ++i) {
    out += delimiter;
    out += csv_field(column_name(columns[i]), delimiter);
  }
  for (const HierarchyColumn& column : further) {
    out += delimiter;
    out += csv_field(column.name, delimiter);
  }
  for (const Spec& spec : ranked) {
    out += delimiter;
    out += csv_field(spec.name(), delimiter);
  }
  out += '\n';
  const auto number = [&](double value) {
    out += delimiter;
    if (!std::isnan(value)) out += number_text(value);
  };
  std::vector<NodeId> truth, predicted;
  for (const ExampleRow& row : tallied.examples) {
    const ExampleGroup group{row.n_common, row.n_true, row.n_pred, 1};
    const Cell cell = whole.cell(group);
    out += csv_field(row.id, delimiter);
    for (const std::uint32_t n :
         {row.n_true, row.n_pred, row.n_common, row.n_true + row.n_pred - row.n_common}) {
      out += delimiter;
      out += std::to_string(n);
    }
    for (std::size_t i = 0; i < 4; ++i) number(example_value(columns[i], cell, convention));
    number(row.n_common == row.n_true && row.n_common == row.n_pred ? 1 : 0);
    number(ratio(cell.fp + cell.fn, cell.total()));
    for (std::size_t i = 4; i < columns.size(); ++i) {
      number(example_value(columns[i], cell, convention));
    }
    if (!further.empty()) {
      truth.clear(), predicted.clear();
      for (const LabelId label : row.truth) truth.push_back(hierarchy->node_of(label));
      for (const LabelId label : row.predicted) predicted.push_back(hierarchy->node_of(label));
      for (std::vector<NodeId>* labels : {&truth, &predicted}) {
        std::sort(labels->begin(), labels->end());
        labels->erase(std::unique(labels->begin(), labels->end()), labels->end());
      }
      for (const HierarchyColumn& column : further) number(column.score(truth, predicted));
    }
    if (!ranked.empty()) {
      ranking.show(row.ranks);
      list.show(row.ranks);
      for (const Spec& spec : ranked) number(ranked_value(spec, ranking, list, convention));
    }
    out += '\n';
  }
  return out;
}

}  // namespace tallystick
