// What this build can read, and which package brings what it lacks.
#pragma once

#include <span>
#include <string_view>

namespace tallystick {

struct Feature {
  std::string_view name;     // "gzip"
  std::string_view package;  // "zlib"
  bool present;
};

[[nodiscard]] std::span<const Feature> reader_features() noexcept;

}  // namespace tallystick
