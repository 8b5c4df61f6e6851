// An array that grows to millions of items and is read at random.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <type_traits>
#include <utility>

namespace tallystick::detail {

/// Memory of new_bytes, whose first old_bytes are those of old (which is gone) and the rest zeros.
/// On Linux large memory stands on pages of 2 MiB where there are any, and grows by moving pages
/// instead of bytes. Errors: too_large.
[[nodiscard]] void* grow_memory(void* old, std::size_t old_bytes, std::size_t new_bytes);
void release_memory(void* memory, std::size_t bytes) noexcept;

/// A vector of plain values, as far as one is needed. New items are zero in all bytes. A vector
/// would copy its items to fresh pages whenever it doubles, and the system clears pages first.
template <typename T>
class LargeArray {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  LargeArray() = default;
  explicit LargeArray(std::size_t size) { resize(size); }
  LargeArray(const LargeArray& other) : LargeArray(other.size_) {
    if (size_ != 0) std::memcpy(static_cast<void*>(items_), other.items_, size_ * sizeof(T));
  }
  LargeArray(LargeArray&& other) noexcept { swap(other); }
  LargeArray& operator=(LargeArray other) noexcept {
    swap(other);
    return *this;
  }
  ~LargeArray() { release_memory(items_, capacity_ * sizeof(T)); }
  void swap(LargeArray& other) noexcept {
    std::swap(items_, other.items_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
  }

  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  /// Up to so many items are added without moving any.
  [[nodiscard]] std::size_t capacity() const noexcept { return capacity_; }
  [[nodiscard]] T& operator[](std::size_t i) noexcept { return items_[i]; }
  [[nodiscard]] const T& operator[](std::size_t i) const noexcept { return items_[i]; }
  [[nodiscard]] T* begin() noexcept { return items_; }
  [[nodiscard]] T* end() noexcept { return items_ + size_; }
  [[nodiscard]] const T* begin() const noexcept { return items_; }
  [[nodiscard]] const T* end() const noexcept { return items_ + size_; }

  /// Only ever to a larger size.
  void resize(std::size_t size) {
    if (size > capacity_) reserve(std::max(size, 2 * capacity_));
    size_ = size;
  }
  void push_back(const T& item) {
    const T copy = item;  // it may stand in memory that moves
    resize(size_ + 1);
    items_[size_ - 1] = copy;
  }

 private:
  void reserve(std::size_t capacity) {
    items_ = static_cast<T*>(grow_memory(items_, capacity_ * sizeof(T), capacity * sizeof(T)));
    capacity_ = capacity;
  }

  T* items_ = nullptr;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

}  // namespace tallystick::detail
