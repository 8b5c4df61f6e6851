#include "tallystick/curves.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "measures/answer.hpp"
#include "measures/score_formulas.hpp"
#include "tallystick/base/error.hpp"
#include "tallystick/base/text.hpp"
#include "tallystick/measures/rankings.hpp"
#include "tallystick/measures/scores.hpp"
#include "tallystick/measures/spec.hpp"

namespace tallystick {

namespace {

constexpr std::pair<CurveKind, std::string_view> kNames[] = {
    {CurveKind::precision_recall, "pr"},
    {CurveKind::roc, "roc"},
    {CurveKind::thresholds, "thresholds"},
    {CurveKind::at_k, "at-k"},
    {CurveKind::reliability, "reliability"}};

/// Counts above a threshold, in the unit of Cell.
struct Point {
  double threshold = kUndefined;  // none: above every score, or below
  u128 tp = 0, fp = 0;
};

/// All cells, once more than the last point where some have no score.
Point all_of(const ScoreColumn& column) {
  Point all{kUndefined, column.unscored_positive, column.unscored_negative};
  ScoreSteps steps(column);
  for (ScoreStep step; steps.next(step);) {
    all.tp += step.positive;
    all.fp += step.negative;
  }
  return all;
}

/// Calls visit(point) from none predicted to every cell predicted.
template <typename Visit>
void for_each_point(const ScoreColumn& column, Visit visit) {
  Point point;
  visit(point);
  ScoreSteps steps(column);
  for (ScoreStep step; steps.next(step);) {
    point = {step.score, point.tp + step.positive, point.fp + step.negative};
    visit(point);
  }
  if ((column.unscored_positive | column.unscored_negative) == 0) return;
  visit({kUndefined, point.tp + column.unscored_positive, point.fp + column.unscored_negative});
}

/// The same without points that lie on the line between those beside them.
/// Returns the number of all points.
template <typename Visit>
std::uint64_t for_each_corner(const ScoreColumn& column, Visit visit) {
  std::optional<Point> before, last;
  std::uint64_t n = 0;
  for_each_point(column, [&](const Point& point) {
    ++n;
    const bool on_line = before && multiply(last->tp - before->tp, point.fp - last->fp) ==
                                       multiply(point.tp - last->tp, last->fp - before->fp);
    if (!on_line) {
      if (last) visit(*last);
      before = last;
    }
    last = point;
  });
  if (last) visit(*last);
  return n;
}

/// Takes rows, of which those within 1/2000 of each axis from the last one kept are left out.
class Rows {
 public:
  /// `axes`: how long the axis of each column is; 0: the column is a remark beside the point.
  Rows(Curve& curve, std::vector<std::string> columns, std::vector<double> axes, bool every)
      : curve_(&curve), axes_(std::move(axes)), every_(every) {
    curve.columns = std::move(columns);
  }

  void add(std::initializer_list<double> row) {
    ++n_;
    if (every_ || curve_->values.empty() || far(row.begin())) {
      curve_->values.insert(curve_->values.end(), row.begin(), row.end());
      left_out_.clear();
    } else {
      left_out_.assign(row.begin(), row.end());
    }
  }
  /// The last row is always kept.
  void finish() {
    curve_->n_points = std::max(curve_->n_points, n_);
    curve_->values.insert(curve_->values.end(), left_out_.begin(), left_out_.end());
    left_out_.clear();
  }

 private:
  [[nodiscard]] bool far(const double* row) const {
    const double* last = curve_->values.data() + curve_->values.size() - axes_.size();
    for (std::size_t c = 0; c < axes_.size(); ++c) {
      if (axes_[c] != 0 && std::abs(row[c] - last[c]) > axes_[c] / 2000) return true;
    }
    return false;
  }

