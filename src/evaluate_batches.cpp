#include "tallystick/evaluate_batches.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "compare/paired.hpp"
#include "readers/resolve.hpp"
#include "selections.hpp"
#include "tally_consumer.hpp"
#include "tally_setup.hpp"
#include "tallystick/base/error.hpp"
#include "tallystick/base/text.hpp"

namespace tallystick {

namespace {

using detail::LabelResolver;

constexpr LabelId kUndecided = kNoLabel - 1;
constexpr LabelId kCounted = kNoLabel - 2;  // a policy counts each occurrence
constexpr LabelId kEmpty = kNoLabel - 3;    // no label

/// What texts become in the tally's vocabulary. Most are decided once and for all.
class Texts {
 public:
  Texts(const ReadOptions& options, Vocabulary& vocabulary)
      : maker_(options),
        as_they_stand_(!options.trim && !options.nfc && !options.fold_case),
        plain_(options.abstain.empty() && options.taxonomy == nullptr && options.code_width == 0),
        labels_(&vocabulary),
        resolver_(options, vocabulary) {}

  Vocabulary& given() noexcept { return given_; }
  LabelResolver& resolver() noexcept { return resolver_; }
  [[nodiscard]] const LabelResolver& resolver() const noexcept { return resolver_; }

  /// The id there; kNoLabel for what is no label or is dropped.
  LabelId operator()(LabelId text, bool predicted, const LabelResolver::PlaceOf& place) {
    std::vector<LabelId>& known = predicted ? predicted_ : truth_;
    if (known.size() <= text) known.resize(given_.size(), kUndecided);
    const LabelId id = known[text];
    if (id < kEmpty) return id;
    if (id == kEmpty) return kNoLabel;
    return decide(known[text], text, predicted, place);
  }

  void columns() {
    std::vector<std::string> names;
    for (LabelId id = 0; id < given_.size(); ++id) names.emplace_back(given_.name(id));
    resolver_.intern(names);
    resolver_.declare();
    if (!plain_) return;
    for (LabelId id = 0; id < given_.size(); ++id) {
      const std::string_view name = given_.name(id);
      if (id >= labels_->size() || labels_->name(id) != name || maker_.text_of(name) != name)
        return;
    }
    n_same_ = given_.size();
  }
  /// Every text is the label of the same id, so nothing need be looked up.
  [[nodiscard]] bool same() const noexcept { return n_same_ != 0 && n_same_ == given_.size(); }

 private:
  LabelId decide(LabelId& known, LabelId text, bool predicted,
                 const LabelResolver::PlaceOf& place) {
    const std::string name =
        as_they_stand_ ? std::string(given_.name(text)) : maker_.text_of(given_.name(text));
    if (name.empty()) {
      known = kEmpty;
      return kNoLabel;
    }
    const PolicyCounts before = resolver_.counts;
    const std::uint64_t abstained = resolver_.truth_abstained;
    tokens_.assign(1, Token::of(name));
    end_.assign(1, 1);
    scores_.clear();
    resolver_.resolve(tokens_, end_, predicted, place, ids_, scores_);
    const LabelId id = ids_.empty() ? kNoLabel : ids_[0];
    const bool plain = before == resolver_.counts && abstained == resolver_.truth_abstained;
    known = plain && id != kNoLabel ? id : kCounted;
    return id;
  }

  detail::LabelMaker maker_;
  bool as_they_stand_, plain_;
  const Vocabulary* labels_;
  std::size_t n_same_ = 0;
  Vocabulary given_;
  LabelResolver resolver_;
  std::vector<LabelId> truth_, predicted_;  // of each text, by side
  std::vector<Token> tokens_;
  std::vector<std::uint32_t> end_;
  std::vector<LabelId> ids_;
  std::vector<double> scores_;
};

}  // namespace

struct BatchTally::State {
  State(EvaluateOptions given, BatchRules with)
      : options(std::move(given)), rules(std::move(with)), convention(convention_of(options)) {}

