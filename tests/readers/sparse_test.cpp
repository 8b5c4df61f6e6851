// Text of extreme classification: labels before features, and pairs of label and score.
#include "scored.hpp"

namespace tallystick::testing_readers {
namespace {

using detail::Part;

ReadOptions of(Format format = Format::xmc) {
  ReadOptions options;
  options.format = format;
  return options;
}

TEST(Xmc, LabelsBeforeFeatures) {
  // The rows have labels 0 and 2; none; 3, written 03; none at all; 1 and no features.
  const std::string rows = "0,2 0:0.5 7:1\n 3:1\r\n03\t1:1\n\n1\n";
  for (const std::size_t chunk : {1u, 1u << 17}) {
    EXPECT_EQ(parsed("5 8 4\n" + rows, Part::truth, of(), "t", chunks_of(chunk)),
              (Rows{"2: 0 2", "3:", "4: 3", "5:", "6: 1"}));
    EXPECT_EQ(parsed(rows, Part::truth, of(), "t", chunks_of(chunk)),
              (Rows{"1: 0 2", "2:", "3: 3", "4:", "5: 1"}));
    // The same as predictions: label sets without scores.
    EXPECT_EQ(parsed("5 8 4\n" + rows, Part::predictions, of(), "p", chunks_of(chunk)),
              (Rows{"2: 0 2", "3:", "4: 3", "5:", "6: 1"}));
  }
  EXPECT_EQ(parsed("1,2 qid:3 1:1 # note\n0 # note\n000", Part::truth, of()),
            (Rows{"1: 1 2", "2: 0", "3: 0"}));
}

TEST(Xmc, PairsOfLabelAndScore) {
  const std::string rows = "3:0.25 0:-1e2\t1:0\n\n  2:.5 \r\n";
  for (const std::size_t chunk : {1u, 1u << 17}) {
    EXPECT_EQ(parsed("\xEF\xBB\xBF"
                     "3 4\r\n" +
                         rows,
                     Part::predictions, of(), "p", chunks_of(chunk)),
              (Rows{"2: 3=0.25 0=-100 1=0", "3:", "4: 2=0.5"}));
    EXPECT_EQ(parsed(rows, Part::predictions, of(), "p", chunks_of(chunk)),
              (Rows{"1: 3=0.25 0=-100 1=0", "2:", "3: 2=0.5"}));
  }
  // Of a truth the numbers are grades; without a header labels come before features.
  EXPECT_EQ(parsed("2 4\n3:1 0:0\n1:2.0\n", Part::truth, of()), (Rows{"2: 3=1 0=0", "3: 1=2"}));
}

TEST(Xmc, LinesPairAndTheHeaderDeclaresLabels) {
  const std::string truth = "3 9 5\n0,2 0:1\n 0:1\n3 0:1\n";
  const std::string scores = "3 5\n0:0.9 2:0.1\n1:0.8\n\n";
  for (const std::size_t chunk : {1u, 1u << 17}) {
    Gather gather, idle;
    Consumer* const consumers[] = {&gather, &idle};
    const auto t = detail::Input::memory("t", truth), p = detail::Input::memory("p", scores);
    const ReadSummary summary = detail::read_two(t, p, with_ids(of()), consumers, chunks_of(chunk));
    EXPECT_EQ(gather.rows, (Rows{"2: 0 2 | 0", "3: | 1", "4: 3 |"}));
    EXPECT_EQ(gather.vocabulary().n_declared(), 5u);
    EXPECT_EQ(idle.vocabulary().n_declared(), 5u);
    EXPECT_EQ(summary.inputs[0].columns, (Rows{"labels=0 to 4"}));
    EXPECT_TRUE(summary.inputs[1].header);
  }
  // The truth's grades decide, not the threshold.
  ReadOptions high = of();
  high.threshold = 3;
  EXPECT_EQ(read_both("2 4\n3:1 0:0\n1:-2\n", "2 4\n0:4 1:3\n2:1\n", high, "").rows,
            (Rows{"2: 3 | 0 1", "3: |"}));
  // Blank lines below the last example are none; before it they are.
  EXPECT_EQ(read_both("1 1 2\n1 0:1\n\n \n", "1 2\n1:1\n", of(), "").rows, (Rows{"2: 1 | 1"}));
  EXPECT_EQ(read_both("\n\n", "1:1\n0:1\n", of(), "").rows, (Rows{"1: | 1", "2: | 0"}));
}

TEST(Xmc, IsSniffedByItsHeader) {
  const Read read = read_both("2 9 5\n0,2 0:1\n 0:1\n", "2 5\n0:0.9 2:1e-3\n\n", {}, "");
  EXPECT_EQ(read.summary.inputs[0].format, "xmc");
  EXPECT_EQ(read.summary.inputs[1].format, "xmc");
  EXPECT_THROW(read_both("0,2 0:1\n", "0:0.9 2:1e-3\n", {}, ""), Error);
  EXPECT_EQ(read_both("1\t2\n3\t4\n", "1\t2\n3\t4\n", {}, "").summary.inputs[0].format, "tsv");
  expect_error(ErrorCode::bad_number, "pred:2:3", "'nan'",
               [] { read_both("1 9 5\n0,2 0:1\n", "1 5\n0:nan\n", {}, ""); });
  EXPECT_THROW(read_both("1 2 3\nr1 x 5:1\n", "2 5\n0:0.9\n0:1\n", {}, ""), Error);
}

TEST(Xmc, FaultsHaveTheirPlace) {
  const auto xmc = [](std::string_view t, std::string_view p, std::size_t chunk = 1 << 17) {
    (void)read_both(t, p, of(), "", chunks_of(chunk));
  };
  const std::string truth = "2 9 5\n0,2 0:1\n1 0:1\n", scores = "2 5\n0:1\n1:1\n";
  EXPECT_NO_THROW(xmc(truth, scores));
  for (const std::size_t chunk : {1u, 1u << 17}) {
    expect_error(ErrorCode::row_mismatch, "pred:1", "states 3 examples, but 2 lines follow",
                 [&] { xmc("3 9 5\n\n\n\n", "3 5\n0:1\n1:1\n", chunk); });
    expect_error(ErrorCode::row_mismatch, "truth:1", "states 3 examples, but 1 line follows",
                 [&] { xmc("3 9 5\n1 0:1", "3 5\n0:1\n1:1\n0:1\n", chunk); });
    expect_error(ErrorCode::row_mismatch, "pred:4:1", "states 2 examples, here is one more",
                 [&] { xmc(truth, scores + "2:1\n", chunk); });
    expect_error(ErrorCode::bad_format, "pred:3:5", "label 5 is not below 5",
                 [&] { xmc(truth, "2 5\n0:1\n1:1 5:0.1\n", chunk); });
  }
  expect_error(ErrorCode::row_mismatch, "pred", "has 1 line, but truth has 2",
               [&] { xmc(" 0:1\n 0:1\n", "0:1"); });
  expect_error(ErrorCode::bad_format, "pred:1", "states 6 labels, but that of truth states 5",
               [&] { xmc(truth, "2 6\n0:1\n1:1\n"); });
  expect_error(ErrorCode::bad_format, "truth:2:3", "label 99999999999999999999999999 is not below",
               [&] { xmc("1 9 5\n0,99999999999999999999999999 0:1\n", "1 5\n\n"); });
  expect_error(ErrorCode::bad_format, "truth:2:3", "label '-2' is not a whole number",
               [&] { xmc("2 9 5\n0,-2 0:1\n1 0:1\n", scores); });
  expect_error(ErrorCode::bad_format, "truth:2:1", "label '1.0' is not",
               [&] { xmc("1 9 5\n1.0 0:1\n", "1 5\n\n"); });
  expect_error(ErrorCode::bad_format, "truth:2:3", "label '' is not",
               [&] { xmc("1 9 5\n1, 2 0:1\n", "1 5\n\n"); });
  expect_error(ErrorCode::bad_format, "truth:2:3", "expected feature:value, found '2'",
               [&] { xmc("1 9 5\n1 2 0:1\n", "1 5\n\n"); });
  expect_error(ErrorCode::bad_format, "truth:1:1", "expected labels before the first blank",
               [&] { xmc("0:1 2:1\n", "0:1"); });
  expect_error(ErrorCode::bad_format, "pred:2:5", "expected label:score, found '3'",
               [&] { xmc("1 9 5\n1\n", "1 5\n0:1 3\n"); });
  expect_error(ErrorCode::bad_format, "pred:2:1", "expected label:score, found '0,1'",
               [&] { xmc("1 9 5\n1\n", "1 5\n0,1 3:1\n"); });
  expect_error(ErrorCode::bad_number, "pred:2:7", "the score is empty",
               [&] { xmc("1 9 5\n1\n", "1 5\n0:1 3:\n"); });
  for (const char* const score : {"nan", "-inf", "1e999", "50%", "0,5", "1:2"}) {
    expect_error(ErrorCode::bad_number, "pred:2:3", std::string("score '") + score + "'",
                 [&] { xmc("1 9 5\n1\n", "1 5\n0:" + std::string(score) + " 1:1\n"); });
  }
  expect_error(ErrorCode::duplicate_score, "pred:2:7", "label '3' is scored twice",
               [&] { xmc("1 9 5\n1\n", "1 5\n3:1  03:0.5\n"); });
  expect_error(ErrorCode::too_large, "truth:1", "states 99999999999 labels",
               [&] { xmc("1 9 99999999999\n1\n", "0:1"); });
  expect_error(ErrorCode::no_examples, "truth", "0 rows", [&] { xmc("0 9 5\n", "0 5\n"); });
  expect_error(ErrorCode::no_examples, "truth", "0 rows", [&] { xmc("", ""); });
  expect_error(ErrorCode::wrong_usage, "file.csv", "one file was given",
               [&] { read_one(truth, of()); });
  expect_error(ErrorCode::bad_format, "truth:1", "no header", [&] {
    ReadOptions options = of();
    options.header = Header::yes;
    read_both("1 0:1\n", "1:1\n", options, "");
  });
  // Only one file has a header: it binds the other.
  expect_error(ErrorCode::unknown_label, "pred:1:1", "'7'", [&] { xmc("1 9 5\n1\n", "7:1\n"); });
}

}  // namespace
}  // namespace tallystick::testing_readers
