#include "tallystick/report/layout.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace tallystick {
namespace {

bool knows_widths() { return display_width("日") == 2; }

TEST(Printable, LeavesTextAndNeutralisesControl) {
  EXPECT_EQ(printable("café 日本 😀 \\ '"), "café 日本 😀 \\ '");
  EXPECT_EQ(printable("a\tb\nc\x1b\x7f"), "a\\tb\\nc\\x1b\\x7f");
  EXPECT_EQ(printable("\xc2\x9b"), "\\u009b");  // C1: one byte of it starts an escape sequence
  EXPECT_EQ(printable("\xe2\x80\xa8"), "\\u2028");
  EXPECT_EQ(printable("a\xff\xe2\x80"), "a\\xff\\xe2\\x80");
}

TEST(DisplayWidth, CountsCharactersNotBytes) {
  EXPECT_EQ(display_width(""), 0u);
  EXPECT_EQ(display_width("abc"), 3u);
  EXPECT_EQ(display_width("é"), 1u);
  EXPECT_EQ(display_width("שלום"), 4u);
}

TEST(DisplayWidth, WideAndCombining) {
  if (!knows_widths()) GTEST_SKIP() << "built without utf8proc";
  EXPECT_EQ(display_width("日本"), 4u);
  EXPECT_EQ(display_width("cafe\xcc\x81"), 4u);
}

TEST(Fitted, CutsAtACharacter) {
  EXPECT_EQ(fitted("abcdef", 6), "abcdef");
  EXPECT_EQ(fitted("abcdefg", 6), "abc...");
  EXPECT_EQ(fitted("ééééééé", 6), "ééé...");
  EXPECT_EQ(fitted("abcd", 3), "...");
  EXPECT_EQ(fitted("", 3), "");
  if (knows_widths()) {
    EXPECT_EQ(fitted("日本日本", 8), "日本日本");
    EXPECT_EQ(fitted("日本日本", 7), "日本...");
    EXPECT_EQ(fitted("日本日本", 6), "日...");
  }
}

TEST(Wrapped, BreaksBetweenWordsOnly) {
  EXPECT_EQ(wrapped(""), "\n");
  EXPECT_EQ(wrapped("aa bb cc", 5), "aa bb\n  cc\n");
  EXPECT_EQ(wrapped("aa bb  cc dd", 7), "aa bb\n  cc dd\n");
  EXPECT_EQ(wrapped("abcdefgh ij", 5), "abcdefgh\n  ij\n");
}

TEST(Aligned, LinesUpWhateverTheScript) {
  EXPECT_EQ(aligned({{"a", "1"}, {"bbb", "100"}, {"c"}}, "lr"), "a      1\nbbb  100\nc\n");
  EXPECT_EQ(aligned({{"日本", "7"}, {"é", "10"}, {"שלום", "5"}}, "lr"),
            knows_widths() ? "日本   7\né     10\nשלום   5\n" : "日本     7\né     10\nשלום   5\n");
  EXPECT_EQ(aligned({}, "l"), "");
}

TEST(FixedText, RoundsCorrectlyAndHasNoNegativeZero) {
  EXPECT_EQ(fixed_text(2.0 / 3, 4), "0.6667");
  EXPECT_EQ(fixed_text(0.125, 2), "0.12");  // a tie: to even
  EXPECT_EQ(fixed_text(-0.5, 4), "-0.5000");
  EXPECT_EQ(fixed_text(-0.00001, 4), "0.0000");
  EXPECT_EQ(fixed_text(-0.0, 0), "0");
  EXPECT_EQ(fixed_text(999999999999999.0, 4), "999999999999999.0000");
  EXPECT_EQ(fixed_text(1e300, 17), "1e+300");
  EXPECT_EQ(fixed_text(std::nan(""), 4), "-");
  EXPECT_EQ(fixed_text(-std::numeric_limits<double>::infinity(), 4), "-inf");
}

}  // namespace
}  // namespace tallystick
