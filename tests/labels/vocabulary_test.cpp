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

TEST(Vocabulary, InternsAnotherOnesLabelsByName) {
  Vocabulary ours, theirs;
  for (const char* name : {"b", "a long label that both know", "only ours"}) ours.intern(name);
  for (const char* name : {"only theirs", "c", "a long label that both know", "b"}) {
    theirs.intern(name);
  }
  EXPECT_EQ(ours.intern_all(theirs), (std::vector<LabelId>{3, 4, 1, 0}));
  EXPECT_EQ(ours.name(3), "only theirs");
  EXPECT_EQ(ours.intern_all(Vocabulary{}), std::vector<LabelId>{});
}

TEST(Vocabulary, TellsLabelsApartWhoseKeysAreEqual) {
  // Three words of eight bytes, the last of which undoes what the second did to the hash.
  const auto crafted = [](std::uint64_t word) {
    constexpr std::uint64_t kFactor = 0x8EBC6AF09C88C6E3ull;  // that of hash_bytes
    const std::uint64_t first = detail::mix(24, kFactor);     // of 24 bytes that begin with zeros
    const std::uint64_t words[] = {0, word, detail::mix(first ^ word, kFactor)};
    return std::string(reinterpret_cast<const char*>(words), sizeof words);
  };
  ASSERT_EQ(Token::of(crafted(1)).key, Token::of(crafted(2)).key);
  Vocabulary ours, theirs;
  ours.intern(crafted(1));
  ours.intern(crafted(2));
  for (const std::uint64_t word : {std::uint64_t{3}, std::uint64_t{2}, std::uint64_t{1}})
    theirs.intern(crafted(word));
  EXPECT_EQ(ours.intern_all(theirs), (std::vector<LabelId>{2, 1, 0}));
  EXPECT_EQ(ours.name(2), crafted(3));
}

}  // namespace
}  // namespace tallystick
