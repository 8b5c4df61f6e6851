// One true label against one predicted label, as ways down from the root.
#pragma once

#include <cstdint>
#include <vector>

#include "measures/node_marks.hpp"
#include "measures/ways_up.hpp"
#include "tallystick/labels/taxonomy.hpp"

namespace tallystick::detail {

/// Classes on both ways, rightly avoided, on the predicted way only, on the true way only.
struct PathCell {
  std::uint64_t tp = 0, tn = 0, fp = 0, fn = 0;

  void add(const PathCell& other) noexcept {
    tp += other.tp, tn += other.tn, fp += other.fp, fn += other.fn;
  }
  friend bool operator==(const PathCell&, const PathCell&) = default;
};

/// Takes the best ways, as path_confusion.hpp says. Costs the ancestors of both labels and, in
/// graphs, those children of nodes on the common way that have several parents.
class PathPairs {
 public:
  explicit PathPairs(const Taxonomy& taxonomy);

  /// The true label of the pairs that follow.
  void start(NodeId truth);
  [[nodiscard]] PathCell with(NodeId predicted);

 private:
  void choose_meetings(PathCell& cell);
  void mark_common();
  void mark_way(const WaysUp& way, std::uint64_t edges);
  bool on_way(NodeId node);
  [[nodiscard]] std::uint64_t avoided();

  const Taxonomy* taxonomy_;
  NodeId virtual_root_;  // the number after the last node's; above all tops if no root is written
  std::vector<std::uint64_t> only_;          // children that have no other parent
  std::vector<std::uint32_t> shared_begin_;  // and those that have
  std::vector<NodeId> shared_;
  WaysUp true_, predicted_;
  std::vector<NodeId> meetings_;  // ends of the common ways
  std::vector<NodeId> way_;       // nodes on the ways
  std::vector<NodeId> around_;    // nodes whose children are on the ways or avoided
  NodeMarks on_way_, is_around_, leads_here_, counted_;
};

}  // namespace tallystick::detail
