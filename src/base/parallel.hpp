// Work on many items by several threads.
#pragma once

#include <algorithm>
#include <cstddef>
#include <exception>
#include <thread>
#include <vector>

namespace tallystick::detail {

/// Calls work(first, last) for ranges that make up 0 .. n, one a thread, and throws the error of
/// the earliest range that failed. `few` items are not worth a thread.
template <typename Work>
void in_parts(unsigned threads, std::size_t n, const Work& work, std::size_t few = 1 << 16) {
  const std::size_t parts = std::clamp<std::size_t>(threads, 1, 1 + n / few);
  if (parts == 1) {
    work(std::size_t{0}, n);
    return;
  }
  std::vector<std::exception_ptr> errors(parts);
  const auto run = [&](std::size_t part) {
    try {
      work(n * part / parts, n * (part + 1) / parts);
    } catch (...) {
      errors[part] = std::current_exception();
    }
  };
  {
    std::vector<std::jthread> others;
    for (std::size_t part = 1; part < parts; ++part) others.emplace_back(run, part);
    run(0);
  }
  for (const std::exception_ptr& error : errors) {
    if (error) std::rethrow_exception(error);
  }
}

}  // namespace tallystick::detail
