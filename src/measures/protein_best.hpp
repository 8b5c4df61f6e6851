// The best points of the curves of protein function, found once for all measures that ask.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "measures/protein_curve.hpp"

namespace tallystick::detail {

/// What is best at one threshold or another.
enum class CurveFigure : std::uint8_t { f, f_micro, s, weighted_f, weighted_f_micro, weighted_s };
inline constexpr std::size_t kCurveFigures = 6;
[[nodiscard]] constexpr bool is_weighted(CurveFigure figure) noexcept {
  return figure >= CurveFigure::weighted_f;
}

struct BestPoint {
  bool found = false;  // some target has a prediction
  double value = 0;
  CurvePoint point;  // of equal ones, that of the lowest threshold
};

/// Searches a curve. A figure with weights is not searched where the curve has none.
[[nodiscard]] std::array<BestPoint, kCurveFigures> best_points(const ProteinCurve& curve,
                                                               Normalization norm);
/// The figure of a row.
[[nodiscard]] double figure_of(const CurveRow& row, CurveFigure figure) noexcept;

/// Where the weights of terms come from.
enum class Accretion : std::uint8_t {
  file,      // of --ia; none where there is no file
  computed,  // from the truth of the targets; each counts once where weights have fractions
};

struct ProteinRule {
  std::string space = "each";  // see term_spaces
  Accretion accretion = Accretion::file;
  CurveRule curve;
  Normalization norm = Normalization::cafa;

  [[nodiscard]] bool operator==(const ProteinRule&) const = default;
};

/// The rules that parameters stand for; where the step is not set, every score is a threshold.
[[nodiscard]] ProteinRule protein_rule(const Params& params);

/// What is found in one space.
struct SpaceResult {
  std::string name;
  std::uint64_t n_terms = 0;
  double n_targets = 0;
  double no_prediction_s = 0, no_prediction_weighted_s = 0;  // S where nothing is predicted
  std::array<BestPoint, kCurveFigures> best;
  std::array<CurveRow, kCurveFigures> rows;  // of the best points
};

/// Results of the rules asked so far. Spaces without a target have none.
class ProteinResults {
 public:
  [[nodiscard]] const std::vector<SpaceResult>& of(const Scores& scores, const ProteinRule& rule);

 private:
  std::vector<std::pair<ProteinRule, std::vector<SpaceResult>>> known_;
};

/// The weights that a rule stands for, one a term; empty for none.
[[nodiscard]] std::vector<double> accretion_of(const ScoreTable& table, const TermSpace& space,
                                               Accretion rule);

}  // namespace tallystick::detail
