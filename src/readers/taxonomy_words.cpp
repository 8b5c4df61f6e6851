// Words in the names of columns: which column holds parents, whatever else it is called.
#include <algorithm>
#include <array>
#include <utility>

#include "readers/taxonomy_layout.hpp"

namespace tallystick::detail {

namespace {

constexpr std::size_t kNone = TextLayout::kNone;

using Words = std::vector<std::string>;

template <std::size_t N>
bool among(std::string_view word, const std::array<std::string_view, N>& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool lower(char c) { return c >= 'a' && c <= 'z'; }
bool upper(char c) { return c >= 'A' && c <= 'Z'; }
bool digit(char c) { return c >= '0' && c <= '9'; }

/// "parent", "category", "id" of "parentCategoryID", "parent_category-id" or "Parent Category ID".
Words words_in(std::string_view cell) {
  Words words(1);
  for (std::size_t i = 0; i < cell.size(); ++i) {
    const char c = cell[i];
    const bool part = lower(c) || upper(c) || digit(c) || (c & 0x80) != 0;
    const bool camel =
        upper(c) && i > 0 &&
        (lower(cell[i - 1]) || (upper(cell[i - 1]) && i + 1 < cell.size() && lower(cell[i + 1])));
    if ((!part || camel) && !words.back().empty()) words.emplace_back();
    if (part) words.back() += upper(c) ? static_cast<char>(c - 'A' + 'a') : c;
  }
  if (words.back().empty()) words.pop_back();
  return words;
}

constexpr std::array<std::string_view, 18> kCodeWords = {
    "child", "id",   "ids",  "code",   "codes",   "key",      "node",     "term",     "class",
    "uid",   "uuid", "slug", "number", "concept", "category", "notation", "narrower", "item"};
constexpr std::array<std::string_view, 7> kTitleWords = {"title", "titles", "label",      "labels",
                                                         "name",  "names",  "description"};
// "is_parent", "n_children", "number of parents": what they say is no class.
constexpr std::array<std::string_view, 8> kCounts = {"is",    "has",   "n",    "num",
                                                     "count", "total", "flag", "of"};
// Sentences, so data rather than a name.
constexpr std::array<std::string_view, 8> kProse = {"and", "for", "the", "with",
                                                    "or",  "in",  "to",  "by"};

struct Column {
  Words words;
  Words stem;  // of a parent column: without the word for parent
  bool parent = false, child = false, title = false, code = false, count = false;
};

bool parent_word(const Words& words, std::size_t i) {
  constexpr std::array<std::string_view, 13> kParents = {
      "parent",        "parents",      "broader",      "hypernym",   "superclass",
      "supercategory", "supertype",    "superconcept", "supergroup", "superterm",
      "father",        "superclasses", "broaderterm"};
  constexpr std::array<std::string_view, 7> kBelow = {"class", "category", "concept", "group",
                                                      "term",  "type",     "code"};
  if (among(words[i], kParents)) return true;
  if (words[i] == "pid") return words.size() == 1;
  return words[i] == "super" && i + 1 < words.size() && among(words[i + 1], kBelow);
}

/// "parentid", "parentcategory": written together, in one case.
std::string_view after_parent(std::string_view word) {
  if (!word.starts_with("parent") || word == "parents") return {};
  const std::string_view rest = word.substr(6);
  return among(rest, kCodeWords) || among(rest, kTitleWords) || rest == "type" ? rest
                                                                               : std::string_view{};
}

bool child_word(const std::string& word) {
  constexpr std::array<std::string_view, 6> kChildren = {"child", "children", "narrower",
                                                         "sub",   "hyponym",  "subclass"};
  return among(word, kChildren) || (word.starts_with("sub") && among(word.substr(3), kCodeWords));
}

Column column_of(std::string_view cell) {
  Column column;
  column.words = words_in(cell);
  Words& words = column.words;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (const std::string rest(after_parent(words[i])); !rest.empty()) {
      words[i] = "parent";
      words.insert(words.begin() + static_cast<std::ptrdiff_t>(i) + 1, rest);
    }
  }
  for (std::size_t i = 0; i < words.size(); ++i) {
    const bool parent = parent_word(words, i);
    column.parent |= parent;
    column.child |= child_word(words[i]);
    column.title |= among(words[i], kTitleWords);
    column.code |= among(words[i], kCodeWords) || words[i].starts_with("sub");
    column.count |= among(words[i], kCounts);
    if (!parent) column.stem.push_back(words[i]);
  }
  // A whole relation, whose words would each mean something else.
  std::string joined;
  for (const std::string& word : words) joined += word;
  if (joined == "subclassof" || joined == "isa" || joined == "p279") {
    column = {};
    column.parent = true;
  }
  column.parent &= !column.count;
  column.child &= !column.count && !column.parent;
  return column;
}

/// The column that is called as the parent's is, without the word for parent.
std::size_t namesake(const std::vector<Column>& columns, std::size_t parent) {
  const Words& stem = columns[parent].stem;
  std::size_t found = kNone;
  for (std::size_t i = columns.size(); i-- > 0 && !stem.empty();) {
    const Words& words = columns[i].words;
    if (columns[i].parent || words.size() < stem.size()) continue;
    if (words == stem) return i;
    if (std::equal(stem.rbegin(), stem.rend(), words.rbegin())) found = i;  // "product_type"
  }
  return found;
}

template <typename Test>
std::size_t first_of(const std::vector<Column>& columns, Test test) {
  const auto at = std::find_if(columns.begin(), columns.end(), test);
  return at == columns.end() ? kNone : static_cast<std::size_t>(at - columns.begin());
}

std::size_t parent_of(const std::vector<Column>& columns) {
  const std::size_t first = first_of(columns, [](const Column& c) { return c.parent; });
  const std::size_t coded =  // rather "parent_id" than "parent_name"
      first_of(columns, [](const Column& c) { return c.parent && !c.title; });
  return coded != kNone ? coded : first;
}

std::size_t child_of(const std::vector<Column>& columns, std::size_t parent, bool& sure) {
  sure = true;
  const bool titles = columns[parent].title;  // "child_id" beside "parent_id", not "child_name"
  std::size_t found =
      first_of(columns, [titles](const Column& c) { return c.child && c.title == titles; });
  if (found == kNone) found = first_of(columns, [](const Column& c) { return c.child; });
  if (found == kNone) found = namesake(columns, parent);
  const auto code = [](const Column& c) { return c.code && !c.title && !c.count && !c.parent; };
  if (found == kNone) {  // "id" rather than "class size"
    found = first_of(columns, [&](const Column& c) { return code(c) && c.words.size() == 1; });
  }
  if (found == kNone) found = first_of(columns, code);
  if (found != kNone) return found;
  sure = false;
  return first_of(columns, [](const Column& c) { return !c.parent; });
}

/// A line of data: numbers, sentences.
bool data(const std::vector<std::string_view>& cells, const std::vector<Column>& columns) {
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const bool prose = std::any_of(columns[i].words.begin(), columns[i].words.end(),
                                   [](const std::string& word) { return among(word, kProse); });
    if (prose || columns[i].words.size() > 5) return true;
    if (!cells[i].empty() && digit(cells[i].front())) return true;
  }
  return false;
}

// ---- Names of levels

constexpr std::array<std::string_view, 26> kLevelWords = {
    "department", "category", "section", "division",   "group",  "class",   "major",
    "minor",      "unit",     "domain",  "topic",      "family", "segment", "commodity",
    "chapter",    "heading",  "type",    "field",      "area",   "order",   "genus",
    "species",    "kingdom",  "phylum",  "discipline", "brick"};

bool level_word(std::string_view word) {
  while (word.starts_with("sub")) word.remove_prefix(3);
  return word.empty() || among(word, kLevelWords);
}

/// "Subcategory" for "Sub-category Name"; empty when it is not the name of a level.
std::string level_of(std::string_view cell) {
  std::string joined;
  for (const std::string& word : words_in(cell)) {
    if (among(word, kTitleWords) || word == "level") continue;
    if (!level_word(word)) return {};
    joined += word;
  }
  return joined == "sub" ? std::string() : joined;
}

}  // namespace

