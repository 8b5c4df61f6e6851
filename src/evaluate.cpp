#include "tallystick/evaluate.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>

#include "selections.hpp"
#include "tally_consumer.hpp"
#include "tally_setup.hpp"
#include "tallystick/base/error.hpp"
#include "tallystick/base/text.hpp"
#include "tallystick/measures/spec.hpp"
#include "tallystick/states/shards.hpp"

namespace tallystick {

Convention convention_of(const EvaluateOptions& options) {
  Convention convention = find_convention(options.convention);
  if (options.undefined) {
    const UndefinedRule rule{*options.undefined, *options.undefined};
    convention.precision = convention.recall = convention.fscore = convention.jaccard =
        convention.specificity = convention.other = convention.samples_jaccard =
            convention.ranking = convention.coverage = convention.lrap = convention.roc_auc =
                convention.average_precision = convention.auprc = rule;
  }
  if (options.ties) convention.ties = convention.ties_in_lists = *options.ties;
  return convention;
}

namespace {

/// What only a hierarchy gives a meaning must not be passed over in silence.
void check_hierarchy_options(const EvaluateOptions& options) {
  if (!options.taxonomy.empty()) return;
  const std::string_view given =
      options.branch_level                                           ? "--branch-level"
      : options.taxonomy_options.format != TaxonomyFormat::automatic ? "--taxonomy-format"
      : !options.taxonomy_options.separator.empty()                  ? "--taxonomy-separator"
                                                                     : "";
  if (given.empty()) return;
  fail(ErrorCode::wrong_usage, std::string(given) + " needs a hierarchy of the labels",
       "name it with --taxonomy isco08, or a file");
}

}  // namespace

std::shared_ptr<const Taxonomy> load_taxonomy(const EvaluateOptions& options,
                                              TaxonomyFacts* facts) {
  if (options.taxonomy.empty()) {
    if (!options.ia_file.empty()) {
      fail(ErrorCode::wrong_usage,
           "--ia " + options.ia_file + " weighs the classes of a hierarchy, and there is none",
           "name it with --taxonomy isco08, or a file");
    }
    return nullptr;
  }
  return std::make_shared<const Taxonomy>(
      read_taxonomy(options.taxonomy, options.taxonomy_options, facts));
}

namespace {

void merge_groups(std::map<std::string, Tally>& into, std::map<std::string, Tally>& from) {
  for (auto& [name, tally] : from) {
    const auto [known, fresh] = into.try_emplace(name);
    if (fresh) {
      known->second = std::move(tally);
    } else {
      known->second.merge(tally);
    }
  }
}

}  // namespace

namespace {

/// Labels known before, where a file names some; then the tally keeps them.
std::optional<KnownLabels> known_labels(const EvaluateOptions& options, const ReadOptions& read,
                                        Ties ties, Tally& tally) {
  if (options.known_file.empty()) return std::nullopt;
  if (!tally.keeps_scores()) {
    fail(ErrorCode::wrong_usage,
         "--known leaves terms out of measures of protein function, and none is asked for",
         "name some, for example -m protein-function");
  }
  tally.keep_known(ties);
  return read_known(options.known_file, read);
}

std::string known_note(const KnownLabels& known, const EvaluateOptions& options,
                       const Tally& tally) {
  std::uint64_t n_here = 0;
  for (std::size_t i = 0; i < tally.scores().size(); ++i) {
    n_here += tally.scores().example(i).known.empty() ? 0 : 1;
  }
  return options.known_file + ": measures of protein function leave out what was known before of " +
         counted(n_here, "example") + ", and all above it; the file names " +
         std::to_string(known.ids.size());
}

}  // namespace

Tallied tally_files(std::span<const std::string> paths, const EvaluateOptions& options,
                    bool keep_examples) {
  detail::Keep keep;
  keep.examples = keep_examples;
  return detail::tally_files(paths, options, keep);
}

Tallied detail::tally_files(std::span<const std::string> paths, const EvaluateOptions& options,
                            const Keep& keep) {
  if (paths.empty() || paths.size() > 2) {
    fail(ErrorCode::wrong_usage,
         "expected TRUTH and PREDICTIONS, or one FILE that holds both, but got " +
             counted(paths.size(), "path"),
         "see 'tallystick evaluate --help'");
  }
  const Convention convention = convention_of(options);
  ReadOptions read = options.read;
  read.strictly_above = convention.strictly_above;
  read.unknown_labels = options.unknown_labels.value_or(
      convention.drops_unknown_labels ? UnknownLabels::drop : UnknownLabels::error);
  read.want_ids =
      keep.examples || keep.id_hashes || keep.rows != nullptr || !options.known_file.empty();

  const auto stdins = std::count(paths.begin(), paths.end(), "-");
  const int others = (options.labels_file == "-" ? 1 : 0) + (options.taxonomy == "-" ? 1 : 0) +
                     (options.thresholds == "-" ? 1 : 0) + (options.known_file == "-" ? 1 : 0);
  if (others != 0 && others + stdins > 1) {
    fail(ErrorCode::wrong_usage, "standard input is named for more than one input",
         "name files for the others");
  }
  check_hierarchy_options(options);
  TaxonomyFacts hierarchy;
  const std::shared_ptr<const Taxonomy> taxonomy = load_taxonomy(options, &hierarchy);
  read.taxonomy = taxonomy.get();
  read.code_width = options.code_width.value_or(0);
  if (taxonomy != nullptr) read.declared_in = taxonomy->origin();
  Vocabulary declared;
  if (!options.labels_file.empty()) {
    read_labels(options.labels_file, read, declared);
    read.declared_in = options.labels_file;
    if (taxonomy != nullptr) declared = detail::in_taxonomy(declared, *taxonomy, options);
  }
  Tally empty(declared);
  if (taxonomy != nullptr) empty.set_taxonomy(taxonomy);
  if (needs_sets(options)) empty.keep_sets();
  if (options.interval.method != IntervalMethod::none) empty.keep_weights();
  const Ties ties = detail::ties_of(convention);
  if (keep.scores_for.empty()) {
    read.scores = detail::keep_scores(options, ties, empty);
  } else {
    empty.keep_scores(ties);
    read.scores = ScoreUse::required;
    read.scores_for = keep.scores_for;
  }
  const std::optional<KnownLabels> known = known_labels(options, read, ties, empty);
  const std::optional<Selection> selection = detail::selection_of(options, read);
  Tallied out;
  const bool clustered = !options.interval.cluster.empty();
  const detail::Grouping grouping = detail::grouping_of(options);
  if (!grouping.column.empty()) read.by = grouping.column;
  auto clusters = std::make_shared<Clusters>();
  const unsigned n_workers = read.want_ids || clustered ? 1 : std::max(1u, options.threads);
  // Two files are counted by one worker.
  const bool shared = n_workers > 1 && paths.size() == 1 && !selection && !known &&
                      grouping.option.empty() && options.accept != Accept::any;
  std::vector<std::unique_ptr<detail::TallyConsumer>> workers;
  std::vector<Consumer*> consumers;
  for (unsigned i = 0; i < n_workers; ++i) {
    workers.push_back(std::make_unique<detail::TallyConsumer>(
        empty, options.accept, selection ? &*selection : nullptr, ties,
        keep.examples ? &out.examples : nullptr, keep.id_hashes ? &out.id_hashes : nullptr,
        keep.rows));
    if (known) workers.back()->set_known(*known);
    if (clustered) workers.back()->set_clusters(*clusters);
    if (!grouping.option.empty()) workers.back()->set_group_option(grouping.option);
    if (shared) workers.back()->share_vocabulary(*workers[0]);
    consumers.push_back(workers.back().get());
  }
  out.summary = paths.size() == 1 ? read_pairs(paths[0], read, consumers)
                                  : read_pairs(paths[0], paths[1], read, consumers);
  for (const std::string& note : hierarchy.notes) {
    out.summary.notes.push_back(options.taxonomy + ": " + note);
  }
  detail::TallyConsumer::Selected selected;
  for (const auto& worker : workers) {
    selected.n_scored += worker->selected().n_scored;
    selected.n_predicted += worker->selected().n_predicted;
    selected.n_cut_ties += worker->selected().n_cut_ties;
  }
  out.tally = std::move(workers[0]->tally());
  if (clustered) out.clusters = std::move(clusters);
  out.groups = std::move(workers[0]->groups());
  for (unsigned i = 1; i < n_workers; ++i) {
    if (shared) {
      out.tally.merge_same_ids(workers[i]->tally(), n_workers);
    } else if (workers[i]->tally().n_examples() != 0) {
      // A worker without work knows nothing of labels that the files declared.
      out.tally.merge(workers[i]->tally(), {}, n_workers);
    }
    merge_groups(out.groups, workers[i]->groups());
    workers[i].reset();
  }
  out.tally.policies().merge(out.summary.policies);
  detail::remember_rules(out.tally, options, read, selection, ties, out.summary);
  if (!out.summary.shard.empty()) out.tally.rules()[kShardRule] = out.summary.shard;
  if (known) out.summary.notes.push_back(known_note(*known, options, out.tally));
  if (selection) {
    out.summary.inputs.back().assignments -= selected.n_scored - selected.n_predicted;
    detail::note_selection(*selection, options, out.tally, selected.n_cut_ties, out.summary.notes);
  }
  if (!options.code_width) detail::check_lost_zeros(out.tally, out.summary.notes);
  detail::finish_groups(grouping, out);
  return out;
}

void hand_over(const Tallied& tallied, EvaluateOptions& options) {
  options.clusters = tallied.clusters;
  options.parts = tallied.parts;
  if (!options.clusters && !options.parts) hand_over_grouped(tallied.tally, options);
}

void hand_over_grouped(const Tally& tally, EvaluateOptions& options) {
  options.clusters = nullptr, options.parts = nullptr;
  const detail::Grouping wanted = detail::grouping_of(options);
  const Grouped& kept = tally.grouped();
  if (!detail::groups_as(tally, wanted)) return;
  options.clusters = kept.clusters;
  if (!kept.parts) return;
  auto parts = std::make_shared<std::map<std::string, Tally>>(*kept.parts);
  for (auto& [name, part] : *parts) {
    detail::take_labels_and_rules(tally, part);
    if (tally.taxonomy() != nullptr) part.set_taxonomy(tally.taxonomy());
  }
  options.parts = std::move(parts);
}

Report evaluate_files(std::span<const std::string> paths, const EvaluateOptions& options) {
  const Tallied tallied = tally_files(paths, options);
  EvaluateOptions wanted = options;
  hand_over(tallied, wanted);
  return make_report(tallied.tally, tallied.summary, wanted);
}

namespace {

/// The built-in hierarchy that a state was made with.
std::shared_ptr<const Taxonomy> built_in_for(const Tally& tally) {
  auto taxonomy = std::make_shared<const Taxonomy>(read_taxonomy("isco08", {}));
  if (tally.rules().at("taxonomy") == taxonomy_print(*taxonomy)) return taxonomy;
  fail(ErrorCode::wrong_usage,
       "the states were made with a hierarchy (" + tally.rules().at("taxonomy") +
           ") that they do not hold",
       "name it again with --taxonomy FILE");
}

/// Each state must remember what the report is to look at.
void check_grouped(const Tally& part, const detail::Grouping& wanted, const std::string& path) {
  if (wanted.option.empty() || part.n_examples() == 0 || detail::groups_as(part, wanted)) return;
  const auto named = [](std::string_view what, const std::string& column) {
    return std::string(what) + " of each example in " + tallystick::quoted(column);
  };
  const Grouped& kept = part.grouped();
  std::string fact = "this state does not keep the ";
  fact += named(wanted.option.substr(2), wanted.column);
  if (!kept.as.empty()) fact += ", but the " + named(kept.as, kept.column);
  std::string hint = "save it by evaluate with ";
  if (wanted.option != "--fold") hint += "--interval METHOD ";
  fail(ErrorCode::incompatible_states, Place{path}, fact,
       hint.append(wanted.option).append(" ").append(wanted.column));
}

/// Intervals that pass over how examples were drawn are other ones, which must not go unsaid.
void note_grouped(const Grouped& kept, const EvaluateOptions& options,
                  std::vector<std::string>& notes) {
  const bool for_intervals = kept.as == "stratum" || kept.as == "cluster";
  if (!for_intervals || options.interval.method == IntervalMethod::none ||
      !detail::grouping_of(options).option.empty()) {
    return;
  }
  std::string note = "the states keep the " + kept.as + " of each example in ";
  note.append(tallystick::quoted(kept.column)).append(", which these intervals do not look at; --");
  notes.push_back(note.append(kept.as).append(" ").append(kept.column).append(" has them do so"));
}

/// A pattern that also matches a file named before it would count that part twice, unseen.
void refuse_repeats(std::span<const std::string> paths) {
  std::map<std::string, std::string> seen;  // where a path leads -> as it was named
  for (const std::string& path : paths) {
    std::error_code failed;
    const auto leads = std::filesystem::weakly_canonical(path, failed);
    const auto [first, fresh] = seen.try_emplace(failed ? path : leads.string(), path);
    if (fresh || path == "-") continue;
    fail(ErrorCode::wrong_usage, Place{path},
         "this state is named twice" + (first->second == path
                                            ? std::string()
                                            : ", also as " + tallystick::quoted(first->second)),
         "name each part once; copy the file if its counts are meant twice");
  }
}

}  // namespace

Tally merge_states(std::span<const std::string> paths, const EvaluateOptions& options,
                   ReadSummary* summary) {
  refuse_repeats(paths);
  if (std::count(paths.begin(), paths.end(), "-") > 1) {
    fail(ErrorCode::wrong_usage, "standard input is named for more than one state",
         "name files for the others");
  }
  Tally total;
  bool first = true;
  std::size_t n_with_sets = 0;
  const detail::Grouping wanted = detail::grouping_of(options);
  for (const std::string& path : paths) {
    Tally part = Tally::load(read_bytes(path, Tally::kMagic), path);
    n_with_sets += part.keeps_sets() ? 1 : 0;
    check_grouped(part, wanted, path);
    if (summary != nullptr) {
      InputFacts facts;
      facts.path = path;
      facts.format = "state";
      facts.examples = part.n_examples();
      summary->inputs.push_back(std::move(facts));
    }
    if (first) {
      total = std::move(part);
      first = false;
      continue;
    }
    if (total.keeps_sets() != part.keeps_sets()) {
      total.forget_sets();
      part.forget_sets();
    }
    total.merge(part, path);
  }
  if (summary != nullptr && n_with_sets != 0 && n_with_sets != paths.size()) {
    summary->notes.push_back(
        "whole label sets are kept by " + counted(n_with_sets, "state") + " of " +
        std::to_string(paths.size()) +
        ", so they are left out: figures and intervals that need them are not made; save all "
        "states with --interval to have them");
  }
  if (summary != nullptr) note_grouped(total.grouped(), options, summary->notes);
  if (first) fail(ErrorCode::wrong_usage, "no states to merge", "name one or more STATE files");
  std::shared_ptr<const Taxonomy> taxonomy = load_taxonomy(options);
  if (taxonomy == nullptr && total.rules().contains("taxonomy")) taxonomy = built_in_for(total);
  if (taxonomy != nullptr) total.set_taxonomy(std::move(taxonomy), paths[0]);
  return total;
}

}  // namespace tallystick
