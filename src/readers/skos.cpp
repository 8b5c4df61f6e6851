#include "readers/skos.hpp"

#include <algorithm>
#include <tuple>

#include "tallystick/base/error.hpp"
#include "tallystick/base/text.hpp"

namespace tallystick::detail {

namespace {

enum class Says : std::uint8_t {
  type,
  broader,
  narrower,
  broader_transitive,
  narrower_transitive,
  top_of,
  has_top,
  in_scheme,
  notation,
  label,
  label_node,
  literal_form,
  deprecated,
  replaced_by,
  something_else,
  nothing,
};

constexpr std::string_view kSkos = "http://www.w3.org/2004/02/skos/core#";

Says meaning(std::string_view predicate) {
  constexpr std::pair<std::string_view, Says> kOurs[] = {
      {"prefLabel", Says::label},
      {"broader", Says::broader},
      {"narrower", Says::narrower},
      {"notation", Says::notation},
      {"inScheme", Says::in_scheme},
      {"topConceptOf", Says::top_of},
      {"hasTopConcept", Says::has_top},
      {"broaderTransitive", Says::broader_transitive},
      {"narrowerTransitive", Says::narrower_transitive},
  };
  constexpr std::pair<std::string_view, Says> kOthers[] = {
      {"http://www.w3.org/1999/02/22-rdf-syntax-ns#type", Says::type},
      {"http://www.w3.org/2008/05/skos-xl#prefLabel", Says::label_node},
      {"http://www.w3.org/2008/05/skos-xl#literalForm", Says::literal_form},
      {"http://www.w3.org/2002/07/owl#deprecated", Says::deprecated},
      {"http://purl.org/dc/terms/isReplacedBy", Says::replaced_by},
  };
  if (predicate.starts_with(kSkos)) {
    const std::string_view name = predicate.substr(kSkos.size());
    for (const auto& [ours, says] : kOurs) {
      if (name == ours) return says;
    }
    return Says::something_else;
  }
  for (const auto& [other, says] : kOthers) {
    if (predicate == other) return says;
  }
  return Says::nothing;
}

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return out;
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
  return text.substr(0, text.find_last_not_of(kBlanks) + 1);
}

void make_unique(std::vector<SkosGraph::Pair>& pairs) {
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
}

}  // namespace

void SkosTitle::offer(int rank, std::string_view language, std::string_view text) {
  const auto offered = std::tuple<int, std::string_view>(rank, language);
  const auto kept = std::tuple<int, std::string_view>(rank_, language_);
  if (!text_.empty() && offered > kept) return;
  if (!text_.empty() && offered == kept) {
    several_ |= text != text_;
    if (text < text_) text_ = text;
    return;
  }
  several_ = false;
  rank_ = rank;
  language_ = language;
  text_ = text;
}

SkosGraph::SkosGraph(const std::string& file, std::string_view language)
    : file_(file), language_(language.empty() ? "en" : lower(language)) {}

LabelId SkosGraph::resource(const RdfTerm& term) {
  const bool blank = term.kind == RdfKind::blank;
  const LabelId id = blank ? iris.intern("_:" + std::string(term.text))
                           : iris.intern(term.text.empty() ? "<>" : term.text);
  if (id >= resources.size()) {
    resources.resize(id + std::size_t{1});
    standing.resize(id + std::size_t{1});
    resources[id].is_blank = blank;
  }
  return id;
}

LabelId SkosGraph::object(const RdfStatement& statement) {
  if (statement.object.kind != RdfKind::literal) return resource(statement.object);
  fail(ErrorCode::bad_format, Place{file_},
       "'" + std::string(statement.predicate.substr(statement.predicate.rfind('#') + 1)) + "' of " +
           quoted(statement.subject.text) + " names no concept, but has the words " +
           quoted(statement.object.text),
       "name the concept by its IRI");
}

void SkosGraph::typed(LabelId subject, std::string_view type) {
  if (!type.starts_with(kSkos)) return;
  type.remove_prefix(kSkos.size());
  resources[subject].is_scheme |= type == "ConceptScheme";
  if (type != "Concept") return;
  entries_ = true;
  resources[subject].is_concept = true;
  resources[subject].described = true;
}

