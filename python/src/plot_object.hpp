// A picture's data, for Python.
#pragma once

#include <nanobind/nanobind.h>

#include "tallystick/plots.hpp"

namespace tallystick::python {

/// kind, finding, caption, notes; columns {name: list}; x and y {kind, title, low, high, whole,
/// names}; layers [{mark, name, x, y, x2, y2 (names of columns or None), ...}]; guides
/// [(name, [(x, y)])].
[[nodiscard]] nanobind::dict plot_object(const Plot& plot);

}  // namespace tallystick::python
