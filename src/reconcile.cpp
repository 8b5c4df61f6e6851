#include "tallystick/reconcile.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <optional>
#include <tuple>

#include "tallystick/base/error.hpp"
#include "tallystick/base/text.hpp"
#include "tallystick/label_notes.hpp"
#include "tallystick/measures/average.hpp"
#include "tallystick/measures/catalogue.hpp"
#include "tallystick/measures/hierarchy.hpp"
#include "tallystick/measures/label_space.hpp"
#include "tallystick/measures/rankings.hpp"
#include "tallystick/measures/spec.hpp"
#include "tallystick/readers/read_weights.hpp"

namespace tallystick {

namespace {

std::string_view word(Undefined undefined) {
  switch (undefined) {
    case Undefined::zero: return "0";
    case Undefined::one: return "1";
    case Undefined::half: return "0.5";
    case Undefined::exclude: return "left out";
  }
  return "0";
}

std::string rule_text(std::string_view of, const UndefinedRule& rule) {
  if (rule.all_empty == rule.otherwise) {
    return std::string(of) + ": 0/0 counts as " + std::string(word(rule.otherwise));
  }
  return std::string(of) + ": 0/0 counts as " + std::string(word(rule.all_empty)) +
         " where nothing is true or predicted, else as " + std::string(word(rule.otherwise));
}

std::string macro_text(std::string_view of, MacroLabels which) {
  switch (which) {
    case MacroLabels::universe: return "macro " + std::string(of) + " over all labels";
    case MacroLabels::occurring: return "macro " + std::string(of) + " over the labels that occur";
    case MacroLabels::with_support:
      return "macro " + std::string(of) + " over the labels that are true somewhere";
    case MacroLabels::predicted:
      return "macro " + std::string(of) + " over the labels that are predicted somewhere";
  }
  return {};
}

/// A rule that two conventions can differ in: how to take it over, and how to say it.
struct Rule {
  bool (*differs)(const Convention&, const Convention&);
  void (*take)(Convention&, const Convention&);
  std::string (*say)(const Convention&);
};

// The field is a template argument, so that each row below is one rule.
template <auto Field>
bool field_differs(const Convention& a, const Convention& b) {
  return !(a.*Field == b.*Field);
}
template <auto Field>
void take_field(Convention& to, const Convention& from) {
  to.*Field = from.*Field;
}

template <auto Field>
constexpr Rule rule(std::string (*say)(const Convention&)) {
  return {field_differs<Field>, take_field<Field>, say};
}

const Rule kRules[] = {
    rule<&Convention::precision>(
        [](const Convention& c) { return rule_text("precision", c.precision); }),
    rule<&Convention::recall>([](const Convention& c) { return rule_text("recall", c.recall); }),
    rule<&Convention::fscore>([](const Convention& c) { return rule_text("F", c.fscore); }),
    rule<&Convention::jaccard>(
        [](const Convention& c) { return rule_text("Jaccard of a label", c.jaccard); }),
    rule<&Convention::samples_jaccard>(
        [](const Convention& c) { return rule_text("Jaccard of an example", c.samples_jaccard); }),
    rule<&Convention::specificity>(
        [](const Convention& c) { return rule_text("specificity", c.specificity); }),
    rule<&Convention::roc_auc>(
        [](const Convention& c) { return rule_text("area under the ROC curve", c.roc_auc); }),
    rule<&Convention::average_precision>(
        [](const Convention& c) { return rule_text("average precision", c.average_precision); }),
    rule<&Convention::auprc>([](const Convention& c) {
      return rule_text("area under the precision-recall curve", c.auprc);
    }),
    rule<&Convention::other>(
        [](const Convention& c) { return rule_text("other measures", c.other); }),
    rule<&Convention::macro_precision>(
        [](const Convention& c) { return macro_text("precision", c.macro_precision); }),
    rule<&Convention::macro_recall>(
        [](const Convention& c) { return macro_text("recall", c.macro_recall); }),
    rule<&Convention::macro_fscore>(
        [](const Convention& c) { return macro_text("F", c.macro_fscore); }),
    rule<&Convention::macro_other>(
        [](const Convention& c) { return macro_text("means", c.macro_other); }),
    rule<&Convention::macro_single_label>([](const Convention& c) {
      return macro_text("means of single-label data", c.macro_single_label);
    }),
    rule<&Convention::macro_f_of_means>([](const Convention& c) {
      return std::string(c.macro_f_of_means ? "macro F is the F of macro precision and macro recall"
                                            : "macro F is the mean of the labels' F");
    }),
    rule<&Convention::cells_as_subset>([](const Convention& c) {
      return std::string(c.cells_as_subset ? "'subset accuracy' and '0/1 loss' count cells"
                                           : "subset accuracy and 0/1 loss count examples");
    }),
    rule<&Convention::hamming_per_example>([](const Convention& c) {
      return std::string(c.hamming_per_example
                             ? "Hamming loss is not divided by the number of labels"
                             : "Hamming loss is divided by the number of labels");
    }),
    rule<&Convention::rates_first>([](const Convention& c) {
      return std::string(c.rates_first ? "recall and specificity answer their 0/0 first"
                                       : "0/0 in either rate makes the whole value 0/0");
    }),
    rule<&Convention::absent_labels_zero>([](const Convention& c) {
      return std::string(c.absent_labels_zero ? "a label that no example has counts as imbalance 0"
                                              : "a label that no example has has no imbalance");
    }),
    rule<&Convention::root>([](const Convention& c) {
      return std::string(c.root == Root::out  ? "the root does not count"
                         : c.root == Root::in ? "the written root counts"
                                              : "a virtual root above all tops counts");
    }),
    rule<&Convention::ancestor_edges>([](const Convention& c) {
      return c.ancestor_edges == kAllAncestors
                 ? std::string("all ancestors count")
                 : "ancestors count up to " + counted(c.ancestor_edges, "edge") + " above";
    }),
    rule<&Convention::hierarchical_f_of_rates>([](const Convention& c) {
      return std::string(c.hierarchical_f_of_rates
                             ? "F is computed from precision and recall as doubles"
                             : "F is taken of the counts");
    }),
    rule<&Convention::lrap>([](const Convention& c) {
      return rule_text("LRAP of an example without true labels", c.lrap);
    }),
    rule<&Convention::coverage>([](const Convention& c) {
      return rule_text("coverage error of an example without true labels", c.coverage);
    }),
    rule<&Convention::ranking>([](const Convention& c) {
      return rule_text("rankings of an example with all labels true or none", c.ranking);
    }),
    rule<&Convention::ties>([](const Convention& c) {
      return "labels that share a score rank " + std::string(ties_text(c.ties));
    }),
    rule<&Convention::ties_in_lists>([](const Convention& c) {
      return "in lists labels that share a score rank " + std::string(ties_text(c.ties_in_lists));
    }),
    rule<&Convention::tied_pairs_wrong>([](const Convention& c) {
      return std::string(c.tied_pairs_wrong
                             ? "ranking loss counts labels that share a score as an error"
                             : "ranking loss takes labels that share a score as they rank");
    }),
    rule<&Convention::one_error_of_first>([](const Convention& c) {
      return std::string(c.one_error_of_first
                             ? "one-error looks at the first of the best labels in label order"
                             : "one-error ranks labels that share a score as other measures do");
    }),
    rule<&Convention::first_rank>([](const Convention& c) {
      return "the best label has rank " + std::to_string(c.first_rank);
    }),
    rule<&Convention::unscored_missed>([](const Convention& c) {
      return std::string(c.unscored_missed ? "a label without a score is never found"
                                           : "a label without a score ranks last");
    }),
    rule<&Convention::judged_as_listed>([](const Convention& c) {
      return std::string(c.judged_as_listed
                             ? "only labels that are listed so are judged not relevant"
                             : "every label that is not true is judged not relevant");
    }),
    rule<&Convention::drops_unknown_labels>([](const Convention& c) {
      return std::string(c.drops_unknown_labels ? "labels outside the declared set are dropped"
                                                : "labels outside the declared set are kept");
    }),
    rule<&Convention::strictly_above>([](const Convention& c) {
      return std::string(c.strictly_above
                             ? "a label is assigned when its score is above the threshold"
                             : "a label is assigned from the threshold up");
    }),
};

bool has_rankings(const Tally& tally) { return !tally.ranks().empty() && !tally.lacks_scores(); }

bool same(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b) ||
         (std::isnan(a) && std::isnan(b));
}

/// What make_report would see of one way of counting.
struct View {
  Whole whole;
  std::optional<Multiclass> classes;
  std::optional<Hierarchy> hierarchy;
  std::optional<Rankings> rankings;
  View(const Tally& tally, LabelUniverse universe, std::vector<double> weights)
      : whole(tally, universe) {
    if (whole.single_label()) classes = whole.multiclass();
    if (tally.taxonomy() != nullptr) hierarchy.emplace(whole, std::move(weights));
    if (has_rankings(tally)) rankings.emplace(whole);
  }
  [[nodiscard]] Findings findings(Scope scope) {
    Findings out{&whole, classes ? &*classes : nullptr, hierarchy ? &*hierarchy : nullptr,
                 rankings ? &*rankings : nullptr};
    if (scope != Scope::space) return out;
    if (!space_) space_.emplace(whole);
    out.space = &*space_;
    return out;
  }

