// The record that is a measure: everything the help, the docs, the reports and the laws know of it.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "tallystick/base/wide.hpp"

namespace tallystick {

enum class Direction : std::uint8_t { higher_is_better, lower_is_better, neither };

/// Counts of one 2x2 table in a common unit (1, or 2^-64 for weighted data): formulas over it must
/// not change when all four are scaled alike.
struct Cell {
  u128 tp = 0, fp = 0, fn = 0, tn = 0;

  [[nodiscard]] u128 truth() const noexcept { return tp + fn; }
  [[nodiscard]] u128 predicted() const noexcept { return tp + fp; }
  [[nodiscard]] u128 total() const noexcept { return tp + fp + fn + tn; }
};

enum class Average : std::uint8_t { none, micro, macro, weighted, samples, means };
[[nodiscard]] std::string_view average_name(Average average) noexcept;

/// Parameters of a measure as set by name:param=value.
struct Params {
  double beta = 1;
  double alpha = 1;
  bool adjusted = false;
  std::string weights = "none";      // cohen_kappa: none, linear, quadratic
  std::string normalize = "none";    // confusion_matrix: none, true, pred, all
  std::optional<std::string> label;  // one label's value

  friend bool operator==(const Params&, const Params&) = default;
};

struct ParamInfo {
  std::string_view name;
  std::string_view initial;  // default, as text
  std::string_view values;   // "[0, inf)", "none|linear|quadratic"
  std::string_view sentence;
};

/// Which of a convention's rules answers a 0/0.
enum class UndefinedKind : std::uint8_t { precision, recall, fscore, jaccard, specificity, other };

class Multiclass;  // what formulas over the confusion counts see
class Whole;       // what formulas over a whole finished tally see

struct Measure {
  std::string_view name;
  std::string_view title;
  std::string_view group;  // "label", "example", "multi-class"
  std::string_view formula;
  double low = 0, high = 1;  // closed range; infinite where open
  Direction direction = Direction::higher_is_better;
  std::string_view undefined_when = {};  // empty: never undefined
  UndefinedKind kind = UndefinedKind::other;
  std::string_view source = {};
  std::string_view aliases = {};  // separated by blanks
  std::string_view called = {};   // what each tool calls it, and differences worth a warning
  std::span<const ParamInfo> params = {};
  // Exactly the formulas that exist; the engine derives averages from `cell`.
  double (*cell)(const Cell&, const Params&) = nullptr;
  double (*multiclass)(const Multiclass&, const Params&) = nullptr;
  double (*whole)(const Whole&, const Params&) = nullptr;
  // The cell's formula from recall and specificity, for conventions that answer their 0/0 first.
  double (*of_rates)(double recall, double specificity, const Params&) = nullptr;
  bool table = false;  // gives a table beside the figures instead of one number
  bool sets = false;   // looks at whole label sets, which a tally keeps on request only
};

}  // namespace tallystick
