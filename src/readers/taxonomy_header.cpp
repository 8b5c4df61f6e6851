// Names of columns in the first line of a hierarchy.
#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "readers/sample.hpp"
#include "readers/taxonomy_layout.hpp"
#include "readers/taxonomy_rows.hpp"
#include "tallystick/base/text.hpp"

namespace tallystick::detail {

namespace {

enum class Word : std::uint8_t {
  none,
  code,
  title,
  parent,
  child,
  path,
  level,
  depth,
  source,
  target
};

/// What a cell of a header says.
struct Name {
  Word word = Word::none;
  bool exact = false;   // the whole cell is a known name
  bool plural = false;  // "parents"
  bool value = false;   // one word with a digit: more likely a code
  unsigned number = 0;  // of a level
};

template <std::size_t N>
bool among(std::string_view word, const std::array<std::string_view, N>& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// Words of letters and digits, in lower case.
std::vector<std::string> words_of(std::string_view cell) {
  std::vector<std::string> words(1);
  for (const char c : plain_name(cell)) {
    const bool part = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || (c & 0x80) != 0;
    if (part) {
      words.back() += c;
    } else if (!words.back().empty()) {
      words.emplace_back();
    }
  }
  if (words.back().empty()) words.pop_back();
  return words;
}

/// "level2", "L2", "Category 2".
bool level_name(const std::string& joined, Name& name) {
  constexpr std::array<std::string_view, 8> kLevels = {"level", "l",        "lvl",   "cat",
                                                       "tier",  "category", "depth", "layer"};
  const std::size_t digits = joined.find_first_of("0123456789");
  if (digits == std::string::npos || digits == 0) return false;
  const char* const end = joined.data() + joined.size();
  const auto [at, error] = std::from_chars(joined.data() + digits, end, name.number);
  if (error != std::errc{} || at != end) return false;
  return among(std::string_view(joined).substr(0, digits), kLevels);
}

constexpr std::array<std::string_view, 8> kCodes = {"code", "codes", "id",   "notation",
                                                    "node", "class", "term", "item"};
constexpr std::array<std::string_view, 7> kTitles = {"title", "titles",      "label",    "labels",
                                                     "name",  "description", "preflabel"};

/// "parentcode" or "child_id": the word, and a word for codes or titles.
bool compound(std::string_view joined, std::string_view word) {
  if (!joined.starts_with(word)) return false;
  const std::string_view rest = joined.substr(word.size());
  return among(rest, kCodes) || among(rest, kTitles);
}

Name name_of(std::string_view cell) {
  constexpr std::array<std::string_view, 10> kParents = {
      "parent",     "parents",    "broader", "broaderterm", "hypernym",
      "subclassof", "superclass", "isa",     "p279",        "father"};
  constexpr std::array<std::string_view, 6> kChildren = {"child",        "children", "narrower",
                                                         "narrowerterm", "hyponym",  "subclass"};
  constexpr std::array<std::string_view, 6> kPaths = {"path",       "fullpath",   "categorypath",
                                                      "breadcrumb", "categories", "category"};
  const std::vector<std::string> words = words_of(cell);
  std::string joined;
  for (const std::string& word : words) joined += word;
  Name name;
  if (words.empty() || words.size() > 5) return name;
  const auto is = [&](Word word) {
    name.word = word;
    name.exact = true;
    return name;
  };
  if (level_name(joined, name)) return is(Word::level);
  if (joined == "depth") return is(Word::depth);
  if (among(joined, kParents) || compound(joined, "parent") || compound(joined, "broader")) {
    name.plural = joined == "parents";
    return is(Word::parent);
  }
  if (among(joined, kChildren) || compound(joined, "child")) {
    name.plural = joined == "children";
    return is(Word::child);
  }
  if (joined == "source" || joined == "from") return is(Word::source);
  if (joined == "target" || joined == "to") return is(Word::target);
  if (among(joined, kPaths)) return is(Word::path);
  if (among(joined, kCodes)) return is(Word::code);
  if (among(joined, kTitles)) return is(Word::title);
  name.value = words.size() == 1 && joined.find_first_of("0123456789") != std::string::npos;
  if (among(words.back(), kCodes)) name.word = Word::code;
  for (const std::string& word : words) {
    if (name.word == Word::none && among(word, kTitles)) name.word = Word::title;
  }
  return name;
}

/// The names of one header, by what they say.
class Names {
 public:
  explicit Names(const std::vector<std::string_view>& cells) {
    for (const std::string_view cell : cells) names_.push_back(name_of(cell));
  }
  [[nodiscard]] std::size_t find(Word word) const {
    std::size_t found = TextLayout::kNone;
    for (std::size_t i = names_.size(); i-- > 0;) {
      if (names_[i].word == word && (found == TextLayout::kNone || names_[i].exact)) found = i;
    }
    return found;
  }
  [[nodiscard]] bool has(Word word) const { return find(word) != TextLayout::kNone; }
  [[nodiscard]] bool exact(Word word) const { return has(word) && names_[find(word)].exact; }
  [[nodiscard]] bool values() const {
    return std::any_of(names_.begin(), names_.end(), [](const Name& name) { return name.value; });
  }
  [[nodiscard]] std::size_t size() const { return names_.size(); }
  [[nodiscard]] const Name& at(std::size_t i) const { return names_[i]; }

  /// Columns of levels, from general to special.
  [[nodiscard]] std::vector<std::size_t> levels() const {
    std::vector<std::size_t> columns;
    for (std::size_t i = 0; i < names_.size(); ++i) {
      if (names_[i].word == Word::level) columns.push_back(i);
    }
    std::sort(columns.begin(), columns.end(), [this](std::size_t a, std::size_t b) {
      return std::pair(names_[a].number, a) < std::pair(names_[b].number, b);
    });
    return columns;
  }

 private:
  std::vector<Name> names_;
};

std::optional<TextLayout> pairs_of(const Names& names) {
  TextLayout layout;
  layout.kind = TextLayout::Kind::pairs;
  layout.depth = names.find(Word::depth);
  if (names.size() == 2 && names.has(Word::source) && names.has(Word::target)) {
    layout.parent = names.find(Word::source);
    layout.child = names.find(Word::target);
    layout.either_way = true;
    return layout;
  }
  layout.parent = names.find(Word::parent);
  layout.child = names.find(Word::child);
  layout.title = names.find(Word::title);
  const std::size_t code = names.find(Word::code);
  if (layout.parent != TextLayout::kNone && layout.child == TextLayout::kNone) {
    layout.child = code;
    if (layout.child == TextLayout::kNone) {
      layout.child = layout.title;
      layout.title = TextLayout::kNone;
    }
    if (layout.child == TextLayout::kNone && names.size() == 2) layout.child = 1 - layout.parent;
    layout.listed = true;
  } else if (layout.parent == TextLayout::kNone && layout.child != TextLayout::kNone) {
    layout.parent = code;
    if (layout.parent == TextLayout::kNone && names.size() == 2) layout.parent = 1 - layout.child;
  }
  if (layout.parent == TextLayout::kNone || layout.child == TextLayout::kNone) return {};
  layout.many_parents = names.at(layout.parent).plural;
  layout.many_children = names.at(layout.child).plural && layout.child + 1 == names.size();
  return layout;
}

/// What words within the names tell: where the parents are, or that columns are levels.
std::optional<TextLayout> layout_of_words(const std::vector<std::string_view>& cells,
                                          const Names& names, char delimiter,
                                          TaxonomyFormat format) {
  const bool open = format == TaxonomyFormat::automatic;
  const bool rare = delimiter == ' ' || delimiter == '|';  // between cells
  if (open || format == TaxonomyFormat::edges) {
    bool sure = false;
    auto layout = layout_of_parent_words(cells, sure);
    if (layout && (!rare || (sure && (delimiter == '|' || names.size() == 2)))) {
      layout->presumed = !pairs_of(names);
      return layout;
    }
  }
  const auto levels = level_columns(cells);
  const bool edges = format == TaxonomyFormat::edges;
  if (rare || !levels || !(open || edges || format == TaxonomyFormat::levels)) return {};
  TextLayout layout;
  if (edges) {
    if (levels->size() != 2) return {};
    layout.kind = TextLayout::Kind::pairs;
    layout.parent = levels->front();
    layout.child = levels->back();
  } else {
    layout.kind = TextLayout::Kind::levels;
    layout.levels = *levels;
  }
  layout.presumed = true;
  return layout;
}

std::optional<TextLayout> layout_of(const Names& names, TaxonomyFormat format) {
  TextLayout layout;
  const bool open = format == TaxonomyFormat::automatic;
  const std::vector<std::size_t> levels = names.levels();
  if ((open && levels.size() > 1) || (format == TaxonomyFormat::levels && !levels.empty())) {
    layout.kind = TextLayout::Kind::levels;
    layout.levels = levels;
    return layout;
  }
  if (open || format == TaxonomyFormat::edges) {
    if (auto pairs = pairs_of(names)) return pairs;
  }
  layout.code = names.find(Word::code);
  layout.title = names.find(Word::title);
  if ((open || format == TaxonomyFormat::paths) && names.has(Word::path)) {
    layout.kind = TextLayout::Kind::paths;
    layout.path = names.find(Word::path);
    return layout;
  }
  if (!open && format != TaxonomyFormat::prefix) return {};
  layout.kind = TextLayout::Kind::codes;
  if (layout.code != TextLayout::kNone && !names.values()) return layout;
  if (names.size() > 2 || !names.exact(Word::title)) return {};
  layout.code = names.size() == 1 ? 0 : 1 - layout.title;  // "label" alone; "ISCO08,title"
  if (names.size() == 1) layout.title = TextLayout::kNone;
  return layout;
}

/// What the header names but nobody reads.
void note_unread(const std::vector<std::string_view>& cells, TextLayout& layout) {
  std::vector<std::size_t> read = layout.levels;
  for (const std::size_t column :
       {layout.code, layout.title, layout.parent, layout.child, layout.depth, layout.path}) {
    read.push_back(column);
  }
  std::string unread;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (std::find(read.begin(), read.end(), i) != read.end()) continue;
    unread += (unread.empty() ? "" : ", ") + quoted(cells[i]);
  }
  if (!unread.empty()) layout.notes.push_back("columns that are not read: " + unread);
}

}  // namespace

std::string_view first_line(std::string_view text) {
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    const bool comment =
        line.starts_with('#') && (line.size() == 1 || trimmed(line.substr(1, 1)).empty());
    if (!comment && !trimmed(line).empty()) return line;
  }
  return {};
}

