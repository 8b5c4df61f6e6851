#include <algorithm>
#include <array>
#include <cmath>

#include "bias_figures.hpp"
#include "evidence.hpp"
#include "figures.hpp"
#include "gates.hpp"
#include "hierarchy_tables.hpp"
#include "interval_figures.hpp"
#include "strata.hpp"
#include "tallystick/base/error.hpp"
#include "tallystick/base/text.hpp"
#include "tallystick/evaluate.hpp"
#include "tallystick/label_notes.hpp"
#include "tallystick/label_rows.hpp"
#include "tallystick/measures/average.hpp"
#include "tallystick/measures/catalogue.hpp"
#include "tallystick/measures/hierarchy.hpp"
#include "tallystick/measures/label_space.hpp"
#include "tallystick/measures/rankings.hpp"
#include "tallystick/measures/spec.hpp"
#include "tallystick/measures/whole.hpp"
#include "tallystick/states/shards.hpp"
#include "training.hpp"

namespace tallystick {

namespace {

/// Up to twenty labels by name, for messages.
std::string label_list(const Whole& whole) {
  constexpr std::size_t kMost = 20;
  std::string out;
  const std::vector<LabelId> labels = whole.sorted_labels();
  for (std::size_t i = 0; i < std::min(labels.size(), kMost); ++i) {
    out += (i == 0 ? "" : ", ") + quoted(whole.tally().vocabulary().name(labels[i]));
  }
  if (labels.size() > kMost) out += " and " + counted(labels.size() - kMost, "other");
  return out;
}

}  // namespace

DataKind detail::kind_of(const Whole& whole, const EvaluateOptions& options) {
  DataKind kind;
  kind.single_label = whole.single_label() && options.task != Task::multi;
  kind.sets = whole.knows_sets();
  kind.true_sets = LabelSpace::knows_sets(whole.tally());
  kind.hierarchical = whole.tally().taxonomy() != nullptr;
  const Tally& tally = whole.tally();
  kind.ranks = !tally.ranks().empty() && !tally.lacks_scores();
  kind.scores = kind.ranks && tally.keeps_scores();
  kind.true_ranks = kind.scores || (kind.ranks && tally.keeps_true_ranks());
  kind.training = detail::has_training(options) || detail::has_folds(options);
  kind.probabilities = kind.scores && detail::all_probabilities(tally.scores());
  kind.node_weights = !options.ia_file.empty();
  kind.tree = !kind.hierarchical || whole.tally().taxonomy()->is_tree();
  if (options.task == Task::single && !whole.single_label()) {
    fail(ErrorCode::not_single_label,
         "--task single, but some examples do not have one true label and at most one predicted "
         "label",
         "leave --task out, or check the label separator");
  }
  if (options.task == Task::binary && !options.positive) {
    fail(ErrorCode::positive_label,
         "--task binary needs a positive label; the labels are " + label_list(whole),
         "name it with --positive LABEL");
  }
  if (options.positive) {
    const auto label = whole.tally().vocabulary().find(*options.positive);
    if (!label) {
      fail(ErrorCode::positive_label,
           "the positive label " + quoted(*options.positive) + " is not among the labels " +
               label_list(whole),
           "name one of them with --positive LABEL");
    }
    kind.positive = options.positive;
  }
  return kind;
}

namespace {

/// What the policies did with what they met.
std::map<std::string, std::string, std::less<>> policy_words(const Tally& tally,
                                                             const EvaluateOptions& options) {
  std::map<std::string, std::string, std::less<>> words;
  if (options.read.missing == Missing::empty) words["missing"] = "scored as nothing predicted";
  if (options.read.missing == Missing::drop) words["missing"] = "left out";
  if (options.read.duplicate_rule() == Duplicates::max)
    words["duplicate_scores"] = "the largest kept";
  if (options.read.duplicate_rule() == Duplicates::min)
    words["duplicate_scores"] = "the smallest kept";
  const auto unknown = tally.rules().find("unknown-labels");
  if (unknown != tally.rules().end()) {
    if (unknown->second == "drop") words["unknown_labels"] = "dropped";
    if (unknown->second == "add") words["unknown_labels"] = "accepted as labels";
    if (unknown->second == "wrong") {
      words["unknown_labels"] =
          "counted as wrong in micro and samples figures, no labels of their own";
    }
  }
  return words;
}

Score score_of(const Spec& spec, const Value& value) {
  return {.name = spec.name(),
          .value = value.value,
          .n_undefined = value.n_undefined,
          .undefined = value.undefined,
          .note = value.note,
          .direction = spec.measure->direction};
}

ConfusionTable confusion_of(const Whole& whole, const Multiclass& classes,
                            const std::string& normalize) {
  ConfusionTable table;
  table.normalize = normalize;
  for (const LabelId id : classes.classes) {
    table.labels.emplace_back(whole.tally().vocabulary().name(id));
  }
  const bool has_none = classes.without_prediction != 0;
  if (has_none) table.labels.emplace_back("(none)");
  for (const Multiclass::Entry& entry : classes.entries) {
    const u128 column = entry.predicted == classes.none() ? classes.without_prediction
                                                          : classes.predicted[entry.predicted];
    const Amount count = whole.amount(entry.amount);
    double value = static_cast<double>(count.whole) + static_cast<double>(count.fraction) * 0x1p-64;
    if (normalize == "true") value = ratio(entry.amount, classes.truth[entry.truth]);
    if (normalize == "pred") value = ratio(entry.amount, column);
    if (normalize == "all") value = ratio(entry.amount, classes.total);
    table.entries.push_back({static_cast<std::uint32_t>(entry.truth),
                             static_cast<std::uint32_t>(entry.predicted), count, value});
  }
  return table;
}

/// What a requirement is about: the figure, or an end of its interval.
double end_of(const Report& report, const detail::Requirement& requirement, const Spec& spec,
              double value) {
  if (requirement.end == detail::End::value) return value;
  const bool low = requirement.end == detail::End::low;
  for (const Score& score : report.measures) {
    const std::optional<double>& end = low ? score.low : score.high;
    if (score.name == spec.name() && end) return *end;
  }
  fail(ErrorCode::wrong_usage,
       "--require " + quoted(requirement.text) + " is about an interval, but " + spec.name() +
           " has none in this report",
       "ask for it: -m " + spec.name() + " --interval bootstrap");
}

/// What gates look at.
std::vector<Request> required(const EvaluateOptions& options) {
  std::vector<Request> out;
  const auto add = [&out](const std::string& names) {
    for (Request& request : parse_measures(names)) out.push_back(std::move(request));
  };
  for (const std::string& text : options.require) {
    const detail::Requirement requirement = detail::parse_requirement(text);
    if (requirement.branch.empty()) add(requirement.measure);
  }
  for (const std::string& text : options.max_drop) add(text.substr(0, text.rfind('=')));
  return out;
}

}  // namespace

LabelUniverse universe_of(const Tally& tally, const EvaluateOptions& options) {
  if (options.labels) return *options.labels;
  const auto policy = tally.rules().find("unknown-labels");
  const bool grows = policy != tally.rules().end() && policy->second == "add";
  if (!tally.vocabulary().declared()) return LabelUniverse::seen;
  return grows ? LabelUniverse::all : LabelUniverse::declared;
}

void check_measures(const EvaluateOptions& options) {
  static_cast<void>(find_convention(options.convention));
  static_cast<void>(parse_measures(options.measures));
  static_cast<void>(required(options));
  detail::check_baseline(options);
}

bool needs_sets(const EvaluateOptions& options) {
  if (options.keep_rows) return true;
  const bool intervals =
      options.interval.method != IntervalMethod::none && !of_shares(options.interval.method);
  // Over the labels of the truth alone, sums over labels are not those over sizes of sets.
  const bool of_labels = options.labels == LabelUniverse::truth;
  if (intervals && !(options.interval.stratum.empty() && options.fold.empty())) return true;
  if (intervals && (of_labels || intervals_want_sets(parse_measures(options.measures)) ||
                    intervals_want_sets(required(options)))) {
    return true;
  }
  return wants_sets(parse_measures(options.measures)) || wants_sets(required(options));
}

ScoreNeeds score_needs(const EvaluateOptions& options) {
  std::vector<Request> requests = parse_measures(options.measures);
  for (Request& request : required(options)) requests.push_back(std::move(request));
  const ScoreNeed least = options.keep_scores ? ScoreNeed::scores : ScoreNeed::none;
  ScoreNeeds needs = {
      std::max(least, needed_scores(requests)),
      std::max(options.welcome_scores ? ScoreNeed::scores : least, welcome_scores(requests))};
  // Resampled examples are ranked anew.
  const bool resampled = options.keep_rows || options.interval.method != IntervalMethod::none;
  if (resampled && needs.welcome == ScoreNeed::true_ranks) needs.welcome = ScoreNeed::scores;
  const bool of_means = std::any_of(requests.begin(), requests.end(), [](const Request& request) {
    return request.measure != nullptr && request.measure->of_mean != nullptr;
  });
  if (resampled && of_means) needs.welcome = ScoreNeed::scores;
  return needs;
}

Report make_report(const Tally& tally, const ReadSummary& summary, const EvaluateOptions& options) {
  if (!options.fold.empty() && options.parts == nullptr) {
    fail(ErrorCode::wrong_usage,
         "folds are to be those in " + quoted(options.fold) +
             ", but these counts were not read with that column",
         "evaluate the files that have it");
  }
  const Convention convention = convention_of(options);
  const std::vector<Request> requests = parse_measures(options.measures);
  const Whole whole(tally, universe_of(tally, options));
  detail::check_ties(tally, convention);
  const DataKind kind = detail::kind_of(whole, options);
  std::vector<Spec> specs = expand(requests, convention, kind);

  std::vector<Spec> gate_specs;
  std::vector<detail::Requirement> requirements;
  bool of_branch = false;
  for (const std::string& text : options.require) {
    requirements.push_back(detail::parse_requirement(text));
    detail::settle_end(requirements.back(), tally.vocabulary());
    if (!requirements.back().branch.empty()) {
      of_branch = true;
      continue;
    }
    const auto wanted = expand(parse_measures(requirements.back().measure), convention, kind);
    if (wanted.size() == 1 && wanted[0].measure->table) {
      fail(ErrorCode::wrong_usage, "--require " + quoted(text) + " names a table, not a figure",
           "name a measure, for example f1_micro");
    }
    if (wanted.size() != 1) {
      fail(ErrorCode::wrong_usage,
           "--require " + quoted(text) + " names " + counted(wanted.size(), "figure") + ", not one",
           "name the average too, for example f1_micro");
    }
    gate_specs.push_back(wanted[0]);
  }

  std::vector<Spec> all = specs;
  all.insert(all.end(), gate_specs.begin(), gate_specs.end());
  const detail::Beside beside = detail::beside(tally, all, options);
  const detail::Evidence evidence(whole, all, beside, convention, of_branch && kind.hierarchical);
  const Findings& findings = evidence.findings();

  Report report;
  report.convention = convention.name;
  report.convention_source = convention.tool;
  report.task = kind.positive ? "binary" : kind.single_label ? "single" : "multi";
  report.n_examples = tally.n_examples();
  if (tally.weighted()) report.total_weight = tally.total();
  for (const LabelGroup& group : whole.labels()) report.n_labels += group.n_labels;
  report.inputs = summary.inputs;
  report.policies = tally.policies();
  report.policy_words = policy_words(tally, options);
  report.notes = summary.notes;
  if (const auto shards = tally.rules().find(kShardRule); shards != tally.rules().end()) {
    report.notes.push_back("the figures of a part of the examples; missing: " +
                           missing_shards(shards->second));
  }
  for (std::string& note : label_notes(whole)) report.notes.push_back(std::move(note));
  if (kind.single_label && !kind.positive) {
    if (auto note = binary_note(whole)) report.notes.push_back(std::move(*note));
  }

  const LabelUniverse universe = universe_of(tally, options);
  std::vector<Value> values = detail::values_of(specs, findings, convention, universe);
  detail::take_fold_means(specs, whole, beside.training, options, values);
  for (std::size_t i = 0; i < specs.size(); ++i) {
    if (specs[i].measure->table) {
      report.confusion = confusion_of(whole, *findings.multiclass, specs[i].params.normalize);
    } else {
      report.measures.push_back(score_of(specs[i], values[i]));
    }
  }
  if (options.interval.method != IntervalMethod::none) {
    report.interval = options.interval;
    const std::vector<Estimated> intervals = detail::figure_intervals(
        specs, values, findings, beside, convention, universe, options.interval, options.threads,
        options.clusters.get(), options.parts.get());
    std::size_t next = 0;
    for (std::size_t i = 0; i < specs.size(); ++i) {
      if (specs[i].measure->table) continue;
      Score& score = report.measures[next++];
      if (!intervals[i].interval) continue;
      score.low = intervals[i].interval->low;
      score.high = intervals[i].interval->high;
    }
    for (std::string& note : detail::interval_notes(specs, values, intervals, options.interval)) {
      report.notes.push_back(std::move(note));
    }
    if (auto note = detail::stratum_note(options)) report.notes.push_back(std::move(*note));
  }
  if (!beside.training_note.empty()) report.notes.push_back(beside.training_note);
  for (const Spec& spec : specs) {
    if (spec.scope != Scope::trained) continue;
    report.bias.push_back(beside.folds
                              ? detail::bias_over_folds(spec, whole, *beside.training, options)
                              : detail::bias_figure(spec, whole, *beside.training, options));
    if (auto note = detail::bias_note(report.bias.back(), options)) {
      report.notes.push_back(std::move(*note));
    }
  }
  const bool of_sets = std::any_of(specs.begin(), specs.end(), [](const Spec& spec) {
    return spec.scope == Scope::average || spec.scope == Scope::whole ||
           spec.scope == Scope::label || spec.scope == Scope::multiclass ||
           spec.scope == Scope::closed || spec.scope == Scope::hierarchy;
  });
  auto score_note = detail::score_note(tally, options.read.threshold);
  if (of_sets && score_note) report.notes.push_back(std::move(*score_note));
  if (auto note = detail::cut_note(tally, specs)) report.notes.push_back(std::move(*note));
  if (findings.rankings != nullptr) {
    report.notes.push_back(detail::ranking_note(*findings.rankings, convention, specs));
  }
  if (detail::any_of_scope(specs, {Scope::closed, Scope::hierarchy})) {
    report.hierarchy =
        detail::hierarchy_tables(*findings.hierarchy, options.branch_level.value_or(1));
    if (options.branch_level.value_or(1) > report.hierarchy->n_levels) {
      report.notes.push_back("there are no branches at level " +
                             std::to_string(*options.branch_level) + ": the hierarchy has " +
                             counted(report.hierarchy->n_levels, "level"));
    }
  }
  if (options.per_label) {
    report.labels = label_table(whole, convention, requests, specs);
    if (!report.bias.empty() && !beside.folds)
      detail::add_bias_columns(*report.labels, report.bias.front());
  }
  std::vector<Value> gates = detail::values_of(gate_specs, findings, convention, universe);
  detail::take_fold_means(gate_specs, whole, beside.training, options, gates);
  std::size_t next = 0;
  for (const detail::Requirement& requirement : requirements) {
    double value = 0;
    if (!requirement.branch.empty()) {
      value = detail::branch_figure(requirement, findings.hierarchy);
    } else {
      value = end_of(report, requirement, gate_specs[next], gates[next].value);
      ++next;
    }
    report.gates.push_back({requirement.text, value, requirement.holds(value)});
  }
  detail::add_baseline_gates(report, tally, options);
  return report;
}

}  // namespace tallystick
