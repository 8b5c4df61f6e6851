// A hierarchy of labels: a tree or a directed acyclic graph, immutable once built.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tallystick/labels/vocabulary.hpp"

namespace tallystick {

/// Number of a node in its taxonomy. Parents have smaller numbers than their children; nodes of one
/// depth are numbered in the order of their codes' bytes. So equal hierarchies have equal numbers,
/// whatever the order in which they were written down.
using NodeId = std::uint32_t;

/// Nodes and edges from general to special. Linear memory in nodes plus edges. Codes are strings.
///
/// The root: a hierarchy written as edges with one node on top has a root, which says nothing about
/// an example and is left out of hierarchical counts by default. Prefix codes, paths and levels
/// have no written root ("1", "2", ... of ISCO-08 are classes): their tops are at depth 1.
class Taxonomy {
 public:
  Taxonomy() = default;

  [[nodiscard]] std::size_t size() const noexcept { return codes_.size(); }
  [[nodiscard]] std::size_t n_edges() const noexcept { return parents_.size(); }
  [[nodiscard]] std::string_view code(NodeId node) const noexcept { return codes_.name(node); }
  /// Words for people; empty where the source has none.
  [[nodiscard]] std::string_view title(NodeId node) const noexcept {
    return titles_.empty() ? std::string_view{} : titles_[node];
  }
  /// By code or alternative code.
  [[nodiscard]] std::optional<NodeId> find(std::string_view code) const;

  /// In ascending order.
  [[nodiscard]] std::span<const NodeId> parents(NodeId node) const noexcept {
    return {parents_.data() + parents_begin_[node],
            parents_begin_[node + 1] - parents_begin_[node]};
  }
  [[nodiscard]] std::span<const NodeId> children(NodeId node) const noexcept {
    return {children_.data() + children_begin_[node],
            children_begin_[node + 1] - children_begin_[node]};
  }
  [[nodiscard]] bool is_leaf(NodeId node) const noexcept { return children(node).empty(); }

  /// The written root, if there is one: then it is node 0, at depth 0.
  [[nodiscard]] std::optional<NodeId> root() const noexcept {
    return has_root_ ? std::optional<NodeId>(0) : std::nullopt;
  }
  /// Edges on the longest way down from the root, written or not: every ancestor of a node is at a
  /// smaller depth. Tops of a hierarchy without a written root are at depth 1.
  [[nodiscard]] std::uint32_t depth(NodeId node) const noexcept { return depth_[node]; }
  /// The largest depth.
  [[nodiscard]] std::uint32_t n_levels() const noexcept {
    return depth_.empty() ? 0 : depth_.back();
  }
  /// Nodes of one depth; numbers are consecutive.
  [[nodiscard]] std::pair<NodeId, NodeId> level(std::uint32_t depth) const noexcept;
  /// No node has two parents.
  [[nodiscard]] bool is_tree() const noexcept { return is_tree_; }

  /// Names of the namespaces into which the source parts its nodes (OBO), in the order of their
  /// bytes; empty where it has none.
  [[nodiscard]] const std::vector<std::string>& spaces() const noexcept { return spaces_; }
  /// The node's namespace, as a place in spaces(); none where the source gives it none.
  [[nodiscard]] std::optional<std::uint32_t> space(NodeId node) const noexcept {
    if (space_of_.empty() || space_of_[node] == kNoLabel) return std::nullopt;
    return space_of_[node];
  }

  /// Other codes of nodes, in the order of their bytes.
  [[nodiscard]] const std::vector<std::pair<std::string, NodeId>>& alternatives() const noexcept {
    return alternatives_;
  }
  /// Where it was read: "isco08", or a path.
  [[nodiscard]] const std::string& origin() const noexcept { return origin_; }
  /// Depends on codes, edges and root alone; equal for equal hierarchies.
  [[nodiscard]] std::uint64_t fingerprint() const noexcept { return fingerprint_; }

 private:
  friend class TaxonomyBuilder;

  Vocabulary codes_;  // ids are the nodes' numbers
  std::vector<std::string> titles_;
  std::vector<std::uint32_t> parents_begin_{0}, children_begin_{0};
  std::vector<NodeId> parents_, children_;
  std::vector<std::uint32_t> depth_;
  std::vector<std::string> spaces_;
  std::vector<std::uint32_t> space_of_;  // of each node, kNoLabel for none; empty without spaces
  std::vector<std::pair<std::string, NodeId>> alternatives_;
  std::string origin_;
  std::uint64_t fingerprint_ = 0;
  bool has_root_ = false;
  bool is_tree_ = true;
};

/// All nodes at or above some labels.
class Closure {
 public:
  explicit Closure(const Taxonomy& taxonomy);

  /// The labels and their ancestors, each once, in no particular order. Valid until the next call.
  /// `edges`, if given, limits how far up: ancestors reached by at most so many edges.
  std::span<const NodeId> of(std::span<const NodeId> labels,
                             std::optional<std::uint32_t> edges = {});
  /// Whether the last call met the node.
  [[nodiscard]] bool contains(NodeId node) const noexcept { return seen_[node] == call_; }
  /// Whether the last call went up from a node without parents: it met the virtual root.
  [[nodiscard]] bool above_tops() const noexcept { return above_tops_; }

 private:
  const Taxonomy* taxonomy_;
  std::vector<std::uint32_t> seen_;  // the last call that met the node
  std::uint32_t call_ = 0;
  bool above_tops_ = false;
  std::vector<NodeId> found_;
};

}  // namespace tallystick
