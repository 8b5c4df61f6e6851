// How many examples have each (common, true, predicted) size triple.
#pragma once

#include <cstdint>
#include <vector>

#include "tallystick/base/amount.hpp"
#include "tallystick/base/bytes.hpp"

namespace tallystick {

/// All that an example-based measure of label sets needs, and whole numbers throughout: every
/// merge order gives the same state.
class OverlapHistogram {
 public:
  struct Entry {
    std::uint32_t common = 0, truth = 0, predicted = 0;
    Amount amount;
    friend bool operator==(const Entry&, const Entry&) = default;
  };

  OverlapHistogram();
  void update(std::uint32_t common, std::uint32_t truth, std::uint32_t predicted, Amount weight);
  void merge(const OverlapHistogram& other);

  /// Entries in key order.
  [[nodiscard]] std::vector<Entry> entries() const;
  [[nodiscard]] bool empty() const noexcept { return size_ == 0; }

  void save(ByteWriter& out) const;
  void load(ByteReader& in);

 private:
  struct Slot {
    std::uint32_t common = 0, truth = 0, predicted = 0, used = 0;
    Amount amount;
  };
  void grow();

  std::vector<Slot> slots_;
  std::size_t size_ = 0;
};

}  // namespace tallystick
