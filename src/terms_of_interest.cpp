#include "terms_of_interest.hpp"

#include "tallystick/base/error.hpp"
#include "tallystick/base/text.hpp"

namespace tallystick::detail {

std::vector<char> terms_of_interest(const Tally& tally, const EvaluateOptions& options) {
  if (options.terms_file.empty()) return {};
  const Taxonomy* const taxonomy = tally.taxonomy().get();
  if (taxonomy == nullptr) {
    fail(ErrorCode::wrong_usage, "--terms names classes of a hierarchy, and there is none",
         "name it with --taxonomy FILE");
  }
  Vocabulary terms;
  read_labels(options.terms_file, ReadOptions{}, terms);
  std::vector<char> out(taxonomy->size(), 0);
  for (LabelId term = 0; term < terms.size(); ++term) {
    const auto node = taxonomy->find(terms.name(term));
    if (!node) {
      std::vector<std::string_view> codes;
      for (NodeId other = 0; other < taxonomy->size(); ++other) {
        codes.push_back(taxonomy->code(other));
      }
      const auto near = nearest(terms.name(term), codes);
      fail(ErrorCode::unknown_label, Place{options.terms_file},
           "term " + quoted(terms.name(term)) + " is not among the " +
               counted(taxonomy->size(), "class", "classes") + " of " + taxonomy->origin(),
           near.empty() ? "name classes of the taxonomy" : "did you mean " + quoted(near[0]) + "?");
    }
    out[*node] = 1;
  }
  return out;
}

}  // namespace tallystick::detail
