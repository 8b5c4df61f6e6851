#include "tallystick/base/large_array.hpp"

#include <new>

#include "tallystick/base/error.hpp"

#ifdef __linux__
#include <sys/mman.h>

#include <cstdint>
#endif

namespace tallystick::detail {

namespace {

constexpr std::align_val_t kAlign{64};  // a small item never straddles a cache line

void* grow_small(void* old, std::size_t old_bytes, std::size_t new_bytes) {
  void* const memory = ::operator new(new_bytes, kAlign);
  if (old_bytes != 0) std::memcpy(memory, old, old_bytes);
  std::memset(static_cast<char*>(memory) + old_bytes, 0, new_bytes - old_bytes);
  release_memory(old, old_bytes);
  return memory;
}

#ifdef __linux__

constexpr std::size_t kPage = std::size_t{1} << 21;
constexpr std::size_t kLarge = 4 * kPage;

std::size_t whole_pages(std::size_t bytes) { return (bytes + kPage - 1) / kPage * kPage; }

/// Fresh zeroed memory of whole large pages, none of which is in use yet.
char* map_pages(std::size_t bytes) {
  void* const memory =
      ::mmap(nullptr, bytes + kPage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) {
    fail(ErrorCode::too_large, "the memory is exhausted",
         "evaluate in parts with --save-state and merge them");
  }
  char* const begin = static_cast<char*>(memory);
  const std::size_t before = (kPage - reinterpret_cast<std::uintptr_t>(begin) % kPage) % kPage;
  if (before != 0) ::munmap(begin, before);
  if (before != kPage) ::munmap(begin + before + bytes, kPage - before);
#ifdef MADV_HUGEPAGE
  static_cast<void>(::madvise(begin + before, bytes, MADV_HUGEPAGE));  // a refusal costs only speed
#endif
  return begin + before;
}

#endif

}  // namespace

void* grow_memory(void* old, std::size_t old_bytes, std::size_t new_bytes) {
#ifdef __linux__
  if (new_bytes >= kLarge) {
    char* const memory = map_pages(whole_pages(new_bytes));
    const std::size_t old_pages = whole_pages(old_bytes);
    if (old_bytes >= kLarge &&
        ::mremap(old, old_pages, old_pages, MREMAP_MAYMOVE | MREMAP_FIXED, memory) != MAP_FAILED) {
      return memory;
    }
    if (old_bytes != 0) std::memcpy(memory, old, old_bytes);
    release_memory(old, old_bytes);
    return memory;
  }
#endif
  return grow_small(old, old_bytes, new_bytes);
}

void release_memory(void* memory, std::size_t bytes) noexcept {
  if (memory == nullptr) return;
#ifdef __linux__
  if (bytes >= kLarge) {
    ::munmap(memory, whole_pages(bytes));
    return;
  }
#endif
  ::operator delete(memory, kAlign);
}

}  // namespace tallystick::detail
