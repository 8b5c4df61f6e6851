#include "measures/first_labels.hpp"

#include <algorithm>

#include "measures/term_space.hpp"
#include "measures/ways_up.hpp"

namespace tallystick::detail {

LcaHeights::LcaHeights(const Taxonomy& taxonomy)
    : taxonomy_(&taxonomy),
      heights_(heights(taxonomy)),
      true_(taxonomy.size()),
      above_marks_(taxonomy.size()),
      met_(taxonomy.size()),
      below_(taxonomy.size()),
      counted_(taxonomy.size()) {
  for (const std::uint32_t height : heights_) {
    root_height_ = std::max(root_height_, height + (taxonomy.root() ? 0U : 1U));
  }
}

void LcaHeights::start(std::span<const NodeId> truth) {
  true_.clear();
  above_marks_.clear();
  truth_.clear();
  above_.clear();
  for (const NodeId node : truth) {
    if (node == kNoNode || !true_.add(node)) continue;
    truth_.push_back(node);
    if (above_marks_.add(node)) above_.push_back(node);
  }
  for (std::size_t i = 0; i < above_.size(); ++i) {
    for (const NodeId parent : taxonomy_->parents(above_[i])) {
      if (above_marks_.add(parent)) above_.push_back(parent);
    }
  }
}

std::uint32_t LcaHeights::height(NodeId predicted) {
  if (predicted == kNoNode) return root_height_;
  if (true_.has(predicted)) return 0;
  std::uint32_t least = root_height_;
  met_.clear();
  met_.add(predicted);
  way_.assign(1, predicted);
  while (!way_.empty()) {
    const NodeId node = way_.back();
    way_.pop_back();
    if (above_marks_.has(node)) {  // what is above it is higher
      least = std::min(least, heights_[node]);
      continue;
    }
    for (const NodeId parent : taxonomy_->parents(node)) {
      if (met_.add(parent)) way_.push_back(parent);
    }
  }
  return least;
}

/// Leaves below an ancestor of the truth that no lower ancestor has.
void LcaHeights::walk_down(NodeId top, std::uint32_t height, std::size_t most,
                           std::vector<std::uint32_t>& found) {
  if (!below_.add(top)) return;
  way_.assign(1, top);
  while (!way_.empty() && found.size() < most) {
    const NodeId node = way_.back();
    way_.pop_back();
    if (taxonomy_->is_leaf(node) && counted_.add(node)) found.push_back(height);
    for (const NodeId child : taxonomy_->children(node)) {
      if (below_.add(child)) way_.push_back(child);
    }
  }
}

std::vector<std::uint32_t> LcaHeights::nearest(std::size_t k, std::span<const NodeId> predicted) {
  std::vector<std::uint32_t> found(truth_.size(), 0);
  counted_.clear();
  for (const NodeId node : truth_) counted_.add(node);
  // Predicted inner classes may be nearer than leaves; predicted leaves are found among these.
  std::size_t n_inner = 0;
  for (const NodeId node : predicted) {
    const bool inner = node == kNoNode || !taxonomy_->is_leaf(node);
    if (!inner || (node != kNoNode && !counted_.add(node))) continue;
    found.push_back(height(node));
    ++n_inner;
  }
  below_.clear();
  std::sort(above_.begin(), above_.end(), [this](NodeId a, NodeId b) {
    return heights_[a] != heights_[b] ? heights_[a] < heights_[b] : a < b;
  });
  for (const NodeId top : above_) {
    if (found.size() >= k + n_inner) break;
    walk_down(top, heights_[top], k + n_inner, found);
  }
  if (!taxonomy_->root()) {  // any other leaf is below the root that is not written
    for (NodeId node = static_cast<NodeId>(taxonomy_->size());
         node-- > 0 && found.size() < k + n_inner;) {
      if (taxonomy_->is_leaf(node) && counted_.add(node)) found.push_back(root_height_);
    }
  }
  std::sort(found.begin(), found.end());
  if (found.size() > k) found.resize(k);
  return found;
}

}  // namespace tallystick::detail
