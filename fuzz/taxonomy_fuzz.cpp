// Every form of hierarchy that is lines or a table, on any text: a taxonomy or a clear error, the
// same for lines in another order, and the same again when it is written as edges and read back.
//
// An input is text that ends with one byte, which chooses the format and the separator.
#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "readers/taxonomy_forms.hpp"
#include "readers/taxonomy_layout.hpp"
#include "require.hpp"
#include "tallystick/base/error.hpp"
#include "tallystick/base/text.hpp"
#include "tallystick/readers/write_taxonomy.hpp"

namespace {

using namespace tallystick;

struct Outcome {
  std::optional<Taxonomy> taxonomy;
  TaxonomyFacts facts;
};

Outcome read(std::string_view text, const TaxonomyOptions& options) {
  Outcome out;
  try {
    TaxonomyBuilder draft("fuzz");
    detail::read_text_taxonomy(text, draft, options, out.facts);
    const TaxonomyFindings found = draft.findings();
    const std::size_t n = draft.size();
    try {
      out.taxonomy = std::move(draft).build();
      require(found.cycles.empty() && found.unreachable.empty() && found.self_parents.empty() &&
                  found.two_titles.empty(),
              "what has cycles, or contradicts itself, is not built");
      require(out.taxonomy->size() == n, "no node is lost");
    } catch (const Error& error) {
      require(error.code() == ErrorCode::taxonomy_cycle
                  ? !found.cycles.empty() || !found.self_parents.empty()
                  : error.code() == ErrorCode::bad_taxonomy,
              "what is not built has a cycle, or contradicts itself");
    }
  } catch (const Error& error) {
    require(error.code() != ErrorCode::internal, "no input is an internal error");
    require(!error.fact().empty(), "an error says what happened");
  }
  return out;
}

void check_shape(const Taxonomy& taxonomy) {
  for (NodeId node = 0; node < taxonomy.size(); ++node) {
    require(taxonomy.find(taxonomy.code(node)) == node, "a code finds its node");
    for (const NodeId parent : taxonomy.parents(node)) {
      require(parent < node && taxonomy.depth(parent) < taxonomy.depth(node),
              "parents come first, and are higher up");
    }
  }
}

void check_writing(const Taxonomy& taxonomy, const TaxonomyFacts& facts) {
  const Outcome again = read(taxonomy_to_edges(taxonomy), {});
  require(again.taxonomy && again.taxonomy->fingerprint() == taxonomy.fingerprint(),
          "edges read back are the same taxonomy");
  try {
    const bool paths = facts.format == "paths" || facts.format == "levels";
    static_cast<void>(taxonomy_to_paths(taxonomy, paths));
  } catch (const Error& error) {
    require(error.code() == ErrorCode::too_large || error.code() == ErrorCode::bad_taxonomy,
            "paths are refused for their number or their codes");
  }
}

/// The lines from the last to the first, where each is a row of its own; else nothing.
std::optional<std::string> reversed(std::string_view text, const TaxonomyOptions& options) {
  if (text.find('"') != std::string_view::npos) return {};
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    lines.push_back(text.substr(0, text.find('\n')));
    text.remove_prefix(std::min(lines.back().size() + 1, text.size()));
  }
  std::reverse(lines.begin(), lines.end());
  std::string out;
  for (const std::string_view line : lines) out.append(line).append("\n");
  const auto headed = [&](std::string_view rows) {
    return detail::layout_of_header(detail::first_line(rows), options.format).has_value();
  };
  if (headed(out)) return {};
  return out;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(bytes), size - 1);
  if (utf8_fault(text) != text.size() || text.find('\0') != std::string_view::npos) return 0;
  TaxonomyOptions options;
  options.format = static_cast<TaxonomyFormat>(bytes[size - 1] % 5);
  constexpr std::string_view kSeparators[] = {"", "", ".", "::", " > ", "/", "-"};
  options.separator = kSeparators[bytes[size - 1] / 5 % 7];

  const Outcome once = read(text, options);
  const bool headed =
      detail::layout_of_header(detail::first_line(text), options.format).has_value();
  if (const auto other = headed ? std::nullopt : reversed(text, options)) {
    const Outcome turned = read(*other, options);
    require(turned.taxonomy.has_value() == once.taxonomy.has_value() &&
                (!once.taxonomy || turned.taxonomy->fingerprint() == once.taxonomy->fingerprint()),
            "the order of lines never matters");
  }
  if (!once.taxonomy) return 0;
  check_shape(*once.taxonomy);
  check_writing(*once.taxonomy, once.facts);
  return 0;
}