 private:
  std::optional<LabelSpace> space_;  // made when a figure first looks at it
};

class Reconciler {
 public:
  Reconciler(const TallyFor& tally_for, const EvaluateOptions& options)
      : tally_for_(tally_for), options_(options) {}

  View& view(const Convention& convention) {
    const Tally& tally = tally_for_(convention).tally;
    const auto found = views_.find(&tally);
    if (found != views_.end()) return found->second;
    std::vector<double> weights;
    if (!options_.ia_file.empty() && tally.taxonomy() != nullptr) {
      weights = read_node_weights(options_.ia_file, *tally.taxonomy());
    }
    return views_.try_emplace(&tally, tally, universe_of(tally, options_), std::move(weights))
        .first->second;
  }

  double value(const Spec& spec, const Convention& convention) {
    return value_of(spec, view(convention).findings(spec.scope), convention).value;
  }

  /// The first rule that, taken over alone or with those before it, moves the value.
  std::string reason(const Spec& spec, const Convention& base, const Convention& preset) {
    const double before = value(spec, base);
    for (const Rule& rule : kRules) {
      if (!rule.differs(base, preset)) continue;
      Convention alone = base;
      rule.take(alone, preset);
      if (!same(value(spec, alone), before)) return rule.say(preset);
    }
    Convention together = base;
    for (const Rule& rule : kRules) {
      if (!rule.differs(base, preset)) continue;
      rule.take(together, preset);
      if (!same(value(spec, together), before)) return rule.say(preset);
    }
    return {};
  }

