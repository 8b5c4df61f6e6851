// What holds of every tuning: no selection is better, and nothing depends on the order of reading.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <limits>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "measures/scored.hpp"
#include "readers/threshold_file.hpp"
#include "tallystick/base/text.hpp"
#include "tallystick/tune.hpp"

namespace tallystick {
namespace {

using test::scored_tally;
using test::ScoredExample;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
const char* const kMeasures[] = {
    "f1_macro",        "f1_micro",           "f1_samples",        "f1_weighted",
    "f1_means",        "precision_micro",    "precision_macro",   "recall_micro",
    "recall_macro",    "fbeta_micro:beta=2", "jaccard_micro",     "jaccard_macro",
    "jaccard_samples", "subset_accuracy",    "hamming_loss",      "accuracy_micro",
    "accuracy_macro",  "zero_one_loss",      "precision_samples", "specificity_micro"};

/// Few scores, so that they meet; some labels are never true, some never scored.
std::vector<ScoredExample> random_data(std::mt19937_64& random, bool weighted) {
  const auto below = [&random](unsigned n) { return static_cast<unsigned>(random() % n); };
  const std::vector<std::string> labels = {"a", "b", "c", "d"};
  std::vector<ScoredExample> out(3 + below(5));
  for (ScoredExample& example : out) {
    for (const std::string& label : labels) {
      if (label != "d" && below(3) == 0) example.truth.push_back(label);
      if (label != "c" && below(3) != 0) {
        example.scores.emplace_back(label, static_cast<double>(below(6)) / 8);
      }
    }
    if (weighted) example.weight = {below(3), below(2) == 0 ? 0 : std::uint64_t{1} << 63};
    if (example.weight == Amount{}) example.weight = kOne;
  }
  out[0].scores = {{"a", 0.5}, {"b", 0.25}};
  return out;
}

struct Rules {
  EvaluateOptions options;
  std::string declared;
};

Rules random_rules(std::mt19937_64& random) {
  Rules rules;
  const char* const conventions[] = {"sklearn", "mulan", "torchmetrics", "gatto", "xmc", "bioasq"};
  rules.options.convention = conventions[random() % 6];
  if (random() % 3 == 0) {
    rules.options.undefined =
        std::vector{Undefined::zero, Undefined::one, Undefined::exclude}[random() % 3];
  }
  if (random() % 2 == 0) {
    rules.declared = "a b c d e";
  } else if (random() % 3 == 0) {
    rules.options.labels = LabelUniverse::truth;
  }
  return rules;
}

std::vector<double> distinct(const std::vector<ScoredExample>& data, bool shares,
                             const std::string& label = {}) {
  std::set<double> found;
  for (const ScoredExample& example : data) {
    double best = 0;
    for (const auto& [name, score] : example.scores) best = std::max(best, score);
    for (const auto& [name, score] : example.scores) {
      if (!label.empty() && name != label) continue;
      found.insert(!shares ? score : best == 0 ? 1 : score / best);
    }
  }
  return {found.begin(), found.end()};
}

/// Every selection of a kind that differs on the data. Thresholds are below the scores they take.
void each_selection(Strategy strategy, const std::vector<ScoredExample>& data,
                    const std::function<void(const Selection&)>& visit) {
  Selection one;
  if (strategy == Strategy::top_k) {
    one.rule = Selection::Rule::top_k;
    for (one.k = 1; one.k <= 4; ++one.k) visit(one);
    return;
  }
  if (strategy != Strategy::label) {
    const bool shares = strategy == Strategy::relative;
    if (shares) one.rule = Selection::Rule::relative;
    for (const double score : distinct(data, shares)) {
      one.threshold = score - 0.01;
      visit(one);
    }
    one.threshold = kInfinity;
    if (!shares) visit(one);
    return;
  }
  std::vector<std::vector<double>> choices;
  for (const char* label : {"a", "b", "d"}) {
    one.labels.intern(label);
    choices.push_back({kInfinity});
    for (const double score : distinct(data, false, label)) choices.back().push_back(score - 0.01);
  }
  one.thresholds.resize(3);
  for (const double a : choices[0]) {
    for (const double b : choices[1]) {
      for (const double d : choices[2]) {
        one.thresholds = {a, b, d};
        visit(one);
      }
    }
  }
}

std::uint64_t n_predicted(const Selection& selection, const std::vector<ScoredExample>& data) {
  const Tally tally = scored_tally(data);
  Selector selector(selection);
  Batch batch;
  batch.has_scores = true;
  for (const ScoredExample& example : data) {
    for (const auto& [label, score] : example.scores) {
      batch.scored.push_back(*tally.vocabulary().find(label));
      batch.scores.push_back(score);
    }
    batch.truth_end.push_back(0);
    batch.scored_end.push_back(static_cast<std::uint32_t>(batch.scored.size()));
  }
  selector.select(batch, tally.vocabulary());
  return batch.predicted.size();
}

TEST(TuneLaw, NoSelectionIsBetter) {
  for (std::uint64_t seed = 0; seed < 24; ++seed) {
    std::mt19937_64 random(seed);
    const auto data = random_data(random, seed % 4 == 3);
    const Rules rules = random_rules(random);
    const Tally tally = scored_tally(data, rules.declared);
    for (std::size_t m = seed % 3; m < std::size(kMeasures); m += 3) {  // each data set tries some
      const char* const measure = kMeasures[m];
      TuneOptions wanted;
      wanted.measure = measure;
      const Tuning tuning = tune(tally, {}, rules.options, wanted);
      const double sign = tuning.lower_is_better ? -1 : 1;
      for (const TunedStrategy& one : tuning.strategies) {
        if (one.strategy == Strategy::label && seed % 4 != 0) continue;  // many to try
        double best = -kInfinity;
        std::uint64_t fewest = 0;
        each_selection(one.strategy, data, [&](const Selection& other) {
          double value = sign * value_under(tally, other, rules.options, measure);
          if (std::isnan(value)) value = sign < 0 ? -1 : 0;  // as good as the worst
          if (value < best - 1e-13) return;
          const std::uint64_t n = n_predicted(other, data);
          fewest = value > best + 1e-13 ? n : std::min(fewest, n);
          best = std::max(best, value);
        });
        double found = sign * one.worth.value;
        if (std::isnan(found)) found = sign < 0 ? -1 : 0;
        const std::string where = std::string(measure) + ", " + rules.options.convention + ", " +
                                  std::string(strategy_name(one.strategy)) + ", seed " +
                                  std::to_string(seed);
        EXPECT_NEAR(found, best, 1e-13) << where;
        // One right prediction has precision 1; more of them are as good, and more use.
        const bool precision = std::string_view(measure).starts_with("precision");
        if (one.strategy == Strategy::label && precision) continue;
        EXPECT_EQ(n_predicted(one.selection, data), fewest) << where;
      }
    }
  }
}

TEST(TuneLaw, AFileOfThresholdsGivesTheVeryFigure) {
  for (std::uint64_t seed = 0; seed < 16; ++seed) {
    std::mt19937_64 random(seed);
    const auto data = random_data(random, seed % 4 == 3);
    const Rules rules = random_rules(random);
    const Tally tally = scored_tally(data, rules.declared);
    for (const char* measure : {"f1_macro", "f1_micro", "jaccard_macro"}) {
      TuneOptions wanted;
      wanted.measure = measure;
      for (const TunedStrategy& one : tune(tally, {}, rules.options, wanted).strategies) {
        ReadOptions read;
        read.strictly_above = one.selection.strictly_above;
        const Selection again = detail::thresholds_from(
            detail::Input::memory("t", thresholds_text(one.selection)), read);
        EXPECT_EQ(value_under(tally, again, rules.options, measure), one.worth.value) << seed;
      }
    }
  }
}

TEST(TuneLaw, TheOrderOfRowsAndLabelsDoesNotMatter) {
  for (std::uint64_t seed = 0; seed < 16; ++seed) {
    std::mt19937_64 random(seed);
    auto data = random_data(random, seed % 2 == 1);
    const Tally tally = scored_tally(data);
    std::shuffle(data.begin(), data.end(), random);
    for (ScoredExample& example : data) {
      std::shuffle(example.scores.begin(), example.scores.end(), random);
    }
    const Tally other = scored_tally(data);
    for (const char* measure : kMeasures) {
      TuneOptions wanted;
      wanted.measure = measure;
      EXPECT_EQ(to_json(tune(tally, {}, {}, wanted)), to_json(tune(other, {}, {}, wanted)))
          << measure << ", seed " << seed;
    }
  }
}

TEST(TuneLaw, APartIsToldByWhatTheOthersTuned) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    std::mt19937_64 random(seed);
    const auto data = random_data(random, false);
    const Tally tally = scored_tally(data);
    std::vector<std::uint64_t> hashes;  // parts 1 and 2 of 3 take an example each
    for (std::size_t i = 0; i < data.size(); ++i)
      hashes.push_back(i < 3 ? i : 3 * (random() % 1000));
    for (const char* measure : {"f1_macro", "f1_micro", "jaccard_samples", "hamming_loss"}) {
      TuneOptions wanted;
      wanted.measure = measure;
      wanted.folds = 3;
      const Tuning tuning = tune(tally, hashes, {}, wanted);
      for (std::uint64_t part = 0; part < 3; ++part) {
        std::vector<ScoredExample> held_out, others;
        for (std::size_t i = 0; i < data.size(); ++i) {
          (hashes[i] % 3 == part ? held_out : others).push_back(data[i]);
        }
        const Tally one = scored_tally(held_out), rest = scored_tally(others);
        if (rest.scores().n_scores() == 0 || one.scores().n_scores() == 0) continue;
        for (const TunedStrategy& all : tuning.strategies) {
          wanted.strategies = {all.strategy};
          TuneOptions alone = wanted;
          alone.folds = 0;
          const Selection found = tune(rest, {}, {}, alone).strategies[0].selection;
          EXPECT_EQ(all.worth.folds[part], value_under(one, found, {}, measure))
              << measure << ", seed " << seed;
        }
      }
    }
  }
}

}  // namespace
}  // namespace tallystick
