// Two or more systems on the same examples: paired differences, their intervals and tests.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tallystick/evaluate.hpp"
#include "tallystick/interval/friedman.hpp"

namespace tallystick {

namespace detail {
struct SystemRows;
}

/// Which test a figure's difference is put to.
enum class PairedTest : std::uint8_t {
  automatic,      // McNemar where the figure is a share of right examples, else randomisation
  randomisation,  // swaps the systems' outputs of examples
  mcnemar,        // exact, on examples that one system alone gets right
  sign,           // exact, on examples whose value is larger under one system
};

/// How p-values of several comparisons are adjusted.
enum class Adjustment : std::uint8_t { holm, benjamini_hochberg, none };

struct CompareOptions {
  std::vector<std::string> names;  // of the systems; empty: their paths
  bool all_pairs = false;          // else each system against the first
  PairedTest test = PairedTest::automatic;
  Adjustment adjust = Adjustment::holm;
  std::optional<double> margin;  // differences this small are as good as none
  double level = 0.95;           // in (0, 1)
  // From 1; of intervals, and of tests. Not said: 1000, and 10000 for figures that live on sizes of
  // label sets, 1000 for others.
  std::optional<std::uint32_t> resamples;
  std::uint64_t seed = 0;
  bool per_label = false;       // label by label, the largest moves first
  std::size_t most_flips = 10;  // examples listed that went right to wrong or back, of each pair
};

enum class Verdict : std::uint8_t { better, worse, different, equivalent, inconclusive };
/// "better": what b is, beside a.
[[nodiscard]] std::string_view verdict_name(Verdict verdict) noexcept;

/// One figure of two systems.
struct Comparison {
  std::string measure;
  Direction direction = Direction::higher_is_better;
  std::size_t a = 0, b = 0;                  // indices into Comparing::systems
  double a_value = 0, b_value = 0;           // NaN: no value
  double difference = 0;                     // b - a
  std::optional<double> low, high;           // paired bootstrap, percentiles
  std::string test;                          // "randomisation", "mcnemar", "sign"; empty: none
  bool exact = false;                        // every pattern was looked at
  double p_value = 0, p_adjusted = 0;        // NaN: no test
  std::optional<double> p_equivalence = {};  // that it is beyond the margin, adjusted
  std::optional<double> effect = {};         // of tests of examples: Cohen's g
  Verdict verdict = Verdict::inconclusive;
};

/// What became of examples, or of decisions about single labels, from a to b.
struct Flips {
  std::uint64_t both_right = 0, fixed = 0, broken = 0, both_wrong = 0;
};

/// An example that became right or wrong from a to b, or some labels of which did.
struct ExampleFlip {
  std::string id;
  int change = 0;                          // by exact match: 1 wrong to right, -1 right to wrong
  std::vector<std::string> fixed, broken;  // labels, by their bytes
};

/// One label under two systems. Decisions about it are right or wrong example by example.
struct LabelMove {
  std::string label;
  Amount support;
  double a_f1 = 0, b_f1 = 0, difference = 0;
  std::uint64_t fixed = 0, broken = 0;
  double p_value = 1, p_adjusted = 1;  // McNemar, exact; adjusted over the labels
};

/// One branch of a hierarchy under two systems; figures as in BranchRow.
struct BranchMove {
  std::string code, title;
  Amount n;
  double a_f1 = 0, b_f1 = 0, difference = 0;
};

/// What two systems do differently.
struct Pairing {
  std::size_t a = 0, b = 0;
  Flips examples;                    // by exact match of the label sets
  Flips labels;                      // of labels that are true or predicted; both_wrong: missed
                                     // or invented by both
  std::vector<ExampleFlip> flips;    // by the bytes of their ids
  std::uint64_t n_flips = 0;         // all of them, listed or not
  std::vector<LabelMove> moves;      // the largest differences of F1 first
  std::vector<BranchMove> branches;  // the same
};

/// Many systems on the data sets that a column tells apart.
struct SystemRanks {
  std::string measure;
  std::vector<std::string> sets;            // values of the column that all systems have values for
  std::vector<std::vector<double>> values;  // [set][system]
  Friedman friedman;
};

struct Comparing {
  std::string convention, convention_source;
  std::uint64_t n_examples = 0;  // that all systems have
  std::uint64_t n_left_out = 0;  // that some lack
  std::optional<Amount> total_weight;
  std::vector<std::string> systems;
  std::vector<InputFacts> inputs;
  std::vector<PolicyCounts> policies;  // of each system
  Adjustment adjust = Adjustment::holm;
  double level = 0.95;
  std::optional<double> margin;
  std::uint64_t seed = 0;
  std::vector<Comparison> comparisons;
  std::vector<Pairing> pairings;
  std::string by;
  std::vector<SystemRanks> ranks;
  std::vector<std::string> notes;
};

/// paths: TRUTH PRED_A PRED_B [...]. Errors: as tally_files; wrong_usage for fewer than two
/// systems, two of one name, standard input for the truth, a level outside (0, 1), no resamples.
[[nodiscard]] Comparing compare_files(std::span<const std::string> paths,
                                      const EvaluateOptions& options, const CompareOptions& wanted);

/// The same of systems that BatchTally::finish_system counted, each of which has a name in
/// wanted.names.
[[nodiscard]] Comparing compare_systems(std::vector<std::shared_ptr<detail::SystemRows>> systems,
                                        const EvaluateOptions& options,
                                        const CompareOptions& wanted);

/// One row a flip: a,b,id,label,from,to. An empty label: the example as a whole. RFC 4180.
[[nodiscard]] std::string flips_to_csv(const Comparing& comparing, char delimiter = ',');

/// "f1_micro: b.tsv is better than a.tsv by 0.0312 (p = 0.004)": no more than the test says.
[[nodiscard]] std::string verdict_sentence(const Comparison& comparison, const Comparing& comparing,
                                           int digits);
[[nodiscard]] std::string to_text(const Comparing& comparing, int digits = 4);
[[nodiscard]] std::string to_json(const Comparing& comparing);
/// measure,a,b,a_value,b_value,difference,low,high,test,p_value,p_adjusted,verdict
[[nodiscard]] std::string to_csv(const Comparing& comparing);
[[nodiscard]] std::string to_markdown(const Comparing& comparing, int digits = 4);
/// Tables of booktabs, and the verdicts and remarks below them.
[[nodiscard]] std::string to_latex(const Comparing& comparing, int digits = 4);

}  // namespace tallystick
