#include "tallystick/compare.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>

#include "tallystick/base/error.hpp"

namespace tallystick {
namespace {

/// Files of one test, gone afterwards.
class Files {
 public:
  Files() {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = std::filesystem::temp_directory_path() /
              (std::string("tallystick_") + test->test_suite_name() + "_" + test->name());
    std::filesystem::create_directories(folder_);
  }
  ~Files() { std::filesystem::remove_all(folder_); }
  Files(const Files&) = delete;
  Files& operator=(const Files&) = delete;

  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name, std::ios::binary) << text;
    return (folder_ / name).string();
  }

 private:
  std::filesystem::path folder_;
};

EvaluateOptions measuring(const std::string& measures) {
  EvaluateOptions options;
  options.measures = measures;
  return options;
}

Comparing compared(const std::vector<std::string>& paths, const std::string& measures,
                   const CompareOptions& wanted = {}) {
  return compare_files(paths, measuring(measures), wanted);
}

const Comparison& found(const Comparing& comparing, const std::string& measure) {
  return *std::find_if(comparing.comparisons.begin(), comparing.comparisons.end(),
                       [&measure](const Comparison& one) { return one.measure == measure; });
}

TEST(Compare, IdenticalSystemsShowNoDifference) {
  const Files files;
  const std::string truth = files.write("t.csv", "id,labels\n1,a\n2,b\n3,c\n4,d\n");
  const std::string pred = "id,labels\n1,a\n2,b\n3,x\n4,d\n";
  const std::string a = files.write("a.csv", pred), b = files.write("b.csv", pred);
  for (const PairedTest test :
       {PairedTest::automatic, PairedTest::randomisation, PairedTest::sign}) {
    CompareOptions wanted;
    wanted.test = test;
    const Comparing comparing =
        compared({truth, a, b}, "accuracy,f1_macro,subset_accuracy", wanted);
    ASSERT_EQ(comparing.comparisons.size(), 3u);
    for (const Comparison& one : comparing.comparisons) {
      EXPECT_EQ(one.difference, 0) << one.measure;
      EXPECT_EQ(one.low, 0.0) << one.measure;
      EXPECT_EQ(one.high, 0.0) << one.measure;
      EXPECT_TRUE(one.test.empty() || one.p_value == 1) << one.measure << ' ' << one.test;
      EXPECT_EQ(one.verdict, Verdict::inconclusive);
    }
  }
}

TEST(Compare, TheExactTestIsWorkedByHand) {
  const Files files;
  // A is right on 1, 2, 3; B on none of these; both are right on 4. Differences 1, 1, 1, 0: of 16
  // patterns 4 have a sum as far from 0, so p = 1/4. McNemar: 2 * 1/8.
  const std::string truth = files.write("t.csv", "id,labels\n1,a\n2,a\n3,a\n4,a\n");
  const std::string a = files.write("a.csv", "id,labels\n1,a\n2,a\n3,a\n4,a\n");
  const std::string b = files.write("b.csv", "id,labels\n1,b\n2,b\n3,b\n4,a\n");
  CompareOptions wanted;
  wanted.test = PairedTest::randomisation;
  const Comparing drawn = compared({truth, a, b}, "subset_accuracy,f1_micro", wanted);
  for (const Comparison& one : drawn.comparisons) {
    EXPECT_EQ(one.p_value, 0.25) << one.measure;
    EXPECT_TRUE(one.exact);
    EXPECT_EQ(one.difference, -0.75);
    EXPECT_EQ(one.p_adjusted, 0.5);  // Holm: twice the smaller
  }
  const Comparing counted = compared({truth, a, b}, "subset_accuracy");
  const Comparison& one = counted.comparisons[0];
  EXPECT_EQ(one.test, "mcnemar");
  EXPECT_EQ(one.p_value, 0.25);
  EXPECT_EQ(one.effect, -0.5);  // every discordant example speaks against b
  const Flips& flips = counted.pairings[0].examples;
  EXPECT_EQ(flips.both_right, 1u);
  EXPECT_EQ(flips.broken, 3u);
  EXPECT_EQ(flips.fixed + flips.both_wrong, 0u);
}

