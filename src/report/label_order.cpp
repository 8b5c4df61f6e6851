#include "report/label_order.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace tallystick {

namespace {

/// What is compared, side by side: rows of millions of labels lie far apart.
struct Key {
  Amount support;
  const LabelRow* row;
};

bool before(const Key& a, const Key& b) {
  return std::tuple(b.support.whole, b.support.fraction, a.row) <
         std::tuple(a.support.whole, a.support.fraction, b.row);
}

}  // namespace

std::vector<const LabelRow*> by_support(const LabelTable& table, std::size_t most,
                                        std::optional<std::size_t> measure) {
  std::vector<Key> keys;
  for (const LabelRow& row : table.rows) {
    if (!measure || !std::isnan(row.values[*measure])) keys.push_back({row.support, &row});
  }
  const auto shown = static_cast<std::ptrdiff_t>(std::min(most, keys.size()));
  if (most < keys.size()) {
    std::partial_sort(keys.begin(), keys.begin() + shown, keys.end(), before);
  } else {
    std::sort(keys.begin(), keys.end(), before);
  }
  std::vector<const LabelRow*> out;
  for (const Key& key : keys) {
    if (out.size() == most) break;
    out.push_back(key.row);
  }
  return out;
}

}  // namespace tallystick
