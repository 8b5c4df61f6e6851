// True labels alone, in every format, in any order of rows.
#include "readers/truth.hpp"

#include "gather.hpp"

namespace tallystick::testing_readers {
namespace {

struct Truth {
  Rows rows;
  ReadSummary summary;
};

Truth truth(std::string_view text, Format format = Format::automatic, std::size_t chunk = 1 << 17,
            ReadOptions options = {}) {
  options.format = format;
  Gather gather;
  Truth out;
  out.summary =
      detail::read_truth(detail::Input::memory("t", text), options, gather, chunks_of(chunk));
  out.rows = gather.rows;
  return out;
}

TEST(Truth, EveryFormat) {
  const Rows expected = {"?: a b |", "?: b |", "?: |", "?: b c |"};
  for (const std::size_t chunk : {1u, 1u << 17}) {
    const auto read = [chunk](std::string_view text, Format format = Format::automatic) {
      const Truth out = truth(text, format, chunk);
      EXPECT_EQ(out.summary.inputs.at(0).examples, 4u) << text;
      EXPECT_EQ(out.summary.inputs.at(0).assignments, 5u) << text;
      return out.rows;
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
  }
}

TEST(Truth, RowsInAnyOrder) {
  const Rows apart = {"?: b |", "?: a b |", "?: c |"};
  EXPECT_EQ(truth("r2\tb\nr1\ta\nr3\tc\nr1\tb\n").rows, apart);
  EXPECT_EQ(truth("id,labels\nr2,b\nr1,a;b\nr3,c\n").rows, apart);
  EXPECT_EQ(truth("id,labels,weight\nr2,b,2\nr1,a,0.5\n").rows,
            (Rows{"?: b | x2", "?: a | x0+8/16"}));
  EXPECT_EQ(truth("id\tlabel\tweight\nr2\tb\t2\nr1\ta\t1\nr2\tc\t2\n").rows,
            (Rows{"?: b c | x2", "?: a | x1"}));
}

TEST(Truth, ColumnsOfAMatrixAreTheLabelSet) {
  Gather gather;
  detail::read_truth(detail::Input::memory("t", "id,a,b\nr1,1,0\n"), {}, gather);
  EXPECT_TRUE(gather.vocabulary().declared());
  EXPECT_EQ(gather.vocabulary().size(), 2u);
}

TEST(Truth, BadInput) {
  const auto fails = [](ErrorCode code, const std::string& place, const std::string& words,
                        std::string_view text) {
    expect_error(code, place, words, [&] { truth(text); });
  };
  fails(ErrorCode::no_examples, "t", "0", "");
  fails(ErrorCode::no_examples, "t", "0 rows", "id,labels\n");
  fails(ErrorCode::duplicate_id, "t:4", "'r1' stands on line 2 and again on line 4",
        "id,labels\nr1,a\nr2,b\nr1,c\n");
  fails(ErrorCode::duplicate_id, "t:3", "'r1' stands on line 2 and again on line 3",
        "id,labels\nr1,a\nr1,a\n");
  fails(ErrorCode::bad_weight, "t:4", "differs from that on line 2",
        "id\tlabel\tweight\nr2\tb\t2\nr1\ta\t1\nr2\tc\t3\n");
  fails(ErrorCode::bad_encoding, "t:2:4", "UTF-8", "id,labels\nr1,\xFF\n");
  fails(ErrorCode::row_mismatch, "t:1", "states 3 examples", "3 4 9\n0,1 0:1\n1 0:1\n");
}

}  // namespace
}  // namespace tallystick::testing_readers
