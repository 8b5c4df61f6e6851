// Laws of score-based measures: bits, not tolerance, unless said.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <functional>
#include <map>

#include "measures/figure.hpp"
#include "measures/scored.hpp"
#include "tallystick/measures/spec.hpp"

namespace tallystick {
namespace {

using test::ScoredExample;

constexpr std::uint64_t kSeeds = 30;
constexpr std::string_view kOfRanks =
    "roc_auc,roc_auc:max_fpr=0.3,average_precision,auprc,interpolated_average_precision";
constexpr std::string_view kAll =
    "probabilistic,roc_auc:max_fpr=0.3,log_loss:eps=0.01,calibration_error:binning=mass,"
    "calibration_error:norm=l2,calibration_error:norm=max,calibration_error:closed=left,"
    "brier_reliability:binning=mass";

/// Few scores and labels, so that ties, missing scores and labels of one class come up.
std::vector<ScoredExample> data_of(std::uint64_t seed) {
  test::Source source(seed);
  const std::size_t n_labels = 1 + source.below(5);
  std::vector<ScoredExample> out(1 + source.below(25));
  for (ScoredExample& row : out) {
    for (std::size_t label = 0; label < n_labels; ++label) {
      const std::string name = std::string("label ") + static_cast<char>('a' + label);
      if (source.below(3) == 0) row.truth.push_back(name);
      if (source.below(4) == 0) continue;
      row.scores.emplace_back(name, static_cast<double>(source.below(9)) / 8);
    }
    if (seed % 3 == 1) row.weight = {1 + source.below(4), 0};
    if (seed % 3 == 2) row.weight = amount_from(0.1 * static_cast<double>(1 + source.below(30)));
  }
  return out;
}

/// Makes the tally of one data set, labels that share a score in an order of the convention's.
using Make = std::function<Tally(Ties)>;

Make of(std::vector<ScoredExample> data) {
  return [data = std::move(data)](Ties ties) { return test::scored_tally(data, {}, ties); };
}
std::vector<Score> figures(const Make& make, std::string_view names,
                           const test::Rules& rules = {}) {
  return test::report(make(find_convention(rules.convention).ties), names, rules).measures;
}

void expect_same(const Make& a, const Make& b, std::string_view names, const char* what,
                 std::uint64_t seed) {
  for (const Convention& convention : conventions()) {
    const test::Rules rules{.convention = convention.name};
    const auto left = figures(a, names, rules), right = figures(b, names, rules);
    ASSERT_EQ(left.size(), right.size());
    for (std::size_t i = 0; i < left.size(); ++i) {
      ASSERT_EQ(left[i].name, right[i].name);
      EXPECT_EQ(std::bit_cast<std::uint64_t>(left[i].value),
                std::bit_cast<std::uint64_t>(right[i].value))
          << left[i].name << ": " << left[i].value << " and " << right[i].value << ", " << what
          << ", " << convention.name << ", seed " << seed;
      EXPECT_EQ(left[i].n_undefined, right[i].n_undefined) << left[i].name;
      EXPECT_EQ(left[i].undefined, right[i].undefined) << left[i].name;
    }
  }
}

void for_each_score(std::vector<ScoredExample>& data, const std::function<double(double)>& change) {
  for (ScoredExample& row : data) {
    for (auto& [label, score] : row.scores) score = change(score);
  }
}

TEST(ScoredLaws, OnlyTheOrderOfScoresMattersToRanks) {
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    std::vector<ScoredExample> data = data_of(seed);
    const Make before = of(data);
    for_each_score(data, [](double s) { return std::exp(20 * s) - 1e6; });
    expect_same(before, of(data), kOfRanks, "another scale", seed);
  }
}

TEST(ScoredLaws, RowsAndLabelsInAnyOrderGiveTheSameBits) {
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    std::vector<ScoredExample> data = data_of(seed);
    const Make before = of(data);
    test::Source source(seed);
    source.shuffle(data);
    for (ScoredExample& row : data) source.shuffle(row.scores);
    expect_same(before, of(data), kAll, "another order", seed);
  }
}

