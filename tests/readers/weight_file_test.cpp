#include "readers/weight_file.hpp"

#include <gtest/gtest.h>

#include <string>

#include "measures/hierarchies.hpp"
#include "tallystick/base/error.hpp"
#include "tallystick/readers/read_weights.hpp"

namespace tallystick::detail {
namespace {

using namespace tallystick::testing;

const Edges kSmall = {{"root", "a"}, {"root", "b"}, {"a", "c 1"}};

std::vector<double> read(std::string_view text) {
  return node_weights_from(Input::memory("weights.tsv", text), taxonomy_of(kSmall));
}

std::string fault(std::string_view text) {
  try {
    (void)read(text);
  } catch (const Error& error) {
    return error.what();
  }
  return "nothing was refused";
}

TEST(WeightFile, ReadsTheUsualSeparatorsWithOrWithoutHeader) {
  const std::vector<double> expected = {0, 0.5, 2, 0};  // root, a, b, c 1
  EXPECT_EQ(read("a\t0.5\nb\t2\nc 1\t0\n"), expected);
  EXPECT_EQ(read("code\tweight\na\t0.5\nb\t2\nc 1\t-0"), expected);
  EXPECT_EQ(read("c 1,0\r\nb,2\r\na,5e-1\r\n"), expected);
  EXPECT_EQ(read("\xEF\xBB\xBFterm;IA\n\"a\";0.5\n\nb; 2\n\"c 1\";0\n"), expected);
  EXPECT_EQ(read("root\t7\na\t0.5\nb\t2\nc 1\t0\n"), (std::vector<double>{7, 0.5, 2, 0}));
  const Taxonomy flat = taxonomy_of({}, false, {"x", "y"});
  EXPECT_EQ(node_weights_from(Input::memory("w", "y  1\nx 3\n"), flat),
            (std::vector<double>{3, 1}));
}

TEST(WeightFile, AlternativeCodesAreOfTheSameClass) {
  TaxonomyBuilder draft("test");
  draft.edge(draft.node("r"), draft.node("a"));
  draft.edge(draft.node("r"), draft.node("b"));
  draft.alternative("old", draft.node("a"));
  const Taxonomy taxonomy = std::move(draft).build();
  EXPECT_EQ(node_weights_from(Input::memory("w", "old\t3\nb\t1\n"), taxonomy),
            (std::vector<double>{0, 3, 1}));
  EXPECT_THROW((void)node_weights_from(Input::memory("w", "old\t3\na\t3\nb\t1\n"), taxonomy),
               Error);
}

TEST(WeightFile, NamesThePlaceOfEachFault) {
  EXPECT_EQ(fault("a\t1\nx\t2\n").substr(0, 46), "weights.tsv:2:1: error [unknown-label]: code '");
  EXPECT_NE(fault("a\t1\nx\t2\n").find("4 classes of test"), std::string::npos);
  for (const char* bad : {"nan", "inf", "-1", "1e400", "9.3e18", "", "0,5", "1x"}) {
    const std::string text = std::string("b\t1\na\t").append(bad).append("\n");
    EXPECT_EQ(fault(text).substr(0, 38), "weights.tsv:2:3: error [bad-weight]: w") << bad;
  }
  EXPECT_NE(fault("a\t1\nb\t2\na\t1\n").find("'a' has a weight here and on line 1"),
            std::string::npos);
  const std::string twice = fault("a\t1\n\n\"b\"\t2\nb\t1\n");
  EXPECT_EQ(twice.substr(0, 18), "weights.tsv:4:3: e");
  EXPECT_NE(twice.find("and on line 3"), std::string::npos);
  EXPECT_EQ(fault("a\t1\nb\t2\nc 1\t3\t4\n").substr(0, 36), "weights.tsv:3:1: error [bad-format]:");
  EXPECT_EQ(fault("a\t1\nb\n").substr(0, 36), "weights.tsv:2:1: error [bad-format]:");
  EXPECT_NE(fault("a\t1\n").find("no weight to 2 of the 4 classes of test, such as 'b'"),
            std::string::npos);
  EXPECT_NE(fault("").find("no weight to 3 of the 4 classes"), std::string::npos);
  EXPECT_NE(fault("a\t1\n\xFF\t2\n").find("bad-encoding"), std::string::npos);
  EXPECT_NE(fault("\"a\t1\n").find("bad-format"), std::string::npos);
  // Only the first line may be a header.
  EXPECT_NE(fault("a\t1\ncode\tweight\n").find("unknown-label"), std::string::npos);
  EXPECT_NE(fault("a\tone\n").find("bad-weight"), std::string::npos);
  EXPECT_THROW((void)read_node_weights("/no/such/file", taxonomy_of(kSmall)), Error);
}

TEST(WeightFile, LinesBeyondAChunkAreRead) {
  Codes codes;
  std::string text;
  for (std::size_t i = 0; i < 40000; ++i) {
    codes.push_back(numbered("c", i));
    text.append(codes.back()).append("\t").append(std::to_string(i)).append("\n");
  }
  const Taxonomy many = taxonomy_of({}, false, codes);
  const std::vector<double> weights = node_weights_from(Input::memory("w", text), many);
  for (std::size_t i = 0; i < codes.size(); ++i) {
    ASSERT_EQ(weights[*many.find(codes[i])], static_cast<double>(i));
  }
}

}  // namespace
}  // namespace tallystick::detail
