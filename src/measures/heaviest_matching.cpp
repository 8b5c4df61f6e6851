#include "measures/heaviest_matching.hpp"

#include <algorithm>

namespace tallystick::detail {

// The primal-dual method of Kuhn and Munkres: an edge weighs at most the prices of its ends
// together, pairs are made along edges that weigh just that, and prices fall until unmatched
// things cost nothing.
std::uint64_t HeaviestMatching::weight(std::span<const std::uint64_t> left_counts,
                                       std::span<const std::uint64_t> right_counts,
                                       std::span<const Edge> edges) {
  edges_ = edges;
  const std::size_t n_left = left_counts.size(), n_right = right_counts.size();
  left_begin_.assign(n_left + 1, 0);
  right_begin_.assign(n_right + 2, 0);
  level_ = 0;
  for (const Edge& edge : edges) {
    ++left_begin_[edge.left + 1];
    ++right_begin_[edge.right + 2];
    level_ = std::max(level_, edge.weight);
  }
  for (std::size_t i = 0; i < n_left; ++i) left_begin_[i + 1] += left_begin_[i];
  for (std::size_t i = 2; i < right_begin_.size(); ++i) right_begin_[i] += right_begin_[i - 1];
  right_edges_.resize(edges.size());
  for (std::uint32_t e = 0; e < edges.size(); ++e) {
    right_edges_[right_begin_[edges[e].right + 1]++] = e;
  }
  left_free_.assign(left_counts.begin(), left_counts.end());
  right_free_.assign(right_counts.begin(), right_counts.end());
  flow_.assign(edges.size(), 0);
  left_price_.assign(n_left, level_);
  right_price_.assign(n_right, 0);

  while (level_ > 0) {
    if (!augment()) lower_prices();
  }
  std::uint64_t total = 0;
  for (std::size_t e = 0; e < edges.size(); ++e) total += flow_[e] * edges[e].weight;
  return total;
}

// Looks for a way from unmatched things left to unmatched things right, and makes pairs along it.
bool HeaviestMatching::augment() {
  left_seen_.assign(left_price_.size(), 0);
  left_from_.assign(left_price_.size(), kNone);
  right_from_.assign(right_price_.size(), kNone);
  queue_.clear();
  for (std::uint32_t left = 0; left < left_free_.size(); ++left) {
    if (left_free_[left] == 0) continue;
    left_seen_[left] = 1;
    queue_.push_back(left);
  }
  for (std::size_t at = 0; at < queue_.size(); ++at) {
    if (extend(queue_[at])) return true;
  }
  return false;
}

bool HeaviestMatching::extend(std::uint32_t left) {
  for (std::uint32_t e = left_begin_[left]; e < left_begin_[left + 1]; ++e) {
    const std::uint32_t right = edges_[e].right;
    if (right_from_[right] != kNone || slack(edges_[e]) != 0) continue;
    right_from_[right] = e;
    if (right_free_[right] > 0) {
      apply(right);
      return true;
    }
    for (std::uint32_t i = right_begin_[right]; i < right_begin_[right + 1]; ++i) {
      const std::uint32_t back = right_edges_[i], partner = edges_[back].left;
      if (flow_[back] == 0 || left_seen_[partner] != 0) continue;
      left_seen_[partner] = 1;
      left_from_[partner] = back;
      queue_.push_back(partner);
    }
  }
  return false;
}

void HeaviestMatching::apply(std::uint32_t right) {
  std::uint64_t pairs = right_free_[right];
  for (std::uint32_t r = right;;) {
    const std::uint32_t left = edges_[right_from_[r]].left, back = left_from_[left];
    pairs = std::min(pairs, back == kNone ? left_free_[left] : flow_[back]);
    if (back == kNone) break;
    r = edges_[back].right;
  }
  right_free_[right] -= pairs;
  for (std::uint32_t r = right;;) {
    flow_[right_from_[r]] += pairs;
    const std::uint32_t left = edges_[right_from_[r]].left, back = left_from_[left];
    if (back == kNone) {
      left_free_[left] -= pairs;
      return;
    }
    flow_[back] -= pairs;
    r = edges_[back].right;
  }
}

// After a search that failed: just so far that it can go on, or that unmatched things are free.
void HeaviestMatching::lower_prices() {
  std::uint32_t fall = level_;
  for (const Edge& edge : edges_) {
    if (left_seen_[edge.left] != 0 && right_from_[edge.right] == kNone) {
      fall = std::min(fall, slack(edge));
    }
  }
  for (std::size_t i = 0; i < left_price_.size(); ++i) left_price_[i] -= left_seen_[i] ? fall : 0;
  for (std::size_t i = 0; i < right_price_.size(); ++i) {
    right_price_[i] += right_from_[i] != kNone ? fall : 0;
  }
  level_ -= fall;
}

}  // namespace tallystick::detail
