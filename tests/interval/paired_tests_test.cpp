#include "tallystick/interval/paired_tests.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <functional>
#include <limits>

#include "tallystick/base/error.hpp"

namespace tallystick {
namespace {

TEST(PairedTests, BinomialTestsAreSumsOfCoefficients) {
  // Three heads of 13 or fewer: 1 + 13 + 78 + 286 = 378 of 8192, and as many on the other side.
  EXPECT_DOUBLE_EQ(binomial_test(3, 13), 756.0 / 8192);
  EXPECT_DOUBLE_EQ(binomial_test(10, 13), 756.0 / 8192);
  EXPECT_DOUBLE_EQ(binomial_test(0, 1), 1);
  EXPECT_DOUBLE_EQ(binomial_test(0, 6), 2.0 / 64);
  // The middle is never extreme; doubling a tail that holds it would pass 1.
  EXPECT_EQ(binomial_test(5, 10), 1);
  EXPECT_EQ(binomial_test(5, 11), 1);
  EXPECT_EQ(binomial_test(0, 0), 1);
}

TEST(PairedTests, BinomialTestsOfManyAgreeWithTheNormalLaw) {
  // Two standard deviations and a half coin from the middle: erfc(sqrt 2) up to 1/n.
  EXPECT_NEAR(binomial_test(500'000 - 1'000, 1'000'000), std::erfc(999.5 / 500 / std::sqrt(2.0)),
              1e-6);
  EXPECT_NEAR(binomial_test(2'000'000'000 - 50'000, 4'000'000'000),
              std::erfc(49'999.5 / (std::sqrt(4e9) / 2) / std::sqrt(2.0)), 1e-6);
  // 2^-5000 is below every double, but a p-value is never 0.
  EXPECT_EQ(binomial_test(0, 5000), std::numeric_limits<double>::min());
}

TEST(PairedTests, McNemar) {
  const McNemar found = mcnemar(10, 3);
  EXPECT_DOUBLE_EQ(found.p_exact, 0.09228515625);
  EXPECT_DOUBLE_EQ(found.chi_square, 36.0 / 13);
  EXPECT_NEAR(found.p_corrected, 0.0960923294556734, 1e-12);
  EXPECT_DOUBLE_EQ(found.cohens_g, 7.0 / 26);
  EXPECT_EQ(mcnemar(3, 10).p_exact, found.p_exact);
  EXPECT_EQ(mcnemar(3, 10).cohens_g, -found.cohens_g);
}

TEST(PairedTests, McNemarWithoutDifferenceSaysNothing) {
  EXPECT_EQ(mcnemar(0, 0).p_exact, 1);
  EXPECT_EQ(mcnemar(0, 0).p_corrected, 1);
  EXPECT_EQ(mcnemar(7, 7).p_exact, 1);
  EXPECT_EQ(mcnemar(7, 7).p_corrected, 1);  // (0 - 1)^2 would be 1/14
}

TEST(PairedTests, McNemarTakesATableOfTwoByTwo) {
  const std::vector<std::vector<std::uint64_t>> table = {{50, 10}, {3, 20}};
  EXPECT_EQ(mcnemar(table).p_exact, mcnemar(10, 3).p_exact);
  const std::vector<std::vector<std::uint64_t>> larger = {{4, 1, 0}, {2, 5, 1}, {0, 1, 6}};
  try {
    static_cast<void>(mcnemar(larger));
    FAIL() << "a table of three classes was taken";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::wrong_usage);
    EXPECT_NE(error.fact().find("2 rows and 2 columns"), std::string::npos);
    EXPECT_NE(error.fact().find("3 rows and 3 columns"), std::string::npos);
  }
  const std::vector<std::vector<std::uint64_t>> ragged = {{1, 2}, {3}};
  EXPECT_THROW(static_cast<void>(mcnemar(ragged)), Error);
  EXPECT_THROW(static_cast<void>(mcnemar(std::vector<std::vector<std::uint64_t>>{})), Error);
}

/// |sum of differences| once `swapped` of each cell change sign, against the sum observed.
auto sum_test(std::vector<std::uint64_t> times, std::vector<std::int64_t> differences) {
  std::int64_t observed = 0;
  for (std::size_t i = 0; i < times.size(); ++i) {
    observed += static_cast<std::int64_t>(times[i]) * differences[i];
  }
  return [times, differences, observed](std::span<const std::uint64_t> swapped) {
    std::int64_t sum = observed;
    for (std::size_t i = 0; i < times.size(); ++i) {
      sum -= 2 * static_cast<std::int64_t>(swapped[i]) * differences[i];
    }
    return std::abs(sum) >= std::abs(observed);
  };
}

using Extreme = std::function<bool(std::span<const std::uint64_t>)>;

/// Of one statistic, on two threads.
Randomisation randomise(const std::vector<std::uint64_t>& times, const Extreme& extreme,
                        std::uint64_t draws, std::uint64_t seed) {
  const auto make = [&extreme] {
    return [&extreme](std::span<const std::uint64_t> swapped, std::span<char> hits) {
      hits[0] = extreme(swapped) ? 1 : 0;
    };
  };
  const Randomisation one = tallystick::randomise(times, make, 1, draws, seed)[0];
  EXPECT_EQ(one.p_value, tallystick::randomise(times, make, 1, draws, seed, 2)[0].p_value);
  return one;
}

TEST(PairedTests, FewPatternsAreEnumerated) {
  // Differences 1, 1, 1, 0: of 16 patterns 4 have |sum| >= 3.
  const Randomisation alike =
      randomise(std::vector<std::uint64_t>{3, 1}, sum_test({3, 1}, {1, 0}), 1000, 1);
  EXPECT_EQ(alike.p_value, 0.25);
  EXPECT_EQ(alike.draws, 0u);
  const Randomisation each = randomise(std::vector<std::uint64_t>{1, 1, 1, 1},
                                       sum_test({1, 1, 1, 1}, {1, 1, 1, 0}), 16, 1);
  EXPECT_EQ(each.p_value, 0.25);
  EXPECT_EQ(each.draws, 0u);
  // Differences 1, 2, 3: |sum| >= 6 has the chance 2/8; of 1, -2, 3 |sum| >= 2: 6 of 8.
  EXPECT_EQ(
      randomise(std::vector<std::uint64_t>{1, 1, 1}, sum_test({1, 1, 1}, {1, 2, 3}), 8, 1).p_value,
      0.25);
  EXPECT_EQ(
      randomise(std::vector<std::uint64_t>{1, 1, 1}, sum_test({1, 1, 1}, {1, -2, 3}), 8, 1).p_value,
      0.75);
}

TEST(PairedTests, WithoutDifferenceTheChanceIsOne) {
  const auto always = [](std::span<const std::uint64_t>) { return true; };
  EXPECT_EQ(randomise({}, always, 1000, 1).p_value, 1);
  EXPECT_EQ(randomise(std::vector<std::uint64_t>{700, 900}, always, 1000, 1).p_value, 1);
  EXPECT_EQ(randomise(std::vector<std::uint64_t>{900}, always, 1000, 1).p_value, 1);
}

TEST(PairedTests, DrawsAreNeverAsRareAsNothing) {
  const auto never = [](std::span<const std::uint64_t>) { return false; };
  EXPECT_EQ(randomise(std::vector<std::uint64_t>{700, 900}, never, 1000, 1).p_value, 1.0 / 1001);
  EXPECT_THROW(static_cast<void>(randomise({}, never, 0, 1)), Error);
}

TEST(PairedTests, DrawsAgreeWithTheExactTest) {
  // 60 examples, 38 of them better under one system: the sign test is the exact answer.
  const std::vector<std::uint64_t> times = {38, 22};
  const Randomisation drawn = randomise(times, sum_test(times, {1, -1}), 700, 5);
  EXPECT_EQ(drawn.draws, 700u);  // of 39 * 23 = 897 patterns
  const double exact = sign_test(38, 22);
  EXPECT_NEAR(exact, 0.0519, 0.0005);
  EXPECT_NEAR(drawn.p_value, exact, 5 * std::sqrt(exact / 700));
  EXPECT_EQ(randomise(times, sum_test(times, {1, -1}), 700, 5).p_value, drawn.p_value);
  // All patterns: the same number but for rounding.
  EXPECT_NEAR(randomise(times, sum_test(times, {1, -1}), 1000, 5).p_value, exact, 1e-14);
}

TEST(PairedTests, EquivalenceIsTheWorseOfTwoTests) {
  // Two standard errors from the nearer end.
  EXPECT_NEAR(equivalence(0.01, 0.01, 0.03), 0.02275013194817921, 1e-15);
  EXPECT_EQ(equivalence(-0.01, 0.01, 0.03), equivalence(0.01, 0.01, 0.03));
  EXPECT_EQ(equivalence(0.03, 0.01, 0.03), 0.5);
  EXPECT_GT(equivalence(0.05, 0.01, 0.03), 0.97);
  const std::vector<double> replicates = {-0.03, -0.01, 0, 0.01, 0.02, 0.02, 0.03, 0.04, 0, 0};
  // Two of ten at 0.03 or more, one at -0.03 or less.
  EXPECT_DOUBLE_EQ(equivalence(replicates, 0.03), 3.0 / 11);
}

TEST(PairedTests, HolmMultipliesInOrder) {
  const std::vector<double> p = {0.01, 0.04, 0.03, 0.005};
  // Sorted 0.005 * 4, 0.01 * 3, 0.03 * 2, 0.04 * 1 raised to what came before.
  const std::vector<double> adjusted = holm(p);
  EXPECT_DOUBLE_EQ(adjusted[3], 0.02);
  EXPECT_DOUBLE_EQ(adjusted[0], 0.03);
  EXPECT_DOUBLE_EQ(adjusted[2], 0.06);
  EXPECT_DOUBLE_EQ(adjusted[1], 0.06);
  EXPECT_EQ(holm(std::vector<double>{0.9, 0.8})[0], 1);
}

TEST(PairedTests, BenjaminiAndHochbergDivideByTheRank) {
  const std::vector<double> p = {0.01, 0.04, 0.03, 0.005};
  // From above: 0.04 * 4/4, 0.03 * 4/3, 0.01 * 4/2, 0.005 * 4/1.
  const std::vector<double> adjusted = benjamini_hochberg(p);
  EXPECT_DOUBLE_EQ(adjusted[1], 0.04);
  EXPECT_DOUBLE_EQ(adjusted[2], 0.04);
  EXPECT_DOUBLE_EQ(adjusted[0], 0.02);
  EXPECT_DOUBLE_EQ(adjusted[3], 0.02);
}

TEST(PairedTests, TestsWithoutAValueAreNotCounted) {
  const std::vector<double> p = {0.01, std::nan(""), 0.03};
  EXPECT_DOUBLE_EQ(holm(p)[0], 0.02);
  EXPECT_TRUE(std::isnan(holm(p)[1]));
  EXPECT_DOUBLE_EQ(holm(p)[2], 0.03);
  EXPECT_TRUE(holm({}).empty());
  EXPECT_TRUE(benjamini_hochberg({}).empty());
}

}  // namespace
}  // namespace tallystick
