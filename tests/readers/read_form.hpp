// What the tests of forms of hierarchies share: read a text, look at the outcome.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "readers/taxonomy_forms.hpp"
#include "tallystick/base/error.hpp"

namespace tallystick {

using Form = void (*)(std::string_view, TaxonomyBuilder&, const TaxonomyOptions&, TaxonomyFacts&);

/// A taxonomy that was read from memory, with what the reader said about it.
struct ReadForm {
  TaxonomyFindings findings;
  Taxonomy taxonomy;
  TaxonomyFacts facts;

  [[nodiscard]] std::vector<std::string> codes() const {
    std::vector<std::string> out;
    for (NodeId node = 0; node < taxonomy.size(); ++node) out.emplace_back(taxonomy.code(node));
    return out;
  }
  [[nodiscard]] std::vector<std::string> parents(std::string_view code) const {
    const auto node = taxonomy.find(code);
    if (!node) return {"no such code"};
    std::vector<std::string> out;
    for (const NodeId parent : taxonomy.parents(*node)) out.emplace_back(taxonomy.code(parent));
    return out;
  }
  [[nodiscard]] std::string title(std::string_view code) const {
    const auto node = taxonomy.find(code);
    return node ? std::string(taxonomy.title(*node)) : "no such code";
  }
  /// The code that a code, its own or another, leads to.
  [[nodiscard]] std::string found(std::string_view code) const {
    const auto node = taxonomy.find(code);
    return node ? std::string(taxonomy.code(*node)) : "no such code";
  }
};

inline ReadForm read_form(Form form, std::string_view text, const TaxonomyOptions& options = {}) {
  ReadForm out;
  TaxonomyBuilder draft("h");
  form(text, draft, options, out.facts);
  out.findings = draft.findings();
  out.taxonomy = std::move(draft).build();
  return out;
}

/// "h:3: error [bad-format]: ..." of a text that must not be read.
inline std::string fault_of(Form form, std::string_view text, const TaxonomyOptions& options = {}) {
  try {
    const ReadForm read = read_form(form, text, options);
    return "was read, with " + std::to_string(read.taxonomy.size()) + " classes";
  } catch (const Error& error) {
    return error.what();
  }
}

using Strings = std::vector<std::string>;

}  // namespace tallystick
