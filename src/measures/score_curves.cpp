#include "measures/score_curves.hpp"

#include <algorithm>
#include <numeric>

#include "measures/first_labels.hpp"
#include "measures/score_reach.hpp"
#include "measures/term_space.hpp"
#include "tallystick/base/error.hpp"
#include "tallystick/base/exact_sum.hpp"

namespace tallystick::detail {

namespace {

const Taxonomy& hierarchy_of(const Scores& scores) {
  if (scores.taxonomy() == nullptr) {
    fail(ErrorCode::wrong_usage, "measures over a hierarchy need one",
         "name it with --taxonomy isco08, or a file");
  }
  return *scores.taxonomy();
}

/// Each label's class; kNoNode for those that the hierarchy lacks.
std::vector<NodeId> nodes_of(const Scores& scores) {
  const Taxonomy& taxonomy = hierarchy_of(scores);
  const Vocabulary& labels = scores.whole().tally().vocabulary();
  std::vector<NodeId> out;
  out.reserve(labels.size());
  for (LabelId label = 0; label < labels.size(); ++label) {
    out.push_back(taxonomy.find(labels.name(label)).value_or(kNoNode));
  }
  return out;
}

/// The mean over examples of what a function says of them; NaN leaves one out.
template <typename Value>
double mean_over(const Scores& scores, Value value) {
  ExactSum sum;
  u128 n = 0;
  const ScoreTable& table = scores.table();
  for (std::size_t i = 0; i < table.size(); ++i) {
    const ScoreTable::Example example = table.example(i);
    const double one = value(example);
    if (one != one) continue;
    const u128 amount = scores.whole().unit(example.weight);
    sum.add(one, amount);
    n += amount;
  }
  return sum.divided_by(n);
}

template <typename Visit>
void for_each_true(const ScoreTable::Example& example, Visit visit) {
  for (const ScoredLabel& label : example.labels) {
    if (label.is_true()) visit(label.label());
  }
  for (const LabelId label : example.unscored) visit(label);
}

/// Counts of one example from its best score down.
class Curve {
 public:
  void truth(bool counts) { n_true_ += counts ? 1 : 0; }
  void reach(bool counts, bool is_true) {
    predicted_ += counts ? 1 : 0;
    hits_ += counts && is_true ? 1 : 0;
  }
  [[nodiscard]] bool has_truth() const { return n_true_ != 0; }
  void point() {
    if (predicted_ == 0) return;
    const double recall = static_cast<double>(hits_) / static_cast<double>(n_true_);
    const double precision = static_cast<double>(hits_) / static_cast<double>(predicted_);
    area_ += (recall - recall_) * (precision + precision_) / 2;
    recall_ = recall;
    precision_ = precision;
  }
  [[nodiscard]] double area() const { return area_; }

 private:
  std::uint64_t n_true_ = 0, hits_ = 0, predicted_ = 0;
  double recall_ = 0, precision_ = 1, area_ = 0;
};

}  // namespace

double hierarchical_curve_area(const Scores& scores, const Params& params) {
  const Taxonomy& taxonomy = hierarchy_of(scores);
  const std::vector<NodeId> nodes = nodes_of(scores);
  const bool fill = params.propagation == "fill";
  ScoreReach reach(taxonomy, fill ? Propagation::fill : Propagation::max);
  const auto counts = [&](NodeId node) {
    return params.root.value_or(Root::out) != Root::out || taxonomy.root() != node;
  };
  return mean_over(scores, [&](const ScoreTable::Example& example) {
    reach.next_example();
    Curve curve;
    for_each_true(example, [&](LabelId label) {
      if (nodes[label] == kNoNode) return curve.truth(true);  // a class on its own
      reach.up_from_true(nodes[label], [&](NodeId node) { curve.truth(counts(node)); });
    });
    if (!curve.has_truth()) return kUndefined;
    for (const ScoredLabel& label : example.labels) {
      if (fill && nodes[label.label()] != kNoNode) reach.score(nodes[label.label()]);
    }
    for (std::size_t i = 0; i < example.labels.size(); ++i) {
      const ScoredLabel label = example.labels[i];
      const NodeId from = nodes[label.label()];
      if (from == kNoNode) {
        curve.reach(true, label.is_true());
      } else {
        reach.up_from_scored(from,
                             [&](NodeId node) { curve.reach(counts(node), reach.is_true(node)); });
      }
      const bool last = i + 1 == example.labels.size();
      if (last || example.scores[i + 1] != example.scores[i]) curve.point();
    }
    return curve.area();
  });
}

namespace {

/// Heights of each example's first k labels.
class FirstHeights {
 public:
  FirstHeights(const Scores& scores, std::uint32_t k)
      : nodes_(nodes_of(scores)), lca_(hierarchy_of(scores)), k_(k) {}

