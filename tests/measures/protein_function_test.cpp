// The measures of protein function by their names.
#include <gtest/gtest.h>

#include <cmath>

#include "measures/figure.hpp"
#include "measures/scored_in.hpp"

namespace tallystick {
namespace {

using test::failure;
using test::figure;
using test::scored_in;
using test::value;

// R > A, B; A > C, D; B > D, F; D > E. See protein_curve_test.cpp for the working.
constexpr std::string_view kGraph = "R>A R>B A>C A>D B>D B>F D>E";
constexpr std::string_view kTargets = "E > E=0.9 C=0.4; C > C=0.8 A=0.3; F > D=0.6 B=0.95; D >";

TEST(ProteinFunction, FiguresGoByTheirNames) {
  const Tally tally = scored_in(kGraph, kTargets);
  EXPECT_DOUBLE_EQ(value(tally, "fmax"), 0.8);
  EXPECT_DOUBLE_EQ(value(tally, "fmax:normalization=pred"), 16.0 / 17);
  EXPECT_DOUBLE_EQ(value(tally, "fmax:normalization=gt"), 12.0 / 17);
  EXPECT_DOUBLE_EQ(value(tally, "fmax:orphans=out"), 1.25 / 1.625);
  EXPECT_DOUBLE_EQ(value(tally, "fmax_micro"), 0.8);
  EXPECT_DOUBLE_EQ(value(tally, "fmax_micro:orphans=out"), 14.0 / 18);
  EXPECT_DOUBLE_EQ(value(tally, "smin"), 1.25);
  EXPECT_DOUBLE_EQ(value(tally, "smin:normalization=pred"), 5.0 / 3);
  EXPECT_EQ(figure(tally, "fmax:propagation=fill,step=0.01,namespace=all").name,
            "fmax:propagation=fill,step=0.01,namespace=all");
}

TEST(ProteinFunction, TheNoteSaysWhere) {
  const Tally tally = scored_in(kGraph, kTargets);
  EXPECT_EQ(figure(tally, "fmax").note, "at threshold 0.8, coverage 0.75 of 4 targets");
  EXPECT_EQ(figure(tally, "fmax:step=0.01").note, "at threshold 0.61, coverage 0.75 of 4 targets");
  EXPECT_EQ(figure(tally, "smin").note, "at threshold 0.8, coverage 0.75 of 4 targets");
  EXPECT_EQ(figure(scored_in(kGraph, "E > ; C >"), "fmax").note, "no target has a prediction");
}

TEST(ProteinFunction, TheConventionBringsItsGrid) {
  const Tally tally = scored_in(kGraph, kTargets);
  EXPECT_EQ(figure(tally, "fmax", {.convention = "cafa"}).note,
            "at threshold 0.61, coverage 0.75 of 4 targets");
  EXPECT_EQ(figure(tally, "fmax:step=exact", {.convention = "cafa"}).note,
            "at threshold 0.8, coverage 0.75 of 4 targets");
}

TEST(ProteinFunction, AccretionIsCountedInTheTruthOnRequest) {
  // Of x > y, z as in protein_curve_test.cpp: P = 1/2, R = 1/3; IA(y) = log2(4/3), IA(z) = 1.
  const Tally tally = scored_in("x>y x>z", "y > y=1; y > z=1; z > x=1");
  EXPECT_DOUBLE_EQ(value(tally, "fmax_weighted:ia=computed"), 0.4);
  const double y = std::log2(4.0 / 3);
  EXPECT_DOUBLE_EQ(value(tally, "smin_weighted:ia=computed"), std::sqrt((y + 1) * (y + 1) + 1) / 3);
  EXPECT_DOUBLE_EQ(value(tally, "fmax_micro_weighted:ia=computed"), 2 * y / (2 * y + 1 + (y + 1)));
}

TEST(ProteinFunction, WithoutPredictionsFmaxIsNoneAndSminAllThatIsMissed) {
  const Tally tally = scored_in(kGraph, "E > ; C >");
  EXPECT_EQ(figure(tally, "fmax").value, 0);
  EXPECT_EQ(figure(tally, "fmax").n_undefined, 0U);
  EXPECT_EQ(figure(tally, "smin").value, 4);
}

TEST(ProteinFunction, WithoutTargetsItIsUndefined) {
  const Tally tally = scored_in(kGraph, "> E=0.9");
  EXPECT_EQ(figure(tally, "fmax").n_undefined, 1U);
  EXPECT_EQ(figure(tally, "fmax").undefined,
            "no example has a true term: there is no target; counted as 0");
}

TEST(ProteinFunction, SaysWhatItLacks) {
  const Tally flat = test::scored_tally("a > a=1");
  EXPECT_EQ(failure([&] { value(flat, "fmax"); }),
            "wrong-usage: measure 'fmax' needs a hierarchy of the labels / name it with --taxonomy "
            "isco08, or a file");
  const Tally tally = scored_in(kGraph, kTargets);
  EXPECT_EQ(failure([&] { value(tally, "fmax_weighted"); }),
            "wrong-usage: weighted measures of protein function need weights of the terms / name "
            "their file with --ia FILE, or ask for ia=computed");
  EXPECT_EQ(failure([&] { value(tally, "fmax:namespace=proces"); }),
            "wrong-usage: 'proces' is neither a namespace nor a class of hierarchy / name a class, "
            "or leave namespace= out");
  for (const char* step : {"fmax:step=0", "fmax:step=1", "fmax:step=1e-3", "fmax:step=x"}) {
    EXPECT_EQ(failure([&] { value(tally, step); }).substr(0, 15), "unknown-measure") << step;
  }
}

TEST(ProteinFunction, AGroupLeavesOutWhatHasNoWeights) {
  const Report report = test::report(scored_in(kGraph, kTargets), "protein-function");
  ASSERT_EQ(report.measures.size(), 3U);
  EXPECT_EQ(report.measures[0].name, "fmax");
  EXPECT_EQ(report.measures[1].name, "fmax_micro");
  EXPECT_EQ(report.measures[2].name, "smin");
}

}  // namespace
}  // namespace tallystick
