// Training labels in every format: in how many examples each label stands.
#include "readers/train.hpp"

#include "gather.hpp"

namespace tallystick::testing_readers {
namespace {

ReadOptions of(Format format) {
  ReadOptions options;
  options.format = format;
  return options;
}

/// "N | label=count ...", labels sorted.
std::string train(std::string_view text, const ReadOptions& options = {},
                  const std::string& name = "train.tsv", std::size_t chunk = 1 << 17) {
  const TrainCounts read =
      detail::read_train(detail::Input::memory(name, text), options, chunks_of(chunk));
  EXPECT_EQ(read.counts.size(), read.labels.size());
  EXPECT_EQ(read.facts.examples, read.examples);
  std::string out = std::to_string(read.examples) + " |";
  for (const LabelId id : read.labels.sorted()) {
    out.append(" ").append(read.labels.name(id));
    out.append("=").append(std::to_string(read.count(read.labels.name(id))));
  }
  return out;
}

TEST(Train, EveryFormatOfATruth) {
  // Four examples: {a, b}, {b}, {}, {b, c}.
  const std::string expected = "4 | a=1 b=3 c=1";
  for (const std::size_t chunk : {1u, 1u << 17}) {
    const auto read = [chunk](std::string_view text, Format format = Format::automatic) {
      return train(text, of(format), "t", chunk);
    };
    EXPECT_EQ(read("r1\ta\nr1\tb\nr2\tb\nr3\nr4\tb\nr4\tc\n"), expected);
    EXPECT_EQ(read("id,labels\nr1,a;b\nr2,b\nr3,\nr4,c;b\n"), expected);
    EXPECT_EQ(read("id,true,pred\nr1,a;b,x\nr2,b,x\nr3,,x\nr4,c;b,x\n"), expected);
    EXPECT_EQ(read("{\"id\":1,\"true\":[\"a\",\"b\"]}\n{\"id\":2,\"true\":\"b\"}\n"
                   "{\"id\":3,\"true\":[]}\n{\"id\":4,\"true\":[\"c\",\"b\"]}\n"),
              expected);
    EXPECT_EQ(read("a b\nb\n\nb c\n", Format::lines), expected);
    EXPECT_EQ(read("id,a,b,c\nr1,1,1,0\nr2,0,1,0\nr3,0,0,0\nr4,0,1,1\n"), expected);
    EXPECT_EQ(read("__label__a __label__b x\n__label__b y\nz\n__label__c __label__b"), expected);
    EXPECT_EQ(read("r1 0 a 2\nr1 0 b 1\nr2 0 b 1\nr3 0 a 0\nr4 0 b 1\nr4 0 c 1\nr4 0 a -1\n"),
              expected);
    EXPECT_EQ(read("T1 a\nT1 b\nT2 b\nT3 b\nT3 c\n", Format::cafa), "3 | a=1 b=3 c=1");
    EXPECT_EQ(read("4 3 9\n0,1 0:1\n1 0:1\n 0:1\n7,1 0:1\n"), "4 | 0=1 1=3 7=1");
    EXPECT_EQ(read("0,1 0:1\n1 0:1\n 0:1\n7,1 0:1\n", Format::xmc), "4 | 0=1 1=3 7=1");
    EXPECT_EQ(read("4 9\n0:1 1:1\n1:1 5:0\n\n7:1 1:2.5\n"), "4 | 0=1 1=3 7=1");
  }
}

TEST(Train, ALabelCountsOnceAnExample) {
  for (const std::size_t chunk : {1u, 1u << 17}) {
    EXPECT_EQ(train("r1\ta\nr1\ta\nr2\ta\n", {}, "t", chunk), "2 | a=2");
    EXPECT_EQ(train("id,labels\nr2,a;a\nr1,a\n", {}, "t", chunk), "2 | a=2");
    // Rows of one id apart, and ids in no order.
    EXPECT_EQ(train("r2\ta\nr1\ta\nr2\ta\nr2\tb\nr3\nr1\n", {}, "t", chunk), "3 | a=2 b=1");
  }
  EXPECT_EQ(train("a b a\n", of(Format::lines)), "1 | a=1 b=1");
  ReadOptions folded;
  folded.fold_case = true;
  EXPECT_EQ(train("r1\tA\nr1\ta\nr2\ta\n", folded), "2 | a=2");
  ReadOptions abstain;
  abstain.abstain = {"none"};
  EXPECT_EQ(train("r1\tnone\nr2\ta\n", abstain), "2 | a=1");
  ReadOptions padded;
  padded.code_width = 4;
  EXPECT_EQ(train("r1\t110\nr1\t0110\nr2\t0110\n", padded), "2 | 0110=2");
}

TEST(Train, GradesAboveZeroAreTrue) {
  ReadOptions high;
  high.threshold = 2;
  EXPECT_EQ(train("q1 0 a 1\nq2 0 a 0\nq3 0 a -1\n", high), "3 | a=1");
  for (const char* const rows :
       {"q1 0 a 1\nq1 0 a 0\nq2 0 b 1\n", "q1 0 a 0\nq2 0 b 1\nq1 0 a 1\n"}) {
    EXPECT_EQ(train(rows), "2 | a=1 b=1");
  }
  EXPECT_EQ(train("{\"id\":1,\"true\":{\"a\":1,\"b\":0}}\n{\"id\":2,\"true\":{\"a\":2}}\n"),
            "2 | a=2");
}

TEST(Train, UnknownLabelsCountZero) {
  const TrainCounts counts =
      detail::read_train(detail::Input::memory("t", "r1\ta\n"), {}, chunks_of(1));
  EXPECT_EQ(counts.count("never"), 0u);
  EXPECT_EQ(counts.facts.path, "t");
  EXPECT_EQ(counts.facts.format, "tsv");
}

TEST(Train, FaultsHaveTheirPlace) {
  expect_error(ErrorCode::no_examples, "train.tsv", "0 rows", [] { train(""); });
  expect_error(ErrorCode::no_examples, "train.tsv", "0 rows", [] { train("id\tlabel\n"); });
  expect_error(ErrorCode::duplicate_id, "train.tsv:4", "on line 2",
               [] { train("id\tlabels\nr2\ta\nr1\ta\nr2\tb\n"); });
  expect_error(ErrorCode::row_mismatch, "train.tsv:1", "states 3 examples, but 2 lines follow",
               [] { train("3 2 2\n0 0:1\n1 0:1\n"); });
  expect_error(ErrorCode::bad_encoding, "train.tsv:2:4", "0xFF",
               [] { train("r1\ta\nr2\t\xFF\n"); });
  expect_error(ErrorCode::no_such_file, "/no/such/file", "cannot be opened",
               [] { (void)read_train("/no/such/file", {}); });
}

}  // namespace
}  // namespace tallystick::testing_readers
