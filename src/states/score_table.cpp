#include "tallystick/states/score_table.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include "tallystick/base/error.hpp"

namespace tallystick {

namespace {

template <typename T>
void append(detail::LargeArray<T>& to, std::span<const T> items) {
  const std::size_t first = to.size();
  to.resize(first + items.size());
  std::copy(items.begin(), items.end(), to.begin() + first);
}

/// The order of saved examples: by labels, then scores, then what has none.
bool before(const ScoreTable::Example& a, const ScoreTable::Example& b) {
  const auto compared = [](const auto& x, const auto& y, auto key) {
    return std::lexicographical_compare_three_way(
        x.begin(), x.end(), y.begin(), y.end(),
        [key](const auto& one, const auto& two) { return key(one) <=> key(two); });
  };
  const auto label = [](const ScoredLabel& l) {
    return 2 * std::uint64_t{l.label()} + l.is_true();
  };
  if (const auto labels = compared(a.labels, b.labels, label); labels != 0) return labels < 0;
  const auto bits = [](double score) { return std::bit_cast<std::uint64_t>(score); };
  if (const auto scores = compared(a.scores, b.scores, bits); scores != 0) return scores < 0;
  const auto id = [](LabelId l) { return l; };
  if (const auto rest = compared(a.unscored, b.unscored, id); rest != 0) return rest < 0;
  if (const auto known = compared(a.known, b.known, id); known != 0) return known < 0;
  return a.weight.whole != b.weight.whole ? a.weight.whole < b.weight.whole
                                          : a.weight.fraction < b.weight.fraction;
}

}  // namespace

std::size_t ScoreTable::Example::n_true() const noexcept {
  return unscored.size() +
         static_cast<std::size_t>(std::count_if(labels.begin(), labels.end(),
                                                [](const ScoredLabel& l) { return l.is_true(); }));
}

void ScoreTable::add(std::span<const ScoredLabel> labels, std::span<const double> scores,
                     std::span<const LabelId> unscored, Amount weight,
                     std::span<const LabelId> known) {
  if (weight != kOne && weights_.empty()) weights_.assign(rows_.size(), kOne);
  rows_.push_back({scores_.size(), unscored_.size(), known_.size()});
  append(labels_, labels);
  append(scores_, scores);
  append(unscored_, unscored);
  std::vector<LabelId> sorted(known.begin(), known.end());
  std::sort(sorted.begin(), sorted.end());
  sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
  append(known_, std::span<const LabelId>(sorted));
  if (weight != kOne || !weights_.empty()) weights_.push_back(weight);
}

void ScoreTable::merge(const ScoreTable& other, std::span<const LabelId> remap) {
  std::vector<ScoredLabel> labels;
  std::vector<LabelId> unscored, known;
  for (std::size_t i = 0; i < other.size(); ++i) {
    const Example one = other.example(i);
    labels.clear();
    for (const ScoredLabel& label : one.labels) {
      labels.emplace_back(remap[label.label()], label.is_true());
    }
    unscored.clear();
    for (const LabelId label : one.unscored) unscored.push_back(remap[label]);
    std::sort(unscored.begin(), unscored.end());
    known.clear();
    for (const LabelId label : one.known) known.push_back(remap[label]);
    add(labels, one.scores, unscored, one.weight, known);
  }
}

ScoreTable::Example ScoreTable::example(std::size_t i) const noexcept {
  const Row& row = rows_[i];
  const bool last = i + 1 == rows_.size();
  const std::size_t n = (last ? scores_.size() : rows_[i + 1].first_score) - row.first_score;
  const std::size_t n_unscored =
      (last ? unscored_.size() : rows_[i + 1].first_unscored) - row.first_unscored;
  const std::size_t n_known = (last ? known_.size() : rows_[i + 1].first_known) - row.first_known;
  return {{labels_.begin() + row.first_score, n},
          {scores_.begin() + row.first_score, n},
          {unscored_.begin() + row.first_unscored, n_unscored},
          weights_.empty() ? kOne : weights_[i],
          {known_.begin() + row.first_known, n_known}};
}

void ScoreTable::save(ByteWriter& out, std::span<const LabelId> rank, bool with_known) const {
  ScoreTable ranked;
  ranked.merge(*this, rank);
  std::vector<std::size_t> order(ranked.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&ranked](std::size_t a, std::size_t b) {
    return before(ranked.example(a), ranked.example(b));
  });
  out.u64(order.size());
  for (const std::size_t i : order) {
    const Example one = ranked.example(i);
    out.u32(static_cast<std::uint32_t>(one.labels.size()));
    for (const ScoredLabel& label : one.labels) out.u32((label.label() << 1) | label.is_true());
    for (const double score : one.scores) out.u64(std::bit_cast<std::uint64_t>(score));
    out.u32(static_cast<std::uint32_t>(one.unscored.size()));
    for (const LabelId label : one.unscored) out.u32(label);
    if (with_known) {
      out.u32(static_cast<std::uint32_t>(one.known.size()));
      for (const LabelId label : one.known) out.u32(label);
    }
    out.amount(one.weight);
  }
}

void ScoreTable::load(ByteReader& in, std::size_t n_labels, bool with_known) {
  *this = ScoreTable{};
  const std::uint64_t n = in.count(24);
  std::vector<ScoredLabel> labels;
  std::vector<double> scores;
  std::vector<LabelId> unscored, known_before, seen;
  const auto known = [&](LabelId label) {
    if (label >= n_labels) {
      in.refuse("a score names label " + std::to_string(label) + " of " + std::to_string(n_labels));
    }
    seen.push_back(label);
  };
  for (std::uint64_t i = 0; i < n; ++i) {
    labels.clear(), scores.clear(), unscored.clear(), known_before.clear(), seen.clear();
    const std::uint32_t size = in.u32();
    if (size > in.left() / 12) in.refuse("an example's scores are cut off");
    for (std::uint32_t j = 0; j < size; ++j) {
      const std::uint32_t bits = in.u32();
      known(bits >> 1);
      labels.emplace_back(bits >> 1, (bits & 1) != 0);
    }
    for (std::uint32_t j = 0; j < size; ++j) {
      scores.push_back(std::bit_cast<double>(in.u64()));
      if (!std::isfinite(scores.back()) || (j != 0 && scores[j] > scores[j - 1])) {
        in.refuse("the scores of an example do not descend");
      }
    }
    const std::uint32_t rest = in.u32();
    if (rest > in.left() / 4) in.refuse("an example's labels are cut off");
    for (std::uint32_t j = 0; j < rest; ++j) {
      unscored.push_back(in.u32());
      known(unscored.back());
    }
    std::sort(seen.begin(), seen.end());
    if (std::adjacent_find(seen.begin(), seen.end()) != seen.end()) {
      in.refuse("an example scores a label twice");
    }
    const std::uint32_t n_known = with_known ? in.u32() : 0;
    if (n_known > in.left() / 4) in.refuse("an example's known labels are cut off");
    for (std::uint32_t j = 0; j < n_known; ++j) {
      known_before.push_back(in.u32());
      if (known_before.back() >= n_labels || (j != 0 && known_before[j] <= known_before[j - 1])) {
        in.refuse("the known labels of an example are not labels in ascending order");
      }
    }
    const Amount weight = in.amount();
    if (weight == Amount{}) in.refuse("an example with scores weighs nothing");
    add(labels, scores, unscored, weight, known_before);
    if (i != 0 && before(example(i), example(i - 1))) {
      in.refuse("the examples with scores are not in order");
    }
  }
}

}  // namespace tallystick
