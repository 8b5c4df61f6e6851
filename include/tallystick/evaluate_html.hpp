// The page of an evaluation, with all that its counts have to show.
#pragma once

#include <string>

#include "tallystick/evaluate.hpp"
#include "tallystick/report/write.hpp"

namespace tallystick {

/// What a report must hold for its page: labels, and of classes which is taken for which.
[[nodiscard]] EvaluateOptions options_for_page(const Tally& tally, EvaluateOptions options);

/// to_html of the report, with every picture of the tally; of a hierarchy, with the pairs confused
/// most often by their titles; and with the figures under every convention that counts data as
/// these were counted. The report is that of the tally, by options_for_page.
[[nodiscard]] std::string page_of(const Tallied& tallied, const Report& report,
                                  const EvaluateOptions& options, const TextOptions& text = {});

}  // namespace tallystick
