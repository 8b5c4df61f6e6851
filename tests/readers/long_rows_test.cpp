// Long tables: the hot loop, and what it leaves to the general one.
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "gather.hpp"
#include "scored.hpp"

namespace tallystick {
namespace {

using namespace testing_readers;
using detail::Part;

Rows read(const std::string& text, Part part = Part::predictions, ReadOptions options = {}) {
  options.scores = ScoreUse::if_given;
  return parsed(text, part, options, "pred.tsv");
}

TEST(LongRows, LinesOfOneIdAreOneExample) {
  EXPECT_EQ(read("a\tx\t0.5\na\ty\t0.25\nb\tx\t1\n"), (Rows{"a: x=0.5 y=0.25", "b: x=1"}));
  EXPECT_EQ(read("a\tx\t0.5\r\na\ty\t0.25\r\n\r\n\nb\tx\t1"), (Rows{"a: x=0.5 y=0.25", "b: x=1"}));
}

TEST(LongRows, IdsThatBeginOrEndAlikeDiffer) {
  // Short ones are compared as a word, those of up to 16 bytes as two, and long ones as texts.
  EXPECT_EQ(read("a\tx\t1\nab\tx\t1\nb\tx\t1\n"), (Rows{"a: x=1", "ab: x=1", "b: x=1"}));
  EXPECT_EQ(read("abcdefgh-1\tx\t1\nabcdefgh-2\tx\t1\nabcdefgi-2\tx\t1\nabcdefgi-2\ty\t1\n"),
            (Rows{"abcdefgh-1: x=1", "abcdefgh-2: x=1", "abcdefgi-2: x=1 y=1"}));
  EXPECT_EQ(read("0123456789abcdefg1\tx\t1\n0123456789abcdefg2\tx\t1\n"),
            (Rows{"0123456789abcdefg1: x=1", "0123456789abcdefg2: x=1"}));
}

TEST(LongRows, AnIdAloneHasNoLabels) {
  EXPECT_EQ(read("a\tx\t0.5\nb\nc\ty\t0.5\n"), (Rows{"a: x=0.5", "b:", "c: y=0.5"}));
  EXPECT_EQ(read("a\tx\t0.5\na\nc\t\t\nc\ty\t1\n"), (Rows{"a: x=0.5", "c: y=1"}));
  EXPECT_EQ(parsed("a\tx\nb\na\ty\n", Part::truth, {}, "true.tsv"), (Rows{"a: x", "b:", "a: y"}));
}

TEST(LongRows, BlanksAroundLabelsAndScoresAreNone) {
  EXPECT_EQ(read("a\t x \t 0.5 \nb\t  \tx\n"), (Rows{"a: x=0.5", "b:"}));
}

TEST(LongRows, ColumnsMayStandAnywhere) {
  EXPECT_EQ(read("score\tnote\tlabel\tid\n0.5\tn\tx\ta\n0.25\t\ty\ta\n"),
            (Rows{"a: x=0.5 y=0.25"}));
}

TEST(LongRows, FaultsAreNamedWhereTheyStand) {
  const auto act = [](const std::string& text) { return [text] { (void)read(text); }; };
  expect_error(ErrorCode::bad_format, "pred.tsv:3", "found 4",
               act("id\tlabel\tscore\na\ty\t1\na\tz\t1\tq\n"));
  expect_error(ErrorCode::bad_format, "pred.tsv:2:1", "the id is empty", act("a\tx\t1\n\ty\t1\n"));
  expect_error(ErrorCode::bad_number, "pred.tsv:2:5", "'0.x'", act("a\tx\t1\na\ty\t0.x\n"));
  expect_error(ErrorCode::bad_number, "pred.tsv:2:3", "empty", act("a\tx\t1\na\ty\n"));
  expect_error(ErrorCode::bad_number, "pred.tsv:1:5", "write decimal points", act("a\tx\t0,5\n"));
}

TEST(LongRowsLaw, QuotesAndChunksChangeNothing) {
  // A chunk with a quote in it goes another way than one without.
  std::mt19937_64 random(7);
  const auto one_of = [&random](const std::vector<std::string>& texts) {
    return texts[random() % texts.size()];
  };
  for (int trial = 0; trial < 300; ++trial) {
    std::string plain = "id\tlabel\tscore\n", quoted = plain;
    for (int line = 0; line < 40; ++line) {
      const std::string id = one_of({"a", "b", "ab", "abcdefgh", "abcdefgh1", "0123456789abcdef0"});
      const std::string label = one_of({"x", "y", "long label of words", " z ", "", "L10717"});
      const std::string score = one_of({"0", "1", "0.5", "0.882", "0.123456789", "1e-3", "-2.5"});
      const std::string end = one_of({"\n", "\r\n", "\n\n"});
      const bool alone = random() % 8 == 0;
      plain += alone ? id + end : id + "\t" + label + "\t" + score + end;
      quoted +=
          alone ? "\"" + id + "\"" + end : "\"" + id + "\"\t\"" + label + "\"\t" + score + end;
    }
    const Rows whole = read(plain);
    EXPECT_EQ(whole, read(quoted));
    ReadOptions options;
    options.scores = ScoreUse::if_given;
    Rows in_chunks = parsed(plain, Part::predictions, options, "pred.tsv", chunks_of(64));
    EXPECT_EQ(whole, in_chunks);
  }
}

}  // namespace
}  // namespace tallystick
