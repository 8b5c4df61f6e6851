#include "report/bars.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "report/sample_report.hpp"
#include "tallystick/report/write.hpp"

namespace tallystick {
namespace {

TEST(Bars, GoInEighths) {
  EXPECT_EQ(detail::bar_of(1, 3), "\u2588\u2588\u2588");
  EXPECT_EQ(detail::bar_of(0.5, 3), "\u2588\u258C");
  EXPECT_EQ(detail::bar_of(0.125, 1), "\u258F");
  EXPECT_EQ(detail::bar_of(1e-9, 40), "\u258F");  // not nothing
  EXPECT_EQ(detail::bar_of(0, 40), "");
  EXPECT_EQ(detail::bar_of(kNoValue, 40), "");
  EXPECT_EQ(detail::bar_of(1.5, 40), "");
  EXPECT_EQ(detail::bar_of(-1, 40), "");
}

TEST(Bars, NeedRoom) {
  const std::vector<std::vector<std::string>> rows = {{"a", "b"}, {"longer", "0.5"}};
  std::vector<std::vector<std::string>> wide = rows, narrow = rows, none = rows;
  std::string alignment = "lr";
  detail::add_bars(wide, alignment, {0.5}, "b", 13 + 10);  // 6 + 2 + 3 + 2 are used
  EXPECT_EQ(alignment, "lrl");
  EXPECT_EQ(wide[0][2], "b");
  EXPECT_EQ(wide[1][2], detail::bar_of(0.5, 10));
  alignment = "lr";
  detail::add_bars(narrow, alignment, {0.5}, "b", 13 + 9);
  detail::add_bars(none, alignment, {0.5}, "b", 0);
  EXPECT_EQ(narrow, rows);
  EXPECT_EQ(none, rows);
  EXPECT_EQ(alignment, "lr");
}

TEST(Bars, StandBesideTheFiguresOfATerminal) {
  Report report = sample_report();
  report.hierarchy.emplace();
  report.hierarchy->taxonomy = "isco08";
  report.hierarchy->levels = {{1, {4, 0}, 0.5, 0.5, 0.5, 0.5}};
  const std::string plain = to_text(report);
  EXPECT_EQ(plain.find("\u2588"), std::string::npos);
  const std::string barred = to_text(report, {.bar_columns = 100});
  // The grid leaves room for the longest bars of 40 columns: micro precision is 2/3.
  EXPECT_NE(
      barred.find("precision  0.6667   0.5000*   0.5000*  " + detail::bar_of(2.0 / 3, 40) + "\n"),
      std::string::npos)
      << barred;
  EXPECT_NE(barred.find("0.5000  " + detail::bar_of(0.5, 40) + "\n"), std::string::npos) << barred;
}

}  // namespace
}  // namespace tallystick
