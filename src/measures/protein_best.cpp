#include "measures/protein_best.hpp"

#include <algorithm>
#include <cmath>

#include "measures/node_weights.hpp"

namespace tallystick::detail {

namespace {

constexpr std::array kFigures{
    CurveFigure::f,          CurveFigure::f_micro,          CurveFigure::s,
    CurveFigure::weighted_f, CurveFigure::weighted_f_micro, CurveFigure::weighted_s};

bool is_s(CurveFigure figure) {
  return figure == CurveFigure::s || figure == CurveFigure::weighted_s;
}
bool counts(const CurvePoint& point, CurveFigure figure) {
  return (is_weighted(figure) ? point.weighted.n : point.terms.n) != 0;
}

double estimated(const ProteinCurve::Estimate& one, CurveFigure figure) {
  switch (figure) {
    case CurveFigure::f:
    case CurveFigure::weighted_f: return one.f;
    case CurveFigure::f_micro:
    case CurveFigure::weighted_f_micro: return one.f_micro;
    case CurveFigure::s:
    case CurveFigure::weighted_s: return -one.s;
  }
  return 0;
}

/// The best of all blocks so far; larger is better, S with its sign turned.
class Search {
 public:
  Search(const ProteinCurve& curve, Normalization norm) : curve_(curve), norm_(norm) {}

  void block(std::span<const CurvePoint> points) {
    for (const bool weighted : {false, true}) {
      if (weighted && !curve_.weighted()) return;
      estimates_.clear();
      for (const CurvePoint& point : points) {
        estimates_.push_back(curve_.estimate(point, weighted, norm_));
      }
      for (const CurveFigure figure : kFigures) {
        if (is_weighted(figure) == weighted) look(points, figure);
      }
    }
  }
  [[nodiscard]] std::array<BestPoint, kCurveFigures> take() {
    for (const CurveFigure figure : kFigures) {
      if (is_s(figure)) of(figure).value = std::abs(of(figure).value);
    }
    return best_;
  }

 private:
  BestPoint& of(CurveFigure figure) { return best_[static_cast<std::size_t>(figure)]; }

  /// Only points that the estimates cannot rule out are worked out to the last bit.
  void look(std::span<const CurvePoint> points, CurveFigure figure) {
    constexpr double kClose = 1e-11;
    BestPoint& best = of(figure);
    double most = best.found ? best.value : -HUGE_VAL;
    for (std::size_t i = 0; i < points.size(); ++i) {
      if (counts(points[i], figure)) most = std::max(most, estimated(estimates_[i], figure));
    }
    const double least = most - std::abs(most) * kClose;
    for (std::size_t i = 0; i < points.size(); ++i) {
      if (!counts(points[i], figure) || estimated(estimates_[i], figure) < least) continue;
      const double value = figure_of(curve_.row(points[i], is_weighted(figure), norm_), figure) *
                           (is_s(figure) ? -1 : 1);
      // Thresholds fall: of equal points the later one has the lower threshold.
      if (!best.found || value >= best.value) best = {true, value, points[i]};
    }
  }

  const ProteinCurve& curve_;
  Normalization norm_;
  std::vector<ProteinCurve::Estimate> estimates_;
  std::array<BestPoint, kCurveFigures> best_;
};

SpaceResult result_of(const ProteinCurve& curve, const TermSpace& space, Normalization norm) {
  SpaceResult out;
  out.name = space.name;
  out.n_terms = space.n_terms();
  out.n_targets = curve.targets();
  out.best = best_points(curve, norm);
  for (const CurveFigure figure : kFigures) {
    const auto i = static_cast<std::size_t>(figure);
    out.rows[i] = curve.row(out.best[i].point, is_weighted(figure), norm);
  }
  // The empty prediction is normalized by all targets: no other number is there.
  out.no_prediction_s = curve.row({}, false, Normalization::gt).s;
  out.no_prediction_weighted_s = curve.row({}, true, Normalization::gt).s;
  return out;
}

}  // namespace

double figure_of(const CurveRow& row, CurveFigure figure) noexcept {
  switch (figure) {
    case CurveFigure::f:
    case CurveFigure::weighted_f: return row.f;
    case CurveFigure::f_micro:
    case CurveFigure::weighted_f_micro: return row.f_micro;
    case CurveFigure::s:
    case CurveFigure::weighted_s: return row.s;
  }
  return 0;
}

std::array<BestPoint, kCurveFigures> best_points(const ProteinCurve& curve, Normalization norm) {
  Search search(curve, norm);
  curve.sweep([&search](std::span<const CurvePoint> points) { search.block(points); });
  return search.take();
}

std::vector<double> accretion_of(const ScoreTable& table, const TermSpace& space, Accretion rule) {
  if (rule == Accretion::file) return space.weights;
  InformationAccretion accretion(*space.taxonomy);
  bool whole = true;  // a fraction of a target is none to count
  for (std::size_t i = 0; i < table.size(); ++i) whole &= table.example(i).weight.fraction == 0;
  std::vector<NodeId> truth;
  for (std::size_t i = 0; i < table.size(); ++i) {
    const ScoreTable::Example example = table.example(i);
    truth.clear();
    const auto add = [&](LabelId label) {
      if (space.node_of[label] != kNoNode) truth.push_back(space.node_of[label]);
    };
    for (const ScoredLabel& label : example.labels) {
      if (label.is_true()) add(label.label());
    }
    for (const LabelId label : example.unscored) add(label);
    accretion.add(truth, whole ? example.weight.whole : 1);
  }
  return accretion.weights();
}

const std::vector<SpaceResult>& ProteinResults::of(const Scores& scores, const ProteinRule& rule) {
  for (const auto& [known, results] : known_) {
    if (known == rule) return results;
  }
  std::vector<SpaceResult> results;
  for (const TermSpace& space : term_spaces(scores, rule.space)) {
    const std::vector<double> weights = accretion_of(scores.table(), space, rule.accretion);
    const ProteinCurve curve(scores.table(), space, weights, rule.curve);
    if (curve.n_targets() != 0) results.push_back(result_of(curve, space, rule.norm));
  }
  return known_.emplace_back(rule, std::move(results)).second;
}

}  // namespace tallystick::detail
