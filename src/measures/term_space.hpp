// The part of a hierarchy that protein functions are scored in: a namespace, or all of it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tallystick/labels/taxonomy.hpp"
#include "tallystick/measures/scores.hpp"

namespace tallystick::detail {

inline constexpr NodeId kNoNode = UINT32_MAX;

/// Terms with the edges among them, and which of them the labels of a tally are.
struct TermSpace {
  std::string name;  // empty for a hierarchy without namespaces
  std::shared_ptr<const Taxonomy> taxonomy;
  std::vector<NodeId> node_of;  // of each label of the tally; kNoNode outside
  std::vector<double> weights;  // of each term, from the file of --ia; empty without one
  std::vector<char> counts;     // of each term: it is of interest; empty: all are

  [[nodiscard]] std::size_t n_terms() const noexcept { return taxonomy->size(); }
};

/// The spaces that `name` stands for: "each" namespace of the hierarchy (the whole where it has
/// none), "all" terms as one, a namespace, or the classes at or below the class of that code.
/// Labels that the hierarchy lacks belong to the whole alone, as terms without parents. Edges that
/// lead out of a namespace are left out. Errors: wrong_usage when nothing has that name.
[[nodiscard]] std::vector<TermSpace> term_spaces(const Scores& scores, const std::string& name);

}  // namespace tallystick::detail
