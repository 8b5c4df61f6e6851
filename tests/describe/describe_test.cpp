// What is said of a data set beside its figures: sets, bands, pairs, unused labels, shift.
#include "tallystick/describe.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "measures/figure.hpp"
#include "states/rows.hpp"

namespace tallystick {
namespace {

Description described(std::string_view text, std::string_view labels = {},
                      const DescribeOptions& wanted = {}, const std::string& train = {}) {
  Tally tally(labels.empty() ? Vocabulary{} : test::declared(test::words(labels)));
  tally.keep_sets();
  test::add_rows(tally, test::rows(text));
  EvaluateOptions options;
  options.train = train;
  return describe(tally, {}, options, wanted);
}

/// A file that is gone when the test is over.
class File {
 public:
  File(const std::string& name, const std::string& text)
      : path_(std::filesystem::temp_directory_path() / (name + std::to_string(::getpid()))) {
    std::ofstream(path_) << text;
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File() { std::filesystem::remove(path_); }
  [[nodiscard]] std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

constexpr const char* kText = "a >; a b >; a b c >; a >; >";

TEST(Describe, Sets) {
  const Description d = described(kText, "a b c d");
  EXPECT_EQ(d.n_used, 3u);
  EXPECT_EQ(d.assignments, (Amount{7, 0}));
  EXPECT_EQ(d.empty, kOne);
  EXPECT_EQ(d.largest, 3u);
  EXPECT_EQ(d.most_frequent, (Amount{2, 0}));
  EXPECT_EQ(d.most_frequent_set, std::vector<std::string>{"a"});
  EXPECT_EQ(d.unused, std::vector<std::string>{"d"});
  EXPECT_FALSE(d.shift.has_value());
  // Of equally frequent sets the first by the bytes of its labels, whatever was met first.
  EXPECT_EQ(described("z >; b c >; b >").most_frequent_set, std::vector<std::string>{"b"});
  EXPECT_TRUE(described("z >; >").most_frequent_set.empty());
}

TEST(Describe, Bands) {
  DescribeOptions wanted;
  wanted.low = 2;
  wanted.high = 3;
  const Description d = described(kText, "a b c d", wanted);
  ASSERT_EQ(d.labels.size(), 4u);
  EXPECT_EQ(d.labels[0].band, "head");   // 4 examples
  EXPECT_EQ(d.labels[1].band, "torso");  // 2
  EXPECT_EQ(d.labels[2].band, "tail");   // 1
  EXPECT_EQ(d.labels[3].band, "absent");
  EXPECT_EQ(d.bands[0].share, 4.0 / 7);
  EXPECT_EQ(d.bands[2].assignments, kOne);
  wanted.high = 4;
  EXPECT_EQ(described(kText, "a b c d", wanted).labels[0].band, "torso") << "4 is not above 4";
}

TEST(Describe, PairsByPhi) {
  const Description d = described(kText);
  ASSERT_EQ(d.pairs.size(), 3u);
  EXPECT_EQ(d.n_pairs, 3u);
  EXPECT_EQ(d.pairs_among, 3u);
  // b and c: (5*1 - 2*1) / sqrt(2*3 * 1*4); a and b: (5*2 - 4*2) / sqrt(4*1 * 2*3).
  EXPECT_EQ(d.pairs[0].a + d.pairs[0].b, "bc");
  EXPECT_NEAR(d.pairs[0].phi, 3 / std::sqrt(24.0), 1e-15);
  EXPECT_EQ(d.pairs[1].a + d.pairs[1].b, "ab");
  EXPECT_NEAR(d.pairs[1].phi, 2 / std::sqrt(24.0), 1e-15);
  EXPECT_EQ(d.pairs[1].both, (Amount{2, 0}));
  // A label that every example has goes with none: its correlation does not exist.
  EXPECT_TRUE(described("a b >; a >").pairs.empty());
  DescribeOptions one;
  one.n_pairs = 1;
  EXPECT_EQ(described(kText, {}, one).pairs.size(), 1u);
}

TEST(Describe, PairsAreCountedAmongTheMostFrequentLabels) {
  std::vector<test::Row> data;
  for (std::size_t i = 0; i < kPairedLabels + 10; ++i) {
    data.push_back({{test::numbered("x", 1000 + i), "y"}, {}});
  }
  data.push_back({{"x1001", "x1000"}, {}});
  data.push_back({{}, {}});
  Tally tally;
  tally.keep_sets();
  test::add_rows(tally, data);
  const Description d = describe(tally, {}, {}, {});
  EXPECT_EQ(d.pairs_among, kPairedLabels);
  // y, x1000 and x1001 are the most frequent; of the others the first by name.
  EXPECT_EQ(d.n_pairs, kPairedLabels);
  EXPECT_EQ(d.pairs[0].a + d.pairs[0].b, "x1000x1001");
}

TEST(Describe, Shift) {
  // Here a 4, b 2, c 1 of 5; in training a 1, b 4, e 2 of 4.
  const File train("shift", "id,labels\n1,a;b;e\n2,b;e\n3,b\n4,b\n");
  const Description d = described(kText, {}, {}, train.path());
  ASSERT_TRUE(d.shift.has_value());
  EXPECT_EQ(d.shift->n_train_examples, 4u);
  EXPECT_EQ(d.shift->n_shared, 2u);
  EXPECT_EQ(d.shift->only_here.n_labels, 1u);
  EXPECT_EQ(d.shift->only_here.labels[0].first, "c");
  EXPECT_EQ(d.shift->only_here.share, 1.0 / 7);
  EXPECT_EQ(d.shift->only_train.labels[0].first, "e");
  EXPECT_EQ(d.shift->only_train.share, 2.0 / 7);
  ASSERT_EQ(d.shift->ratios.size(), 2u);
  EXPECT_EQ(d.shift->ratios[0].label, "a") << "(4/5) / (1/4) = 3.2 is further from 1 than 0.4";
  EXPECT_EQ(d.shift->ratios[0].ratio, 3.2);
  EXPECT_EQ(d.shift->ratios[1].ratio, 0.4);
  EXPECT_EQ(d.labels[2].train_count, 0u);
  EXPECT_TRUE(std::isnan(d.labels[2].ratio));
}

TEST(Describe, StrangeData) {
  for (const char* text : {">", "a >", "a >; a >", ">; >", "a b c >"}) {
    const Description d = described(text);
    for (const bool labels : {false, true}) {
      EXPECT_FALSE(to_text(d, {}, labels).empty());
      EXPECT_FALSE(to_markdown(d, {}, labels).empty());
      EXPECT_EQ(to_json(d, labels).find("nan"), std::string::npos);
    }
    EXPECT_EQ(to_csv(d).find("nan"), std::string::npos);
  }
  EXPECT_NE(test::failure([] { static_cast<void>(describe({}, {}, {}, {})); }).find("no-examples"),
            std::string::npos);
}

/// All that is printed is the same whatever the order of rows and labels, and for merged parts.
TEST(DescribeLaws, OrderAndPartsChangeNoByte) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    test::Source source(seed);
    std::vector<test::Row> data = source.data(seed % 2 == 0);
    const auto tally_of = [](std::span<const test::Row> part) {
      Tally tally;
      tally.keep_sets();
      test::add_rows(tally, part);
      return tally;
    };
    const auto all = [](const Tally& tally) {
      const Description d = describe(tally, {}, {}, {});
      return to_text(d, {}, true) + to_json(d, true) + to_csv(d) + labels_to_csv(d);
    };
    const std::string expected = all(tally_of(data));
    source.shuffle(data);
    EXPECT_EQ(all(tally_of(data)), expected) << "shuffled, seed " << seed;
    const std::size_t cut = source.below(data.size() + 1);
    Tally merged = tally_of(std::span(data).subspan(cut));
    merged.merge(Tally::load(tally_of(std::span(data).first(cut)).save(), "part"));
    EXPECT_EQ(all(merged), expected) << "merged, seed " << seed;
  }
}

}  // namespace
}  // namespace tallystick