  /// Heights in order of rank; empty when nothing is true or nothing has a score.
  const std::vector<std::uint32_t>& of(const ScoreTable::Example& example) {
    truth_.clear();
    heights_.clear();
    first_.clear();
    for_each_true(example, [&](LabelId label) { truth_.push_back(nodes_[label]); });
    if (truth_.empty()) return heights_;
    lca_.start(truth_);
    const std::size_t n = std::min<std::size_t>(k_, example.labels.size());
    for (const ScoredLabel& label : example.labels.first(n)) {
      first_.push_back(nodes_[label.label()]);
      // A label that the hierarchy lacks is below the root, and equals itself alone.
      heights_.push_back(label.is_true() ? 0 : lca_.height(first_.back()));
    }
    return heights_;
  }
  /// The best attainable ones, for the example last seen.
  std::vector<std::uint32_t> nearest() {
    auto best = lca_.nearest(k_, first_);
    const auto unknown = std::count(truth_.begin(), truth_.end(), kNoNode);
    best.insert(best.begin(), static_cast<std::size_t>(unknown), 0);
    if (best.size() > k_) best.resize(k_);
    return best;
  }
  [[nodiscard]] double similarity(std::uint32_t height) const {
    const double root = lca_.root_height();
    return root == 0 ? 1 : 1 - height / root;
  }

 private:
  std::vector<NodeId> nodes_;
  LcaHeights lca_;
  std::uint32_t k_;
  std::vector<NodeId> truth_, first_;
  std::vector<std::uint32_t> heights_;
};

}  // namespace

double first_heights(const Scores& scores, const Params& params) {
  FirstHeights first(scores, params.k.value_or(1));
  return mean_over(scores, [&](const ScoreTable::Example& example) {
    const std::vector<std::uint32_t>& heights = first.of(example);
    if (heights.empty()) return kUndefined;
    if (params.over == "mistakes" && example.labels[0].is_true()) return kUndefined;
    if (params.best) return static_cast<double>(*std::min_element(heights.begin(), heights.end()));
    const auto sum = std::accumulate(heights.begin(), heights.end(), std::uint64_t{0});
    return static_cast<double>(sum) / static_cast<double>(heights.size());
  });
}

double first_similarity(const Scores& scores, const Params& params) {
  FirstHeights first(scores, params.k.value_or(1));
  return mean_over(scores, [&](const ScoreTable::Example& example) {
    const std::vector<std::uint32_t>& heights = first.of(example);
    if (heights.empty()) return kUndefined;
    double found = 0, best = 0;
    for (const std::uint32_t height : heights) found += first.similarity(height);
    for (const std::uint32_t height : first.nearest()) best += first.similarity(height);
    return best == 0 ? kUndefined : found / best;
  });
}

double mean_first_similarity(const Scores& scores, const Params& params) {
  const std::uint32_t k = params.k.value_or(1);
  FirstHeights first(scores, k);
  return mean_over(scores, [&](const ScoreTable::Example& example) {
    const std::vector<std::uint32_t>& heights = first.of(example);
    if (heights.empty()) return kUndefined;
    const std::vector<std::uint32_t> nearest = first.nearest();
    double found = 0, best = 0, sum = 0;
    for (std::size_t i = 0; i < nearest.size(); ++i) {
      if (i < heights.size()) found += first.similarity(heights[i]);
      best += first.similarity(nearest[i]);
      sum += found / best;
    }
    return sum / static_cast<double>(nearest.size());
  });
}

}  // namespace tallystick::detail