// B mends two examples that A gets wrong, one of weight 1 and one of weight W = 2^41. With the
// light one swapped alone the systems are a little nearer: by 1/(2W+1) in the F1 of a, by some
// 2^-42 of the examples' means. Of the four patterns none and both are as extreme as what is seen:
// p = 1/2. Doubles tell that only for differences beyond their rounding, which these are not.
TEST(Compare, DifferencesBelowRoundingAreToldApart) {
  const Files files;
  const std::string heavy = std::to_string(std::uint64_t{1} << 41);
  std::string text = "id,labels,weight\n1,a,1\n2,b," + heavy + "\n3,a;b," + heavy + "\n";
  const std::string truth = files.write("t.csv", text);
  const std::string a = files.write("a.csv", "id,labels\n1,\n2,\n3,a;b\n"),
                    b = files.write("b.csv", "id,labels\n1,a\n2,b\n3,a;b\n");
  EvaluateOptions options = measuring(
      "f1_macro,recall_macro,jaccard_macro,f1_weighted,recall_weighted,f1_samples,recall_samples,"
      "jaccard_samples,f1_micro,subset_accuracy,hamming_loss");
  options.read.weight = "weight";
  const std::string paths[] = {truth, a, b};
  const Comparing comparing = compare_files(paths, options, {});
  ASSERT_EQ(comparing.comparisons.size(), 11u);
  for (const Comparison& one : comparing.comparisons) {
    EXPECT_TRUE(one.exact) << one.measure;
    EXPECT_EQ(one.p_value, 0.5) << one.measure;
  }
}

TEST(Compare, LabelsThatMove) {
  const Files files;
  const std::string truth = files.write("t.csv", "id,labels\n1,a;b\n2,a\n3,b\n");
  const std::string a = files.write("a.csv", "id,labels\n1,a\n2,a\n3,a\n");
  const std::string b = files.write("b.csv", "id,labels\n1,a;b\n2,\n3,b\n");
  const Comparing comparing = compared({truth, a, b}, "f1_macro");
  const Pairing& pairing = comparing.pairings[0];
  // Decisions, example by example: 1 a right in both, 1 b fixed; 2 a broken; 3 a fixed, 3 b fixed.
  EXPECT_EQ(pairing.labels.both_right, 1u);
  EXPECT_EQ(pairing.labels.fixed, 3u);
  EXPECT_EQ(pairing.labels.broken, 1u);
  EXPECT_EQ(pairing.labels.both_wrong, 0u);
  ASSERT_EQ(pairing.moves.size(), 2u);
  EXPECT_EQ(pairing.moves[0].label, "b");  // 0 to 1
  EXPECT_EQ(pairing.moves[0].difference, 1);
  EXPECT_EQ(pairing.moves[0].fixed, 2u);
  EXPECT_EQ(pairing.moves[0].p_value, 0.5);
  EXPECT_EQ(pairing.moves[1].label, "a");  // 2 * 2 / 5 to 2 * 1 / 3
  EXPECT_NEAR(pairing.moves[1].difference, 2.0 / 3 - 0.8, 1e-15);
}

TEST(Compare, OneExampleTellsNothing) {
  const Files files;
  const std::string truth = files.write("t.csv", "id,labels\n1,a\n");
  const std::string a = files.write("a.csv", "id,labels\n1,a\n");
  const std::string b = files.write("b.csv", "id,labels\n1,b\n");
  const Comparing comparing = compared({truth, a, b}, "f1_micro");
  EXPECT_EQ(comparing.comparisons[0].p_value, 1);
  EXPECT_FALSE(comparing.comparisons[0].low.has_value());
}

std::string fault(const std::vector<std::string>& paths, const CompareOptions& wanted) {
  try {
    static_cast<void>(compared(paths, "f1_micro", wanted));
  } catch (const Error& error) {
    return error.fact();
  }
  return "nothing was refused";
}

