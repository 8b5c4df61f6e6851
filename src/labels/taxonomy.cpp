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

Closure::Closure(const Taxonomy& taxonomy)
    : taxonomy_(&taxonomy), seen_(taxonomy.size()), found_(taxonomy.size() + 1) {}

std::span<const NodeId> Closure::of(std::span<const NodeId> labels,
                                    std::optional<std::uint32_t> edges) {
  if (++call_ == 0) {  // after 2^32 calls the marks of old calls would look fresh
    std::fill(seen_.begin(), seen_.end(), 0);
    call_ = 1;
  }
  above_tops_ = false;
  std::size_t n_found = 0;
  // Without a branch: whether a parent was met before is as good as random. So a node that was is
  // written, too, and then overwritten; hence one place more than there are nodes.
  const auto meet = [&](NodeId node) {
    found_[n_found] = node;
    n_found += seen_[node] == call_ ? 0 : 1;
    seen_[node] = call_;
  };
  for (const NodeId label : labels) meet(label);
  // Breadth first, ring by ring, so that the limit counts edges of the shortest way.
  std::size_t ring = 0;
  for (std::uint32_t step = 0; ring < n_found && (!edges || step < *edges); ++step) {
    const std::size_t end = n_found;
    for (; ring < end; ++ring) {
      const auto parents = taxonomy_->parents(found_[ring]);
      above_tops_ |= parents.empty();
      for (const NodeId parent : parents) meet(parent);
    }
  }
  return {found_.data(), n_found};
}

}  // namespace tallystick