void SkosGraph::on_top(LabelId scheme, LabelId top) {
  resources[scheme].is_scheme = true;
  resources[top].is_concept = true;
  schemes.emplace_back(scheme, top);
  states_tops = true;
}

void SkosGraph::label(LabelId subject, std::string_view written, std::string_view text) {
  text = trimmed(text);
  if (text.empty()) return;
  const std::string language = lower(written);
  const auto distance = [&language](std::string_view wanted) {  // "de-at" is a kind of "de"
    if (!language.starts_with(wanted)) return 2;
    return language.size() == wanted.size() ? 0 : language[wanted.size()] == '-' ? 1 : 2;
  };
  int rank = distance(language_);
  if (rank == 2) rank += distance("en");
  if (rank == 4 && !language.empty()) rank = 5;
  resources[subject].title.offer(rank, language, text);
}

void SkosGraph::take(const RdfStatement& statement) {
  const Says says = meaning(statement.predicate);
  if (says == Says::nothing) return;
  const LabelId subject = resource(statement.subject);
  const bool words = statement.object.kind == RdfKind::literal;
  const std::string_view text = statement.object.text;
  switch (says) {
    case Says::type: typed(subject, text); return;
    case Says::deprecated: standing[subject].withdrawn |= text == "true" || text == "1"; return;
    case Says::replaced_by:
      if (!words) {
        const LabelId other = resource(statement.object);
        standing[subject].replaced_by(other);
      }
      return;
    case Says::literal_form:
      if (words) {
        label_texts_.push_back(
            {subject, std::string(statement.object.language), std::string(text)});
      }
      return;
    default: resources[subject].described = true;
  }
  switch (says) {
    case Says::broader: edges.emplace_back(object(statement), subject); break;
    case Says::narrower: edges.emplace_back(subject, object(statement)); break;
    case Says::broader_transitive: transitive_.emplace_back(object(statement), subject); break;
    case Says::narrower_transitive: transitive_.emplace_back(subject, object(statement)); break;
    case Says::top_of: on_top(object(statement), subject); break;
    case Says::has_top: on_top(subject, object(statement)); break;
    case Says::in_scheme: schemes.emplace_back(object(statement), subject); break;
    case Says::label:
      entries_ = true;
      if (words) label(subject, statement.object.language, text);
      break;
    case Says::label_node:
      entries_ = true;
      label_nodes_.emplace_back(object(statement), subject);
      break;
    case Says::notation:
      entries_ = true;
      if (words && !trimmed(text).empty()) {
        notations.emplace_back(subject, texts.intern(trimmed(text)));
      }
      break;
    default: break;
  }
}

/// SKOS-XL writes a title as a node with a literal form.
void SkosGraph::settle_labels() {
  make_unique(label_nodes_);
  for (const Label& form : label_texts_) {
    auto at = std::ranges::lower_bound(label_nodes_, Pair(form.node, 0));
    for (; at != label_nodes_.end() && at->first == form.node; ++at) {
      label(at->second, form.language, form.text);
    }
  }
}

void SkosGraph::settle() {
  settle_labels();
  if (edges.empty()) edges = std::move(transitive_);  // ancestors, where parents are not stated
  make_unique(edges);
  make_unique(schemes);
  make_unique(notations);
  // A scheme is no concept: "broader" that scheme says that the concept is on top.
  const auto is_mere_scheme = [this](LabelId id) {
    return resources[id].is_scheme && !resources[id].is_concept;
  };
  for (const auto& [parent, child] : edges) {
    if (is_mere_scheme(parent) == is_mere_scheme(child)) continue;
    schemes.emplace_back(is_mere_scheme(parent) ? Pair(parent, child) : Pair(child, parent));
    states_tops = true;
  }
  std::erase_if(edges, [&](const Pair& edge) {
    return is_mere_scheme(edge.first) || is_mere_scheme(edge.second);
  });
  make_unique(schemes);
  for (const auto& [parent, child] : edges) {
    resources[parent].is_concept = resources[child].is_concept = true;
  }
  for (LabelId id = 0; id < resources.size(); ++id) {
    standing[id].present = resources[id].is_concept && (resources[id].described || !entries_);
  }
}

}  // namespace tallystick::detail
