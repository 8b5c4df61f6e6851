// Requirements on figures: what they ask for, and whether it holds.
#pragma once

#include <string>
#include <vector>

#include "tallystick/evaluate.hpp"
#include "tallystick/labels/vocabulary.hpp"
#include "tallystick/measures/hierarchy.hpp"

namespace tallystick::detail {

enum class End : std::uint8_t { value, low, high };

/// "f1_micro>=0.8", "f1_micro.low>=0.78", "hierarchical_f1:branch=2>=0.7" -> its parts.
struct Requirement {
  std::string text;     // as given
  std::string measure;  // its name; empty for a figure of a branch
  std::string figure, branch;
  End end = End::value;  // of its interval
  std::string comparison;
  double bound = 0;

  [[nodiscard]] bool holds(double value) const;
};
/// Errors: wrong_usage.
[[nodiscard]] Requirement parse_requirement(const std::string& text);
/// "f1:label=a.low" is about the label of that name where there is one, else about an end.
void settle_end(Requirement& requirement, const Vocabulary& labels);

/// The figure of the examples whose truth lies at or below one class.
/// Errors: unknown_label when the hierarchy has no such class; wrong_usage without a hierarchy.
[[nodiscard]] double branch_figure(const Requirement& requirement, const Hierarchy* hierarchy);

/// Fails as add_baseline_gates would for options that no data can make right. Errors: wrong_usage.
void check_baseline(const EvaluateOptions& options);
/// Adds a gate for each max_drop of the options, against the state that they name.
/// Errors: incompatible_states when it was saved under another convention, hierarchy or label set.
void add_baseline_gates(Report& report, const Tally& tally, const EvaluateOptions& options);

}  // namespace tallystick::detail
