// Files -> taxonomies, in every form that hierarchies come in; and back to edges or paths.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tallystick/labels/taxonomy.hpp"
#include "tallystick/labels/taxonomy_builder.hpp"
#include "tallystick/readers/read.hpp"

namespace tallystick {

enum class TaxonomyFormat : std::uint8_t {
  automatic,
  prefix,  // one code a line, its parent is a prefix: by lengths, or up to the last separator
  edges,   // parent and child (or child and parent), or a parent with all its children
  paths,   // "A > B > C"
  levels,  // one column a level
  obo,
  skos,
  fhir,
};

struct TaxonomyOptions {
  TaxonomyFormat format = TaxonomyFormat::automatic;
  std::string separator;  // inside prefix codes or paths; empty: found out
  std::string language;   // of titles, where a source has several; empty: English, else any
};

/// What was decided about the source.
struct TaxonomyFacts {
  std::string format;  // "prefix", "edges", ...
  std::string detail;  // "codes of 1, 2, 3, 4 characters", "parent first", ...
  std::vector<std::string> notes;
};

/// A draft that can still be faulty, for `taxonomy check`. `source` is a built-in name ("isco08")
/// or a path; "-" is standard input; .gz and .zst are read as they are.
/// Errors: no_such_file, cannot_read, bad_format, bad_encoding, bad_taxonomy, not_available.
[[nodiscard]] TaxonomyBuilder read_taxonomy_draft(const std::string& source,
                                                  const TaxonomyOptions& options,
                                                  TaxonomyFacts* facts = nullptr);

/// The finished taxonomy. Errors: as above, and taxonomy_cycle.
[[nodiscard]] Taxonomy read_taxonomy(const std::string& source, const TaxonomyOptions& options,
                                     TaxonomyFacts* facts = nullptr);

}  // namespace tallystick