std::optional<TextLayout> layout_of_header(std::string_view line, TaxonomyFormat format) {
  line = trimmed(line);
  for (const char delimiter : {'\t', ',', ';', '|', ' ', '\n'}) {
    const std::size_t cut = line.find(delimiter);
    if (delimiter != '\n' && cut == std::string_view::npos) continue;
    std::vector<std::string_view> cells;
    for (std::string_view rest = line;;) {
      const std::size_t end = std::min(rest.find(delimiter), rest.size());
      std::string_view cell = trimmed(rest.substr(0, end));
      if (cell.size() > 1 && cell.front() == '"' && cell.back() == '"') {
        cell = trimmed(cell.substr(1, cell.size() - 2));
      }
      if (delimiter != ' ' || !cell.empty()) cells.push_back(cell);
      if (end == rest.size()) break;
      rest.remove_prefix(end + 1);
    }
    const Names names(cells);
    auto layout = names.levels().size() > 1 || delimiter == '\n'
                      ? std::nullopt
                      : layout_of_words(cells, names, delimiter, format);
    if (!layout && delimiter != ' ' && delimiter != '|') layout = layout_of(names, format);
    if (!layout) continue;
    layout->header = true;
    layout->delimiter = delimiter;
    layout->width = cells.size();
    note_unread(cells, *layout);
    return layout;
  }
  return {};
}

}  // namespace tallystick::detail
