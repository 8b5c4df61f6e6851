// Sparse (true label, predicted label) counts of the examples that have one true label and at most
// one predicted one.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "tallystick/base/amount.hpp"
#include "tallystick/base/bytes.hpp"
#include "tallystick/base/mix.hpp"
#include "tallystick/labels/vocabulary.hpp"

namespace tallystick {

/// Size: the pairs that occur, never labels squared. Sufficient for every measure of such examples.
class ConfusionCounts {
 public:
  struct Entry {
    LabelId truth = 0;
    LabelId predicted = 0;  // kNoLabel: nothing was predicted
    Amount amount;
    friend bool operator==(const Entry&, const Entry&) = default;
  };

  ConfusionCounts();
  /// Reserves nothing for pairs that are not met: for small data counted over and over.
  void keep_sparse() noexcept { sparse_ = true; }
  /// Takes all pairs out again.
  void clear() noexcept;

  void update(LabelId truth, LabelId predicted, Amount weight) {
    if (truth < kNear && predicted < kNear && weight == kOne) {
      if (near_row_[truth] == 0 && !sparse_) add_near_row(truth);
      if (near_row_[truth] != 0) {
        std::uint32_t& count = near_[near_at(truth, predicted)];
        if (count != UINT32_MAX) {
          ++count;
          return;
        }
      }
    }
    update_far(truth, predicted, weight);
  }
  /// Hints that a pair will be updated soon.
  void prefetch(LabelId truth, LabelId predicted) const noexcept {
    if (truth >= kNear || predicted >= kNear) {
      __builtin_prefetch(&slots_[start(key_of(truth, predicted))], 1);
    }
  }
  void merge(const ConfusionCounts& other, std::span<const LabelId> remap);

  /// In no particular order.
  [[nodiscard]] std::vector<Entry> entries() const;
  [[nodiscard]] bool empty() const noexcept { return size_ == 0 && near_.empty(); }
  [[nodiscard]] bool weighted() const noexcept { return !fractions_.empty(); }

  /// rank[id]: the label's place in the order of names; makes equal states equal bytes.
  void save(ByteWriter& out, std::span<const LabelId> rank) const;
  void load(ByteReader& in, std::size_t n_labels);

 private:
  struct Slot {
    std::uint64_t key = kFree;
    std::uint64_t whole = 0;
  };
  // Pairs are kept as truth + 1 above predicted + 1, so that 0 is free for "no slot".
  static constexpr std::uint64_t kFree = 0;
  // Pairs of the first labels met are counted in a small square that stays in the cache.
  static constexpr LabelId kNear = 512;
  static std::uint64_t key_of(LabelId truth, LabelId predicted) noexcept {
    return (static_cast<std::uint64_t>(truth + 1) << 32) |
           static_cast<std::uint32_t>(predicted + 1);
  }
  [[nodiscard]] std::size_t start(std::uint64_t key) const noexcept {
    return static_cast<std::size_t>(detail::mix(key, 0)) & (slots_.size() - 1);
  }
  [[nodiscard]] std::size_t near_at(LabelId truth, LabelId predicted) const noexcept {
    return (near_row_[truth] - std::size_t{1}) * kNear + predicted;
  }
  /// What is counted near of the pair.
  [[nodiscard]] std::uint32_t near_count(LabelId truth, LabelId predicted) const noexcept {
    if (truth >= kNear || predicted >= kNear || near_row_[truth] == 0) return 0;
    return near_[near_at(truth, predicted)];
  }
  [[nodiscard]] bool has_slot(LabelId truth, LabelId predicted) const noexcept;
  void add_near_row(LabelId truth);
  void update_far(LabelId truth, LabelId predicted, Amount weight);
  void update_at(std::size_t position, std::uint64_t key, Amount weight);
  void grow();

  std::vector<std::uint32_t> near_;  // rows of kNear counts: of true labels as they are met
  std::array<std::uint16_t, kNear> near_row_{};  // of each such label: 1 + its row; 0: none
  std::vector<Slot> slots_;               // all other pairs, and what a near count could not hold
  std::vector<std::uint64_t> fractions_;  // empty until a weight is not whole; parallel to slots_
  std::size_t size_ = 0;
  bool sparse_ = false;
};

}  // namespace tallystick
