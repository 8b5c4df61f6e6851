#include <gtest/gtest.h>

#include <cmath>

#include "report/sample_report.hpp"
#include "tallystick/report/write.hpp"

namespace tallystick {
namespace {

bool holds(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

TEST(Json, FollowsTheContract) {
  EXPECT_EQ(to_json(sample_report()), R"({
  "tallystick": "0.1.0",
  "convention": "sklearn",
  "convention_source": "scikit-learn 1.9",
  "task": "multi",
  "n_examples": 4,
  "n_labels": 3,
  "measures": {
    "precision_micro": {"value": 0.6666666666666666, "n_undefined": 0},
    "precision_macro": {"value": 0.5, "n_undefined": 1, "undefined": "label 'c' is predicted nowhere; counted as 0"},
    "precision_samples": {"value": 0.5, "n_undefined": 1, "undefined": "1 example has an empty prediction; counted as 0"},
    "recall_micro": {"value": 0.5, "n_undefined": 0},
    "recall_macro": {"value": 0.5, "n_undefined": 0},
    "recall_samples": {"value": 0.375, "n_undefined": 1, "undefined": "1 example has an empty prediction; counted as 0"},
    "subset_accuracy": {"value": 0.5, "n_undefined": 0},
    "hamming_loss": {"value": 0.25, "n_undefined": 0}
  },
  "inputs": [
    {"path": "truth.tsv", "examples": 4, "assignments": 4},
    {"path": "pred.tsv", "examples": 4, "assignments": 5}
  ],
  "policies": {"missing": 0, "extra": 0, "unknown_labels": 0, "repeated_labels": 2, "abstained": 0, "duplicate_scores": 0, "padded_codes": 0, "alternative_codes": 0, "accepted_other": 0},
  "notes": []
}
)");
}

TEST(Json, AnEmptyReportIsWholeToo) {
  Report report;
  report.convention = "mulan";
  EXPECT_EQ(to_json(report), R"({
  "tallystick": "0.1.0",
  "convention": "mulan",
  "n_examples": 0,
  "n_labels": 0,
  "measures": {},
  "inputs": [],
  "policies": {"missing": 0, "extra": 0, "unknown_labels": 0, "repeated_labels": 0, "abstained": 0, "duplicate_scores": 0, "padded_codes": 0, "alternative_codes": 0, "accepted_other": 0},
  "notes": []
}
)");
}

TEST(Json, LabelsNamedLikeSummariesClashWithNothing) {
  Report report;
  report.measures = {{"accuracy", 2.0 / 3, 0, "", "", Direction::higher_is_better}};
  report.labels = LabelTable{{"f1"},
                             {{"__proto__", {0, 0}, {0, 0}, {0, 0}, {3, 0}, {0, 0}, {kNoValue}},
                              {"accuracy", {1, 0}, {0, 0}, {0, 0}, {2, 0}, {1, 0}, {1}}}};
  const std::string json = to_json(report);
  EXPECT_TRUE(holds(json, R"(    "accuracy": {"value": 0.6666666666666666, "n_undefined": 0})"));
  EXPECT_TRUE(holds(json, R"(  "labels": {
    "__proto__": {"tp": 0, "fp": 0, "fn": 0, "tn": 3, "support": 0, "f1": null},
    "accuracy": {"tp": 1, "fp": 0, "fn": 0, "tn": 2, "support": 1, "f1": 1}
  })"));
}

TEST(Json, ConfusionAndGatesStandAtTheEnd) {
  Report report;
  report.notes = {"ids met in different order"};
  report.confusion =
      ConfusionTable{"true", {"a", "b"}, {{0, 1, {3, 0}, 0.75}, {0, 0, {1, 0}, 0.25}}};
  report.gates = {{"f1_micro>=0.8", 0.5, false}};
  EXPECT_TRUE(holds(to_json(report), R"(  "notes": ["ids met in different order"],
  "confusion": {
    "normalize": "true",
    "labels": ["a", "b"],
    "entries": [
      {"true": "a", "pred": "b", "count": 3, "value": 0.75},
      {"true": "a", "pred": "a", "count": 1, "value": 0.25}
    ]
  },
  "gates": [{"require": "f1_micro>=0.8", "value": 0.5, "passed": false}]
}
)"));
}

TEST(Json, CountsBeyondDoublesKeepEveryDigit) {
  Report report;
  report.confusion = ConfusionTable{"none", {"a"}, {{0, 0, {9007199254740993, 0}, 0x1p53}}};
  EXPECT_TRUE(holds(to_json(report), R"("count": 9007199254740993, "value": 9007199254740993)"));
}

TEST(Json, ValuesWithoutAFiniteNumber) {
  Report report;
  const double inf = std::numeric_limits<double>::infinity();
  report.measures = {{"x", kNoValue, 2, "all", "", Direction::neither},
                     {"clp", inf, 0, "", "odds", Direction::neither},
                     {"y", -inf, 0, "", "", Direction::neither},
                     {"z", 1e-7, 0, "", "", Direction::neither}};
  EXPECT_TRUE(holds(to_json(report), R"({
    "x": {"value": null, "n_undefined": 2, "undefined": "all"},
    "clp": {"value": "inf", "n_undefined": 0, "note": "odds"},
    "y": {"value": "-inf", "n_undefined": 0},
    "z": {"value": 1e-07, "n_undefined": 0}
  })"));
}

TEST(Json, WeightedDataShowFractionsAndTheTotal) {
  Report report;
  report.total_weight = Amount{2, 1ull << 63};
  EXPECT_TRUE(holds(to_json(report), "  \"n_labels\": 0,\n  \"total_weight\": 2.5,\n"));
}

TEST(Json, InputFactsOfOneFileStandOnOneLine) {
  Report report;
  InputFacts facts;
  facts.path = "a.csv.gz";
  facts.format = "csv";
  facts.layout = "one row an example";
  facts.compression = "gzip";
  facts.delimiter = ",";
  facts.label_separator = ";";
  facts.header = true;
  facts.columns = {"id=id", "truth=true"};
  facts.examples = 2;
  facts.assignments = 3;
  report.inputs = {facts};
  EXPECT_TRUE(holds(to_json(report),
                    R"(  "inputs": [{"path": "a.csv.gz", "examples": 2, "assignments": 3, )"
                    R"("format": "csv", "header": true, "layout": "one row an example", )"
                    R"("compression": "gzip", "delimiter": ",", "label_separator": ";", )"
                    R"("columns": ["id=id", "truth=true"]}],)"));
}

TEST(JsonString, EscapesWhatJsonAndTerminalsMustNotMeet) {
  EXPECT_EQ(json_string(""), R"("")");
  EXPECT_EQ(json_string("a\"b\\c"), R"("a\"b\\c")");
  EXPECT_EQ(json_string("\b\f\n\r\t\x01\x1b[31m\x7f"), R"("\b\f\n\r\t\u0001\u001b[31m\u007f")");
  EXPECT_EQ(json_string(std::string_view("a\0b", 3)), R"("a\u0000b")");
  EXPECT_EQ(json_string("\xe2\x80\xa8\xe2\x80\xa9\xc2\x85"), R"("\u2028\u2029\u0085")");
  EXPECT_EQ(json_string("café 日本 😀"), "\"café 日本 😀\"");
}

TEST(JsonString, BytesOfAPathThatAreNoUtf8AreReplaced) {
  EXPECT_EQ(json_string("a\xff.tsv"), R"("a\ufffd.tsv")");
  EXPECT_EQ(json_string("\xe2\x80"), R"("\ufffd\ufffd")");
}

TEST(AmountText, WholeNumbersStayWhole) {
  EXPECT_EQ(amount_text({0, 0}), "0");
  EXPECT_EQ(amount_text({100000, 0}), "100000");
  EXPECT_EQ(amount_text({UINT64_MAX, 0}), "18446744073709551615");
}

TEST(AmountText, FractionsAreShortest) {
  EXPECT_EQ(amount_text({2, 1ull << 63}), "2.5");
  EXPECT_EQ(amount_text(amount_from(0.1)), "0.1");
  EXPECT_EQ(amount_text({0, 1}), "5.421010862427522e-20");
  Amount sum;
  for (int i = 0; i < 10; ++i) EXPECT_TRUE(add(sum, amount_from(0.1)));
  EXPECT_NE(sum.fraction, 0u);  // ten times the double 0.1 is a hair above 1
  EXPECT_EQ(amount_text(sum), "1");
  EXPECT_EQ(amount_text({UINT64_MAX, UINT64_MAX}), "18446744073709551616");
}

}  // namespace
}  // namespace tallystick
