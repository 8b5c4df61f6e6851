// Locks that are held for some tens of microseconds at most.
#pragma once

#include <mutex>

namespace tallystick::detail {

/// Waits awake for the mutex: sleeping would take longer, and a thread that is woken may have to
/// share the core of the one that woke it. After some tens of microseconds it sleeps all the same.
inline std::unique_lock<std::mutex> lock_soon(std::mutex& mutex) {
  constexpr int kSpins = 4000;
  std::unique_lock lock(mutex, std::try_to_lock);
  for (int spin = 0; spin < kSpins && !lock; ++spin) {
#ifdef __x86_64__
    __builtin_ia32_pause();
#endif
    lock.try_lock();
  }
  if (!lock) lock.lock();
  return lock;
}

}  // namespace tallystick::detail
