#include "label_pairs.hpp"

#include <algorithm>
#include <cmath>

namespace tallystick::detail {

namespace {

/// Pearson's correlation of two columns of 0 and 1; NaN when one is constant.
double phi(u128 n, u128 a, u128 b, u128 both) {
  const double of_a = to_double(multiply(a, n - a)), of_b = to_double(multiply(b, n - b));
  if (of_a == 0 || of_b == 0) return kUndefined;
  const double r =
      difference(multiply(n, both), multiply(a, b)) / (std::sqrt(of_a) * std::sqrt(of_b));
  return std::clamp(r, -1.0, 1.0);
}

/// The labels of the universe that most examples have, of equally many the first by name.
std::vector<LabelId> most_frequent(const LabelSpace& space) {
  std::vector<LabelId> ids = space.whole().sorted_labels();
  std::erase_if(ids, [&](LabelId id) { return space.n_true(id) == 0; });
  std::stable_sort(ids.begin(), ids.end(),
                   [&](LabelId a, LabelId b) { return space.n_true(a) > space.n_true(b); });
  if (ids.size() > kPairedLabels) ids.resize(kPairedLabels);
  std::sort(ids.begin(), ids.end(), [&](LabelId a, LabelId b) {
    const Vocabulary& names = space.whole().tally().vocabulary();
    return names.name(a) < names.name(b);
  });
  return ids;
}

}  // namespace

void add_label_pairs(Description& out, const LabelSpace& space, std::size_t most) {
  const Whole& whole = space.whole();
  const std::vector<LabelId> ids = most_frequent(space);
  out.pairs_among = ids.size();
  std::vector<std::uint32_t> place(whole.tally().vocabulary().size(), UINT32_MAX);
  for (std::uint32_t i = 0; i < ids.size(); ++i) place[ids[i]] = i;
  std::vector<u128> both(ids.size() * ids.size());  // above the diagonal
  std::vector<std::uint32_t> present;
  for (std::size_t s = 0; s < space.n_sets(); ++s) {
    const SetPairs::Entry set = space.set(s);
    present.clear();
    for (const LabelId id : set.truth) {
      if (place[id] != UINT32_MAX) present.push_back(place[id]);
    }
    std::sort(present.begin(), present.end());
    const u128 amount = whole.unit(set.amount);
    for (std::size_t i = 0; i < present.size(); ++i) {
      for (std::size_t j = i + 1; j < present.size(); ++j) {
        both[present[i] * ids.size() + present[j]] += amount;
      }
    }
  }
  struct Found {
    std::size_t a, b;
    u128 both;
    double phi;
  };
  std::vector<Found> found;
  for (std::size_t a = 0; a < ids.size(); ++a) {
    for (std::size_t b = a + 1; b < ids.size(); ++b) {
      const u128 n = both[a * ids.size() + b];
      if (n == 0) continue;
      ++out.n_pairs;
      const double r = phi(whole.n_examples(), space.n_true(ids[a]), space.n_true(ids[b]), n);
      if (!std::isnan(r)) found.push_back({a, b, n, r});
    }
  }
  // Pairs stand in the order of their names, which decides last.
  std::stable_sort(found.begin(), found.end(), [](const Found& x, const Found& y) {
    return x.phi != y.phi ? x.phi > y.phi : x.both > y.both;
  });
  if (found.size() > most) found.resize(most);
  const Vocabulary& names = whole.tally().vocabulary();
  for (const Found& pair : found) {
    out.pairs.push_back({std::string(names.name(ids[pair.a])), std::string(names.name(ids[pair.b])),
                         whole.amount(pair.both), pair.phi});
  }
}

}  // namespace tallystick::detail
