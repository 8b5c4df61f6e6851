// The per-label table: each label's cell and every label-based measure.
#pragma once

#include <utility>
#include <vector>

#include "tallystick/measures/average.hpp"
#include "tallystick/measures/spec.hpp"
#include "tallystick/measures/whole.hpp"
#include "tallystick/report/report.hpp"

namespace tallystick {

/// A column: a measure of one cell with its parameters.
struct LabelColumn {
  const Measure* measure;
  Params params;
  std::string name;
};

/// The cell measures that the requests name; where they name none, or name a group, all of the
/// catalogue. Then those with parameters that the specs ask for.
[[nodiscard]] std::vector<LabelColumn> label_columns(const std::vector<Request>& requests,
                                                     const std::vector<Spec>& specs);

/// The whole table, by the bytes of the labels.
[[nodiscard]] LabelTable label_table(const Whole& whole, const Convention& convention,
                                     const std::vector<Request>& requests,
                                     const std::vector<Spec>& specs);

}  // namespace tallystick
