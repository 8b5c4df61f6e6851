#include "tallystick/evaluate.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>

#include "tallystick/base/error.hpp"
#include "tallystick/base/text.hpp"

namespace tallystick {

namespace {

/// Feeds a tally from batches; keeps each example's sizes when asked.
class TallyConsumer final : public Consumer {
 public:
  TallyConsumer(const Vocabulary& declared, std::vector<ExampleRow>* examples)
      : declared_(&declared), tally_(declared), examples_(examples) {}

  Vocabulary& vocabulary() override { return tally_.vocabulary(); }
  void consume(const Batch& batch) override {
    tally_.update(batch);
    if (examples_ != nullptr) keep(batch);
  }
  void restart() override {
    tally_ = Tally(*declared_);
    if (examples_ != nullptr) examples_->clear();
  }
  Tally& tally() { return tally_; }

 private:
  void keep(const Batch& batch) {
    sizes_.resize(tally_.vocabulary().size());
    for (std::size_t row = 0; row < batch.size(); ++row) {
      const Amount weight = batch.weights.empty() ? kOne : batch.weights[row];
      if (weight == Amount{}) continue;
      const Overlap overlap = sizes_.update(batch.truth_of(row), batch.predicted_of(row), kOne);
      examples_->push_back(
          {std::string(batch.ids[row]), overlap.common, overlap.truth, overlap.predicted, weight});
    }
  }

  const Vocabulary* declared_;
  Tally tally_;
  LabelCounts sizes_;
  std::vector<ExampleRow>* examples_;
};

std::string joined(const std::vector<std::string>& parts) {
  std::string out;
  for (const std::string& part : parts) out += (out.empty() ? "" : ",") + part;
  return out;
}

std::string_view policy_name(UnknownLabels policy) {
  switch (policy) {
    case UnknownLabels::error: return "error";
    case UnknownLabels::add: return "add";
    case UnknownLabels::drop: return "drop";
    case UnknownLabels::wrong: return "wrong";
  }
  return "error";
}

/// What decided which labels were counted: parts made under other rules must not be added up.
void remember_rules(Tally& tally, const EvaluateOptions& options, const ReadOptions& read,
                    const ReadSummary& summary) {
  auto& rules = tally.rules();
  rules["convention"] = options.convention;
  if (tally.vocabulary().declared()) rules["unknown-labels"] = policy_name(read.unknown_labels);
  const bool scored =
      std::any_of(summary.inputs.begin(), summary.inputs.end(), [](const InputFacts& facts) {
        return std::any_of(facts.columns.begin(), facts.columns.end(),
                           [](const std::string& c) { return c.starts_with("score="); });
      });
  if (scored) rules["threshold"] = (read.strictly_above ? ">" : ">=") + number_text(read.threshold);
  if (read.nfc) rules["normalize"] = "nfc";
  if (read.fold_case) rules["fold-case"] = "yes";
  if (!read.trim) rules["trim"] = "no";
  if (!read.abstain.empty()) {
    std::vector<std::string> sorted = read.abstain;
    std::sort(sorted.begin(), sorted.end());
    rules["abstain"] = joined(sorted);
  }
}

}  // namespace

Convention convention_of(const EvaluateOptions& options) {
  Convention convention = find_convention(options.convention);
  if (options.undefined) {
    const UndefinedRule rule{*options.undefined, *options.undefined};
    convention.precision = convention.recall = convention.fscore = convention.jaccard =
        convention.specificity = convention.other = convention.samples_jaccard = rule;
  }
  return convention;
}

Tallied tally_files(std::span<const std::string> paths, const EvaluateOptions& options,
                    bool keep_examples) {
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
  read.want_ids = keep_examples;

  if (options.labels_file == "-" && std::count(paths.begin(), paths.end(), "-") != 0) {
    fail(ErrorCode::wrong_usage, "standard input is named for both labels and examples",
         "name a file for one of them");
  }
  Vocabulary declared;
  if (!options.labels_file.empty()) {
    read_labels(options.labels_file, read, declared);
    read.declared_in = options.labels_file;
  }
  Tallied out;
  const unsigned n_workers = keep_examples ? 1 : std::max(1u, options.threads);
  std::vector<std::unique_ptr<TallyConsumer>> workers;
  std::vector<Consumer*> consumers;
  for (unsigned i = 0; i < n_workers; ++i) {
    workers.push_back(
        std::make_unique<TallyConsumer>(declared, keep_examples ? &out.examples : nullptr));
    consumers.push_back(workers.back().get());
  }
  out.summary = paths.size() == 1 ? read_pairs(paths[0], read, consumers)
                                  : read_pairs(paths[0], paths[1], read, consumers);
  out.tally = std::move(workers[0]->tally());
  for (unsigned i = 1; i < n_workers; ++i) {
    // A worker without work knows nothing of labels that the files declared.
    if (workers[i]->tally().n_examples() != 0) out.tally.merge(workers[i]->tally());
    workers[i].reset();
  }
  out.tally.policies().merge(out.summary.policies);
  remember_rules(out.tally, options, read, out.summary);
  return out;
}

Report evaluate_files(std::span<const std::string> paths, const EvaluateOptions& options) {
  const Tallied tallied = tally_files(paths, options);
  return make_report(tallied.tally, tallied.summary, options);
}

namespace {

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

Tally merge_states(std::span<const std::string> paths, ReadSummary* summary) {
  refuse_repeats(paths);
  if (std::count(paths.begin(), paths.end(), "-") > 1) {
    fail(ErrorCode::wrong_usage, "standard input is named for more than one state",
         "name files for the others");
  }
  Tally total;
  bool first = true;
  for (const std::string& path : paths) {
    Tally part = Tally::load(read_bytes(path, Tally::kMagic), path);
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
    total.merge(part, path);
  }
  if (first) fail(ErrorCode::wrong_usage, "no states to merge", "name one or more STATE files");
  return total;
}

}  // namespace tallystick
