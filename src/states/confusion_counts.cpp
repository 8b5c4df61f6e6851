#include "tallystick/states/confusion_counts.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "tallystick/base/error.hpp"

namespace tallystick {

namespace {
constexpr std::size_t kFirstSlots = 1024;

[[noreturn]] void too_many() {
  fail(ErrorCode::count_overflow, "more than 2^64 - 1 examples",
       "evaluate in parts, or use smaller weights");
}

}  // namespace

ConfusionCounts::ConfusionCounts() : slots_(kFirstSlots) {}

void ConfusionCounts::clear() noexcept {
  near_.clear();
  near_row_.fill(0);
  std::fill(slots_.begin(), slots_.end(), Slot{});
  fractions_.clear();
  size_ = 0;
}

void ConfusionCounts::add_near_row(LabelId truth) {
  near_.resize(near_.size() + kNear);
  near_row_[truth] = static_cast<std::uint16_t>(near_.size() / kNear);
}

bool ConfusionCounts::has_slot(LabelId truth, LabelId predicted) const noexcept {
  const std::uint64_t key = key_of(truth, predicted);
  std::size_t position = start(key);
  while (slots_[position].key != key && slots_[position].key != kFree) {
    position = (position + 1) & (slots_.size() - 1);
  }
  return slots_[position].key == key;
}

void ConfusionCounts::update_far(LabelId truth, LabelId predicted, Amount weight) {
  const std::uint64_t key = key_of(truth, predicted);
  std::size_t position = start(key);
  while (slots_[position].key != key && slots_[position].key != kFree) {
    position = (position + 1) & (slots_.size() - 1);
  }
  update_at(position, key, weight);
}

void ConfusionCounts::update_at(std::size_t position, std::uint64_t key, Amount weight) {
  Slot& slot = slots_[position];
  const bool fresh = slot.key == kFree;
  slot.key = key;
  if (weight.fraction != 0 && fractions_.empty()) fractions_.resize(slots_.size());
  Amount sum{slot.whole, fractions_.empty() ? 0 : fractions_[position]};
  if (!add(sum, weight)) too_many();
  slot.whole = sum.whole;
  if (!fractions_.empty()) fractions_[position] = sum.fraction;
  if (fresh && ++size_ * 2 > slots_.size()) grow();
}

void ConfusionCounts::grow() {
  std::vector<Slot> old(slots_.size() * 2);
  old.swap(slots_);
  std::vector<std::uint64_t> old_fractions(fractions_.empty() ? 0 : slots_.size());
  old_fractions.swap(fractions_);
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t i = 0; i < old.size(); ++i) {
    if (old[i].key == kFree) continue;
    std::size_t position = start(old[i].key);
    while (slots_[position].key != kFree) position = (position + 1) & mask;
    slots_[position] = old[i];
    if (!fractions_.empty()) fractions_[position] = old_fractions[i];
  }
}

void ConfusionCounts::merge(const ConfusionCounts& other, std::span<const LabelId> remap) {
  for (const Entry& entry : other.entries()) {
    update(remap[entry.truth], entry.predicted == kNoLabel ? kNoLabel : remap[entry.predicted],
           entry.amount);
  }
}

std::vector<ConfusionCounts::Entry> ConfusionCounts::entries() const {
  std::vector<Entry> out;
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    const Slot& slot = slots_[i];
    if (slot.key == kFree) continue;
    Entry entry{static_cast<LabelId>(slot.key >> 32) - 1, static_cast<LabelId>(slot.key) - 1,
                Amount{slot.whole, fractions_.empty() ? 0 : fractions_[i]}};
    if (!add(entry.amount, {near_count(entry.truth, entry.predicted), 0})) too_many();
    out.push_back(entry);
  }
  for (LabelId truth = 0; truth < kNear; ++truth) {
    if (near_row_[truth] == 0) continue;
    for (LabelId predicted = 0; predicted < kNear; ++predicted) {
      const std::uint32_t count = near_[near_at(truth, predicted)];
      if (count == 0 || (size_ != 0 && has_slot(truth, predicted))) continue;
      out.push_back({truth, predicted, {count, 0}});
    }
  }
  return out;
}

void ConfusionCounts::save(ByteWriter& out, std::span<const LabelId> rank) const {
  std::vector<Entry> all = entries();
  for (Entry& entry : all) {
    entry.truth = rank[entry.truth];
    if (entry.predicted != kNoLabel) entry.predicted = rank[entry.predicted];
  }
  std::sort(all.begin(), all.end(), [](const Entry& a, const Entry& b) {
    return std::tie(a.truth, a.predicted) < std::tie(b.truth, b.predicted);
  });
  out.u64(all.size());
  for (const Entry& entry : all) {
    out.u32(entry.truth);
    out.u32(entry.predicted);
    out.amount(entry.amount);
  }
}

void ConfusionCounts::load(ByteReader& in, std::size_t n_labels) {
  *this = ConfusionCounts{};
  const std::uint64_t n = in.count(24);
  Entry last;
  for (std::uint64_t i = 0; i < n; ++i) {
    Entry entry;
    entry.truth = in.u32();
    entry.predicted = in.u32();
    entry.amount = in.amount();
    if (entry.truth >= n_labels || (entry.predicted >= n_labels && entry.predicted != kNoLabel)) {
      in.refuse("a pair names label " + std::to_string(std::max(entry.truth, entry.predicted)) +
                " of " + std::to_string(n_labels));
    }
    if (entry.amount == Amount{}) in.refuse("a pair of labels has no examples");
    if (i != 0 && std::tie(entry.truth, entry.predicted) <= std::tie(last.truth, last.predicted)) {
      in.refuse("the pairs of labels are not in ascending order");
    }
    update(entry.truth, entry.predicted, entry.amount);
    last = entry;
  }
}

}  // namespace tallystick