  EvaluateOptions options;
  BatchRules rules;
  Convention convention;
  ReadOptions read;
  TaxonomyFacts hierarchy;
  std::shared_ptr<const Taxonomy> taxonomy;
  std::optional<Selection> selection;
  Ties ties = Ties::worst;
  Tally empty;
  Tallied kept;  // what the consumer keeps beside the tally
  detail::KeptRows rows;
  detail::Grouping grouping;
  Clusters clusters;
  std::optional<detail::TallyConsumer> consumer;
  std::optional<Texts> texts;
  Batch batch;
  std::vector<std::uint32_t> scored_at;  // of each label: 1 + where in the row's labels it is
  std::uint64_t n_examples = 0, n_truth = 0, n_predicted = 0;
  std::uint64_t n_merged = 0;  // examples of states, which do not know what was read of them
  bool merged = false;

  void start();
  void resolve(const Batch& given, const BatchTally::PlaceOf& place);
  void resolve_scores(const Batch& given, std::size_t row, const LabelResolver::PlaceOf& place);
  void unite(LabelId label, double score, const LabelResolver::PlaceOf& place);
  [[nodiscard]] bool passes(double score) const noexcept {
    return read.strictly_above ? score > read.threshold : score >= read.threshold;
  }
  [[nodiscard]] ReadSummary summary() const;
  void conclude(Tallied& out) const;
};

void BatchTally::State::start() {
  read = options.read;
  read.strictly_above = convention.strictly_above;
  read.unknown_labels = options.unknown_labels.value_or(
      convention.drops_unknown_labels ? UnknownLabels::drop : UnknownLabels::error);
  read.want_ids = rules.keep_examples || rules.keep_hashes || rules.keep_rows;
  read.duplicates = read.duplicate_rule();
  taxonomy = rules.taxonomy ? rules.taxonomy : load_taxonomy(options, &hierarchy);
  read.taxonomy = taxonomy.get();
  read.code_width = options.code_width.value_or(0);
  if (taxonomy != nullptr) read.declared_in = taxonomy->origin();
  Vocabulary declared;
  if (rules.labels) {
    const detail::LabelMaker maker(read);
    for (const std::string& label : *rules.labels) declared.intern(maker.text_of(label));
    declared.declare();
    read.declared_in = "labels";
  } else if (!options.labels_file.empty()) {
    read_labels(options.labels_file, read, declared);
    read.declared_in = options.labels_file;
  }
  if (declared.declared() && taxonomy != nullptr) {
    declared = detail::in_taxonomy(declared, *taxonomy, options);
  }
  empty = Tally(declared);
  if (taxonomy != nullptr) empty.set_taxonomy(taxonomy);
  if (needs_sets(options)) empty.keep_sets();
  if (options.interval.method != IntervalMethod::none) empty.keep_weights();
  ties = detail::ties_of(convention);
  if (rules.scores_for.empty()) {
    read.scores = detail::keep_scores(options, ties, empty);
  } else {
    empty.keep_scores(ties);
    read.scores = ScoreUse::required;
    read.scores_for = rules.scores_for;
  }
  selection = rules.selection;
  if (rules.sets_given && (selection || options.top_k || !options.thresholds.empty())) {
    fail(ErrorCode::wrong_usage,
         "predicted sets are given, and a rule that makes them of the scores is too",
         "leave one of them out");
  }
  if (selection) {
    read.scores = ScoreUse::required;
    read.scores_for = "the selection";
    read.threshold = -std::numeric_limits<double>::max();
  } else {
    selection = detail::selection_of(options, read);
  }
  if (read.scores == ScoreUse::required && !rules.scored) {
    fail(ErrorCode::no_scores,
         read.scores_for.empty()
             ? "a measure that is asked for ranks labels by their scores, and there are none"
             : std::string(read.scores_for) + " chooses labels by their scores, and there are none",
         "give scores, or leave it out");
  }
  consumer.emplace(empty, options.accept, selection ? &*selection : nullptr, ties,
                   rules.keep_examples ? &kept.examples : nullptr,
                   rules.keep_hashes ? &kept.id_hashes : nullptr,
                   rules.keep_rows ? &rows : nullptr);
  grouping = detail::grouping_of(options);
  if (grouping.option == "--cluster") {
    consumer->set_clusters(clusters);
  } else if (!grouping.option.empty()) {
    consumer->set_group_option(grouping.option);
  }
  texts.emplace(read, consumer->vocabulary());
}

/// Two texts of a row that stand for one label.
void BatchTally::State::unite(LabelId label, double score, const LabelResolver::PlaceOf& place) {
  double& other = batch.scores[scored_at[label] - 1];
  if (read.duplicates == Duplicates::error) {
    fail(ErrorCode::duplicate_score, place({}),
         "label " + quoted(consumer->vocabulary().name(label)) +
             " is scored twice: " + number_text(other) + " and " + number_text(score),
         "--duplicates=max (or min) keeps one of the scores");
  }
  ++texts->resolver().counts.duplicate_scores;
  other = read.duplicates == Duplicates::max ? std::max(other, score) : std::min(other, score);
}

void BatchTally::State::resolve_scores(const Batch& given, std::size_t row,
                                       const LabelResolver::PlaceOf& place) {
  const auto labels = given.scored_of(row);
  const auto scores = given.scores_of(row);
  const std::size_t first = batch.scored.size();
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const LabelId id = (*texts)(labels[i], true, place);
    if (id == kNoLabel) continue;
    if (scored_at.size() <= id) scored_at.resize(consumer->vocabulary().size());
    if (scored_at[id] != 0) {
      unite(id, scores[i], place);
      continue;
    }
    batch.scored.push_back(id);
    batch.scores.push_back(scores[i]);
    scored_at[id] = static_cast<std::uint32_t>(batch.scored.size());
  }
  for (std::size_t at = first; at < batch.scored.size(); ++at) {
    scored_at[batch.scored[at]] = 0;
    if (!rules.sets_given && passes(batch.scores[at])) batch.predicted.push_back(batch.scored[at]);
  }
}

