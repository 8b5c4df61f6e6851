#include "tallystick/labels/shared_vocabulary.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <thread>
#include <vector>

namespace tallystick {
namespace {

/// Short and long labels, those of `first` thread in an order of its own.
std::vector<std::string> labels_from(std::size_t first, std::size_t n) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t number = (first + i * 7919) % n;
    out.push_back(number % 3 == 0 ? "a long label, number " + std::to_string(number)
                                  : std::to_string(number));
  }
  return out;
}

std::vector<Token> tokens_of(const std::vector<std::string>& labels) {
  std::vector<Token> out;
  for (const std::string& label : labels) out.push_back(Token::of(label));
  return out;
}

TEST(SharedVocabulary, ThreadsAgreeOnEveryId) {
  constexpr std::size_t kLabels = 30000, kThreads = 4;
  Vocabulary vocabulary;
  SharedVocabulary shared(vocabulary);
  std::vector<std::vector<std::string>> labels(kThreads);
  std::vector<std::vector<LabelId>> ids(kThreads, std::vector<LabelId>(kLabels));
  {
    std::vector<std::jthread> threads;
    for (std::size_t t = 0; t < kThreads; ++t) {
      threads.emplace_back([&, t] {
        labels[t] = labels_from(1000 * t, kLabels);
        shared.intern(tokens_of(labels[t]), ids[t].data());
      });
    }
  }
  ASSERT_EQ(vocabulary.size(), kLabels);
  for (std::size_t t = 0; t < kThreads; ++t) {
    for (std::size_t i = 0; i < kLabels; ++i) {
      ASSERT_EQ(vocabulary.name(ids[t][i]), labels[t][i]);
      ASSERT_EQ(vocabulary.find(labels[t][i]), ids[t][i]);
    }
  }
}

TEST(SharedVocabulary, KeepsIdsThatWereThere) {
  Vocabulary vocabulary;
  const LabelId one = vocabulary.intern("one");
  const LabelId other = vocabulary.intern("another label");
  SharedVocabulary shared(vocabulary);
  const std::vector<std::string> labels = {"two", "another label", "one", "two"};
  std::vector<LabelId> ids(labels.size());
  shared.intern(tokens_of(labels), ids.data());
  EXPECT_EQ(ids, (std::vector<LabelId>{2, other, one, 2}));
  EXPECT_EQ(vocabulary.size(), 3u);
}

/// Labels of up to eight bytes are their own keys: these all look for one place first.
TEST(SharedVocabulary, CrowdedPlacesGrowTheTable) {
  std::vector<std::string> labels;
  std::uint64_t place = 0;
  for (std::uint64_t i = 0; labels.size() < 300; ++i) {
    std::string label = std::to_string(i);
    const std::uint64_t slot = Token::of(label).slot & 4095;
    if (labels.empty()) place = slot;
    if (slot == place) labels.push_back(std::move(label));
  }
  Vocabulary vocabulary;
  SharedVocabulary shared(vocabulary);
  std::vector<LabelId> ids(labels.size());
  shared.intern(tokens_of(labels), ids.data());
  EXPECT_EQ(std::set<LabelId>(ids.begin(), ids.end()).size(), labels.size());
  for (std::size_t i = 0; i < labels.size(); ++i) EXPECT_EQ(vocabulary.name(ids[i]), labels[i]);
}

}  // namespace
}  // namespace tallystick
