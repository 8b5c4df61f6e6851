// Hierarchies as paths from the top: "A > B > C", or a column a level.
#include <algorithm>
#include <utility>

#include "readers/taxonomy_forms.hpp"
#include "readers/taxonomy_layout.hpp"
#include "readers/taxonomy_rows.hpp"
#include "tallystick/base/text.hpp"
#include "tallystick/labels/vocabulary.hpp"

namespace tallystick::detail {

namespace {

using Draft = TaxonomyBuilder::Draft;

/// A code holds the whole path, so that deep paths cost the square of their depth.
constexpr std::size_t kMaxLevels = 256;

/// Nodes whose codes are paths.
class Paths {
 public:
  Paths(TaxonomyBuilder& draft, std::string separator)
      : draft_(&draft), separator_(std::move(separator)) {
    draft.no_written_root();
  }

  /// The node at the end of a path, with all above it. `names` are not empty.
  Draft add(const std::vector<std::string_view>& names, std::uint64_t line) {
    if (names.size() > kMaxLevels) {
      fail(ErrorCode::too_large, Place{draft_->origin(), line},
           "the path has " + counted(names.size(), "level") + "; 256 are the most",
           "write the hierarchy as edges, whose depth has no limit");
    }
    code_.clear();
    Draft above = 0;
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (i != 0) code_ += separator_;
      code_ += names[i];
      const std::size_t before = draft_->size();
      const Draft node = draft_->node(code_, line);
      if (draft_->size() != before) {
        name_sizes_.push_back(names[i].size());
        has_line_.push_back(0);
        if (i != 0) draft_->edge(above, node, line);
      }
      above = node;
    }
    repeats_ += has_line_[above] != 0 ? 1 : 0;
    has_line_[above] = 1;
    return above;
  }

  /// Another code of the node.
  void id(std::string_view id, Draft node) {
    ids_.intern(id);
    draft_->alternative(id, node);
  }

  /// The last name of a path stands for it where no other path ends so.
  void finish(TaxonomyFacts& facts) {
    Vocabulary names;
    std::vector<std::uint32_t> times;
    for (Draft node = 0; node < draft_->size(); ++node) {
      const LabelId name = names.intern(name_of(node));
      times.resize(names.size());
      ++times[name];
    }
    for (Draft node = 0; node < draft_->size(); ++node) {
      const std::string_view name = name_of(node);
      const bool once = times[*names.find(name)] == 1;
      if (!once) draft_->same_name(name);
      if (once && !ids_.find(name)) draft_->alternative(name, node);
    }
    if (repeats_ != 0) {
      facts.notes.push_back(counted(repeats_, "line") + " with a path that an earlier line has");
    }
  }

 private:
  [[nodiscard]] std::string_view name_of(Draft node) const {
    const std::string_view code = draft_->code(node);
    return code.substr(code.size() - name_sizes_[node]);
  }

  TaxonomyBuilder* draft_;
  std::string separator_;
  std::string code_;
  std::vector<std::size_t> name_sizes_;  // of each node
  std::vector<char> has_line_;
  std::uint64_t repeats_ = 0;
  Vocabulary ids_;
};

/// The parts of a path between separators; empty ones are no names.
void split_path(std::string_view path, std::string_view separator,
                std::vector<std::string_view>& names) {
  names.clear();
  for (;;) {
    const std::size_t end = std::min(path.find(separator), path.size());
    const std::string_view name = trimmed(path.substr(0, end));
    if (!name.empty()) names.push_back(name);
    if (end == path.size()) return;
    path.remove_prefix(end + separator.size());
  }
}

/// "123" of "123 - A > B", which it is cut off from.
std::string_view leading_id(std::string_view& path) {
  const std::size_t end = path.find_first_not_of("0123456789");
  if (end == 0 || end == std::string_view::npos || !path.substr(end).starts_with(" - ")) return {};
  const std::string_view id = path.substr(0, end);
  path.remove_prefix(end + 3);
  return id;
}

std::string_view path_cell(const TaxonomyRows& rows, const TextLayout& layout) {
  return rows.cell(layout.path);
}

/// Whether every path begins with an id.
bool all_numbered(std::string_view text, const TextLayout& layout, const std::string& origin) {
  TaxonomyRows rows(text, layout.delimiter, origin);
  if (layout.header) rows.next();
  while (rows.next()) {
    std::string_view path = path_cell(rows, layout);
    if (!path.empty() && leading_id(path).empty()) return false;
  }
  return true;
}

/// The separator of the paths of one column.
std::string separator_of_column(std::string_view text, const TextLayout& layout,
                                const std::string& origin) {
  std::string paths;
  TaxonomyRows rows(text, layout.delimiter, origin);
  if (layout.header) rows.next();
  constexpr std::size_t kLook = 4 << 20;
  while (rows.next() && paths.size() < kLook) {
    paths.append(path_cell(rows, layout)) += '\n';
  }
  std::size_t n_lines = 0;
  const std::string found = find_path_separator(paths, true, n_lines);
  return found.empty() ? " > " : found;
}

}  // namespace

