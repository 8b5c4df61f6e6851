#include "tallystick/batch/selection.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "tallystick/base/error.hpp"

namespace tallystick {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Two examples: b=0.9 a=0.5 c=0.5 d=0.1, and d=0.4.
struct Data {
  Vocabulary vocabulary;
  Batch batch;

  Data() {
    add({{"b", 0.9}, {"c", 0.5}, {"a", 0.5}, {"d", 0.1}});
    add({{"d", 0.4}});
    batch.has_scores = true;
  }
  void add(std::initializer_list<std::pair<const char*, double>> cells) {
    for (const auto& [label, score] : cells) {
      batch.scored.push_back(vocabulary.intern(label));
      batch.scores.push_back(score);
    }
    batch.scored_end.push_back(static_cast<std::uint32_t>(batch.scored.size()));
    batch.truth_end.push_back(0);
    batch.predicted_end.push_back(0);
  }
  /// "b a|d"
  std::string taken(Selector& selector) {
    selector.select(batch, vocabulary);
    std::string out;
    for (std::size_t row = 0; row < batch.size(); ++row) {
      if (row != 0) out += '|';
      for (const LabelId id : batch.predicted_of(row)) out.append(vocabulary.name(id));
    }
    return out;
  }
  std::string taken(const Selection& selection, Ties ties = Ties::worst) {
    Selector selector(selection, ties);
    return taken(selector);
  }
};

TEST(Selection, TakesTheFirstLabelsAndCutsTiesByName) {
  Selection selection;
  selection.rule = Selection::Rule::top_k;
  selection.k = 2;
  Data data;
  Selector selector(selection);
  EXPECT_EQ(data.taken(selector), "ba|d");  // a and c share 0.5
  EXPECT_EQ(selector.n_cut_ties(), 1u);
  EXPECT_EQ(data.taken(selection, Ties::last), "bc|d");
  selection.k = 3;
  Selector whole(selection);
  EXPECT_EQ(data.taken(whole), "bac|d");  // the tie is not cut
  EXPECT_EQ(whole.n_cut_ties(), 0u);
  selection.k = 9;
  EXPECT_EQ(data.taken(selection), "bcad|d");
}

TEST(Selection, TakesLabelsFromTheirOwnThresholds) {
  Selection selection;
  selection.threshold = 0.5;
  for (const auto& [label, threshold] : {std::pair{"a", kInfinity}, {"d", 0.4}, {"x", 0.0}}) {
    selection.labels.intern(label);
    selection.thresholds.push_back(threshold);
  }
  EXPECT_EQ(Data().taken(selection), "bc|d");
  selection.strictly_above = true;
  EXPECT_EQ(Data().taken(selection), "b|");  // 0.5 and 0.4 are not above themselves
  selection.threshold = -kInfinity;
  EXPECT_EQ(Data().taken(selection), "bc|");
}

TEST(Selection, TakesLabelsNearTheBest) {
  Selection selection;
  selection.rule = Selection::Rule::relative;
  selection.threshold = 0.5 / 0.9;
  EXPECT_EQ(Data().taken(selection), "bca|d");
  selection.threshold = 0.6;
  EXPECT_EQ(Data().taken(selection), "b|d");
  Data zeros;
  zeros.add({{"a", 0}, {"b", 0}});
  EXPECT_EQ(zeros.taken(selection), "b|d|ab");
  Data logits;
  logits.add({{"a", 2}, {"b", -1}});
  EXPECT_THROW(logits.taken(selection), Error);
}

TEST(Selection, PrintsAlikeWhereItChoosesAlike) {
  const auto with = [](std::initializer_list<std::pair<const char*, double>> cells) {
    Selection selection;
    for (const auto& [label, threshold] : cells) {
      selection.labels.intern(label);
      selection.thresholds.push_back(threshold);
    }
    return selection;
  };
  const std::string print = with({{"a", 0.5}, {"b", 1}}).print();
  EXPECT_TRUE(print.starts_with("2 labels, "));
  EXPECT_EQ(with({{"b", 1}, {"a", 0.5}}).print(), print);
  EXPECT_NE(with({{"a", 1}, {"b", 0.5}}).print(), print);
  Selection others = with({{"a", 0.5}, {"b", 1}});
  others.threshold = 0.25;
  EXPECT_NE(others.print(), print);
}

}  // namespace
}  // namespace tallystick
