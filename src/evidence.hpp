// All that a set of figures is taken from, made of one tally.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tallystick/evaluate.hpp"
#include "tallystick/measures/average.hpp"
#include "tallystick/measures/hierarchy.hpp"
#include "tallystick/measures/label_space.hpp"
#include "tallystick/measures/rankings.hpp"
#include "tallystick/measures/scores.hpp"
#include "tallystick/measures/training.hpp"

namespace tallystick::detail {

/// What figures look at beside the tally: read once, and true of every tally of the same labels.
struct Beside {
  std::vector<double> node_weights;
  std::optional<Training> training;
  std::vector<char> terms;
  Propensity propensity;
  bool folds = false;         // coefficients of bias are means over folds
  bool other_folds = false;   // of which each was trained on the truth of the others
  std::string training_note;  // where label frequencies are from
};

/// Reads what the figures need. Errors: of those files.
[[nodiscard]] Beside beside(const Tally& tally, std::span<const Spec> specs,
                            const EvaluateOptions& options);

/// The tally and what is beside it must outlive this.
class Evidence {
 public:
  /// Holds what the figures need of it, and the hierarchy if asked.
  Evidence(const Whole& whole, std::span<const Spec> specs, const Beside& beside,
           const Convention& convention, bool hierarchy = false);
  Evidence(const Evidence&) = delete;
  Evidence& operator=(const Evidence&) = delete;

  [[nodiscard]] const Findings& findings() const noexcept { return findings_; }

 private:
  std::optional<Multiclass> classes_;
  std::optional<Hierarchy> hierarchy_;
  std::optional<Rankings> rankings_;
  std::optional<Scores> scores_;
  std::optional<LabelSpace> space_;
  Findings findings_;
};

}  // namespace tallystick::detail
