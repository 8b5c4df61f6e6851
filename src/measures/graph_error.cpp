#include "tallystick/measures/graph_error.hpp"

#include <algorithm>
#include <compare>

#include "measures/ancestor_graph.hpp"
#include "measures/heaviest_matching.hpp"
#include "tallystick/base/error.hpp"
#include "tallystick/base/wide.hpp"

namespace tallystick {

using detail::AncestorGraph;
using detail::HeaviestMatching;
using detail::kSides;
using detail::Side;

// Siblings without labels below them are alike: so that an example of many labels does not cost
// its number of pairs, labels that have all in common but their names form one class.
class GraphError::Work {
 public:
  Work(const Taxonomy& taxonomy, std::uint32_t max_error)
      : graph_(taxonomy), max_error_(max_error) {}

  Score score(std::span<const NodeId> truth, std::span<const NodeId> predicted) {
    graph_.build(truth, predicted, false);
    Score score;
    score.error = find_labels();
    score.unshared = labels_.size();
    if (labels_.empty()) return score;
    find_meetings();
    find_classes();
    find_pairs();
    score.error += least_cover();
    const u128 most = static_cast<u128>(score.unshared) * max_error_;
    score.accuracy = ratio(most - std::min<u128>(score.error, most), most);
    return score;
  }

 private:
  using Node = AncestorGraph::Node;
  static constexpr std::uint32_t kNone = AncestorGraph::kNever;

  struct Label {  // unshared
    Node node;
    Side side;
    std::uint32_t distance;  // kNone: no label of the other side is near enough
  };
  struct Own {  // label by its place in labels_
    Side side;
    Node ancestor;
    std::uint32_t label;
    friend auto operator<=>(const Own&, const Own&) = default;
  };
  struct Meeting {  // an ancestor over which labels of one side meet the nearest of the other
    std::uint32_t first, last;  // these, in nearest_
    bool shared;                // whether there are shared labels among the nearest
  };
  struct Link {
    std::uint32_t label;
    bool is_own;  // else: is among the nearest
    std::uint32_t meeting;
    friend auto operator<=>(const Link&, const Link&) = default;
  };
  struct Class {
    std::uint32_t label;  // any one of them
    std::uint64_t count;
    std::uint32_t cheapest;  // pair; kNone: it is in none
  };
  struct Pair {  // of classes
    std::uint32_t left, right;
    Side seen_from;
    std::uint32_t cost;
    friend auto operator<=>(const Pair&, const Pair&) = default;
  };

  std::uint64_t find_labels();
  void find_meetings();
  void find_classes();
  void find_pairs();
  void add_pairs(Side side);
  std::uint64_t least_cover();
  [[nodiscard]] std::span<const Link> links_of(std::uint32_t label) const noexcept {
    return {links_.data() + links_begin_[label], links_begin_[label + 1] - links_begin_[label]};
  }

