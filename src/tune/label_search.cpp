// Thresholds of labels, each of its own, that together make a ratio of sums largest.
#include <algorithm>
#include <cmath>
#include <limits>

#include "tallystick/base/exact_sum.hpp"
#include "tune/search.hpp"

namespace tallystick::detail {

namespace {

/// What a label adds to both sides of the ratio.
struct Share {
  double above = 0, below = 0;
};

/// A pooled figure as a ratio of sums over labels: what each count adds above and below.
struct Linear {
  double tp_above = 0, tn_above = 0;
  double tp = 0, fp = 0, fn = 0, tn = 0;  // below
};

std::optional<Linear> linear_of(const Goal& goal) {
  const std::string_view name = goal.spec.measure->name;
  const double b2 = goal.spec.params.beta * goal.spec.params.beta;
  if (goal.per_example) return std::nullopt;
  // The loss is least where its complement is largest.
  if (goal.wrong_cells || goal.right_cells || name == "accuracy") return Linear{1, 1, 1, 1, 1, 1};
  if (name == "precision") return Linear{1, 0, 1, 1, 0, 0};
  if (name == "recall") return Linear{1, 0, 1, 0, 1, 0};
  if (name == "specificity") return Linear{0, 1, 0, 1, 0, 1};
  if (name == "f1") return Linear{2, 0, 2, 1, 1, 0};
  if (name == "fbeta" && std::isfinite(b2)) {
    // Both sides divided by 1 + beta^2, so that a large beta stays exact enough.
    return Linear{1, 0, 1, 1 / (1 + b2), b2 / (1 + b2), 0};
  }
  if (name == "jaccard" && goal.spec.params.alpha == 1) return Linear{1, 0, 1, 1, 1, 0};
  return std::nullopt;
}

class LabelSearch {
 public:
  LabelSearch(const RankedCells& grouped, const TuneData& data, const Goal& goal,
              std::uint32_t held_out)
      : cells_(grouped), data_(data), goal_(goal), held_out_(held_out), start_(data, goal) {
    start_.restart(held_out);
    if (goal.shape == Shape::pooled) linear_ = *linear_of(goal);
  }

  std::vector<LabelCut> run() {
    std::vector<LabelCut> best, now;
    double best_ratio = -1, rate = 0;
    // Each round's ratio is the next round's rate, and ratios ascend until the best is met; there
    // one more round finds the same ratio with the fewest predictions.
    for (;;) {
      const Share sums = solve(rate, now);
      const double ratio = sums.below > 0 ? sums.above / sums.below : -1;
      const bool better = ratio > best_ratio;
      if (better || ratio == best_ratio) best.swap(now);
      if (!better || best.empty()) break;
      best_ratio = rate = ratio;
    }
    // Without predictions the figure may be 0/0, which only the rules know the worth of.
    const double without = start_.goodness() + (goal_.lower_is_better() ? 1 : 0);
    if (without >= best_ratio - kRounding) {
      for (LabelCut& one : best) one.key.reset();
    }
    return best;
  }

 private:
  [[nodiscard]] Share share(LabelId label, u128 tp, u128 fp) const {
    const u128 truth = start_.truth(label);
    const bool is_true = truth != 0, is_predicted = (tp | fp) != 0;
    const Cell cell{tp, fp, truth - tp, start_.n_examples() - fp - truth};
    if (goal_.shape == Shape::pooled) {
      const bool member = goal_.all_cells ? data_.counted(label, is_true, is_predicted)
                                          : data_.pooled(label, is_true, is_predicted);
      if (!member) return {};
      const double hits = to_double(cell.tp), rejects = to_double(cell.tn);
      return {linear_.tp_above * hits + linear_.tn_above * rejects,
              linear_.tp * hits + linear_.fp * to_double(cell.fp) +
                  linear_.fn * to_double(cell.fn) + linear_.tn * rejects};
    }
    if (!data_.averaged(label, is_true, is_predicted)) return {};
    const Goal::Term term = goal_.term(goal_.spec, cell);
    const bool weighted = goal_.spec.average == Average::weighted && start_.supported();
    const double weight = to_double(weighted ? term.weight * truth : term.weight);
    return {weight * (goal_.lower_is_better() ? 1 - term.value : term.value), weight};
  }

  /// Each label's cut with the most of above - rate * below, and what all of them add up to.
  Share solve(double rate, std::vector<LabelCut>& cuts) {
    cuts.clear();
    ExactSum above, below;
    std::size_t at = 0;
    for (LabelId label = 0; label < data_.n_labels(); ++label) {
      const std::size_t first = at;
      while (at < cells_.size() && cells_[at].label.label() == label) ++at;
      const Share best = cut(label, first, at, rate, cuts);
      above.add(best.above);
      below.add(best.below);
    }
    return {above.value(), below.value()};
  }

  Share cut(LabelId label, std::size_t at, std::size_t end, double rate,
            std::vector<LabelCut>& cuts) const {
    LabelCut best_cut{label, std::nullopt};
    Share best = share(label, 0, 0);
    u128 tp = 0, fp = 0;
    bool any = false;
    while (at < end) {
      const std::uint64_t key = cells_[at].key;
      bool more = false;
      for (; at < end && cells_[at].key == key; ++at) {
        if (data_.in_part(cells_[at].example, held_out_)) continue;
        (cells_[at].label.is_true() ? tp : fp) += data_.weight(cells_[at].example);
        more = true;
      }
      if (!more) continue;
      any = true;
      const Share now = share(label, tp, fp);
      if (!gains(now, best, rate)) continue;
      best = now;
      best_cut.key = key;
    }
    if (any) cuts.push_back(best_cut);
    return best;
  }

  /// Whether `now` is worth more than `best`, beyond what rounding makes of equal worths.
  static bool gains(const Share& now, const Share& best, double rate) {
    const double worth_now = now.above - rate * now.below;
    const double worth_best = best.above - rate * best.below;
    const double size = std::max({now.above, rate * now.below, best.above, rate * best.below});
    return worth_now - worth_best > kRounding * size;
  }

  const RankedCells& cells_;
  const TuneData& data_;
  const Goal& goal_;
  std::uint32_t held_out_;
  Objective start_;  // before anything is predicted
  Linear linear_;
};

}  // namespace

bool separable(const Goal& goal) {
  if (goal.shape == Shape::labels) return true;
  return goal.shape == Shape::pooled && linear_of(goal).has_value();
}

std::vector<LabelCut> best_label_cuts(const RankedCells& grouped, const TuneData& data,
                                      const Goal& goal, std::uint32_t held_out) {
  return LabelSearch(grouped, data, goal, held_out).run();
}

}  // namespace tallystick::detail