TEST(Compare, RefusesWhatMakesNoSense) {
  const Files files;
  const std::string truth = files.write("t.csv", "id,labels\n1,a\n2,b\n");
  const std::string a = files.write("a.csv", "id,labels\n1,a\n2,a\n");
  const std::string b = files.write("b.csv", "id,labels\n1,b\n2,b\n");
  EXPECT_NE(fault({truth, a}, {}).find("two systems or more, but got 2 paths"), std::string::npos);
  EXPECT_NE(fault({truth, a, a}, {}).find("two systems are named"), std::string::npos);
  for (const double level : {0.0, 1.0, -1.0, 1.5}) {
    CompareOptions wanted;
    wanted.level = level;
    EXPECT_NE(fault({truth, a, b}, wanted).find("is not between 0 and 1"), std::string::npos);
  }
  CompareOptions wanted;
  wanted.resamples = 0;
  EXPECT_EQ(fault({truth, a, b}, wanted), "0 resamples say nothing");
  EXPECT_NE(fault({"-", a, b}, {}).find("read once for each system"), std::string::npos);
  const std::string other = files.write("o.csv", "id,labels\n1,a\n3,a\n");
  EXPECT_NE(fault({truth, a, other}, {}).find("has no prediction in"), std::string::npos);
  const std::string weighted = files.write("w.csv", "id,labels,weight\n1,a,2\n2,b,1\n");
  for (const PairedTest test : {PairedTest::mcnemar, PairedTest::sign}) {
    CompareOptions of_examples;
    of_examples.test = test;
    EXPECT_NE(fault({weighted, a, b}, of_examples).find("counts examples alike"),
              std::string::npos);
  }
}

TEST(Compare, ExamplesThatASystemLacksAreLeftOutOfAllFigures) {
  const Files files;
  const std::string truth = files.write("t.csv", "id,labels\n1,a\n2,b\n3,a\n4,b\n");
  const std::string a = files.write("a.csv", "id,labels\n4,b\n1,a\n2,a\n");
  const std::string b = files.write("b.csv", "id,labels\n1,b\n2,b\n3,b\n");
  EvaluateOptions options = measuring("subset_accuracy");
  options.read.missing = Missing::drop;
  const Comparing comparing = compare_files(std::vector{truth, a, b}, options, {});
  EXPECT_EQ(comparing.n_examples, 2u);
  EXPECT_EQ(comparing.n_left_out, 2u);
  EXPECT_EQ(comparing.comparisons[0].a_value, 0.5);
  EXPECT_EQ(comparing.comparisons[0].b_value, 0.5);
  EXPECT_NE(to_text(comparing).find("2 examples that some system lacks"), std::string::npos);
}

/// Rows in any order: `worse` of 10 labels of B are drawn anew.
struct Systems {
  std::string truth, a, b;
};
Systems random_systems(std::uint32_t seed, int n, unsigned noise_a, unsigned noise_b,
                       bool shuffled = false) {
  std::mt19937 random(seed);
  std::vector<std::array<std::string, 3>> rows;
  for (int i = 0; i < n; ++i) {
    std::array<std::string, 3> row;
    for (auto& cell : row) cell = std::to_string(1000 + i) + ",";
    for (char label = 'a'; label < 'h'; ++label) {
      const bool is_true = random() % 3 == 0;
      const bool a = random() % 20 < noise_a ? !is_true : is_true;
      const bool b = random() % 20 < noise_b ? !is_true : is_true;
      const std::string text = std::string(1, label) + ";";
      if (is_true) row[0] += text;
      if (a) row[1] += text;
      if (b) row[2] += text;
    }
    rows.push_back(row);
  }
  Systems out;
  std::string* const texts[] = {&out.truth, &out.a, &out.b};
  for (std::size_t file = 0; file < 3; ++file) {
    if (shuffled) std::shuffle(rows.begin(), rows.end(), random);
    *texts[file] = "id,labels\n";
    for (const auto& row : rows) texts[file]->append(row[file]).append("\n");
  }
  return out;
}

const char* const kMany =
    "f1,jaccard_samples,hamming_loss,subset_accuracy,accuracy_macro,f1:label=b,mcc_macro";

void expect_same(const Comparing& x, const Comparing& y) {
  ASSERT_EQ(x.comparisons.size(), y.comparisons.size());
  for (std::size_t i = 0; i < x.comparisons.size(); ++i) {
    const Comparison &one = x.comparisons[i], &other = y.comparisons[i];
    EXPECT_EQ(one.difference, other.difference) << one.measure;
    EXPECT_EQ(one.low, other.low) << one.measure;
    EXPECT_EQ(one.high, other.high) << one.measure;
    EXPECT_EQ(one.p_value, other.p_value) << one.measure;
  }
}

