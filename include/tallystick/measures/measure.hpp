// The record that is a measure: everything the help, the docs, the reports and the laws know of it.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "tallystick/base/wide.hpp"
#include "tallystick/conventions/convention.hpp"
#include "tallystick/labels/taxonomy.hpp"

namespace tallystick {

enum class Direction : std::uint8_t { higher_is_better, lower_is_better, neither };

/// Counts of one 2x2 table in a common unit (1, or 2^-64 for weighted data): formulas over it must
/// not change when all four are scaled alike.
struct Cell {
  u128 tp = 0, fp = 0, fn = 0, tn = 0;

  [[nodiscard]] u128 truth() const noexcept { return tp + fn; }
  [[nodiscard]] u128 predicted() const noexcept { return tp + fp; }
  [[nodiscard]] u128 total() const noexcept { return tp + fp + fn + tn; }
};

enum class Average : std::uint8_t { none, micro, macro, weighted, samples, means, union_of_sets };
[[nodiscard]] std::string_view average_name(Average average) noexcept;

/// Parameters of a measure as set by name:param=value.
struct Params {
  double beta = 1;
  double alpha = 1;
  bool adjusted = false;
  std::string weights = "none";      // cohen_kappa: none, linear, quadratic
  std::string normalize = "none";    // confusion_matrix: none, true, pred, all
  std::optional<std::string> label;  // one label's value
  // Over a hierarchy. Where root and edges are not set, the convention's are taken.
  std::optional<Root> root;
  std::optional<std::uint32_t> edges;  // ancestors up to so many edges above a label
  std::optional<std::uint32_t> level;  // classes of this depth alone
  bool counts_labels = false;          // a class counts as often as labels lie at or below it
  std::string node_weights = "none";   // none, depth, file
  std::optional<std::uint32_t> k;      // the level or the length of name@k
  std::string costs = "sibling";       // h_loss: sibling, subtree, uniform
  std::string over = "all";            // lca_height: all examples or mistakes
  std::uint32_t root_depth = 1;        // wu_palmer: 0 or 1
  std::uint32_t max_error = 5;         // mgia, graph_induced_error: the largest cost of a pair
  bool undirected = false;             // tree_distance: ways of any shape
  // Of rankings.
  std::optional<std::uint32_t> first_rank;  // coverage_error: 0 or 1; else the convention's
  std::string gain = "linear";              // dcg, ndcg: linear or exponential
  double patience = 0.8;                    // rbp: chance of looking at the next label
  double recall = 0;                        // interpolated_precision
  bool normalized = true;                   // psp, psndcg, psr
  std::string score = "f1";                 // pbc
  std::string labels = "both";              // pbc
  // Of the label space. Where absent is not set, the convention's rule is taken.
  std::string absent;        // exclude, zero
  std::uint32_t ddof = 1;    // cvir: 0 or 1
  std::uint32_t inputs = 1;  // tcs
  // Over scores.
  double max_fpr = 1;             // roc_auc: the area up to this false positive rate
  double eps = 0x1p-52;           // log_loss: probabilities below count as this
  std::uint32_t bins = 15;        // of calibration
  std::string norm = "l1";        // calibration_error: l1, l2, max
  std::string closed = "right";   // which edge of a bin belongs to it
  std::string binning = "width";  // width, mass
  std::uint32_t levels = 11;      // of recall
  bool closes = false;  // hierarchy=closed: truth and scores are carried up to ancestors first
  // Over all scores in a hierarchy. Where the step is not set, the convention's is taken.
  std::string propagation = "max";     // how ancestors get scores: max, fill
  std::string normalization = "cafa";  // fmax, smin: cafa, pred, gt
  std::string step;                    // of thresholds: exact, or a decimal
  bool orphans = true;                 // whether terms without parents count
  std::string space = "each";          // namespace=: each, all, or a part
  std::string ia = "file";             // weights of terms: file, computed
  bool best = false;                   // of the first k labels: the best, else their mean

