// The heaviest matching between two kinds of things, many of which are alike.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace tallystick::detail {

/// Nodes left and right stand for `count` equal things each; a thing is matched once at most.
/// Buffers are used again over calls.
class HeaviestMatching {
 public:
  struct Edge {
    std::uint32_t left, right;
    std::uint32_t weight;  // of one pair, at least 1
  };
  /// The largest total weight. Edges in ascending order of left, none twice. Polynomial in nodes
  /// and edges, whatever the counts.
  std::uint64_t weight(std::span<const std::uint64_t> left_counts,
                       std::span<const std::uint64_t> right_counts, std::span<const Edge> edges);

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  bool augment();
  bool extend(std::uint32_t left);
  void apply(std::uint32_t right);
  void lower_prices();
  [[nodiscard]] std::uint32_t slack(const Edge& edge) const noexcept {
    return left_price_[edge.left] + right_price_[edge.right] - edge.weight;
  }

  std::span<const Edge> edges_;
  std::vector<std::uint32_t> left_begin_, right_begin_, right_edges_;
  std::vector<std::uint64_t> left_free_, right_free_, flow_;  // things; pairs of each edge
  std::vector<std::uint32_t> left_price_, right_price_;
  std::vector<std::uint32_t> left_from_, right_from_;  // the edge by which the search came
  std::vector<char> left_seen_;
  std::vector<std::uint32_t> queue_;
  std::uint32_t level_ = 0;  // price of every left node that still has unmatched things
};

}  // namespace tallystick::detail
