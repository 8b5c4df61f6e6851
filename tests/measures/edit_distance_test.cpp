#include "measures/edit_distance.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

namespace tallystick::detail {
namespace {

std::vector<std::uint32_t> ones(const std::string& text) {
  std::vector<std::uint32_t> out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '1') out.push_back(static_cast<std::uint32_t>(i));
  }
  return out;
}

std::uint64_t distance(const std::string& a, const std::string& b) {
  return edit_distance(ones(a), ones(b), a.size());
}

/// The textbook's table.
std::uint64_t by_table(const std::string& a, const std::string& b) {
  std::vector<std::uint64_t> row(b.size() + 1);
  for (std::size_t j = 0; j < row.size(); ++j) row[j] = j;
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::uint64_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::uint64_t changed = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({changed, row[j] + 1, diagonal + 1});
    }
  }
  return row.back();
}

TEST(EditDistance, OfStringsWorkedByHand) {
  EXPECT_EQ(distance("", ""), 0u);
  EXPECT_EQ(distance("1", "0"), 1u);
  EXPECT_EQ(distance("0110", "0110"), 0u);
  EXPECT_EQ(distance("10", "01"), 2u);
  EXPECT_EQ(distance("010", "101"), 2u);        // 010 -> 10 -> 101
  EXPECT_EQ(distance("010101", "101010"), 2u);  // the first 0 to the end
  EXPECT_EQ(distance("110000", "000011"), 4u);  // both ones change place: change or move, 2 each
  EXPECT_EQ(distance("1110111", "1111111"), 1u);
  EXPECT_EQ(distance("10011", "11001"), 2u);  // a 1 before the zeros, one fewer behind them
}

TEST(EditDistanceLaw, IsThatOfTheTextbookTable) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 20000; ++i) {
    const std::size_t length = random() % 24, density = 1 + random() % 6;
    std::string a(length, '0'), b(length, '0');
    for (char& c : a) c = random() % density == 0 ? '1' : '0';
    for (char& c : b) c = random() % density == 0 ? '1' : '0';
    if (length > 0 && i % 3 == 0) b = a.substr(random() % length), b.resize(length, '1');
    ASSERT_EQ(distance(a, b), by_table(a, b)) << a << ' ' << b;
    ASSERT_EQ(distance(b, a), by_table(a, b)) << a << ' ' << b;
  }
}

TEST(EditDistanceLaw, DoesNotGrowWithTheLength) {
  const std::vector<std::uint32_t> a{5, 1'000'000'000, 2'000'000'000};
  const std::vector<std::uint32_t> b{6, 1'000'000'001, 2'000'000'001};
  EXPECT_EQ(edit_distance(a, b, 4'000'000'000), 2u);  // one 0 more in front, one fewer at the end
}

}  // namespace
}  // namespace tallystick::detail
