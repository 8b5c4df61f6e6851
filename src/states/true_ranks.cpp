#include "tallystick/states/true_ranks.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace tallystick {

namespace {

template <typename T>
void append(detail::LargeArray<T>& to, std::span<const T> items) {
  const std::size_t first = to.size();
  to.resize(first + items.size());
  std::copy(items.begin(), items.end(), to.begin() + first);
}

/// By place, and labels that share one by their numbers: the order of saved labels.
bool ranks_before(const TrueRank& a, const TrueRank& b) {
  return std::tie(a.before, a.label) < std::tie(b.before, b.label);
}

/// The order of saved examples.
bool saved_before(const TrueRanks::Example& a, const TrueRanks::Example& b) {
  const auto compared = [](const auto& x, const auto& y) {
    return std::lexicographical_compare_three_way(x.begin(), x.end(), y.begin(), y.end());
  };
  if (const auto ranked = compared(a.ranked, b.ranked); ranked != 0) return ranked < 0;
  if (const auto rest = compared(a.unscored, b.unscored); rest != 0) return rest < 0;
  return std::tie(a.weight.whole, a.weight.fraction) < std::tie(b.weight.whole, b.weight.fraction);
}

}  // namespace

void find_true_ranks(std::span<const ScoredLabel> labels, std::span<const double> scores, Ties ties,
                     std::vector<TrueRank>& out) {
  const bool share = !orders_labels(ties);
  out.clear();
  std::size_t first = 0, last = 0;  // the labels that share a place
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (!labels[i].is_true()) continue;
    if (i >= last) {
      first = i, last = i + 1;
      while (share && first > 0 && scores[first - 1] == scores[i]) --first;
      while (share && last < scores.size() && scores[last] == scores[i]) ++last;
    }
    out.push_back({labels[i].label(), static_cast<std::uint32_t>(first),
                   static_cast<std::uint32_t>(last - first)});
  }
}

void TrueRanks::add(std::span<const TrueRank> ranked, std::span<const LabelId> unscored,
                    Amount weight) {
  if (ranked.empty() && unscored.empty()) return;
  if (weight != kOne && weights_.empty()) weights_.assign(rows_.size(), kOne);
  rows_.push_back({ranked_.size(), unscored_.size()});
  append(ranked_, ranked);
  append(unscored_, unscored);
  if (weight != kOne || !weights_.empty()) weights_.push_back(weight);
}

void TrueRanks::merge(const TrueRanks& other, std::span<const LabelId> remap) {
  std::vector<TrueRank> ranked;
  std::vector<LabelId> unscored;
  for (std::size_t i = 0; i < other.size(); ++i) {
    const Example one = other.example(i);
    ranked.assign(one.ranked.begin(), one.ranked.end());
    for (TrueRank& rank : ranked) rank.label = remap[rank.label];
    unscored.clear();
    for (const LabelId label : one.unscored) unscored.push_back(remap[label]);
    std::sort(unscored.begin(), unscored.end());
    add(ranked, unscored, one.weight);
  }
}

TrueRanks::Example TrueRanks::example(std::size_t i) const noexcept {
  const Row& row = rows_[i];
  const bool last = i + 1 == rows_.size();
  const std::size_t n = (last ? ranked_.size() : rows_[i + 1].first_ranked) - row.first_ranked;
  const std::size_t n_unscored =
      (last ? unscored_.size() : rows_[i + 1].first_unscored) - row.first_unscored;
  return {{ranked_.begin() + row.first_ranked, n},
          {unscored_.begin() + row.first_unscored, n_unscored},
          weights_.empty() ? kOne : weights_[i]};
}

void TrueRanks::save(ByteWriter& out, std::span<const LabelId> rank) const {
  TrueRanks named;
  named.merge(*this, rank);
  for (std::size_t i = 0; i < named.size(); ++i) {
    const Example one = named.example(i);
    TrueRank* const first = named.ranked_.begin() + named.rows_[i].first_ranked;
    std::sort(first, first + one.ranked.size(), ranks_before);
  }
  std::vector<std::size_t> order(named.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&named](std::size_t a, std::size_t b) {
    return saved_before(named.example(a), named.example(b));
  });
  out.u64(order.size());
  for (const std::size_t i : order) {
    const Example one = named.example(i);
    out.u32(static_cast<std::uint32_t>(one.ranked.size()));
    for (const TrueRank& label : one.ranked) {
      out.u32(label.label), out.u32(label.before), out.u32(label.size);
    }
    out.u32(static_cast<std::uint32_t>(one.unscored.size()));
    for (const LabelId label : one.unscored) out.u32(label);
    out.amount(one.weight);
  }
}

void TrueRanks::load(ByteReader& in, std::size_t n_labels) {
  *this = TrueRanks{};
  const std::uint64_t n = in.count(24);
  std::vector<TrueRank> ranked;
  std::vector<LabelId> unscored, seen;
  const auto known = [&](LabelId label) {
    if (label >= n_labels) {
      in.refuse("a rank names label " + std::to_string(label) + " of " + std::to_string(n_labels));
    }
    seen.push_back(label);
    return label;
  };
  for (std::uint64_t i = 0; i < n; ++i) {
    ranked.clear(), unscored.clear(), seen.clear();
    const std::uint32_t size = in.u32();
    if (size > in.left() / 12) in.refuse("an example's ranks are cut off");
    std::uint64_t end = 0, hits = 0;  // of the labels that share the last place
    for (std::uint32_t j = 0; j < size; ++j) {
      const LabelId label = known(in.u32());
      const std::uint32_t before = in.u32(), same = in.u32();
      const bool shared = j != 0 && ranked.back().before == before && ranked.back().size == same;
      hits = shared ? hits + 1 : 1;
      if (hits > same || (!shared && before < end) || (shared && ranked.back().label >= label)) {
        in.refuse("an example's true labels have places that cannot be");
      }
      end = std::uint64_t{before} + same;
      if (end > n_labels) in.refuse("an example ranks more labels than there are");
      ranked.push_back({label, before, same});
    }
    const std::uint32_t rest = in.u32();
    if (rest > in.left() / 4) in.refuse("an example's labels are cut off");
    for (std::uint32_t j = 0; j < rest; ++j) unscored.push_back(known(in.u32()));
    std::sort(seen.begin(), seen.end());
    if (seen.empty() || std::adjacent_find(seen.begin(), seen.end()) != seen.end()) {
      in.refuse("an example ranks no true label, or one twice");
    }
    const Amount weight = in.amount();
    if (weight == Amount{}) in.refuse("a ranked example weighs nothing");
    add(ranked, unscored, weight);
    if (i != 0 && saved_before(example(i), example(i - 1))) {
      in.refuse("the ranked examples are not in order");
    }
  }
}

}  // namespace tallystick
