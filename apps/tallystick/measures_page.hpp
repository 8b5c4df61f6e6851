// The catalogue as pages: what 'tallystick measures' prints and docs/measures.md holds.
#pragma once

#include <string>
#include <string_view>

namespace tallystick::app {

/// All measures, a line each, by group; `group` narrows it.
[[nodiscard]] std::string measures_list(std::string_view group = {});
/// One measure in full.
[[nodiscard]] std::string measure_page(std::string_view name);
[[nodiscard]] std::string measures_json(std::string_view name_or_group = {});
/// docs/measures.md, whole.
[[nodiscard]] std::string measures_markdown();

}  // namespace tallystick::app
