#include "tallystick/readers/read_taxonomy.hpp"

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

#include "readers/chunk.hpp"
#include "readers/source.hpp"
#include "readers/taxonomy_forms.hpp"
#include "tallystick/base/error.hpp"

namespace tallystick {

namespace {

/// The text of a source in one piece, checked to be UTF-8.
std::string whole_text(const detail::Input& input) {
  const auto source = input.open();
  std::string text;
  for (std::size_t size = 0, step = 1 << 16;; step = std::max(step, size / 2)) {
    text.resize(size + step);
    const std::size_t got = source->read(text.data() + size, step);
    size += got;
    if (got != 0) continue;
    text.resize(size);
    break;
  }
  detail::Chunk chunk;
  chunk.file = &input.name();
  chunk.text = text;
  chunk.seen = detail::glance(text.data(), text.size());
  chunk.check_encoding();
  return text;
}

/// obo, skos or fhir when the first words say so, else automatic: lines or a table.
TaxonomyFormat announced(std::string_view text) {
  const std::size_t start = std::min(text.find_first_not_of(" \t\r\n"), text.size());
  const std::string_view head = text.substr(start, 4096);
  if (head.starts_with("format-version:") || head.find("[Term]\n") != std::string_view::npos ||
      head.find("[Term]\r\n") != std::string_view::npos) {
    return TaxonomyFormat::obo;
  }
  for (const std::string_view word : {"@prefix", "@base", "PREFIX ", "BASE <", "<?xml", "<rdf:RDF",
                                      "<http://", "<https://", "<urn:", "_:"}) {
    if (head.starts_with(word)) return TaxonomyFormat::skos;
  }
  return head.starts_with('{') ? TaxonomyFormat::fhir : TaxonomyFormat::automatic;
}

/// A word that is no file may be meant as a name.
void check_name(const std::string& source) {
  std::error_code ignored;
  if (source == "-" || source.find_first_of("./") != std::string::npos) return;
  if (std::filesystem::exists(source, ignored)) return;
  fail(ErrorCode::no_such_file, {source}, "is neither a file nor the name of a hierarchy",
       "isco08 is built in; or check the path");
}

}  // namespace

TaxonomyBuilder read_taxonomy_draft(const std::string& source, const TaxonomyOptions& options,
                                    TaxonomyFacts* facts) {
  TaxonomyFacts decided;
  TaxonomyBuilder draft(source);
  if (source == "isco08") {
    detail::read_isco08(draft, decided);
  } else {
    check_name(source);
    const std::string bytes = whole_text(detail::Input::file(source));
    std::string_view text = bytes;
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    const bool open = options.format == TaxonomyFormat::automatic;
    switch (open ? announced(text) : options.format) {
      case TaxonomyFormat::obo: detail::read_obo(text, draft, options, decided); break;
      case TaxonomyFormat::skos: detail::read_skos(text, draft, options, decided); break;
      case TaxonomyFormat::fhir: detail::read_fhir(text, draft, options, decided); break;
      case TaxonomyFormat::automatic:
      case TaxonomyFormat::prefix:
      case TaxonomyFormat::edges:
      case TaxonomyFormat::paths:
      case TaxonomyFormat::levels: detail::read_text_taxonomy(text, draft, options, decided); break;
    }
  }
  if (facts != nullptr) *facts = std::move(decided);
  return draft;
}

Taxonomy read_taxonomy(const std::string& source, const TaxonomyOptions& options,
                       TaxonomyFacts* facts) {
  return read_taxonomy_draft(source, options, facts).build();
}

}  // namespace tallystick
