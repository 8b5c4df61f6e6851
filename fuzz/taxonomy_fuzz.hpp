// What the fuzz targets of ontologies share: any text gives a taxonomy or a clear error, the same
// one each time.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "readers/taxonomy_forms.hpp"
#include "require.hpp"
#include "tallystick/base/error.hpp"
#include "tallystick/base/text.hpp"

namespace tallystick {

struct FormOutcome {
  std::uint64_t fingerprint = 0;
  std::string error;  // empty: it was read
  friend bool operator==(const FormOutcome&, const FormOutcome&) = default;
};

/// What the front checks before a form's reader sees a text.
inline bool is_text(std::string_view bytes) {
  return utf8_fault(bytes) == bytes.size() && bytes.find('\0') == std::string_view::npos;
}

template <typename Form>
FormOutcome outcome_of(Form form, std::string_view text, std::string_view language = {}) {
  TaxonomyOptions options;
  options.language = language;
  TaxonomyFacts facts;
  const auto n_lines = static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n')) + 1;
  try {
    TaxonomyBuilder draft("input");
    form(text, draft, options, facts);
    require(!facts.format.empty(), "the form that was read has a name");
    const TaxonomyFindings findings = draft.findings();
    const Taxonomy taxonomy = std::move(draft).build();
    require(findings.cycles.empty(), "a taxonomy has no cycles");
    require(taxonomy.size() != 0, "a taxonomy has classes");
    for (NodeId node = 0; node < taxonomy.size(); ++node) {
      require(taxonomy.find(taxonomy.code(node)) == node, "a code leads to its class");
      for (const NodeId parent : taxonomy.parents(node)) {
        require(taxonomy.depth(parent) < taxonomy.depth(node), "parents are above");
      }
    }
    for (const auto& [other, node] : taxonomy.alternatives()) {
      require(taxonomy.find(other) == node, "an alternative code leads to its class");
    }
    return {taxonomy.fingerprint(), {}};
  } catch (const Error& error) {
    require(error.code() != ErrorCode::internal, "no text is an internal error");
    require(error.place().line <= n_lines + 1, "an error lies in the text");
    return {0, error.what()};
  }
}

}  // namespace tallystick
