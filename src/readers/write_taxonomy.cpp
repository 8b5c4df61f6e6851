#include "tallystick/readers/write_taxonomy.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

#include "readers/rows.hpp"
#include "tallystick/base/error.hpp"
#include "tallystick/base/text.hpp"

namespace tallystick {

namespace {

constexpr std::string_view kBetween = " > ";

/// A cell that the reader takes for this very code.
void add_cell(std::string_view code, std::string& out) {
  const bool plain = !code.empty() && code.front() != '"' && code.front() != '#' &&
                     code.find_first_of("\t\n\r") == std::string_view::npos &&
                     !detail::LabelMaker::blank(code.front()) &&
                     !detail::LabelMaker::blank(code.back());
  if (plain) {
    out += code;
    return;
  }
  out += '"';
  for (const char c : code) out.append(c == '"' ? 2 : 1, c);
  out += '"';
}

/// Edges below a single top read as a written root, unless codes are positional.
bool looks_rooted(const Taxonomy& taxonomy) {
  if (taxonomy.n_edges() == 0 || taxonomy.level(1).second - taxonomy.level(1).first != 1) {
    return false;
  }
  for (NodeId node = 0; node < taxonomy.size(); ++node) {
    for (const NodeId parent : taxonomy.parents(node)) {
      if (!taxonomy.code(node).starts_with(taxonomy.code(parent))) return true;
    }
  }
  return false;
}

std::uint64_t add(std::uint64_t a, std::uint64_t b) { return a + std::min(b, UINT64_MAX - a); }

void check_size(const Taxonomy& taxonomy) {
  std::vector<std::uint64_t> ways(taxonomy.size(), 0), bytes(taxonomy.size(), 0);
  std::uint64_t all_ways = 0, all_bytes = 0;
  for (NodeId node = 0; node < taxonomy.size(); ++node) {  // parents come first
    if (taxonomy.parents(node).empty()) ways[node] = 1;
    for (const NodeId parent : taxonomy.parents(node)) {
      ways[node] = add(ways[node], ways[parent]);
      bytes[node] = add(bytes[node], bytes[parent]);
    }
    const std::uint64_t own = taxonomy.code(node).size() + kBetween.size();
    bytes[node] = add(bytes[node], ways[node] > UINT64_MAX / own ? UINT64_MAX : ways[node] * own);
    all_ways = add(all_ways, ways[node]);
    all_bytes = add(all_bytes, bytes[node]);
  }
  const char* const hint = "write edges: they take one line for every parent of a node";
  if (all_ways > kMostPaths) {
    fail(ErrorCode::too_large, Place{taxonomy.origin()},
         "there are " + (all_ways == UINT64_MAX ? "more than 2^64" : std::to_string(all_ways)) +
             " paths from a top to a node; " + std::to_string(kMostPaths) + " are the most",
         hint);
  }
  if (all_bytes > kMostPathBytes) {
    fail(ErrorCode::too_large, Place{taxonomy.origin()},
         "the paths take " +
             (all_bytes == UINT64_MAX ? "more than 2^64" : std::to_string(all_bytes)) + " bytes; " +
             std::to_string(kMostPathBytes) + " are the most",
         hint);
  }
}

void check_codes(const Taxonomy& taxonomy) {
  for (NodeId node = 0; node < taxonomy.size(); ++node) {
    if (taxonomy.code(node).find(kBetween) == std::string_view::npos) continue;
    fail(
        ErrorCode::bad_taxonomy, Place{taxonomy.origin()},
        "code " + quoted(taxonomy.code(node)) + " holds ' > ', which separates the codes of a path",
        "write edges instead");
  }
}

/// Every way down from one top, node by node; no recursion, for chains may be long.
void add_ways(const Taxonomy& taxonomy, NodeId top, std::string& out) {
  struct Step {
    NodeId node;
    std::size_t next;    // child to go to
    std::size_t before;  // bytes of the path above the node
  };
  std::string path;
  std::vector<Step> way;
  const auto enter = [&](NodeId node) {
    way.push_back({node, 0, path.size()});
    if (way.size() > 1) path += kBetween;
    path += taxonomy.code(node);
    add_cell(path, out);
    out += '\n';
  };
  enter(top);
  while (!way.empty()) {
    Step& step = way.back();
    const auto children = taxonomy.children(step.node);
    if (step.next < children.size()) {
      enter(children[step.next++]);
    } else {
      path.resize(step.before);
      way.pop_back();
    }
  }
}

}  // namespace

std::string taxonomy_to_edges(const Taxonomy& taxonomy) {
  // Rarely a top must be said to be a class: its depth, 1, does.
  const bool depths = !taxonomy.root() && looks_rooted(taxonomy);
  std::string out = depths ? "parent\tchild\tdepth\n" : "parent\tchild\n";
  for (NodeId node = 0; node < taxonomy.size(); ++node) {
    const auto end_line = [&] {
      if (depths) out.append("\t").append(std::to_string(taxonomy.depth(node)));
      out += '\n';
    };
    if (taxonomy.parents(node).empty() && (depths || taxonomy.is_leaf(node))) {
      out += '\t';
      add_cell(taxonomy.code(node), out);
      end_line();
    }
    for (const NodeId parent : taxonomy.parents(node)) {
      add_cell(taxonomy.code(parent), out);
      out += '\t';
      add_cell(taxonomy.code(node), out);
      end_line();
    }
  }
  return out;
}

std::string taxonomy_to_paths(const Taxonomy& taxonomy, bool codes_are_paths) {
  std::string out = "path\n";
  if (codes_are_paths) {
    for (NodeId node = 0; node < taxonomy.size(); ++node) {
      add_cell(taxonomy.code(node), out);
      out += '\n';
    }
    return out;
  }
  check_size(taxonomy);
  check_codes(taxonomy);
  for (NodeId node = 0; node < taxonomy.size() && taxonomy.parents(node).empty(); ++node) {
    add_ways(taxonomy, node, out);  // tops have the smallest numbers
  }
  return out;
}

}  // namespace tallystick
