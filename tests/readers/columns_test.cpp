// TREC's qrels and runs, CAFA's targets and terms, folders of files.
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "readers/folder.hpp"
#include "scored.hpp"

namespace tallystick::testing_readers {
namespace {

using detail::Part;

ReadOptions of(Format format) {
  ReadOptions options;
  options.format = format;
  return options;
}

const char* const kQrels = "q1 0 d1 1\nq1 0 d2 0\nq2\t0\td3\t2\n  q1 0 d4   -2 \r\n";
const char* const kRun = "q1 Q0 d2 1 3.5 tag\nq1 Q0 d1 2 -1e-3 tag\n\nq2\tQ0 d3\t1  0 tag\r\n";

TEST(Trec, GradesAndScoresOfDocuments) {
  for (const std::size_t chunk : {1u, 20u, 1u << 17}) {
    EXPECT_EQ(parsed(kQrels, Part::truth, of(Format::trec), "t", chunks_of(chunk)),
              (Rows{"q1: d1=1 d2=0", "q2: d3=2", "q1: d4=-2"}));
    EXPECT_EQ(parsed(kRun, Part::predictions, of(Format::trec), "p", chunks_of(chunk)),
              (Rows{"q1: d2=3.5 d1=-0.001", "q2: d3=0"}));
  }
}

TEST(Trec, LinesOfOneQueryMayLieApart) {
  ReadOptions options = of(Format::trec);
  options.threshold = 0;
  for (const std::size_t chunk : {1u, 1u << 17}) {
    const Read read = read_both("q1 0 d1 1\nq2 0 d3 1\nq1 0 d4 1\n",
                                "q2 Q0 d3 1 1 t\nq1 Q0 d4 1 1 t\nq2 Q0 d1 1 0 t\nq1 Q0 d1 1 -1 t",
                                options, "", chunks_of(chunk));
    EXPECT_EQ(read.rows, (Rows{"q1: d1 d4 | d4", "q2: d3 | d1 d3"}));
    EXPECT_EQ(read.summary.inputs[0].format, "trec");
    EXPECT_EQ(read.summary.inputs[0].columns, (Rows{"id=1", "truth=3", "score=4"}));
    EXPECT_EQ(read.summary.inputs[1].columns, (Rows{"id=1", "pred=3", "score=5"}));
  }
}

TEST(Trec, TruthIsWhatHasAGradeAboveZeroWhateverTheThreshold) {
  ReadOptions options = of(Format::trec);
  options.threshold = 3;
  EXPECT_EQ(read_both("q1 0 d1 1\nq1 0 d2 0\nq1 0 d3 -1\n", "q1 Q0 d2 1 3 t\nq1 Q0 d1 1 2 t\n",
                      options, "")
                .rows,
            (Rows{"q1: d1 | d2"}));
}

TEST(Trec, IsSniffedWhereItIsCertain) {
  const std::string qrels = "q1 0 d1 1\nq1 0 d2 0\n", run = "q1 Q0 d2 1 3.5 tag\n";
  const auto formats = [](std::string_view t, std::string_view p, const std::string& suffix = "") {
    const Read read = read_both(t, p, {}, suffix);
    return read.summary.inputs[0].format + " " + read.summary.inputs[1].format;
  };
  EXPECT_EQ(formats(qrels, run), "trec trec");
  EXPECT_EQ(formats("q1\t0\td1\t1\n", "q1\tQ0\td1\t1\t2\tx"), "trec trec");
  EXPECT_EQ(formats("q1\td1\n", run), "tsv trec");
  // One line that is otherwise, and it is a table.
  EXPECT_THROW(formats(qrels + "q1 0 d3\n", run), Error);
  EXPECT_THROW(formats(qrels, "q1 Q0 d2 first 3.5 tag\n"), Error);
  // Cells of a table may hold blanks: id, label and something else.
  EXPECT_EQ(formats("r1\tx\nr2\t3 d\n", "r1\tx\nr2\t3 d\n"), "tsv tsv");
  EXPECT_THROW(formats("r1\t3 d\t4\nr2\t3 d\t4\n", run), Error);
  // A name settles what blanks and tabs leave open.
  const std::string mixed = "q1 0\td1 1\n";
  EXPECT_EQ(
      detail::Table(detail::Input::memory("a.qrels.gz", mixed), Part::truth, {}, {}).facts.format,
      "trec");
  EXPECT_EQ(
      detail::Table(detail::Input::memory("a.RUN", run), Part::predictions, {}, {}).facts.format,
      "trec");
}

TEST(Trec, FaultsHaveTheirPlace) {
  const auto trec = [](std::string_view t, std::string_view p) {
    (void)read_both(t, p, of(Format::trec), "");
  };
  const std::string good = "q1 Q0 d1 1 0.5 x\n";
  expect_error(ErrorCode::bad_format, "truth:2:7",
               "expected 4 columns (qid iter docid rel), found 3",
               [&] { trec("q1 0 d1 1\nq1 0 d\n", good); });
  expect_error(ErrorCode::bad_format, "pred:1:18", "found 7",
               [&] { trec("q1 0 d1 1\n", "q1 Q0 d1 1 0.5 a b\n"); });
  expect_error(ErrorCode::bad_format, "truth:1:12", "comes first, the run second",
               [&] { trec(good, "q1 0 d1 1\n"); });
  expect_error(ErrorCode::bad_number, "truth:1:9", "grade '1.5' is not a whole number",
               [&] { trec("q1 0 d1 1.5\n", good); });
  expect_error(ErrorCode::bad_number, "truth:1:9", "does not fit in 32 bits",
               [&] { trec("q1 0 d1 4294967296\n", good); });
  for (const char* const score : {"nan", "inf", "-Infinity", "1e999", "0,5", "12%", "0x1p3"}) {
    expect_error(ErrorCode::bad_number, "pred:2:12", std::string("score '") + score + "'",
                 [&] { trec("q1 0 d1 1\n", good + "q2 Q0 d1 1 " + score + " x\n"); });
  }
  expect_error(ErrorCode::bad_number, "pred:1:12", "0.25, not 25%",
               [&] { trec("q1 0 d1 1\n", "q1 Q0 d1 1 12% x"); });
  expect_error(ErrorCode::duplicate_score, "pred:2:7", "scored twice: 0.5 on line 1 and 0.7",
               [&] { trec("q1 0 d1 1\n", good + "q1 Q0 d1 2 0.7 x"); });
  expect_error(ErrorCode::duplicate_score, "truth:2:6", "scored twice: 1 on line 1 and 0",
               [&] { trec("q1 0 d1 1\nq1 1 d1 0\n", good); });
  expect_error(ErrorCode::no_examples, "pred", "0 rows", [&] { trec("q1 0 d1 1\n", " \r\n"); });
  expect_error(ErrorCode::extra_prediction, "pred:2", "'q7'",
               [&] { trec("q1 0 d1 1\n", good + "q7 Q0 d1 2 0.7 x"); });
  expect_error(ErrorCode::missing_prediction, "truth:2", "'q2'",
               [&] { trec("q1 0 d1 1\nq2 0 d1 1", good); });
  expect_error(ErrorCode::wrong_usage, "file.csv", "one file was given",
               [&] { read_one(good, of(Format::trec)); });
  expect_error(ErrorCode::wrong_usage, "truth", "--score names a column", [&] {
    ReadOptions options = of(Format::trec);
    options.score = "3";
    read_both("q1 0 d1 1\n", good, options, "");
  });
  expect_error(ErrorCode::bad_encoding, "pred:1:8", "0xFF",
               [&] { trec("q1 0 d1 1\n", "q1 Q0 d\xFF 1 1 x\n"); });
}

TEST(Cafa, TargetsTermsAndScores) {
  const std::string frame = "AUTHOR team\nMODEL 1\nKEYWORDS de novo, 2 nets.\n";
  EXPECT_EQ(parsed("\xEF\xBB\xBF" + frame +
                       "ACCURACY 1 PR=0.5; RC=0.4\nT1\tGO:1 0.9\r\nT1 GO:2 1\nMODEL GO:1 .5\nEND\n",
                   Part::predictions, of(Format::cafa)),
            (Rows{"T1: GO:1=0.9 GO:2=1", "MODEL: GO:1=0.5"}));
  EXPECT_EQ(parsed("T1 GO:1\nT1\tGO:2\n", Part::truth, of(Format::cafa)), (Rows{"T1: GO:1 GO:2"}));
  // A header, and columns beyond the second, as in the files of CAFA 5.
  const Read read =
      read_both("EntryID\tterm\taspect\nT1\tGO:1\tBPO\n", "T1 GO:1 0.5\n", of(Format::cafa), "");
  EXPECT_EQ(read.rows, (Rows{"T1: GO:1 | GO:1"}));
  EXPECT_TRUE(read.summary.inputs[0].header);
  EXPECT_FALSE(read.summary.inputs[1].header);
  EXPECT_EQ(read.summary.notes, (Rows{"truth: columns after the second are not used"}));
  ReadOptions no_header = of(Format::cafa);
  no_header.header = Header::no;
  EXPECT_EQ(parsed("id term\n", Part::truth, no_header), (Rows{"id: term"}));
  ReadOptions header = of(Format::cafa);
  header.header = Header::yes;
  EXPECT_EQ(parsed("a b c\nT1 x 1\n", Part::predictions, header), (Rows{"T1: x=1"}));
}

TEST(Cafa, KeepsTheLargestScoreAndCounts) {
  const std::string twice = "T1 a 0.2\nT2 a 0.9\nT1 a 0.7\nT1 a 0.1\n", truth = "T1 a\nT2 a\n";
  const Read read = read_both(truth, twice, of(Format::cafa), "");
  EXPECT_EQ(read.rows, (Rows{"T1: a | a", "T2: a | a"}));
  EXPECT_EQ(read.summary.policies.duplicate_scores, 2u);
  ReadOptions options = of(Format::cafa);
  options.duplicates = Duplicates::min;
  EXPECT_EQ(read_both(truth, twice, options, "").rows, (Rows{"T1: a |", "T2: a | a"}));
  options.duplicates = Duplicates::error;
  expect_error(ErrorCode::duplicate_score, "pred:4:4", "0.7 on line 3 and 0.1",
               [&] { read_both(truth, twice, options, ""); });
}

TEST(Cafa, FaultsHaveTheirPlace) {
  const auto cafa = [](std::string_view t, std::string_view p) {
    (void)read_both(t, p, of(Format::cafa), "");
  };
  expect_error(ErrorCode::bad_format, "pred:2:5", "expected 3 columns (target term score), found 2",
               [&] { cafa("T1 a\n", "T1 a 1\nT1 a\n"); });
  expect_error(ErrorCode::bad_format, "pred:1:10", "found 4",
               [&] { cafa("T1 a\n", "T1 a 0.5 x\n"); });
  expect_error(ErrorCode::bad_format, "truth:2:3", "expected 2 columns (target term), found 1",
               [&] { cafa("T1 a\nT2", "T1 a 1\n"); });
  expect_error(ErrorCode::bad_format, "truth:3:5", "expected 3 columns (target term ...), found 2",
               [&] { cafa("T1 a BPO\nT2 a BP\nT3 a", "T1 a 1\n"); });
  expect_error(ErrorCode::bad_number, "pred:1:6", "'NaN'", [&] { cafa("T1 a\n", "T1 a NaN\n"); });
  expect_error(ErrorCode::bad_format, "pred:1", "--format=cafa",
               [&] { (void)read_both("T1\ta\n", "AUTHOR x\nMODEL 1\nT1 a 1\n", {}, ""); });
}

// ---- folders

class Folder : public testing::Test {
 protected:
  Folder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "tallystick-XXXXXX").string();
    folder_ = ::mkdtemp(pattern.data());
  }
  ~Folder() override { std::filesystem::remove_all(folder_); }
  [[nodiscard]] std::string path(const std::string& name) const { return folder_ + "/" + name; }
  void write(const std::string& name, std::string_view bytes) const {
    std::filesystem::create_directories(std::filesystem::path(path(name)).parent_path());
    std::ofstream(path(name), std::ios::binary) << bytes;
  }
  std::vector<std::string> read(std::size_t chunk = 1 << 17) const {
    return parsed(detail::folder_or_file(folder_, Header::automatic), Part::predictions,
                  of(Format::cafa), chunks_of(chunk));
  }
  std::string folder_;
};

