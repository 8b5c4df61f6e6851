// The order of predictions that the card of the ISCO-08 metric describes, over all of ISCO-08 and
// for beta from 0.5 to 2.
#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "measures/figure.hpp"
#include "states/rows.hpp"
#include "tallystick/readers/read_taxonomy.hpp"

namespace tallystick {
namespace {

const std::shared_ptr<const Taxonomy>& isco() {
  static const auto taxonomy = std::make_shared<const Taxonomy>(read_taxonomy("isco08", {}));
  return taxonomy;
}

/// All codes of so many digits: 1 major, 2 sub-major, 3 minor, 4 unit groups.
std::vector<std::string> codes_of(std::uint32_t digits) {
  std::vector<std::string> out;
  const auto [first, last] = isco()->level(digits);
  for (NodeId node = first; node < last; ++node) out.emplace_back(isco()->code(node));
  return out;
}

Tally tally_of(const std::string& truth, const std::string& predicted) {
  Tally tally;
  tally.set_taxonomy(isco());
  const std::vector<test::Row> row{{{truth}, {predicted}}};
  test::add_rows(tally, row);
  return tally;
}

constexpr std::array kBetas{"0.5", "0.75", "1", "1.5", "2"};

/// Hierarchical F of one example, for each beta.
std::vector<double> f_of(const std::string& truth, const std::string& predicted) {
  std::string names = "hierarchical_fbeta_samples:beta=1";
  for (const char* beta : kBetas) names.append(",hierarchical_fbeta_micro:beta=").append(beta);
  std::vector<double> out;
  for (const Score& score : test::report(tally_of(truth, predicted), names).measures) {
    out.push_back(score.value);
  }
  EXPECT_EQ(out.size(), kBetas.size() + 1);
  return out;
}

/// Each prediction scores more than the next one for this truth, whatever beta is.
void expect_falling(const std::string& truth, const std::vector<std::string>& predictions) {
  std::vector<double> before;
  for (std::size_t at = 0; at < predictions.size(); ++at) {
    const std::vector<double> now = f_of(truth, predictions[at]);
    for (std::size_t i = 0; i < before.size(); ++i) {
      EXPECT_GT(before[i], now[i]) << truth << " as " << predictions[at - 1] << ", not "
                                   << predictions[at] << ", figure " << i;
    }
    before = now;
  }
}

const std::vector<double> kPerfect(kBetas.size() + 1, 1.0), kNothing(kBetas.size() + 1, 0.0);

TEST(IscoLaws, AllOfIscoIsThere) {
  EXPECT_EQ(isco()->size(), 619u);
  EXPECT_EQ(codes_of(1).size(), 10u);
  EXPECT_EQ(codes_of(2).size(), 43u);
  EXPECT_EQ(codes_of(3).size(), 130u);
  EXPECT_EQ(codes_of(4).size(), 436u);
}

TEST(IscoLaws, TheExactCodeBeatsItsAncestorsAndADeeperOneAShallowerOne) {
  for (const std::string& code : codes_of(4)) {
    EXPECT_EQ(f_of(code, code), kPerfect) << code;
    expect_falling(code, {code, code.substr(0, 3), code.substr(0, 2), code.substr(0, 1)});
  }
}

/// A unit group that shares just so many digits with the code: the first for even codes, the last
/// for odd ones, so that both ends of every group come up. Empty where ISCO has none.
std::string sharing(const std::vector<std::string>& units, const std::string& code,
                    std::size_t digits) {
  const bool takes_last = (code.back() - '0') % 2 == 1;
  std::string found;
  for (const std::string& unit : units) {
    const bool shares =
        unit.compare(0, digits, code, 0, digits) == 0 && unit[digits] != code[digits];
    if (shares && (found.empty() || takes_last)) found = unit;
  }
  return found;
}

/// The same minor group beats the same sub-major group, that the same major group, and that another
/// major group.
TEST(IscoLaws, TheNearerTheWrongUnitGroupTheBetter) {
  const std::vector<std::string> units = codes_of(4);
  std::array<std::size_t, 4> met{};
  for (const std::string& code : units) {
    std::vector<std::string> ever_farther{code};
    for (std::size_t digits = 4; digits-- > 0;) {
      const std::string unit = sharing(units, code, digits);
      if (unit.empty()) continue;
      ++met[digits];
      ever_farther.push_back(unit);
    }
    expect_falling(code, ever_farther);
    EXPECT_EQ(f_of(code, ever_farther.back()), kNothing) << code;
  }
  EXPECT_EQ(met[0], 436u);
  for (const std::size_t n : met) EXPECT_GT(n, 300u);
}

/// Of every class with several children, for each child as the truth.
TEST(IscoLaws, TheParentBeatsItsWrongChild) {
  std::size_t n = 0;
  for (NodeId parent = 0; parent < isco()->size(); ++parent) {
    const auto children = isco()->children(parent);
    for (std::size_t i = 0; i < children.size() && children.size() > 1; ++i) {
      ++n;
      expect_falling(std::string(isco()->code(children[i])),
                     {std::string(isco()->code(parent)),
                      std::string(isco()->code(children[(i + 1) % children.size()]))});
    }
  }
  EXPECT_GT(n, 500u);
}

TEST(IscoLaws, BetaOf0IsPrecision) {
  const std::vector<std::string> units = codes_of(4);
  for (std::size_t i = 0; i < units.size(); ++i) {
    const std::string predicted = units[(i * 7 + 3) % units.size()].substr(0, 1 + i % 4);
    std::string names;
    for (const char* average : {"micro", "samples", "macro", "union"}) {
      names.append(",hierarchical_precision_").append(average);
      names.append(",hierarchical_fbeta_").append(average).append(":beta=0");
    }
    const std::vector<Score> scores =
        test::report(tally_of(units[i], predicted), names.substr(1)).measures;
    ASSERT_EQ(scores.size(), 8u);
    for (std::size_t k = 0; k < scores.size(); k += 2) {
      EXPECT_EQ(scores[k].value, scores[k + 1].value)
          << scores[k].name << " of " << units[i] << " as " << predicted;
    }
  }
}

}  // namespace
}  // namespace tallystick
