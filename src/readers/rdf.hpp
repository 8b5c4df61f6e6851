// RDF in Turtle, N-Triples or RDF/XML: its statements, one after the other.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace tallystick::detail {

enum class RdfKind : std::uint8_t { iri, blank, literal };

struct RdfTerm {
  RdfKind kind = RdfKind::iri;
  std::string_view text;      // an IRI, a blank node's label, or the words of a literal
  std::string_view language;  // of a literal, may be empty
};

/// Its texts last for the call it is handed to.
struct RdfStatement {
  RdfTerm subject;
  std::string_view predicate;
  RdfTerm object;
};

/// Hands over every statement of a text and returns the name of its syntax. Relative IRIs of a text
/// without a base stay as they are written. Nothing is fetched: no imports, no external entities.
/// Errors: bad_format with the line; not_available in a build without raptor2. Exceptions of `take`
/// come through.
std::string_view read_rdf(std::string_view text, const std::string& file,
                          const std::function<void(const RdfStatement&)>& take);

/// RDF/XML rather than Turtle.
[[nodiscard]] bool is_xml(std::string_view text) noexcept;

/// The line of the first element that is nested deeper than `limit`, or 0.
[[nodiscard]] std::uint64_t nested_too_deep(std::string_view xml, std::size_t limit) noexcept;

}  // namespace tallystick::detail