 private:
  const TallyFor& tally_for_;
  const EvaluateOptions& options_;
  std::map<const Tally*, View> views_;
};

ReconcileRow row_of(const Spec& spec, std::span<const Convention* const> presets,
                    Reconciler& reconciler) {
  ReconcileRow row{.measure = spec.name(), .values = {}, .meanings = {}, .reasons = {}};
  for (const Convention* const preset : presets) {
    if (spec.scope == Scope::ranked && !preset->rankings) {
      row.values.push_back(kUndefined);
      continue;
    }
    row.values.push_back(reconciler.value(spec, *preset));
    if (same(row.values.back(), row.values.front())) continue;
    row.reasons.push_back(
        {std::string(preset->name), reconciler.reason(spec, *presets.front(), *preset)});
  }
  return row;
}

/// A word such as "accuracy" means another measure from tool to tool: worth a row of its own.
ReconcileRow word_row(const std::string& name, std::span<const Convention* const> presets,
                      const DataKind& kind, Reconciler& reconciler) {
  ReconcileRow row{.measure = name, .values = {}, .meanings = {}, .reasons = {}};
  const std::vector<Request> word = parse_measures(name);
  for (const Convention* const preset : presets) {
    const Spec spec = expand(word, *preset, kind).front();
    row.values.push_back(reconciler.value(spec, *preset));
    row.meanings.push_back(spec.name());
    std::string why;
    if (spec.name() != row.meanings.front()) why = "the word means " + spec.name();
    // Beside its meaning a rule may move the value.
    if (!same(reconciler.value(spec, *presets.front()), row.values.back())) {
      const std::string rule = reconciler.reason(spec, *presets.front(), *preset);
      why += (why.empty() || rule.empty() ? "" : "; ") + rule;
    }
    if (!why.empty()) row.reasons.push_back({std::string(preset->name), std::move(why)});
  }
  return row;
}

bool is_word(const Request& request) {
  return request.measure != nullptr && !request.average && !request.params.label &&
         (request.measure->name == "accuracy" || request.measure->closed != nullptr);
}

bool of_rankings(const Request& request) {
  return request.group == "ranking" ||
         (request.measure != nullptr && request.measure->ranked != nullptr &&
          (request.measure->cell == nullptr || request.params.k));
}

/// Conventions that define what is asked: flat measures, those of rankings, or over a hierarchy.
std::vector<const Convention*> presets_for(const DataKind& kind,
                                           const std::vector<Request>& requests) {
  const bool rankings = std::all_of(requests.begin(), requests.end(), of_rankings);
  std::vector<const Convention*> out;
  for (const Convention& preset : conventions()) {
    const bool defines = rankings            ? preset.rankings
                         : kind.hierarchical ? preset.hierarchical
                                             : preset.flat;
    if (defines) out.push_back(&preset);
  }
  return out;
}

}  // namespace

