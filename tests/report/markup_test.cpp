#include <gtest/gtest.h>

#include "report/sample_report.hpp"
#include "tallystick/report/write.hpp"

namespace tallystick {
namespace {

bool holds(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

/// A report of one row whose label holds everything that markup could trip over.
Report hostile_report() {
  Report report;
  report.labels = LabelTable{
      {"f1"},
      {{"[x] {a}_$&#%^~<>|\"`*--\\''\n,,", {1, 0}, {}, {}, {}, {1, 0}, {-0.25}},
       {"\x1b[2J\xe2\x80\xae", {}, {}, {}, {}, {}, {-std::numeric_limits<double>::infinity()}}}};
  return report;
}

TEST(Markdown, IsTablesAndAListOfRemarks) {
  EXPECT_EQ(
      to_markdown(sample_report()),
      R"(tallystick 0.1.0, convention sklearn (scikit-learn 1.9), multi-label: 4 examples, 3 labels, from truth.tsv and pred.tsv

| measure | micro | macro | samples |
|:---|---:|---:|---:|
| `precision` | 0.6667 | 0.5000\* | 0.5000\* |
| `recall` | 0.5000 | 0.5000 | 0.3750\* |

| measure | value |
|:---|---:|
| `subset_accuracy` | 0.5000 |
| `hamming_loss` | 0.2500 |

- \* precision\_macro: 1 undefined term: label 'c' is predicted nowhere; counted as 0
- \* precision\_samples, recall\_samples: 1 undefined term: 1 example has an empty prediction; counted as 0
- 2 repeated labels counted once
)");
}

TEST(Markdown, LabelsCannotLeaveTheirCell) {
  const std::string text = to_markdown(hostile_report());
  EXPECT_TRUE(holds(text,
                    "\n| \\[x\\] {a}\\_\\$\\&\\#%^\\~\\<\\>\\|\"\\`\\*--\\\\''\\\\n,, | 1 | 0 "
                    "| 0 | 0 | 1 | -0.2500 |\n"))
      << text;
  EXPECT_TRUE(holds(text, "\n| \\\\x1b\\[2J\\\\u202e | 0 | 0 | 0 | 0 | 0 | -inf |\n"));
  Report report;
  report.measures = {{"f1:label=a`|b", 0.5, 0, "", "", Direction::neither}};
  EXPECT_TRUE(holds(to_markdown(report), "\n| f1:label=a\\`\\|b | 0.5000 |\n"));
}

TEST(Markdown, RequirementsLabelsAndConfusion) {
  Report report;
  report.measures = {{"mcc", kNoValue, 1, "one class", "", Direction::neither}};
  report.gates = {{"f1_micro>=0.8", 0.79999, false}, {"mcc>=0", kNoValue, false}};
  report.labels = sample_labels();
  report.confusion = ConfusionTable{"true", {"a", "b"}, {{0, 1, {1, 0}, 1}, {1, 1, {3, 0}, 1}}};
  EXPECT_TRUE(holds(to_markdown(report, {.digits = 2}), R"(
| measure | value |
|:---|---:|
| `mcc` | -\* |

requirements:

| requirement | value | verdict |
|:---|---:|:---|
| f1\_micro\>=0.8 | 0.79999 | FAIL |
| mcc\>=0 | - | FAIL |

labels (\* 0/0 for that label; it counts as the convention says):

| label | tp | fp | fn | tn | support | precision | recall |
|:---|---:|---:|---:|---:|---:|---:|---:|
| a | 1 | 0 | 0 | 3 | 1 | 1.00 | 1.00 |
| b | 1 | 1 | 1 | 1 | 2 | 0.50 | 0.50 |
| c | 0 | 0 | 1 | 3 | 1 | -\* | 0.00 |

confusion, shares of each true label: rows are true labels, columns predicted:

|  | a | b |
|:---|---:|---:|
| a | 0 | 1.00 |
| b | 0 | 1.00 |

- \* mcc: no value, 1 undefined term: one class
)"));
}

TEST(Markdown, ManyLabelsListTheLargestConfusions) {
  Report report;
  report.confusion = ConfusionTable{
      "all", {}, {{0, 1, {2, 0}, 0.25}, {3, 3, {5, 0}, 0.625}, {20, 0, {1, 0}, 0.125}}};
  for (int i = 0; i < 21; ++i) report.confusion->labels.push_back(std::to_string(i));
  EXPECT_TRUE(holds(to_markdown(report), R"(
confusion, shares of all examples: 2 pairs of different labels:

| true | predicted | count | share |
|:---|:---|---:|---:|
| 0 | 1 | 2 | 0.2500 |
| 20 | 0 | 1 | 0.1250 |
)"));
}

TEST(Latex, IsBooktabsTables) {
  EXPECT_EQ(to_latex(sample_report()), R"(% needs \usepackage{booktabs}

\begin{tabular}{lrrr}
\toprule
measure & micro & macro & samples \\
\midrule
precision & 0.6667 & 0.5000\rlap{*} & 0.5000\rlap{*} \\
recall & 0.5000 & 0.5000 & 0.3750\rlap{*} \\
\bottomrule
\end{tabular}\par

\begin{tabular}{lr}
\toprule
measure & value \\
\midrule
subset\_accuracy & 0.5000 \\
hamming\_loss & 0.2500 \\
\bottomrule
\end{tabular}\par

\smallskip
{\footnotesize
tallystick 0.1.0, convention sklearn (scikit-learn 1.9), multi-label: 4 examples, 3 labels, from truth.tsv and pred.tsv\par
{*} precision\_macro: 1 undefined term: label 'c' is predicted nowhere; counted as 0\par
{*} precision\_samples, recall\_samples: 1 undefined term: 1 example has an empty prediction; counted as 0\par
2 repeated labels counted once\par
}
)");
}

TEST(Latex, EscapesEveryCharacterThatIsNotItself) {
  const std::string text = to_latex(hostile_report());
  EXPECT_TRUE(
      holds(text,
            "\n{[}x] \\{a\\}\\_\\$\\&\\#\\%\\textasciicircum{}\\textasciitilde{}\\textless{}"
            "\\textgreater{}\\textbar{}\\char34{}\\char96{}{*}-{}-\\textbackslash{}'{}'"
            "\\textbackslash{}n,{}, & 1 & 0 & 0 & 0 & 1 & $-$0.2500 \\\\\n"))
      << text;
  EXPECT_TRUE(holds(text,
                    "\n\\textbackslash{}x1b{[}2J\\textbackslash{}u202e & 0 & 0 & 0 & 0 & 0 & "
                    "$-\\infty$ \\\\\n"));
}

TEST(Markup, EmptyReportsHaveNoTables) {
  Report report;
  report.convention = "mulan";
  EXPECT_EQ(to_markdown(report), "tallystick 0.1.0, convention mulan: 0 examples, 0 labels\n");
  EXPECT_EQ(to_latex(report), R"(% needs \usepackage{booktabs}

\smallskip
{\footnotesize
tallystick 0.1.0, convention mulan: 0 examples, 0 labels\par
}
)");
}

}  // namespace
}  // namespace tallystick
