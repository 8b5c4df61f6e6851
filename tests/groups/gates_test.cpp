#include "gates.hpp"

#include <gtest/gtest.h>

#include "tallystick/base/error.hpp"
#include "tallystick/report/write.hpp"

namespace tallystick {
namespace {

using detail::End;
using detail::parse_requirement;

TEST(Gates, TakeTheEndsOfIntervals) {
  const auto low = parse_requirement("f1_micro.low>=0.78");
  EXPECT_EQ(low.measure, "f1_micro");
  EXPECT_EQ(low.end, End::low);
  EXPECT_EQ(low.comparison, ">=");
  EXPECT_EQ(low.bound, 0.78);
  EXPECT_EQ(parse_requirement("hamming_loss.high<0.1").end, End::high);
  EXPECT_EQ(parse_requirement("f1:label=a.b>0.1").end, End::value);
}

TEST(Gates, TakeFiguresOfBranches) {
  const auto gate = parse_requirement("hierarchical_f1:branch=2>=0.7");
  EXPECT_EQ(gate.figure, "hierarchical_f1");
  EXPECT_EQ(gate.branch, "2");
  EXPECT_TRUE(gate.measure.empty());
  EXPECT_EQ(parse_requirement("hierarchical_f1_micro:branch=2>=0.7").figure, "hierarchical_f1");
  EXPECT_EQ(parse_requirement("accuracy:branch=21>0").branch, "21");
  EXPECT_THROW(static_cast<void>(parse_requirement("mcc:branch=2>=0.7")), Error);
}

TEST(Gates, RefuseWhatIsNoRequirement) {
  for (const char* text :
       {"f1_micro", "f1_micro=0.8", "f1_micro>=", "f1_micro>=x", ">=1", "f1_micro>=nan"}) {
    EXPECT_THROW(static_cast<void>(parse_requirement(text)), Error) << text;
  }
}

TEST(Gates, JunitTellsThreeVerdicts) {
  Report report;
  report.gates = {{.requirement = "f1_micro>=0.8", .value = 0.9, .passed = true},
                  {.requirement = "f1:label=\"a&b\"<1", .value = 1, .passed = false},
                  {.requirement = "max-drop mcc=0.01",
                   .value = 0.5,
                   .passed = false,
                   .inconclusive = true,
                   .baseline = 0.52,
                   .drop = 0.02,
                   .low = -0.01,
                   .high = 0.05}};
  EXPECT_EQ(to_junit(report),
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<testsuites>\n"
            "  <testsuite name=\"tallystick 0.1.0\" tests=\"3\" failures=\"2\" errors=\"0\" "
            "skipped=\"0\">\n"
            "    <testcase classname=\"tallystick.gates\" name=\"f1_micro&gt;=0.8\"/>\n"
            "    <testcase classname=\"tallystick.gates\" "
            "name=\"f1:label=&quot;a&amp;b&quot;&lt;1\">\n"
            "      <failure type=\"failed\" message=\"f1:label=&quot;a&amp;b&quot;&lt;1: it is "
            "1\"/>\n"
            "    </testcase>\n"
            "    <testcase classname=\"tallystick.gates\" name=\"max-drop mcc=0.01\">\n"
            "      <failure type=\"inconclusive\" message=\"max-drop mcc=0.01: it is 0.5, was "
            "0.52: worse by 0.02, a drop between -0.01 and 0.05\"/>\n"
            "    </testcase>\n"
            "  </testsuite>\n"
            "</testsuites>\n");
  report.gates[2].passed = true;
  const std::string lenient = to_junit(report);
  EXPECT_NE(lenient.find("failures=\"1\" errors=\"0\" skipped=\"1\""), std::string::npos);
  EXPECT_NE(lenient.find("<skipped message="), std::string::npos);
  EXPECT_EQ(gate_verdict(report.gates[2]), "INCONCLUSIVE");
}

}  // namespace
}  // namespace tallystick
