#include "tallystick/base/wide.hpp"

#include <gtest/gtest.h>

#include "tallystick/base/exact_sum.hpp"

namespace tallystick {
namespace {

constexpr u128 kBillionSquared = 1'000'000'000'000'000'000ull;

TEST(Ratio, RoundsOnceForCountsBeyondDoubles) {
  EXPECT_EQ(ratio(u128{1}, u128{3}), 1.0 / 3);
  EXPECT_EQ(ratio(5 * kBillionSquared, 7 * kBillionSquared), 5.0 / 7);
  // 2^53 + 1 is no double; (2^53 + 1) / 2^53 rounds to 1 and (2^54 + 2) / 2^53 to 2.
  EXPECT_EQ(ratio((u128{1} << 53) + 1, u128{1} << 53), 1.0);
  EXPECT_EQ(ratio((u128{1} << 53) + 2, u128{1} << 53), 1.0 + 0x1p-52);
  EXPECT_EQ(ratio((u128{1} << 53) + 3, u128{1} << 53), 1.0 + 0x1p-51);  // a tie goes to even
  EXPECT_TRUE(std::isnan(ratio(u128{1}, u128{0})));
  EXPECT_EQ(ratio(u128{0}, u128{5}), 0.0);
}

TEST(Ratio, AgreesWithLongDoubleOnWideOperands) {
  std::uint64_t seed = 1;
  const auto next = [&seed] {
    return seed = seed * 6364136223846793005ull + 1442695040888963407ull;
  };
  for (int i = 0; i < 10000; ++i) {
    const u128 a = next() >> (next() % 60);
    const u128 b = (next() >> (next() % 60)) + 1;
    const U256 wide_a = multiply(a, u128{1} << 90);
    const U256 wide_b = multiply(b, u128{1} << 90);
    const double expected =
        static_cast<double>(static_cast<long double>(static_cast<std::uint64_t>(a)) /
                            static_cast<long double>(static_cast<std::uint64_t>(b)));
    EXPECT_NEAR(ratio(wide_a, wide_b), expected, expected * 0x1p-52);
    EXPECT_EQ(ratio(wide_a, wide_b), ratio(a, b));
  }
}

TEST(U256, MultipliesAndSubtracts) {
  const u128 max = ~u128{0};
  const U256 square = multiply(max, max);  // 2^256 - 2^129 + 1
  EXPECT_TRUE(square.low == 1);
  EXPECT_TRUE(square.high == max - 1);
  EXPECT_EQ(difference(multiply(3, 5), multiply(4, 4)), -1.0);
  EXPECT_EQ(to_double(multiply(u128{1} << 100, u128{1} << 100)), 0x1p200);
}

TEST(ExactSum, DoesNotLoseSmallTermsNorDependOnOrder) {
  ExactSum sum;
  sum.add(1e300);
  sum.add(1);
  sum.add(5e-324);
  sum.add(-1e300);
  sum.add(-1);
  EXPECT_EQ(sum.value(), 5e-324);
  ExactSum tenth;
  tenth.add(0.1, 10);
  EXPECT_EQ(tenth.value(), 1.0);  // 10 * (0.1 as a double) is 1 + 5.55e-17, which rounds to 1
  ExactSum negative;
  negative.add(-0.25, 3);
  EXPECT_EQ(negative.value(), -0.75);
  ExactSum merged;
  merged.merge(tenth);
  merged.merge(negative);
  EXPECT_EQ(merged.value(), 0.25 + 0x1p-54);  // the excess is kept, not lost in the merge
  EXPECT_EQ(ExactSum{}.value(), 0.0);
}

TEST(ExactSum, AMeanIsRoundedOnce) {
  ExactSum sum;  // Jaccard of Gatto's five examples: the sum alone rounds to 1.1499999999999999
  sum.add(0.2, 2);
  sum.add(0.25, 3);
  EXPECT_EQ(sum.divided_by(5), 0.23);
  EXPECT_TRUE(std::isnan(sum.divided_by(0)));
  ExactSum tiny;
  tiny.add(5e-324, 3);
  EXPECT_EQ(tiny.divided_by(3), 5e-324);
  EXPECT_EQ(tiny.divided_by(7), 0.0);
  tiny.add(-1e308, 4);
  EXPECT_EQ(tiny.divided_by(8), -5e307);
}

TEST(ExactSum, TimesIsRepeatedAddition) {
  ExactSum once;
  ExactSum often;
  once.add(1.0 / 3, 100000);
  for (int i = 0; i < 100000; ++i) often.add(1.0 / 3);
  EXPECT_EQ(once.value(), often.value());
}

}  // namespace
}  // namespace tallystick
