// Laws over the whole catalogue, every average and every convention: a new measure is tested at
// birth. Bits, not tolerance, unless said; the seed of a failure is in the message.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <functional>
#include <map>
#include <set>

#include "measures/figure.hpp"
#include "states/rows.hpp"
#include "tallystick/base/mix.hpp"
#include "tallystick/measures/catalogue.hpp"
#include "tallystick/measures/whole.hpp"

namespace tallystick {
namespace {

using test::Row;
using test::Rules;
using test::Source;

constexpr std::uint64_t kSeeds = 80;
constexpr std::string_view kExtra =
    ",fbeta_macro:beta=0.5,fbeta_samples:beta=2,jaccard_samples:alpha=0.5,"
    "balanced_accuracy_macro:adjusted=true";
constexpr std::string_view kOfClasses =
    ",balanced_accuracy:adjusted=true,cohen_kappa:weights=linear,cohen_kappa:weights=quadratic";

/// Keeps label sets, which some measures look at.
Tally tally_with_sets(std::span<const Row> data, Vocabulary vocabulary = {}) {
  Tally tally(std::move(vocabulary));
  tally.keep_sets();
  test::add_rows(tally, data);
  return tally;
}

std::vector<Row> data_of(std::uint64_t seed) { return Source(seed).data(seed % 2 == 0); }

std::string all_names(const Tally& tally) {
  return std::string("all").append(kExtra).append(tally.single_label() ? kOfClasses : "");
}

/// Every figure of the catalogue.
std::vector<Score> figures(const Tally& tally, const Rules& rules = {}) {
  return test::report(tally, all_names(tally), rules).measures;
}

/// Calls body(rules, what) for each convention and each single rule for 0/0.
void for_all_rules(const std::function<void(const Rules&, const std::string&)>& body) {
  for (const Convention& convention : conventions()) {
    body({.convention = convention.name}, std::string(convention.name));
  }
  body({.undefined = Undefined::one}, "undefined one");
  body({.undefined = Undefined::exclude}, "undefined exclude");
  body({.undefined = Undefined::exclude, .labels = LabelUniverse::truth}, "excluded, labels truth");
  body({.labels = LabelUniverse::truth}, "labels truth");
}

void expect_same_bits(const std::vector<Score>& a, const std::vector<Score>& b,
                      const std::string& where) {
  ASSERT_EQ(a.size(), b.size()) << where;
  for (std::size_t i = 0; i < a.size(); ++i) {
    ASSERT_EQ(a[i].name, b[i].name) << where;
    EXPECT_EQ(std::bit_cast<std::uint64_t>(a[i].value), std::bit_cast<std::uint64_t>(b[i].value))
        << a[i].name << ": " << a[i].value << " and " << b[i].value << ", " << where;
    EXPECT_EQ(a[i].n_undefined, b[i].n_undefined) << a[i].name << ", " << where;
  }
}

std::string at(const std::string& rules, std::uint64_t seed) {
  return std::string(rules).append(", seed ").append(std::to_string(seed));
}

const Measure& measure_of(const Score& score) {
  const std::string_view name = std::string_view(score.name).substr(0, score.name.find(':'));
  if (const Measure* measure = find_measure(name)) return *measure;
  return *find_measure(name.substr(0, name.rfind('_')));
}

/// Statistics that some data do not have, such as the spread of one label's imbalance, whatever the
/// rule for 0/0.
bool may_be_null(const Measure& measure) { return measure.kind == UndefinedKind::statistic; }

/// What counts examples, or sets that one example has, is not the same in another unit.
bool counts_examples(const Measure& measure) {
  const std::set<std::string_view> names = {"diversity", "single_labelsets", "puniq", "scumble_cv",
                                            "lrid"};
  return names.contains(measure.name);
}

/// The same value, none included.
bool same_value(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

TEST(MeasureLaws, ValuesLieInTheRangeOrAreExcluded) {
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const Tally tally = tally_with_sets(data_of(seed));
    for_all_rules([&](const Rules& rules, const std::string& name) {
      for (const Score& score : figures(tally, rules)) {
        const Measure& measure = measure_of(score);
        if (std::isnan(score.value)) {
          EXPECT_GT(score.n_undefined, 0u) << score.name << ", " << at(name, seed);
          EXPECT_TRUE(name.find("exclude") != std::string::npos || name == "utiml" ||
                      name == "cafa" || may_be_null(measure))
              << score.name << " is null, " << at(name, seed);
          continue;
        }
        // Two conventions keep words for other quantities; adjusted values go below 0.
        if (name == "xmc" && measure.name == "hamming_loss") continue;
        const double low = score.name.find("adjusted") == std::string::npos ? measure.low : -1;
        EXPECT_GE(score.value, low) << score.name << ", " << at(name, seed);
        EXPECT_LE(score.value, measure.high) << score.name << ", " << at(name, seed);
      }
    });
  }
}

TEST(MeasureLaws, APerfectPredictionGetsTheBestValue) {
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    std::vector<Row> data = data_of(seed);
    for (Row& row : data) row.predicted = row.truth;
    const Tally tally = tally_with_sets(data);
    for (const Score& score : figures(tally, {.undefined = Undefined::exclude})) {
      const Measure& measure = measure_of(score);
      if (std::isnan(score.value) || measure.direction == Direction::neither) continue;
      // wlp, mlp and clp tell of labels, and a label that is true everywhere is rightly constant.
      if (measure.name == "clp") continue;
      const bool lower = measure.direction == Direction::lower_is_better;
      EXPECT_EQ(score.value, lower ? std::max(measure.low, 0.0) : measure.high)
          << score.name << ", seed " << seed;
    }
  }
}

TEST(MeasureLaws, RowsAndLabelsInAnyOrderGiveTheSameBits) {
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    Source source(seed);
    std::vector<Row> data = source.data(seed % 2 == 0);
    const Tally tally = tally_with_sets(data);
    source.shuffle(data);
    Vocabulary backwards;
    for (char c = 'g'; c >= 'a'; --c) backwards.intern(std::string("label ") + c);
    const Tally other = tally_with_sets(data, backwards);
    for_all_rules([&](const Rules& rules, const std::string& name) {
      expect_same_bits(figures(tally, rules), figures(other, rules), at(name, seed));
    });
  }
}

