#include <algorithm>
#include <cmath>

#include "measures/score_formulas.hpp"
#include "tallystick/base/exact_sum.hpp"

namespace tallystick::detail {

namespace {

/// The bin of equal width that holds p.
std::uint32_t width_bin(double p, const Params& params) {
  const auto edge = [&params](std::uint32_t j) { return static_cast<double>(j) / params.bins; };
  // The product may round to the other side of an edge.
  auto j = static_cast<std::uint32_t>(p * params.bins);
  while (j < params.bins && edge(j + 1) <= p) ++j;
  while (edge(j) > p) --j;
  if (params.closed == "right") return edge(j) == p && j != 0 ? j - 1 : j;
  return std::min(j, params.bins - 1);  // 1 lies in the last bin
}

/// What is known of the cells of a bin while they come in.
class OpenBin {
 public:
  void add(const ScoreStep& step) {
    add(step.score, 1, step.positive, step.positive + step.negative);
  }
  /// Cells that share a probability, of which `share` are positive.
  void add_part(double p, double share, u128 cells) { add(p, share, cells, cells); }
  [[nodiscard]] u128 cells() const { return cells_; }

  [[nodiscard]] Bin close() const {
    return {low_,
            high_,
            to_double(cells_),
            sum_.divided_by(cells_),
            positive_.divided_by(cells_),
            gap_.divided_by(cells_)};
  }

 private:
  void add(double p, double share, u128 positive, u128 cells) {
    gap_.add(share, positive);
    positive_.add(share, positive);
    gap_.add(-p, cells);
    sum_.add(p, cells);
    cells_ += cells;
    high_ = std::max(high_, p);
    low_ = std::min(low_, p);
  }

  ExactSum gap_, sum_, positive_;
  u128 cells_ = 0;
  double low_ = 1, high_ = 0;
};

/// Calls visit(step) by descending probability, the cells without a score among those of 0.
template <typename Visit>
void for_each_step(const ScoreColumn& column, Visit visit) {
  ScoreStep last{0, column.unscored_positive, column.unscored_negative};
  ScoreSteps steps(column);
  for (ScoreStep step; steps.next(step);) {
    if (step.score != 0) {
      visit(step);
    } else {
      last.positive += step.positive;
      last.negative += step.negative;
    }
  }
  if ((last.positive | last.negative) != 0) visit(last);
}

std::vector<Bin> bins_of_width(const ScoreColumn& column, const Params& params) {
  std::vector<Bin> out;
  OpenBin open;
  std::uint32_t current = 0;
  const auto close = [&] {
    if (open.cells() == 0) return;
    Bin bin = open.close();
    bin.low = static_cast<double>(current) / params.bins;
    bin.high = static_cast<double>(current + 1) / params.bins;
    out.push_back(bin);
    open = {};
  };
  for_each_step(column, [&](const ScoreStep& step) {
    const std::uint32_t bin = width_bin(step.score, params);
    if (bin != current) close();
    current = bin;
    open.add(step);
  });
  close();
  return out;
}

std::vector<Bin> bins_of_mass(const ScoreColumn& column, const Params& params) {
  u128 total = 0;
  for_each_step(column, [&](const ScoreStep& step) { total += step.positive + step.negative; });
  // In units of a cell's `bins`th part every bin holds `total`. Amounts that leave no room for
  // that lose bits far below those of a double.
  int shift = 0;
  while ((total >> shift) >> 100 != 0) ++shift;
  const auto size = [&shift](const ScoreStep& step) {
    return (step.positive + step.negative) >> shift;
  };
  total = 0;
  for_each_step(column, [&](const ScoreStep& step) { total += size(step); });
  std::vector<Bin> out;
  OpenBin open;
  for_each_step(column, [&](const ScoreStep& step) {
    const double share = ratio(step.positive, step.positive + step.negative);
    for (u128 left = size(step) * params.bins; left != 0;) {
      // Bins that hold nothing but cells of this probability are alike: one stands for them.
      const u128 room =
          open.cells() != 0 ? total - open.cells() : std::max(left / total, u128{1}) * total;
      const u128 part = std::min(left, room);
      open.add_part(step.score, share, part);
      left -= part;
      if (part == room) {
        out.push_back(open.close());
        open = {};
      }
    }
  });
  for (Bin& bin : out) bin.amount = std::ldexp(bin.amount / params.bins, shift);
  return out;
}

}  // namespace

std::vector<Bin> bins_of(const ScoreColumn& column, const Params& params) {
  std::vector<Bin> bins =
      params.binning == "mass" ? bins_of_mass(column, params) : bins_of_width(column, params);
  std::reverse(bins.begin(), bins.end());
  return bins;
}

}  // namespace tallystick::detail