TEST_F(Folder, FilesArePartsInTheOrderOfTheirNames) {
  write("b.txt", "\xEF\xBB\xBFtarget term score\nT2 a 0.5\nT2 b 1\nT3 a 1");
  write("a/deep/x.tsv", "AUTHOR x\nMODEL 1\nT9 a 0.25\nEND");
  write("c", "\n");
  write("a.txt", "target\tterm\tscore\nT1\ta\t1\n");
  write(".hidden", "no such thing\n");
  write(".git/x", "no such thing\n");
  for (const std::size_t chunk : {1u, 1u << 17}) {
    EXPECT_EQ(read(chunk), (Rows{"T1: a=1", "T9: a=0.25", "T2: a=0.5 b=1", "T3: a=1"}));
  }
  write("truth", "T1 a\nT2 b\nT3 a\nT9 a\n");
  std::filesystem::rename(path("truth"), folder_ + ".truth");
  Gather gather;
  Consumer* const consumers[] = {&gather};
  const ReadSummary summary =
      read_pairs(folder_ + ".truth", folder_, with_ids(of(Format::cafa)), consumers);
  EXPECT_EQ(gather.rows, (Rows{"T1: a | a", "T2: b | a b", "T3: a | a", "T9: a |"}));
  EXPECT_EQ(summary.inputs[1].layout, "one row a label in 4 files");
  ReadOptions table = with_ids();
  expect_error(ErrorCode::cannot_read, folder_, "--format=cafa",
               [&] { (void)read_pairs(folder_ + ".truth", folder_, table, consumers); });
  std::filesystem::remove(folder_ + ".truth");
}