  AncestorGraph graph_;
  HeaviestMatching matching_;
  std::uint32_t max_error_;
  std::vector<Label> labels_;
  std::vector<std::uint32_t> place_;  // in labels_, by node
  std::vector<Own> own_;
  std::vector<Node> found_;
  std::vector<Meeting> meetings_;
  std::vector<std::uint32_t> nearest_;  // places, afterwards classes
  std::vector<Link> links_;
  std::vector<std::uint32_t> links_begin_;
  std::vector<std::uint32_t> order_, class_of_;
  std::array<std::vector<Class>, 2> classes_;
  std::vector<Pair> pairs_;
  std::array<std::vector<std::uint64_t>, 2> counts_;
  std::vector<HeaviestMatching::Edge> edges_;
};

// The unshared labels. Returns what those cost that have nothing near.
std::uint64_t GraphError::Work::find_labels() {
  labels_.clear();
  own_.clear();
  place_.assign(graph_.size(), kNone);
  std::uint64_t error = 0;
  for (const Side side : kSides) {
    for (const Node node : graph_.labels(side)) {
      if (graph_.is_label(detail::other(side), node)) continue;
      found_.clear();
      const std::uint32_t distance = graph_.meet(node, side, found_);
      const auto place = static_cast<std::uint32_t>(labels_.size());
      place_[node] = place;
      if (distance >= max_error_) {
        labels_.push_back({node, side, kNone});
        error += max_error_;
        continue;  // still, it may be the nearest of another label
      }
      labels_.push_back({node, side, distance});
      for (const Node ancestor : found_) own_.push_back({side, ancestor, place});
    }
  }
  return error;
}

void GraphError::Work::find_meetings() {
  std::sort(own_.begin(), own_.end());
  meetings_.clear();
  nearest_.clear();
  links_.clear();
  for (std::size_t i = 0; i < own_.size();) {
    const auto [side, ancestor, first_label] = own_[i];
    const auto number = static_cast<std::uint32_t>(meetings_.size());
    for (; i < own_.size() && own_[i].side == side && own_[i].ancestor == ancestor; ++i) {
      links_.push_back({own_[i].label, true, number});
    }
    Meeting meeting{static_cast<std::uint32_t>(nearest_.size()), 0, false};
    found_.clear();
    graph_.nearest_below(detail::other(side), ancestor, found_);
    for (const Node node : found_) {
      const std::uint32_t place = place_[node];
      if (place == kNone) {
        meeting.shared = true;
        continue;
      }
      nearest_.push_back(place);
      links_.push_back({place, false, number});
    }
    meeting.last = static_cast<std::uint32_t>(nearest_.size());
    meetings_.push_back(meeting);
  }
}

void GraphError::Work::find_classes() {
  std::sort(links_.begin(), links_.end());
  links_begin_.assign(labels_.size() + 1, 0);
  for (const Link& link : links_) ++links_begin_[link.label + 1];
  for (std::size_t i = 1; i < links_begin_.size(); ++i) links_begin_[i] += links_begin_[i - 1];

  const auto compare = [this](std::uint32_t a, std::uint32_t b) {
    const Label &x = labels_[a], &y = labels_[b];
    if (x.side != y.side) return x.side <=> y.side;
    if (x.distance != y.distance) return x.distance <=> y.distance;
    const auto of_a = links_of(a), of_b = links_of(b);
    return std::lexicographical_compare_three_way(
        of_a.begin(), of_a.end(), of_b.begin(), of_b.end(), [](const Link& i, const Link& j) {
          return i.is_own != j.is_own ? i.is_own <=> j.is_own : i.meeting <=> j.meeting;
        });
  };
  order_.resize(labels_.size());
  for (std::uint32_t i = 0; i < order_.size(); ++i) order_[i] = i;
  std::sort(order_.begin(), order_.end(),
            [&](std::uint32_t a, std::uint32_t b) { return compare(a, b) < 0; });
  class_of_.resize(labels_.size());
  for (auto& classes : classes_) classes.clear();
  for (std::size_t i = 0; i < order_.size(); ++i) {
    auto& classes = classes_[labels_[order_[i]].side];
    if (i == 0 || compare(order_[i - 1], order_[i]) != 0) classes.push_back({order_[i], 0, kNone});
    ++classes.back().count;
    class_of_[order_[i]] = static_cast<std::uint32_t>(classes.size() - 1);
  }
}

void GraphError::Work::find_pairs() {
  for (std::uint32_t& place : nearest_) place = class_of_[place];
  for (Meeting& meeting : meetings_) {
    const auto first = nearest_.begin() + meeting.first, last = nearest_.begin() + meeting.last;
    std::sort(first, last);
    meeting.last = static_cast<std::uint32_t>(std::unique(first, last) - nearest_.begin());
  }
  pairs_.clear();
  for (const Side side : kSides) add_pairs(side);
  std::sort(pairs_.begin(), pairs_.end());
  const auto same = [](const Pair& a, const Pair& b) {
    return a.left == b.left && a.right == b.right;  // the one seen from the truth stays
  };
  pairs_.erase(std::unique(pairs_.begin(), pairs_.end(), same), pairs_.end());
  for (const Pair& pair : pairs_) {
    for (Class* end : {&classes_[0][pair.left], &classes_[1][pair.right]}) {
      end->cheapest = std::min(end->cheapest, pair.cost);
    }
  }
}

void GraphError::Work::add_pairs(Side side) {
  for (std::uint32_t number = 0; number < classes_[side].size(); ++number) {
    Class& one = classes_[side][number];
    const std::uint32_t cost = labels_[one.label].distance;
    for (const Link& link : links_of(one.label)) {
      if (!link.is_own) continue;
      const Meeting& meeting = meetings_[link.meeting];
      if (meeting.shared) one.cheapest = cost;
      for (std::uint32_t i = meeting.first; i < meeting.last; ++i) {
        pairs_.push_back(side == detail::kTruth ? Pair{number, nearest_[i], side, cost}
                                                : Pair{nearest_[i], number, side, cost});
      }
    }
  }
}

// Every label could take its own cheapest pair; a pair that serves both its labels saves the
// cheaper one. So the least total is what the heaviest matching leaves.
std::uint64_t GraphError::Work::least_cover() {
  std::uint64_t cost = 0;
  for (const Side side : kSides) {
    counts_[side].clear();
    for (const Class& one : classes_[side]) {
      counts_[side].push_back(one.count);
      if (one.cheapest != kNone) cost += one.count * one.cheapest;
    }
  }
  edges_.clear();
  for (const Pair& pair : pairs_) {
    const auto [low, high] =
        std::minmax(classes_[0][pair.left].cheapest, classes_[1][pair.right].cheapest);
    if (pair.cost == high) edges_.push_back({pair.left, pair.right, low});
  }
  return cost - matching_.weight(counts_[0], counts_[1], edges_);
}

GraphError::GraphError(const Taxonomy& taxonomy, std::uint32_t max_error) {
  if (max_error == 0) {
    fail(ErrorCode::wrong_usage,
         "the largest error of a label is 0 edges, so no label can be wrong",
         "set it to 1 or more; 5 is usual");
  }
  work_ = std::make_unique<Work>(taxonomy, max_error);
}
GraphError::~GraphError() = default;
GraphError::GraphError(GraphError&&) noexcept = default;
GraphError& GraphError::operator=(GraphError&&) noexcept = default;

GraphError::Score GraphError::score(std::span<const NodeId> truth,
                                    std::span<const NodeId> predicted) {
  return work_->score(truth, predicted);
}

}  // namespace tallystick
