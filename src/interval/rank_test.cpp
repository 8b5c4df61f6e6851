#include "tallystick/interval/rank_test.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include "tallystick/base/error.hpp"
#include "tallystick/base/philox.hpp"
#include "tallystick/base/wide.hpp"
#include "tallystick/interval/special.hpp"

namespace tallystick {

namespace {

constexpr std::uint32_t kUse = 0x52414E4B;  // keeps these draws apart from others of the seed

/// n sum x y, less the product of the sums, which no order changes; its sign put aside.
class Extremity {
 public:
  Extremity(std::span<const std::uint64_t> x, std::span<const std::uint64_t> y) : x_(x) {
    const auto sum = [](std::span<const std::uint64_t> ranks) {
      return std::accumulate(ranks.begin(), ranks.end(), u128{0});
    };
    middle_ = multiply(sum(x), sum(y));
    observed_ = of(y);
  }
  [[nodiscard]] bool reached_by(std::span<const std::uint64_t> y) const {
    return !(of(y) < observed_);
  }

 private:
  [[nodiscard]] U256 of(std::span<const std::uint64_t> y) const {
    u128 products = 0;
    for (std::size_t i = 0; i < x_.size(); ++i) products += u128{x_[i]} * y[i];
    const U256 all = multiply(products, x_.size());
    return all < middle_ ? middle_ - all : all - middle_;
  }

  std::span<const std::uint64_t> x_;
  U256 middle_, observed_;
};

bool constant(const std::vector<std::uint64_t>& ranks) {
  return std::all_of(ranks.begin(), ranks.end(),
                     [&ranks](std::uint64_t rank) { return rank == ranks[0]; });
}

/// All orders of y that differ are equally likely.
double exact(const Extremity& extremity, std::vector<std::uint64_t> y) {
  std::sort(y.begin(), y.end());
  std::uint64_t extreme = 0, all = 0;
  do {
    ++all;
    extreme += extremity.reached_by(y) ? 1 : 0;
  } while (std::next_permutation(y.begin(), y.end()));
  return ratio(extreme, all);
}

double drawn(const Extremity& extremity, std::vector<std::uint64_t> y, std::uint64_t draws,
             std::uint64_t seed) {
  std::uint64_t extreme = 0;
  Draws random(seed, 0, kUse);
  for (std::uint64_t i = 0; i < draws; ++i) {
    for (auto n = static_cast<std::uint32_t>(y.size()); n > 1; --n) {
      std::swap(y[n - 1], y[random.below(n)]);
    }
    extreme += extremity.reached_by(y) ? 1 : 0;
  }
  return ratio(u128{extreme} + 1, u128{draws} + 1);
}

/// t^2 of n - 2 degrees of freedom, from exact sums.
double student(const std::vector<std::uint64_t>& x, const std::vector<std::uint64_t>& y) {
  const u128 n = x.size();
  u128 xy = 0, xx = 0, yy = 0, sx = 0, sy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    xy += u128{x[i]} * y[i];
    xx += u128{x[i]} * x[i];
    yy += u128{y[i]} * y[i];
    sx += x[i];
    sy += y[i];
  }
  const double cov = difference(multiply(n, xy), multiply(sx, sy));
  const double of_x = difference(multiply(n, xx), multiply(sx, sx));
  const double of_y = difference(multiply(n, yy), multiply(sy, sy));
  const double r2 = std::min(cov / of_x * (cov / of_y), 1.0);
  constexpr double kLeast = std::numeric_limits<double>::min();  // no p-value is 0
  if (r2 == 1) return kLeast;
  const double degrees = to_double(n) - 2;
  return std::max(f_tail(r2 / (1 - r2) * degrees, 1, degrees), kLeast);
}

}  // namespace

RankTest rank_test(std::span<const std::uint64_t> x, std::span<const std::uint64_t> y,
                   std::uint64_t draws, std::uint64_t seed) {
  if (draws == 0) {
    fail(ErrorCode::wrong_usage, "0 draws tell nothing of a correlation", "draw 1000, say");
  }
  // What is drawn must not depend on the order in which the items came.
  std::vector<std::pair<std::uint64_t, std::uint64_t>> pairs;
  for (std::size_t i = 0; i < x.size(); ++i) pairs.emplace_back(x[i], y[i]);
  std::sort(pairs.begin(), pairs.end());
  std::vector<std::uint64_t> a, b;
  for (const auto& [of_x, of_y] : pairs) {
    a.push_back(of_x);
    b.push_back(of_y);
  }
  if (a.size() < 2 || constant(a) || constant(b)) return {kUndefined, RankTestMethod::none, 0};
  if (a.size() > kMostRanks) return {student(a, b), RankTestMethod::student, 0};
  const Extremity extremity(a, b);
  if (a.size() <= kExactRanks) return {exact(extremity, b), RankTestMethod::exact, 0};
  return {drawn(extremity, b, draws, seed), RankTestMethod::permutation, draws};
}

}  // namespace tallystick