void read_paths(std::string_view text, const TextLayout& layout, TaxonomyBuilder& draft,
                TaxonomyFacts& facts) {
  const std::string& origin = draft.origin();
  const std::string separator =
      layout.separator.empty() ? separator_of_column(text, layout, origin) : layout.separator;
  const bool numbered = all_numbered(text, layout, origin);
  Paths paths(draft, separator);
  std::vector<std::string_view> names;
  TaxonomyRows rows(text, layout.delimiter, origin);
  if (layout.header) rows.next();
  while (rows.next()) {
    std::string_view path = path_cell(rows, layout);
    const std::string_view id = numbered ? leading_id(path) : rows.cell(layout.code);
    split_path(path, separator, names);
    if (names.empty()) {
      fail(ErrorCode::bad_taxonomy, Place{origin, rows.line()}, "the path is empty",
           "give every line a path");
    }
    const Draft node = paths.add(names, rows.line());
    if (!id.empty()) paths.id(id, node);
  }
  paths.finish(facts);
  facts.format = "paths";
  facts.detail = "separated by " + quoted(separator);
  if (numbered) facts.detail += ", after an id";
  if (rows.n_comments() != 0) {
    facts.notes.push_back(counted(rows.n_comments(), "comment line") +
                          ", begun by '#' and a blank");
  }
}

void read_levels(std::string_view text, const TextLayout& layout, TaxonomyBuilder& draft,
                 TaxonomyFacts& facts) {
  const std::string separator = layout.separator.empty() ? " > " : layout.separator;
  Paths paths(draft, separator);
  std::vector<std::string_view> names;
  std::uint64_t gaps = 0, blank_rows = 0;
  TaxonomyRows rows(text, layout.delimiter, draft.origin());
  if (layout.header) rows.next();
  while (rows.next()) {
    names.clear();
    std::size_t filled = 0;
    for (std::size_t i = 0; i < layout.levels.size(); ++i) {
      const std::string_view name = rows.cell(layout.levels[i]);
      if (name.empty()) continue;
      if (name.find(separator) != std::string_view::npos) {
        fail(ErrorCode::bad_taxonomy, Place{draft.origin(), rows.line()},
             "the name " + quoted(name) + " holds " + quoted(separator) + ", which joins levels",
             "write it otherwise");
      }
      names.push_back(name);
      filled = i + 1;
    }
    gaps += filled != names.size() ? 1 : 0;
    if (names.empty()) {
      ++blank_rows;
      continue;
    }
    paths.add(names, rows.line());
  }
  paths.finish(facts);
  facts.format = "levels";
  facts.detail = counted(layout.levels.size(), "column") + ", joined by " + quoted(separator);
  if (gaps != 0) {
    facts.notes.push_back(counted(gaps, "row") +
                          " with an empty cell before a filled one: the level is left out");
  }
  if (blank_rows != 0) facts.notes.push_back(counted(blank_rows, "row") + " without any level");
}

}  // namespace tallystick::detail
