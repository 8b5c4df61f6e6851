// Words that captions of pictures share, and columns made quickly.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tallystick/base/text.hpp"
#include "tallystick/report/layout.hpp"
#include "tallystick/report/picture.hpp"
#include "tallystick/report/report.hpp"

namespace tallystick::detail {

inline constexpr int kPlotDigits = 3;

[[nodiscard]] inline std::string figure_text(double value) {
  return fixed_text(value, kPlotDigits);
}
[[nodiscard]] inline std::string percent_text(double share) {
  return fixed_text(100 * share, 1) + " %";
}

[[nodiscard]] inline double as_double(const Amount& amount) {
  return static_cast<double>(amount.whole) + static_cast<double>(amount.fraction) * 0x1p-64;
}

/// 'label' in a sentence: short, printable.
[[nodiscard]] inline std::string label_in_words(std::string_view label) {
  constexpr std::size_t kColumns = 40;
  std::string out(1, '\'');
  return out.append(fitted(printable(label), kColumns)).append("'");
}

/// "4 examples, 3 labels, convention sklearn."
[[nodiscard]] inline std::string data_words(const Report& report) {
  return counted(report.n_examples, "example") + ", " + counted(report.n_labels, "label") +
         ", convention " + report.convention + ".";
}

[[nodiscard]] inline PlotAxis unit_axis(std::string title) {
  PlotAxis axis;
  axis.title = std::move(title);
  return axis;
}

/// Rows of names; a name that comes twice is told apart by its place.
[[nodiscard]] inline PlotAxis names_axis(std::string title, std::vector<std::string> names) {
  PlotAxis axis;
  axis.kind = AxisKind::names;
  axis.title = std::move(title);
  axis.names = std::move(names);
  return axis;
}

/// A plot that says why there is nothing to see.
[[nodiscard]] inline Plot nothing_plot(std::string kind, std::string finding, std::string caption) {
  Plot out;
  out.kind = std::move(kind);
  out.finding = std::move(finding);
  out.caption = std::move(caption);
  return out;
}

/// The place of a measure in the table of labels.
[[nodiscard]] inline std::optional<std::size_t> label_column(const LabelTable& table,
                                                             std::string_view measure) {
  for (std::size_t i = 0; i < table.measures.size(); ++i) {
    if (table.measures[i] == measure) return i;
  }
  return {};
}

}  // namespace tallystick::detail
