// Scores of ancestors: which classes an example reaches, from its best score down.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "tallystick/labels/taxonomy.hpp"

namespace tallystick::detail {

/// How a class gets a score from the classes below it.
enum class Propagation : std::uint8_t {
  max,   // the largest of its own and theirs
  fill,  // theirs only where it has none of its own
};

/// Walks up from the scored and the true classes of one example after another. The hierarchy must
/// outlive it.
class ScoreReach {
 public:
  ScoreReach(const Taxonomy& taxonomy, Propagation rule)
      : taxonomy_(taxonomy), fills_(rule == Propagation::fill), marks_(taxonomy.size()) {}

  void next_example() {
    now_ += kStep;
    if (now_ != 0) return;
    std::fill(marks_.begin(), marks_.end(), 0);  // marks of 2^28 examples ago would look fresh
    now_ = kStep;
  }
  /// The class has a score of its own. Needed for fill alone, before the first way up.
  void score(NodeId node) { static_cast<void>(add(node, kScored)); }
  [[nodiscard]] bool is_true(NodeId node) const { return (mark(node) & kTrue) != 0; }
  /// The class or one below it was known before.
  [[nodiscard]] bool is_known(NodeId node) const { return (mark(node) & kKnown) != 0; }
  void up_from_known(NodeId node) {
    walk<kKnown>(node, [](NodeId) {});
  }

  /// Visits the class and its ancestors, but none twice an example.
  template <typename Visit>
  void up_from_true(NodeId node, Visit visit) {
    walk<kTrue>(node, visit);
  }
  /// Visits the classes that get the class's score. Call from the best score down: who reaches a
  /// class first has the largest.
  template <typename Visit>
  void up_from_scored(NodeId node, Visit visit) {
    walk<kReached>(node, visit);
  }

 private:
  static constexpr std::uint32_t kTrue = 1, kReached = 2, kScored = 4, kKnown = 8, kStep = 16;

  /// Marks of the example; those of earlier ones are below now_.
  [[nodiscard]] std::uint32_t mark(NodeId node) const { return std::max(marks_[node], now_); }
  bool add(NodeId node, std::uint32_t bit) {
    const std::uint32_t known = mark(node);
    marks_[node] = known | bit;
    return (known & bit) == 0;
  }

  template <std::uint32_t Bit, typename Visit>
  void walk(NodeId from, Visit visit) {
    if (!add(from, Bit)) return;
    way_.assign(1, from);
    while (!way_.empty()) {
      const NodeId node = way_.back();
      way_.pop_back();
      visit(node);
      for (const NodeId parent : taxonomy_.parents(node)) {
        if (Bit == kReached && fills_ && (mark(parent) & kScored) != 0) continue;
        if (add(parent, Bit)) way_.push_back(parent);
      }
    }
  }

  const Taxonomy& taxonomy_;
  bool fills_;
  std::vector<std::uint32_t> marks_;  // the last example that met the class, and how
  std::uint32_t now_ = 0;
  std::vector<NodeId> way_;
};

}  // namespace tallystick::detail