/// Renaming labels changes no bit, but for kappa's weights, which look at the order of classes.
TEST(MeasureLaws, NamesOfLabelsDoNotMatter) {
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    std::vector<Row> data = data_of(seed);
    const Tally tally = tally_with_sets(data);
    for (Row& row : data) {
      for (auto* labels : {&row.truth, &row.predicted}) {
        for (std::string& label : *labels)
          label = test::numbered("x", static_cast<std::size_t>('z' - label.back()));
      }
    }
    const Tally renamed = tally_with_sets(data);
    expect_same_bits(test::report(tally, "all").measures, test::report(renamed, "all").measures,
                     at("renamed", seed));
  }
}

TEST(MeasureLaws, MergingPartsGivesTheBitsOfOnePass) {
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    Source source(seed);
    const std::vector<Row> data = source.data(seed % 2 == 0);
    const std::span<const Row> all(data);
    const std::size_t cut = source.below(data.size() + 1);
    Tally merged = tally_with_sets(all.subspan(cut));
    merged.merge(Tally::load(tally_with_sets(all.first(cut)).save(), "part"));
    const Tally once = tally_with_sets(data);
    for_all_rules([&](const Rules& rules, const std::string& name) {
      expect_same_bits(figures(once, rules), figures(merged, rules), at(name, seed));
    });
  }
}

TEST(MeasureLaws, AWeightCountsLikeCopiesOfTheRow) {
  for (std::uint64_t seed = 1; seed < kSeeds; seed += 3) {  // seeds of whole weights
    const std::vector<Row> data = data_of(seed);
    std::vector<Row> copies;
    for (Row row : data) {
      const std::uint64_t n = row.weight.whole;
      row.weight = kOne;
      copies.insert(copies.end(), n, row);
    }
    const Tally weighted = tally_with_sets(data), copied = tally_with_sets(copies);
    for_all_rules([&](const Rules& rules, const std::string& name) {
      expect_same_bits(figures(weighted, rules), figures(copied, rules), at(name, seed));
    });
  }
}

/// Half of every weight is the same data in another unit; the state goes from whole to fractional.
TEST(MeasureLaws, TheUnitOfWeightsDoesNotMatter) {
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    std::vector<Row> data = data_of(seed);
    for (Row& row : data) row.weight = {1 + seed % 3, 0};
    const Tally whole = tally_with_sets(data);
    for (Row& row : data) row.weight = amount_from(static_cast<double>(1 + seed % 3) / 1024);
    const Tally fractional = tally_with_sets(data);
    const auto a = figures(whole), b = figures(fractional);
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
      if (counts_examples(measure_of(a[i]))) continue;
      EXPECT_TRUE(same_value(a[i].value, b[i].value)) << a[i].name << ", seed " << seed;
    }
  }
}

TEST(MeasureLaws, TheFourCellsOfALabelAddUpToTheExamples) {
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const Tally tally = tally_with_sets(data_of(seed));
    const Whole whole(tally, LabelUniverse::seen);
    u128 examples = 0;
    for (const ExampleGroup& group : whole.examples()) examples += group.amount;
    EXPECT_TRUE(examples == whole.n_examples()) << "seed " << seed;
    for (const LabelId label : whole.sorted_labels()) {
      const Cell cell = whole.cell(label);
      EXPECT_TRUE(cell.total() == whole.n_examples()) << "seed " << seed;
      for (const u128 part : {cell.tp, cell.fp, cell.fn, cell.tn}) {
        EXPECT_TRUE(part <= whole.n_examples()) << "seed " << seed;  // no wrap below 0
      }
    }
  }
}