TEST(CompareLaws, ExchangingTheSystemsMirrorsTheInterval) {
  for (std::uint32_t seed = 0; seed < 4; ++seed) {
    const Files files;
    const Systems data = random_systems(seed, 60, 2, 3);
    const std::string truth = files.write("t.csv", data.truth);
    const std::string a = files.write("a.csv", data.a), b = files.write("b.csv", data.b);
    CompareOptions wanted;
    wanted.resamples = 200;
    wanted.margin = 0.05;
    const Comparing there = compared({truth, a, b}, kMany, wanted);
    const Comparing back = compared({truth, b, a}, kMany, wanted);
    for (std::size_t i = 0; i < there.comparisons.size(); ++i) {
      const Comparison &one = there.comparisons[i], &other = back.comparisons[i];
      EXPECT_EQ(one.difference, -other.difference) << one.measure;
      EXPECT_EQ(*one.low, -*other.high) << one.measure;
      EXPECT_EQ(*one.high, -*other.low) << one.measure;
      EXPECT_EQ(one.p_value, other.p_value) << one.measure;
      EXPECT_EQ(one.p_equivalence, other.p_equivalence) << one.measure;
    }
    EXPECT_EQ(there.pairings[0].examples.fixed, back.pairings[0].examples.broken);
  }
}

TEST(CompareLaws, RowOrderAndThreadsChangeNoBit) {
  for (std::uint32_t seed = 0; seed < 3; ++seed) {
    const Files files;
    const Systems plain = random_systems(seed, 80, 2, 3);
    const Systems shuffled = random_systems(seed, 80, 2, 3, true);
    const std::vector<std::string> straight = {files.write("t.csv", plain.truth),
                                               files.write("a.csv", plain.a),
                                               files.write("b.csv", plain.b)};
    const std::vector<std::string> mixed = {files.write("t2.csv", shuffled.truth),
                                            files.write("a2.csv", shuffled.a),
                                            files.write("b2.csv", shuffled.b)};
    CompareOptions wanted;
    wanted.resamples = 150;
    EvaluateOptions options = measuring(kMany);
    const Comparing one = compare_files(straight, options, wanted);
    options.threads = 3;
    expect_same(one, compare_files(straight, options, wanted));
    expect_same(one, compare_files(mixed, options, wanted));
  }
}

/// Every figure that comes from counts of sizes is also one of rows counted anew.
TEST(CompareLaws, TheFiguresOfNoResampleAreThoseOfEvaluate) {
  const Files files;
  const Systems data = random_systems(9, 50, 2, 4);
  const std::string truth = files.write("t.csv", data.truth), a = files.write("a.csv", data.a),
                    b = files.write("b.csv", data.b);
  CompareOptions wanted;
  wanted.resamples = 20;
  const Comparing comparing = compared({truth, a, b}, "label,example", wanted);
  EvaluateOptions options = measuring("label,example");
  const Report of_a = evaluate_files(std::vector{truth, a}, options);
  for (const Score& score : of_a.measures) {
    const Comparison& one = found(comparing, score.name);
    if (std::isnan(score.value)) continue;
    EXPECT_EQ(one.a_value, score.value) << score.name;
    EXPECT_LE(*one.low, *one.high) << score.name;
  }
}

TEST(CompareSlow, TestsKeepTheirLevelAndFindRealDifferences) {
  // Two systems of equal noise: p is at most 0.1 in about a tenth of data sets, never in far more.
  int significant = 0, found_real = 0;
  constexpr int kSets = 200;
  CompareOptions wanted;
  wanted.resamples = 300;
  wanted.test = PairedTest::randomisation;
  for (std::uint32_t seed = 0; seed < kSets; ++seed) {
    const Files files;
    const Systems same = random_systems(seed, 60, 3, 3);
    const Comparing null = compared({files.write("t.csv", same.truth), files.write("a.csv", same.a),
                                     files.write("b.csv", same.b)},
                                    "f1_micro", wanted);
    significant += null.comparisons[0].p_value <= 0.1 ? 1 : 0;
    if (seed % 10 != 0) continue;
    const Systems apart = random_systems(seed, 200, 2, 6);
    const Comparing real = compared({files.write("t.csv", apart.truth),
                                     files.write("a.csv", apart.a), files.write("b.csv", apart.b)},
                                    "f1_micro", wanted);
    found_real += real.comparisons[0].verdict == Verdict::worse ? 1 : 0;
  }
  // Binomial(200, 0.1): mean 20, deviation 4.2.
  EXPECT_GE(significant, 6);
  EXPECT_LE(significant, 38);
  EXPECT_EQ(found_real, kSets / 10);
}

}  // namespace
}  // namespace tallystick
