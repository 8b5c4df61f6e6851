// Which kinds of examples each figure can tell apart, the coarsest there are.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

#include "compare/paired_figures.hpp"
#include "figures.hpp"
#include "interval/figure_population.hpp"
#include "measures/closed_sizes.hpp"
#include "weighed.hpp"

namespace tallystick::detail {

std::vector<PairedKind> PairedFigures::united(const std::vector<std::uint32_t>& place_of) const {
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint64_t>, std::uint64_t> counts;
  for (const PairedKind& kind : rows_.kinds) {
    counts[{place_of[kind.a], place_of[kind.b], kind.weight}] += kind.count;
  }
  std::vector<PairedKind> out;
  for (const auto& [key, count] : counts) {
    out.push_back({std::get<0>(key), std::get<1>(key), count, std::get<2>(key)});
  }
  return out;
}

void PairedFigures::add(std::vector<std::size_t> which, std::unique_ptr<Population> population,
                        std::vector<PairedKind> kinds, bool quick) {
  const auto use = static_cast<std::uint32_t>(blocks_.size());
  blocks_.push_back({std::move(which), std::move(population), std::move(kinds), use, quick});
}

void PairedFigures::make_blocks() {
  std::vector<std::size_t> sizes, pairs, ranks, means, rows, scores;
  std::map<ClosureRule, std::vector<std::size_t>> closed;
  for (std::size_t i = 0; i < specs_.size(); ++i) {
    const Spec& spec = specs_[i];
    const bool of_scores = spec.scope == Scope::scored || spec.scope == Scope::scored_label ||
                           spec.scope == Scope::scores || spec.params.closes ||
                           (spec.scope == Scope::average && spec.params.k);
    if (of_scores) {
      scores.push_back(i);
    } else if (spec.scope == Scope::ranked) {
      (spec.measure->of_mean == nullptr ? ranks : scores).push_back(i);
    } else if (spec.scope == Scope::label) {
      add_label(i);
    } else if (spec.scope == Scope::multiclass) {
      pairs.push_back(i);
    } else if (const auto rule = sizes_rule(spec, rules_.convention)) {
      closed[*rule].push_back(i);
    } else if (spec.scope == Scope::hierarchy && spec.measure->scorer != nullptr) {
      means.push_back(i);
    } else if (of_sizes(spec)) {
      sizes.push_back(i);
    } else {
      rows.push_back(i);
    }
  }
  if (!sizes.empty()) add_sizes(sizes);
  if (!pairs.empty()) add_pairs(pairs);
  for (const auto& [rule, which] : closed) add_closed(rule, which);
  if (!means.empty()) add_means(means);
  if (!ranks.empty()) add_ranks(ranks);
  if (!rows.empty()) add_rows(rows, false);
  if (!scores.empty()) add_rows(scores, true);
}

namespace {

/// Whether the figure does not depend on how many labels there are.
bool ignores_negatives(const Spec& spec) {
  const std::string_view name = spec.measure->name;
  if (spec.scope == Scope::whole) return name == "subset_accuracy" || name == "zero_one_loss";
  if (spec.measure->cell == nullptr) return false;
  for (const Cell& cell : {Cell{3, 2, 1, 5}, Cell{1, 7, 4, 2}, Cell{9, 1, 6, 8}}) {
    Cell more = cell;
    more.tn += 100;
    if (spec.measure->cell(cell, spec.params) != spec.measure->cell(more, spec.params))
      return false;
  }
  return true;
}

}  // namespace

/// Sizes do not tell all where the systems' labels differ, or where some labels alone count.
bool PairedFigures::of_sizes(const Spec& spec) const {
  if (!same_labels_ && !ignores_negatives(spec)) return false;
  const double value = value_of(spec, evidence_->findings(), rules_.convention).value;
  return SizePopulation::serves(spec, *whole_, rules_.convention, value);
}

void PairedFigures::add_sizes(const std::vector<std::size_t>& which) {
  add(which, std::make_unique<SizePopulation>(*whole_, chosen(which), rules_.convention),
      united(size_places(rows_.contents, *whole_)), true);
  blocks_.back().exact = [this, which](std::size_t k, std::span<const std::uint64_t> amounts) {
    return exact_figure(specs_[which[k]], Whole(*whole_, amounts), rules_.convention);
  };
}

void PairedFigures::add_label(std::size_t figure) {
  const LabelId label = *both_.vocabulary().find(*specs_[figure].params.label);
  const Cell cell = whole_->cell(label);
  add({figure}, std::make_unique<LabelPopulation>(cell, specs_[figure], rules_.convention),
      united(label_places(rows_.contents, cell, label)), true);
  blocks_.back().exact = [this, figure, cell](std::size_t, std::span<const std::uint64_t> amounts) {
    Cell some;
    std::size_t next = 0;
    for (u128 Cell::* const part : {&Cell::tp, &Cell::fp, &Cell::fn, &Cell::tn}) {
      if (cell.*part != 0) some.*part = amounts[next++];
    }
    return exact_figure(specs_[figure], some, rules_.convention);
  };
}

void PairedFigures::add_pairs(const std::vector<std::size_t>& which) {
  const Multiclass& classes = *evidence_->findings().multiclass;
  add(which, std::make_unique<PairPopulation>(classes, chosen(which), rules_.convention),
      united(pair_places(rows_.contents, classes)), true);
  blocks_.back().exact = [this, which, &classes](std::size_t k,
                                                 std::span<const std::uint64_t> amounts) {
    return exact_figure(specs_[which[k]], classes, amounts);
  };
}

namespace {

/// The classes of one row's labels, each once.
std::vector<NodeId> nodes_of(std::span<const LabelId> labels, const Hierarchy& hierarchy) {
  std::vector<NodeId> out;
  for (const LabelId label : labels) out.push_back(hierarchy.node_of(label));
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

}  // namespace

void PairedFigures::add_closed(const ClosureRule& rule, const std::vector<std::size_t>& which) {
  const Hierarchy& hierarchy = *evidence_->findings().hierarchy;
  Params params;
  params.root = rule.root;
  params.edges = rule.edges;
  params.level = rule.level;
  params.counts_labels = rule.counts_labels;
  ClosedSizes sizes(hierarchy.taxonomy(), params);
  std::map<std::array<std::uint64_t, 3>, std::uint32_t> place;
  for (const ExampleGroup& group : hierarchy.closed(rule).examples) {
    place.emplace(std::array{group.common, group.truth, group.predicted},
                  static_cast<std::uint32_t>(place.size()));
  }
  std::vector<std::uint32_t> place_of;
  for (std::size_t row = 0; row < rows_.contents.size(); ++row) {
    const Cell cell = sizes(nodes_of(rows_.contents.truth_of(row), hierarchy),
                            nodes_of(rows_.contents.predicted_of(row), hierarchy));
    place_of.push_back(
        place.at({static_cast<std::uint64_t>(cell.tp), static_cast<std::uint64_t>(cell.truth()),
                  static_cast<std::uint64_t>(cell.predicted())}));
  }
  add(which, std::make_unique<ClosedPopulation>(hierarchy, rule, chosen(which), rules_.convention),
      united(place_of), true);
  blocks_.back().exact = [this, which, &groups = hierarchy.closed(rule).examples](
                             std::size_t k, std::span<const std::uint64_t> amounts) {
    return exact_figure(specs_[which[k]], rules_.convention, groups, amounts);
  };
}

/// Means of the examples' values; values[figure][content].
void PairedFigures::add_values(const std::vector<std::size_t>& which,
                               std::vector<std::vector<double>> values) {
  using Fractions = std::vector<std::optional<ExactFigure::Term>>;
  std::vector<Fractions> fractions;
  for (const std::vector<double>& column : values) {
    Fractions& out = fractions.emplace_back();
    for (const double value : column) out.push_back(short_fraction(value));
    for (std::size_t i = 0; i < column.size(); ++i) {
      if (out[i] || std::isnan(column[i])) continue;
      out.clear();  // no fraction of counts, or one too long to be found
      break;
    }
  }
  add(which, std::make_unique<MeanPopulation>(counts_, std::move(values)), rows_.kinds, false);
  blocks_.back().exact = [fractions = std::move(fractions)](
                             std::size_t k, std::span<const std::uint64_t> amounts) {
    return exact_mean(fractions[k], amounts);
  };
}

void PairedFigures::add_means(const std::vector<std::size_t>& which) {
  const Hierarchy& hierarchy = *evidence_->findings().hierarchy;
  std::vector<std::vector<double>> values;
  for (const std::size_t i : which) {
    const ExampleScorer score = example_scorer(specs_[i], hierarchy, rules_.convention);
    std::vector<double>& column = values.emplace_back();
    for (std::size_t row = 0; row < rows_.contents.size(); ++row) {
      column.push_back(score(nodes_of(rows_.contents.truth_of(row), hierarchy),
                             nodes_of(rows_.contents.predicted_of(row), hierarchy)));
    }
  }
  add_values(which, std::move(values));
}

void PairedFigures::add_ranks(const std::vector<std::size_t>& which) {
  const Convention& convention = rules_.convention;
  Discounts discounts;
  const std::uint64_t n_labels = evidence_->findings().rankings->n_labels();
  RankedExample ranking(convention, convention.ties, n_labels, discounts);
  RankedExample list(convention, convention.ties_in_lists, n_labels, discounts);
  RankSorter sorter;
  sorter.resize(both_.vocabulary().size());
  std::vector<std::vector<double>> values(which.size());
  const Batch& rows = rows_.contents;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    sorter.sort({rows.scored_of(row), rows.scores_of(row), rows.truth_of(row), rows.grades_of(row),
                 rows.judged_of(row)},
                both_.vocabulary(), both_.ties(), false);
    ranking.show(sorter.profile());
    list.show(sorter.profile());
    for (std::size_t i = 0; i < which.size(); ++i) {
      values[i].push_back(ranked_value(specs_[which[i]], ranking, list, convention));
    }
  }
  add_values(which, std::move(values));
}

void PairedFigures::add_rows(const std::vector<std::size_t>& which, bool scores) {
  const std::vector<Spec> specs = chosen(which);
  const bool sets = std::any_of(specs.begin(), specs.end(), [](const Spec& spec) {
    return spec.measure->sets || spec.scope == Scope::closed || spec.scope == Scope::hierarchy ||
           spec.scope == Scope::space;
  });
  const auto figures = [specs, rules = rules_](const Tally& some) {
    std::vector<double> out(specs.size(), kUndefined);
    if (some.n_examples() == 0) return out;
    const Whole whole(some, rules.universe);
    const Evidence evidence(whole, specs, rules.beside, rules.convention);
    const std::vector<Value> values =
        values_of(specs, evidence.findings(), rules.convention, rules.universe);
    for (std::size_t i = 0; i < specs.size(); ++i) out[i] = values[i].value;
    return out;
  };
  add(which,
      std::make_unique<RowPopulation>(ExampleRows{rows_.contents, counts_}, *whole_, specs,
                                      rules_.convention, scores, sets, figures),
      rows_.kinds, false);
  if (scores) return;
  blocks_.back().exact = [this, which](std::size_t k, std::span<const std::uint64_t> amounts) {
    Tally some = both_.emptied(false, false);
    Batch rows = rows_.contents;
    for (const std::uint64_t amount : amounts) rows.weights.push_back({amount, 0});
    some.update(rows);
    const Whole whole(some, rules_.universe);
    return exact_figure(specs_[which[k]], whole, rules_.convention);
  };
}

}  // namespace tallystick::detail
