// Scored data sets in a hierarchy.
#pragma once

#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "measures/in_hierarchy.hpp"
#include "measures/scored.hpp"

namespace tallystick::test {

inline Tally scored_in(std::shared_ptr<const Taxonomy> taxonomy,
                       const std::vector<ScoredExample>& data) {
  Tally tally;
  tally.keep_scores(Ties::worst);
  tally.set_taxonomy(std::move(taxonomy));
  add_scored(tally, data);
  return tally;
}
inline Tally scored_in(std::string_view edges, std::string_view data) {
  return scored_in(taxonomy_of(edges), scored_rows(data));
}

}  // namespace tallystick::test
