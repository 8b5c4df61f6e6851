#include "measures/score_columns.hpp"

#include <algorithm>
#include <numeric>

#include "tallystick/base/sort_keys.hpp"

namespace tallystick::detail {

namespace {

std::size_t slot_of(const ScoredLabel& label) noexcept {
  return 2 * std::size_t{label.label()} + (label.is_true() ? 1 : 0);
}

/// Keys in order, each with its amount.
void sort_with_amounts(std::vector<std::uint64_t>& keys, std::vector<u128>& amounts) {
  std::vector<std::size_t> order(keys.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&keys](std::size_t a, std::size_t b) { return keys[a] < keys[b]; });
  std::vector<std::uint64_t> sorted_keys(keys.size());
  std::vector<u128> sorted_amounts(keys.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    sorted_keys[i] = keys[order[i]];
    sorted_amounts[i] = amounts[order[i]];
  }
  keys.swap(sorted_keys);
  amounts.swap(sorted_amounts);
}

}  // namespace

ScoreColumns::ScoreColumns(const Whole& whole) : whole_(&whole) {
  const ScoreTable& table = whole.tally().scores();
  count(table);
  place(table);
  sort(table);
  add_unscored(table);
  for (LabelId label = 0; label < unscored_.size(); ++label) {
    const bool scored = first_[2 * label] != first_[2 * label + 2];
    if (whole.in_universe(label, scored)) {
      labels_.push_back(label);
    } else if (whole.only_wrong(label)) {
      wrong_.push_back(label);
    }
  }
}

void ScoreColumns::count(const ScoreTable& table) {
  first_.assign(2 * whole_->tally().vocabulary().size() + 1, 0);
  bool any = false;
  for (std::size_t i = 0; i < table.size(); ++i) {
    const ScoreTable::Example example = table.example(i);
    for (const ScoredLabel& label : example.labels) ++first_[slot_of(label) + 1];
    if (example.scores.empty()) continue;
    const double most = example.scores.front(), least = example.scores.back();
    lowest_ = any ? std::min(lowest_, least) : least;
    highest_ = any ? std::max(highest_, most) : most;
    any = true;
  }
  std::partial_sum(first_.begin(), first_.end(), first_.begin());
}

void ScoreColumns::place(const ScoreTable& table) {
  const bool weighted = !table.unweighted();
  keys_.resize(table.n_scores());
  if (weighted) examples_.resize(table.n_scores());
  std::vector<std::size_t> next(first_.begin(), first_.end() - 1);
  for (std::size_t i = 0; i < table.size(); ++i) {
    const ScoreTable::Example example = table.example(i);
    for (std::size_t j = 0; j < example.labels.size(); ++j) {
      const std::size_t at = next[slot_of(example.labels[j])]++;
      keys_[at] = score_key(example.scores[j]);
      if (weighted) examples_[at] = i;
    }
  }
}

void ScoreColumns::sort(const ScoreTable& table) {
  if (table.unweighted() && !whole_->fractional()) {
    std::vector<std::uint64_t> scratch;
    for (std::size_t slot = 0; slot + 1 < first_.size(); ++slot) {
      sort_keys({keys_.begin() + first_[slot], first_[slot + 1] - first_[slot]}, scratch);
    }
    return;
  }
  amounts_.resize(keys_.size());
  std::vector<std::uint64_t> keys;
  std::vector<u128> amounts;
  for (std::size_t slot = 0; slot + 1 < first_.size(); ++slot) {
    keys.clear(), amounts.clear();
    for (std::size_t i = first_[slot]; i < first_[slot + 1]; ++i) {
      keys.push_back(keys_[i]);
      amounts.push_back(
          whole_->unit(table.unweighted() ? kOne : table.example(examples_[i]).weight));
    }
    sort_with_amounts(keys, amounts);
    std::copy(keys.begin(), keys.end(), keys_.begin() + first_[slot]);
    std::copy(amounts.begin(), amounts.end(),
              amounts_.begin() + static_cast<std::ptrdiff_t>(first_[slot]));
  }
  std::vector<std::size_t>().swap(examples_);
}

void ScoreColumns::add_unscored(const ScoreTable& table) {
  unscored_.resize(whole_->tally().vocabulary().size());
  for (std::size_t i = 0; i < table.size(); ++i) {
    const ScoreTable::Example example = table.example(i);
    if (example.unscored.empty()) continue;
    const u128 weight = whole_->unit(example.weight);
    for (const LabelId label : example.unscored) unscored_[label].positive += weight;
  }
  for (LabelId label = 0; label < unscored_.size(); ++label) {
    const u128 scored = amount(first_[2 * label], first_[2 * label + 2]);
    unscored_[label].negative = whole_->n_examples() - scored - unscored_[label].positive;
  }
}

u128 ScoreColumns::amount(std::size_t first, std::size_t last) const noexcept {
  if (amounts_.empty()) return last - first;
  u128 sum = 0;
  for (std::size_t i = first; i < last; ++i) sum += amounts_[i];
  return sum;
}

ScoreColumn ScoreColumns::of(LabelId label) const noexcept {
  const std::size_t first = first_[2 * label], middle = first_[2 * label + 1];
  const std::size_t last = first_[2 * label + 2];
  const auto amounts = [this](std::size_t from, std::size_t to) {
    return amounts_.empty() ? std::span<const u128>()
                            : std::span(amounts_).subspan(from, to - from);
  };
  return {{keys_.begin() + middle, last - middle},
          {keys_.begin() + first, middle - first},
          amounts(middle, last),
          amounts(first, middle),
          unscored_[label].positive,
          unscored_[label].negative};
}

void ScoreColumns::pool() {
  if (pooled_.made) return;
  ScoreColumn& column = pooled_.column;
  const auto append = [](Cells& to, std::span<const std::uint64_t> keys,
                         std::span<const u128> amounts) {
    to.keys.insert(to.keys.end(), keys.begin(), keys.end());
    to.amounts.insert(to.amounts.end(), amounts.begin(), amounts.end());
  };
  for (const std::vector<LabelId>* labels : {&labels_, &wrong_}) {
    for (const LabelId label : *labels) {
      const ScoreColumn one = of(label);
      append(pooled_.positive, one.positive, one.positive_amounts);
      append(pooled_.negative, one.negative, one.negative_amounts);
      column.unscored_positive += one.unscored_positive;
      column.unscored_negative += one.unscored_negative;
    }
  }
  std::vector<std::uint64_t> scratch;
  for (Cells* cells : {&pooled_.positive, &pooled_.negative}) {
    if (cells->amounts.empty()) {
      sort_keys(cells->keys, scratch);
    } else {
      sort_with_amounts(cells->keys, cells->amounts);
    }
  }
  column.positive = pooled_.positive.keys;
  column.negative = pooled_.negative.keys;
  column.positive_amounts = pooled_.positive.amounts;
  column.negative_amounts = pooled_.negative.amounts;
  pooled_.made = true;
}

}  // namespace tallystick::detail
