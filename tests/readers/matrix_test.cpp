// Matrices: one column a label, cells of 0 and 1 or of scores.
#include "scored.hpp"

namespace tallystick::testing_readers {
namespace {

using detail::Part;

ReadOptions of(Format format) {
  ReadOptions options;
  options.format = format;
  return options;
}

std::string layout_of(std::string_view text, Part part, const ReadOptions& options = {},
                      std::size_t sample = 64 << 10) {
  detail::ReadLimits limits;
  limits.sample = sample;
  return detail::Table(detail::Input::memory("m.csv", text), part, options, limits).facts.layout;
}

TEST(Matrix, CellsAreScoresOfAllLabels) {
  const std::string scores = "id,cat,dog,owl\nr1,0.9,-2.5,1e-3\r\nr2, 1 ,0,7\n";
  for (const std::size_t chunk : {1u, 1u << 17}) {
    EXPECT_EQ(parsed(scores, Part::predictions, {}, "p", chunks_of(chunk)),
              (Rows{"r1: cat=0.9 dog=-2.5 owl=0.001", "r2: cat=1 dog=0 owl=7"}));
  }
  // Columns meet by name, rows by id, and the columns of both are the label set.
  const Read read = read_both("id,owl,cat,dog\nr1,0,1,0\nr2,1,1,0\n", scores, {}, ".csv");
  EXPECT_EQ(read.rows, (Rows{"r1: cat | cat", "r2: cat owl | cat owl"}));
  EXPECT_EQ(read.summary.inputs[0].layout, "columns of 0/1");
  EXPECT_EQ(read.summary.inputs[1].layout, "columns of scores");
  EXPECT_EQ(read.summary.inputs[1].columns, (Rows{"id=id", "scores=3 columns"}));
  // Labels named by numbers, below a header that surely is one.
  EXPECT_EQ(parsed("id\t0\t1\nr1\t0.5\t2\n", Part::predictions, {}), (Rows{"r1: 0=0.5 1=2"}));
}

TEST(Matrix, ZerosAndOnesAreLabelSets) {
  const std::string sets = "id,cat,dog\nr1,1,0\nr2,1.0,0.0\n";
  EXPECT_EQ(parsed(sets, Part::predictions, {}), (Rows{"r1: cat", "r2: cat"}));
  EXPECT_EQ(parsed(sets, Part::truth, {}), (Rows{"r1: cat", "r2: cat"}));
}

TEST(Matrix, ZerosAndOnesAreScoresWhereScoresAreAsked) {
  ReadOptions options;
  options.scores = ScoreUse::required;
  const std::string sets = "id,cat,dog\nr1,1,0\n";
  EXPECT_EQ(parsed(sets, Part::predictions, options), (Rows{"r1: cat=1 dog=0"}));
  EXPECT_EQ(parsed(sets, Part::truth, options), (Rows{"r1: cat"}));
  const Read read = read_both(sets, sets, options, ".csv");
  EXPECT_EQ(read.rows, (Rows{"r1: cat | cat"}));
  EXPECT_EQ(read.summary.notes,
            (Rows{"pred.csv: cells are 0 and 1 only; as scores they leave most labels tied"}));
  options.scores = ScoreUse::if_given;
  EXPECT_EQ(parsed(sets, Part::predictions, options), (Rows{"r1: cat"}));
}

TEST(Matrix, AScoreBelowTheFirstRowsDecidesToo) {
  std::string sets = "id,cat,dog,owl\n";
  for (int i = 0; i < 100; ++i) sets.append("r").append(std::to_string(i)).append(",1,0, 1.0\n");
  for (const std::size_t sample : {64u, 64u << 10}) {
    const auto layout = [&](const std::string& more) {
      return layout_of(sets + more, Part::predictions, {}, sample);
    };
    EXPECT_EQ(layout(""), "columns of 0/1");
    EXPECT_EQ(layout("x,0,0,0"), "columns of 0/1");
    EXPECT_EQ(layout("\"2\n.5,3\",0,0,1\r\n"), "columns of 0/1");
    EXPECT_EQ(layout("x,0,0.5,1\n"), "columns of scores");
    EXPECT_EQ(layout("\"x\n,\",0,0,0.5"), "columns of scores");
  }
}

TEST(Matrix, RowsMayBeWiderThanTheSample) {
  std::string header = "id", sets = "\nr1", scores = "\nr1";
  for (int i = 0; i < 100; ++i) {
    header.append(",label").append(std::to_string(i));
    sets += i % 2 == 0 ? ",0" : ",1";
    scores += ",0.25";
  }
  for (const std::size_t sample : {8u, 1024u, 64u << 10}) {
    EXPECT_EQ(layout_of(header + sets + "\n", Part::truth, {}, sample), "columns of 0/1");
    EXPECT_EQ(layout_of(header + scores, Part::predictions, {}, sample), "columns of scores");
  }
}

TEST(Matrix, ColumnsOfCodesAreNot) {
  EXPECT_EQ(layout_of("id,code\nr1,0.5\n", Part::predictions), "one row a label");
  EXPECT_EQ(layout_of("id,code\nr1,0.5\n", Part::predictions, of(Format::indicator)),
            "columns of scores");
  // Two codes an example in columns of their own: no layout that is known.
  EXPECT_THROW(layout_of("id,first,second\nr1,2221,3311\n", Part::predictions), Error);
  EXPECT_THROW(layout_of("id,first,second\nr1,01.11,3.5\n", Part::predictions), Error);
  EXPECT_EQ(layout_of("r1,a,0.5\nr2,b,0.5\n", Part::predictions), "one row a label");
  EXPECT_EQ(layout_of("1,5,0.5\n2,7,0.5\n", Part::predictions), "one row a label");
  EXPECT_EQ(layout_of("id,label,score\n1,5,0.5\n", Part::predictions), "one row a label");
  EXPECT_THROW(layout_of("id,cat,dog\nr1,0.5,0.1\n", Part::truth), Error);
}

TEST(Matrix, FaultsNameTheColumn) {
  const auto scores = [](std::string_view text, const ReadOptions& options = {}) {
    (void)read_both("id,cat,dog\nr1,1,0\n", text, options, ".csv");
  };
  for (const char* const bad : {"nan", "NaN", "inf", "-Infinity", "1e999", "50%"}) {
    expect_error(ErrorCode::bad_number, "pred.csv:2:8",
                 "score '" + std::string(bad) + "' of column 'dog' is not a finite number",
                 [&] { scores("id,cat,dog\nr1,0.5," + std::string(bad) + "\n"); });
  }
  expect_error(ErrorCode::bad_number, "pred.csv:3:4", "the score of column 'cat' is empty",
               [&] { scores("id,cat,dog\nr1,0.5,1\nr2,,1\n"); });
  expect_error(ErrorCode::bad_number, "pred.csv:2:4", "'nan' of column 'cat'",
               [&] { scores("id,cat,dog\nr1,nan,1\n", of(Format::indicator)); });
  expect_error(ErrorCode::bad_format, "pred.csv:2:4", "'yes' of column 'cat' is neither 0 nor 1",
               [&] { scores("id,cat,dog\nr1,yes,1\n", of(Format::indicator)); });
  expect_error(ErrorCode::bad_format, "pred.csv:3", "expected 3 cells",
               [&] { scores("id,cat,dog\nr1,0.5,1\nr2,0.5\n", of(Format::indicator)); });
  ReadOptions folded;
  folded.fold_case = true;
  expect_error(ErrorCode::duplicate_score, "pred.csv", "'cat' of id 'r1' is scored twice",
               [&] { scores("id,cat,CAT\nr1,0.5,0.7\n", folded); });
}

}  // namespace
}  // namespace tallystick::testing_readers
