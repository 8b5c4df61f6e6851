// What an evaluation found, as rows; the writers turn it into text, JSON, CSV, Markdown, LaTeX.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tallystick/base/amount.hpp"
#include "tallystick/interval/estimate.hpp"
#include "tallystick/measures/measure.hpp"
#include "tallystick/readers/read.hpp"
#include "tallystick/states/policy_counts.hpp"

namespace tallystick {

/// One figure.
struct Score {
  std::string name;               // canonical: "f1_macro", "fbeta_micro:beta=0.5"
  double value = 0;               // NaN: the rules exclude every term
  std::uint64_t n_undefined = 0;  // how many terms were 0/0
  std::string undefined;          // which they were and what they counted as; empty when none
  std::string note;               // a rule of the convention that the name alone does not tell
  Direction direction = Direction::higher_is_better;
  std::optional<double> low = {}, high = {};  // of its interval, where there is one
};

/// One label's 2x2 cell and figures.
struct LabelRow {
  std::string label;
  Amount tp, fp, fn, tn, support;
  std::vector<double> values;  // one for each of LabelTable::measures; NaN: undefined and excluded
  std::vector<std::size_t> undefined = {};  // indices of the values that were 0/0, ascending
};

struct LabelTable {
  std::vector<std::string> measures;  // "precision", "recall", ...
  std::vector<LabelRow> rows;         // in the order of the labels' bytes
};

/// The sparse table of (true label, predicted label) counts of single-label data.
struct ConfusionTable {
  struct Entry {
    std::uint32_t truth, predicted;  // indices into labels
    Amount count;
    double value;  // the count, or its share when normalised
  };
  std::string normalize;            // "none", "true", "pred" or "all"
  std::vector<std::string> labels;  // in natural order: numbers by value, else by bytes
  std::vector<Entry> entries;       // by truth, then predicted; absent pairs are 0
};

/// One level of a hierarchy. NaN where nothing reaches it.
struct LevelRow {
  std::uint32_t level = 0;  // 1: the top classes
  Amount n;                 // examples whose truth reaches it
  double accuracy = 0;      // of these, the share with all its classes right and no others
  double precision = 0, recall = 0, f1 = 0;  // of all examples' classes there, summed up
};

/// Predicted labels that are wrong, or right, in one way.
struct ErrorRow {
  std::string_view kind;  // "exact", "under_specified", ...
  Amount n;
  double share = 0;  // shares sum to 1
};

/// The examples whose truth lies at or below one class.
struct BranchRow {
  std::string code, title;
  Amount n;
  double accuracy = 0;                       // share of exact matches
  double precision = 0, recall = 0, f1 = 0;  // hierarchical, micro, the root left out
};

struct HierarchyTables {
  std::string taxonomy;  // "isco08", or a path
  std::uint64_t n_classes = 0, n_levels = 0;
  bool tree = true;
  std::vector<LevelRow> levels;
  std::vector<ErrorRow> errors;
  unsigned branch_level = 1;
  std::vector<BranchRow> branches;  // in the order of the codes' bytes
};

/// One label behind a prediction bias coefficient.
struct BiasRow {
  std::string label;
  std::uint64_t train_count = 0;
  double train_frequency = 0;
  Amount support;
  double precision = 0, recall = 0, f1 = 0;  // 0/0 is 0
  double score = 0;                          // what the coefficient is of
  double train_rank = 0, score_rank = 0;     // from 1, the rarest and the lowest; means of ties
};

/// One part of the data, tested by a model that was trained on others.
struct BiasFold {
  std::string name;
  std::uint64_t n_train = 0, n_examples = 0, n_labels = 0;  // examples, and labels that entered
  double value = 0, p_value = 0;                            // NaN: there is none
  std::string undefined;                                    // why not
};

/// What stands behind a prediction bias coefficient.
struct BiasFigure {
  std::string name;   // "pbc:score=recall"
  std::string score;  // "recall"
  double value = 0;   // NaN: there is none
  std::uint64_t n_labels = 0;
  double p_value = 0;                 // two-sided; NaN where there is no value
  std::string_view test;              // "exact permutation", "permutation", "student"; empty: none
  std::uint64_t draws = 0, seed = 0;  // of test "permutation"
  double slope = 0, intercept = 0;    // of the score on the frequency, by least squares; NaN: none
  std::vector<BiasRow> labels;        // by their bytes; filled only with a table of labels
  // Of several folds `value`, `slope` and `intercept` are means, and this is the standard deviation
  // of their values (of n, not n - 1).
  double spread = 0;
  std::vector<BiasFold> folds = {};
};

/// One requirement and whether it held.
struct Gate {
  std::string requirement;  // as given: "f1_micro>=0.8", "max-drop f1_macro=0.01"
  double value = 0;
  bool passed = false;        // as the exit status counts it
  bool inconclusive = false;  // the interval of the drop holds the bound
  // Of a figure against a baseline: how much worse it is than it was, and the interval of that.
  std::optional<double> baseline = {}, drop = {}, low = {}, high = {};
};

/// The figures of the examples that share a value of a column.
struct GroupFigures {
  std::string name;  // the value; "(empty)" where there is none
  std::uint64_t n_examples = 0;
  std::optional<Amount> total_weight;
  std::uint64_t n_labels = 0;
  std::vector<Score> measures;  // those of the report, in its order
};

struct Report {
  std::string convention;
  std::string convention_source;       // "scikit-learn 1.9"
  std::string task;                    // "multi", "single" or "binary"
  std::uint64_t n_examples = 0;        // rows, whatever their weight
  std::optional<Amount> total_weight;  // for weighted data
  std::uint64_t n_labels = 0;
  std::optional<IntervalRule> interval;  // how those of the measures were made
  std::vector<Score> measures;
  std::vector<InputFacts> inputs;
  PolicyCounts policies;
  // What was done with what a policy met: "unknown_labels" -> "dropped". May lack entries.
  std::map<std::string, std::string, std::less<>> policy_words;
  std::vector<std::string> notes;
  std::optional<LabelTable> labels;
  std::optional<ConfusionTable> confusion;
  std::optional<HierarchyTables> hierarchy;
  std::vector<BiasFigure> bias;  // of each coefficient among the measures
  std::vector<Gate> gates;
  std::string by;                    // the column that groups come from; empty: there are none
  std::vector<GroupFigures> groups;  // in the order of the names' bytes
};

}  // namespace tallystick
