// Collects nodes and edges from any source, and makes a Taxonomy or says what is wrong with them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tallystick/labels/taxonomy.hpp"
#include "tallystick/labels/vocabulary.hpp"

namespace tallystick {

/// A fault of one class; `fact` says which, `line` (1-based) where, 0 if the source has no lines.
struct TaxonomyFault {
  std::string code;
  std::uint64_t line = 0;
  std::string fact;
};

/// What `taxonomy check` reports. Names are in the order of their bytes.
struct TaxonomyFindings {
  // Faults: there is no taxonomy to build, or not the one that was meant.
  std::vector<std::vector<std::string>> cycles;  // one way round each, the first code repeated
  std::vector<std::string> unknown_parents;      // named as a parent, but without an entry
  std::vector<std::string> unreachable;          // below a cycle, so without a way from a top
  std::vector<TaxonomyFault> self_parents;       // classes that are their own parent
  std::vector<TaxonomyFault> two_titles;         // codes with several titles, once each
  // Remarks: allowed, but worth knowing.
  std::uint64_t duplicate_edges = 0;    // counted once
  std::vector<std::string> tops;        // nodes without a parent
  std::vector<std::string> same_names;  // of paths and levels: one name at several places
  std::vector<std::pair<std::string, std::string>> alternatives;  // other code -> code

  [[nodiscard]] bool faulty() const noexcept {
    return !cycles.empty() || !unknown_parents.empty() || !unreachable.empty() ||
           !self_parents.empty() || !two_titles.empty();
  }
};

class TaxonomyBuilder {
 public:
  /// Number of a node while building: the order of first sight.
  using Draft = std::uint32_t;

  explicit TaxonomyBuilder(std::string origin) : origin_(std::move(origin)) {}

  /// The node of that code, new or known. Codes are non-empty. `line` (1-based) is for messages.
  Draft node(std::string_view code, std::uint64_t line = 0);
  /// The node has an entry of its own. In sources where every node should have one (term lists,
  /// prefix codes), nodes without are reported as unknown parents.
  void define(Draft node);
  /// A node with two titles is a fault, which names both lines; the first is kept.
  void title(Draft node, std::string_view title, std::uint64_t line = 0);
  /// The namespace that the node belongs to; a later one replaces it.
  void space(Draft node, std::string_view name);
  /// A node that is its own parent is a fault; the edge is left out.
  void edge(Draft parent, Draft child, std::uint64_t line = 0);
  /// Another code for the node. If it is some node's own code, that comes first.
  void alternative(std::string_view code, Draft node);
  /// A name that paths or levels have at several places.
  void same_name(std::string_view name);
  /// Tops are classes at depth 1, however few: the source has no written root.
  void no_written_root() noexcept { written_root_ = false; }

  /// Where it is read from, for messages.
  [[nodiscard]] const std::string& origin() const noexcept { return origin_; }
  [[nodiscard]] std::size_t size() const noexcept { return codes_.size(); }
  /// As they were added: repeats count.
  [[nodiscard]] std::size_t n_edges() const noexcept { return edges_.size(); }
  [[nodiscard]] std::string_view code(Draft node) const noexcept { return codes_.name(node); }

  /// Everything that is odd about what was collected. Linear in nodes and edges.
  [[nodiscard]] TaxonomyFindings findings() const;

  /// Errors: taxonomy_cycle with one way round, or when a node is its own parent; bad_taxonomy when
  /// there is no node at all, a node has two titles, or an alternative code stands for two.
  [[nodiscard]] Taxonomy build() &&;

 private:
  struct Edge {
    Draft parent, child;
    friend auto operator<=>(const Edge&, const Edge&) = default;
  };
  struct OtherTitle {
    Draft node;
    std::string title;
    std::uint64_t line;
  };
  [[nodiscard]] std::vector<Edge> unique_edges() const;
  [[nodiscard]] TaxonomyFault fault_of(const OtherTitle& other) const;
  [[nodiscard]] TaxonomyFault self_parent(Draft node, std::uint64_t line) const;
  void refuse_faulty_classes() const;
  void number_spaces(Taxonomy& out, const std::vector<Draft>& order) const;
  [[nodiscard]] bool has_root(const std::vector<Draft>& tops, const std::vector<Edge>& edges) const;

  std::string origin_;
  Vocabulary codes_;
  std::vector<Edge> edges_;
  std::vector<char> defined_;
  bool entries_ = false;  // some node was defined
  std::vector<std::string> titles_;
  Vocabulary spaces_;
  std::vector<LabelId> space_of_;
  std::vector<std::uint64_t> lines_;  // where each node was first met
  std::vector<std::uint64_t> title_lines_;
  std::vector<OtherTitle> other_titles_;  // the first of each node
  std::vector<char> has_other_title_;
  std::vector<std::pair<Draft, std::uint64_t>> self_parents_;  // with lines
  std::vector<std::pair<std::string, Draft>> alternatives_;
  std::vector<std::string> same_names_;
  bool written_root_ = true;
};

}  // namespace tallystick