TEST(ScoredLaws, MergedAndLoadedPartsGiveTheBitsOfOnePass) {
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const std::vector<ScoredExample> data = data_of(seed);
    const auto half = data.begin() + static_cast<std::ptrdiff_t>(data.size() / 2);
    const Make first = of({data.begin(), half}), second = of({half, data.end()});
    const Make merged = [&](Ties ties) {
      Tally sum = second(ties);
      if (first(ties).n_examples() != 0) sum.merge(Tally::load(first(ties).save(), "part"));
      return sum;
    };
    expect_same(of(data), merged, kAll, "merged", seed);
  }
}

TEST(ScoredLaws, AWeightCountsLikeCopiesOfTheRow) {
  for (std::uint64_t seed = 1; seed < kSeeds; seed += 3) {
    const std::vector<ScoredExample> data = data_of(seed);
    std::vector<ScoredExample> copies;
    for (ScoredExample row : data) {
      const std::uint64_t n = row.weight.whole;
      row.weight = kOne;
      copies.insert(copies.end(), n, row);
    }
    expect_same(of(data), of(copies), kAll, "copies", seed);
  }
}

TEST(ScoredLaws, TheUnitOfWeightsDoesNotMatter) {
  for (std::uint64_t seed = 0; seed < kSeeds; seed += 3) {
    std::vector<ScoredExample> data = data_of(seed);
    const Make whole = of(data);
    for (ScoredExample& row : data) row.weight = amount_from(1.0 / 1024);
    const auto a = figures(whole, kAll), b = figures(of(data), kAll);
    for (std::size_t i = 0; i < a.size(); ++i) {
      if (std::isnan(a[i].value) && std::isnan(b[i].value)) continue;
      EXPECT_EQ(a[i].value, b[i].value) << a[i].name << ", seed " << seed;
    }
  }
}

TEST(ScoredLaws, AConstantScorerKnowsNothing) {
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    for (const bool scored : {false, true}) {
      std::vector<ScoredExample> data = data_of(seed);
      for (ScoredExample& row : data) {
        row.scores.clear();  // no score is one score, too
        if (scored) row.scores = {{"label a", 0.25}, {"label b", 0.25}};
      }
      for (const Score& figure : figures(of(data), "roc_auc_macro")) {
        if (std::isnan(figure.value)) continue;
        EXPECT_EQ(figure.value, 0.5) << figure.name << ", seed " << seed;
      }
    }
  }
  // Precision is the prevalence at every recall, and so is its mean: 3 of 7.
  const Tally tally =
      test::scored_tally("x > x=0.5; > x=0.5; > x=0.5; x > x=0.5; x > x=0.5; > x=0.5; > x=0.5");
  for (const char* name : {"average_precision", "auprc", "interpolated_average_precision"}) {
    EXPECT_EQ(test::value(tally, std::string(name) + ":label=x"), 3.0 / 7) << name;
  }
}

TEST(ScoredLaws, APerfectScorerGetsTheBestValue) {
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    std::vector<ScoredExample> data = data_of(seed);
    for (ScoredExample& row : data) {
      row.scores.clear();
      for (const std::string& label : row.truth) row.scores.emplace_back(label, 1);
    }
    for (const Score& figure : figures(of(data), kAll, {.undefined = Undefined::exclude})) {
      if (std::isnan(figure.value) || figure.name.starts_with("brier_re") ||
          figure.name.starts_with("brier_un")) {
        continue;
      }
      const bool loss =
          figure.name.find("loss") != std::string::npos || figure.name.starts_with("calibration");
      EXPECT_EQ(figure.value, loss ? 0 : 1) << figure.name << ", seed " << seed;
    }
  }
}

