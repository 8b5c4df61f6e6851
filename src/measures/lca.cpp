#include "tallystick/measures/lca.hpp"

#include <algorithm>
#include <compare>

#include "measures/ancestor_graph.hpp"
#include "tallystick/base/wide.hpp"

namespace tallystick {

using detail::AncestorGraph;
using detail::kSides;
using detail::Side;

namespace {

using Node = AncestorGraph::Node;

// Shares of one, in units of 2^-96: whole numbers, so a sum is the same in any order. What a
// division leaves over is lost; it stays below 2^-60 for any graph that fits in memory.
using Share = u128;
constexpr Share kOne = Share{1} << 96;

}  // namespace

class LcaScorer::Work {
 public:
  explicit Work(const Taxonomy& taxonomy) : graph_(taxonomy) {}

  Score score(std::span<const NodeId> truth, std::span<const NodeId> predicted) {
    if (truth.empty() && predicted.empty()) return {1, 1, 1};
    if (truth.empty() || predicted.empty()) return {0, 0, 0};
    graph_.build(truth, predicted, true);
    find_unshared();
    if (unshared_.empty()) return {1, 1, 1};
    find_touches();
    choose_ancestors();
    weigh();
    return result();
  }

 private:
  struct Unshared {  // a label of one side only
    Node label;
    Side side;
  };
  struct Touch {  // an ancestor that links an unshared label, by its place in unshared_
    std::uint32_t unshared;
    Node ancestor;
    friend auto operator<=>(const Touch&, const Touch&) = default;
  };
  struct Way {  // one edge of shortest ways from a label upwards
    Node child, parent;
  };

  void find_unshared();
  void find_touches();
  void choose_ancestors();
  void weigh();
  [[nodiscard]] Score result() const;

  [[nodiscard]] std::span<const Touch> touches_of(std::size_t unshared) const noexcept {
    return {touches_.data() + touches_begin_[unshared],
            touches_begin_[unshared + 1] - touches_begin_[unshared]};
  }
  void find_ways(Node label, std::span<const Touch> touches);
  void pour_to(std::size_t unshared);
  void pour_down(Side side, Node ancestor);
  void raise(Side side, Node node) noexcept {
    weight_[side][node] = std::max(weight_[side][node], std::min(kOne, amount_[node]));
  }
  void next_call() noexcept {
    if (++call_ != 0) return;
    std::fill(seen_.begin(), seen_.end(), 0);
    std::fill(wanted_.begin(), wanted_.end(), 0);
    call_ = 1;
  }

