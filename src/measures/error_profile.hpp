// What kind of mistake each predicted label is.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "measures/node_marks.hpp"
#include "tallystick/labels/taxonomy.hpp"

namespace tallystick::detail {

/// From best to worst; where several true labels give several kinds, the best one holds.
enum class ErrorKind : std::uint8_t {
  exact,
  under_specified,  // stands above a true label: right, but too general
  over_specified,   // stands below a true label
  sibling,          // shares a parent with a true label
  same_branch,      // shares a class of the first level, at depth 1
  other_branch,     // shares nothing but the root, or the example has no true labels
  no_prediction,    // the example has true labels, but none is predicted
};
inline constexpr std::size_t kErrorKinds = 7;

/// "under_specified", ...
[[nodiscard]] std::string_view error_kind_name(ErrorKind kind) noexcept;

/// Units of each kind: one for each predicted label; one for an example with true labels and no
/// prediction; none for an example without either. Shares of their sum add up to 1.
using ErrorProfile = std::array<std::uint64_t, kErrorKinds>;

/// Children of a written root are not siblings of each other by that: what the root, written or
/// not, is shared by says nothing. In a directed acyclic graph a node may have several parents and
/// belong to several branches; one in common is enough. Costs the ancestors of the labels.
class ErrorProfiler {
 public:
  explicit ErrorProfiler(const Taxonomy& taxonomy);

  /// Adds `times` examples of these labels to the profile. Repeated labels count once.
  void add(std::span<const NodeId> truth, std::span<const NodeId> predicted, ErrorProfile& profile,
           std::uint64_t times = 1);
  /// The kind of one predicted label.
  [[nodiscard]] ErrorKind kind(std::span<const NodeId> truth, NodeId predicted);

 private:
  void look_at(std::span<const NodeId> truth);
  [[nodiscard]] ErrorKind kind_of(NodeId predicted);
  /// Calls meet(node) for the node and each ancestor, once, until it returns false.
  template <typename Meet>
  void walk_up(NodeId from, NodeMarks& met, const Meet& meet);

  const Taxonomy* taxonomy_;
  NodeMarks labels_, above_, parents_;  // of the true labels; above_ includes them
  NodeMarks met_, counted_;
  std::vector<NodeId> waiting_;
};

}  // namespace tallystick::detail
