// SKOS: thesauri and classifications in RDF.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "readers/skos.hpp"
#include "readers/taxonomy_forms.hpp"
#include "tallystick/base/error.hpp"
#include "tallystick/base/text.hpp"

namespace tallystick::detail {

namespace {

class SkosDraft {
 public:
  SkosDraft(const SkosGraph& graph, TaxonomyBuilder& draft, std::vector<std::string>& notes)
      : graph_(graph), draft_(draft), notes_(notes) {}

  /// Whether every concept has a notation of its own; then these are the codes.
  bool choose_codes();
  void add_concepts(bool language_asked);
  void add_edges();
  void add_alternatives();
  void note_schemes();

 private:
  std::string_view code(LabelId id) const;
  TaxonomyBuilder::Draft node(LabelId id) { return draft_.node(code(id)); }
  void note(std::uint64_t n, std::string_view one, std::string_view many, std::string_view rest);

  const SkosGraph& graph_;
  TaxonomyBuilder& draft_;
  std::vector<std::string>& notes_;
  std::vector<LabelId> notation_;  // of each concept, when notations are the codes
};

void SkosDraft::note(std::uint64_t n, std::string_view one, std::string_view many,
                     std::string_view rest) {
  if (n != 0) notes_.push_back(counted(n, one, many) + std::string(rest));
}

bool SkosDraft::choose_codes() {
  std::vector<LabelId> notation(graph_.resources.size(), kNoLabel);
  std::vector<char> taken(graph_.texts.size(), 0);
  for (const auto& [id, text] : graph_.notations) {
    if (!graph_.standing[id].usable()) continue;
    if (notation[id] != kNoLabel || taken[text] != 0) return false;
    notation[id] = text;
    taken[text] = 1;
  }
  for (LabelId id = 0; id < notation.size(); ++id) {
    if (graph_.standing[id].usable() && notation[id] == kNoLabel) return false;
  }
  notation_ = std::move(notation);
  return true;
}

std::string_view SkosDraft::code(LabelId id) const {
  if (!notation_.empty() && notation_[id] != kNoLabel) return graph_.texts.name(notation_[id]);
  if (!graph_.resources[id].is_blank) return graph_.iris.name(id);
  const std::string& title = graph_.resources[id].title.text();
  fail(ErrorCode::bad_taxonomy, Place{draft_.origin()},
       "a concept " + (title.empty() ? "without a title" : quoted(title)) +
           " has no code: it is a blank node, and not every concept has a notation of its own",
       "give it an IRI");
}

void SkosDraft::add_concepts(bool language_asked) {
  std::uint64_t n = 0, n_withdrawn = 0, n_several = 0, n_other_language = 0;
  for (LabelId id = 0; id < graph_.resources.size(); ++id) {
    const Standing& standing = graph_.standing[id];
    n_withdrawn += standing.present && standing.withdrawn ? 1 : 0;
    if (!standing.usable()) continue;
    ++n;
    const SkosTitle& title = graph_.resources[id].title;
    draft_.define(node(id));
    if (!title.text().empty()) draft_.title(node(id), title.text());
    n_several += title.several() ? 1 : 0;
    n_other_language += title.text().empty() || title.rank() > 1 ? 1 : 0;
  }
  if (n == 0) {
    fail(ErrorCode::bad_taxonomy, Place{draft_.origin()},
         n_withdrawn == 0 ? "holds 0 SKOS concepts"
                          : "holds " + counted(n_withdrawn, "SKOS concept") + ", deprecated",
         "concepts have the type skos:Concept or lines with skos:broader or skos:narrower");
  }
  note(n_withdrawn, "deprecated concept is", "deprecated concepts are", " left out");
  note(n_several, "concept has", "concepts have",
       " several titles in one language; the first in the order of bytes is taken");
  if (language_asked) {
    note(n_other_language, "concept has", "concepts have", " no title in the language asked for");
  }
}

void SkosDraft::add_edges() {
  std::uint64_t n_withdrawn = 0;
  for (const auto& [parent, child] : graph_.edges) {
    if (graph_.standing[child].withdrawn) continue;
    n_withdrawn += graph_.standing[parent].withdrawn ? 1 : 0;
    draft_.edge(node(parent), node(child));
  }
  note(n_withdrawn, "concept is", "concepts are", " below a deprecated one");
  // What is above the stated tops is the scheme, which is no class.
  if (graph_.states_tops) draft_.no_written_root();
}

void SkosDraft::add_alternatives() {
  const std::vector<LabelId> meant = stand_ins(graph_.standing);
  std::uint64_t n_replaced = 0;
  for (LabelId id = 0; id < meant.size(); ++id) {
    if (meant[id] == kNoLabel) continue;
    n_replaced += graph_.standing[id].withdrawn ? 1 : 0;
    if (!graph_.resources[id].is_blank) draft_.alternative(graph_.iris.name(id), node(meant[id]));
  }
  note(n_replaced, "deprecated concept has", "deprecated concepts have",
       " one replacement, which stands for it");

  std::vector<SkosGraph::Pair> others;  // (text, concept)
  for (const auto& [id, text] : graph_.notations) {
    if (meant[id] != kNoLabel) others.emplace_back(text, meant[id]);
  }
  std::sort(others.begin(), others.end());
  others.erase(std::unique(others.begin(), others.end()), others.end());
  std::uint64_t n_ambiguous = 0;
  for (auto first = others.begin(); first != others.end();) {
    const auto last = std::find_if(first, others.end(),
                                   [&](const auto& other) { return other.first != first->first; });
    if (last - first == 1) draft_.alternative(graph_.texts.name(first->first), node(first->second));
    n_ambiguous += last - first > 1 ? 1 : 0;
    first = last;
  }
  note(n_ambiguous, "notation stands", "notations stand", " for several concepts, so for none");
}

void SkosDraft::note_schemes() {
  Counts sizes;
  for (const auto& [scheme, member] : graph_.schemes) {
    if (graph_.standing[member].usable()) ++sizes[quoted(graph_.iris.name(scheme))];
  }
  if (sizes.size() > 1) notes_.push_back("concepts by scheme: " + listed(sizes));
}

}  // namespace

void read_skos(std::string_view bytes, TaxonomyBuilder& draft, const TaxonomyOptions& options,
               TaxonomyFacts& facts) {
  SkosGraph graph(draft.origin(), options.language);
  const std::string_view syntax = read_rdf(
      bytes, draft.origin(), [&graph](const RdfStatement& statement) { graph.take(statement); });
  graph.settle();
  SkosDraft concepts(graph, draft, facts.notes);
  facts.format = "skos";
  facts.detail = std::string(syntax) +
                 (concepts.choose_codes() ? "; codes are notations" : "; codes are IRIs");
  concepts.note_schemes();
  concepts.add_concepts(!options.language.empty());
  concepts.add_edges();
  concepts.add_alternatives();
}

}  // namespace tallystick::detail
