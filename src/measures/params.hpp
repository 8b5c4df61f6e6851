// Parameters of measures as text: name:param=value.
#pragma once

#include <string>
#include <string_view>

#include "tallystick/measures/measure.hpp"

namespace tallystick::detail {

/// Sets the parameter; false when it takes no such value.
[[nodiscard]] bool set_param(Params& params, const ParamInfo& info, std::string_view value);

/// The parameter's value for a figure's name; empty where the name goes without it.
[[nodiscard]] std::string param_text(const Params& params, std::string_view name);

}  // namespace tallystick::detail
