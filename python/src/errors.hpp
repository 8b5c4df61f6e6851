// tallystick::Error -> Python: one class a code, below tallystick.Error and ValueError.
#pragma once

#include <nanobind/nanobind.h>

#include <string>
#include <string_view>

namespace tallystick::python {

namespace nb = nanobind;

/// Makes the classes, as attributes of the module, and has the library's errors raise them.
void bind_errors(nb::module_& module);

/// Options as a Python caller writes them: "--unknown-labels=add" becomes unknown_labels='add'.
[[nodiscard]] std::string in_python(std::string_view text);

}  // namespace tallystick::python
