// Pictures of data: every KIND of 'tallystick plot', from files or from what is tallied already.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tallystick/compare.hpp"
#include "tallystick/curves.hpp"
#include "tallystick/evaluate.hpp"
#include "tallystick/report/picture.hpp"

namespace tallystick {

enum class PlotKind : std::uint8_t {
  precision_recall,
  roc,
  thresholds,
  at_k,
  reliability,  // as CurveKind, in its order
  figures,
  labels,
  distribution,
  bias,
  confusion,
  ladder,
  errors,
  treemap,
  forest,
};

/// The names on the command line, in the order above: "pr", "roc", ..., "forest".
[[nodiscard]] std::span<const std::string_view> plot_names() noexcept;
/// "it takes pr, roc, ...": for hints.
[[nodiscard]] std::string plot_names_hint();
/// Errors: wrong_usage, with the nearest name.
[[nodiscard]] PlotKind plot_kind(std::string_view name);
/// Whether it is one of the curves of curves.hpp.
[[nodiscard]] constexpr bool is_curve(PlotKind kind) noexcept {
  return kind <= PlotKind::reliability;
}

[[nodiscard]] Plot plot_of(const Curve& curve);
/// A forest: each difference with its interval, better to the right. `most` rows.
[[nodiscard]] Plot plot_of(const Comparing& comparing, std::size_t most = 40);

/// One class of a hierarchy and the examples whose truth lies at or below it.
struct ClassRow {
  std::string code = {}, title = {};
  std::uint32_t level = 0;   // 1: the top classes
  std::int64_t parent = -1;  // a place in the list, before this one; -1: none
  Amount n = {};
  double accuracy = 0;                       // share of exact matches; NaN never
  double precision = 0, recall = 0, f1 = 0;  // hierarchical, micro, the root left out
};
/// All classes that truth reaches, parents before children, down to level `deepest`. In a hierarchy
/// that is no tree a class stands below the first of its parents. Empty without a hierarchy.
/// O(sum of the closed sets).
[[nodiscard]] std::vector<ClassRow> class_rows(const Tally& tally, const EvaluateOptions& options,
                                               std::uint32_t deepest = 2);
/// Areas go with examples, colours and numbers are hierarchical F1. At most `most` tiles; the rest
/// of a branch is one tile.
[[nodiscard]] Plot treemap_plot(const std::vector<ClassRow>& classes, std::uint64_t n_examples,
                                std::size_t most = 120);

/// One picture of a finished tally, which keeps what the kind looks at: scores for curves, ranks
/// for at_k, sets for confusion of examples with several labels. Errors: wrong_usage for a forest,
/// and for a hierarchy that is not there; as curve_of and make_report.
[[nodiscard]] Plot plot_of(PlotKind kind, const Tally& tally, const ReadSummary& summary,
                           EvaluateOptions options, CurveOptions curve = {});

/// Everything that a finished tally has to show, one after the other: figures, bias, distribution,
/// labels, ladder, errors, treemap, confusion (at the top level of a hierarchy, too), and the
/// curves of scores where the tally keeps them. Those with nothing to draw are left out. The report
/// is that of the tally, with labels.
[[nodiscard]] std::vector<Plot> plots_of(const Tally& tally, const Report& report,
                                         const EvaluateOptions& options);

/// Reads TRUTH PREDICTIONS, or one FILE, or TRUTH PRED_A PRED_B for a forest, and draws.
/// Errors: as those commands'; wrong_usage for options that the kind does not look at.
[[nodiscard]] Plot plot_files(PlotKind kind, std::span<const std::string> paths,
                              EvaluateOptions evaluate, CurveOptions curve,
                              const CompareOptions& compare);

}  // namespace tallystick