/// Every cell of a label, missing scores below all.
struct CellOf {
  double score;
  bool is_true;
  double weight;
};
std::vector<CellOf> cells_of(const std::vector<ScoredExample>& data, const std::string& label) {
  std::vector<CellOf> out;
  for (const ScoredExample& row : data) {
    CellOf cell{
        -1, std::count(row.truth.begin(), row.truth.end(), label) != 0,
        static_cast<double>(row.weight.whole) + static_cast<double>(row.weight.fraction) * 0x1p-64};
    for (const auto& [name, score] : row.scores) {
      if (name == label) cell.score = score;
    }
    out.push_back(cell);
  }
  return out;
}

TEST(ScoredLaws, AreasAgreeWithTheirDefinitionsOverPairsAndCuts) {
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const std::vector<ScoredExample> data = data_of(seed);
    const Tally tally = test::scored_tally(data);
    if (!tally.vocabulary().find("label a")) continue;
    const std::vector<CellOf> cells = cells_of(data, "label a");
    double pairs = 0, won = 0, positives = 0, precision = 0, brier = 0, all = 0;
    for (const CellOf& one : cells) {
      const double p = std::max(one.score, 0.0);
      all += one.weight;
      brier += one.weight * (p - one.is_true) * (p - one.is_true);
      if (!one.is_true) continue;
      double above = 0, hits = 0;
      for (const CellOf& other : cells) {
        if (other.score >= one.score) above += other.weight;
        if (other.score >= one.score && other.is_true) hits += other.weight;
        if (other.is_true) continue;
        const double weight = one.weight * other.weight;
        pairs += weight;
        won += one.score > other.score ? weight : one.score == other.score ? weight / 2 : 0;
      }
      positives += one.weight;
      precision += one.weight * hits / above;
    }
    const test::Rules zero{.undefined = Undefined::zero};
    const auto value = [&](const std::string& name) {
      return test::value(tally, name + ":label=\"label a\"", zero);
    };
    EXPECT_NEAR(value("roc_auc"), pairs == 0 ? 0 : won / pairs, 1e-13) << "seed " << seed;
    EXPECT_NEAR(value("average_precision"), positives == 0 ? 0 : precision / positives, 1e-13)
        << "seed " << seed;
    EXPECT_NEAR(value("brier_score_loss"), brier / all, 1e-13) << "seed " << seed;
  }
}

/// Nine scores in 64 bins: each bin holds one.
TEST(ScoredLaws, ThePartsOfTheBrierScoreAddUp) {
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const Tally tally = test::scored_tally(data_of(seed));
    for (const std::string average : {"_micro", "_macro", "_weighted", "_samples"}) {
      const auto value = [&](const std::string& name) {
        return test::value(tally, std::string(name).append(average).append(":bins=64"));
      };
      const double uncertainty = test::value(tally, "brier_uncertainty" + average);
      EXPECT_NEAR(value("brier_reliability") - value("brier_resolution") + uncertainty,
                  test::value(tally, "brier_score_loss" + average), 1e-14)
          << average << ", seed " << seed;
    }
  }
}

/// Renaming labels changes no bit, nor does a label that is on nobody's list.
TEST(ScoredLaws, NamesOfLabelsDoNotMatter) {
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    std::vector<ScoredExample> data = data_of(seed);
    const auto before = figures(of(data), kAll);
    const auto renamed = [](const std::string& label) {
      return test::numbered("x", static_cast<std::size_t>('z' - label.back()));
    };
    for (ScoredExample& row : data) {
      for (std::string& label : row.truth) label = renamed(label);
      for (auto& [label, score] : row.scores) label = renamed(label);
    }
    const auto after = figures(of(data), kAll);
    ASSERT_EQ(before.size(), after.size());
    for (std::size_t i = 0; i < before.size(); ++i) {
      EXPECT_EQ(std::bit_cast<std::uint64_t>(before[i].value),
                std::bit_cast<std::uint64_t>(after[i].value))
          << before[i].name << ", seed " << seed;
    }
  }
}

}  // namespace
}  // namespace tallystick
