// What a report holds, as pictures. Each function returns a plot whatever the report is: where
// there is nothing to draw, the plot is empty() and its finding says why.
#pragma once

#include "tallystick/report/picture.hpp"
#include "tallystick/report/report.hpp"

namespace tallystick {

inline constexpr std::size_t kPlottedLabels = 40;    // rows of labels, the most frequent
inline constexpr std::size_t kPlottedPoints = 1000;  // labels in a scatter
inline constexpr std::size_t kPlottedPairs = 30;     // confused pairs
inline constexpr std::size_t kPlottedMatrix = 20;    // most labels of a matrix
inline constexpr std::size_t kPlottedFigures = 60;

/// Measures between 0 and 1 and their intervals.
[[nodiscard]] Plot figures_plot(const Report& report);
/// F1, precision and recall of the labels that are true most often. Needs report.labels.
[[nodiscard]] Plot labels_plot(const Report& report);
/// How many labels have an F1 of 0 to 0.1, 0.1 to 0.2, ... Needs report.labels.
[[nodiscard]] Plot distribution_plot(const Report& report);
/// Frequency in training against the score of the first prediction bias coefficient, with the
/// trend of least squares; without training labels, support against F1. Needs report.labels.
[[nodiscard]] Plot bias_plot(const Report& report);
/// The matrix of shares of each true label, or the pairs confused most often. Needs
/// report.confusion.
[[nodiscard]] Plot confusion_plot(const Report& report);
/// Level by level of a hierarchy. Needs report.hierarchy.
[[nodiscard]] Plot ladder_plot(const Report& report);
/// Predicted labels by kind of error. Needs report.hierarchy.
[[nodiscard]] Plot errors_plot(const Report& report);

}  // namespace tallystick
