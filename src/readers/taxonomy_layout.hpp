// What the lines of a hierarchy hold: decided from its header, else from all of its rows.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tallystick/labels/taxonomy_builder.hpp"
#include "tallystick/readers/read_taxonomy.hpp"

namespace tallystick::detail {

struct TextLayout {
  enum class Kind : std::uint8_t {
    codes,     // a code, perhaps with a title
    pairs,     // parent and child
    families,  // a parent with all its children
    paths,
    levels,
  };
  static constexpr std::size_t kNone = SIZE_MAX;

  Kind kind = Kind::codes;
  char delimiter = '\n';  // as TaxonomyRows takes it
  bool header = false;
  bool blank_title = false;  // "11-1011 Chief Executives": a title follows the first blank
  // Columns, counted from 0.
  std::size_t code = kNone, title = kNone, parent = kNone, child = kNone, depth = kNone;
  std::size_t path = kNone;
  std::vector<std::size_t> levels;
  std::size_t width = 0;       // columns of the header
  bool listed = false;         // every node has a line of its own
  bool many_parents = false;   // in one cell, with ';' or '|'
  bool many_children = false;  // the last column and all beyond it
  bool either_way = false;     // parent and child may be the other way round
  bool presumed = false;       // a header by words that a line of data might have, too
  std::string separator;       // of paths
  std::string detail;
  std::vector<std::string> notes;
};

/// Errors: bad_taxonomy when the text is empty, or cannot be told to be a hierarchy; bad_format.
[[nodiscard]] TextLayout find_text_layout(std::string_view text, const TaxonomyOptions& options,
                                          const std::string& origin);

// The steps of find_text_layout.

/// The first line that is neither blank nor a comment; empty when there is none.
[[nodiscard]] std::string_view first_line(std::string_view text);
/// The layout that the names in the first line tell.
[[nodiscard]] std::optional<TextLayout> layout_of_header(std::string_view line,
                                                         TaxonomyFormat format);
/// Of a header with a word for parents in one of its names: "parent_category_id", "broader term".
/// `sure`: the other column is known by its name, too.
[[nodiscard]] std::optional<TextLayout> layout_of_parent_words(
    const std::vector<std::string_view>& cells, bool& sure);
/// Columns from general to special, where every cell is the name of a level, as "Department".
[[nodiscard]] std::optional<std::vector<std::size_t>> level_columns(
    const std::vector<std::string_view>& cells);
/// Of a text without known names.
[[nodiscard]] TextLayout layout_of_rows(std::string_view text, const TaxonomyOptions& options,
                                        const std::string& origin);

/// The separator of path strings that most lines have, or empty; `n_lines` gets their number.
/// `stated`: they are paths, even where slashes stand between digits as in codes.
[[nodiscard]] std::string find_path_separator(std::string_view text, bool stated,
                                              std::size_t& n_lines);

/// What two columns tell about each other.
struct ColumnFacts {
  std::uint64_t rows = 0, pairs = 0;  // with both cells
  std::size_t narrowest = SIZE_MAX, widest = 0;
  std::size_t distinct_first = 0, distinct_second = 0;  // values
  std::size_t common = 0;           // values of the first column and of the second
  std::size_t common_any = 0;       // of the first column and of any other
  std::size_t only_second = 0;      // values of the second column that the first lacks
  std::uint64_t second_empty = 0;   // rows
  std::uint64_t longer_second = 0;  // rows: the second cell begins with the first
  std::uint64_t longer_first = 0;   // rows: the first cell begins with the second
  bool later_common = false;        // a value of a third column is in the first or second too
  std::size_t nested = 0;           // values of the first column that are codes below others of it
};
[[nodiscard]] ColumnFacts look_at_columns(std::string_view text, const TextLayout& layout,
                                          std::size_t first, std::size_t second,
                                          const std::string& origin);

/// True when the first of two columns holds parents, false when children; none when both fit.
[[nodiscard]] std::optional<bool> parent_first(const ColumnFacts& facts);

/// Of Kind::paths and Kind::levels.
void read_paths(std::string_view text, const TextLayout& layout, TaxonomyBuilder& draft,
                TaxonomyFacts& facts);
void read_levels(std::string_view text, const TextLayout& layout, TaxonomyBuilder& draft,
                 TaxonomyFacts& facts);

}  // namespace tallystick::detail
