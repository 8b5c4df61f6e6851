#include "tallystick/labels/taxonomy.hpp"

#include <algorithm>
#include <limits>

namespace tallystick {

std::optional<NodeId> Taxonomy::find(std::string_view code) const {
  if (const auto node = codes_.find(code)) return node;
  const auto at = std::lower_bound(
      alternatives_.begin(), alternatives_.end(), code,
      [](const auto& known, std::string_view wanted) { return known.first < wanted; });
  if (at == alternatives_.end() || at->first != code) return {};
  return at->second;
}

std::pair<NodeId, NodeId> Taxonomy::level(std::uint32_t depth) const noexcept {
  const auto [first, last] = std::equal_range(depth_.begin(), depth_.end(), depth);
  return {static_cast<NodeId>(first - depth_.begin()), static_cast<NodeId>(last - depth_.begin())};
}

Closure::Closure(const Taxonomy& taxonomy) : taxonomy_(&taxonomy), seen_(taxonomy.size()) {}

std::span<const NodeId> Closure::of(std::span<const NodeId> labels,
                                    std::optional<std::uint32_t> edges) {
  if (++call_ == 0) {  // after 2^32 calls the marks of old calls would look fresh
    std::fill(seen_.begin(), seen_.end(), 0);
    call_ = 1;
  }
  found_.clear();
  above_tops_ = false;
  const auto meet = [this](NodeId node) {
    if (seen_[node] == call_) return;
    seen_[node] = call_;
    found_.push_back(node);
  };
  for (const NodeId label : labels) meet(label);
  // Breadth first, ring by ring, so that the limit counts edges of the shortest way.
  std::size_t ring = 0;
  for (std::uint32_t step = 0; ring < found_.size() && (!edges || step < *edges); ++step) {
    const std::size_t end = found_.size();
    for (; ring < end; ++ring) {
      const auto parents = taxonomy_->parents(found_[ring]);
      above_tops_ |= parents.empty();
      for (const NodeId parent : parents) meet(parent);
    }
  }
  return found_;
}

}  // namespace tallystick
