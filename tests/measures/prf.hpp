// Precision, recall and F over a hierarchy, checked together.
#pragma once

#include <string>
#include <string_view>

#include "measures/figure.hpp"

namespace tallystick::test {

/// "hierarchical_precision_micro"
inline std::string h(std::string_view what, std::string_view average) {
  return std::string("hierarchical_").append(what).append("_").append(average);
}

/// Precision, recall and F in one average.
struct Prf {
  double precision, recall, f;
};

inline void expect_prf(const Tally& tally, std::string_view average, const Prf& expected,
                       const std::string& where, const Rules& rules = {}) {
  EXPECT_DOUBLE_EQ(value(tally, h("precision", average), rules), expected.precision) << where;
  EXPECT_DOUBLE_EQ(value(tally, h("recall", average), rules), expected.recall) << where;
  EXPECT_DOUBLE_EQ(value(tally, h("f1", average), rules), expected.f) << where;
}

}  // namespace tallystick::test
