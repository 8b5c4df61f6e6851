#include "compare/exact_figure.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "states/rows.hpp"
#include "tallystick/measures/spec.hpp"

namespace tallystick::detail {
namespace {

ExactFigure of(u128 above, std::uint64_t below) { return {{{above, below}}, 1}; }

// 1/3 - 1/6 is 1/6, which is 2/12 - 0/5; one part in 10^30 less is not.
TEST(ExactFigure, DifferencesAreComparedWithoutRounding) {
  EXPECT_EQ(as_far_apart(of(1, 3), of(1, 6), of(2, 12), of(0, 5)), true);
  EXPECT_EQ(as_far_apart(of(2, 12), of(0, 5), of(1, 6), of(1, 3)), true);
  constexpr std::uint64_t kMany = 1'000'000'000'000'000;
  EXPECT_EQ(as_far_apart(of(kMany - 1, 2 * kMany), of(0, 1), of(1, 2), of(0, 1)), false);
  EXPECT_EQ(as_far_apart(of(1, 2), of(0, 1), of(kMany - 1, 2 * kMany), of(0, 1)), true);
  // a/b and (a+1)/(b+2) near a half: doubles hold these for equal.
  EXPECT_EQ(as_far_apart(of(kMany * 4, kMany * 8 + 1), of(0, 1), of(kMany * 4 + 1, kMany * 8 + 3),
                         of(0, 1)),
            false);
  EXPECT_EQ(as_far_apart(of(1, 2), of(1, 2), of(1, 3), of(2, 3)), false);
  EXPECT_EQ(as_far_apart(of(1, 2), of(1, 2), of(2, 4), of(3, 6)), true);
}

// (1/3 + 1/5 + 1/7) / 3 is 71/315; the mean of 2/3 and 4/7 over seven examples, of which five have
// none, is (26/21) / 7 = 26/147.
TEST(ExactFigure, MeansOfFractionsAreOnes) {
  const ExactFigure mean{{{1, 3}, {1, 5}, {1, 7}}, 3};
  EXPECT_EQ(compared(mean, of(71, 315)), 0);
  EXPECT_EQ(compared(of(71, 315), {{{71, 45}}, 7}), 0);
  EXPECT_EQ(compared({{{2, 3}, {4, 7}}, 7}, of(26, 147)), 0);
  EXPECT_EQ(compared(of(26, 147), mean), -1);
  EXPECT_EQ(mean.value(), 71.0 / 315);
}

TEST(ExactFigure, ShortFractionsAreFoundAgain) {
  for (std::uint64_t below : {1u, 2u, 3u, 7u, 100u, 997u, 4096u}) {
    for (std::uint64_t above = 0; above <= below; above += 1 + below / 50) {
      const auto found = short_fraction(ratio(above, below));
      ASSERT_TRUE(found) << above << '/' << below;
      EXPECT_EQ(static_cast<std::uint64_t>(found->above) * below, above * found->below);
    }
  }
  EXPECT_FALSE(short_fraction(1 / std::log2(3.0)));  // a gain of ndcg
  EXPECT_FALSE(short_fraction(std::nextafter(0.5, 1)));
  EXPECT_FALSE(short_fraction(kUndefined));
  EXPECT_FALSE(short_fraction(-0.5));
}

/// The figure as a fraction must be the figure, whatever the convention does with 0/0.
TEST(ExactFigureLaw, ItsValueIsTheFigure) {
  const auto requests = parse_measures(
      "precision_micro,recall_micro,f1_micro,jaccard_micro,precision_macro,recall_macro,f1_macro,"
      "jaccard_macro,f1_weighted,recall_weighted,precision_samples,recall_samples,f1_samples,"
      "jaccard_samples,specificity_macro,accuracy_macro,error_micro,subset_accuracy,zero_one_loss,"
      "hamming_loss,f1:label=label a");
  std::size_t n_told = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    std::vector<test::Row> data = test::Source(seed).data(false);
    for (test::Row& row : data) row.weight = {row.weight.whole + 1, 0};
    data.push_back({{"label a"}, {"label a"}});
    const Tally tally = test::tally_of(data);
    const Whole whole(tally, LabelUniverse::seen);
    Findings findings;
    findings.whole = &whole;
    for (const char* name : {"sklearn", "mulan", "torchmetrics", "mldr", "gatto"}) {
      const Convention& convention = find_convention(name);
      for (const Spec& spec : expand(requests, convention, {})) {
        const auto exact = exact_figure(spec, whole, convention);
        if (!exact) continue;
        ++n_told;
        const double value = value_of(spec, findings, convention).value;
        EXPECT_NEAR(exact->value(), value, 1e-15) << spec.name() << ' ' << name << ' ' << seed;
      }
    }
  }
  EXPECT_GT(n_told, 15'000u);
}

}  // namespace
}  // namespace tallystick::detail
