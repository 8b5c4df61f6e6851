// What a notebook shows of a report: the head of its page and its figures, without any script.
#pragma once

#include <string>

#include "tallystick/report/report.hpp"
#include "tallystick/report/write.hpp"

namespace tallystick {

/// One element to be put into a page of others: it loads nothing and has colours of its own.
[[nodiscard]] std::string to_html_fragment(const Report& report, const TextOptions& options = {});

}  // namespace tallystick
