// The answer to 0/0, and means that remember where it was needed.
#pragma once

#include <cmath>
#include <string_view>

#include "tallystick/base/exact_sum.hpp"
#include "tallystick/conventions/convention.hpp"
#include "tallystick/measures/average.hpp"

namespace tallystick::detail {

[[nodiscard]] inline bool nothing_there(const Cell& cell) noexcept {
  return (cell.tp | cell.fp | cell.fn) == 0;
}
[[nodiscard]] const UndefinedRule& rule_of(const Measure& measure, const Convention& convention,
                                           bool samples);
/// Whether a label with that cell enters a macro mean.
[[nodiscard]] bool enters(MacroLabels which, const Cell& cell) noexcept;
/// Over which labels the macro mean of such a measure runs; `single`: on single-label data.
[[nodiscard]] MacroLabels macro_labels(UndefinedKind kind, const Convention& convention,
                                       bool single = false) noexcept;
/// The value that a 0/0 takes; NaN when it is left out.
[[nodiscard]] double answer(Undefined undefined) noexcept;
[[nodiscard]] std::string_view counted_as(Undefined undefined) noexcept;

/// A formula's value, or the rule's answer and the fact that it was needed.
struct Answered {
  double value;
  bool undefined;
  std::string_view as;
};

using CellFormula = double (*)(const Cell&, const Params&);
/// `formula` is the measure's cell or closed formula.
[[nodiscard]] Answered answered(const Measure& measure, CellFormula formula, const Params& params,
                                const Cell& cell, const Convention& convention, bool samples);
/// The same of a value that is NaN where it is 0/0; `empty`: nothing was true or predicted.
[[nodiscard]] Answered answered(double value, const UndefinedRule& rule, bool empty) noexcept;

/// Collects a weighted mean and what was undefined on the way.
class Mean {
 public:
  void add(const Answered& term, u128 weight, std::uint64_t n_terms) {
    if (term.undefined) {
      n_undefined_ += n_terms;
      mixed_ |= !as_.empty() && as_ != term.as;
      as_ = term.as;
    }
    if (std::isnan(term.value)) return;
    sum_.add(term.value, weight);
    weights_ += weight;
  }
  [[nodiscard]] double value() const { return sum_.divided_by(weights_); }
  [[nodiscard]] std::uint64_t n_undefined() const { return n_undefined_; }
  [[nodiscard]] u128 weights() const { return weights_; }
  [[nodiscard]] std::string_view counted_as() const {
    return mixed_ ? "counted as 1 where nothing was true, predicted or missed, else as 0" : as_;
  }

 private:
  ExactSum sum_;
  u128 weights_ = 0;
  std::uint64_t n_undefined_ = 0;
  std::string_view as_;
  bool mixed_ = false;
};

/// A figure that is one value: 0/0 is answered by the measure's rule.
[[nodiscard]] Value scalar(const Spec& spec, double value, const Convention& convention);
/// The F of a mean precision and a mean recall; NaN when either is.
[[nodiscard]] double f_of(double precision, double recall, double beta) noexcept;

/// The label of that name, which `what` asks for. Errors: unknown_label.
[[nodiscard]] LabelId found_label(const std::string& name, const std::string& what,
                                  const Whole& whole);

/// Over scores (Scope::scored, Scope::scored_label and Scope::scores).
[[nodiscard]] Value scored_value(const Spec& spec, const Scores& scores,
                                 const Convention& convention);
/// Over the true labels alone (Scope::space).
[[nodiscard]] Value space_value(const Spec& spec, const LabelSpace& space,
                                const Convention& convention);
/// Over a hierarchy (Scope::closed and Scope::hierarchy).
[[nodiscard]] Value closed_value(const Spec& spec, const Hierarchy& hierarchy,
                                 const Convention& convention);
[[nodiscard]] Value hierarchy_value(const Spec& spec, const Hierarchy& hierarchy,
                                    const Convention& convention);
/// The measure's scorer, with the convention's rules where the spec sets none.
[[nodiscard]] ExampleScorer scorer_of(const Spec& spec, const Taxonomy& taxonomy,
                                      const Convention& convention);

}  // namespace tallystick::detail