void BatchTally::State::resolve(const Batch& given, const BatchTally::PlaceOf& place) {
  batch.clear();
  batch.weights = given.weights;
  batch.ids = given.ids;
  batch.groups = given.groups;
  batch.has_scores = given.has_scores;
  batch.truth.reserve(given.truth.size());
  batch.predicted.reserve(given.predicted.size());
  std::size_t row = 0;  // one function for all rows: making one takes longer than a row does
  const LabelResolver::PlaceOf truth_place = [&](const Token&) { return place(false, row); };
  const LabelResolver::PlaceOf predicted_place = [&](const Token&) { return place(true, row); };
  for (; row < given.size(); ++row) {
    const auto grades = given.grades_of(row);
    const auto truth = given.truth_of(row);
    for (std::size_t i = 0; i < truth.size(); ++i) {
      const LabelId id = (*texts)(truth[i], false, truth_place);
      if (id == kNoLabel) continue;
      batch.truth.push_back(id);
      if (!grades.empty()) batch.grades.push_back(grades[i]);
    }
    batch.truth_end.push_back(static_cast<std::uint32_t>(batch.truth.size()));
    if (given.has_scores) {
      resolve_scores(given, row, predicted_place);
      batch.scored_end.push_back(static_cast<std::uint32_t>(batch.scored.size()));
    }
    if (!given.has_scores || rules.sets_given) {
      for (const LabelId text : given.predicted_of(row)) {
        const LabelId id = (*texts)(text, true, predicted_place);
        if (id != kNoLabel) batch.predicted.push_back(id);
      }
    }
    batch.predicted_end.push_back(static_cast<std::uint32_t>(batch.predicted.size()));
  }
  if (batch.has_scores && read.scores == ScoreUse::none) {
    batch.has_scores = false;
    batch.scored.clear();
    batch.scores.clear();
    batch.scored_end.clear();
  }
}

ReadSummary BatchTally::State::summary() const {
  ReadSummary out;
  InputFacts truth, predicted;
  truth.path = "y_true";
  predicted.path = rules.scored ? "y_score" : "y_pred";
  truth.format = predicted.format = n_merged == 0 ? "memory" : "state";
  truth.examples = predicted.examples = n_examples + n_merged;
  truth.assignments = n_truth;
  predicted.assignments = n_predicted;
  if (rules.scored && !rules.sets_given) predicted.columns.emplace_back("score=y_score");
  out.inputs = {truth, predicted};
  out.policies = texts->resolver().counts;
  return out;
}

