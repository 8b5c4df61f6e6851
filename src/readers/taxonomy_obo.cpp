// OBO 1.2 and 1.4: what gene and phenotype ontologies are written in.
#include <string>
#include <utility>
#include <vector>

#include "readers/obo_lines.hpp"
#include "readers/ontology.hpp"
#include "readers/taxonomy_forms.hpp"
#include "tallystick/base/error.hpp"
#include "tallystick/base/text.hpp"
#include "tallystick/labels/vocabulary.hpp"

namespace tallystick::detail {

namespace {

/// Whether a relation leads to a more general class. Others (has_part, regulates) say nothing about
/// ancestors, and their targets may lie in other files.
bool leads_up(std::string_view relation) {
  return relation == "part_of" || relation == "BFO:0000050" || relation == "OBO_REL:part_of";
}

struct Stanza {
  LabelId term = kNoLabel;
  LabelId space = kNoLabel;  // its namespace
  std::uint64_t line = 0;
  bool obsolete = false;
};

/// All stanzas of one id.
struct Term {
  LabelId space = kNoLabel;
  std::uint64_t line = 0;  // of the first, if there is one
};

/// What a stanza says of another term.
struct Mention {
  std::size_t stanza;
  LabelId other;
  std::uint64_t line;
};

struct Name {
  std::size_t stanza;
  std::string text;
  std::uint64_t line;
};

class Obo {
 public:
  explicit Obo(TaxonomyBuilder& draft) : draft_(draft) {}

  void read(std::string_view text);
  void hand_over(TaxonomyFacts& facts);

 private:
  void header(const OboTag& tag);
  void begin_stanza();
  void end_stanza();
  void term_tag(const OboTag& tag);
  void relationship(std::string_view value);
  LabelId term(std::string_view escaped);

  void merge();
  void hand_over_terms(std::vector<std::string>& notes);
  void hand_over_edges(std::vector<std::string>& notes);
  void hand_over_alternatives(std::vector<std::string>& notes);
  void note_spaces(std::vector<std::string>& notes) const;
  [[nodiscard]] std::string_view code(std::size_t stanza) const {
    return ids_.name(stanzas_[stanza].term);
  }
  [[noreturn]] void wrong(std::uint64_t line, std::string fact, std::string hint) const {
    fail(ErrorCode::bad_format, Place{draft_.origin(), line}, std::move(fact), std::move(hint));
  }

