// One file with id, truth and prediction: shapes, quoting, order of ids, threads.
#include <random>

#include "gather.hpp"

namespace tallystick::testing_readers {
namespace {

TEST(SingleFile, ReadsListsSeparatedBySemicolon) {
  const Read read = read_one("id,true,pred\nr1,a;b,b\nr2,,c;\nr3,;a;; b ,\n");
  EXPECT_EQ(read.rows, (Rows{"r1: a b | b", "r2: | c", "r3: a b |"}));
  const InputFacts& facts = read.summary.inputs.at(0);
  EXPECT_EQ(facts.format, "csv");
  EXPECT_EQ(facts.delimiter, ",");
  EXPECT_EQ(facts.label_separator, ";");
  EXPECT_TRUE(facts.header);
  EXPECT_EQ(facts.columns, (Rows{"id=id", "truth=true", "pred=pred"}));
  EXPECT_EQ(facts.examples, 3u);
  EXPECT_EQ(facts.assignments, 6u);
}

TEST(SingleFile, ColumnsMayStandAnywhereAndCellsBePassedOver) {
  const Read read = read_one("note;PRED;weight;Truth;ID\nx|y;a|b;2.5;a;r1\n;c;0;;r2\n");
  EXPECT_EQ(read.rows, (Rows{"r1: a | a b x2+8/16", "r2: | c x0"}));
  EXPECT_EQ(read.summary.inputs[0].label_separator, "|");
}

TEST(SingleFile, QuotesMarksAndLineEndsOfEveryKind) {
  const std::string text =
      "\xEF\xBB\xBF\"id\",\"true\",\"pred\"\r\n\"r1\",\"Cooks, other;Bakers\",Bakers\r\n\r\n"
      "r2,\"Say \"\"hi\"\"\",\"two\nlines\"\r\nr3,5\" pipe,\"\"\r\nr4,a,b\r";
  const Rows expected{"r1: Bakers Cooks, other | Bakers", "r2: Say \"hi\" | two\nlines",
                      "r3: 5\" pipe |", "r4: a | b"};
  for (const std::size_t chunk : {1u, 7u, 16u, 33u, 1u << 17}) {
    EXPECT_EQ(read_one(text, {}, "f.csv", chunks_of(chunk)).rows, expected) << chunk;
  }
}

TEST(SingleFile, NumberedColumnsNeedNoHeader) {
  ReadOptions options;
  options.id = "1", options.truth = "2", options.pred = "3";
  const Read read = read_one("r1\t0110\t110\nr2\tNA\tNone\n", options, "codes.tsv");
  EXPECT_EQ(read.rows, (Rows{"r1: 0110 | 110", "r2: NA | None"}));
  EXPECT_FALSE(read.summary.inputs[0].header);
  expect_error(ErrorCode::bad_format, "codes.tsv:1", "--id 1 --truth 2 --pred 3",
               [] { read_one("r1\ta\tb\n", {}, "codes.tsv"); });
}

TEST(SingleFile, RowsWithoutIdsAreNamedByLine) {
  EXPECT_EQ(read_one("true,pred\na,a\n\nb,a\n").rows, (Rows{"2: a | a", "4: b | a"}));
}

TEST(SingleFile, TrimsOnlyWhenAsked) {
  ReadOptions options;
  options.trim = false;
  EXPECT_EQ(read_one("id,true,pred\nr1, a ;b,\ta\n", options).rows, (Rows{"r1:  a  b | \ta"}));
}

TEST(SingleFile, SeparatorIsChosenFromTheFirstRows) {
  EXPECT_EQ(read_one("id,true,pred\nr1,a|b,b\n").rows, (Rows{"r1: a b | b"}));
  const Read both = read_one("id,true,pred\nr1,a|b;c,b\n");
  EXPECT_EQ(both.rows, (Rows{"r1: a|b c | b"}));
  ASSERT_EQ(both.summary.notes.size(), 1u);
  EXPECT_NE(both.summary.notes[0].find("| also occurs in labels (1x)"), std::string::npos);
  // What the first rows leave open is not guessed later.
  detail::ReadLimits limits = chunks_of(32);
  limits.sample = 32;
  const std::string late = "id,true,pred\nr1,a,b\nr2,a,b\nr3,a,b\nr4,a|b,b\n";
  expect_error(ErrorCode::bad_format, "f.csv:5:5", "--label-separator",
               [&] { read_one(late, {}, "f.csv", limits); });
  ReadOptions options;
  options.label_separator = "|";
  EXPECT_EQ(read_one(late, options, "f.csv", limits).rows.back(), "r4: a b | b");
}

TEST(SingleFile, StatedSeparatorsAreChecked) {
  ReadOptions options;
  options.label_separator = "ab";
  expect_error(ErrorCode::wrong_usage, "tallystick", "not one ASCII character",
               [&] { read_one("id,true,pred\nr1,a,b\n", options); });
  options.label_separator = ",";
  expect_error(ErrorCode::wrong_usage, "file.csv", "also the delimiter",
               [&] { read_one("id,true,pred\nr1,a,b\n", options); });
}

TEST(SingleFile, RaggedRowsAreErrors) {
  expect_error(ErrorCode::bad_format, "file.csv:3", "expected 3 cells (id, true, pred), found 2",
               [] { read_one("id,true,pred\nr1,a,b\nr2,a\n"); });
  expect_error(ErrorCode::bad_format, "file.csv:2", "found 5",
               [] { read_one("id,true,pred\nr1,a,b,c,d\n"); });
  expect_error(ErrorCode::bad_format, "file.csv:2", "found 4",
               [] { read_one("id,true,pred\n\"r1\",a,b,c\n"); });
}

TEST(SingleFile, QuotingFaultsAreErrorsWithTheirPlace) {
  expect_error(ErrorCode::bad_format, "file.csv:3:4", "never closed",
               [] { read_one("id,true,pred\nr1,a,b\nr2,\"a,b\nr3,c,d\n"); });
  expect_error(ErrorCode::bad_format, "file.csv:2:7", "follows the quote",
               [] { read_one("id,true,pred\nr1,\"a\"x,b\n"); });
  expect_error(ErrorCode::bad_format, "file.csv:1:4", "never closed",
               [] { read_one("id,\"true,pred\nr1,a,b\n"); });
  expect_error(ErrorCode::bad_format, "file.csv:1:10", "follows the quote",
               [] { read_one("id,\"true\"x,pred\nr1,a,b\n"); });
  expect_error(ErrorCode::bad_format, "file.csv:3:1", "the id is empty",
               [] { read_one("id,true,pred\nr1,a,b\n,a,b\n"); });
}

TEST(SingleFile, ColumnsThatAreNotThereAreNamed) {
  ReadOptions options;
  options.truth = "gold";
  expect_error(ErrorCode::unknown_column, "file.csv:1", "did you mean 'golds'?",
               [&] { read_one("id,golds,pred\nr1,a,b\n", options); });
  options.truth = "9";
  expect_error(ErrorCode::unknown_column, "file.csv:1", "id, golds, pred",
               [&] { read_one("id,golds,pred\nr1,a,b\n", options); });
  expect_error(ErrorCode::unknown_column, "file.csv:1", "a column of predictions",
               [] { read_one("id,true\nr1,a\n"); });
  expect_error(ErrorCode::bad_format, "file.csv:1", "two columns are named 'pred'",
               [] { read_one("id,true,pred,pred\nr1,a,b,c\n"); });
}

TEST(SingleFile, WeightsAreChecked) {
  for (const char* bad : {"-1", "nan", "inf", "", "1x", "1e19", "0,5"}) {
    const std::string text =
        std::string("id\ttrue\tpred\tweight\nr1\ta\ta\t1\nr2\ta\tb\t") + bad + "\n";
    expect_error(ErrorCode::bad_weight, "f.tsv:3:8", "weight",
                 [&] { read_one(text, {}, "f.tsv"); });
  }
}

TEST(SingleFile, TextMustBeUtf8) {
  expect_error(ErrorCode::bad_encoding, "file.csv:2:4", "0xE9",
               [] { read_one("id,true,pred\nr1,\xE9,b\n"); });
  expect_error(ErrorCode::bad_encoding, "file.csv:2:4", "zero byte",
               [] { read_one(std::string_view("id,true,pred\nr1,\0,b\n", 20)); });
  expect_error(ErrorCode::bad_encoding, "file.csv:1:5", "spreadsheet",
               [] { read_one(std::string_view("PK\x03\x04\0\0\0\0\n", 9)); });
  // A fault far behind the sample is found too.
  std::string text = "id,true,pred\n";
  for (int i = 0; i < 9000; ++i)
    text.append("r").append(std::to_string(10000 + i)).append(",a,b\n");
  expect_error(ErrorCode::bad_encoding, "file.csv:9002:4", "0xFF",
               [&] { read_one(text + "zz,\xFF,b\n"); });
}

TEST(SingleFile, NothingToReadIsAnError) {
  expect_error(ErrorCode::no_examples, "file.csv", "0 rows", [] { read_one(""); });
  expect_error(ErrorCode::no_examples, "file.csv", "0 rows", [] { read_one("\n\r\n \t\n"); });
  expect_error(ErrorCode::no_examples, "file.csv", "0 rows", [] { read_one("id,true,pred\n"); });
}

TEST(SingleFile, LongRecordsStopAtTheLimit) {
  detail::ReadLimits limits = chunks_of(64);
  limits.record = 256;
  limits.sample = 64;
  const std::string text = "id,true,pred\nr1,a,b\nr2," + std::string(300, 'a') + ",b\n";
  expect_error(ErrorCode::line_too_long, "file.csv:3", "longer than 256 bytes",
               [&] { read_one(text, {}, "file.csv", limits); });
  expect_error(ErrorCode::line_too_long, "file.csv:1", "longer than 256 bytes",
               [&] { read_one(std::string(300, 'a'), {}, "file.csv", limits); });
}

TEST(SingleFile, AscendingIdsNeedOnePassOthersTwo) {
  EXPECT_EQ(read_one("id,true,pred\n8,a,a\n9,a,a\n10,a,a\n").restarts, 0);
  EXPECT_EQ(read_one("id,true,pred\na10,a,a\na11,a,a\na9,a,a\n").restarts, 0);
  EXPECT_EQ(read_one("id,true,pred\nb,a,a\na,a,a\nc,a,a\n").restarts, 1);
  EXPECT_EQ(read_one("id,true,pred\nb,x,a\na,a,a\nc,a,a\n").rows,
            (Rows{"b: x | a", "a: a | a", "c: a | a"}));
}

TEST(SingleFile, RepeatedIdsAreErrorsThatNameBothLines) {
  for (const std::size_t chunk : {1u, 1u << 17}) {
    expect_error(
        ErrorCode::duplicate_id, "f.csv:4", "id 'r1' stands on line 2 and again on line 4",
        [&] { read_one("id,true,pred\nr1,a,b\nr2,a,b\nr1,a,b\n", {}, "f.csv", chunks_of(chunk)); });
    expect_error(ErrorCode::duplicate_id, "f.csv:3", "again on line 3", [&] {
      read_one("id,true,pred\nr1,a,b\nr1,a,b\nr1,a,b\n", {}, "f.csv", chunks_of(chunk));
    });
  }
}

std::string generated(std::size_t n, unsigned seed, bool shuffled, bool quoted) {
  std::mt19937 random(seed);
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < n; ++i) {
    std::string line("row");
    line += std::to_string(10000 + i);
    for (int side = 0; side < 2; ++side) {
      const bool quote = quoted && random() % 3 == 0;
      line += quote ? ",\"x\n\"\"y\"\"" : ",";
      for (unsigned k = random() % 4; k > 0; --k) {
        line.append(";label").append(std::to_string(random() % 50)).append(random() % 12, 'z');
      }
      if (quote) line += '"';
    }
    lines.push_back(line);
  }
  if (shuffled) std::shuffle(lines.begin(), lines.end(), random);
  std::string text = "id,true,pred\n";
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

TEST(SingleFile, ChunksAndThreadsNeverMatter) {
  for (const bool shuffled : {false, true}) {
    for (const bool quoted : {false, true}) {
      const std::string text = generated(500, 7, shuffled, quoted);
      const Read whole = read_one(text);
      ASSERT_EQ(whole.rows.size(), 500u);
      for (const std::size_t chunk : {16u, 100u, 999u}) {
        EXPECT_EQ(read_one(text, {}, "f.csv", chunks_of(chunk)).rows, whole.rows);
        Gather first, second, third;
        Consumer* const consumers[] = {&first, &second, &third};
        const ReadSummary summary = detail::read_single(detail::Input::memory("f.csv", text),
                                                        with_ids(), consumers, chunks_of(chunk));
        Rows all = first.rows;
        all.insert(all.end(), second.rows.begin(), second.rows.end());
        all.insert(all.end(), third.rows.begin(), third.rows.end());
        std::sort(all.begin(), all.end());
        Rows expected = whole.rows;
        std::sort(expected.begin(), expected.end());
        EXPECT_EQ(all, expected);
        EXPECT_EQ(summary.inputs[0].examples, 500u);
        EXPECT_EQ(summary.inputs[0].assignments, whole.summary.inputs[0].assignments);
      }
    }
  }
}

TEST(SingleFile, ErrorsAreThoseOfTheEarliestLineWithAnyNumberOfThreads) {
  std::string text = generated(300, 3, false, false);
  text += "zz1,only two\nzz2,a,b\nzz3\n";
  for (int repeat = 0; repeat < 20; ++repeat) {
    Gather first, second;
    Consumer* const consumers[] = {&first, &second};
    expect_error(ErrorCode::bad_format, "f.csv:302", "found 2", [&] {
      (void)detail::read_single(detail::Input::memory("f.csv", text), {}, consumers, chunks_of(16));
    });
  }
}

}  // namespace
}  // namespace tallystick::testing_readers
