// Averages are combinators of the engine over one cell formula; 0/0 is answered here and nowhere
// else.
#pragma once

#include <cstdint>
#include <string>

#include "tallystick/conventions/convention.hpp"
#include "tallystick/measures/hierarchy.hpp"
#include "tallystick/measures/measure.hpp"
#include "tallystick/measures/whole.hpp"

namespace tallystick {

class Rankings;
class Scores;
class LabelSpace;

/// A measure's value under a convention.
struct Value {
  double value = 0;               // NaN: the rules exclude every term
  std::uint64_t n_undefined = 0;  // terms that were 0/0
  std::string undefined = {};     // which, and what they counted as
  std::string note = {};          // a rule that changed what the name usually means
};

/// Which of its formulas a measure is asked for.
enum class Scope : std::uint8_t {
  average,
  multiclass,
  whole,
  label,
  closed,
  hierarchy,
  ranked,        // a mean over examples of what their rankings say
  scored,        // an average over labels, examples or all cells of what their scores say
  scored_label,  // the same of one label
  scores,        // one number over all scores
  trained,       // one number over counts and training data
  space,         // one number over the true labels alone
};

/// One figure that is wanted.
struct Spec {
  const Measure* measure = nullptr;
  Scope scope = Scope::average;
  Average average = Average::none;
  Params params = {};

  /// "f1_macro", "fbeta_micro:beta=0.5", "f1:label=spam", "mcc"
  [[nodiscard]] std::string name() const;
};

/// Takes one label's value: the formula, then the convention's answer to 0/0 (NaN when excluded).
/// `undefined`, if given, is told whether it was 0/0.
[[nodiscard]] double label_value(const Measure& measure, const Params& params, const Cell& cell,
                                 const Convention& convention, bool* undefined = nullptr);

/// What figures are taken from. Parts that no figure's scope asks for may be null.
struct Findings {
  const Whole* whole = nullptr;
  const Multiclass* multiclass = nullptr;
  const Hierarchy* hierarchy = nullptr;
  const Rankings* rankings = nullptr;
  const Scores* scores = nullptr;
  const Training* training = nullptr;
  const LabelSpace* space = nullptr;
};

/// The figure. O(groups of equal cells) for flat measures, whatever the number of examples and
/// labels; O(distinct examples and their ancestors) over a hierarchy.
[[nodiscard]] Value value_of(const Spec& spec, const Findings& findings,
                             const Convention& convention);

/// The rule by which a figure over a hierarchy closes sets, if the sizes of the closed sets are all
/// that it looks at.
[[nodiscard]] std::optional<ClosureRule> sizes_rule(const Spec& spec, const Convention& convention);
/// The value of such a figure, were the examples these.
[[nodiscard]] double closed_value_of(const Spec& spec, const Hierarchy& hierarchy,
                                     const Convention& convention,
                                     std::span<const ExampleGroup> examples);

/// Takes one example's value of a figure over a hierarchy that is a mean over examples, or of one
/// example's closed sets whatever the average; null for others. 0/0 is answered by the convention,
/// NaN when left out. The hierarchy must outlive the scorer.
[[nodiscard]] ExampleScorer example_scorer(const Spec& spec, const Hierarchy& hierarchy,
                                           const Convention& convention);

}  // namespace tallystick
