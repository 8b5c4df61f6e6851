// Hierarchies in lines and tables: codes that nest, edges, and families of a parent.
#include <algorithm>
#include <array>
#include <utility>

#include "readers/taxonomy_codes.hpp"
#include "readers/taxonomy_forms.hpp"
#include "readers/taxonomy_layout.hpp"
#include "readers/taxonomy_rows.hpp"
#include "tallystick/base/text.hpp"

namespace tallystick::detail {

namespace {

using Draft = TaxonomyBuilder::Draft;
using Kind = TextLayout::Kind;

/// A row has more cells than the header has names.
void check_width(const TaxonomyRows& rows, const TextLayout& layout, const std::string& origin) {
  if (!layout.header || rows.cells().size() <= layout.width) return;
  for (std::size_t i = layout.width; i < rows.cells().size(); ++i) {
    if (rows.cells()[i].empty()) continue;
    fail(ErrorCode::bad_format, Place{origin, rows.line()},
         "expected " + counted(layout.width, "cell") + ", as in the header, found " +
             std::to_string(rows.cells().size()),
         "quote cells that hold the delimiter");
  }
}

void note_comments(const TaxonomyRows& rows, TaxonomyFacts& facts) {
  if (rows.n_comments() == 0) return;
  facts.notes.push_back(counted(rows.n_comments(), "comment line") + ", begun by '#' and a blank");
}

// ---- Codes that nest

void add_nested(const TextLayout& layout, const TaxonomyOptions& options, TaxonomyBuilder& draft,
                TaxonomyFacts& facts) {
  std::vector<std::string_view> codes;
  for (Draft node = 0; node < draft.size(); ++node) codes.push_back(draft.code(node));
  NestingRules rules;
  rules.separator = options.separator;
  rules.insist = layout.header || options.format == TaxonomyFormat::prefix;
  rules.origin = draft.origin();
  const Nesting nesting = nest(std::move(codes), rules);
  std::vector<Draft> nodes;
  for (const std::string_view code : nesting.codes) nodes.push_back(draft.node(code));
  std::vector<char> joined(nodes.size(), 0);
  std::string_view implied, implied_by;
  for (std::uint32_t i = 0; i < nodes.size(); ++i) {
    const std::uint32_t parent = nesting.parent[i];
    if (parent == Nesting::kNone) continue;
    draft.edge(nodes[parent], nodes[i]);
    joined[i] = joined[parent] = 1;
    if (implied.empty() && nesting.listed[parent] == 0) {
      implied = nesting.codes[parent];
      implied_by = nesting.codes[i];
    }
  }
  if (!nesting.written_root) draft.no_written_root();
  facts.detail = nesting.detail;
  if (const std::size_t n = nesting.n_implied(); n != 0) {
    facts.notes.push_back(counted(n, "code is", "codes are") + " not listed but implied, as " +
                          quoted(implied) + " by " + quoted(implied_by));
  }
  if (nesting.n_skipping != 0) {
    facts.notes.push_back(counted(nesting.n_skipping, "code") +
                          " without the code of the next shorter length: below the longest one "
                          "that is listed, if any");
  }
  const auto alone = std::find(joined.begin(), joined.end(), 0);
  const auto n_alone = static_cast<std::uint64_t>(std::count(joined.begin(), joined.end(), 0));
  if (n_alone != 0 && n_alone < joined.size()) {
    facts.notes.push_back(counted(n_alone, "code") + " with neither parent nor children, as " +
                          quoted(nesting.codes[static_cast<std::size_t>(alone - joined.begin())]));
  }
}

void read_codes(std::string_view text, const TextLayout& layout, const TaxonomyOptions& options,
                TaxonomyBuilder& draft, TaxonomyFacts& facts) {
  TaxonomyRows rows(text, layout.delimiter, draft.origin());
  if (layout.header) rows.next();
  std::uint64_t repeats = 0;
  while (rows.next()) {
    check_width(rows, layout, draft.origin());
    std::string_view code = rows.cell(layout.code), title = rows.cell(layout.title);
    if (layout.blank_title) {
      const std::string_view line = code;
      code = line.substr(0, line.find_first_of(" \t"));
      title = trimmed(line.substr(code.size()));
    }
    if (code.empty()) {
      fail(ErrorCode::bad_taxonomy, Place{draft.origin(), rows.line()}, "the code is empty",
           "give every line a code");
    }
    const std::size_t before = draft.size();
    const Draft node = draft.node(code, rows.line());
    repeats += draft.size() == before ? 1 : 0;
    draft.define(node);
    if (!title.empty()) draft.title(node, title, rows.line());
  }
  if (repeats != 0) {
    facts.notes.push_back(counted(repeats, "line") + " with a code that an earlier line has");
  }
  note_comments(rows, facts);
  facts.format = "prefix";
  add_nested(layout, options, draft, facts);
}

// ---- Edges

/// One parent, or several of one cell.
template <typename See>
void for_parents(std::string_view cell, bool several, char delimiter, See see) {
  if (!several) return see(cell);
  while (!cell.empty()) {
    const std::size_t end =
        std::min(cell.find_first_of(delimiter == ';' ? "|" : ";|"), cell.size());
    if (const auto parent = trimmed(cell.substr(0, end)); !parent.empty()) see(parent);
    cell.remove_prefix(std::min(end + 1, cell.size()));
  }
}

/// Where every node has a line, one node that is only named as a parent is the root.
void find_unlisted_root(const std::vector<char>& has_line, TaxonomyBuilder& draft,
                        TaxonomyFacts& facts) {
  std::vector<Draft> without;
  for (Draft node = 0; node < draft.size() && without.size() < 2; ++node) {
    if (node >= has_line.size() || has_line[node] == 0) without.push_back(node);
  }
  if (without.size() != 1) return;
  draft.define(without[0]);
  facts.notes.push_back(quoted(draft.code(without[0])) +
                        " is named as a parent only: it is taken as the root");
}

void read_pairs(std::string_view text, const TextLayout& layout, TaxonomyBuilder& draft,
                TaxonomyFacts& facts) {
  TaxonomyRows rows(text, layout.delimiter, draft.origin());
  if (layout.header) rows.next();
  std::vector<char> has_line;
  while (rows.next()) {
    const std::string_view parents = rows.cell(layout.parent), code = rows.cell(layout.child);
    const std::uint64_t line = rows.line();
    if (layout.many_children && rows.cells().size() > layout.width && !parents.empty()) {
      const Draft parent = draft.node(parents, line);
      for (std::size_t i = layout.child; i < rows.cells().size(); ++i) {
        if (!rows.cell(i).empty()) draft.edge(parent, draft.node(rows.cell(i), line), line);
      }
      continue;
    }
    check_width(rows, layout, draft.origin());
    if (code.empty() && (layout.listed || parents.empty())) {
      fail(ErrorCode::bad_taxonomy, Place{draft.origin(), line}, "the code is empty",
           "give every line a code");
    }
    if (code.empty()) {
      draft.node(parents, line);
      continue;
    }
    const Draft child = draft.node(code, line);
    if (layout.listed) {
      if (has_line.size() <= child) has_line.resize(draft.size());
      has_line[child] = 1;
      draft.define(child);
    }
    if (const std::string_view title = rows.cell(layout.title); !title.empty()) {
      draft.title(child, title, line);
    }
    if (parents.empty()) {
      if (rows.cell(layout.depth) == "1") draft.no_written_root();
      continue;
    }
    for_parents(parents, layout.many_parents, layout.delimiter, [&](std::string_view parent) {
      draft.edge(draft.node(parent, line), child, line);
    });
  }
  note_comments(rows, facts);
  if (layout.listed) find_unlisted_root(has_line, draft, facts);
}

void read_families(std::string_view text, const TextLayout& layout, TaxonomyBuilder& draft,
                   TaxonomyFacts& facts) {
  TaxonomyRows rows(text, layout.delimiter, draft.origin());
  while (rows.next()) {
    if (rows.cells()[0].empty()) {
      fail(ErrorCode::bad_taxonomy, Place{draft.origin(), rows.line()},
           "the parent, before the first delimiter, is empty", "give every line a parent");
    }
    const Draft parent = draft.node(rows.cells()[0], rows.line());
    for (const std::string_view child : rows.cells().subspan(1)) {
      if (!child.empty()) draft.edge(parent, draft.node(child, rows.line()), rows.line());
    }
  }
  note_comments(rows, facts);
}

std::string column_names(std::string_view text, const TextLayout& layout,
                         const std::string& origin) {
  TaxonomyRows rows(text, layout.delimiter, origin);
  rows.next();
  return "columns " + std::string(rows.cell(layout.parent)) + " (parent) and " +
         std::string(rows.cell(layout.child)) + " (child)";
}

/// A header that names two ends, but not which of them is above.
void turn(std::string_view text, TextLayout& layout, const std::string& origin) {
  const auto facts = look_at_columns(text, layout, layout.parent, layout.child, origin);
  const std::optional<bool> first = parent_first(facts);
  if (!first) {
    layout.notes.emplace_back(
        "nothing shows which of the two columns is the parent: the first is taken");
  } else if (!*first) {
    std::swap(layout.parent, layout.child);
  }
}

/// Parents that are no codes, but titles: then the titles are the codes.
void find_key(std::string_view text, TextLayout& layout, const std::string& origin) {
  const bool titled = layout.header && layout.listed && layout.title != TextLayout::kNone;
  if (!titled || layout.many_parents) return;
  if (look_at_columns(text, layout, layout.child, layout.parent, origin).common != 0) return;
  if (look_at_columns(text, layout, layout.title, layout.parent, origin).common == 0) return;
  layout.child = std::exchange(layout.title, TextLayout::kNone);
  TaxonomyRows rows(text, layout.delimiter, origin);
  rows.next();
  layout.notes.push_back("parents are values of column " + quoted(rows.cell(layout.child)) +
                         ", which is the code");
}

}  // namespace

void read_text_taxonomy(std::string_view text, TaxonomyBuilder& draft,
                        const TaxonomyOptions& options, TaxonomyFacts& facts) {
  TextLayout layout = find_text_layout(text, options, draft.origin());
  if (layout.either_way) turn(text, layout, draft.origin());
  if (layout.kind == Kind::pairs) find_key(text, layout, draft.origin());
  facts.notes.insert(facts.notes.end(), layout.notes.begin(), layout.notes.end());
  facts.detail = layout.detail;
  switch (layout.kind) {
    case Kind::codes: return read_codes(text, layout, options, draft, facts);
    case Kind::pairs:
      facts.format = "edges";
      if (layout.header) facts.detail = column_names(text, layout, draft.origin());
      return read_pairs(text, layout, draft, facts);
    case Kind::families: facts.format = "edges"; return read_families(text, layout, draft, facts);
    case Kind::paths: return read_paths(text, layout, draft, facts);
    case Kind::levels: return read_levels(text, layout, draft, facts);
  }
}

}  // namespace tallystick::detail
