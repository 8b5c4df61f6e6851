#include <gtest/gtest.h>

#include "tallystick/readers/read_taxonomy.hpp"

namespace tallystick {
namespace {

TEST(Isco08, HasItsFourLevels) {
  TaxonomyFacts facts;
  const Taxonomy isco = read_taxonomy("isco08", {}, &facts);
  EXPECT_EQ(facts.format, "prefix");
  EXPECT_EQ(isco.size(), 619u);
  EXPECT_EQ(isco.n_levels(), 4u);
  const std::size_t counts[] = {10, 43, 130, 436};
  for (std::uint32_t depth = 1; depth <= 4; ++depth) {
    const auto [first, last] = isco.level(depth);
    EXPECT_EQ(last - first, counts[depth - 1]);
  }
  EXPECT_FALSE(isco.root());
  EXPECT_TRUE(isco.is_tree());
  EXPECT_EQ(isco.n_edges(), 609u);
  EXPECT_EQ(isco.origin(), "isco08");
}

TEST(Isco08, AParentIsThePrefix) {
  const Taxonomy isco = read_taxonomy("isco08", {});
  for (NodeId node = 0; node < isco.size(); ++node) {
    const std::string_view code = isco.code(node);
    ASSERT_EQ(isco.depth(node), code.size());
    ASSERT_FALSE(isco.title(node).empty());
    if (code.size() == 1) {
      ASSERT_TRUE(isco.parents(node).empty());
      continue;
    }
    ASSERT_EQ(isco.parents(node).size(), 1u);
    ASSERT_EQ(isco.code(isco.parents(node)[0]), code.substr(0, code.size() - 1));
  }
  EXPECT_EQ(isco.title(*isco.find("0110")), "Commissioned armed forces officers");
  EXPECT_EQ(isco.title(*isco.find("2166")), "Graphic and multimedia designers");
  EXPECT_FALSE(isco.find("110"));
  EXPECT_FALSE(read_taxonomy_draft("isco08", {}).findings().faulty());
}

}  // namespace
}  // namespace tallystick
