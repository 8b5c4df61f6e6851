// Small hierarchies for tests, written as "parent>child" words.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "tallystick/labels/taxonomy.hpp"
#include "tallystick/labels/taxonomy_builder.hpp"

namespace tallystick {

using Edges = std::vector<std::pair<std::string, std::string>>;

inline Edges edges_of(const std::string& words) {
  std::istringstream in(words);
  Edges edges;
  for (std::string word; in >> word;) {
    const std::size_t at = word.find('>');
    edges.emplace_back(word.substr(0, at), word.substr(at + 1));
  }
  return edges;
}

inline Taxonomy taxonomy_of(const Edges& edges) {
  TaxonomyBuilder draft("test");
  for (const auto& [parent, child] : edges) draft.edge(draft.node(parent), draft.node(child));
  return std::move(draft).build();
}

inline std::vector<NodeId> nodes_of(const Taxonomy& taxonomy, const std::string& words) {
  std::istringstream in(words);
  std::vector<NodeId> nodes;
  for (std::string word; in >> word;) nodes.push_back(taxonomy.find(word).value());
  return nodes;
}

/// A small graph without cycles, full of ties, and two non-empty label sets.
struct RandomExample {
  Edges edges;
  std::string truth, predicted;

  RandomExample() = default;
  explicit RandomExample(std::mt19937& random) {
    const auto below = [&](unsigned n) { return static_cast<int>(random() % n); };
    const int n = 3 + below(12);
    for (int child = 1; child < n; ++child) {
      for (int i = below(8) == 0 ? 0 : 1 + below(3); i > 0; --i) {
        edges.emplace_back(name(below(static_cast<unsigned>(child))), name(child));
      }
    }
    edges.emplace_back("above", "n0");
    for (int child = 1; child < n; ++child) {  // every name must be a node
      edges.emplace_back(name(child), name(child).append("leaf"));
    }
    for (std::string* side : {&truth, &predicted}) {
      for (int i = 1 + below(4); i > 0; --i) {
        side->append(name(below(static_cast<unsigned>(n)))).append(" ");
      }
    }
  }

  /// The same with other names, edges and labels in another order, some of them repeated.
  [[nodiscard]] RandomExample renamed(std::mt19937& random) const {
    std::vector<std::string> fresh;
    for (int i = 0; i < 100; ++i) fresh.push_back(std::to_string(100 + i));
    std::shuffle(fresh.begin(), fresh.end(), random);
    std::vector<std::string> known;
    const auto rename = [&](const std::string& old) {
      const auto at = std::find(known.begin(), known.end(), old);
      if (at != known.end()) return fresh[static_cast<std::size_t>(at - known.begin())];
      known.push_back(old);
      return fresh[known.size() - 1];
    };
    RandomExample copy;
    for (const auto& [parent, child] : edges) {
      copy.edges.emplace_back(rename(parent), rename(child));
    }
    copy.edges.push_back(copy.edges.front());
    std::shuffle(copy.edges.begin(), copy.edges.end(), random);
    const auto reorder = [&](const std::string& words) {
      std::vector<std::string> labels;
      std::istringstream in(words);
      for (std::string word; in >> word;) labels.push_back(rename(word));
      labels.push_back(labels.front());
      std::shuffle(labels.begin(), labels.end(), random);
      std::string out;
      for (const std::string& label : labels) out.append(label).append(" ");
      return out;
    };
    copy.truth = reorder(truth);
    copy.predicted = reorder(predicted);
    return copy;
  }

 private:
  [[nodiscard]] static std::string name(int i) {
    return std::string("n").append(std::to_string(i));
  }
};

}  // namespace tallystick
