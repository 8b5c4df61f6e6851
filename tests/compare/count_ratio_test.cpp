#include "compare/count_ratio.hpp"

#include <gtest/gtest.h>

#include "tallystick/measures/spec.hpp"

namespace tallystick::detail {
namespace {

// 1/3 - 1/6 is 1/6, which is 2/12 - 0/5; one part in 10^30 less is not.
TEST(CountRatio, DifferencesOfFractionsAreComparedWithoutRounding) {
  EXPECT_TRUE(as_far_apart({1, 3}, {1, 6}, {2, 12}, {0, 5}));
  EXPECT_TRUE(as_far_apart({2, 12}, {0, 5}, {1, 6}, {1, 3}));
  constexpr std::uint64_t kMany = 1'000'000'000'000'000;
  EXPECT_FALSE(as_far_apart({kMany - 1, 2 * kMany}, {0, 1}, {1, 2}, {0, 1}));
  EXPECT_TRUE(as_far_apart({1, 2}, {0, 1}, {kMany - 1, 2 * kMany}, {0, 1}));
  // a/b and (a+1)/(b+2) near a half: doubles hold these for equal.
  EXPECT_FALSE(
      as_far_apart({kMany * 4, kMany * 8 + 1}, {0, 1}, {kMany * 4 + 1, kMany * 8 + 3}, {0, 1}));
}

// Two examples of 2 labels found of 3 true and 4 predicted, one of nothing at all.
TEST(CountRatio, SumsWhatExamplesAdd) {
  const ExampleGroup kinds[] = {{2, 3, 4, 2}, {0, 0, 0, 1}};
  const std::uint64_t amounts[] = {2, 1};
  const auto fraction_of = [&](std::string_view name) {
    const auto requests = parse_measures(name);
    DataKind kind;
    const auto specs = expand(requests, find_convention("sklearn"), kind);
    const auto found = count_ratio(specs.at(0), kinds, 10);
    EXPECT_TRUE(found.has_value()) << name;
    const Fraction fraction = found ? found->of(amounts) : Fraction{};
    return std::pair(static_cast<std::uint64_t>(fraction.above),
                     static_cast<std::uint64_t>(fraction.below));
  };
  EXPECT_EQ(fraction_of("precision_micro"), std::pair(std::uint64_t{4}, std::uint64_t{8}));
  EXPECT_EQ(fraction_of("recall_micro"), std::pair(std::uint64_t{4}, std::uint64_t{6}));
  EXPECT_EQ(fraction_of("f1_micro"), std::pair(std::uint64_t{8}, std::uint64_t{14}));
  EXPECT_EQ(fraction_of("jaccard_micro"), std::pair(std::uint64_t{4}, std::uint64_t{10}));
  EXPECT_EQ(fraction_of("subset_accuracy"), std::pair(std::uint64_t{1}, std::uint64_t{3}));
  EXPECT_EQ(fraction_of("zero_one_loss"), std::pair(std::uint64_t{2}, std::uint64_t{3}));
  EXPECT_EQ(fraction_of("hamming_loss"), std::pair(std::uint64_t{6}, std::uint64_t{30}));
}

}  // namespace
}  // namespace tallystick::detail