/// What two names say must agree: tolerance, because the means round in other places.
TEST(MeasureLaws, MeasuresThatAreTheSameNumberAgree) {
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const Tally tally = tally_with_sets(data_of(seed));
    std::map<std::string, double> v;
    for (const Score& score : figures(tally)) v[score.name] = score.value;
    const auto same = [&](double a, double b, const char* what) {
      EXPECT_NEAR(a, b, 4e-16) << what << ", seed " << seed;
    };
    if (tally.vocabulary().size() != 0) {
      same(v["accuracy_micro"], 1 - v["hamming_loss"], "micro accuracy and Hamming loss");
      same(v["accuracy_macro"], v["accuracy_micro"], "macro and micro accuracy");
      same(v["error_micro"], 1 - v["accuracy_micro"], "error and accuracy");
    }
    same(v["zero_one_loss"], 1 - v["subset_accuracy"], "0/1 loss and subset accuracy");
    EXPECT_GE(v["wlp"], v["mlp"]) << "seed " << seed;
    for (const std::string average : {"_micro", "_macro", "_weighted", "_samples"}) {
      EXPECT_EQ(v["f1" + average], test::value(tally, "fbeta" + average + ":beta=1"));
    }
    const Rules exclude{.undefined = Undefined::exclude};
    const double distance = test::value(tally, "jaccard_distance_samples", exclude);
    const double jaccard = test::value(tally, "jaccard_samples", exclude);
    if (!std::isnan(jaccard)) same(distance, 1 - jaccard, "Jaccard distance");
    if (tally.single_label()) {
      same(v["accuracy"], v["subset_accuracy"], "accuracy and subset accuracy");
      if (test::value(tally, "empty_predictions") == 0) {
        for (const char* name : {"precision_micro", "recall_micro", "f1_micro"}) {
          EXPECT_EQ(v[name], v["accuracy"]) << name << ", seed " << seed;
        }
      }
    }
  }
}

/// Counts times a power of two give the same bits; times another number, the same but for rounding
/// in the few formulas that are not one ratio.
TEST(MeasureLaws, OnlyRatiosOfCountsMatter) {
  std::uint64_t seed = 0;
  for (; seed < kSeeds; ++seed) {
    Source source(seed);
    const std::uint64_t cells[4] = {source.below(5), source.below(5), source.below(5),
                                    source.below(5)};
    const auto scaled = [&](std::uint64_t by) {
      Tally tally;
      tally.add_cell("x", cells[0] * by, cells[1] * by, cells[2] * by, cells[3] * by);
      return tally;
    };
    if (cells[0] + cells[1] + cells[2] + cells[3] == 0) continue;
    const auto plain = figures(scaled(1));
    const auto doubled = figures(scaled(std::uint64_t{1} << 58));
    const auto large = figures(scaled(100'000'000'000'000'000));
    for (std::size_t i = 0; i < plain.size(); ++i) {
      if (counts_examples(measure_of(plain[i]))) continue;
      EXPECT_TRUE(same_value(plain[i].value, doubled[i].value))
          << plain[i].name << ", seed " << seed;
      if (std::isnan(plain[i].value)) continue;
      const double tolerance = 1e-15 * std::max(1.0, std::abs(plain[i].value));
      EXPECT_NEAR(plain[i].value, large[i].value, tolerance) << plain[i].name << ", seed " << seed;
    }
  }
}

/// Bytes that load are a state that can be evaluated: changed bytes never make a count wrap.
TEST(MeasureLaws, StatesFromChangedBytesAreRefusedOrGiveValuesInRange) {
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    const std::string bytes = tally_with_sets(data_of(seed)).save();
    for (std::size_t i = 0; i + 8 < bytes.size(); ++i) {
      std::string body = bytes.substr(0, bytes.size() - 8);
      body[i] = static_cast<char>(body[i] ^ (1 << (i % 8)));
      ByteWriter sum;
      sum.u64(detail::hash_bytes(body.data(), body.size()));
      Tally tally;
      try {
        tally = Tally::load(body + sum.bytes(), "x");
      } catch (const Error&) {
        continue;
      }
      if (tally.n_examples() == 0) continue;
      for (const Score& score : figures(tally)) {
        const Measure& measure = measure_of(score);
        const double low = score.name.find("adjusted") == std::string::npos ? measure.low : -1;
        if (std::isnan(score.value) && may_be_null(measure)) continue;
        EXPECT_TRUE(score.value >= low && score.value <= measure.high)
            << score.name << ' ' << score.value << ", seed " << seed << ", byte " << i;
      }
    }
  }
}

}  // namespace
}  // namespace tallystick
