// SKOS from any text, in Turtle, N-Triples or RDF/XML.
#include "taxonomy_fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using namespace tallystick;
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  if (!is_text(text)) return 0;
  const FormOutcome once = outcome_of(detail::read_skos, text, "de");
  require(outcome_of(detail::read_skos, text, "de") == once, "reading twice gives the same");
  require(outcome_of(detail::read_skos, text) == once, "the language of titles decides no code");
  return 0;
}
