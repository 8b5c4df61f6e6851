// Indicator matrices, lines by position, __label__ text, label files, files themselves.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

#include "gather.hpp"

namespace tallystick::testing_readers {
namespace {

ReadOptions of(Format format) {
  ReadOptions options;
  options.format = format;
  return options;
}

TEST(Indicator, IsSniffedAndPairsById) {
  const Read read = read_both("id,cat,dog\n1,1,0\n2,0,1\n",
                              "doc\tdog\tcat\towl\n2\t1.0\t0\t0\n1\t0.0\t1\t0\n", {}, "");
  EXPECT_EQ(read.rows, (Rows{"1: cat | cat", "2: dog | dog"}));
  EXPECT_EQ(read.summary.inputs[1].layout, "columns of 0/1");
  EXPECT_EQ(read.summary.inputs[1].columns, (Rows{"id=doc", "labels=3 columns"}));
}

TEST(Indicator, EveryColumnIsALabelOfEveryConsumer) {
  Gather first, idle;
  Consumer* const consumers[] = {&first, &idle};
  const std::string text = "id,cat,never\n1,1,0\n";
  (void)detail::read_two(detail::Input::memory("t", text), detail::Input::memory("p", text), {},
                         consumers);
  for (Gather* gather : {&first, &idle}) {
    EXPECT_TRUE(gather->vocabulary().find("never").has_value());
    EXPECT_EQ(gather->vocabulary().n_declared(), 2u);
  }
}

TEST(Indicator, OtherCellsAreErrors) {
  expect_error(ErrorCode::bad_format, "truth.csv:2:5", "cell '2' of column 'dog'", [] {
    read_both("id,cat,dog\n1,1,2\n", "id,cat,dog\n1,1,1\n", of(Format::indicator), ".csv");
  });
  expect_error(ErrorCode::bad_format, "truth.csv:2", "expected 3 cells", [] {
    read_both("id,cat,dog\n1,1\n", "id,cat,dog\n1,1,1\n", of(Format::indicator), ".csv");
  });
  expect_error(ErrorCode::bad_format, "truth.csv:1", "two columns are named 'cat'", [] {
    read_both("id,cat,cat\n1,1,0\n", "id,cat\n1,1\n", of(Format::indicator), ".csv");
  });
  expect_error(ErrorCode::wrong_usage, "truth.csv:1", "without a header has no labels", [] {
    ReadOptions options = of(Format::indicator);
    options.header = Header::no;
    read_both("1,1,0\n", "1,1,1\n", options, ".csv");
  });
  expect_error(ErrorCode::wrong_usage, "file.csv", "pairs two files",
               [] { read_one("id,cat\n1,1\n", of(Format::indicator)); });
}

TEST(Indicator, BinaryLabelsAreNotMistakenForIt) {
  EXPECT_EQ(read_both("r1,0\nr2,1\n", "r1,1\nr2,1\n", {}, ".csv").rows,
            (Rows{"r1: 0 | 1", "r2: 1 | 1"}));
  EXPECT_EQ(read_both("id,label\nr1,0\nr2,1\n", "id,label\nr1,1\nr2,1\n", {}, ".csv").rows,
            (Rows{"r1: 0 | 1", "r2: 1 | 1"}));
}

TEST(Lines, PairByPosition) {
  const Read read = read_both("a  b\n\nc\r\n", "b\na\tc \n\n", of(Format::lines), ".txt");
  EXPECT_EQ(read.rows, (Rows{"1: a b | b", "2: | a c", "3: c |"}));
  EXPECT_EQ(read.summary.inputs[0].layout, "lines by position");
  ReadOptions options = of(Format::lines);
  options.label_separator = ",";
  EXPECT_EQ(read_both("a b, c\n", "c,,d e", options, ".txt").rows, (Rows{"1: a b c | c d e"}));
}

TEST(Lines, NumbersOfLinesAgree) {
  for (const std::size_t chunk : {1u, 1u << 17}) {
    expect_error(ErrorCode::row_mismatch, "pred.txt", "has 2 lines, but truth.txt has 3", [&] {
      read_both("a\nb\nc\n", "a\nb\n", of(Format::lines), ".txt", chunks_of(chunk));
    });
  }
  expect_error(ErrorCode::wrong_usage, "file.csv", "one file was given",
               [] { read_one("a\n", of(Format::lines)); });
}

TEST(FastText, WordsAndScores) {
  const std::string truth = "__label__a some text __label__b\n__label__c 3 dogs\n";
  const Read words = read_both(truth, "__label__a\n\n", {}, ".txt");
  EXPECT_EQ(words.rows, (Rows{"1: a b | a", "2: c |"}));
  EXPECT_EQ(words.summary.inputs[0].format, "fasttext");
  EXPECT_EQ(read_both(truth, "__label__a 0.93 __label__b 0.02\n__label__c 0.5\n", {}, ".txt").rows,
            (Rows{"1: a b | a", "2: c | c"}));
  expect_error(ErrorCode::bad_number, "pred.txt:2:12", "0.5x",
               [&] { read_both(truth, "__label__a 0.93\n__label__c 0.5x\n", {}, ".txt"); });
  expect_error(ErrorCode::wrong_usage, "truth", "by position, but pred as tsv",
               [&] { read_both(truth, "r1\ta\n", {}, ""); });
}

// ---- files

class Files : public testing::Test {
 protected:
  Files() {
    std::string pattern = (std::filesystem::temp_directory_path() / "tallystick-XXXXXX").string();
    folder_ = ::mkdtemp(pattern.data());
  }
  ~Files() override { std::filesystem::remove_all(folder_); }
  [[nodiscard]] std::string path(const std::string& name) const { return folder_ + "/" + name; }
  std::string write(const std::string& name, std::string_view bytes) const {
    std::ofstream(path(name), std::ios::binary) << bytes;
    return path(name);
  }
  static Rows read(const std::string& file) {
    Gather gather;
    Consumer* const consumers[] = {&gather};
    (void)read_pairs(file, with_ids(), consumers);
    return gather.rows;
  }
  static Rows read(const std::string& truth, const std::string& predictions) {
    Gather gather;
    Consumer* const consumers[] = {&gather};
    (void)read_pairs(truth, predictions, with_ids(), consumers);
    return gather.rows;
  }
  std::string folder_;
};

TEST_F(Files, PlainAndUnreadable) {
  const std::string file = write("a.csv", "id,true,pred\nr1,a,b\n");
  EXPECT_EQ(read(file), (Rows{"r1: a | b"}));
  expect_error(ErrorCode::no_such_file, path("none"), "cannot be opened",
               [&] { read(path("none")); });
  expect_error(ErrorCode::cannot_read, folder_, "is a directory", [&] { read(folder_); });
  expect_error(ErrorCode::wrong_usage, "tallystick", "standard input is named for both",
               [] { read("-", "-"); });
}

TEST_F(Files, PipesAreReadTwiceWhenNeeded) {
  const std::string pipe = path("pipe");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  std::string text = "id,true,pred\n";
  for (int i = 0; i < 30000; ++i)
    text.append("r").append(std::to_string(99999 - i)).append(",a,b\n");
  std::jthread writer([&] { std::ofstream(pipe, std::ios::binary) << text; });
  const Rows rows = read(pipe);
  ASSERT_EQ(rows.size(), 30000u);
  EXPECT_EQ(rows[29999], "r70000: a | b");
}

TEST_F(Files, DeclaredLabels) {
  Vocabulary vocabulary;
  const InputFacts facts =
      read_labels(write("l.txt", "\xEF\xBB\xBF b\r\n\nCooks, other\nb\n"), {}, vocabulary);
  EXPECT_TRUE(vocabulary.declared());
  EXPECT_EQ(vocabulary.n_declared(), 2u);
  EXPECT_TRUE(vocabulary.find("Cooks, other").has_value());
  EXPECT_EQ(facts.assignments, 3u);
  Vocabulary codes;
  (void)read_labels(write("c.tsv", "title\tcode\nArmed\t0110\n\"Two\nlines\"\t1\n"), {}, codes);
  EXPECT_EQ(codes.n_declared(), 2u);
  EXPECT_TRUE(codes.find("0110").has_value());
  Vocabulary firsts;
  (void)read_labels(write("f.tsv", "0110\tArmed\n1\tOther\n"), {}, firsts);
  EXPECT_TRUE(firsts.find("0110").has_value());
  Vocabulary none;
  expect_error(ErrorCode::no_examples, path("e.txt"), "holds 0 labels",
               [&] { (void)read_labels(write("e.txt", "\n"), {}, none); });
}

TEST_F(Files, BytesAreWrittenWholeOrNotAtAll) {
  const std::string bytes("a\0b\n", 4);
  write_bytes(path("state"), bytes);
  EXPECT_EQ(read_bytes(path("state")), bytes);
  write_bytes(path("state"), "second");
  EXPECT_EQ(read_bytes(path("state")), "second");
  expect_error(ErrorCode::cannot_write, path("no/state"), "cannot be written",
               [&] { write_bytes(path("no/state"), bytes); });
  expect_error(ErrorCode::cannot_write, folder_, "directory", [&] { write_bytes(folder_, bytes); });
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_), {}), 1);
  std::filesystem::create_symlink(path("state"), path("link"));
  write_bytes(path("link"), "third");
  EXPECT_TRUE(std::filesystem::is_symlink(path("link")));
  EXPECT_EQ(read_bytes(path("state")), "third");
  if (std::filesystem::exists("/dev/full")) {
    expect_error(ErrorCode::cannot_write, "/dev/full", "cannot be written",
                 [&] { write_bytes("/dev/full", bytes); });
  }
}

