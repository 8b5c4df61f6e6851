// Sorting of 64-bit keys, digit by digit.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace tallystick::detail {

/// Ascending. Linear in the number of keys; bytes that all keys share cost nothing. `scratch` is
/// reused memory.
void sort_keys(std::span<std::uint64_t> keys, std::vector<std::uint64_t>& scratch);

}  // namespace tallystick::detail
