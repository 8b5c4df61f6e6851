// Curves as data: what plots of scores are drawn from.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tallystick/evaluate.hpp"

namespace tallystick {

enum class CurveKind : std::uint8_t {
  precision_recall,  // threshold, recall, precision: one row a score, the highest first
  roc,               // threshold, false_positive_rate, true_positive_rate
  thresholds,        // threshold, precision, recall, f1, predicted (cells an example)
  at_k,              // k, precision, recall, f1: means over the examples
  reliability,       // low, high, cells, mean_score, share_true: one row a bin that holds cells
};

/// The names on the command line: "pr", "roc", "thresholds", "at-k", "reliability".
[[nodiscard]] std::string_view curve_name(CurveKind kind) noexcept;
/// Errors: wrong_usage, with the nearest name.
[[nodiscard]] CurveKind curve_kind(std::string_view name);

struct CurveOptions {
  CurveKind kind = CurveKind::precision_recall;
  std::optional<std::string> label = {};  // one label's cells; none: those of all labels
  bool every_point = false;               // also those that no picture shows
  std::uint32_t bins = 15;                // of reliability
  bool equal_mass = false;                // bins of as many cells instead of equal width
  std::uint32_t most_k = 100;             // at_k ends there, or where no example scores more labels
};

struct Curve {
  CurveKind kind = CurveKind::precision_recall;
  std::string of;  // "label 'a'", "all 3 labels"
  std::vector<std::string> columns;
  std::vector<double> values;  // row after row; NaN where there is none (an empty field, null)
  std::uint64_t n_points = 0;  // before points that no picture shows were left out
  std::vector<std::string> notes;

  [[nodiscard]] std::size_t size() const noexcept { return values.size() / columns.size(); }
  [[nodiscard]] std::span<const double> row(std::size_t i) const noexcept {
    return std::span(values).subspan(i * columns.size(), columns.size());
  }
};

/// A point is left out when it lies within 1/2000 of each axis from the last one kept; of a ROC
/// curve also when it lies exactly on the line between its neighbours. So nothing that is drawn
/// moves by more than 1/2000 of an axis. Errors: no_examples where no such curve exists (a label
/// that is never true), unknown_label, bad_number where reliability meets scores outside [0, 1].
[[nodiscard]] Curve curve_of(const Tally& tally, const EvaluateOptions& evaluate,
                             const CurveOptions& options);

/// Reads TRUTH PREDICTIONS, or one FILE that holds both, and keeps what the curve is made of.
[[nodiscard]] Curve curve_of_files(std::span<const std::string> paths, EvaluateOptions evaluate,
                                   const CurveOptions& options);

/// Columns as above, after RFC 4180.
[[nodiscard]] std::string to_csv(const Curve& curve);
/// {"tallystick", "curve", "of", "n_points", "columns", "rows", "notes"}; two-space indent.
[[nodiscard]] std::string to_json(const Curve& curve);

}  // namespace tallystick