  friend bool operator==(const Params&, const Params&) = default;
};

struct ParamInfo {
  std::string_view name;
  std::string_view initial;  // default, as text
  std::string_view values;   // "[0, inf)", "none|linear|quadratic"
  std::string_view sentence;
};

/// Which of a convention's rules answers a 0/0.
enum class UndefinedKind : std::uint8_t {
  precision,
  recall,
  fscore,
  jaccard,
  specificity,
  ranking,
  coverage,
  lrap,
  roc_auc,
  average_precision,
  auprc,
  statistic,  // of data that do not have it, such as the correlation with a constant: never a
              // number
  other,
};

/// That rule; of one example's Jaccard index see Convention::samples_jaccard.
[[nodiscard]] const UndefinedRule& undefined_rule(UndefinedKind kind,
                                                  const Convention& convention) noexcept;

class Multiclass;     // what formulas over the confusion counts see
class Whole;          // what formulas over a whole finished tally see
class Hierarchy;      // the same with a hierarchy, and what several measures share
class RankedExample;  // what formulas over one example's ranking see
struct ScoreColumn;   // what formulas over scored cells see
class Scores;         // what formulas over all scores see
struct Training;      // what formulas over training frequencies see
class LabelSpace;     // what formulas over the true labels alone see
struct SpaceValue;

/// A value of one example's true and predicted classes, each once and in any order; NaN leaves the
/// example out.
using ExampleScorer =
    std::function<double(std::span<const NodeId> truth, std::span<const NodeId> predicted)>;

struct Measure {
  std::string_view name;
  std::string_view title;
  std::string_view group;  // "label", "example", "multi-class", "probabilistic", "hierarchical"
  std::string_view formula;
  double low = 0, high = 1;  // closed range; infinite where open
  Direction direction = Direction::higher_is_better;
  std::string_view undefined_when = {};  // empty: never undefined
  UndefinedKind kind = UndefinedKind::other;
  std::string_view source = {};
  std::string_view aliases = {};  // separated by blanks
  std::string_view called = {};   // what each tool calls it, and differences worth a warning
  std::span<const ParamInfo> params = {};
  // Exactly the formulas that exist; the engine derives averages from `cell`.
  double (*cell)(const Cell&, const Params&) = nullptr;
  double (*multiclass)(const Multiclass&, const Params&) = nullptr;
  double (*whole)(const Whole&, const Params&) = nullptr;
  // Over label sets with their ancestors; the engine derives averages as from `cell`.
  double (*closed)(const Cell&, const Params&) = nullptr;
  // What makes the value of one example in a hierarchy; the engine takes the mean over examples.
  // Root and edges are set in the parameters. The hierarchy must outlive the scorer.
  ExampleScorer (*scorer)(const Taxonomy&, const Params&) = nullptr;
  // That mean, where one look at the examples serves several measures.
  double (*mean)(const Hierarchy&, const Params&) = nullptr;
  // Over the hierarchical confusion matrix, summed over the examples.
  double (*paths)(const Cell&, const Params&) = nullptr;
  // Over one example's labels in order of score; the engine takes the mean over examples. Labels
  // without a score share the last place if `ranks_all`, else they are not in the list.
  double (*ranked)(const RankedExample&, const Params&) = nullptr;
  // Over cells in order of score; the engine derives averages as from `cell`.
  double (*scored)(const ScoreColumn&, const Params&) = nullptr;
  // One number over all scores.
  double (*scores)(const Scores&, const Params&) = nullptr;
  // Where that number was found, for people; may be empty.
  std::string (*scores_note)(const Scores&, const Params&) = nullptr;
  // One number over the counts and how frequent labels are in the training data.
  double (*trained)(const Whole&, const Training&, const Params&) = nullptr;
  // Why that number does not exist, where it does not.
  std::string (*trained_reason)(const Whole&, const Training&, const Params&) = nullptr;
  // One number over the true labels alone.
  SpaceValue (*space)(const LabelSpace&, const Params&) = nullptr;
  // The cell's formula from recall and specificity, for conventions that answer their 0/0 first.
  double (*of_rates)(double recall, double specificity, const Params&) = nullptr;
  bool leveled = false;  // asked for as name@k, always
  // What becomes of that mean, where a name is given to a function of it.
  double (*of_mean)(double mean, const Whole&, std::uint64_t n_labels) = nullptr;
  bool ranks_all = false;
  bool cut = false;            // may be asked for as name@k: `ranked` looks at the first k labels
  bool true_ranks = false;     // `scores` looks at the ranks of true labels alone
  bool training = false;       // needs to know how often labels are true in the training data
  bool table = false;          // gives a table beside the figures instead of one number
  bool sets = false;           // looks at whole label sets, which a tally keeps on request only
  bool labels = false;         // `whole` looks at single labels' cells, not at sizes of sets alone
  bool distinct = false;       // counts distinct label sets, of which resamples have fewer
  bool probabilities = false;  // takes scores for probabilities: they must lie in [0, 1]
};

}  // namespace tallystick
