// FHIR CodeSystems, and lists of ancestors, from any text.
#include "taxonomy_fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using namespace tallystick;
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  if (!is_text(text)) return 0;
  const FormOutcome once = outcome_of(detail::read_fhir, text, "de");
  require(outcome_of(detail::read_fhir, text, "de") == once, "reading twice gives the same");
  if (once.error.empty()) {
    std::string line(text);
    std::replace(line.begin(), line.end(), '\n', ' ');
    require(outcome_of(detail::read_fhir, line, "de") == once, "line ends are blanks");
  }
  return 0;
}
