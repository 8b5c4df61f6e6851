#include <gtest/gtest.h>

#include <algorithm>

#include "report/sample_report.hpp"
#include "tallystick/report/write.hpp"

namespace tallystick {
namespace {

TEST(Csv, OneRowAMeasureAndOneAPolicyThatActed) {
  EXPECT_EQ(to_csv(sample_report()),
            R"(measure,value,n_undefined,undefined,note
precision_micro,0.6666666666666666,0,,
precision_macro,0.5,1,label 'c' is predicted nowhere; counted as 0,
precision_samples,0.5,1,1 example has an empty prediction; counted as 0,
recall_micro,0.5,0,,
recall_macro,0.5,0,,
recall_samples,0.375,1,1 example has an empty prediction; counted as 0,
subset_accuracy,0.5,0,,
hamming_loss,0.25,0,,
policies.repeated_labels,2,,,2 repeated labels counted once
)");
}

TEST(Csv, NoMeasuresStillHaveAHeader) {
  EXPECT_EQ(to_csv(Report{}), "measure,value,n_undefined,undefined,note\n");
}

TEST(Csv, ValuesWithoutAFiniteNumber) {
  Report report;
  const double inf = std::numeric_limits<double>::infinity();
  report.measures = {{"f1:label=a,b", kNoValue, 1, "say \"why\"", "", Direction::neither},
                     {"x", -inf, 0, "", "", Direction::neither}};
  EXPECT_EQ(to_csv(report),
            "measure,value,n_undefined,undefined,note\n"
            "\"f1:label=a,b\",,1,\"say \"\"why\"\"\",\n"
            "x,-inf,0,,\n");
}

TEST(LabelsToCsv, IsTheWholeTable) {
  EXPECT_EQ(labels_to_csv(sample_labels()),
            "label,tp,fp,fn,tn,support,precision,recall,undefined\n"
            "a,1,0,0,3,1,1,1,\n"
            "b,1,1,1,1,2,0.5,0.5,\n"
            "c,0,0,1,3,1,,0,precision\n");
  EXPECT_EQ(labels_to_csv(LabelTable{}), "label,tp,fp,fn,tn,support,undefined\n");
}

TEST(LabelsToCsv, QuotesWhatTheDelimiterAsksForAndAltersNothing) {
  const Amount half{0, 1ull << 63};
  LabelTable table;
  for (const char* label : {"a,b", "a\tb", "say \"hi\"", "two\nlines", "=1+1", " x "}) {
    table.rows.push_back({label, half, {}, {}, {}, half, {}});
  }
  EXPECT_EQ(labels_to_csv(table),
            "label,tp,fp,fn,tn,support,undefined\n"
            "\"a,b\",0.5,0,0,0,0.5,\n"
            "a\tb,0.5,0,0,0,0.5,\n"
            "\"say \"\"hi\"\"\",0.5,0,0,0,0.5,\n"
            "\"two\nlines\",0.5,0,0,0,0.5,\n"
            "=1+1,0.5,0,0,0,0.5,\n"
            " x ,0.5,0,0,0,0.5,\n");
  EXPECT_EQ(labels_to_csv({{"f1"}, {table.rows[0], table.rows[1]}}, '\t'),
            "label\ttp\tfp\tfn\ttn\tsupport\tf1\tundefined\n"
            "a,b\t0.5\t0\t0\t0\t0.5\t\n"
            "\"a\tb\"\t0.5\t0\t0\t0\t0.5\t\n");
}

TEST(LabelsToCsv, NeverCutsLabelsOrRows) {
  LabelTable table;
  for (int i = 0; i < 1000; ++i) {
    table.rows.push_back({std::string(500, 'x').append(std::to_string(i)), {}, {}, {}, {}, {}, {}});
  }
  const std::string csv = labels_to_csv(table);
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 1001);
  EXPECT_NE(csv.find("\n" + std::string(500, 'x') + "999,0,0,0,0,0,\n"), std::string::npos);
}

}  // namespace
}  // namespace tallystick
