#include "taxonomy_pages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string_view>
#include <vector>

#include "tallystick/base/text.hpp"
#include "tallystick/report/layout.hpp"
#include "tallystick/report/write.hpp"

namespace tallystick::app {

namespace {

constexpr std::size_t kShown = 10;  // of a list in text; JSON has all

/// "'a', 'b' and 3 others".
template <typename Items, typename Text>
std::string listed(const Items& items, Text text) {
  std::string out;
  for (std::size_t i = 0; i < items.size() && i < kShown; ++i) {
    out += (i == 0 ? "" : ", ") + text(items[i]);
  }
  if (items.size() > kShown) out += " and " + counted(items.size() - kShown, "other");
  return out;
}

std::string listed(const std::vector<std::string>& items) {
  return listed(items, [](const std::string& item) { return tallystick::quoted(item); });
}

std::string cycle_text(const std::vector<std::string>& way) {
  std::string out;
  for (std::size_t i = 0; i < way.size(); ++i) {
    const bool shown = i < kShown || i + 1 == way.size();
    if (shown) out += (i == 0 ? "" : " > ") + tallystick::quoted(way[i]);
    if (i == kShown && !shown) out += fmt::format(" > ({} more)", way.size() - 1 - kShown);
  }
  return out;
}

std::string json_list(const std::vector<std::string>& items) {
  std::string out = "[";
  for (const std::string& item : items) out += (out.size() == 1 ? "" : ", ") + json_string(item);
  return out + "]";
}

std::string json_codes(const std::vector<TaxonomyFault>& faults) {
  std::vector<std::string> codes;
  for (const TaxonomyFault& fault : faults) codes.push_back(fault.code);
  return json_list(codes);
}

/// A line for each of the first.
std::string faults_text(const std::vector<TaxonomyFault>& faults, std::string_view kind) {
  std::string out;
  for (std::size_t i = 0; i < faults.size() && i < kShown; ++i) {
    const std::string line =
        faults[i].line == 0 ? "" : "line " + std::to_string(faults[i].line) + ": ";
    out += "fault: " + line + faults[i].fact + '\n';
  }
  if (faults.size() > kShown) {
    out += "fault: " + counted(faults.size() - kShown, "other") + std::string(kind) + '\n';
  }
  return out;
}

std::string what(const TaxonomyFacts& facts) {
  return facts.format + (facts.detail.empty() ? "" : ", " + facts.detail);
}

std::string notes_text(const TaxonomyFacts& facts) {
  std::string out;
  for (const std::string& note : facts.notes) out += "note: " + note + '\n';
  return out;
}

/// How many children nodes have that have any.
struct Branching {
  std::size_t leaves = 0, inner = 0, least = SIZE_MAX, most = 0, several_parents = 0;
};

Branching branching(const Taxonomy& taxonomy) {
  Branching out;
  for (NodeId node = 0; node < taxonomy.size(); ++node) {
    const std::size_t children = taxonomy.children(node).size();
    out.several_parents += taxonomy.parents(node).size() > 1 ? 1 : 0;
    if (children == 0) {
      ++out.leaves;
      continue;
    }
    ++out.inner;
    out.least = std::min(out.least, children);
    out.most = std::max(out.most, children);
  }
  return out;
}

double mean_children(const Taxonomy& taxonomy, const Branching& branches) {
  return static_cast<double>(taxonomy.n_edges()) / static_cast<double>(branches.inner);
}

std::size_t leaves_of(const Taxonomy& taxonomy, std::pair<NodeId, NodeId> level) {
  std::size_t leaves = 0;
  for (NodeId node = level.first; node < level.second; ++node) {
    leaves += taxonomy.is_leaf(node) ? 1 : 0;
  }
  return leaves;
}

std::size_t n_tops(const Taxonomy& taxonomy) {
  const auto [first, last] = taxonomy.level(taxonomy.root() ? 0 : 1);
  return last - first;
}

std::vector<std::string> others_of(const Taxonomy& taxonomy, NodeId node) {
  std::vector<std::string> codes;
  for (const auto& [code, meant] : taxonomy.alternatives()) {
    if (meant == node) codes.push_back(code);
  }
  return codes;
}

}  // namespace

std::string check_text(const Checked& checked) {
  const TaxonomyFindings& found = checked.findings;
  std::string out = fmt::format("{}: {}\n{}, {}\n", checked.source, what(checked.facts),
                                counted(checked.n_nodes, "node"), counted(checked.n_edges, "edge"));
  for (std::size_t i = 0; i < found.cycles.size() && i < kShown; ++i) {
    out += "fault: cycle " + cycle_text(found.cycles[i]) + '\n';
  }
  if (found.cycles.size() > kShown) {
    out += "fault: " + counted(found.cycles.size() - kShown, "other cycle") + '\n';
  }
  if (const auto& codes = found.unknown_parents; !codes.empty()) {
    out += "fault: " + counted(codes.size(), "unknown parent") +
           ", named by a child but without an entry: " + listed(codes) + '\n';
  }
  if (const auto& codes = found.unreachable; !codes.empty()) {
    out += "fault: " + counted(codes.size(), "unreachable node") +
           ", below a cycle alone: " + listed(codes) + '\n';
  }
  out += faults_text(found.self_parents, " of classes that are their own parent");
  out += faults_text(found.two_titles, " of codes with two titles");
  if (found.duplicate_edges != 0) {
    out += "remark: " + counted(found.duplicate_edges, "duplicate edge") + ", counted once\n";
  }
  if (found.tops.size() > 1) {
    out += "remark: " + counted(found.tops.size(), "top") + ": " + listed(found.tops) + '\n';
  }
  if (!found.same_names.empty()) {
    out += "remark: " + counted(found.same_names.size(), "name") +
           " at several places, so that only the code tells which: " + listed(found.same_names) +
           '\n';
  }
  if (!found.alternatives.empty()) {
    out +=
        "remark: " + counted(found.alternatives.size(), "alternative code") + ": " +
        listed(found.alternatives,
               [](const auto& pair) {
                 return tallystick::quoted(pair.first) + " for " + tallystick::quoted(pair.second);
               }) +
        '\n';
  }
  out += notes_text(checked.facts);
  const std::size_t faults = found.cycles.size() + found.unknown_parents.size() +
                             found.unreachable.size() + found.self_parents.size() +
                             found.two_titles.size();
  return out + (faults == 0 ? "no faults" : counted(faults, "fault")) + '\n';
}

std::string check_json(const Checked& checked) {
  const TaxonomyFindings& found = checked.findings;
  std::string cycles, alternatives;
  for (const auto& way : found.cycles) cycles += (cycles.empty() ? "" : ", ") + json_list(way);
  for (const auto& [code, meant] : found.alternatives) {
    alternatives += fmt::format("{}[{}, {}]", alternatives.empty() ? "" : ", ", json_string(code),
                                json_string(meant));
  }
  return fmt::format(
      "{{\n  \"taxonomy\": {},\n  \"format\": {},\n  \"detail\": {},\n  \"nodes\": {},\n"
      "  \"edges\": {},\n  \"faults\": {{\n    \"cycles\": [{}],\n    \"unknown_parents\": {},\n"
      "    \"unreachable\": {},\n    \"self_parents\": {},\n    \"two_titles\": {}\n  }},\n  "
      "\"remarks\": {{\n    \"duplicate_edges\": {},\n"
      "    \"tops\": {},\n    \"same_names\": {},\n    \"alternatives\": [{}]\n  }},\n"
      "  \"notes\": {}\n}}\n",
      json_string(checked.source), json_string(checked.facts.format),
      json_string(checked.facts.detail), checked.n_nodes, checked.n_edges, cycles,
      json_list(found.unknown_parents), json_list(found.unreachable),
      json_codes(found.self_parents), json_codes(found.two_titles), found.duplicate_edges,
      json_list(found.tops), json_list(found.same_names), alternatives,
      json_list(checked.facts.notes));
}

std::string show_text(const Taxonomy& taxonomy, const TaxonomyFacts& facts) {
  const Branching branches = branching(taxonomy);
  const std::string shape =
      taxonomy.is_tree() ? "tree"
                         : "graph: " + counted(branches.several_parents, "node has", "nodes have") +
                               " several parents";
  const std::string root = taxonomy.root()
                               ? "written: " + tallystick::quoted(taxonomy.code(0)) + " is level 0"
                               : "not written: " + counted(n_tops(taxonomy), "top") + " at level 1";
  std::string out = fmt::format(
      "{}: {}\nnodes     {}, {} of them leaves\nedges     {}\nshape     {}\nroot      {}\n",
      taxonomy.origin(), what(facts), taxonomy.size(), branches.leaves, taxonomy.n_edges(), shape,
      root);
  if (branches.inner != 0) {
    out += fmt::format("children  {} to {} of a node that has any, {:.2f} on average\n",
                       branches.least, branches.most, mean_children(taxonomy, branches));
  }
  if (const std::size_t n = taxonomy.alternatives().size(); n != 0) {
    out += fmt::format("also      {}\n", counted(n, "alternative code"));
  }
  out += fmt::format("\n{:>7}  {:>10}  {:>10}\n", "level", "nodes", "leaves");
  constexpr std::uint32_t kLevels = 30;
  const std::uint32_t first = taxonomy.root() ? 0 : 1;
  for (std::uint32_t depth = first; depth <= taxonomy.n_levels(); ++depth) {
    if (depth == first + kLevels && taxonomy.n_levels() > depth) {
      out += fmt::format("  and {} more levels\n", taxonomy.n_levels() - depth + 1);
      break;
    }
    const auto level = taxonomy.level(depth);
    out += fmt::format("{:>7}  {:>10}  {:>10}\n", depth, level.second - level.first,
                       leaves_of(taxonomy, level));
  }
  const std::string notes = notes_text(facts);
  return notes.empty() ? out : out + '\n' + notes;
}

std::string show_json(const Taxonomy& taxonomy, const TaxonomyFacts& facts) {
  const Branching branches = branching(taxonomy);
  std::string levels;
  for (std::uint32_t depth = taxonomy.root() ? 0 : 1; depth <= taxonomy.n_levels(); ++depth) {
    const auto level = taxonomy.level(depth);
    levels += fmt::format("{}\n    {{\"level\": {}, \"nodes\": {}, \"leaves\": {}}}",
                          levels.empty() ? "" : ",", depth, level.second - level.first,
                          leaves_of(taxonomy, level));
  }
  const std::string children =
      branches.inner == 0
          ? "null"
          : fmt::format("{{\"min\": {}, \"mean\": {}, \"max\": {}}}", branches.least,
                        number_text(mean_children(taxonomy, branches)), branches.most);
  return fmt::format(
      "{{\n  \"taxonomy\": {},\n  \"format\": {},\n  \"detail\": {},\n  \"nodes\": {},\n"
      "  \"leaves\": {},\n  \"edges\": {},\n  \"tree\": {},\n  \"several_parents\": {},\n"
      "  \"root\": {},\n  \"tops\": {},\n  \"children\": {},\n  \"alternatives\": {},\n"
      "  \"levels\": [{}\n  ],\n  \"notes\": {}\n}}\n",
      json_string(taxonomy.origin()), json_string(facts.format), json_string(facts.detail),
      taxonomy.size(), branches.leaves, taxonomy.n_edges(), taxonomy.is_tree(),
      branches.several_parents, taxonomy.root() ? json_string(taxonomy.code(0)) : "null",
      n_tops(taxonomy), children, taxonomy.alternatives().size(), levels, json_list(facts.notes));
}

std::string node_text(const Taxonomy& taxonomy, NodeId node) {
  const auto neighbours = [&](std::string_view name, std::span<const NodeId> nodes) {
    std::string out;
    for (const NodeId other : nodes) {
      out += fmt::format("{:<10}{}", out.empty() ? name : "", printable(taxonomy.code(other)));
      if (!taxonomy.title(other).empty())
        out += fmt::format("  {}", printable(taxonomy.title(other)));
      out += '\n';
    }
    return out.empty() ? fmt::format("{:<10}none\n", name) : out;
  };
  std::string out = fmt::format("code      {}\n", printable(taxonomy.code(node)));
  if (!taxonomy.title(node).empty())
    out += fmt::format("title     {}\n", printable(taxonomy.title(node)));
  const auto others = others_of(taxonomy, node);
  for (std::size_t i = 0; i < others.size(); ++i) {
    out += fmt::format("{:<10}{}\n", i == 0 ? "also" : "", others[i]);
  }
  out += fmt::format("level     {}\n", taxonomy.depth(node));
  return out + neighbours("parents", taxonomy.parents(node)) +
         neighbours("children", taxonomy.children(node));
}

std::string node_json(const Taxonomy& taxonomy, NodeId node) {
  const auto entry = [&](NodeId other) {
    return fmt::format("{{\"code\": {}, \"title\": {}}}", json_string(taxonomy.code(other)),
                       json_string(taxonomy.title(other)));
  };
  const auto entries = [&](std::span<const NodeId> nodes) {
    std::string out;
    for (const NodeId other : nodes) out += (out.empty() ? "\n    " : ",\n    ") + entry(other);
    return out.empty() ? "[]" : "[" + out + "\n  ]";
  };
  return fmt::format(
      "{{\n  \"code\": {},\n  \"title\": {},\n  \"level\": {},\n  \"alternatives\": {},\n"
      "  \"parents\": {},\n  \"children\": {}\n}}\n",
      json_string(taxonomy.code(node)), json_string(taxonomy.title(node)), taxonomy.depth(node),
      json_list(others_of(taxonomy, node)), entries(taxonomy.parents(node)),
      entries(taxonomy.children(node)));
}

}  // namespace tallystick::app
