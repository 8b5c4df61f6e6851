#include "tallystick/states/overlap_histogram.hpp"

#include <algorithm>
#include <tuple>

#include "tallystick/base/error.hpp"
#include "tallystick/base/mix.hpp"

namespace tallystick {

namespace {

constexpr std::size_t kFirstSlots = 256;

std::size_t slot_of(std::uint32_t common, std::uint32_t truth, std::uint32_t predicted) {
  const std::uint64_t sizes = (static_cast<std::uint64_t>(truth) << 32) | predicted;
  return static_cast<std::size_t>(detail::mix(sizes, common));
}

}  // namespace

OverlapHistogram::OverlapHistogram() : slots_(kFirstSlots) {}

void OverlapHistogram::update(std::uint32_t common, std::uint32_t truth, std::uint32_t predicted,
                              Amount weight) {
  const std::size_t mask = slots_.size() - 1;
  std::size_t position = slot_of(common, truth, predicted) & mask;
  for (;; position = (position + 1) & mask) {
    Slot& slot = slots_[position];
    if (slot.used == 0) {
      slot = {common, truth, predicted, 1, weight};
      if (++size_ * 2 > slots_.size()) grow();
      return;
    }
    if (slot.common == common && slot.truth == truth && slot.predicted == predicted) {
      if (!add(slot.amount, weight)) {
        fail(ErrorCode::count_overflow, "more than 2^64 - 1 examples",
             "evaluate in parts, or use smaller weights");
      }
      return;
    }
  }
}

void OverlapHistogram::grow() {
  std::vector<Slot> old(slots_.size() * 2);
  old.swap(slots_);
  const std::size_t mask = slots_.size() - 1;
  for (const Slot& slot : old) {
    if (slot.used == 0) continue;
    std::size_t position = slot_of(slot.common, slot.truth, slot.predicted) & mask;
    while (slots_[position].used != 0) position = (position + 1) & mask;
    slots_[position] = slot;
  }
}

void OverlapHistogram::merge(const OverlapHistogram& other) {
  for (const Slot& slot : other.slots_) {
    if (slot.used != 0) update(slot.common, slot.truth, slot.predicted, slot.amount);
  }
}

std::vector<OverlapHistogram::Entry> OverlapHistogram::entries() const {
  std::vector<Entry> out;
  out.reserve(size_);
  for (const Slot& slot : slots_) {
    if (slot.used != 0) out.push_back({slot.common, slot.truth, slot.predicted, slot.amount});
  }
  std::sort(out.begin(), out.end(), [](const Entry& a, const Entry& b) {
    return std::tie(a.common, a.truth, a.predicted) < std::tie(b.common, b.truth, b.predicted);
  });
  return out;
}

void OverlapHistogram::save(ByteWriter& out) const {
  const std::vector<Entry> all = entries();
  out.u64(all.size());
  for (const Entry& entry : all) {
    out.u32(entry.common);
    out.u32(entry.truth);
    out.u32(entry.predicted);
    out.amount(entry.amount);
  }
}

void OverlapHistogram::load(ByteReader& in) {
  *this = OverlapHistogram{};
  const std::uint64_t n = in.count(28);
  Entry last;
  for (std::uint64_t i = 0; i < n; ++i) {
    Entry entry;
    entry.common = in.u32();
    entry.truth = in.u32();
    entry.predicted = in.u32();
    entry.amount = in.amount();
    if (entry.common > std::min(entry.truth, entry.predicted)) {
      in.refuse("an example has " + std::to_string(entry.common) + " common labels but only " +
                std::to_string(entry.truth) + " true and " + std::to_string(entry.predicted) +
                " predicted ones");
    }
    if (entry.amount == Amount{}) in.refuse("a size triple has no examples");
    if (i != 0 && std::tie(entry.common, entry.truth, entry.predicted) <=
                      std::tie(last.common, last.truth, last.predicted)) {
      in.refuse("the size triples are not in ascending order");
    }
    update(entry.common, entry.truth, entry.predicted, entry.amount);
    last = entry;
  }
}

}  // namespace tallystick
