// What the statements of a SKOS source say about its concepts, before any of it is decided on.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "readers/ontology.hpp"
#include "readers/rdf.hpp"
#include "tallystick/labels/vocabulary.hpp"

namespace tallystick::detail {

/// The title of a concept: of several the one that is asked for, whatever their order.
class SkosTitle {
 public:
  /// `rank`: 0 for the language asked for, more for others.
  void offer(int rank, std::string_view language, std::string_view text);
  /// Empty: there is none.
  [[nodiscard]] const std::string& text() const noexcept { return text_; }
  [[nodiscard]] int rank() const noexcept { return rank_; }
  /// The language has several; SKOS allows one.
  [[nodiscard]] bool several() const noexcept { return several_; }

 private:
  int rank_ = 0;
  bool several_ = false;
  std::string language_, text_;
};

struct SkosResource {
  bool is_concept = false;
  bool is_scheme = false;
  bool is_blank = false;
  bool described = false;  // the subject of a statement, not only mentioned
  SkosTitle title;
};

class SkosGraph {
 public:
  using Pair = std::pair<LabelId, LabelId>;

  /// `language` is what titles should be in; empty: English.
  SkosGraph(const std::string& file, std::string_view language);

  /// Errors: bad_format when words stand where a concept should.
  void take(const RdfStatement& statement);
  /// After the last statement: sorts, and decides what is a concept.
  void settle();

  Vocabulary iris;   // of resources; blank nodes are "_:" and their label
  Vocabulary texts;  // of notations
  std::vector<SkosResource> resources;
  std::vector<Standing> standing;
  std::vector<Pair> edges;      // (parent, child), each once
  std::vector<Pair> schemes;    // (scheme, concept), each once
  std::vector<Pair> notations;  // (concept, text), each once
  bool states_tops = false;     // it says which concepts are on top

 private:
  LabelId resource(const RdfTerm& term);
  LabelId object(const RdfStatement& statement);
  void typed(LabelId subject, std::string_view type);
  void on_top(LabelId scheme, LabelId top);
  void label(LabelId subject, std::string_view language, std::string_view text);
  void settle_labels();

  struct Label {
    LabelId node;
    std::string language, text;
  };

  std::string file_, language_;
  bool entries_ = false;           // some resource has a type, a title or a notation
  std::vector<Pair> transitive_;   // (ancestor, descendant)
  std::vector<Pair> label_nodes_;  // SKOS-XL: (node of the title, concept)
  std::vector<Label> label_texts_;
};

}  // namespace tallystick::detail
