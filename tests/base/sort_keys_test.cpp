#include "tallystick/base/sort_keys.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <initializer_list>
#include <random>

namespace tallystick {
namespace {

/// Against the standard library, over sizes at which the way of sorting changes, and over keys that
/// are random, few, close together, far apart, or in order already.
TEST(SortKeys, AgreesWithTheStandardLibrary) {
  std::mt19937_64 random(1);
  std::vector<std::uint64_t> scratch;
  for (const std::size_t n : std::initializer_list<std::size_t>{0, 1, 2, 23, 24, 25, 26, 100, 500,
                                                                2047, 8192, 8193, 20000}) {
    for (int kind = 0; kind < 8; ++kind) {
      std::vector<std::uint64_t> keys(n);
      for (std::uint64_t& key : keys) {
        const std::uint64_t any = random();
        key = kind == 0   ? any
              : kind == 1 ? any % 3
              : kind == 2 ? (any % 2) << 63 | any % 5
              : kind == 3 ? UINT64_MAX - any % 1000
              : kind == 4 ? (any % 50 == 0 ? any : 7 + any % 4)
              : kind == 5 ? any >> (any % 64)
              : kind == 6 ? 42
                          : any << 40;
      }
      std::vector<std::uint64_t> expected = keys;
      std::sort(expected.begin(), expected.end());
      for (int again = 0; again < 2; ++again) {  // the second time in order
        detail::sort_keys(keys, scratch);
        ASSERT_EQ(keys, expected) << n << " keys of kind " << kind;
      }
      std::reverse(keys.begin(), keys.end());
      detail::sort_keys(keys, scratch);
      ASSERT_EQ(keys, expected) << n << " reversed keys of kind " << kind;
    }
  }
}

}  // namespace
}  // namespace tallystick
