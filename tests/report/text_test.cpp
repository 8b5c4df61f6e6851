#include <gtest/gtest.h>

#include "report/sample_report.hpp"
#include "tallystick/report/layout.hpp"
#include "tallystick/report/write.hpp"

namespace tallystick {
namespace {

bool holds(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

std::size_t count(const std::string& text, std::string_view part) {
  std::size_t n = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
  return n;
}

TEST(Text, PutsAveragesSideBySide) {
  EXPECT_EQ(to_text(sample_report()),
            R"(tallystick 0.1.0, convention sklearn (scikit-learn 1.9), multi-label
4 examples, 3 labels, from truth.tsv and pred.tsv

            micro    macro   samples
precision  0.6667   0.5000*   0.5000*
recall     0.5000   0.5000    0.3750*

subset_accuracy  0.5000
hamming_loss     0.2500

* precision_macro: 1 undefined term: label 'c' is predicted nowhere; counted as
  0
* precision_samples, recall_samples: 1 undefined term: 1 example has an empty
  prediction; counted as 0
2 repeated labels counted once
)");
}

TEST(Text, ParametersStayWithTheirRowAndOneAverageAloneIsNoGrid) {
  Report report;
  report.measures = {{"fbeta_micro:beta=0.5", 0.25, 0, "", "", Direction::higher_is_better},
                     {"accuracy_macro", 0.125, 0, "", "", Direction::higher_is_better},
                     {"fbeta_macro:beta=0.5", 1, 0, "", "", Direction::higher_is_better},
                     {"f1:label=x_macro", 0.5, 0, "", "", Direction::higher_is_better}};
  const std::string text = to_text(report);
  EXPECT_TRUE(holds(text, R"(
                 micro    macro
fbeta:beta=0.5  0.2500   1.0000

accuracy_macro    0.1250
f1:label=x_macro  0.5000
)")) << text;
}

TEST(Text, AMissingValueIsADashWithItsReason) {
  Report report;
  report.measures = {{"cohen_kappa", kNoValue, 1, "a single class on both sides; excluded", "",
                      Direction::neither}};
  const std::string text = to_text(report);
  EXPECT_TRUE(holds(text, "cohen_kappa  -*\n"));
  EXPECT_TRUE(holds(text, "* cohen_kappa: no value, 1 undefined term: a single class on both"));
}

TEST(Text, DigitsAreAsAsked) {
  Report report;
  report.measures = {{"x", 2.0 / 3, 0, "", "", Direction::neither}};
  EXPECT_TRUE(holds(to_text(report, {.digits = 2}), "x  0.67\n"));
  EXPECT_TRUE(holds(to_text(report, {.digits = 0}), "x  1\n"));
  EXPECT_TRUE(holds(to_text(report, {.digits = -3}), "x  1\n"));
  EXPECT_TRUE(holds(to_text(report, {.digits = 99}), "x  0.66666666666666663\n"));
}

TEST(Text, EveryPolicyThatActedIsASentence) {
  Report report;
  EXPECT_FALSE(holds(to_text(report), "abstention"));
  report.policies = {1, 2, 3, 1, 5, 6};
  report.policy_words = {{"missing", "left out"},
                         {"unknown_labels", "accepted as labels"},
                         {"duplicate_scores", "the largest kept"}};
  const std::string text = to_text(report);
  EXPECT_TRUE(holds(text,
                    "1 example of the truth without a prediction, left out\n"
                    "2 examples only in the predictions, dropped\n"
                    "3 occurrences of labels outside the declared set, accepted as labels\n"
                    "1 repeated label counted once\n"
                    "5 abstentions scored as no label\n"
                    "6 repeated scores of a label already scored, the largest kept\n"))
      << text;
}

TEST(Text, RulesOfTheConventionAndNotesAreSaid) {
  Report report;
  report.measures = {{"f1_macro", 0.5, 0, "", "F of means", Direction::higher_is_better},
                     {"fbeta_macro:beta=2", 0.5, 0, "", "F of means", Direction::higher_is_better}};
  report.notes = {"2 labels differ only in case"};
  EXPECT_TRUE(
      holds(to_text(report),
            "f1_macro, fbeta_macro:beta=2: F of means\nnote: 2 labels differ only in case\n"));
}

TEST(Text, VerboseTellsWhatWasDecidedAndEveryUndefinedTerm) {
  Report report = sample_report();
  report.inputs[0].format = "tsv";
  report.inputs[0].layout = "one row a label";
  report.inputs[0].compression = "gzip";
  report.inputs[0].delimiter = "tab";
  report.inputs[0].columns = {"id=id", "label=label"};
  std::string many = "labels ";
  for (int i = 100; i < 200; ++i) many.append("'").append(std::to_string(i)).append("' ");
  report.measures[1].undefined = many + "are predicted nowhere; counted as 0";
  const std::string brief = to_text(report);
  EXPECT_FALSE(holds(brief, "gzip"));
  EXPECT_FALSE(holds(brief, "'150'"));
  EXPECT_TRUE(holds(brief, "counted as 0\n"));
  const std::string text = to_text(report, {.verbose = true});
  EXPECT_TRUE(
      holds(text,
            "truth.tsv: tsv, one row a label, gzip, delimiter tab, no header, column id=id,\n"
            "  column label=label, 4 examples, 4 labels assigned\n"))
      << text;
  EXPECT_TRUE(holds(text, "'150'"));
}

TEST(Text, ColourOnlyWhenAsked) {
  Report report = sample_report();
  report.gates = {{"f1_micro>=0.8", 0.7999999, false}, {"recall_micro>=0.5", 0.5, true}};
  const std::string plain = to_text(report);
  EXPECT_FALSE(holds(plain, "\x1b"));
  EXPECT_TRUE(holds(plain, "\nFAIL  f1_micro>=0.8  (0.7999999)\nPASS  recall_micro>=0.5  (0.5)\n"));
  const std::string coloured = to_text(report, {.colour = true});
  EXPECT_TRUE(holds(coloured, "\x1b[1;31mFAIL\x1b[0m  f1_micro"));
  EXPECT_TRUE(holds(coloured, "\x1b[32mPASS\x1b[0m  recall_micro"));
}

TEST(Text, LabelTableHasTheWholeCell) {
  Report report;
  report.labels = sample_labels();
  EXPECT_TRUE(holds(to_text(report), R"(
label  tp  fp  fn  tn  support  precision  recall
a       1   0   0   3        1    1.0000   1.0000
b       1   1   1   1        2    0.5000   0.5000
c       0   0   1   3        1         -*  0.0000
* 0/0 for that label; it counts as the convention says
)"));
}

TEST(Text, LongLabelTablesSayWhereTheRestIs) {
  Report report;
  report.labels = LabelTable{};
  for (int i = 0; i < 20; ++i) {
    report.labels->measures.push_back(std::string("a_long_measure_").append(std::to_string(i)));
  }
  for (int i = 1000; i < 2000; ++i) {
    report.labels->rows.push_back(
        {std::to_string(i), {1, 0}, {0, 0}, {0, 0}, {0, 0}, {1, 0}, std::vector<double>(20, 0.5)});
  }
  const std::string text = to_text(report);
  EXPECT_TRUE(holds(text, "\n1049 "));
  EXPECT_FALSE(holds(text, "\n1050 "));
  EXPECT_TRUE(holds(text,
                    "\n50 labels of 1000 shown, 3 of 20 measures shown; "
                    "all of them: --per-label=FILE\n"))
      << text;
}

TEST(Text, LabelsCannotReachTheTerminalAndLongOnesAreCut) {
  Report report;
  report.labels = LabelTable{{},
                             {{"\x1b[2Jred\n", {}, {}, {}, {}, {}, {}},
                              {std::string(500, 'x'), {}, {}, {}, {}, {}, {}},
                              {"\xe2\x80\xaegpj.exe", {}, {}, {}, {}, {}, {}}}};
  const std::string text = to_text(report);
  EXPECT_FALSE(holds(text, "\x1b"));
  EXPECT_FALSE(holds(text, "\xe2\x80\xae"));
  EXPECT_TRUE(holds(text, "\n\\x1b[2Jred\\n  "));
  EXPECT_TRUE(holds(text, "\n\\u202egpj.exe  "));
  EXPECT_TRUE(holds(text, "\n" + std::string(29, 'x') + "...   0   0"));
}

TEST(Text, SmallConfusionsAreAMatrix) {
  Report report;
  report.confusion = ConfusionTable{
      "none", {"1", "2", "10"}, {{0, 0, {1, 0}, 1}, {1, 1, {1, 0}, 1}, {2, 0, {12, 0}, 12}}};
  EXPECT_TRUE(holds(to_text(report), R"(
confusion
true \ predicted   1  2  10
1                  1  0   0
2                  0  1   0
10                12  0   0
)"));
}

TEST(Text, LongNamesInAMatrixBecomeNumbers) {
  Report report;
  report.confusion = ConfusionTable{
      "true", {std::string(60, 'a'), std::string(60, 'b')}, {{0, 1, {1, 0}, 1}, {1, 1, {4, 0}, 1}}};
  const std::string text = to_text(report);
  EXPECT_TRUE(holds(text, "\nconfusion, shares of each true label\ntrue \\ predicted"));
  EXPECT_TRUE(holds(text, "\n[2] " + std::string(25, 'b') + "...    0  1.0000\n")) << text;
}

TEST(Text, LargeConfusionsListTheLargestPairs) {
  Report report;
  report.confusion = ConfusionTable{"none", {}, {}};
  for (std::uint32_t i = 0; i < 30; ++i) {
    report.confusion->labels.push_back(std::string("l").append(std::to_string(i)));
    report.confusion->entries.push_back({i, i, {1000, 0}, 1000});
    if (i > 0) report.confusion->entries.push_back({i, i - 1, {i / 2, 0}, i / 2.0});
  }
  const std::string text = to_text(report);
  EXPECT_TRUE(holds(text, R"(
confusion: the 20 largest of 29 pairs of different labels
true  predicted  count
l28   l27           14
l29   l28           14
l26   l25           13
)")) << text;
  EXPECT_TRUE(holds(text, "\nl10   l9             5\n"));  // the 20th
  EXPECT_EQ(count(text, "\nl"), 20u);
}

TEST(Text, EmptyReportsAreSaidToBeEmpty) {
  Report report;
  report.convention = "sklearn";
  report.labels = LabelTable{};
  report.confusion = ConfusionTable{"none", {}, {}};
  EXPECT_EQ(to_text(report), R"(tallystick 0.1.0, convention sklearn
0 examples, 0 labels

no measures

label  tp  fp  fn  tn  support

confusion
true \ predicted
)");
}

}  // namespace
}  // namespace tallystick
