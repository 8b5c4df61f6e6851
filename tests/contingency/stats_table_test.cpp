// The printed table: digits, widths and borders as Statistics::Contingency 0.09 prints them.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "tallystick/base/error.hpp"
#include "tallystick/contingency.hpp"

namespace tallystick {
namespace {

/// How one number is printed: the last of the table, where a blank stands before and after.
std::string printed(double number, int figures) {
  ContingencyFigures numbers;
  numbers.micro_error = number;
  const std::string table = stats_table(numbers, figures);
  const std::string::size_type end = table.rfind(" |\n");
  const std::string::size_type begin = table.rfind(' ', end - 1) + 1;
  return table.substr(begin, end - begin);
}

TEST(StatsTable, FiguresAreCountedFromTheFirstOneThatIsNotZero) {
  const std::pair<double, const char*> golden[] = {{0.1, "0.100"},
                                                   {0.01, "0.0100"},
                                                   {0.001, "0.00100"},
                                                   {0.0001, "0.000100"},
                                                   {1e-5, "0.00001000"},
                                                   {1e-6, "0.00000100"},
                                                   {0.5, "0.500"},
                                                   {0.05, "0.0500"},
                                                   {0.095, "0.0950"},
                                                   {0.2, "0.200"},
                                                   {0, "0.000"},
                                                   {1, "1.000"},
                                                   {0.9996, "1.000"},
                                                   {0.999999, "1.000"},
                                                   {1e-7, "0.0000001000"},
                                                   {1e-9, "0.00000000100"},
                                                   {1e-10, "0.0000000001000"},
                                                   {5e-20, "0.0000000000000000000500"}};
  for (const auto& [number, text] : golden) EXPECT_EQ(printed(number, 3), text);
}

TEST(StatsTable, FewAndManyFigures) {
  EXPECT_EQ(printed(0.095, 1), "0.10");
  EXPECT_EQ(printed(0.095, 2), "0.095");
  EXPECT_EQ(printed(0.125, 2), "0.12");  // a tie, to even
  EXPECT_EQ(printed(0.95, 0), "0.950");  // 0 stands for 3
  EXPECT_EQ(printed(1e-5, 1), "0.000010");
  EXPECT_EQ(printed(0.25, 1000), "0.25" + std::string(998, '0'));
  EXPECT_EQ(printed(std::numeric_limits<double>::denorm_min(), 1000).size(), 1325u);
}

TEST(StatsTable, TheLastBitOfTheModulesFormulaDecidesTheDigit) {
  // 3 / 8 is 0.375 and would print 0.38; 1 / (1 + 5 / 3) is one bit less.
  Contingency tie{"a"};
  tie.set_entries(3, 5);
  EXPECT_EQ(tie.stats_table(2),
            "+--------------------------------------+\n"
            "|  maR  maP maF1   miR  miP miF1   Err |\n"
            "| 1.00 1.00 1.00  1.00 0.37 0.55  0.62 |\n"
            "+--------------------------------------+\n");
}

TEST(StatsTable, OneFigureMakesTheTitlesStickOut) {
  Contingency some{"a", "b"};
  some.add_result("a", "b");
  some.add_result("a", "a");
  EXPECT_EQ(some.stats_table(1),
            "+-------------------------------+\n"
            "|  maR  maP maF1   miR  miP miF1   Err |\n"
            "| 0.5 0.2 0.3  0.5 0.5 0.5  0.5 |\n"
            "+-------------------------------+\n");
}

TEST(StatsTable, TheWidestNumberSetsTheWidth) {
  // 200 categories: example i is assigned category i mod 200 + 1, and that is right every 7th time.
  std::vector<std::string> categories;
  const auto name = [](int i) { return std::string("c").append(std::to_string(i % 200 + 1)); };
  for (int i = 0; i < 200; ++i) categories.push_back(name(i));
  Contingency many(categories);
  for (int i = 1; i <= 400; ++i) many.add_result(name(i), i % 7 == 0 ? name(i) : name(i + 1));
  EXPECT_EQ(many.stats_table(),
            "+-----------------------------------------------------------+\n"
            "|     maR     maP    maF1      miR     miP    miF1      Err |\n"
            "|  0.0950   0.142   0.114    0.143   0.143   0.143  0.00857 |\n"
            "+-----------------------------------------------------------+\n");
}

TEST(StatsTable, RefusesFiguresAndNumbersThatCannotBe) {
  const auto code = [](double number, int figures) {
    try {
      static_cast<void>(printed(number, figures));
    } catch (const Error& error) {
      return error.code();
    }
    return ErrorCode::internal;
  };
  for (const int figures : {-1, 1001}) EXPECT_EQ(code(0.5, figures), ErrorCode::wrong_usage);
  const std::array<double, 4> numbers{1.5, -0.5, std::nan(""), HUGE_VAL};
  for (const double number : numbers) EXPECT_EQ(code(number, 3), ErrorCode::wrong_usage);
}

}  // namespace
}  // namespace tallystick