  AncestorGraph graph_;
  std::vector<Unshared> unshared_;
  std::vector<std::uint32_t> place_;  // of an unshared label in unshared_, by node
  std::vector<Touch> touches_;
  std::vector<std::uint32_t> touches_begin_;
  std::vector<Node> found_;
  std::vector<std::pair<Side, Node>> owners_;  // side of a label, its own nearest ancestor
  std::vector<Share> kept_;                    // weight of a kept ancestor; 0: not kept
  std::vector<std::uint8_t> touched_;          // bit of each side with a label that touches it
  std::array<std::vector<Share>, 2> weight_;
  // One pour.
  std::vector<Share> amount_;
  std::vector<std::uint32_t> seen_, wanted_;  // the last call that met, or looks for, the node
  std::vector<std::uint32_t> level_, n_ways_;
  std::uint32_t call_ = 0;
  std::vector<Node> queue_;
  std::vector<Way> ways_;
};

void LcaScorer::Work::find_unshared() {
  unshared_.clear();
  place_.assign(graph_.size(), AncestorGraph::kNever);
  for (const Side side : kSides) {
    for (const Node label : graph_.labels(side)) {
      if (graph_.is_label(detail::other(side), label)) continue;
      place_[label] = static_cast<std::uint32_t>(unshared_.size());
      unshared_.push_back({label, side});
    }
  }
}

// A label is touched by the ancestors over which it meets the other side, and by those over which
// an unshared label of the other side meets it.
void LcaScorer::Work::find_touches() {
  touches_.clear();
  owners_.clear();
  for (std::uint32_t i = 0; i < unshared_.size(); ++i) {
    const auto [label, side] = unshared_[i];
    found_.clear();
    graph_.meet(label, side, found_);
    for (const Node ancestor : found_) {
      touches_.push_back({i, ancestor});
      owners_.emplace_back(side, ancestor);
    }
  }
  std::sort(owners_.begin(), owners_.end());
  owners_.erase(std::unique(owners_.begin(), owners_.end()), owners_.end());
  for (const auto& [side, ancestor] : owners_) {
    found_.clear();
    graph_.nearest_below(detail::other(side), ancestor, found_);
    for (const Node label : found_) {
      if (place_[label] != AncestorGraph::kNever) touches_.push_back({place_[label], ancestor});
    }
  }
  std::sort(touches_.begin(), touches_.end());
  touches_.erase(std::unique(touches_.begin(), touches_.end()), touches_.end());
  touches_begin_.assign(unshared_.size() + 1, 0);
  for (const Touch& touch : touches_) ++touches_begin_[touch.unshared + 1];
  for (std::size_t i = 1; i < touches_begin_.size(); ++i)
    touches_begin_[i] += touches_begin_[i - 1];
}

// An ancestor that some label cannot do without is kept whole. A label none of whose ancestors is
// kept so shares itself between all of them. The others are superseded.
void LcaScorer::Work::choose_ancestors() {
  kept_.assign(graph_.size(), 0);
  touched_.assign(graph_.size(), 0);
  for (std::size_t i = 0; i < unshared_.size(); ++i) {
    const std::span<const Touch> touches = touches_of(i);
    if (touches.size() == 1) kept_[touches[0].ancestor] = kOne;
    for (const Touch& touch : touches) {
      touched_[touch.ancestor] |= static_cast<std::uint8_t>(1U << unshared_[i].side);
    }
  }
  for (std::size_t i = 0; i < unshared_.size(); ++i) {
    const std::span<const Touch> touches = touches_of(i);
    const auto whole = [this](const Touch& touch) { return kept_[touch.ancestor] == kOne; };
    if (std::ranges::any_of(touches, whole)) continue;
    for (const Touch& touch : touches) {
      kept_[touch.ancestor] = std::max(kept_[touch.ancestor], kOne / touches.size());
    }
  }
}

void LcaScorer::Work::weigh() {
  amount_.resize(graph_.size());
  level_.resize(graph_.size());
  n_ways_.resize(graph_.size());
  if (seen_.size() < graph_.size()) {
    seen_.resize(graph_.size());
    wanted_.resize(graph_.size());
  }
  for (const Side side : kSides) {
    weight_[side].assign(graph_.size(), 0);
    for (const Node label : graph_.labels(side)) weight_[side][label] = kOne;
  }
  for (std::size_t i = 0; i < unshared_.size(); ++i) pour_to(i);
  for (Node node = 0; node < kept_.size(); ++node) {
    if (kept_[node] == 0) continue;
    for (const Side side : kSides) {
      if ((touched_[node] >> side & 1) == 0) pour_down(side, node);
    }
  }
}

// Shortest ways from the label up to all its kept ancestors.
void LcaScorer::Work::find_ways(Node label, std::span<const Touch> touches) {
  next_call();
  ways_.clear();
  queue_.clear();
  std::size_t missing = 0;
  for (const Touch& touch : touches) {
    if (kept_[touch.ancestor] == 0) continue;
    wanted_[touch.ancestor] = call_;
    ++missing;
  }
  const auto reach = [&](Node node, std::uint32_t level) {
    seen_[node] = call_;
    level_[node] = level;
    amount_[node] = 0;
    n_ways_[node] = 0;
    queue_.push_back(node);
    if (wanted_[node] == call_) --missing;
  };
  reach(label, 0);
  std::size_t at = 0;
  std::uint32_t level = 0;
  while (missing > 0) {
    ++level;
    for (const std::size_t end = queue_.size(); at < end; ++at) {
      const Node child = queue_[at];
      for (const Node parent : graph_.parents(child)) {
        if (seen_[parent] != call_) reach(parent, level);
        if (level_[parent] != level) continue;
        ways_.push_back({child, parent});
        ++n_ways_[parent];
      }
    }
  }
}

// Each kept ancestor sends its weight down to the label, split evenly at every fork.
void LcaScorer::Work::pour_to(std::size_t unshared) {
  const auto [label, side] = unshared_[unshared];
  const std::span<const Touch> touches = touches_of(unshared);
  find_ways(label, touches);
  for (const Touch& touch : touches) {
    if (kept_[touch.ancestor] != 0) amount_[touch.ancestor] = kept_[touch.ancestor];
  }
  // From the far end: an edge comes after all edges that lead to its parent from above.
  for (std::size_t i = ways_.size(); i-- > 0;) {
    const auto [child, parent] = ways_[i];
    if (amount_[parent] == 0) continue;
    amount_[child] += n_ways_[parent] == 1 ? amount_[parent] : amount_[parent] / n_ways_[parent];
  }
  for (const Node node : queue_) raise(side, node);
}

// An ancestor that links no unshared label of a side sends its weight to the nearest shared ones.
void LcaScorer::Work::pour_down(Side side, Node ancestor) {
  next_call();
  queue_.assign(1, ancestor);
  seen_[ancestor] = call_;
  amount_[ancestor] = kept_[ancestor];
  for (std::size_t at = 0; at < queue_.size(); ++at) {
    const Node node = queue_[at];
    raise(side, node);
    std::uint32_t n_children = 0;
    graph_.for_each_nearer(side, node, [&](Node) { ++n_children; });
    if (n_children == 0) continue;
    const Share part = n_children == 1 ? amount_[node] : amount_[node] / n_children;
    graph_.for_each_nearer(side, node, [&](Node child) {
      if (seen_[child] != call_) {
        seen_[child] = call_;
        amount_[child] = 0;
        queue_.push_back(child);
      }
      amount_[child] += part;
    });
  }
}

LcaScorer::Score LcaScorer::Work::result() const {
  Share common = 0, of_truth = 0, of_predicted = 0;
  for (Node node = 0; node < graph_.size(); ++node) {
    const Share t = weight_[detail::kTruth][node], p = weight_[detail::kPredicted][node];
    common += std::min(t, p);
    of_truth += t;
    of_predicted += p;
  }
  return {ratio(common, of_predicted), ratio(common, of_truth),
          ratio(2 * common, of_truth + of_predicted)};
}

LcaScorer::LcaScorer(const Taxonomy& taxonomy) : work_(std::make_unique<Work>(taxonomy)) {}
LcaScorer::~LcaScorer() = default;
LcaScorer::LcaScorer(LcaScorer&&) noexcept = default;
LcaScorer& LcaScorer::operator=(LcaScorer&&) noexcept = default;

LcaScorer::Score LcaScorer::score(std::span<const NodeId> truth,
                                  std::span<const NodeId> predicted) {
  return work_->score(truth, predicted);
}

}  // namespace tallystick