Reconciliation reconcile(const TallyFor& tally_for, const EvaluateOptions& options) {
  const Convention& base = conventions().front();
  Reconciler reconciler(tally_for, options);
  const Tallied& tallied = tally_for(base);
  const View& view = reconciler.view(base);
  const DataKind kind{.single_label = view.whole.single_label() && options.task != Task::multi,
                      .sets = view.whole.knows_sets(),
                      .true_sets = LabelSpace::knows_sets(tallied.tally),
                      .positive = options.positive,
                      .hierarchical = view.hierarchy.has_value(),
                      .tree = !view.hierarchy || view.hierarchy->taxonomy().is_tree(),
                      .ranks = view.rankings.has_value()};
  const bool standard = options.measures == "standard";
  const std::vector<Request> requests =
      parse_measures(standard && kind.hierarchical
                         ? "accuracy,hierarchical_precision,hierarchical_recall,hierarchical_f1"
                         : options.measures);
  const std::vector<const Convention*> presets = presets_for(kind, requests);
  Reconciliation out;
  for (const Convention* const preset : presets) out.conventions.emplace_back(preset->name);
  out.n_examples = tallied.tally.n_examples();
  for (const LabelGroup& group : view.whole.labels()) out.n_labels += group.n_labels;
  out.inputs = tallied.summary.inputs;
  out.policies = tallied.tally.policies();
  out.notes = tallied.summary.notes;
  for (std::string& note : label_notes(view.whole)) out.notes.push_back(std::move(note));
  const bool all = std::any_of(requests.begin(), requests.end(), [](const Request& r) {
    return r.group == "standard" || r.group == "all";
  });
  if (all) out.rows.push_back(word_row("accuracy", presets, kind, reconciler));
  for (const Request& request : requests) {
    if (is_word(request)) out.rows.push_back(word_row(request.text, presets, kind, reconciler));
  }
  std::vector<Request> named;  // a word over a hierarchy has its row already
  std::copy_if(requests.begin(), requests.end(), std::back_inserter(named),
               [](const Request& r) { return !is_word(r) || r.measure->closed == nullptr; });
  for (const Spec& spec : expand(named, base, kind)) {
    if (!spec.measure->table) out.rows.push_back(row_of(spec, presets, reconciler));
  }
  return out;
}

Reconciliation reconcile_files(std::span<const std::string> paths, const EvaluateOptions& options) {
  if (std::find(paths.begin(), paths.end(), "-") != paths.end()) {
    // Several conventions may need several passes, and standard input has only one.
    const bool several = !options.labels_file.empty();
    if (several) {
      fail(ErrorCode::wrong_usage, "reconcile with --labels-file cannot read standard input",
           "save the input to a file first");
    }
  }
  return reconcile_counting(
      [&paths](const EvaluateOptions& counting) { return tally_files(paths, counting); }, options);
}

Reconciliation reconcile_counting(const Counting& counting, const EvaluateOptions& options) {
  std::map<std::tuple<bool, bool, Ties>, Tallied> tallies;
  const auto scored = [](const Tallied& tallied) {
    return tallied.tally.rules().contains("threshold");
  };
  const TallyFor tally_for = [&](const Convention& convention) -> const Tallied& {
    const auto count = [&](const Convention& as, Ties order) -> const Tallied& {
      const auto key = std::tuple(as.drops_unknown_labels, as.strictly_above, order);
      const auto found = tallies.find(key);
      if (found != tallies.end()) return found->second;
      EvaluateOptions with = options;
      with.convention = as.name;
      with.ties = order;
      return tallies.emplace(key, counting(with)).first->second;
    };
    const Convention& base = conventions().front();
    const Tallied& first = count(base, Ties::worst);
    // A rule of counting matters only where there is something for it to decide.
    const bool drops =
        convention.drops_unknown_labels && first.tally.policies().unknown_labels != 0;
    const bool above = convention.strictly_above && scored(first);
    const bool ordered = has_rankings(first.tally) && orders_labels(convention.ties);
    const Ties order = ordered ? convention.ties : Ties::worst;
    if (!drops && !above && !ordered) return first;
    for (const Convention& preset : conventions()) {
      if (preset.drops_unknown_labels == drops && preset.strictly_above == above) {
        return count(preset, order);
      }
    }
    return first;
  };
  return reconcile(tally_for, options);
}

}  // namespace tallystick
