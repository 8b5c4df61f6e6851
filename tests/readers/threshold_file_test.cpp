#include "readers/threshold_file.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "tallystick/base/error.hpp"
#include "tallystick/base/text.hpp"
#include "tallystick/readers/read_thresholds.hpp"

namespace tallystick::detail {
namespace {

Selection read(std::string_view text, const ReadOptions& options = {}) {
  return thresholds_from(Input::memory("t.tsv", text), options);
}

/// "a=0.5 b=inf *=0.25"
std::string shown(const Selection& selection) {
  std::string out;
  for (const LabelId id : selection.labels.sorted()) {
    out.append(selection.labels.name(id)).append("=");
    out.append(number_text(selection.thresholds[id])).append(" ");
  }
  return out.append("*=").append(number_text(selection.threshold));
}

std::string fault(std::string_view text) {
  try {
    (void)read(text);
  } catch (const Error& error) {
    return error.what();
  }
  return "nothing was refused";
}

TEST(ThresholdFile, ReadsTheUsualSeparatorsWithOrWithoutHeader) {
  EXPECT_EQ(shown(read("label\tthreshold\nb\tinf\na\t0.5\n")), "a=0.5 b=inf *=0.5");
  EXPECT_EQ(shown(read("a,-1e-3\r\n\r\n*, 0.25")), "a=-0.001 *=0.25");
  EXPECT_EQ(shown(read("\xEF\xBB\xBF\"a;b\";-inf\n c ;+Inf\n")), "a;b=-inf c=inf *=0.5");
  EXPECT_EQ(shown(read("*\t-0\n")), "*=0");
  ReadOptions options;
  options.threshold = 2;
  options.fold_case = true;
  EXPECT_EQ(shown(read("A\t1\n", options)), "a=1 *=2");
}

TEST(ThresholdFile, ReadsRules) {
  const Selection first = read("rule\tvalue\ntop-k\t3\n");
  EXPECT_EQ(first.rule, Selection::Rule::top_k);
  EXPECT_EQ(first.k, 3u);
  const Selection near = read("rule\tvalue\nrelative\t0.75\n");
  EXPECT_EQ(near.rule, Selection::Rule::relative);
  EXPECT_EQ(near.threshold, 0.75);
  EXPECT_EQ(shown(read("label\tthreshold\ntop-k\t3\n")), "top-k=3 *=0.5");  // a label of that name
}

TEST(ThresholdFile, RefusesWhatItCannotRead) {
  EXPECT_EQ(fault(""), "t.tsv: error [bad-format]: holds no threshold");
  EXPECT_EQ(fault("label\tthreshold\n"), "t.tsv: error [bad-format]: holds no threshold");
  EXPECT_EQ(fault("a\t0.5\nb\n"),
            "t.tsv:2:1: error [bad-format]: this line has 1 cell, where a label and its threshold "
            "are expected");
  EXPECT_EQ(fault("a\t0.5\nb\t50%\n"),
            "t.tsv:2:3: error [bad-number]: threshold '50%' is no number");
  EXPECT_EQ(fault("a\t0.5\nb\tnan\n"),
            "t.tsv:2:3: error [bad-number]: threshold 'nan' is no number");
  EXPECT_EQ(fault("a\t0.5\nb\t\n"), "t.tsv:2:3: error [bad-number]: the threshold is empty");
  EXPECT_EQ(fault("a\t1\nb\t2\n a\t1\n"),
            "t.tsv:3:1: error [bad-format]: label 'a' has a threshold here and on line 1");
  EXPECT_EQ(fault("*\t1\n*\t2\n"),
            "t.tsv:2:1: error [bad-format]: label '*' has a threshold here and on line 1");
  EXPECT_EQ(fault("\t1\n"), "t.tsv:1:1: error [bad-format]: the label is empty");
  EXPECT_EQ(fault("\"a\t1\n"),
            "t.tsv:1:1: error [bad-format]: a quote in this line is never closed");
  EXPECT_EQ(fault("a\t1\n\xFF\t2\n"),
            "t.tsv:2:1: error [bad-encoding]: byte 0xFF is not valid UTF-8 here");
  EXPECT_EQ(fault("rule\tvalue\nbest\t3\n"),
            "t.tsv:2:1: error [bad-format]: there is no rule 'best'");
  EXPECT_EQ(fault("rule\tvalue\ntop-k\t0\n"),
            "t.tsv:2:7: error [bad-number]: the first 0 labels cannot be taken");
  EXPECT_EQ(fault("rule\tvalue\ntop-k\t1.5\n"),
            "t.tsv:2:7: error [bad-number]: the first 1.5 labels cannot be taken");
  EXPECT_EQ(fault("rule\tvalue\ntop-k\t1\nrelative\t1\n"),
            "t.tsv:3:1: error [bad-format]: a rule stands here and on line 2");
}

}  // namespace
}  // namespace tallystick::detail
