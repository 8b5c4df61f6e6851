// What the parts of the module add to it.
#pragma once

#include <nanobind/nanobind.h>

namespace tallystick::python {

void bind_catalogue(nanobind::module_& module);
void bind_taxonomy(nanobind::module_& module);
void bind_report(nanobind::module_& module);
void bind_feeder(nanobind::module_& module);
void bind_compare(nanobind::module_& module);
void bind_plot(nanobind::module_& module);
void bind_files(nanobind::module_& module);
void bind_describe(nanobind::module_& module);
void bind_contingency(nanobind::module_& module);

}  // namespace tallystick::python
