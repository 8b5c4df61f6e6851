#include "tallystick/states/weighed_sets.hpp"

#include <algorithm>
#include <limits>

#include "tallystick/base/error.hpp"
#include "tallystick/base/mix.hpp"

namespace tallystick {

namespace {

constexpr std::size_t kFirstSlots = 1024;

/// Appends the labels in ascending order, each once; returns how many.
std::size_t append_sorted(std::span<const LabelId> labels, std::vector<LabelId>& out) {
  const auto first = static_cast<std::ptrdiff_t>(out.size());
  out.insert(out.end(), labels.begin(), labels.end());
  std::sort(out.begin() + first, out.end());
  out.erase(std::unique(out.begin() + first, out.end()), out.end());
  return static_cast<std::size_t>(std::ssize(out) - first);
}

/// By the true labels, the predicted ones and the weight: the order of saved rows.
bool before(const WeighedSets::Entry& a, const WeighedSets::Entry& b) {
  const auto compared = [](std::span<const LabelId> x, std::span<const LabelId> y) {
    return std::lexicographical_compare_three_way(x.begin(), x.end(), y.begin(), y.end());
  };
  if (const auto truths = compared(a.truth, b.truth); truths != 0) return truths < 0;
  if (const auto rest = compared(a.predicted, b.predicted); rest != 0) return rest < 0;
  return a.weight.whole != b.weight.whole ? a.weight.whole < b.weight.whole
                                          : a.weight.fraction < b.weight.fraction;
}

bool same(const WeighedSets::Entry& a, const WeighedSets::Entry& b) {
  return a.weight == b.weight && std::ranges::equal(a.truth, b.truth) &&
         std::ranges::equal(a.predicted, b.predicted);
}

}  // namespace

std::uint64_t WeighedSets::hash(const Entry& entry) noexcept {
  std::uint64_t value = detail::mix(entry.weight.whole ^ entry.truth.size(), entry.weight.fraction);
  for (const auto& labels : {entry.truth, entry.predicted}) {
    for (const LabelId label : labels) value = detail::mix(value ^ label, 0x9E3779B97F4A7C15ull);
  }
  return value;
}

void WeighedSets::update(std::span<const LabelId> truth, std::span<const LabelId> predicted,
                         Amount weight, std::uint64_t count) {
  if (slots_.empty()) slots_.resize(kFirstSlots);
  sorted_.clear();
  const std::size_t n_true = append_sorted(truth, sorted_);
  append_sorted(predicted, sorted_);
  const std::span<const LabelId> labels(sorted_);
  const Entry added{labels.first(n_true), labels.subspan(n_true), weight, count};
  std::size_t position = hash(added) & (slots_.size() - 1);
  for (; slots_[position] != 0; position = (position + 1) & (slots_.size() - 1)) {
    const std::size_t i = slots_[position] - 1;
    if (!same(entry(i), added)) continue;
    if (rows_[i].count + count < count) {
      fail(ErrorCode::count_overflow, "more than 2^64 - 1 examples", "evaluate in parts");
    }
    rows_[i].count += count;
    return;
  }
  if (rows_.size() == std::numeric_limits<std::uint32_t>::max()) {
    fail(ErrorCode::too_large, "more than 2^32 - 1 different examples", "evaluate in parts");
  }
  rows_.push_back({labels_.size(), static_cast<std::uint32_t>(n_true),
                   static_cast<std::uint32_t>(labels.size() - n_true), weight, count});
  labels_.insert(labels_.end(), labels.begin(), labels.end());
  slots_[position] = static_cast<std::uint32_t>(rows_.size());
  if (rows_.size() * 2 > slots_.size()) grow();
}

void WeighedSets::grow() {
  slots_.assign(slots_.size() * 2, 0);
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    std::size_t position = hash(entry(i)) & (slots_.size() - 1);
    while (slots_[position] != 0) position = (position + 1) & (slots_.size() - 1);
    slots_[position] = static_cast<std::uint32_t>(i + 1);
  }
}

WeighedSets::Entry WeighedSets::entry(std::size_t i) const noexcept {
  const Row& row = rows_[i];
  const std::span<const LabelId> labels(labels_.data() + row.begin,
                                        std::size_t{row.n_true} + row.n_predicted);
  return {labels.first(row.n_true), labels.subspan(row.n_true), row.weight, row.count};
}

void WeighedSets::merge(const WeighedSets& other, std::span<const LabelId> remap) {
  std::vector<LabelId> truth, predicted;
  const auto renamed = [remap](std::span<const LabelId> labels, std::vector<LabelId>& out) {
    out.clear();
    for (const LabelId label : labels) out.push_back(remap[label]);
  };
  for (std::size_t i = 0; i < other.size(); ++i) {
    const Entry one = other.entry(i);
    renamed(one.truth, truth);
    renamed(one.predicted, predicted);
    update(truth, predicted, one.weight, one.count);
  }
}

void WeighedSets::save(ByteWriter& out, std::span<const LabelId> rank) const {
  // The same rows with ranks for ids, so that they sort by names.
  WeighedSets ranked;
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
    out.amount(one.weight);
    out.u64(one.count);
  }
}

void WeighedSets::load(ByteReader& in, std::size_t n_labels) {
  *this = WeighedSets{};
  const std::uint64_t n = in.count(32);
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
    const Amount weight = in.amount();
    const std::uint64_t count = in.u64();
    if (weight == Amount{} || count == 0) in.refuse("weighted label sets have no examples");
    const Entry one{sets[0], sets[1], weight, count};
    if (i != 0 && !before(entry(i - 1), one)) {
      in.refuse("the weighted label sets are not in ascending order");
    }
    update(one.truth, one.predicted, weight, count);
  }
}

}  // namespace tallystick