void BatchTally::State::conclude(Tallied& out) const {
  out.tally.policies().merge(texts->resolver().counts);
  out.summary = summary();
  for (const std::string& note : hierarchy.notes) {
    out.summary.notes.push_back(options.taxonomy + ": " + note);
  }
  if (texts->resolver().truth_abstained != 0) {
    out.summary.notes.push_back("the truth holds " +
                                counted(texts->resolver().truth_abstained, "abstention") +
                                ", read as no label");
  }
  if (n_examples != 0 || !merged) {
    detail::remember_rules(out.tally, options, read, selection, ties, out.summary);
  }
  if (selection) {
    detail::note_selection(*selection, options, out.tally, consumer->selected().n_cut_ties,
                           out.summary.notes);
  }
  if (!options.code_width) detail::check_lost_zeros(out.tally, out.summary.notes);
  detail::finish_groups(grouping, out);
}

BatchTally::BatchTally(EvaluateOptions options, BatchRules rules)
    : state_(std::make_unique<State>(std::move(options), std::move(rules))) {
  state_->start();
}
BatchTally::~BatchTally() = default;
BatchTally::BatchTally(BatchTally&&) noexcept = default;
BatchTally& BatchTally::operator=(BatchTally&&) noexcept = default;

Vocabulary& BatchTally::texts() noexcept { return state_->texts->given(); }
const EvaluateOptions& BatchTally::options() const noexcept { return state_->options; }

void BatchTally::declare_texts() { state_->texts->columns(); }

void BatchTally::add(const Batch& batch, const PlaceOf& place) {
  State& state = *state_;
  const bool same = state.texts->same() && !batch.has_scores;
  if (!same) state.resolve(batch, place);
  const Batch& resolved = same ? batch : state.batch;
  state.consumer->consume(resolved);
  state.n_examples += batch.size();
  state.n_truth += resolved.truth.size();
  state.n_predicted += resolved.predicted.size();
}

void BatchTally::merge(const Tally& other, const std::string& origin) {
  State& state = *state_;
  Tally& tally = state.consumer->tally();
  Vocabulary& known = tally.vocabulary();
  const bool fresh = state.n_examples == 0 && !state.merged;
  if (fresh && other.vocabulary().declared() && !known.declared()) {
    // The other's labels are the columns of a matrix, and so will ours be.
    for (LabelId id = 0; id < other.vocabulary().n_declared(); ++id) {
      known.intern(other.vocabulary().name(id));
    }
    known.declare();
  }
  detail::remember_rules(tally, state.options, state.read, state.selection, state.ties,
                         state.summary());
  tally.merge(other, origin);
  state.merged = true;
  state.n_merged += other.n_examples();
}

Tallied BatchTally::snapshot() const {
  Tallied out{state_->consumer->tally(),
              {},
              state_->kept.examples,
              state_->kept.id_hashes,
              state_->consumer->groups()};
  if (!state_->options.interval.cluster.empty()) {
    out.clusters = std::make_shared<Clusters>(state_->clusters);
  }
  state_->conclude(out);
  return out;
}

Tallied BatchTally::finish() && {
  State& state = *state_;
  Tallied out{std::move(state.consumer->tally()),
              {},
              std::move(state.kept.examples),
              std::move(state.kept.id_hashes),
              std::move(state.consumer->groups())};
  if (!state.options.interval.cluster.empty()) {
    out.clusters = std::make_shared<Clusters>(std::move(state.clusters));
  }
  state.conclude(out);
  return out;
}

std::shared_ptr<detail::SystemRows> BatchTally::finish_system() && {
  auto out = std::make_shared<detail::SystemRows>();
  out->rows = std::move(state_->rows);
  out->tallied = std::move(*this).finish();
  return out;
}

void BatchTally::count_unpaired(std::uint64_t missing, std::uint64_t extra) {
  state_->texts->resolver().counts.missing += missing;
  state_->texts->resolver().counts.extra += extra;
}

}  // namespace tallystick
