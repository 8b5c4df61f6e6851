// Keyword arguments -> EvaluateOptions, spelled as on the command line.
#pragma once

#include <nanobind/nanobind.h>

#include "tallystick/evaluate.hpp"
#include "tallystick/tune.hpp"

namespace tallystick::python {

/// Errors: wrong_usage for an unknown keyword, with the nearest, or a value that it does not take.
[[nodiscard]] EvaluateOptions options_of(const nanobind::dict& keywords);
[[nodiscard]] TuneOptions tune_options_of(const std::string& measure,
                                          const std::vector<std::string>& strategies,
                                          unsigned folds);
/// All keywords.
[[nodiscard]] std::vector<std::string> option_keywords();

}  // namespace tallystick::python
