// Small hierarchies, and tallies in them.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "states/rows.hpp"
#include "tallystick/labels/taxonomy_builder.hpp"

namespace tallystick::test {

/// "A>B A>C": edges from parent to child; a word without '>' is a class alone.
inline std::shared_ptr<const Taxonomy> taxonomy_of(std::string_view edges) {
  TaxonomyBuilder draft("hierarchy");
  for (const std::string& edge : words(edges)) {
    const std::size_t arrow = edge.find('>');
    const auto parent = draft.node(edge.substr(0, arrow));
    if (arrow != std::string::npos) draft.edge(parent, draft.node(edge.substr(arrow + 1)));
  }
  return std::make_shared<const Taxonomy>(std::move(draft).build());
}

inline Tally tally_in(std::shared_ptr<const Taxonomy> taxonomy, std::span<const Row> data) {
  Tally tally;
  tally.set_taxonomy(std::move(taxonomy));
  add_rows(tally, data);
  return tally;
}

}  // namespace tallystick::test
