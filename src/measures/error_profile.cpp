#include "measures/error_profile.hpp"

#include <algorithm>

namespace tallystick::detail {

std::string_view error_kind_name(ErrorKind kind) noexcept {
  constexpr std::string_view kNames[] = {"exact",        "under_specified", "over_specified",
                                         "sibling",      "same_branch",     "other_branch",
                                         "no_prediction"};
  static_assert(std::size(kNames) == kErrorKinds);
  return kNames[static_cast<std::size_t>(kind)];
}

ErrorProfiler::ErrorProfiler(const Taxonomy& taxonomy)
    : taxonomy_(&taxonomy),
      labels_(taxonomy.size()),
      above_(taxonomy.size()),
      parents_(taxonomy.size()),
      met_(taxonomy.size()),
      counted_(taxonomy.size()) {}

template <typename Meet>
void ErrorProfiler::walk_up(NodeId from, NodeMarks& met, const Meet& meet) {
  waiting_.clear();
  if (met.add(from)) waiting_.push_back(from);
  while (!waiting_.empty()) {
    const NodeId node = waiting_.back();
    waiting_.pop_back();
    if (!meet(node)) return;
    for (const NodeId parent : taxonomy_->parents(node)) {
      if (met.add(parent)) waiting_.push_back(parent);
    }
  }
}

void ErrorProfiler::look_at(std::span<const NodeId> truth) {
  labels_.clear();
  above_.clear();
  parents_.clear();
  for (const NodeId label : truth) {
    labels_.add(label);
    walk_up(label, above_, [](NodeId) { return true; });
    for (const NodeId parent : taxonomy_->parents(label)) {
      if (taxonomy_->root() != parent) parents_.add(parent);
    }
  }
}

ErrorKind ErrorProfiler::kind_of(NodeId predicted) {
  if (labels_.has(predicted)) return ErrorKind::exact;
  if (above_.has(predicted)) return ErrorKind::under_specified;
  bool below = false, branch = false;
  met_.clear();
  walk_up(predicted, met_, [&](NodeId node) {
    below = labels_.has(node);
    branch |= above_.has(node) && taxonomy_->depth(node) == 1;
    return !below;
  });
  if (below) return ErrorKind::over_specified;
  const auto parents = taxonomy_->parents(predicted);
  const auto shared = [this](NodeId parent) { return parents_.has(parent); };
  if (std::any_of(parents.begin(), parents.end(), shared)) return ErrorKind::sibling;
  return branch ? ErrorKind::same_branch : ErrorKind::other_branch;
}

ErrorKind ErrorProfiler::kind(std::span<const NodeId> truth, NodeId predicted) {
  look_at(truth);
  return kind_of(predicted);
}

void ErrorProfiler::add(std::span<const NodeId> truth, std::span<const NodeId> predicted,
                        ErrorProfile& profile, std::uint64_t times) {
  if (predicted.empty()) {
    if (!truth.empty()) profile[static_cast<std::size_t>(ErrorKind::no_prediction)] += times;
    return;
  }
  look_at(truth);
  counted_.clear();
  for (const NodeId label : predicted) {
    if (counted_.add(label)) profile[static_cast<std::size_t>(kind_of(label))] += times;
  }
}

}  // namespace tallystick::detail
