#include "tallystick/base/large_array.hpp"

#include <gtest/gtest.h>

#include <cstdint>

namespace tallystick::detail {
namespace {

// Past 8 MiB the memory is of another kind: 2^20 items of 8 bytes.
TEST(LargeArray, KeepsItsItemsAndZeroesNewOnes) {
  LargeArray<std::uint64_t> array;
  EXPECT_EQ(array.size(), 0u);
  for (std::uint64_t i = 0; i < 3'000'000; ++i) array.push_back(i * i);
  array.resize(5'000'000);
  for (std::uint64_t i = 0; i < array.size(); ++i) {
    ASSERT_EQ(array[i], i < 3'000'000 ? i * i : 0) << i;
  }
  const LargeArray<std::uint64_t> copy = array;
  LargeArray<std::uint64_t> taken = std::move(array);
  taken[7] = 1;
  EXPECT_EQ(copy[7], 49u);
  EXPECT_EQ(copy.size(), 5'000'000u);
  taken = copy;
  EXPECT_EQ(taken[7], 49u);
  EXPECT_EQ(taken.end() - taken.begin(), 5'000'000);
}

TEST(LargeArray, TakesAnItemOfItsOwn) {
  LargeArray<int> array(1);
  array[0] = 5;
  for (int i = 0; i < 100; ++i) array.push_back(array[0]);
  for (const int item : array) EXPECT_EQ(item, 5);
  array.swap(array);
  EXPECT_EQ(LargeArray<int>(array).size(), 101u);
}

TEST(LargeArray, GrowsInLargeSteps) {
  LargeArray<std::uint64_t> array(10);
  array[9] = 9;
  for (const std::size_t size : {1u << 20, (1u << 20) + 1, 7'000'000u}) {  // small to large, large
    array.resize(size);
    EXPECT_EQ(array[9], 9u);
    EXPECT_EQ(array[size - 1], 0u);
    array[size - 1] = size;
  }
  EXPECT_EQ(array[(1u << 20) - 1], 1u << 20);
  EXPECT_EQ(array[1u << 20], (1u << 20) + 1);
}

}  // namespace
}  // namespace tallystick::detail