  TaxonomyBuilder& draft_;
  OboLines lines_{{}};
  enum class Part : std::uint8_t { header, term, other } part_ = Part::header;
  Vocabulary ids_, spaces_;
  std::vector<Stanza> stanzas_;
  std::vector<Term> terms_;  // by their numbers in ids_
  std::vector<Standing> standing_;
  std::vector<Name> names_;
  std::vector<Mention> edges_, alternatives_, replacements_;
  Counts not_followed_;  // relation -> lines
  std::uint64_t imports_ = 0;
  LabelId default_space_ = kNoLabel;
};

LabelId Obo::term(std::string_view escaped) {
  const std::string id = obo_text(escaped);
  if (id.empty()) wrong(lines_.number(), "the tag has no value", "write the id of a term after it");
  return ids_.intern(id);
}

void Obo::header(const OboTag& tag) {
  if (tag.name.empty()) {
    wrong(lines_.number(), "expected 'tag: value' or '[Term]', but found " + quoted(lines_.text()),
          "check that this is an OBO file");
  }
  if (tag.name == "default-namespace" && !tag.value.empty()) {
    default_space_ = spaces_.intern(obo_text(tag.value));
  }
  if (tag.name == "import") ++imports_;
}

void Obo::end_stanza() {
  if (part_ != Part::term || stanzas_.back().term != kNoLabel) return;
  wrong(stanzas_.back().line, "this [Term] has no id", "give it a line 'id: ...'");
}

void Obo::begin_stanza() {
  end_stanza();
  const std::string_view line = lines_.text();
  const std::size_t close = line.find(']');
  if (close == std::string_view::npos) {
    wrong(lines_.number(), "a stanza's name is not closed: " + quoted(line), "write it as [Term]");
  }
  part_ = line.substr(0, close) == "[Term" ? Part::term : Part::other;
  if (part_ == Part::term) stanzas_.push_back({kNoLabel, kNoLabel, lines_.number(), false});
}

void Obo::relationship(std::string_view value) {
  const std::size_t blank = value.find_first_of(" \t");
  const std::size_t target =
      blank == std::string_view::npos ? blank : value.find_first_not_of(" \t", blank);
  if (target == std::string_view::npos) {
    wrong(lines_.number(), "expected a relation and a term, but found " + quoted(value),
          "write it as in 'relationship: part_of GO:0005634'");
  }
  const std::string relation = obo_text(value.substr(0, blank));
  if (leads_up(relation)) {
    edges_.push_back({stanzas_.size() - 1, term(value.substr(target)), lines_.number()});
  } else {
    ++not_followed_[quoted(relation)];
  }
}

void Obo::term_tag(const OboTag& tag) {
  Stanza& stanza = stanzas_.back();
  const auto mention = [&] {
    return Mention{stanzas_.size() - 1, term(tag.value), lines_.number()};
  };
  if (tag.name.empty()) {
    wrong(lines_.number(), "expected 'tag: value', but found " + quoted(lines_.text()),
          "put a colon after the tag");
  } else if (tag.name == "id") {
    const LabelId id = term(tag.value);
    if (stanza.term != kNoLabel && stanza.term != id) {
      wrong(lines_.number(),
            "a second id of the term " + quoted(ids_.name(stanza.term)) + ": " +
                quoted(ids_.name(id)),
            "begin the next term with [Term], or write alt_id");
    }
    stanza.term = id;
  } else if (tag.name == "name") {
    names_.push_back({stanzas_.size() - 1, obo_text(tag.value), lines_.number()});
  } else if (tag.name == "namespace") {
    if (!tag.value.empty()) stanza.space = spaces_.intern(obo_text(tag.value));
  } else if (tag.name == "is_a") {
    edges_.push_back(mention());
  } else if (tag.name == "relationship") {
    relationship(tag.value);
  } else if (tag.name == "alt_id") {
    alternatives_.push_back(mention());
  } else if (tag.name == "replaced_by") {
    replacements_.push_back(mention());
  } else if (tag.name == "is_obsolete") {
    stanza.obsolete = stanza.obsolete || tag.value == "true" || tag.value == "1";
  }
}

void Obo::read(std::string_view text) {
  lines_ = OboLines(text);
  while (lines_.next()) {
    if (lines_.text().front() == '[') {
      begin_stanza();
    } else if (part_ == Part::header) {
      header(obo_tag(lines_.text()));
    } else if (part_ == Part::term) {
      term_tag(obo_tag(lines_.text()));
    }
  }
  end_stanza();
  if (stanzas_.empty()) {
    fail(ErrorCode::bad_taxonomy, Place{draft_.origin()}, "holds 0 terms",
         "an OBO file has stanzas that begin with [Term]");
  }
}

/// Stanzas with one id are parts of one term.
void Obo::merge() {
  terms_.resize(ids_.size());
  standing_.resize(ids_.size());
  for (const Stanza& stanza : stanzas_) {
    Term& term = terms_[stanza.term];
    if (term.space != kNoLabel && stanza.space != kNoLabel && term.space != stanza.space) {
      wrong(stanza.line,
            "term " + quoted(ids_.name(stanza.term)) + " is of namespace " +
                quoted(spaces_.name(stanza.space)) + " here, but of " +
                quoted(spaces_.name(term.space)) + " on line " + std::to_string(term.line),
            "keep one namespace for each term");
    }
    if (stanza.space != kNoLabel) term.space = stanza.space;
    if (term.line == 0) term.line = stanza.line;
    standing_[stanza.term].present = true;
    standing_[stanza.term].withdrawn |= stanza.obsolete;
  }
  for (const Mention& mention : replacements_) {
    standing_[stanzas_[mention.stanza].term].replaced_by(mention.other);
  }
  for (Term& term : terms_) {
    if (term.space == kNoLabel) term.space = default_space_;
  }
}

void Obo::hand_over_terms(std::vector<std::string>& notes) {
  std::uint64_t n_obsolete = 0, n_terms = 0;
  for (LabelId id = 0; id < terms_.size(); ++id) {
    n_terms += standing_[id].present ? 1 : 0;
    n_obsolete += standing_[id].withdrawn ? 1 : 0;
    if (!standing_[id].usable()) continue;
    const auto node = draft_.node(ids_.name(id), terms_[id].line);
    draft_.define(node);
    if (terms_[id].space != kNoLabel) draft_.space(node, spaces_.name(terms_[id].space));
  }
  if (n_obsolete == n_terms) {
    fail(ErrorCode::bad_taxonomy, Place{draft_.origin()},
         n_terms == 1 ? "the only term is obsolete"
                      : "all " + counted(n_terms, "term") + " are obsolete",
         "check that this is the file you meant");
  }
  for (const Name& name : names_) {
    if (name.text.empty() || standing_[stanzas_[name.stanza].term].withdrawn) continue;
    draft_.title(draft_.node(code(name.stanza)), name.text, name.line);
  }
  if (n_obsolete != 0) {
    notes.push_back(counted(n_obsolete, "obsolete term is", "obsolete terms are") + " left out");
  }
}

void Obo::hand_over_edges(std::vector<std::string>& notes) {
  std::uint64_t crossing = 0, to_obsolete = 0;
  for (const Mention& edge : edges_) {
    const LabelId child = stanzas_[edge.stanza].term;
    if (standing_[child].withdrawn) continue;
    draft_.edge(draft_.node(ids_.name(edge.other), edge.line), draft_.node(code(edge.stanza)),
                edge.line);
    to_obsolete += standing_[edge.other].withdrawn ? 1 : 0;
    const bool known = standing_[edge.other].usable();
    crossing += known && terms_[edge.other].space != terms_[child].space ? 1 : 0;
  }
  if (crossing != 0) {
    notes.push_back(counted(crossing, "edge leads", "edges lead") +
                    " from one namespace to another, followed like the others");
  }
  if (to_obsolete != 0) {
    notes.push_back(counted(to_obsolete, "edge leads", "edges lead") + " to an obsolete term");
  }
}

void Obo::hand_over_alternatives(std::vector<std::string>& notes) {
  const std::vector<LabelId> meant = stand_ins(standing_);
  std::vector<char> stated(ids_.size(), 0);
  for (const Mention& mention : alternatives_) {
    const LabelId term = meant[stanzas_[mention.stanza].term];
    if (term == kNoLabel) continue;
    stated[mention.other] = 1;
    draft_.alternative(ids_.name(mention.other), draft_.node(ids_.name(term)));
  }
  std::uint64_t n_replaced = 0;
  for (LabelId id = 0; id < terms_.size(); ++id) {
    if (!standing_[id].withdrawn || meant[id] == kNoLabel) continue;
    ++n_replaced;
    if (stated[id] == 0) draft_.alternative(ids_.name(id), draft_.node(ids_.name(meant[id])));
  }
  if (n_replaced != 0) {
    notes.push_back(counted(n_replaced, "obsolete term has", "obsolete terms have") +
                    " one replacement, which stands for it");
  }
}

void Obo::note_spaces(std::vector<std::string>& notes) const {
  Counts sizes;
  for (LabelId id = 0; id < terms_.size(); ++id) {
    if (!standing_[id].usable()) continue;
    const LabelId space = terms_[id].space;
    ++sizes[space == kNoLabel ? "none" : quoted(spaces_.name(space))];
  }
  if (spaces_.size() != 0) notes.push_back("terms by namespace: " + listed(sizes));
}

void Obo::hand_over(TaxonomyFacts& facts) {
  merge();
  facts.format = "obo";
  facts.detail = "is_a and part_of";
  note_spaces(facts.notes);
  hand_over_terms(facts.notes);
  hand_over_edges(facts.notes);
  hand_over_alternatives(facts.notes);
  if (!not_followed_.empty()) {
    facts.notes.push_back("relations not followed: " + listed(not_followed_));
  }
  if (imports_ != 0) {
    facts.notes.push_back(counted(imports_, "import is", "imports are") + " not read");
  }
}

}  // namespace

void read_obo(std::string_view bytes, TaxonomyBuilder& draft, const TaxonomyOptions& /*options*/,
              TaxonomyFacts& facts) {
  Obo obo(draft);
  obo.read(bytes);
  obo.hand_over(facts);
}

}  // namespace tallystick::detail
