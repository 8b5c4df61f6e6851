// FHIR CodeSystem: concepts in JSON, nested, or related by the properties 'parent' and 'child'.
#include <algorithm>
#include <string>
#include <tuple>
#include <vector>

#include "readers/json_text.hpp"
#include "readers/json_walk.hpp"
#include "readers/taxonomy_forms.hpp"
#include "tallystick/base/error.hpp"
#include "tallystick/base/text.hpp"

namespace tallystick::detail {

namespace {

constexpr std::size_t kTop = SIZE_MAX;
constexpr int kDisplay = 4, kUntitled = 5;  // ranks of titles; designations have lower ones

struct Concept {
  std::string_view code, title;
  std::size_t parent = kTop;  // the concept it is nested in
  std::uint64_t line = 0;
  int title_rank = kUntitled;
  bool has_display = false;
  bool has_nested = false;
};

/// What a concept says of another: the value of a property that may mean parent or child.
struct Relative {
  std::size_t concept_index;
  std::string_view property, code;
  std::uint64_t line;
};

class CodeSystem {
 public:
  CodeSystem(std::string_view text, TaxonomyBuilder& draft, const TaxonomyOptions& options)
      : json_(text, draft.origin()), draft_(draft), language_(lower(options.language)) {}

  void read() {
    json_.read([this](JsonCursor& cursor) { resource(cursor); });
  }
  void hand_over(TaxonomyFacts& facts);

 private:
  static std::string lower(std::string_view text);
  void resource(JsonCursor& cursor);
  void definition(JsonCursor& cursor);
  void concepts(JsonCursor& cursor);
  void begin_concept(JsonCursor& cursor);
  void end_concept();
  void member(JsonCursor& cursor, std::string_view name);
  void property(JsonCursor& cursor);
  void designation(JsonCursor& cursor);
  void check() const;
  void add_edges(std::vector<std::string>& notes);

