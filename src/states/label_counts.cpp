#include "tallystick/states/label_counts.hpp"

#include <algorithm>

#include "base/parallel.hpp"
#include "tallystick/base/error.hpp"

namespace tallystick {

void LabelCounts::resize(std::size_t n_labels) {
  if (n_labels > rows_.size()) {
    rows_.resize(n_labels);
    if (weighted()) fractions_.resize(n_labels);
  }
}

void LabelCounts::clear() noexcept {
  for (Row& row : rows_) row = {};
  fractions_.clear();
  example_ = 0;
}

void LabelCounts::new_example() {
  if (++example_ != 0) return;
  for (Row& row : rows_) row.seen_true = row.seen_predicted = 0;  // once in 2^32 examples
  example_ = 1;
}

Overlap LabelCounts::update(std::span<const LabelId> truth, std::span<const LabelId> predicted,
                            Amount weight) {
  new_example();
  const std::uint32_t now = example_;
  Overlap overlap;
  if (weight == kOne) {
    for (const LabelId label : truth) {
      Row& row = rows_[label];
      if (row.seen_true == now) continue;
      row.seen_true = now;
      ++row.fn;
      ++overlap.truth;
    }
    for (const LabelId label : predicted) {
      Row& row = rows_[label];
      if (row.seen_predicted == now) continue;
      row.seen_predicted = now;
      ++overlap.predicted;
      if (row.seen_true == now) {
        ++overlap.common;
        ++row.tp;
        --row.fn;
      } else {
        ++row.fp;
      }
    }
  } else {
    if (weight.fraction != 0 && fractions_.empty()) fractions_.resize(rows_.size());
    // A fraction cannot be taken back as simply as a count: mark first, add each label once.
    for (const LabelId label : predicted) {
      Row& row = rows_[label];
      if (row.seen_predicted == now) continue;
      row.seen_predicted = now;
      ++overlap.predicted;
    }
    for (const LabelId label : truth) {
      Row& row = rows_[label];
      if (row.seen_true == now) continue;
      row.seen_true = now;
      ++overlap.truth;
      if (row.seen_predicted == now) {
        ++overlap.common;
        add_weighted(label, &Row::tp, &Fractions::tp, weight);
      } else {
        add_weighted(label, &Row::fn, &Fractions::fn, weight);
      }
    }
    for (const LabelId label : predicted) {
      Row& row = rows_[label];
      if (row.seen_true == now || row.seen_predicted != now) continue;
      row.seen_predicted = 0;  // added: a repeat must not be added again
      add_weighted(label, &Row::fp, &Fractions::fp, weight);
    }
  }
  overlap.repeats = static_cast<std::uint32_t>(truth.size() + predicted.size()) - overlap.truth -
                    overlap.predicted;
  return overlap;
}

void LabelCounts::add_weighted(LabelId label, std::uint64_t Row::* whole,
                               std::uint64_t Fractions::* fraction, Amount weight) {
  Amount sum{rows_[label].*whole, fractions_.empty() ? 0 : fractions_[label].*fraction};
  if (!tallystick::add(sum, weight)) {
    fail(ErrorCode::count_overflow, "the counts of a label pass 2^64 - 1",
         "evaluate in parts, or use smaller weights");
  }
  rows_[label].*whole = sum.whole;
  if (sum.fraction != 0 && fractions_.empty()) fractions_.resize(rows_.size());
  if (!fractions_.empty()) fractions_[label].*fraction = sum.fraction;
}

void LabelCounts::add(LabelId label, const Counts& counts) {
  Row& row = rows_[label];
  const bool whole = (counts.tp.fraction | counts.fp.fraction | counts.fn.fraction) == 0;
  if (whole && fractions_.empty() && row.tp <= UINT64_MAX - counts.tp.whole &&
      row.fp <= UINT64_MAX - counts.fp.whole && row.fn <= UINT64_MAX - counts.fn.whole) {
    row.tp += counts.tp.whole;
    row.fp += counts.fp.whole;
    row.fn += counts.fn.whole;
    return;
  }
  add_weighted(label, &Row::tp, &Fractions::tp, counts.tp);
  add_weighted(label, &Row::fp, &Fractions::fp, counts.fp);
  add_weighted(label, &Row::fn, &Fractions::fn, counts.fn);
}

void LabelCounts::merge(const LabelCounts& other, std::span<const LabelId> remap,
                        unsigned threads) {
  if (other.weighted() && !weighted()) fractions_.resize(rows_.size());
  detail::in_parts(threads, other.rows_.size(),
                   [&](std::size_t first, std::size_t last) { merge(other, remap, first, last); });
}

/// Adds a part of other's labels. Nothing grows: threads add other parts at the same time.
void LabelCounts::merge(const LabelCounts& other, std::span<const LabelId> remap, std::size_t first,
                        std::size_t last) {
  constexpr std::size_t kAhead = 16;
  const bool whole = !weighted() && !other.weighted();
  for (std::size_t i = first; i < last; ++i) {
    if (i + kAhead < last) prefetch(remap[i + kAhead]);
    const Row& from = other.rows_[i];
    Row& to = rows_[remap[i]];
    const std::uint64_t largest = std::max({from.tp, from.fp, from.fn, to.tp, to.fp, to.fn});
    if (!whole || largest > UINT64_MAX / 2) {  // fractions, or sums that could pass the end
      add(remap[i], other.counts(static_cast<LabelId>(i)));
      continue;
    }
    to.tp += from.tp;
    to.fp += from.fp;
    to.fn += from.fn;
  }
}

LabelCounts::Counts LabelCounts::counts(LabelId label) const noexcept {
  const Row& row = rows_[label];
  if (fractions_.empty()) return {{row.tp, 0}, {row.fp, 0}, {row.fn, 0}};
  const Fractions& part = fractions_[label];
  return {{row.tp, part.tp}, {row.fp, part.fp}, {row.fn, part.fn}};
}

void LabelCounts::save(ByteWriter& out, std::span<const LabelId> order) const {
  for (const LabelId label : order) {
    const Counts value = label < rows_.size() ? counts(label) : Counts{};
    out.amount(value.tp);
    out.amount(value.fp);
    out.amount(value.fn);
  }
}

void LabelCounts::load(ByteReader& in, std::size_t n_labels) {
  *this = LabelCounts{};
  resize(n_labels);
  for (std::size_t i = 0; i < n_labels; ++i) {
    Counts value;
    value.tp = in.amount();
    value.fp = in.amount();
    value.fn = in.amount();
    add(static_cast<LabelId>(i), value);
  }
}

}  // namespace tallystick
