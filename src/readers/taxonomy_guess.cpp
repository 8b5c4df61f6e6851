// The layout of a hierarchy without a header: what its rows tell.
#include <algorithm>
#include <array>

#include "readers/taxonomy_codes.hpp"
#include "readers/taxonomy_layout.hpp"
#include "readers/taxonomy_rows.hpp"
#include "tallystick/base/text.hpp"
#include "tallystick/labels/vocabulary.hpp"

namespace tallystick::detail {

namespace {

using Kind = TextLayout::Kind;

bool has_digit(std::string_view text) {
  return text.find_first_of("0123456789") != std::string_view::npos;
}

/// What a quick look at the lines finds.
struct Glimpse {
  std::size_t lines = 0, with_tab = 0, with_comma = 0, with_semicolon = 0;
  std::size_t two_words = 0;
  std::size_t code_first = 0;   // a first word with a digit
  std::size_t word_second = 0;  // and a second without
  std::size_t all_codes = 0;    // every word has a digit
};

std::vector<std::string_view> blank_words(std::string_view line) {
  std::vector<std::string_view> words;
  for (line = trimmed(line); !line.empty(); line = trimmed(line)) {
    const std::size_t end = std::min(line.find_first_of(" \t"), line.size());
    words.push_back(line.substr(0, end));
    line.remove_prefix(end);
  }
  return words;
}

/// Calls `see` with each line that is neither blank nor a comment, as far as 4 MiB.
template <typename See>
void for_lines(std::string_view text, See see) {
  constexpr std::size_t kLook = 4 << 20;
  const char* const stop = text.data() + std::min(text.size(), kLook);
  for (std::string_view line = first_line(text); !line.empty(); line = first_line(text)) {
    if (line.data() > stop) return;
    see(line);
    text.remove_prefix(static_cast<std::size_t>(line.data() - text.data()) + line.size());
  }
}

Glimpse glimpse(std::string_view text) {
  Glimpse seen;
  for_lines(text, [&seen](std::string_view line) {
    const auto has = [line](char c) { return line.find(c) != std::string_view::npos ? 1u : 0u; };
    ++seen.lines;
    seen.with_tab += has('\t');
    seen.with_comma += has(',');
    seen.with_semicolon += has(';');
    const auto words = blank_words(line);
    seen.two_words += words.size() == 2 ? 1 : 0;
    const bool code = has_digit(words[0]) && words[0].find_first_of(",;") == std::string_view::npos;
    seen.code_first += code ? 1 : 0;
    seen.word_second += code && words.size() > 1 && !has_digit(words[1]) ? 1 : 0;
    seen.all_codes += std::all_of(words.begin(), words.end(), has_digit) ? 1 : 0;
  });
  return seen;
}

[[noreturn]] void no_hierarchy(const std::string& origin, std::string fact, std::string hint) {
  fail(ErrorCode::bad_taxonomy, Place{origin}, std::move(fact), std::move(hint));
}

constexpr const char* kFormats =
    "--taxonomy-format says what it is: prefix, edges, paths, levels, obo, skos or fhir";

/// Columns 0 and 1 as parent and child, in the order that they show.
TextLayout pairs(TextLayout layout, const ColumnFacts& facts) {
  layout.kind = Kind::pairs;
  const std::optional<bool> first = parent_first(facts);
  layout.parent = first.value_or(true) ? 0 : 1;
  layout.child = 1 - layout.parent;
  layout.detail = layout.parent == 0 ? "parent first" : "child first";
  if (!first) {
    layout.detail += ", assumed";
    layout.notes.emplace_back(
        "nothing shows which of the two columns is the parent: the first is taken; a first line "
        "'parent<TAB>child' or 'child<TAB>parent' settles it");
  }
  return layout;
}

TextLayout codes(TextLayout layout, const ColumnFacts& facts) {
  layout.kind = Kind::codes;
  layout.code = 0;
  if (facts.widest > 1) layout.title = 1;
  return layout;
}

TextLayout one_column(TextLayout layout, const ColumnFacts& facts, const std::string& origin) {
  if (facts.nested == 0) {
    no_hierarchy(origin,
                 "nothing in its " + counted(facts.distinct_first, "code") + " shows how they nest",
                 "--taxonomy-format=prefix reads it as a flat list; else name parents in a second "
                 "column");
  }
  return codes(layout, facts);
}

TextLayout two_columns(TextLayout layout, const ColumnFacts& facts, const std::string& origin) {
  const bool positional =
      facts.pairs != 0 && (facts.longer_first == facts.pairs || facts.longer_second == facts.pairs);
  const bool first_once = facts.distinct_first == facts.rows;
  if (positional) return pairs(layout, facts);
  if (facts.common > 0) {
    const bool titles =  // that happen to be codes too
        first_once && facts.common * 10 < facts.rows && facts.nested * 2 >= facts.rows;
    return titles ? codes(layout, facts) : pairs(layout, facts);
  }
  if (!first_once) return pairs(layout, facts);
  if (facts.nested > 0) return codes(layout, facts);
  if (facts.distinct_second * 2 <= facts.pairs) return pairs(layout, facts);
  no_hierarchy(origin,
               "nothing shows whether a line holds a code and its title or a parent and its child",
               "--taxonomy-format=prefix or --taxonomy-format=edges says; so does a first line "
               "'code<TAB>title' or 'parent<TAB>child'");
}

/// Code, parent and title: every parent has a line of its own, and some have no parent.
bool node_list(const ColumnFacts& facts) {
  return facts.distinct_first == facts.rows && facts.narrowest == facts.widest &&
         facts.only_second == 0 && facts.second_empty > 0;
}

TextLayout nodes(TextLayout layout) {
  layout.kind = Kind::pairs;
  layout.child = 0;
  layout.parent = 1;
  layout.title = 2;
  layout.listed = true;
  layout.detail = "columns code, parent, title";
  return layout;
}

TextLayout families(TextLayout layout) {
  layout.kind = Kind::families;
  layout.detail = "a parent and all its children on a line";
  return layout;
}

TextLayout many_columns(TextLayout layout, const ColumnFacts& facts, const std::string& origin) {
  const bool first_once = facts.distinct_first == facts.rows;
  const bool ragged = facts.narrowest != facts.widest;
  if (node_list(facts)) return nodes(layout);
  if (first_once && facts.common_any == 0 && facts.nested * 2 >= facts.rows) {
    layout.notes.emplace_back("columns after the second are not read");
    return codes(layout, facts);
  }
  if (first_once && !ragged && facts.widest == 3 && facts.only_second <= 1 && !facts.later_common) {
    no_hierarchy(origin,
                 "nothing shows whether a line holds a code, its parent and its title or a parent "
                 "and its children",
                 "a first line 'code<TAB>parent<TAB>title' or --taxonomy-format=edges says");
  }
  // Nearly every parent is somebody's child; a name of one level is rarely one of another.
  const bool has_families = first_once
                                ? facts.common_any > 0 || (ragged && layout.delimiter == '\t')
                                : facts.common_any * 2 >= facts.distinct_first;
  if (has_families) return families(layout);
  if (!first_once) {
    layout.kind = layout.delimiter == ';' ? Kind::paths : Kind::levels;
    if (layout.kind == Kind::paths) {
      layout.separator = std::string(1, layout.delimiter);
      layout.delimiter = '\n';
      layout.path = 0;
      return layout;
    }
    for (std::size_t i = 0; i < facts.widest; ++i) layout.levels.push_back(i);
    return layout;
  }
  no_hierarchy(origin,
               "nothing shows whether a line holds a parent with its children or a path of levels",
               "--taxonomy-format=edges or --taxonomy-format=levels says");
}

/// The delimiter that lines without a header show; '\n' when none does.
char find_delimiter_of(const Glimpse& seen, TaxonomyFormat format) {
  if (seen.with_tab > 0) return '\t';
  if (seen.with_comma * 2 >= seen.lines) return ',';
  if (seen.with_semicolon * 2 >= seen.lines) return ';';
  if (seen.two_words == seen.lines || format == TaxonomyFormat::edges) return ' ';
  const bool rows_of_codes = seen.all_codes == seen.lines && seen.two_words > 0;
  return rows_of_codes && format == TaxonomyFormat::automatic ? ' ' : '\n';
}

/// Paths fill the line, or one of two columns, the other being an id.
TextLayout paths(std::string_view text, const Glimpse& seen, std::string separator) {
  TextLayout layout;
  layout.kind = Kind::paths;
  layout.separator = std::move(separator);
  layout.path = 0;
  if (seen.with_tab * 2 < seen.lines || layout.separator == "\t") return layout;
  layout.delimiter = '\t';
  std::array<std::size_t, 2> with{};
  for_lines(text, [&](std::string_view line) {
    const std::size_t tab = std::min(line.find('\t'), line.size());
    with[0] += line.substr(0, tab).find(layout.separator) != std::string_view::npos ? 1 : 0;
    with[1] += line.substr(tab).find(layout.separator) != std::string_view::npos ? 1 : 0;
  });
  layout.path = with[1] > with[0] ? 1 : 0;
  layout.code = 1 - layout.path;
  return layout;
}

TextLayout levels(std::string_view text, TextLayout layout, const std::string& origin) {
  const ColumnFacts facts = look_at_columns(text, layout, 0, 1, origin);
  layout.kind = Kind::levels;
  for (std::size_t i = 0; i < facts.widest; ++i) layout.levels.push_back(i);
  return layout;
}

}  // namespace

std::string find_path_separator(std::string_view text, bool stated, std::size_t& n_lines) {
  constexpr std::array<std::string_view, 16> kSeparators = {
      " -> ", " > ", " \xE2\x86\x92 ", " \xC2\xBB ", " :: ", " | ", " / ", " \\ ",
      "->",   ">",   "\xE2\x86\x92",   "\xC2\xBB",   "::",   "|",   "/",   "\\"};
  std::array<std::size_t, kSeparators.size()> with{};
  for_lines(text, [&](std::string_view line) {
    for (std::size_t i = 0; i < kSeparators.size(); ++i) {
      const std::size_t at = line.find(kSeparators[i]);
      if (at == std::string_view::npos) continue;
      // "A01B1/00" is a code: parts of a path have a name without digits.
      const bool slash = trimmed(kSeparators[i]) == "/";
      const std::size_t last = line.rfind('/');
      if (slash && !stated && has_digit(line.substr(0, at)) && has_digit(line.substr(last + 1)))
        continue;
      ++with[i];
    }
  });
  const auto* const most = std::max_element(with.begin(), with.end());
  n_lines = *most;
  return *most == 0 ? std::string()
                    : std::string(kSeparators[static_cast<std::size_t>(most - with.begin())]);
}

TextLayout layout_of_rows(std::string_view text, const TaxonomyOptions& options,
                          const std::string& origin) {
  const Glimpse seen = glimpse(text);
  const TaxonomyFormat format = options.format;
  const bool open = format == TaxonomyFormat::automatic;
  if (open || format == TaxonomyFormat::paths) {
    std::size_t n_lines = 0;
    std::string separator = options.separator;
    if (separator.empty()) separator = find_path_separator(text, !open, n_lines);
    const bool blanks = separator.size() > 2 && separator.front() == ' ';
    const bool most = n_lines * 2 >= seen.lines && (blanks || n_lines > seen.with_comma) &&
                      (blanks || seen.with_tab == 0);
    if (format == TaxonomyFormat::paths && separator.empty()) separator = " > ";
    if (!open || (most && options.separator.empty())) {
      return paths(text, seen, std::move(separator));
    }
  }
  TextLayout layout;
  layout.delimiter = find_delimiter_of(seen, format);
  if (format == TaxonomyFormat::levels) return levels(text, layout, origin);
  const bool titled = seen.code_first == seen.lines && seen.word_second * 2 >= seen.lines;
  if (titled && layout.delimiter != '\t' && format != TaxonomyFormat::edges) {
    layout.delimiter = '\n';
    layout.blank_title = true;
  }
  const ColumnFacts facts = look_at_columns(text, layout, 0, 1, origin);
  if (format == TaxonomyFormat::prefix) return codes(layout, facts);
  if (format == TaxonomyFormat::edges) {
    if (facts.widest == 1) {
      no_hierarchy(origin, "no line holds a parent and a child",
                   "separate them by a tab, a comma, a semicolon or blanks");
    }
    if (facts.widest == 2) return pairs(layout, facts);
    return node_list(facts) ? nodes(layout) : families(layout);
  }
  if (facts.widest == 1) return one_column(layout, facts, origin);
  if (facts.widest == 2) return two_columns(layout, facts, origin);
  return many_columns(layout, facts, origin);
}

namespace {

/// Whether a cell of the first line stands in its column again: then it is a class.
bool recurs(std::string_view text, const TextLayout& layout, const std::string& origin) {
  std::vector<std::size_t> columns = layout.levels;
  if (layout.kind == Kind::pairs) columns = {layout.parent, layout.child};
  TaxonomyRows rows(text, layout.delimiter, origin);
  rows.next();
  std::vector<std::string> names;
  for (const std::size_t column : columns) names.emplace_back(rows.cell(column));
  while (rows.next()) {
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const std::string_view cell = rows.cell(columns[i]);
      if (!cell.empty() && cell == names[i]) return true;
    }
  }
  return false;
}

/// Two columns "Category,Subcategory" may be edges: then most parents are somebody's child.
void tell_edges(std::string_view text, TextLayout& layout, const std::string& origin) {
  const std::size_t above = layout.levels[0], below = layout.levels[1];
  const ColumnFacts facts = look_at_columns(text, layout, above, below, origin);
  if (facts.common * 2 < facts.distinct_first || facts.common == 0) return;
  layout.kind = Kind::pairs;
  layout.levels.clear();
  layout.parent = above;
  layout.child = below;
}

/// Paths everywhere but in the first line, and none begins with it.
bool looks_like_path_header(std::string_view text, const std::string& separator) {
  const std::string name = std::string(trimmed(first_line(text))) + std::string(trimmed(separator));
  std::size_t n_lines = 0;
  bool all = true;
  for_lines(text, [&](std::string_view line) {
    const bool path = line.find(separator) != std::string_view::npos;
    std::string tight(line);
    if (const std::size_t at = tight.find(separator); at != std::string::npos) {
      tight = std::string(trimmed(line.substr(0, at))) + std::string(trimmed(separator));
    }
    all &= n_lines == 0 ? !path : path && tight != name;
    ++n_lines;
  });
  return all && n_lines > 2;
}

/// A column with a word in the first line and digits in all others: the word may be its name.
bool looks_like_header(std::string_view text, const TextLayout& layout, const std::string& origin) {
  constexpr std::size_t kColumns = 2;
  const auto letter = [](char c) { return (c | 0x20) >= 'a' && (c | 0x20) <= 'z'; };
  TaxonomyRows rows(text, layout.delimiter, origin);
  rows.next();
  std::array<bool, kColumns> named{};
  std::array<std::string, kColumns> first;
  for (std::size_t i = 0; i < kColumns; ++i) {
    const std::string_view cell = first[i] = rows.cell(i);
    named[i] = cell.size() > 1 && letter(cell[0]) && letter(cell[1]);
  }
  std::size_t n_others = 0;
  while (rows.next() && (named[0] || named[1])) {
    ++n_others;
    for (std::size_t i = 0; i < kColumns; ++i) {
      const std::string_view cell = rows.cell(i);
      if (!cell.empty() && (cell == first[0] || cell == first[1])) return false;
      named[i] = named[i] && (cell.empty() || (cell[0] >= '0' && cell[0] <= '9'));
    }
  }
  return n_others > 1 && (named[0] || named[1]);
}

}  // namespace

TextLayout find_text_layout(std::string_view text, const TaxonomyOptions& options,
                            const std::string& origin) {
  const std::string_view line = first_line(text);
  if (line.empty()) {
    no_hierarchy(origin, "holds no line with a class", "check the path; " + std::string(kFormats));
  }
  auto layout = layout_of_header(line, options.format);
  if (layout && !(layout->presumed && recurs(text, *layout, origin))) {
    if (!options.separator.empty()) layout->separator = options.separator;
    const bool open = options.format == TaxonomyFormat::automatic;
    if (open && layout->presumed && layout->levels.size() == 2) tell_edges(text, *layout, origin);
    return *layout;
  }
  TextLayout rows = layout_of_rows(text, options, origin);
  const bool named = rows.kind == Kind::paths
                         ? rows.delimiter == '\n' && looks_like_path_header(text, rows.separator)
                         : rows.kind != Kind::levels && looks_like_header(text, rows, origin);
  if (named) {
    rows.notes.push_back("the first line, " + quoted(trimmed(line)) +
                         ", is read as data, though it looks like names of columns: the names "
                         "'code', 'title', 'parent', 'child' and 'path' are known");
  }
  return rows;
}

}  // namespace tallystick::detail