TEST_F(Files, BytesThatBeginOtherwiseAreNotReadToTheirEnd) {
  const std::string bytes = "MAGIC" + std::string(1 << 18, 'x');
  EXPECT_EQ(read_bytes(write("right", bytes), "MAGIC"), bytes);
  EXPECT_LT(read_bytes(write("wrong", "x" + bytes), "MAGIC").size(), bytes.size());
  EXPECT_EQ(read_bytes(write("short", "MAG"), "MAGIC"), "MAG");
  if (std::filesystem::exists("/dev/zero")) {
    EXPECT_FALSE(read_bytes("/dev/zero", "MAGIC").starts_with("MAGIC"));
  }
}

// ---- packed files; the bytes below hold "id,true,pred\nr1,a,b\n", packed by gzip and zstd

std::string from_hex(std::string_view hex) {
  std::string bytes;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2) {
    bytes += static_cast<char>(std::stoi(std::string(hex.substr(i, 2)), nullptr, 16));
  }
  return bytes;
}

const std::string kGzip =
    from_hex("1f8b0800000000000203cb4cd129292a4dd529284a4de12a32d449d449e202006fa99bd014000000");
const std::string kZstd =
    from_hex("28b52ffd2414a1000069642c747275652c707265640a72312c612c620a6060359c");

TEST_F(Files, PackedFilesAreReadAsTheyAre) {
  for (const std::string& packed : {kGzip, kZstd}) {
    const std::string file = write("packed", packed);
    try {
      EXPECT_EQ(read(file), (Rows{"r1: a | b"}));
    } catch (const Error& error) {
      if (error.code() == ErrorCode::not_available) continue;  // a build without the library
      throw;
    }
    // A second member is read on: the same id again.
    expect_error(ErrorCode::duplicate_id, file + ":4", "'r1'", [&] {
      write("packed", packed + packed);
      read(file);
    });
    for (std::size_t size = 5; size < packed.size(); ++size) {
      write("packed", packed.substr(0, size));
      expect_error(ErrorCode::cannot_read, file, "end early", [&] { read(file); });
    }
    std::string damaged = packed;
    damaged[packed.size() / 2] = static_cast<char>(damaged[packed.size() / 2] ^ 0x55);
    write("packed", damaged);
    EXPECT_THROW(read(file), Error);
    expect_error(ErrorCode::cannot_read, file, "damaged", [&] {
      write("packed", packed + "garbage");
      read(file);
    });
  }
}

}  // namespace
}  // namespace tallystick::testing_readers
