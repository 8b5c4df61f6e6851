// The compiled part of the package: private, wrapped by python/tallystick.
#include <nanobind/nanobind.h>

#include "bind.hpp"
#include "errors.hpp"
#include "tallystick/version.hpp"

NB_MODULE(_core, module) {
  module.doc() = "The compiled part of tallystick. Use the package instead.";
  module.attr("__version__") = TALLYSTICK_VERSION;
  tallystick::python::bind_errors(module);
  tallystick::python::bind_catalogue(module);
  tallystick::python::bind_taxonomy(module);
  tallystick::python::bind_report(module);
  tallystick::python::bind_feeder(module);
  tallystick::python::bind_plot(module);
  tallystick::python::bind_compare(module);
  tallystick::python::bind_files(module);
  tallystick::python::bind_describe(module);
  tallystick::python::bind_contingency(module);
}
