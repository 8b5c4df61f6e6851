// The sizes of one example's label sets with their ancestors.
#pragma once

#include <algorithm>
#include <optional>
#include <span>

#include "measures/count_preserving.hpp"
#include "tallystick/measures/hierarchy.hpp"

namespace tallystick::detail {

/// Classes in both closed sets of one example, in that of the truth alone, of the prediction alone.
class ClosedSizes {
 public:
  ClosedSizes(const Taxonomy& taxonomy, const Params& p)
      : taxonomy_(&taxonomy),
        rule_{p.root.value_or(Root::out), p.edges, p.level, p.counts_labels},
        truth_(taxonomy),
        predicted_(taxonomy) {}

  Cell operator()(std::span<const NodeId> truth, std::span<const NodeId> predicted) {
    if (rule_.counts_labels) return counted(truth, predicted);
    const auto below = predicted_.of(predicted, rule_.edges);
    Cell out;
    for (const NodeId node : truth_.of(truth, rule_.edges)) {
      if (counts(node)) (predicted_.contains(node) ? out.tp : out.fn) += 1;
    }
    for (const NodeId node : below) {
      if (counts(node) && !truth_.contains(node)) out.fp += 1;
    }
    if (rule_.root == Root::above && !rule_.level) {
      const bool t = truth_.above_tops(), p = predicted_.above_tops();
      if (t || p) (t && p ? out.tp : t ? out.fn : out.fp) += 1;
    }
    return out;
  }

 private:
  Cell counted(std::span<const NodeId> truth, std::span<const NodeId> predicted) {
    if (!labels_) labels_.emplace(*taxonomy_);
    Cell out;
    const auto add = [&out](std::uint64_t t, std::uint64_t p) {
      const std::uint64_t common = std::min(t, p);
      out.tp += common, out.fp += p - common, out.fn += t - common;
    };
    for (const NodeCount& one : (*labels_)(truth, predicted)) {
      if (counts(one.node)) add(one.truth, one.predicted);
    }
    if (rule_.root == Root::above && !rule_.level) add(truth.size(), predicted.size());
    return out;
  }
  [[nodiscard]] bool counts(NodeId node) const { return rule_.counts(*taxonomy_, node); }

  const Taxonomy* taxonomy_;
  ClosureRule rule_;
  Closure truth_, predicted_;
  std::optional<CountPreserving> labels_;
};

}  // namespace tallystick::detail
