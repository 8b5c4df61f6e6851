// Measures of predicted protein functions: the best point of a curve over all thresholds.
#include <array>
#include <string>
#include <vector>

#include "measures/protein_best.hpp"
#include "tallystick/base/error.hpp"
#include "tallystick/base/exact_sum.hpp"
#include "tallystick/base/text.hpp"
#include "tallystick/measures/catalogue.hpp"
#include "tallystick/measures/scores.hpp"

namespace tallystick::detail {

namespace {

constexpr std::string_view kRadivojac =
    "Radivojac et al., A large-scale evaluation of computational protein function prediction, Nat. "
    "Methods 10, 2013";
constexpr std::string_view kClark =
    "Clark & Radivojac, Information-theoretic evaluation of predicted ontological annotations, "
    "Bioinformatics 29, 2013";

constexpr ParamInfo kPropagation = {
    "propagation", "max", "max|fill",
    "a term has the largest score at or below it, or that only where it has none of its own"};
constexpr ParamInfo kNorm = {
    "normalization", "cafa", "cafa|pred|gt",
    "sums are divided by all targets, but precision by those with a prediction (cafa), all by the "
    "latter (pred), or all by the former (gt)"};
constexpr ParamInfo kStep = {
    "step", "convention's", "exact, or a decimal such as 0.01",
    "thresholds: every distinct score, or the multiples of a decimal step below 1"};
constexpr ParamInfo kOrphans = {"orphans", "in", "in|out",
                                "whether terms without parents, as the root, count"};
constexpr ParamInfo kSpace = {
    "namespace", "each", "each, all, a namespace or a class",
    "the mean over the namespaces, all terms as one, or one part: a namespace, or a class and what "
    "is below it"};
constexpr ParamInfo kIa = {"ia", "file", "file|computed",
                           "information accretion of the terms: from the file of --ia, or counted "
                           "in the truth"};

constexpr ParamInfo kMeans[] = {kPropagation, kNorm, kStep, kOrphans, kSpace};
constexpr ParamInfo kMicro[] = {kPropagation, kStep, kOrphans, kSpace};
constexpr ParamInfo kWeightedMeans[] = {kPropagation, kNorm, kStep, kSpace, kIa};
constexpr ParamInfo kWeightedMicro[] = {kPropagation, kStep, kSpace, kIa};

ProteinRule rule_of(const Params& p, CurveFigure figure) {
  ProteinRule rule = protein_rule(p);
  // Figures without weights share the sweep of the others, where the file has weights.
  const bool computed = is_weighted(figure) && p.ia == "computed";
  rule.accretion = computed ? Accretion::computed : Accretion::file;
  return rule;
}

const std::vector<SpaceResult>& results(const Scores& scores, const Params& p, CurveFigure figure) {
  const ProteinRule rule = rule_of(p, figure);
  if (is_weighted(figure) && rule.accretion == Accretion::file && scores.node_weights().empty()) {
    fail(ErrorCode::wrong_usage, "weighted measures of protein function need weights of the terms",
         "name their file with --ia FILE, or ask for ia=computed");
  }
  return scores.protein().of(scores, rule);
}

bool is_s(CurveFigure figure) {
  return figure == CurveFigure::s || figure == CurveFigure::weighted_s;
}

double value_in(const SpaceResult& space, CurveFigure figure) {
  const BestPoint& best = space.best[static_cast<std::size_t>(figure)];
  if (best.found || !is_s(figure)) return best.value;
  return figure == CurveFigure::s ? space.no_prediction_s : space.no_prediction_weighted_s;
}

template <CurveFigure Figure>
double best_of(const Scores& scores, const Params& p) {
  ExactSum sum;
  const std::vector<SpaceResult>& spaces = results(scores, p, Figure);
  for (const SpaceResult& space : spaces) sum.add(value_in(space, Figure));
  return sum.divided_by(spaces.size());
}

std::string where(const SpaceResult& space, CurveFigure figure) {
  const auto i = static_cast<std::size_t>(figure);
  if (!space.best[i].found) {
    return is_weighted(figure) ? "no prediction weighs anything" : "no target has a prediction";
  }
  std::string out = "at threshold " + number_text(space.best[i].point.threshold);
  out += ", coverage " + number_text(space.rows[i].coverage) + " of " +
         number_text(space.n_targets) + (space.n_targets == 1 ? " target" : " targets");
  return out;
}

template <CurveFigure Figure>
std::string note_of(const Scores& scores, const Params& p) {
  const std::vector<SpaceResult>& spaces = results(scores, p, Figure);
  if (spaces.size() == 1) return where(spaces[0], Figure);
  std::string out;
  for (const SpaceResult& space : spaces) {
    out += out.empty() ? "mean of " : "; ";
    out += space.name + ' ' + number_text(value_in(space, Figure));
    out += " (" + where(space, Figure) + ')';
  }
  return out;
}

constexpr std::string_view kNoTarget = "no example has a true term: there is no target";

constexpr Measure kMeasures[] = {
    {
        .name = "fmax",
        .title = "Fmax: the best F over all thresholds",
        .group = "protein-function",
        .formula = "max over thresholds of 2PR / (P + R); P: mean precision of the targets with a "
                   "term at or above the threshold, R: mean recall of all targets; both sides "
                   "closed under ancestors",
        .undefined_when = kNoTarget,
        .source = kRadivojac,
        .aliases = "f_max",
        .called = "CAFA-evaluator: f of evaluation_best_f.tsv, whose thresholds are multiples of "
                  "0.01 (convention cafa, or step=0.01)",
        .params = kMeans,
        .scores = best_of<CurveFigure::f>,
        .scores_note = note_of<CurveFigure::f>,
    },
    {
        .name = "fmax_micro",
        .title = "Micro Fmax",
        .group = "protein-function",
        .formula = "max over thresholds of 2 tp / (2 tp + fp + fn), terms of all targets together",
        .undefined_when = kNoTarget,
        .source = "CAFA-evaluator from 1.2 on",
        .called = "CAFA-evaluator: f_micro of evaluation_best_f_micro.tsv",
        .params = kMicro,
        .scores = best_of<CurveFigure::f_micro>,
        .scores_note = note_of<CurveFigure::f_micro>,
    },
    {
        .name = "fmax_weighted",
        .title = "Weighted Fmax",
        .group = "protein-function",
        .formula = "Fmax whose terms count their information accretion",
        .undefined_when = kNoTarget,
        .source = kRadivojac,
        .aliases = "wfmax fmax_w",
        .called = "CAFA-evaluator: f_w of evaluation_best_f_w.tsv; CAFA 5 scores the mean over "
                  "three namespaces, with propagation=fill and step=0.001",
        .params = kWeightedMeans,
        .scores = best_of<CurveFigure::weighted_f>,
        .scores_note = note_of<CurveFigure::weighted_f>,
    },
    {
        .name = "fmax_micro_weighted",
        .title = "Weighted micro Fmax",
        .group = "protein-function",
        .formula = "micro Fmax whose terms count their information accretion",
        .undefined_when = kNoTarget,
        .source = "CAFA-evaluator from 1.2 on",
        .called = "CAFA-evaluator: f_micro_w of evaluation_best_f_micro_w.tsv",
        .params = kWeightedMicro,
        .scores = best_of<CurveFigure::weighted_f_micro>,
        .scores_note = note_of<CurveFigure::weighted_f_micro>,
    },
    {
        .name = "smin",
        .title = "Smin without weights",
        .group = "protein-function",
        .formula = "min over thresholds of sqrt(ru^2 + mi^2); ru: terms missed, mi: terms wrongly "
                   "predicted, means over the targets",
        .high = std::numeric_limits<double>::infinity(),
        .direction = Direction::lower_is_better,
        .undefined_when = kNoTarget,
        .source = kClark,
        .aliases = "s_min",
        .called = "CAFA-evaluator: s of evaluation_best_s.tsv; Smin of papers is weighted: "
                  "smin_weighted",
        .params = kMeans,
        .scores = best_of<CurveFigure::s>,
        .scores_note = note_of<CurveFigure::s>,
    },
    {
        .name = "smin_weighted",
        .title = "Smin",
        .group = "protein-function",
        .formula = "min over thresholds of sqrt(ru^2 + mi^2); ru: information accretion missed, "
                   "mi: wrongly predicted, means over the targets",
        .high = std::numeric_limits<double>::infinity(),
        .direction = Direction::lower_is_better,
        .undefined_when = kNoTarget,
        .source = kClark,
        .aliases = "smin_w",
        .called = "Smin of the CAFA papers; CAFA-evaluator: the least s_w of evaluation_all.tsv, "
                  "for which it writes no file",
        .params = kWeightedMeans,
        .scores = best_of<CurveFigure::weighted_s>,
        .scores_note = note_of<CurveFigure::weighted_s>,
    },
};

}  // namespace

ProteinRule protein_rule(const Params& p) {
  ProteinRule rule;
  rule.space = p.space;
  rule.curve.propagation = p.propagation == "fill" ? Propagation::fill : Propagation::max;
  rule.curve.orphans = p.orphans;
  if (!p.step.empty() && p.step != "exact") rule.curve.grid = ThresholdGrid::parse(p.step);
  rule.norm = p.normalization == "pred" ? Normalization::pred
              : p.normalization == "gt" ? Normalization::gt
                                        : Normalization::cafa;
  return rule;
}

std::span<const Measure> protein_function() { return kMeasures; }

}  // namespace tallystick::detail