  JsonText json_;
  TaxonomyBuilder& draft_;
  std::string language_;
  std::string_view kind_, meaning_, content_, count_;
  bool listed_ = false;  // 'concept' was met
  std::vector<Concept> concepts_;
  std::vector<std::size_t> open_;  // the concepts around the cursor, outermost first
  std::vector<Relative> relatives_;
  std::vector<std::string_view> parent_names_{"parent"}, child_names_{"child"};
};

std::string CodeSystem::lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return out;
}

void CodeSystem::resource(JsonCursor& cursor) {
  for_members(cursor, [&](std::string_view name) {
    if (name == "resourceType") {
      kind_ = cursor.string();
    } else if (name == "hierarchyMeaning") {
      meaning_ = cursor.string();
    } else if (name == "content") {
      content_ = cursor.string();
    } else if (name == "count") {
      count_ = cursor.number();
    } else if (name == "property") {
      for_elements(cursor, [&] { definition(cursor); });
    } else if (name == "concept" && (kind_.empty() || kind_ == "CodeSystem")) {
      if (listed_) cursor.wrong(cursor.at(), "a second 'concept' in one object", "join the two");
      listed_ = true;
      concepts(cursor);
    } else {
      cursor.skip();
    }
  });
}

/// Properties have names of the source's own; their URIs say what they mean.
void CodeSystem::definition(JsonCursor& cursor) {
  std::string_view code, uri;
  for_members(cursor, [&](std::string_view name) {
    if (name == "code") {
      code = cursor.string();
    } else if (name == "uri") {
      uri = cursor.string();
    } else {
      cursor.skip();
    }
  });
  if (uri == "http://hl7.org/fhir/concept-properties#parent") parent_names_.push_back(code);
  if (uri == "http://hl7.org/fhir/concept-properties#child") child_names_.push_back(code);
}

void CodeSystem::begin_concept(JsonCursor& cursor) {
  cursor.expect('{', "a concept, which begins with '{'");
  Concept added;
  added.parent = open_.empty() ? kTop : open_.back();
  added.line = json_.line(cursor);
  open_.push_back(concepts_.size());
  concepts_.push_back(added);
}

void CodeSystem::end_concept() {
  const Concept& ended = concepts_[open_.back()];
  if (ended.code.empty()) {
    fail(ErrorCode::bad_format, Place{draft_.origin(), ended.line}, "a concept has no code",
         "give it a member \"code\"");
  }
  open_.pop_back();
}

/// Concepts nest as deep as the source likes, so this goes down and up without calling itself.
void CodeSystem::concepts(JsonCursor& cursor) {
  cursor.expect('[', "'['");
  if (cursor.take(']')) return;
  begin_concept(cursor);
  bool first = true;  // no member of the innermost concept was read yet
  for (;;) {
    if (!first || !cursor.take('}')) {
      const std::string_view name = cursor.string();
      cursor.expect(':', "':'");
      cursor.peek();
      if (name != "concept") {
        member(cursor, name);
      } else {
        if (concepts_[open_.back()].has_nested) {
          cursor.wrong(cursor.at(), "a second 'concept' in one object", "join the two");
        }
        concepts_[open_.back()].has_nested = true;
        cursor.expect('[', "'['");
        if (!cursor.take(']')) {
          begin_concept(cursor);
          first = true;
          continue;
        }
      }
      first = false;
      if (cursor.another('}')) continue;
    }
    for (;;) {
      end_concept();
      first = cursor.another(']');
      if (first) {
        begin_concept(cursor);
        break;
      }
      if (open_.empty()) return;
      if (cursor.another('}')) break;
    }
  }
}

void CodeSystem::member(JsonCursor& cursor, std::string_view name) {
  Concept& concept_read = concepts_[open_.back()];
  const char c = cursor.peek();
  const char* const at = cursor.at();
  if (name == "code") {
    if (c != '"') cursor.wrong(at, "a code is not a string", "quote it: \"0110\" keeps its zero");
    if (!concept_read.code.empty()) {
      cursor.wrong(at, "a second code in one concept", "keep one of them");
    }
    concept_read.code = cursor.string();
    if (concept_read.code.empty()) cursor.wrong(at, "a code is empty", "write the code");
  } else if (name == "display") {
    if (concept_read.has_display) {
      cursor.wrong(at, "a second display in one concept", "keep one of them");
    }
    concept_read.has_display = true;
    const std::string_view text = cursor.string();
    if (concept_read.title_rank <= kDisplay) return;
    concept_read.title = text;
    concept_read.title_rank = kDisplay;
  } else if (name == "property") {
    for_elements(cursor, [&] { property(cursor); });
  } else if (name == "designation" && !language_.empty()) {
    for_elements(cursor, [&] { designation(cursor); });
  } else {
    cursor.skip();
  }
}

void CodeSystem::property(JsonCursor& cursor) {
  Relative relative{open_.back(), {}, {}, json_.line(cursor)};
  for_members(cursor, [&](std::string_view name) {
    if (name == "code") {
      relative.property = cursor.string();
    } else if (name == "valueCode" || name == "valueString") {
      relative.code = cursor.string();
    } else {
      cursor.skip();
    }
  });
  if (!relative.property.empty() && !relative.code.empty()) relatives_.push_back(relative);
}

/// A title in another language. One without a use is the plain title; others are synonyms.
void CodeSystem::designation(JsonCursor& cursor) {
  std::string_view language, value;
  bool used = false;
  for_members(cursor, [&](std::string_view name) {
    if (name == "language") {
      language = cursor.string();
    } else if (name == "value") {
      value = cursor.string();
    } else {
      used |= name == "use";
      cursor.skip();
    }
  });
  const std::string written = lower(language);
  const bool exact = written == language_;
  if (value.empty() || (!exact && !written.starts_with(language_ + "-"))) return;
  const int rank = (exact ? 0 : 2) + (used ? 1 : 0);
  Concept& concept_read = concepts_[open_.back()];
  if (std::tie(rank, value) < std::tie(concept_read.title_rank, concept_read.title)) {
    concept_read.title_rank = rank;
    concept_read.title = value;
  }
}

void CodeSystem::check() const {
  const Place place{draft_.origin()};
  if (kind_ != "CodeSystem") {
    fail(ErrorCode::bad_format, place,
         kind_.empty() ? "is a JSON object without a resourceType of its own"
                       : "is a FHIR " + quoted(kind_) + ", where a CodeSystem is needed",
         "save the CodeSystem in a file of its own");
  }
  if (concepts_.empty()) {
    fail(ErrorCode::bad_taxonomy, place,
         "the CodeSystem holds 0 concepts" +
             (content_.empty() ? std::string() : "; its content is " + quoted(content_)),
         "ask its publisher for the complete CodeSystem");
  }
}

void CodeSystem::add_edges(std::vector<std::string>& notes) {
  using Edge = std::tuple<TaxonomyBuilder::Draft, TaxonomyBuilder::Draft, std::uint64_t>;
  std::vector<Edge> edges;  // (parent, child, line)
  for (const Concept& child : concepts_) {
    if (child.parent == kTop) continue;
    edges.emplace_back(draft_.node(concepts_[child.parent].code), draft_.node(child.code),
                       child.line);
  }
  std::uint64_t n_ignored = 0;
  for (const Relative& relative : relatives_) {
    const bool parent = std::ranges::count(parent_names_, relative.property) != 0;
    if (!parent && std::ranges::count(child_names_, relative.property) == 0) continue;
    if (meaning_ == "classified-with") {
      ++n_ignored;
      continue;
    }
    const auto other = draft_.node(relative.code, relative.line);
    const auto self = draft_.node(concepts_[relative.concept_index].code);
    edges.emplace_back(parent ? other : self, parent ? self : other, relative.line);
  }
  // Nesting and both properties may say the same, which is one edge.
  std::sort(edges.begin(), edges.end());
  const auto same = [](const Edge& a, const Edge& b) {
    return std::get<0>(a) == std::get<0>(b) && std::get<1>(a) == std::get<1>(b);
  };
  edges.erase(std::unique(edges.begin(), edges.end(), same), edges.end());
  for (const auto& [parent, child, line] : edges) draft_.edge(parent, child, line);
  if (n_ignored != 0) {
    notes.push_back(counted(n_ignored, "property names a parent or child and is",
                            "properties name a parent or child and are") +
                    " not followed: the hierarchy's meaning is 'classified-with'");
  }
}

void CodeSystem::hand_over(TaxonomyFacts& facts) {
  check();
  facts.format = "fhir";
  facts.detail = meaning_.empty() ? "CodeSystem" : "CodeSystem, " + quoted(meaning_);
  for (const Concept& added : concepts_) {
    const auto node = draft_.node(added.code, added.line);
    draft_.define(node);
    if (!added.title.empty()) draft_.title(node, added.title, added.line);
  }
  const std::string n_codes = std::to_string(draft_.size());
  add_edges(facts.notes);
  if (!content_.empty() && content_ != "complete") {
    facts.notes.push_back("the CodeSystem's content is " + quoted(content_) +
                          ": codes may be missing");
  }
  if (!count_.empty() && count_ != n_codes) {
    facts.notes.push_back("the CodeSystem says that it has " + quoted(count_) +
                          " concepts; it holds " + n_codes);
  }
}

}  // namespace

void read_fhir(std::string_view bytes, TaxonomyBuilder& draft, const TaxonomyOptions& options,
               TaxonomyFacts& facts) {
  if (bytes.find("\"resourceType\"") == std::string_view::npos) {
    read_ancestors(bytes, draft, facts);
    return;
  }
  CodeSystem system(bytes, draft, options);
  system.read();
  system.hand_over(facts);
}

}  // namespace tallystick::detail
