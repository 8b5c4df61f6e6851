#include "measures/term_space.hpp"

#include <algorithm>
#include <functional>
#include <utility>

#include "tallystick/base/error.hpp"
#include "tallystick/base/text.hpp"
#include "tallystick/labels/taxonomy_builder.hpp"

namespace tallystick::detail {

namespace {

/// A taxonomy of some of the nodes, with further ones that have no parents.
Taxonomy part_of(const Taxonomy& whole, const std::vector<char>& kept,
                 const std::vector<std::string_view>& more) {
  TaxonomyBuilder draft(whole.origin());
  draft.no_written_root();
  std::vector<TaxonomyBuilder::Draft> drafts(whole.size(), 0);
  for (NodeId node = 0; node < whole.size(); ++node) {
    if (kept[node] == 0) continue;
    drafts[node] = draft.node(whole.code(node));
    for (const NodeId parent : whole.parents(node)) {  // parents come first
      if (kept[parent] != 0) draft.edge(drafts[parent], drafts[node]);
    }
  }
  for (const std::string_view code : more) draft.node(code);
  return std::move(draft).build();
}

class Spaces {
 public:
  explicit Spaces(const Scores& scores)
      : scores_(scores),
        whole_(scores.whole().tally().taxonomy()),
        labels_(scores.whole().tally().vocabulary()) {}

  [[nodiscard]] TermSpace all() const {
    std::vector<std::string_view> lacking;
    for (LabelId label = 0; label < labels_.size(); ++label) {
      if (!whole_->find(labels_.name(label))) lacking.push_back(labels_.name(label));
    }
    if (lacking.empty()) return with({}, whole_);
    const std::vector<char> kept(whole_->size(), 1);
    return with({}, std::make_shared<const Taxonomy>(part_of(*whole_, kept, lacking)));
  }

  [[nodiscard]] TermSpace part(std::string name, const std::vector<char>& kept) const {
    return with(std::move(name), std::make_shared<const Taxonomy>(part_of(*whole_, kept, {})));
  }

  [[nodiscard]] std::vector<char> in_space(std::uint32_t space) const {
    std::vector<char> kept(whole_->size(), 0);
    for (NodeId node = 0; node < whole_->size(); ++node) kept[node] = whole_->space(node) == space;
    return kept;
  }

  [[nodiscard]] std::vector<char> below(NodeId top) const {
    std::vector<char> kept(whole_->size(), 0);
    kept[top] = 1;
    for (NodeId node = 0; node < whole_->size(); ++node) {
      for (const NodeId parent : whole_->parents(node)) kept[node] |= kept[parent];
    }
    return kept;
  }

 private:
  [[nodiscard]] TermSpace with(std::string name, std::shared_ptr<const Taxonomy> taxonomy) const {
    TermSpace out{std::move(name), std::move(taxonomy), {}, {}, {}};
    out.node_of.reserve(labels_.size());
    for (LabelId label = 0; label < labels_.size(); ++label) {
      // An alternative code means what it means in the whole.
      const auto known = whole_->find(labels_.name(label));
      const auto node = out.taxonomy->find(known ? whole_->code(*known) : labels_.name(label));
      out.node_of.push_back(node.value_or(kNoNode));
    }
    if (const std::vector<char>& interest = scores_.terms_of_interest(); !interest.empty()) {
      for (NodeId node = 0; node < out.taxonomy->size(); ++node) {
        const auto known = whole_->find(out.taxonomy->code(node));
        out.counts.push_back(known ? interest[*known] : char{0});
      }
    }
    if (scores_.node_weights().empty()) return out;
    out.weights.assign(out.taxonomy->size(), 0);
    for (NodeId node = 0; node < out.taxonomy->size(); ++node) {
      const auto known = whole_->find(out.taxonomy->code(node));
      if (known) out.weights[node] = scores_.node_weights()[*known];
    }
    return out;
  }

  const Scores& scores_;
  std::shared_ptr<const Taxonomy> whole_;
  const Vocabulary& labels_;
};

}  // namespace

std::vector<TermSpace> term_spaces(const Scores& scores, const std::string& name) {
  const Taxonomy* const whole = scores.taxonomy();
  if (whole == nullptr) {
    fail(ErrorCode::wrong_usage, "measures of protein function need a hierarchy of the terms",
         "name it with --taxonomy FILE, an OBO file for example");
  }
  const Spaces spaces(scores);
  const std::vector<std::string>& names = whole->spaces();
  std::vector<TermSpace> out;
  if (name == "all" || (name == "each" && names.empty())) {
    out.push_back(spaces.all());
    return out;
  }
  for (std::uint32_t i = 0; i < names.size(); ++i) {
    if (name == "each" || name == names[i])
      out.push_back(spaces.part(names[i], spaces.in_space(i)));
  }
  if (!out.empty()) return out;
  if (const auto top = whole->find(name)) {
    out.push_back(spaces.part(name, spaces.below(*top)));
    return out;
  }
  const auto near = nearest(name, std::vector<std::string_view>(names.begin(), names.end()));
  fail(ErrorCode::wrong_usage,
       quoted(name) + " is neither a namespace nor a class of " + whole->origin(),
       near.empty() ? "name a class, or leave namespace= out"
                    : "did you mean " + quoted(near[0]) + "?");
}

}  // namespace tallystick::detail
