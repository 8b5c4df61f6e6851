// Taxonomies -> text: edges, or paths from the top.
#pragma once

#include <cstdint>
#include <string>

#include "tallystick/labels/taxonomy.hpp"

namespace tallystick {

/// "parent TAB child" a line, below a header of these words; tops without children have a line
/// alone. Read again it is the same taxonomy, titles and alternative codes aside.
[[nodiscard]] std::string taxonomy_to_edges(const Taxonomy& taxonomy);

/// Limits of taxonomy_to_paths: ways multiply in a graph, and lengths add up in a chain.
inline constexpr std::uint64_t kMostPaths = 10'000'000;
inline constexpr std::uint64_t kMostPathBytes = std::uint64_t{1} << 30;

/// "A > B > C" a line, below a header "path": one for every way from a top to every node.
/// `codes_are_paths`: they are written as they are, for they were read from paths or levels.
/// Errors: too_large, with the number of ways or bytes; bad_taxonomy when a code holds " > ".
[[nodiscard]] std::string taxonomy_to_paths(const Taxonomy& taxonomy, bool codes_are_paths);

}  // namespace tallystick
