// Truth and predictions in two files: pairing by id, policies, scores.
#include <random>

#include "gather.hpp"

namespace tallystick::testing_readers {
namespace {

TEST(TwoFiles, LongFormWithoutHeader) {
  const Read read = read_both("r1\ta\nr1\tb\nr2\nr3\tc\n", "r1\tb\nr2\ta\nr3\t\n");
  EXPECT_EQ(read.rows, (Rows{"r1: a b | b", "r2: | a", "r3: c |"}));
  EXPECT_EQ(read.restarts, 0);
  EXPECT_EQ(read.summary.inputs[0].layout, "one row a label");
  EXPECT_EQ(read.summary.inputs[1].columns, (Rows{"id=1", "pred=2"}));
}

TEST(TwoFiles, AnyOrderGivesTheSameRows) {
  const Rows expected{"r1: a b | b c", "r2: | a", "r3: c |"};
  const std::string truth = "id,label\nr1,a\nr1,b\nr2,\nr3,c\n";
  for (const char* predictions :
       {"id,label\nr1,b\nr1,c\nr2,a\nr3\n", "id,label\nr3\nr2,a\nr1,c\nr1,b\n",
        "id,label\nr1,b\nr2,a\nr1,c\nr3\n"}) {
    for (const std::size_t chunk : {1u, 16u, 1u << 17}) {
      EXPECT_EQ(read_both(truth, predictions, {}, ".csv", chunks_of(chunk)).rows, expected);
    }
  }
  // Lines of one id apart, in the truth: in order of first sight.
  EXPECT_EQ(
      read_both("id,label\nr1,a\nr2,\nr3,c\nr1,b\n", "id,label\nr2,a\nr1,b\nr1,c\nr3\n", {}, ".csv")
          .rows,
      expected);
}

TEST(TwoFiles, FilesInStepNeedNoTable) {
  EXPECT_EQ(read_both("x\ta\nb\tc\nm\td\n", "x\ta\nb\tc\nm\td\n").restarts, 1);
  EXPECT_EQ(read_both("x\ta\nb\tc\nm\td\n", "b\tc\nx\ta\nm\td\n").restarts, 2);
  EXPECT_EQ(read_both("9\ta\n10\tb\n100\tc\n", "9\ta\n10\tb\n100\tc\n").restarts, 0);
}

TEST(TwoFiles, ListsInBothFiles) {
  const Read read =
      read_both("id,labels\nr1,a|b\nr2,\n", "id,pred\nr1,\"b|a\"\nr2,c\n", {}, ".csv");
  EXPECT_EQ(read.rows, (Rows{"r1: a b | a b", "r2: | c"}));
  // The file whose first rows hold no separator takes that of the other.
  EXPECT_EQ(read.summary.inputs[1].label_separator, "|");
  EXPECT_EQ(read_both("id,labels\nr1,a|b\n", "id,pred\nr1,c\n", {}, ".csv")
                .summary.inputs[1]
                .label_separator,
            "|");
}

TEST(TwoFiles, StatedSeparatorMakesListsOfLongForm) {
  ReadOptions options;
  options.label_separator = "+";
  EXPECT_EQ(read_both("r1\ta+b\nr2\t\n", "r1\ta\nr2\tb + c\n", options).rows,
            (Rows{"r1: a b | a", "r2: | b c"}));
}

TEST(TwoFiles, NamedColumns) {
  ReadOptions options;
  options.id = "doc_id", options.truth = "code", options.pred = "guess", options.score = "p";
  EXPECT_EQ(read_both("doc_id,title,code\n1,x,0110\n2,y,1\n",
                      "guess,p,doc_id\n0110,0.5,1\n7,0.49,2\n", options, ".csv")
                .rows,
            (Rows{"1: 0110 | 0110", "2: 1 |"}));
  EXPECT_EQ(read_both("id,code\n1,a\n", "id,code\n1,b\n", {}, ".csv").rows, (Rows{"1: a | b"}));
}

TEST(TwoFiles, MissingPredictions) {
  const std::string truth = "r1\ta\nr2\tb\nr3\tc\nr4\td\n";
  for (const char* predictions : {"r1\ta\nr4\td\n", "r4\td\nr1\ta\n"}) {
    expect_error(ErrorCode::missing_prediction, "truth.tsv:2",
                 "2 ids of the truth have no prediction in pred.tsv: 'r2', 'r3'",
                 [&] { read_both(truth, predictions); });
    ReadOptions options;
    options.missing = Missing::empty;
    const Read empty = read_both(truth, predictions, options);
    EXPECT_EQ(empty.rows, (Rows{"r1: a | a", "r2: b |", "r3: c |", "r4: d | d"}));
    EXPECT_EQ(empty.summary.policies.missing, 2u);
    options.missing = Missing::drop;
    const Read drop = read_both(truth, predictions, options);
    EXPECT_EQ(drop.rows, (Rows{"r1: a | a", "r4: d | d"}));
    EXPECT_EQ(drop.summary.policies.missing, 2u);
  }
}

TEST(TwoFiles, ExtraPredictions) {
  for (const char* predictions : {"r0\tx\nr1\ta\nr5\ty\n", "r1\ta\nr5\ty\nr0\tx\n"}) {
    ReadOptions options;
    options.extra = Extra::drop;
    const Read read = read_both("r1\ta\n", predictions, options);
    EXPECT_EQ(read.rows, (Rows{"r1: a | a"}));
    EXPECT_EQ(read.summary.policies.extra, 2u);
  }
  expect_error(ErrorCode::extra_prediction, "pred.tsv:1",
               "2 ids of the predictions are not in truth.tsv: 'r0', 'r5'",
               [] { read_both("r1\ta\n", "r0\tx\nr1\ta\nr5\ty\n"); });
}

TEST(TwoFiles, AnOrderThatHoldsOnlyAtFirstMisleadsNobody) {
  // By length 9 comes before 10, until bytes are all that ascends: no id may count as missing.
  const std::string truth = "9\ta\nb1\tb\nc\tc\n", predictions = "9\ta\nb1\tb\nc\tc\n";
  EXPECT_EQ(read_both(truth, predictions, {}, ".tsv", chunks_of(1)).rows,
            (Rows{"9: a | a", "b1: b | b", "c: c | c"}));
  ReadOptions options;
  options.missing = Missing::empty, options.extra = Extra::drop;
  const Read read = read_both("1\ta\n2\tb\n3\tc\n5\td\n", "1\ta\n2\tb\n5\td\n3\tx\n", options,
                              ".tsv", chunks_of(1));
  EXPECT_EQ(read.rows, (Rows{"1: a | a", "2: b | b", "3: c | x", "5: d | d"}));
  EXPECT_EQ(read.summary.policies.missing, 0u);
}

TEST(TwoFiles, RepeatedIdsInListsAreErrors) {
  expect_error(
      ErrorCode::duplicate_id, "pred.csv:4", "id 'r1' stands on line 2 and again on line 4",
      [] { read_both("id,labels\nr1,a\nr2,b\n", "id,labels\nr1,a\nr2,b\nr1,c\n", {}, ".csv"); });
  expect_error(ErrorCode::duplicate_id, "truth.csv:3", "on line 2 and again on line 3",
               [] { read_both("id,labels\nr1,a\nr1,b\n", "id,labels\nr1,a\n", {}, ".csv"); });
}

TEST(TwoFiles, ThresholdsAtTheirEdge) {
  const std::string truth = "x\tp\ny\ny2\tp\n";
  const std::string scores = "x\tp\t0.5\ny\tp\t0.49\ny2\tp\t-0.2\n";
  EXPECT_EQ(read_both(truth, scores).rows, (Rows{"x: p | p", "y: |", "y2: p |"}));
  ReadOptions options;
  options.threshold = 0;
  EXPECT_EQ(read_both(truth, scores, options).rows, (Rows{"x: p | p", "y: | p", "y2: p |"}));
  options.threshold = -0.2;
  EXPECT_EQ(read_both(truth, scores, options).rows, (Rows{"x: p | p", "y: | p", "y2: p | p"}));
  options.strictly_above = true;
  EXPECT_EQ(read_both(truth, scores, options).rows, (Rows{"x: p | p", "y: | p", "y2: p |"}));
}

TEST(TwoFiles, ScoresThatAreNoNumbersAreErrors) {
  for (const char* bad : {"nan", "inf", "-inf", "0,5", "0x1p3", "1e999", "abc", "1 2", "+1"}) {
    expect_error(ErrorCode::bad_number, "pred.tsv:2:6", "score", [&] {
      read_both("r1\ta\nr2\tb\n", std::string("r1\ta\t0.9\nr2\tb\t") + bad + "\n");
    });
  }
  expect_error(ErrorCode::bad_number, "pred.tsv:2:4", "the score is empty",
               [] { read_both("r1\ta\nr2\tb\n", "r1\ta\t0.9\nr2\tb\n"); });
  EXPECT_EQ(read_both("r1\ta\n", "r1\ta\t1e-999\n").rows, (Rows{"r1: a |"}));
}

TEST(TwoFiles, OneLabelScoredTwice) {
  const std::string truth = "id,labels\nr1,a\nr2,\n";
  for (const char* scores : {"id,label,score\nr1,a,0.2\nr1,b,0.5\nr1,a,0.9\nr2\n",
                             "id,label,score\nr1,a,0.9\nr1,b,0.5\nr1,a,0.2\nr2\n"}) {
    expect_error(ErrorCode::duplicate_score, "pred.csv:4:4", "on line 2 and",
                 [&] { read_both(truth, scores, {}, ".csv"); });
    ReadOptions options;
    options.duplicates = Duplicates::max;
    const Read max = read_both(truth, scores, options, ".csv");
    EXPECT_EQ(max.rows, (Rows{"r1: a | a b", "r2: |"}));
    EXPECT_EQ(max.summary.policies.duplicate_scores, 1u);
    options.duplicates = Duplicates::min;
    EXPECT_EQ(read_both(truth, scores, options, ".csv").rows, (Rows{"r1: a | b", "r2: |"}));
  }
  // The two lines lie apart: found by the table of ids.
  const std::string apart = "id,label,score\nr1,a,0.2\nr2,a,0.5\nr1,a,0.9\n";
  expect_error(ErrorCode::duplicate_score, "pred.csv:4:4",
               "label 'a' of id 'r1' is scored twice: 0.2 on line 2 and 0.9 on line 4",
               [&] { read_both(truth, apart, {}, ".csv"); });
  ReadOptions options;
  options.duplicates = Duplicates::min;
  const Read min = read_both(truth, apart, options, ".csv");
  EXPECT_EQ(min.rows, (Rows{"r1: a |", "r2: | a"}));
  EXPECT_EQ(min.summary.policies.duplicate_scores, 1u);
}

TEST(TwoFiles, WeightsOfAnIdAgree) {
  const Read read =
      read_both("id,label,weight\nr1,a,2\nr1,b,2\nr2,,0.5\n", "r1,a\nr2,b\n", {}, ".csv");
  EXPECT_EQ(read.rows, (Rows{"r1: a b | a x2", "r2: | b x0+8/16"}));
  expect_error(ErrorCode::bad_weight, "truth.csv:3:6", "differs from that on line 2",
               [] { read_both("id,label,weight\nr1,a,2\nr1,b,3\n", "r1,a\n", {}, ".csv"); });
  expect_error(ErrorCode::bad_weight, "truth.csv:4", "differs from that on line 2", [] {
    read_both("id,label,weight\nr1,a,2\nr2,b,3\nr1,b,3\n", "r1,a\nr2,b\n", {}, ".csv");
  });
}

TEST(TwoFiles, LabelsOutsideTheDeclaredSet) {
  const std::string truth = "r1\ta\nr2\tb\n", predictions = "r1\ta\nr2\tb\nr2\tzz\n";
  expect_error(ErrorCode::unknown_label, "pred.tsv:3:4",
               "label 'zz' is not among the 2 declared labels // --unknown-labels=add",
               [&] { read_both(truth, predictions, {}, ".tsv", {}, {"a", "b"}); });
  expect_error(ErrorCode::unknown_label, "pred.tsv:1:4", "did you mean '0110'? a leading zero",
               [] { read_both("r1\t0110\n", "r1\t110\n", {}, ".tsv", {}, {"0110"}); });
  ReadOptions options;
  for (const auto& [policy, row] : {std::pair{UnknownLabels::add, "r2: b | b zz"},
                                    std::pair{UnknownLabels::wrong, "r2: b | b zz"},
                                    std::pair{UnknownLabels::drop, "r2: b | b"}}) {
    options.unknown_labels = policy;
    const Read read = read_both(truth, predictions, options, ".tsv", {}, {"a", "b"});
    EXPECT_EQ(read.rows, (Rows{"r1: a | a", row}));
    EXPECT_EQ(read.summary.policies.unknown_labels, 1u);
    // The same through the table of ids.
    EXPECT_EQ(read_both(truth, "r2\tzz\nr1\ta\nr2\tb\n", options, ".tsv", {}, {"a", "b"}).rows,
              read.rows);
  }
}

TEST(TwoFiles, AbstentionsMeanNoLabel) {
  ReadOptions options;
  options.abstain = {"none", "N/A"};
  const Read read = read_both("r1\ta\nr2\tnone\n", "r1\tN/A\nr2\tnone\n", options);
  EXPECT_EQ(read.rows, (Rows{"r1: a |", "r2: |"}));
  EXPECT_EQ(read.summary.policies.abstained, 2u);
  ASSERT_EQ(read.summary.notes.size(), 1u);
  EXPECT_EQ(read.summary.notes[0], "the truth holds 1 abstention, read as no label");
}

TEST(TwoFiles, LabelsOfDroppedRowsAreNeverSeen) {
  ReadOptions options;
  options.extra = Extra::drop, options.missing = Missing::drop;
  for (const char* predictions : {"r1\ta\nr3\tonly here\n", "r3\tonly here\nr1\ta\n"}) {
    Gather gather;
    Consumer* const consumers[] = {&gather};
    (void)detail::read_two(detail::Input::memory("t.tsv", "r1\ta\nr2\tonly there\n"),
                           detail::Input::memory("p.tsv", predictions), options, consumers);
    EXPECT_EQ(gather.vocabulary().size(), 1u);
  }
}

TEST(TwoFiles, UnicodeFormAndCase) {
  const std::string truth = "r1\tcaf\xC3\xA9\nr2\tNurse\n",
                    predictions = "r1\tcafe\xCC\x81\nr2\tnurse\n";
  EXPECT_NE(read_both(truth, predictions).rows[0], "r1: caf\xC3\xA9 | caf\xC3\xA9");
  ReadOptions options;
  options.nfc = true, options.fold_case = true;
  EXPECT_EQ(read_both(truth, predictions, options).rows,
            (Rows{"r1: caf\xC3\xA9 | caf\xC3\xA9", "r2: nurse | nurse"}));
  // A label that was rewritten keeps its place in messages.
  expect_error(ErrorCode::unknown_label, "pred.tsv:2:4", "nurse", [&] {
    read_both("r1\tx\nr2\tx\n", "r1\tX\nr2\tNurse\n", options, ".tsv", {}, {"x"});
  });
}

TEST(TwoFiles, EmptyFilesAreNamed) {
  expect_error(ErrorCode::no_examples, "truth.csv", "0 rows",
               [] { read_both("id,labels\n", "id,labels\n", {}, ".csv"); });
  expect_error(ErrorCode::no_examples, "pred.csv", "0 rows",
               [] { read_both("id,labels\nr1,a\n", "id,labels\n", {}, ".csv"); });
  ReadOptions options;
  options.missing = Missing::drop, options.extra = Extra::drop;
  expect_error(ErrorCode::no_examples, "truth.tsv", "no example is left",
               [&] { read_both("r1\ta\n", "r2\ta\n", options); });
}

TEST(TwoFiles, FilesWithManyColumnsNeedNames) {
  expect_error(ErrorCode::bad_format, "truth.tsv:1", "rows have 4 cells, but no header names them",
               [] { read_both("a\tb\tc\td\n", "a\tb\n"); });
  expect_error(ErrorCode::bad_format, "truth:1", "no tab, comma or semicolon",
               [] { read_both("sports\npolitics\n", "a\nb\n", {}, ""); });
  expect_error(ErrorCode::wrong_usage, "pred.csv:1", "scores need one row a label", [] {
    ReadOptions options;
    options.score = "p";
    read_both("id,labels\nr,a\n", "id,pred,p\nr,a,1\n", options, ".csv");
  });
}

TEST(TwoFiles, EveryOrderAndChunkOfGeneratedFiles) {
  std::mt19937 random(11);
  std::vector<std::string> truth, predictions;
  for (int i = 0; i < 120; ++i) {
    const std::string id = std::string("doc").append(std::to_string(i));
    for (unsigned k = 0; k < 1 + random() % 3; ++k) truth.push_back(id + "\tL" + std::to_string(k));
    for (unsigned k = 0; k < 1 + random() % 4; ++k) {
      predictions.push_back(id + "\tL" + std::to_string(k) + "\t0." +
                            std::to_string(random() % 10));
    }
  }
  const auto text = [](const std::vector<std::string>& lines) {
    std::string all;
    for (const std::string& line : lines) all += line + "\n";
    return all;
  };
  Rows expected = read_both(text(truth), text(predictions)).rows;
  ASSERT_EQ(expected.size(), 120u);
  std::sort(expected.begin(), expected.end());
  for (const std::size_t chunk : {1u, 40u, 1u << 17}) {
    for (int order = 0; order < 3; ++order) {
      Rows rows = read_both(text(truth), text(predictions), {}, ".tsv", chunks_of(chunk)).rows;
      std::sort(rows.begin(), rows.end());
      EXPECT_EQ(rows, expected);
      std::shuffle(predictions.begin(), predictions.end(), random);
      if (order == 1) std::shuffle(truth.begin(), truth.end(), random);
    }
  }
}

}  // namespace
}  // namespace tallystick::testing_readers
