#include "tallystick/labels/taxonomy_builder.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <tuple>

#include "tallystick/base/error.hpp"
#include "tallystick/base/mix.hpp"
#include "tallystick/base/text.hpp"

namespace tallystick {

namespace {

constexpr std::uint32_t kNone = UINT32_MAX;

/// Neighbours of every node, one after the other.
struct Adjacency {
  std::vector<std::uint32_t> begin, nodes;
  [[nodiscard]] std::span<const std::uint32_t> of(std::uint32_t node) const {
    return {nodes.data() + begin[node], begin[node + 1] - begin[node]};
  }
};

/// A counting sort of (from, to) by `from`; what `from` and `to` are is the caller's.
template <typename Edges, typename From, typename To>
Adjacency adjacency(std::size_t n_nodes, const Edges& edges, From from, To to) {
  Adjacency out;
  out.begin.assign(n_nodes + 1, 0);
  for (const auto& edge : edges) ++out.begin[from(edge) + 1];
  std::partial_sum(out.begin.begin(), out.begin.end(), out.begin.begin());
  out.nodes.resize(edges.size());
  std::vector<std::uint32_t> next(out.begin.begin(), out.begin.end() - 1);
  for (const auto& edge : edges) out.nodes[next[from(edge)]++] = to(edge);
  return out;
}

constexpr auto kParent = [](const auto& edge) { return edge.parent; };
constexpr auto kChild = [](const auto& edge) { return edge.child; };

/// By parent, then child: counted by child first. Linear, where edges of a thesaurus keep a
/// comparing sort busy longer than all else.
template <typename Edges>
Edges in_order(std::size_t n_nodes, Edges edges) {
  for (int pass = 0; pass < 2; ++pass) {
    const bool by_child = pass == 0;
    const auto key = [&](const auto& edge) { return by_child ? edge.child : edge.parent; };
    const auto rest = [&](const auto& edge) { return by_child ? edge.parent : edge.child; };
    const Adjacency sorted = adjacency(n_nodes, edges, key, rest);
    auto edge = edges.begin();
    for (std::uint32_t node = 0; node < n_nodes; ++node) {
      for (const std::uint32_t end : sorted.of(node)) {
        edge->parent = by_child ? end : node;
        edge->child = by_child ? node : end;
        ++edge;
      }
    }
  }
  return edges;
}

/// Nodes in an order in which parents come first, with the length of the longest way to each.
/// Nodes on or below a cycle are not among them.
struct Layers {
  std::vector<std::uint32_t> order, depth;
};

Layers layers(std::size_t n_nodes, const Adjacency& children, const Adjacency& parents) {
  Layers out;
  out.depth.assign(n_nodes, 0);
  std::vector<std::uint32_t> waiting(n_nodes);
  for (std::uint32_t node = 0; node < n_nodes; ++node) {
    waiting[node] = static_cast<std::uint32_t>(parents.of(node).size());
    if (waiting[node] == 0) out.order.push_back(node);
  }
  for (std::size_t i = 0; i < out.order.size(); ++i) {
    const std::uint32_t node = out.order[i];
    for (const std::uint32_t child : children.of(node)) {
      out.depth[child] = std::max(out.depth[child], out.depth[node] + 1);
      if (--waiting[child] == 0) out.order.push_back(child);
    }
  }
  return out;
}

}  // namespace

TaxonomyBuilder::Draft TaxonomyBuilder::node(std::string_view code, std::uint64_t line) {
  if (code.empty()) fail(ErrorCode::bad_taxonomy, Place{origin_, line}, "a class has no code");
  const Draft draft = codes_.intern(code);
  if (draft == lines_.size()) lines_.push_back(line);
  return draft;
}

void TaxonomyBuilder::define(Draft node) {
  if (defined_.size() <= node) defined_.resize(codes_.size(), 0);
  defined_[node] = 1;
  entries_ = true;
}

void TaxonomyBuilder::title(Draft node, std::string_view title, std::uint64_t line) {
  if (titles_.size() <= node) {
    titles_.resize(codes_.size());
    title_lines_.resize(codes_.size());
  }
  if (!titles_[node].empty() && titles_[node] != title) {
    if (has_other_title_.size() <= node) has_other_title_.resize(codes_.size(), 0);
    if (has_other_title_[node] == 0) other_titles_.push_back({node, std::string(title), line});
    has_other_title_[node] = 1;
    return;
  }
  titles_[node] = title;
  title_lines_[node] = line;
}

void TaxonomyBuilder::space(Draft node, std::string_view name) {
  if (space_of_.size() <= node) space_of_.resize(codes_.size(), kNoLabel);
  space_of_[node] = spaces_.intern(name);
}

void TaxonomyBuilder::edge(Draft parent, Draft child, std::uint64_t line) {
  if (parent == child) {
    self_parents_.emplace_back(child, line);
    return;
  }
  if (edges_.size() >= std::numeric_limits<std::uint32_t>::max()) {
    fail(ErrorCode::too_large, Place{origin_, line}, "the hierarchy has more than 2^32 - 1 edges");
  }
  edges_.push_back({parent, child});
}

void TaxonomyBuilder::alternative(std::string_view code, Draft node) {
  if (code != this->code(node)) alternatives_.emplace_back(code, node);
}

void TaxonomyBuilder::same_name(std::string_view name) { same_names_.emplace_back(name); }

std::vector<TaxonomyBuilder::Edge> TaxonomyBuilder::unique_edges() const {
  std::vector<Edge> edges = in_order(codes_.size(), edges_);
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  return edges;
}

/// A single top is a written root, unless the codes are positional ("1" above "11"): then the root
/// would be the empty code, which nobody writes.
bool TaxonomyBuilder::has_root(const std::vector<Draft>& tops,
                               const std::vector<Edge>& edges) const {
  if (!written_root_ || tops.size() != 1 || edges.empty()) return false;
  return !std::all_of(edges.begin(), edges.end(), [this](const Edge& edge) {
    return code(edge.child).starts_with(code(edge.parent));
  });
}

namespace {

/// One way round a cycle that the nodes outside `done` are on or below, the first node repeated.
std::vector<std::uint32_t> one_cycle(std::uint32_t start, const Adjacency& parents,
                                     const std::vector<char>& done,
                                     std::vector<std::uint32_t>& seen, std::uint32_t walk) {
  // Every node that is left has a parent that is left: walking up must come back somewhere.
  std::vector<std::uint32_t> way;
  std::uint32_t node = start;
  while (seen[node] == kNone) {
    seen[node] = walk;
    way.push_back(node);
    for (const std::uint32_t parent : parents.of(node)) {
      if (done[parent] == 0) {
        node = parent;
        break;
      }
    }
  }
  if (seen[node] != walk) return {};  // ran into a cycle that is known
  way.erase(way.begin(), std::find(way.begin(), way.end(), node));
  std::reverse(way.begin(), way.end());
  way.insert(way.begin(), way.back());
  return way;
}

}  // namespace

TaxonomyFault TaxonomyBuilder::fault_of(const OtherTitle& other) const {
  return {std::string(code(other.node)), other.line,
          "code " + quoted(code(other.node)) + " has the title " + quoted(other.title) +
              " here and " + quoted(titles_[other.node]) + " on line " +
              std::to_string(title_lines_[other.node])};
}

TaxonomyFault TaxonomyBuilder::self_parent(Draft node, std::uint64_t line) const {
  return {std::string(code(node)), line, "class " + quoted(code(node)) + " is its own parent"};
}

/// The fault that comes first in the source.
void TaxonomyBuilder::refuse_faulty_classes() const {
  const bool itself = !self_parents_.empty();
  if (itself && (other_titles_.empty() || self_parents_[0].second <= other_titles_[0].line)) {
    const auto [node, line] = self_parents_[0];
    fail(ErrorCode::taxonomy_cycle, Place{origin_, line}, self_parent(node, line).fact,
         "remove the line, or correct one of its codes");
  }
  if (other_titles_.empty()) return;
  fail(ErrorCode::bad_taxonomy, Place{origin_, other_titles_[0].line},
       fault_of(other_titles_[0]).fact, "keep one line for each code");
}

TaxonomyFindings TaxonomyBuilder::findings() const {
  TaxonomyFindings out;
  const std::vector<Edge> edges = unique_edges();
  out.duplicate_edges = edges_.size() - edges.size();
  const std::size_t n = codes_.size();
  const Adjacency children = adjacency(n, edges, kParent, kChild);
  const Adjacency parents = adjacency(n, edges, kChild, kParent);
  const Layers reached = layers(n, children, parents);
  std::vector<char> done(n, 0);
  for (const Draft node : reached.order) done[node] = 1;
  std::vector<std::uint32_t> seen(n, kNone);
  std::vector<char> on_cycle(n, 0);
  const std::vector<LabelId> sorted = codes_.sorted();
  for (const Draft node : sorted) {
    if (parents.of(node).empty()) out.tops.emplace_back(code(node));
    if (entries_ && (node >= defined_.size() || defined_[node] == 0)) {
      out.unknown_parents.emplace_back(code(node));
    }
    if (done[node] != 0) continue;
    std::vector<std::string> names;
    for (const std::uint32_t step : one_cycle(node, parents, done, seen, node)) {
      on_cycle[step] = 1;
      names.emplace_back(code(step));
    }
    if (!names.empty()) out.cycles.push_back(std::move(names));
  }
  for (const Draft node : sorted) {
    if (done[node] == 0 && on_cycle[node] == 0) out.unreachable.emplace_back(code(node));
  }
  for (const auto& [node, line] : self_parents_)
    out.self_parents.push_back(self_parent(node, line));
  for (const OtherTitle& other : other_titles_) out.two_titles.push_back(fault_of(other));
  const auto by_code = [](const TaxonomyFault& a, const TaxonomyFault& b) {
    return std::tie(a.code, a.line) < std::tie(b.code, b.line);
  };
  std::sort(out.self_parents.begin(), out.self_parents.end(), by_code);
  std::sort(out.two_titles.begin(), out.two_titles.end(), by_code);
  out.same_names = same_names_;
  std::sort(out.same_names.begin(), out.same_names.end());
  out.same_names.erase(std::unique(out.same_names.begin(), out.same_names.end()),
                       out.same_names.end());
  for (const auto& [other, node] : alternatives_) out.alternatives.emplace_back(other, code(node));
  std::sort(out.alternatives.begin(), out.alternatives.end());
  return out;
}

/// Numbers depend on the names alone, not on which was met first.
void TaxonomyBuilder::number_spaces(Taxonomy& out, const std::vector<Draft>& order) const {
  if (spaces_.size() == 0) return;
  std::vector<std::uint32_t> number(spaces_.size());
  for (const LabelId space : spaces_.sorted()) {
    number[space] = static_cast<std::uint32_t>(out.spaces_.size());
    out.spaces_.emplace_back(spaces_.name(space));
  }
  for (const Draft draft : order) {
    const LabelId space = draft < space_of_.size() ? space_of_[draft] : kNoLabel;
    out.space_of_.push_back(space == kNoLabel ? kNoLabel : number[space]);
  }
}

Taxonomy TaxonomyBuilder::build() && {
  const std::size_t n = codes_.size();
  if (n == 0) {
    fail(ErrorCode::bad_taxonomy, Place{origin_}, "the hierarchy has no classes",
         "check the file and --taxonomy-format");
  }
  refuse_faulty_classes();
  const std::vector<Edge> edges = unique_edges();
  const Adjacency children = adjacency(n, edges, kParent, kChild);
  const Adjacency parents = adjacency(n, edges, kChild, kParent);
  const Layers reached = layers(n, children, parents);
  if (reached.order.size() != n) {
    const TaxonomyFindings found = findings();
    const std::vector<std::string>& steps = found.cycles.front();
    constexpr std::size_t kShown = 20;  // a way round may have millions
    std::string way;
    for (std::size_t i = 0; i < steps.size() && i < kShown; ++i) {
      way += (way.empty() ? "" : " > ") + quoted(steps[i]);
    }
    if (steps.size() > kShown) way += " > ... > " + quoted(steps.back());
    fail(
        ErrorCode::taxonomy_cycle, Place{origin_},
        "the hierarchy has a cycle: " + way +
            (found.cycles.size() == 1 ? std::string()
                                      : " (and " + counted(found.cycles.size() - 1, "other") + ")"),
        "remove one of these edges; 'tallystick taxonomy check' lists all faults");
  }
  std::vector<Draft> tops;
  for (Draft node = 0; node < n; ++node) {
    if (parents.of(node).empty()) tops.push_back(node);
  }

  Taxonomy out;
  out.origin_ = std::move(origin_);
  out.has_root_ = has_root(tops, edges);
  const std::uint32_t above = out.has_root_ ? 0 : 1;  // depth of the tops

  // Number by depth, then by the code's bytes.
  const auto depth_of = [&](Draft node) { return reached.depth[node]; };
  const std::size_t n_depths = *std::ranges::max_element(reached.depth) + std::size_t{1};
  const std::vector<Draft> order =
      adjacency(n_depths, codes_.sorted(), depth_of, [](Draft node) { return node; }).nodes;
  std::vector<NodeId> number(n);
  out.depth_.resize(n);
  for (NodeId node = 0; node < n; ++node) {
    number[order[node]] = node;
    out.codes_.intern(code(order[node]));
    out.depth_[node] = reached.depth[order[node]] + above;
  }
  if (!titles_.empty()) {
    titles_.resize(n);
    out.titles_.resize(n);
    for (NodeId node = 0; node < n; ++node) out.titles_[node] = std::move(titles_[order[node]]);
  }

  number_spaces(out, order);

  std::vector<Edge> numbered;
  numbered.reserve(edges.size());
  for (const Edge& edge : edges) numbered.push_back({number[edge.parent], number[edge.child]});
  numbered = in_order(n, std::move(numbered));
  Adjacency down = adjacency(n, numbered, kParent, kChild);
  Adjacency up = adjacency(n, numbered, kChild, kParent);
  out.children_begin_ = std::move(down.begin);
  out.children_ = std::move(down.nodes);
  out.parents_begin_ = std::move(up.begin);
  out.parents_ = std::move(up.nodes);
  for (NodeId node = 0; node < n; ++node) out.is_tree_ &= out.parents(node).size() <= 1;

  for (auto& [other, node] : alternatives_) {
    if (codes_.find(other)) continue;  // a code of its own comes first
    out.alternatives_.emplace_back(std::move(other), number[node]);
  }
  std::sort(out.alternatives_.begin(), out.alternatives_.end());
  out.alternatives_.erase(std::unique(out.alternatives_.begin(), out.alternatives_.end()),
                          out.alternatives_.end());
  for (std::size_t i = 1; i < out.alternatives_.size(); ++i) {
    const auto& [other, node] = out.alternatives_[i];
    const auto& [before, meant] = out.alternatives_[i - 1];
    if (other != before) continue;
    fail(ErrorCode::bad_taxonomy, Place{out.origin_},
         "the alternative code " + quoted(other) + " stands for both " + quoted(out.code(meant)) +
             " and " + quoted(out.code(node)),
         "keep it with one of them");
  }

  std::uint64_t print = detail::mix(n, out.has_root_ ? 1 : 0);
  for (NodeId node = 0; node < n; ++node) {
    const std::string_view name = out.code(node);
    print = detail::mix(print ^ detail::hash_bytes(name.data(), name.size()), node + 1);
  }
  for (const Edge& edge : numbered) {
    print = detail::mix(print, (static_cast<std::uint64_t>(edge.parent) << 32) | edge.child);
  }
  out.fingerprint_ = print;
  return out;
}

}  // namespace tallystick
