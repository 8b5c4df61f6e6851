// Small hierarchies for tests of kernels: written by hand, or random with a second form that has
// other codes and another order of edges.
#pragma once

#include <algorithm>
#include <numeric>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "tallystick/labels/taxonomy.hpp"
#include "tallystick/labels/taxonomy_builder.hpp"

namespace tallystick::testing {

using Edges = std::vector<std::pair<std::string, std::string>>;
using Nodes = std::vector<NodeId>;
using Codes = std::vector<std::string>;

inline Taxonomy taxonomy_of(const Edges& edges, bool written_root = true,
                            const Codes& more_nodes = {}) {
  TaxonomyBuilder draft("test");
  if (!written_root) draft.no_written_root();
  for (const auto& [parent, child] : edges) draft.edge(draft.node(parent), draft.node(child));
  for (const std::string& code : more_nodes) (void)draft.node(code);
  return std::move(draft).build();
}

inline Nodes nodes_of(const Taxonomy& taxonomy, const Codes& codes) {
  Nodes out;
  for (const std::string& code : codes) out.push_back(taxonomy.find(code).value());
  return out;
}

/// The tree of nine nodes with root 1: 1 > 2 3, 2 > 4 5, 3 > 6 7, 4 > 8 9.
inline const Edges kNine = {{"1", "2"}, {"1", "3"}, {"2", "4"}, {"2", "5"},
                            {"3", "6"}, {"3", "7"}, {"4", "8"}, {"4", "9"}};

/// The same hierarchy twice: under other codes, its edges in another order.
struct Twins {
  Taxonomy first, second;
  Codes first_codes, second_codes;  // of the same node at the same place

  [[nodiscard]] std::pair<Nodes, Nodes> pick(std::mt19937& random, std::size_t n) const {
    Codes one, two;
    for (std::size_t i = 0; i < n; ++i) {
      const std::size_t at = random() % first_codes.size();
      one.push_back(first_codes[at]);
      two.push_back(second_codes[at]);
    }
    std::reverse(two.begin(), two.end());  // labels in another order, too
    return {nodes_of(first, one), nodes_of(second, two)};
  }
};

inline std::string numbered(std::string name, std::size_t i) {
  return name.append(std::to_string(i));
}

/// n nodes; each but the first gets 1 to max_parents parents among the nodes before it.
inline Twins random_twins(std::mt19937& random, std::size_t n, std::size_t max_parents,
                          bool written_root) {
  Twins out;
  std::vector<std::size_t> names(n);
  std::iota(names.begin(), names.end(), 0);
  std::shuffle(names.begin(), names.end(), random);
  for (std::size_t i = 0; i < n; ++i) {
    out.first_codes.push_back(numbered("n", i));
    out.second_codes.push_back(numbered("m", names[i]));
  }
  Edges first, second;
  for (std::size_t child = 1; child < n; ++child) {
    std::size_t parents = 1 + random() % max_parents;
    if (!written_root && random() % 5 == 0) parents = 0;
    for (; parents > 0; --parents) {
      const std::size_t parent = random() % child;
      first.emplace_back(out.first_codes[parent], out.first_codes[child]);
      second.emplace_back(out.second_codes[parent], out.second_codes[child]);
    }
  }
  std::shuffle(second.begin(), second.end(), random);
  out.first = taxonomy_of(first, written_root, out.first_codes);
  out.second = taxonomy_of(second, written_root, out.second_codes);
  return out;
}

/// Nodes at or above a node, by walking up every way.
inline std::vector<bool> above(const Taxonomy& taxonomy, NodeId node) {
  std::vector<bool> out(taxonomy.size());
  Nodes waiting{node};
  while (!waiting.empty()) {
    const NodeId next = waiting.back();
    waiting.pop_back();
    out[next] = true;
    for (const NodeId parent : taxonomy.parents(next)) waiting.push_back(parent);
  }
  return out;
}

}  // namespace tallystick::testing
