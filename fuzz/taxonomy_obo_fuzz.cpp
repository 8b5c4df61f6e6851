// OBO from any text; how its lines end does not matter.
#include "taxonomy_fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using namespace tallystick;
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  if (!is_text(text)) return 0;
  const FormOutcome once = outcome_of(detail::read_obo, text);
  require(outcome_of(detail::read_obo, text) == once, "reading twice gives the same");
  if (text.find('\r') == std::string_view::npos) {
    std::string crlf;
    for (const char c : text) crlf += c == '\n' ? std::string("\r\n") : std::string(1, c);
    require(outcome_of(detail::read_obo, crlf) == once, "carriage returns do not show");
  }
  return 0;
}