std::optional<TextLayout> layout_of_parent_words(const std::vector<std::string_view>& cells,
                                                 bool& sure) {
  std::vector<Column> columns;
  for (const std::string_view cell : cells) columns.push_back(column_of(cell));
  TextLayout layout;
  layout.kind = TextLayout::Kind::pairs;
  layout.parent = parent_of(columns);
  if (layout.parent == kNone || columns.size() < 2 || data(cells, columns)) return {};
  layout.child = child_of(columns, layout.parent, sure);
  if (layout.child == kNone) return {};
  layout.listed = !columns[layout.child].child;
  for (std::size_t i = columns.size(); i-- > 0;) {
    if (i == layout.child || columns[i].parent) continue;
    if (columns[i].title && !columns[i].count) layout.title = i;
    if (columns[i].words == Words{"depth"}) layout.depth = i;
  }
  const auto& above = columns[layout.parent].words;
  const auto plural = [](const std::string& word) { return word == "parents" || word == "ids"; };
  layout.many_parents = std::any_of(above.begin(), above.end(), plural);
  layout.many_children =
      columns[layout.child].words == Words{"children"} && layout.child + 1 == columns.size();
  return layout;
}

std::optional<std::vector<std::size_t>> level_columns(const std::vector<std::string_view>& cells) {
  std::vector<std::string> names;
  std::vector<std::size_t> columns;
  for (const std::string_view cell : cells) {
    std::string name = level_of(cell);
    if (name.empty()) return {};
    if (std::find(names.begin(), names.end(), name) != names.end()) return {};
    names.push_back(std::move(name));
    columns.push_back(columns.size());
  }
  if (columns.size() < 2) return {};
  // "Subcategory,Category": from special to general.
  for (std::size_t i = 0; i < names.size(); ++i) {
    for (std::size_t j = i + 1; j < names.size(); ++j) {
      if (names[i] != "sub" + names[j]) continue;
      std::reverse(columns.begin(), columns.end());
      return columns;
    }
  }
  return columns;
}

}  // namespace tallystick::detail
