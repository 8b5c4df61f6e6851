// One function a form of hierarchy: what read_taxonomy() calls.
#pragma once

#include <string_view>

#include "tallystick/labels/taxonomy_builder.hpp"
#include "tallystick/readers/read_taxonomy.hpp"

namespace tallystick::detail {

// Each takes the whole text of a source: UTF-8, without zero bytes and byte order mark. It adds to
// the draft, and says in `facts` what was decided; places of errors name draft.origin().

void read_isco08(TaxonomyBuilder& draft, TaxonomyFacts& facts);
void read_obo(std::string_view bytes, TaxonomyBuilder& draft, const TaxonomyOptions& options,
              TaxonomyFacts& facts);
void read_skos(std::string_view bytes, TaxonomyBuilder& draft, const TaxonomyOptions& options,
               TaxonomyFacts& facts);
void read_fhir(std::string_view bytes, TaxonomyBuilder& draft, const TaxonomyOptions& options,
               TaxonomyFacts& facts);
/// JSON that maps each class to all its ancestors; read_fhir calls it for JSON without a resource.
void read_ancestors(std::string_view bytes, TaxonomyBuilder& draft, TaxonomyFacts& facts);
/// The forms that are lines or tables: prefix, edges, paths, levels, or which of them it is.
void read_text_taxonomy(std::string_view bytes, TaxonomyBuilder& draft,
                        const TaxonomyOptions& options, TaxonomyFacts& facts);

}  // namespace tallystick::detail
