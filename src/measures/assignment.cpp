#include "measures/assignment.hpp"

#include <cstddef>
#include <limits>

namespace tallystick::detail {

namespace {

/// Columns and rows from 1; column 0 stands for the row that looks for a column.
struct Search {
  std::span<const Cost> costs;
  std::size_t n;
  std::vector<Cost> row_price, column_price, slack;
  std::vector<std::size_t> row_of, from;
  std::vector<char> done;

  explicit Search(std::span<const Cost> all, std::size_t size)
      : costs(all),
        n(size),
        row_price(n + 1),
        column_price(n + 1),
        slack(n + 1),
        row_of(n + 1, 0),
        from(n + 1, 0),
        done(n + 1, 0) {}

  [[nodiscard]] Cost reduced(std::size_t row, std::size_t column) const {
    Cost out = costs[(row - 1) * n + column - 1];
    out -= row_price[row];
    out -= column_price[column];
    return out;
  }

  /// Moves on over the tightest edge; the column reached.
  std::size_t advance(std::size_t column) {
    const std::size_t row = row_of[column];
    std::size_t nearest = 0;
    for (std::size_t next = 1; next <= n; ++next) {
      if (done[next] != 0) continue;
      const Cost cost = reduced(row, next);
      if (cost < slack[next]) slack[next] = cost, from[next] = column;
      if (nearest == 0 || slack[next] < slack[nearest]) nearest = next;
    }
    const Cost step = slack[nearest];
    for (std::size_t other = 0; other <= n; ++other) {
      if (done[other] != 0) {
        row_price[row_of[other]] += step;
        column_price[other] -= step;
      } else {
        slack[other] -= step;
      }
    }
    return nearest;
  }

  void place(std::size_t row) {
    constexpr std::int64_t kFar = std::numeric_limits<std::int64_t>::max() / 4;
    slack.assign(n + 1, Cost{{kFar, kFar, kFar, kFar}});
    done.assign(n + 1, 0);
    row_of[0] = row;
    std::size_t column = 0;
    do {
      done[column] = 1;
      column = advance(column);
    } while (row_of[column] != 0);
    for (; column != 0; column = from[column]) row_of[column] = row_of[from[column]];
  }
};

}  // namespace

Cost cheapest_assignment(std::span<const Cost> costs, std::size_t n) {
  Search search(costs, n);
  for (std::size_t row = 1; row <= n; ++row) search.place(row);
  Cost total;
  for (std::size_t column = 1; column <= n; ++column) {
    total += costs[(search.row_of[column] - 1) * n + column - 1];
  }
  return total;
}

}  // namespace tallystick::detail
