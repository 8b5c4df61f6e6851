#include "measures/path_pairs.hpp"

#include <algorithm>
#include <tuple>

namespace tallystick::detail {

PathPairs::PathPairs(const Taxonomy& taxonomy)
    : taxonomy_(&taxonomy),
      virtual_root_(static_cast<NodeId>(taxonomy.size())),
      only_(taxonomy.size() + 1, 0),
      shared_begin_(taxonomy.size() + 2, 0),
      true_(taxonomy),
      predicted_(taxonomy),
      on_way_(taxonomy.size() + 1),
      is_around_(taxonomy.size() + 1),
      leads_here_(taxonomy.size() + 1),
      counted_(taxonomy.size()) {
  for (NodeId node = 0; node < taxonomy.size(); ++node) {
    for (const NodeId child : taxonomy.children(node)) {
      taxonomy.parents(child).size() == 1 ? void(++only_[node]) : shared_.push_back(child);
    }
    shared_begin_[node + 1] = static_cast<std::uint32_t>(shared_.size());
    only_[virtual_root_] += !taxonomy.root() && taxonomy.parents(node).empty();
  }
  shared_begin_[virtual_root_ + 1] = static_cast<std::uint32_t>(shared_.size());
}

void PathPairs::start(NodeId truth) { true_.start({&truth, 1}); }

PathCell PathPairs::with(NodeId predicted) {
  predicted_.start({&predicted, 1});
  PathCell cell;
  choose_meetings(cell);
  mark_common();
  mark_way(true_, cell.fn);
  mark_way(predicted_, cell.fp);
  cell.tn = avoided();
  return cell;
}

/// The deepest common ancestors; of these the nearest; of these the nearest to the prediction.
void PathPairs::choose_meetings(PathCell& cell) {
  meetings_.clear();
  const auto meet = [&](NodeId node, std::uint64_t depth, std::uint64_t fp, std::uint64_t fn) {
    const auto worse = std::tuple(cell.tp, fp + fn, fp),
               better = std::tuple(depth, cell.fp + cell.fn, cell.fp);
    if (!meetings_.empty() && worse > better) return;
    if (meetings_.empty() || worse < better) meetings_.clear();
    cell = {depth, 0, fp, fn};
    meetings_.push_back(node);
  };
  if (!taxonomy_->root()) {
    meet(virtual_root_, 0, predicted_.edges_to_root(), true_.edges_to_root());
  }
  for (const NodeId node : predicted_.nodes()) {
    if (!true_.reaches(node)) continue;
    meet(node, taxonomy_->depth(node), predicted_.edges(node), true_.edges(node));
  }
}

bool PathPairs::on_way(NodeId node) {
  if (!on_way_.add(node)) return false;
  way_.push_back(node);
  return true;
}

/// The longest ways from the root to the meetings, and all that is around them.
void PathPairs::mark_common() {
  on_way_.clear();
  is_around_.clear();
  way_.clear();
  around_.clear();
  const auto around = [this](NodeId node) {
    if (is_around_.add(node)) around_.push_back(node);
  };
  for (const NodeId node : meetings_) on_way(node), around(node);
  for (std::size_t i = 0; i < way_.size(); ++i) {
    const NodeId node = way_[i];
    if (node == virtual_root_ || taxonomy_->root() == node) continue;
    const auto parents = taxonomy_->parents(node);
    if (parents.empty()) on_way(virtual_root_), around(virtual_root_);
    for (const NodeId parent : parents) {
      around(parent);
      if (taxonomy_->depth(parent) + 1 == taxonomy_->depth(node)) on_way(parent);
    }
  }
}

/// The shortest ways of so many edges from the meetings down to the label.
void PathPairs::mark_way(const WaysUp& way, std::uint64_t edges) {
  leads_here_.clear();
  for (const NodeId node : meetings_) leads_here_.add(node);
  for (const NodeId node : way.nodes()) {  // parents come first
    const std::uint64_t below = way.edges(node);
    if (below >= edges) continue;
    const auto parents = taxonomy_->parents(node);
    const auto leads = [&](NodeId parent) {
      return leads_here_.has(parent) && way.edges(parent) == below + 1;
    };
    const bool from_root = parents.empty() && leads_here_.has(virtual_root_);
    if (!from_root && std::none_of(parents.begin(), parents.end(), leads)) continue;
    leads_here_.add(node);
    on_way(node);
  }
}

/// Children of the nodes around the common way that are on no way.
std::uint64_t PathPairs::avoided() {
  std::uint64_t n = 0;
  counted_.clear();
  for (const NodeId node : around_) {
    n += only_[node];
    for (std::uint32_t i = shared_begin_[node]; i < shared_begin_[node + 1]; ++i) {
      n += counted_.add(shared_[i]) && !on_way_.has(shared_[i]);
    }
  }
  for (const NodeId node : way_) {
    if (node == virtual_root_ || taxonomy_->root() == node) continue;
    const auto parents = taxonomy_->parents(node);
    if (parents.size() > 1) continue;
    n -= is_around_.has(parents.empty() ? virtual_root_ : parents[0]);
  }
  return n;
}

}  // namespace tallystick::detail
