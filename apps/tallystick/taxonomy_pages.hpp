// What 'tallystick taxonomy' prints.
#pragma once

#include <cstddef>
#include <string>

#include "tallystick/labels/taxonomy.hpp"
#include "tallystick/labels/taxonomy_builder.hpp"
#include "tallystick/readers/read_taxonomy.hpp"

namespace tallystick::app {

/// What was read, before and after it was found to be a taxonomy.
struct Checked {
  std::string source;
  std::size_t n_nodes = 0, n_edges = 0;
  TaxonomyFacts facts;
  TaxonomyFindings findings;
};
[[nodiscard]] std::string check_text(const Checked& checked);
[[nodiscard]] std::string check_json(const Checked& checked);

[[nodiscard]] std::string show_text(const Taxonomy& taxonomy, const TaxonomyFacts& facts);
[[nodiscard]] std::string show_json(const Taxonomy& taxonomy, const TaxonomyFacts& facts);

/// One class: its title, level, parents and children.
[[nodiscard]] std::string node_text(const Taxonomy& taxonomy, NodeId node);
[[nodiscard]] std::string node_json(const Taxonomy& taxonomy, NodeId node);

}  // namespace tallystick::app
