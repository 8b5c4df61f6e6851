// The quick way to read decimals gives the doubles of the thorough one, or stands aside.
#include "readers/short_number.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

#include "readers/rows.hpp"

namespace tallystick {
namespace {

std::optional<double> quick(std::string_view text) {
  double value = 0;
  const std::uint64_t bytes = detail::small_bytes(text.data(), text.size());
  if (!detail::short_number(bytes, text.size(), value)) return std::nullopt;
  return value;
}

TEST(ShortNumber, ReadsDigitsWithOnePointBetweenThem) {
  EXPECT_EQ(quick("0"), 0.0);
  EXPECT_EQ(quick("7"), 7.0);
  EXPECT_EQ(quick("0.5"), 0.5);
  EXPECT_EQ(quick("0.882"), 0.882);
  EXPECT_EQ(quick("10.25"), 10.25);
  EXPECT_EQ(quick("12345678"), 12345678.0);
  EXPECT_EQ(quick("1234567."), std::nullopt);
  EXPECT_EQ(quick("0.000001"), 0.000001);
  EXPECT_EQ(quick("007.50"), 7.5);
  EXPECT_EQ(std::signbit(*quick("0.0")), false);
}

TEST(ShortNumber, LeavesEverythingElseAlone) {
  for (const char* const text :
       {".",    ".5",       "5.",  "1.2.3", "-1",  "+1",  "1e3",  "1E3",
        "0x1",  " 1",       "1 ",  "nan",   "inf", "1,5", "0.1%", "1_0",
        "1..2", "\xC2\xBD", "0:5", "0/5",   "..",  "1;2", "1-2",  "12345/78"}) {
    EXPECT_EQ(quick(text), std::nullopt) << text;
  }
  EXPECT_EQ(quick(std::string_view("1\0", 2)), std::nullopt);
  EXPECT_EQ(quick(std::string_view("\0"
                                   "1",
                                   2)),
            std::nullopt);
}

TEST(ShortNumber, IsTheDoubleNearestToTheDecimal) {
  // Every text of up to four of these characters, and longer ones by chance.
  constexpr std::string_view kCharacters = "0129.5";
  std::uint64_t state = 1;
  const auto next = [&state] {
    return (state = state * 6364136223846793005u + 1442695040888963407u) >> 33;
  };
  std::size_t n_read = 0;
  for (int i = 0; i < 200'000; ++i) {
    std::string text;
    const std::size_t size = 1 + next() % 8;
    while (text.size() < size) text += kCharacters[next() % (size < 5 ? 6 : 5)];
    const auto value = quick(text);
    if (!value) continue;
    ++n_read;
    ASSERT_EQ(std::bit_cast<std::uint64_t>(*value),
              std::bit_cast<std::uint64_t>(std::strtod(text.c_str(), nullptr)))
        << text;
    ASSERT_EQ(detail::number_from(text), value) << text;
  }
  EXPECT_GT(n_read, 50'000u);
}

TEST(ShortNumber, LongerNumbersAreReadTheOtherWay) {
  for (const char* const text : {"0.1234567", "123456789", "-0.5", "1e-3", ".5", "5.", "1.5e8"}) {
    EXPECT_EQ(detail::number_from(text), std::strtod(text, nullptr)) << text;
  }
  for (const char* const text : {"", ".", "x", "1x", "nan", "inf", "0,5", "1.2.3"}) {
    EXPECT_EQ(detail::number_from(text), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace tallystick
