// The front door: files -> tally -> report. Data move one way.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tallystick/conventions/convention.hpp"
#include "tallystick/interval/estimate.hpp"
#include "tallystick/measures/scores.hpp"
#include "tallystick/measures/spec.hpp"
#include "tallystick/readers/read.hpp"
#include "tallystick/readers/read_taxonomy.hpp"
#include "tallystick/report/report.hpp"
#include "tallystick/states/clusters.hpp"
#include "tallystick/states/tally.hpp"

namespace tallystick {

struct TrainCounts;

enum class Task : std::uint8_t { automatic, single, multi, binary };

/// What several codes in the truth of one example mean.
enum class Accept : std::uint8_t {
  all,  // they are all true
  any,  // alternatives: the one that suits the prediction best is the truth
};

/// What to evaluate and by which rules. Names and defaults are the command line's.
struct EvaluateOptions {
  std::string measures = "standard";
  std::string convention = "sklearn";
  std::optional<Undefined> undefined;   // overrides every 0/0 rule of the convention
  std::optional<Ties> ties;             // overrides the convention's rules of equal scores
  std::optional<LabelUniverse> labels;  // default: declared when a set is declared, else seen
  Task task = Task::automatic;
  std::optional<std::string> positive;          // the positive label of a binary task
  std::string labels_file;                      // the declared label set; empty: none
  std::optional<UnknownLabels> unknown_labels;  // default: error; the convention may say drop
  std::string taxonomy;                         // "isco08" or a file; empty: labels are flat
  TaxonomyOptions taxonomy_options;
  Accept accept = Accept::all;
  std::optional<unsigned> code_width;  // pads codes of fewer digits; 0: codes are what they say
  std::string ia_file;                 // a weight for each class; empty: none
  std::string terms_file;  // classes that measures of protein function count alone; empty: all
  std::string known_file;  // labels known before of each example, which these do not count
  std::string train;       // labels of the training examples; empty: none
  std::shared_ptr<const TrainCounts> train_counts;  // the same, counted already; null: none
  Propensity propensity;                 // of labels, from their frequency in the training data
  std::string thresholds;                // of scores, a file; empty: read.threshold is for all
  std::optional<std::uint32_t> top_k;    // the first k labels of each example are predicted
  std::optional<unsigned> branch_level;  // the depth of the branches that get a row each [1]
  ReadOptions read;
  unsigned threads = 1;
  bool per_label = false;
  std::vector<std::string> require;  // "f1_micro>=0.8"
  // Gates against a saved state: no figure may have become worse by more than "f1_macro=0.01" says.
  std::string baseline;
  std::vector<std::string> max_drop;
  bool inconclusive_passes = false;  // whether a gate passes that an interval leaves undecided
  IntervalRule interval;             // of the figures
  std::string fold = {};             // a column that tells the part that each example was tested in
  // What was read of the columns that interval.cluster, interval.stratum and fold name; see
  // hand_over.
  std::shared_ptr<const Clusters> clusters = {};
  std::shared_ptr<const std::map<std::string, Tally>> parts = {};
  bool keep_rows = false;       // whole label sets, with which any interval can be made later
  bool keep_scores = false;     // of each example, though no measure looks at them
  bool welcome_scores = false;  // the same where there are any: for pictures
};

/// The convention with the single rules that the options override.
[[nodiscard]] Convention convention_of(const EvaluateOptions& options);

/// The labels that macro means run over: as the options say, else the declared set (which
/// unknown-labels = add lets grow), else the labels seen.
[[nodiscard]] LabelUniverse universe_of(const Tally& tally, const EvaluateOptions& options);

/// Fails as make_report would for names that no data can make right, before any file is read.
/// Errors: unknown_measure, wrong_usage.
void check_measures(const EvaluateOptions& options);
/// Whether a measure, a gate or an interval looks at whole label sets, so that tallies must keep
/// them.
[[nodiscard]] bool needs_sets(const EvaluateOptions& options);

/// What measures and gates look at of scores, so that tallies must keep it.
struct ScoreNeeds {
  ScoreNeed needed = ScoreNeed::none;   // without which a figure cannot be told
  ScoreNeed welcome = ScoreNeed::none;  // with which the groups asked for are whole
};
[[nodiscard]] ScoreNeeds score_needs(const EvaluateOptions& options);

/// One example's figures.
struct ExampleRow {
  std::string id;
  std::uint32_t n_common = 0, n_true = 0, n_pred = 0;
  Amount weight;
  std::vector<LabelId> truth, predicted;  // kept only where labels have a hierarchy
  RankProfile ranks;                      // kept only where the tally keeps ranks
};

/// Counts and what was learnt about the files.
struct Tallied {
  Tally tally;
  ReadSummary summary;
  std::vector<ExampleRow> examples;           // in the order of the truth; filled only when asked
  std::vector<std::uint64_t> id_hashes = {};  // of the examples of tally.scores(); only when asked
  // The counts of each value of the column options.read.by; their sum is `tally`.
  std::map<std::string, Tally> groups = {};
  std::shared_ptr<const Clusters> clusters = {};  // filled only where options.interval.cluster is
  // The counts of each stratum, or of each fold; their sum is `tally`.
  std::shared_ptr<const std::map<std::string, Tally>> parts = {};
};

/// Gives make_report what it needs beside the counts.
void hand_over(const Tallied& tallied, EvaluateOptions& options);
/// The same of a tally alone, which remembers groups if it was made with the options' column.
void hand_over_grouped(const Tally& tally, EvaluateOptions& options);

/// The hierarchy that the options name; null when they name none.
/// Errors: as read_taxonomy; wrong_usage when weights of its classes are named without it.
[[nodiscard]] std::shared_ptr<const Taxonomy> load_taxonomy(const EvaluateOptions& options,
                                                            TaxonomyFacts* facts = nullptr);

/// Reads TRUTH PREDICTIONS, or one FILE that holds both, in one pass.
/// Errors: every bad input; wrong_usage when the number of paths is not 1 or 2.
[[nodiscard]] Tallied tally_files(std::span<const std::string> paths,
                                  const EvaluateOptions& options, bool keep_examples = false);

/// The figures of a finished tally. Pure: the same tally and options give the same report.
/// Errors: unknown_measure, not_single_label, positive_label, no_examples.
[[nodiscard]] Report make_report(const Tally& tally, const ReadSummary& summary,
                                 const EvaluateOptions& options);

/// tally_files and make_report.
[[nodiscard]] Report evaluate_files(std::span<const std::string> paths,
                                    const EvaluateOptions& options);

/// Tallies written by other processes, merged in any order, with the same result as one pass.
/// `summary`, if given, gets one entry a state. States made with a hierarchy need it again, as
/// options.taxonomy, unless it is built in.
[[nodiscard]] Tally merge_states(std::span<const std::string> paths,
                                 const EvaluateOptions& options = {},
                                 ReadSummary* summary = nullptr);

/// One row an example: id, n_true, n_pred, n_common, n_union, jaccard, precision, recall, f1,
/// subset_accuracy, hamming_loss, then the other samples measures asked for, and those over a
/// hierarchy that are means over examples. RFC 4180.
[[nodiscard]] std::string examples_to_csv(const Tallied& tallied, const EvaluateOptions& options,
                                          char delimiter = ',');

/// Each label's cell and every label-based measure, written to a file block by block: the table of
/// millions of labels never stands in memory. Tab-separated if the path ends in .tsv, else commas.
void write_label_rows(const std::string& path, const Tally& tally, const EvaluateOptions& options);

/// The files of CAFA-evaluator, in a folder that is made if need be: evaluation_all.tsv, and
/// evaluation_best_{f,s,f_micro}.tsv; with weights of terms f_w and f_micro_w, too. By the rules of
/// the first measure of protein function in options.measures, on a grid of thresholds (0.01 where
/// none is said). The tally keeps scores.
void write_cafa_files(const std::string& folder, const Tally& tally, const ReadSummary& summary,
                      const EvaluateOptions& options);

}  // namespace tallystick
