// Memory for large tables that are read at random: on Linux in pages of 2 MiB where there are any.
#pragma once

#include <cstddef>
#include <new>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace tallystick::detail {

/// An allocator for std::vector. A table of millions of labels misses the address cache on nearly
/// every look-up; larger pages are a request to the system, never a need.
template <typename T>
struct HugePageAllocator {
  using value_type = T;

  HugePageAllocator() = default;
  template <typename U>
  HugePageAllocator(const HugePageAllocator<U>&) noexcept {}  // NOLINT: allocators convert

  [[nodiscard]] T* allocate(std::size_t n) {
    const std::size_t bytes = n * sizeof(T);
    if (bytes < kLarge)
      return static_cast<T*>(::operator new(bytes, std::align_val_t{kSmallAlign}));
    void* const memory = ::operator new(bytes, std::align_val_t{kPage});
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    static_cast<void>(::madvise(memory, bytes, MADV_HUGEPAGE));  // a refusal costs only speed
#endif
    return static_cast<T*>(memory);
  }
  void deallocate(T* memory, std::size_t n) noexcept {
    const std::size_t align = n * sizeof(T) < kLarge ? kSmallAlign : kPage;
    ::operator delete(memory, std::align_val_t{align});
  }

  friend bool operator==(const HugePageAllocator&, const HugePageAllocator&) { return true; }

 private:
  static constexpr std::size_t kPage = std::size_t{1} << 21;
  static constexpr std::size_t kLarge = 4 * kPage;
  static constexpr std::size_t kSmallAlign = 64;  // a slot or a row never straddles a cache line
};

}  // namespace tallystick::detail
