#include "tallystick/plots.hpp"

#include <array>

#include "tallystick/base/error.hpp"
#include "tallystick/base/text.hpp"
#include "tallystick/confused_labels.hpp"
#include "tallystick/report/report_plots.hpp"

namespace tallystick {

namespace {

constexpr std::array<std::string_view, 14> kNames = {
    "pr",           "roc",  "thresholds", "at-k",   "reliability", "figures", "labels",
    "distribution", "bias", "confusion",  "ladder", "errors",      "treemap", "forest"};

bool of_hierarchy(PlotKind kind) {
  return kind == PlotKind::ladder || kind == PlotKind::errors || kind == PlotKind::treemap;
}

/// What must be evaluated for a picture.
std::string measures_for(PlotKind kind, const EvaluateOptions& options) {
  switch (kind) {
    case PlotKind::figures: return options.measures;
    case PlotKind::bias: {
      const bool trained = !options.train.empty() || options.train_counts != nullptr;
      return trained ? "pbc" : "f1_macro";
    }
    case PlotKind::ladder:
    case PlotKind::errors:
    case PlotKind::treemap: return "hierarchical_f1_micro";
    default: return "precision_macro,recall_macro,f1_macro";
  }
}

Plot report_plot(PlotKind kind, const Report& report) {
  switch (kind) {
    case PlotKind::figures: return figures_plot(report);
    case PlotKind::labels: return labels_plot(report);
    case PlotKind::distribution: return distribution_plot(report);
    case PlotKind::bias: return bias_plot(report);
    case PlotKind::confusion: return confusion_plot(report);
    case PlotKind::ladder: return ladder_plot(report);
    default: return errors_plot(report);
  }
}

/// Labels missed and invented, folded to a level if there is one. The report becomes theirs.
Plot missed_and_invented(const Tally& tally, Report report, const EvaluateOptions& options,
                         std::optional<unsigned> level) {
  ConfusedLabels confused = confused_labels(tally, options, level);
  report.confusion = std::move(confused.table);
  Plot plot = confusion_plot(report);
  if (level) plot.caption += " Classes are folded to level " + std::to_string(*level) + ".";
  if (!tally.single_label()) {
    plot.caption +=
        " Of an example each label that is missed is paired with each that is invented.";
  }
  if (confused.n_left_out != 0) {
    plot.caption += " Left out: " + counted(confused.n_left_out, "example") +
                    " with more than 10000 such pairs.";
  }
  return plot;
}

bool knows_pairs(const Tally& tally) { return tally.keeps_sets() || tally.overlaps().empty(); }

bool is_of_classes(const Tally& tally, const EvaluateOptions& options) {
  return tally.single_label() && options.task != Task::multi;
}

void check_hierarchy(PlotKind kind, bool known) {
  if (!of_hierarchy(kind) || known) return;
  fail(ErrorCode::wrong_usage,
       "picture " + std::string(kNames[static_cast<std::size_t>(kind)]) +
           " is of a hierarchy, and none is named",
       "name it with --taxonomy isco08, or a file");
}

void add_curves(std::vector<Plot>& out, const Tally& tally, const EvaluateOptions& options) {
  for (const CurveKind kind : {CurveKind::thresholds, CurveKind::at_k, CurveKind::precision_recall,
                               CurveKind::roc, CurveKind::reliability}) {
    const bool has = kind == CurveKind::at_k ? tally.keeps_ranks() : tally.keeps_scores();
    if (!has || tally.lacks_scores()) continue;
    try {
      out.push_back(plot_of(curve_of(tally, options, {.kind = kind})));
    } catch (const Error& error) {
      // No cell is true, or scores are no probabilities: there is no such curve.
      if (error.code() == ErrorCode::no_examples || error.code() == ErrorCode::bad_number) continue;
      fail(error.code(), error.place(), error.fact(), error.hint());
    }
  }
}

}  // namespace

std::span<const std::string_view> plot_names() noexcept { return kNames; }

std::string plot_names_hint() {
  std::string out = "it takes ";
  for (const std::string_view name : kNames) {
    out.append(out.size() == 9 ? "" : ", ").append(name);
  }
  return out;
}

PlotKind plot_kind(std::string_view name) {
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    if (kNames[i] == name) return static_cast<PlotKind>(i);
  }
  const auto near = nearest(name, kNames);
  fail(ErrorCode::wrong_usage, "there is no picture " + quoted(name),
       near.empty() ? plot_names_hint() : "did you mean " + quoted(near[0]) + "?");
}

std::vector<Plot> plots_of(const Tally& tally, const Report& report,
                           const EvaluateOptions& options) {
  std::vector<Plot> out = {figures_plot(report), bias_plot(report),   distribution_plot(report),
                           labels_plot(report),  ladder_plot(report), errors_plot(report)};
  out.push_back(treemap_plot(class_rows(tally, options), report.n_examples));
  if (tally.taxonomy() != nullptr && knows_pairs(tally)) {
    out.push_back(missed_and_invented(tally, report, options, 1));
  }
  const bool pairs = !report.confusion && tally.n_examples() != 0 && knows_pairs(tally);
  out.push_back(pairs ? missed_and_invented(tally, report, options, {}) : confusion_plot(report));
  std::erase_if(out, [](const Plot& plot) { return plot.empty(); });
  add_curves(out, tally, options);
  return out;
}

Plot plot_of(PlotKind kind, const Tally& tally, const ReadSummary& summary, EvaluateOptions options,
             CurveOptions curve) {
  if (kind == PlotKind::forest) {
    fail(ErrorCode::wrong_usage, "picture forest is of several systems, and these counts of one",
         "compare the systems");
  }
  if (is_curve(kind)) {
    curve.kind = static_cast<CurveKind>(kind);
    return plot_of(curve_of(tally, options, curve));
  }
  check_hierarchy(kind, tally.taxonomy() != nullptr);
  const bool confusion = kind == PlotKind::confusion;
  const auto level = confusion ? options.branch_level : std::nullopt;
  const bool matrix = confusion && !level && is_of_classes(tally, options);
  options.measures = matrix ? "confusion_matrix" : measures_for(kind, options);
  options.per_label =
      kind == PlotKind::labels || kind == PlotKind::distribution || kind == PlotKind::bias;
  Plot plot;
  if (kind == PlotKind::treemap) {
    plot = treemap_plot(class_rows(tally, options), tally.n_examples());
  } else {
    Report report = make_report(tally, summary, options);
    plot = confusion && !matrix ? missed_and_invented(tally, std::move(report), options, level)
                                : report_plot(kind, report);
  }
  plot.notes = summary.notes;
  return plot;
}

Plot plot_files(PlotKind kind, std::span<const std::string> paths, EvaluateOptions evaluate,
                CurveOptions curve, const CompareOptions& compare) {
  if (is_curve(kind)) {
    curve.kind = static_cast<CurveKind>(kind);
    return plot_of(curve_of_files(paths, std::move(evaluate), curve));
  }
  if (kind == PlotKind::forest) {
    const Comparing comparing = compare_files(paths, evaluate, compare);
    Plot plot = plot_of(comparing);
    plot.notes = comparing.notes;
    return plot;
  }
  check_hierarchy(kind, !evaluate.taxonomy.empty());  // before the files are read
  evaluate.measures = measures_for(kind, evaluate);
  evaluate.keep_rows = kind == PlotKind::confusion;
  const Tallied tallied = tally_files(paths, evaluate);
  evaluate.clusters = tallied.clusters;
  return plot_of(kind, tallied.tally, tallied.summary, std::move(evaluate), curve);
}

}  // namespace tallystick