TEST_F(Folder, PlacesNameTheFile) {
  write("a", "T1 a 1\n");
  write("b", "T2 a 1\nT3 a x\n");
  expect_error(ErrorCode::bad_number, path("b") + ":2:6", "'x'", [&] { read(); });
  write("b", "T2 a 1\nT3 a \xFF\n");
  detail::Chunk chunk;
  const auto input = detail::folder_or_file(folder_, Header::automatic);
  detail::ChunkReader reader(input, {}, {});
  ASSERT_TRUE(reader.next(chunk));
  ASSERT_TRUE(reader.next(chunk));
  expect_error(ErrorCode::bad_encoding, path("b") + ":2:6", "0xFF",
               [&] { chunk.check_encoding(); });
}

TEST_F(Folder, OneTargetInTwoFilesIsAnError) {
  write("a", "T1 a 1\nT2 a 1\n");
  write("b", "T3 a 1\nT2 b 1\n");
  expect_error(ErrorCode::duplicate_id, path("b") + ":2",
               "target 'T2' is predicted here and in " + path("a") + " on line 2", [&] { read(); });
  write("b", "T3 a 1\nT3 a 1\n");
  EXPECT_EQ(read(), (Rows{"T1: a=1", "T2: a=1", "T3: a=1 a=1"}));
}

TEST_F(Folder, OddFoldersAreRefused) {
  expect_error(ErrorCode::no_examples, folder_, "holds no files", [&] { read(); });
  write("a", "");
  expect_error(ErrorCode::no_examples, folder_, "holds 0 rows", [&] { read(); });
  std::filesystem::create_directory_symlink(folder_, path("loop"));
  expect_error(ErrorCode::cannot_read, path("loop"), "is a link to a folder", [&] { read(); });
}

}  // namespace
}  // namespace tallystick::testing_readers
