// One data set under every convention, side by side, with the rule behind each difference.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tallystick/evaluate.hpp"

namespace tallystick {

/// One measure's row.
struct ReconcileRow {
  std::string measure;                // canonical name, or a word such as "accuracy"
  std::vector<double> values;         // one a convention; NaN: everything is excluded
  std::vector<std::string> meanings;  // what a word stands for there; empty for a canonical name
  struct Reason {
    std::string convention;
    std::string rule;  // the first rule in which it differs from the default and the value moved
  };
  std::vector<Reason> reasons;
};

struct Reconciliation {
  std::vector<std::string> conventions;
  std::uint64_t n_examples = 0, n_labels = 0;
  std::vector<ReconcileRow> rows;
  std::vector<InputFacts> inputs;
  PolicyCounts policies;
  std::vector<std::string> notes;
};

/// Tallies of the same data as the convention counts them: unknown labels dropped or not, score
/// above or from the threshold.
using TallyFor = std::function<const Tallied&(const Convention&)>;

/// Errors: as make_report.
[[nodiscard]] Reconciliation reconcile(const TallyFor& tally_for, const EvaluateOptions& options);

/// Counts the same data once for each way of counting that the conventions need: `count` is asked
/// for a tally by other options, of which convention and ties differ.
using Counting = std::function<Tallied(const EvaluateOptions&)>;
[[nodiscard]] Reconciliation reconcile_counting(const Counting& counting,
                                                const EvaluateOptions& options);

/// Reads the files once for each way of counting that the conventions need.
[[nodiscard]] Reconciliation reconcile_files(std::span<const std::string> paths,
                                             const EvaluateOptions& options);

[[nodiscard]] std::string to_text(const Reconciliation& table, int digits = 4);
[[nodiscard]] std::string to_json(const Reconciliation& table);
[[nodiscard]] std::string to_csv(const Reconciliation& table);
[[nodiscard]] std::string to_markdown(const Reconciliation& table, int digits = 4);
[[nodiscard]] std::string to_latex(const Reconciliation& table, int digits = 4);

}  // namespace tallystick
