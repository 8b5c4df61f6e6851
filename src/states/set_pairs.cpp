#include "tallystick/states/set_pairs.hpp"

#include <algorithm>
#include <limits>

#include "tallystick/base/error.hpp"
#include "tallystick/base/mix.hpp"

namespace tallystick {

namespace {

constexpr std::size_t kFirstSlots = 1024;

/// Appends the labels in ascending order, each once; returns how many.
std::uint32_t append_sorted(std::span<const LabelId> labels, std::vector<LabelId>& out) {
  const auto first = static_cast<std::ptrdiff_t>(out.size());
  out.insert(out.end(), labels.begin(), labels.end());
  std::sort(out.begin() + first, out.end());
  out.erase(std::unique(out.begin() + first, out.end()), out.end());
  return static_cast<std::uint32_t>(std::ssize(out) - first);
}

/// By the true labels, then by the predicted ones: the order of saved rows.
bool before(const SetPairs::Entry& a, const SetPairs::Entry& b) {
  const auto truths = std::lexicographical_compare_three_way(a.truth.begin(), a.truth.end(),
                                                             b.truth.begin(), b.truth.end());
  if (truths != 0) return truths < 0;
  return std::lexicographical_compare(a.predicted.begin(), a.predicted.end(), b.predicted.begin(),
                                      b.predicted.end());
}

}  // namespace

SetPairs::SetPairs() : slots_(kFirstSlots) {}

void SetPairs::update(std::span<const LabelId> truth, std::span<const LabelId> predicted,
                      Amount weight) {
  sorted_.clear();
  const std::uint32_t n_true = append_sorted(truth, sorted_);
  append_sorted(predicted, sorted_);
  add(sorted_, n_true, weight);
}

std::uint64_t SetPairs::hash(std::span<const LabelId> labels, std::uint32_t n_true) const {
  std::uint64_t value = detail::mix(labels.size(), n_true);
  for (const LabelId label : labels) value = detail::mix(value ^ label, 0x9E3779B97F4A7C15ull);
  return value;
}

void SetPairs::add(const std::vector<LabelId>& labels, std::uint32_t n_true, Amount weight) {
  std::size_t position = hash(labels, n_true) & (slots_.size() - 1);
  for (; slots_[position] != 0; position = (position + 1) & (slots_.size() - 1)) {
    Row& row = rows_[slots_[position] - 1];
    if (row.n_true != n_true || !std::ranges::equal(labels_of(row), labels)) continue;
    if (!tallystick::add(row.amount, weight)) {
      fail(ErrorCode::count_overflow, "more than 2^64 - 1 examples",
           "evaluate in parts, or use smaller weights");
    }
    return;
  }
  if (rows_.size() == std::numeric_limits<std::uint32_t>::max()) {
    fail(ErrorCode::too_large, "more than 2^32 - 1 different examples", "evaluate in parts");
  }
  rows_.push_back(
      {labels_.size(), n_true, static_cast<std::uint32_t>(labels.size()) - n_true, weight});
  labels_.insert(labels_.end(), labels.begin(), labels.end());
  slots_[position] = static_cast<std::uint32_t>(rows_.size());
  if (rows_.size() * 2 > slots_.size()) grow();
}

void SetPairs::grow() {
  slots_.assign(slots_.size() * 2, 0);
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    std::size_t position = hash(labels_of(rows_[i]), rows_[i].n_true) & (slots_.size() - 1);
    while (slots_[position] != 0) position = (position + 1) & (slots_.size() - 1);
    slots_[position] = static_cast<std::uint32_t>(i + 1);
  }
}

SetPairs::Entry SetPairs::entry(std::size_t i) const noexcept {
  const Row& row = rows_[i];
  const std::span<const LabelId> labels = labels_of(row);
  return {labels.first(row.n_true), labels.subspan(row.n_true), row.amount};
}

void SetPairs::merge(const SetPairs& other, std::span<const LabelId> remap) {
  std::vector<LabelId> truth, predicted;
  const auto renamed = [remap](std::span<const LabelId> labels, std::vector<LabelId>& out) {
    out.clear();
    for (const LabelId label : labels) out.push_back(remap[label]);
  };
  for (std::size_t i = 0; i < other.size(); ++i) {
    const Entry one = other.entry(i);
    renamed(one.truth, truth);
    renamed(one.predicted, predicted);
    update(truth, predicted, one.amount);
  }
}

void SetPairs::save(ByteWriter& out, std::span<const LabelId> rank) const {
  // The same rows with ranks for ids, so that they sort by names.
  SetPairs ranked;
  ranked.merge(*this, rank);
  std::vector<std::uint32_t> order(ranked.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(), [&ranked](std::uint32_t a, std::uint32_t b) {
    return before(ranked.entry(a), ranked.entry(b));
  });
  out.u64(order.size());
  for (const std::uint32_t i : order) {
    const Entry one = ranked.entry(i);
    for (const auto& labels : {one.truth, one.predicted}) {
      out.u32(static_cast<std::uint32_t>(labels.size()));
      for (const LabelId label : labels) out.u32(label);
    }
    out.amount(one.amount);
  }
}

void SetPairs::load(ByteReader& in, std::size_t n_labels) {
  *this = SetPairs{};
  const std::uint64_t n = in.count(24);
  std::vector<LabelId> sets[2];
  for (std::uint64_t i = 0; i < n; ++i) {
    for (std::vector<LabelId>& labels : sets) {
      const std::uint32_t size = in.u32();
      if (size > in.left() / 4) in.refuse("a label set is cut off");
      labels.clear();
      for (std::uint32_t j = 0; j < size; ++j) {
        labels.push_back(in.u32());
        if (labels.back() >= n_labels) {
          in.refuse("a label set names label " + std::to_string(labels.back()) + " of " +
                    std::to_string(n_labels));
        }
        if (j != 0 && labels[j] <= labels[j - 1]) {
          in.refuse("the labels of a set are not in ascending order");
        }
      }
    }
    const Amount amount = in.amount();
    if (amount == Amount{}) in.refuse("a pair of label sets has no examples");
    const Entry one{sets[0], sets[1], amount};
    if (i != 0 && !before(entry(i - 1), one)) {
      in.refuse("the pairs of label sets are not in ascending order");
    }
    update(one.truth, one.predicted, amount);
  }
}

}  // namespace tallystick
