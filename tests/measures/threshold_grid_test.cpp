#include "measures/threshold_grid.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace tallystick::detail {
namespace {

TEST(ThresholdGrid, HasTheMultiplesOfItsStepBelowOne) {
  EXPECT_EQ(ThresholdGrid::parse("0.01")->size(), 99U);
  EXPECT_EQ(ThresholdGrid::parse("0.001")->size(), 999U);
  EXPECT_EQ(ThresholdGrid::parse("0.3")->size(), 3U);  // 0.3, 0.6, 0.9
  EXPECT_EQ(ThresholdGrid::parse("0.5")->size(), 1U);
  EXPECT_EQ(ThresholdGrid::parse(".50")->size(), 1U);
  EXPECT_EQ(ThresholdGrid::parse("0.7")->size(), 1U);
}

TEST(ThresholdGrid, RefusesWhatIsNoDecimalBetweenZeroAndOne) {
  for (const char* text : {"", "0", "1", "1.5", "0.", ".", "0.0", "-0.1", "0.1x", "1e-2", "00.1",
                           "0.1234567", "0,1"}) {
    EXPECT_FALSE(ThresholdGrid::parse(text)) << text;
  }
}

TEST(ThresholdGrid, AScoreReachesTheThresholdThatIsWrittenAlike) {
  // Among them 0.06, 0.35 and 0.7, above which 0.01 + 5 * 0.01 and the like come out.
  for (const int digits : {1, 2, 3, 4}) {
    const std::string step = "0." + std::string(static_cast<std::size_t>(digits - 1), '0') + "1";
    const ThresholdGrid grid = *ThresholdGrid::parse(step);
    for (std::uint64_t k = 1; k <= grid.size(); ++k) {
      char text[16];
      const auto places = static_cast<int>(k);
      std::snprintf(text, sizeof text, "0.%0*d", digits, places);
      const double written = std::strtod(text, nullptr);
      EXPECT_EQ(grid.threshold(k), written);
      EXPECT_EQ(grid.reached(written), k);
      EXPECT_EQ(grid.reached(std::nextafter(written, 0.0)), k - 1);
    }
  }
}

TEST(ThresholdGrid, ScoresOutsideReachAllOrNone) {
  const ThresholdGrid grid = *ThresholdGrid::parse("0.01");
  EXPECT_EQ(grid.reached(-1e300), 0U);
  EXPECT_EQ(grid.reached(0), 0U);
  EXPECT_EQ(grid.reached(0.0099), 0U);
  EXPECT_EQ(grid.reached(1), 99U);
  EXPECT_EQ(grid.reached(1e300), 99U);
}

}  // namespace
}  // namespace tallystick::detail