  Curve* curve_;
  std::vector<double> axes_, left_out_;
  std::uint64_t n_ = 0;
  bool every_;
};

void need(bool exists, const Curve& curve, const std::string& what) {
  if (exists) return;
  fail(
      ErrorCode::no_examples,
      curve.of + ": " + what + ", so there is no " + std::string(curve_name(curve.kind)) + " curve",
      "name another label with --label, or none for all labels");
}

void draw_precision_recall(Curve& curve, const ScoreColumn& column, bool every) {
  const Point all = all_of(column);
  need(all.tp != 0, curve, "no cell is true");
  Rows rows(curve, {"threshold", "recall", "precision"}, {0, 1, 1}, every);
  for_each_point(column, [&](const Point& point) {
    if ((point.tp | point.fp) == 0) return;  // precision of nothing
    rows.add({point.threshold, ratio(point.tp, all.tp), ratio(point.tp, point.tp + point.fp)});
  });
  rows.finish();
}

void draw_roc(Curve& curve, const ScoreColumn& column, bool every) {
  const Point all = all_of(column);
  need(all.tp != 0, curve, "no cell is true");
  need(all.fp != 0, curve, "every cell is true");
  Rows rows(curve, {"threshold", "false_positive_rate", "true_positive_rate"}, {0, 1, 1}, every);
  const auto add = [&](const Point& point) {
    rows.add({point.threshold, ratio(point.fp, all.fp), ratio(point.tp, all.tp)});
  };
  if (every) {
    for_each_point(column, add);
  } else {
    curve.n_points = for_each_corner(column, add);
  }
  rows.finish();
}

void draw_thresholds(Curve& curve, const ScoreColumn& column, const Scores& scores, bool every) {
  const Point all = all_of(column);
  need(all.tp != 0, curve, "no cell is true");
  const u128 n_examples = scores.whole().n_examples();
  const auto [low, high] = scores.range();
  Rows rows(curve, {"threshold", "precision", "recall", "f1", "predicted"},
            {high - low, 1, 1, 1, ratio(all.tp + all.fp, n_examples)}, every);
  for_each_point(column, [&](const Point& point) {
    if (std::isnan(point.threshold)) return;  // no score lies there
    const u128 predicted = point.tp + point.fp;
    rows.add({point.threshold, ratio(point.tp, predicted), ratio(point.tp, all.tp),
              ratio(2 * point.tp, predicted + all.tp), ratio(predicted, n_examples)});
  });
  rows.finish();
}

void append_row(Curve& curve, std::initializer_list<double> values) {
  curve.values.insert(curve.values.end(), values);
  ++curve.n_points;
}

void draw_bins(Curve& curve, const ScoreColumn& column, const Scores& scores,
               const CurveOptions& options) {
  const auto [low, high] = scores.range();
  if (!(low >= 0 && high <= 1)) {
    fail(ErrorCode::bad_number,
         "a reliability curve takes scores for probabilities, and they range from " +
             number_text(low) + " to " + number_text(high),
         "scale them to [0, 1]");
  }
  Params params;
  params.bins = options.bins;
  if (options.equal_mass) params.binning = "mass";
  curve.columns = {"low", "high", "cells", "mean_score", "share_true"};
  const double unit = scores.whole().fractional() ? 0x1p-64 : 1;
  for (const detail::Bin& bin : detail::bins_of(column, params)) {
    append_row(curve, {bin.low, bin.high, bin.amount * unit, bin.mean, bin.share});
  }
  curve.notes.push_back(options.equal_mass
                            ? "bins hold as many cells each; cells that share a score are spread "
                              "evenly where an edge parts them"
                            : "a bin holds the scores above its low edge, up to its high edge; the "
                              "first one also 0");
}

void draw_at_k(Curve& curve, const Whole& whole, const EvaluateOptions& evaluate,
               const CurveOptions& options) {
  if (options.label) {
    fail(ErrorCode::wrong_usage, "curve at-k is a mean over examples, not of a label",
         "leave out --label");
  }
  const Rankings rankings(whole);
  curve.of = "all " + counted(rankings.n_labels(), "label");
  std::uint32_t most = 1;
  RankProfile profile;
  for (std::size_t i = 0; i < whole.tally().ranks().size(); ++i) {
    static_cast<void>(whole.tally().ranks().profile(i, profile));
    most = std::max(most, profile.n_scored);
  }
  most = std::min(most, options.most_k);
  curve.columns = {"k", "precision", "recall", "f1"};
  std::vector<Spec> specs;
  DataKind kind;
  kind.ranks = true;
  const Convention convention = convention_of(evaluate);
  for (std::uint32_t k = 1; k <= most; ++k) {
    const std::string at = '@' + std::to_string(k);
    for (const Spec& spec :
         expand(parse_measures("precision" + at + ",recall" + at + ",f1" + at), convention, kind)) {
      specs.push_back(spec);
    }
  }
  const std::vector<Value> values = ranked_values(specs, rankings, convention);
  for (std::size_t i = 0; i + 2 < values.size(); i += 3) {
    append_row(curve, {static_cast<double>(i / 3 + 1), values[i].value, values[i + 1].value,
                       values[i + 2].value});
  }
}

/// The curves over cells in order of score.
void draw_scores(Curve& curve, const Whole& whole, const CurveOptions& options) {
  const Scores scores(whole, {}, nullptr);
  ScoreColumn column;
  if (options.label) {
    curve.of = "label " + quoted(*options.label);
    column = scores.column(detail::found_label(
        *options.label, "curve " + std::string(curve_name(options.kind)), whole));
  } else {
    curve.of = "all " + counted(scores.labels().size(), "label");
    column = scores.pooled();
  }
  if (options.kind == CurveKind::reliability) return draw_bins(curve, column, scores, options);
  const bool every = options.every_point;
  if (options.kind == CurveKind::precision_recall) draw_precision_recall(curve, column, every);
  if (options.kind == CurveKind::roc) draw_roc(curve, column, every);
  if (options.kind == CurveKind::thresholds) draw_thresholds(curve, column, scores, every);
  if (curve.size() == curve.n_points) return;
  curve.notes.push_back(std::to_string(curve.size()) + " of " + counted(curve.n_points, "point") +
                        " are kept: what is drawn moves by at most 1/2000 of an axis; "
                        "--every-point keeps all");
}

}  // namespace

std::string_view curve_name(CurveKind kind) noexcept {
  for (const auto& [known, name] : kNames) {
    if (known == kind) return name;
  }
  return "";
}

CurveKind curve_kind(std::string_view name) {
  std::vector<std::string_view> names;
  for (const auto& [kind, known] : kNames) {
    if (known == name) return kind;
    names.push_back(known);
  }
  const auto near = nearest(name, names);
  fail(ErrorCode::wrong_usage, "there is no curve " + quoted(name),
       near.empty() ? "it takes pr, roc, thresholds, at-k, reliability"
                    : "did you mean " + quoted(near[0]) + "?");
}

Curve curve_of(const Tally& tally, const EvaluateOptions& evaluate, const CurveOptions& options) {
  const bool ranks = options.kind == CurveKind::at_k;
  if (tally.lacks_scores() || !(ranks ? tally.keeps_ranks() : tally.keeps_scores())) {
    fail(ErrorCode::no_scores,
         "curve " + std::string(curve_name(options.kind)) +
             " looks at the scores of labels, which these predictions or counts do not have",
         "give each predicted label a score");
  }
  const Whole whole(tally, universe_of(tally, evaluate));
  Curve curve;
  curve.kind = options.kind;
  if (ranks) {
    draw_at_k(curve, whole, evaluate, options);
  } else {
    draw_scores(curve, whole, options);
  }
  return curve;
}

Curve curve_of_files(std::span<const std::string> paths, EvaluateOptions evaluate,
                     const CurveOptions& options) {
  evaluate.measures = options.kind == CurveKind::at_k ? "precision@1" : "roc_auc_micro";
  const Tallied tallied = tally_files(paths, evaluate);
  Curve curve = curve_of(tallied.tally, evaluate, options);
  curve.notes.insert(curve.notes.end(), tallied.summary.notes.begin(), tallied.summary.notes.end());
  return curve;
}

}  // namespace tallystick
