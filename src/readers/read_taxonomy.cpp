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

/// The text from its first word on, after comments as OBO (!) and Turtle (#) have them.
std::string_view first_words(std::string_view text) {
  for (;;) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    if (!text.starts_with('#') && !text.starts_with('!')) return text;
    text.remove_prefix(std::min(text.find('\n'), text.size()));
  }
}

/// "prefix e: <http://e.org/>", in letters of any case.
bool is_sparql_prefix(std::string_view line) {
  constexpr std::string_view kWord = "prefix";
  if (line.size() <= kWord.size() || (line[kWord.size()] != ' ' && line[kWord.size()] != '\t')) {
    return false;
  }
  for (std::size_t i = 0; i < kWord.size(); ++i) {
    if ((line[i] | 0x20) != kWord[i]) return false;
  }
  return line.find(": <") != std::string_view::npos || line.find(":<") != std::string_view::npos;
}

/// obo, skos or fhir when the first words say so, else automatic: lines or a table.
TaxonomyFormat announced(std::string_view text) {
  constexpr std::size_t kHeader = 1 << 16;  // of OBO, lines before the first term
  const std::string_view start = first_words(text);
  const std::string_view head = start.substr(0, kHeader);
  if (head.starts_with("format-version:") || head.starts_with("[Term]") ||
      head.find("\n[Term]") != std::string_view::npos) {
    return TaxonomyFormat::obo;
  }
  if (head.starts_with('<') || head.starts_with("_:") || head.starts_with("@prefix") ||
      head.starts_with("@base") || head.starts_with("BASE <") ||
      is_sparql_prefix(head.substr(0, head.find('\n')))) {
    return TaxonomyFormat::skos;
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
