#include "tallystick/labels/vocabulary.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace tallystick {
namespace {

TEST(Vocabulary, GivesDenseIdsAndKeepsNames) {
  Vocabulary vocabulary;
  EXPECT_EQ(vocabulary.intern("b"), 0u);
  EXPECT_EQ(vocabulary.intern("a label of more than eight bytes"), 1u);
  EXPECT_EQ(vocabulary.intern("b"), 0u);
  EXPECT_EQ(vocabulary.intern(std::string("b\0", 2)), 2u);  // a zero byte is part of the name
  EXPECT_EQ(vocabulary.name(1), "a label of more than eight bytes");
  EXPECT_EQ(vocabulary.find("absent"), std::nullopt);
  EXPECT_EQ(vocabulary.sorted(), (std::vector<LabelId>{1, 0, 2}));
}

TEST(Vocabulary, HoldsManyLabelsOfEveryLength) {
  Vocabulary vocabulary;
  std::vector<std::string> names;
  for (int i = 0; i < 50000; ++i)
    names.push_back(std::string(static_cast<std::size_t>(i % 23), 'x') + std::to_string(i));
  std::vector<Token> tokens;
  for (const std::string& name : names) tokens.push_back(Token::of(name));
  std::vector<LabelId> ids(tokens.size());
  vocabulary.intern(tokens, ids.data());
  const Vocabulary copy = vocabulary;
  for (std::size_t i = 0; i < names.size(); ++i) {
    EXPECT_EQ(vocabulary.name(ids[i]), names[i]);
    EXPECT_EQ(copy.find(names[i]), ids[i]);
  }
  EXPECT_EQ(vocabulary.size(), names.size());
}

}  // namespace
}  // namespace tallystick
