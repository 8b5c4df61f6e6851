// Entries are well formed: what help, docs, reports and the laws rely on.
#include "tallystick/measures/catalogue.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <set>

#include "measures/figure.hpp"
#include "states/rows.hpp"
#include "tallystick/measures/spec.hpp"
#include "tallystick/measures/whole.hpp"

namespace tallystick {
namespace {

bool is_name(std::string_view text) {
  // Of hierarchical measures the literature's hP, hR, hF are aliases as they are written there.
  const std::size_t begin = text.size() > 1 && text[0] == 'h' && text[1] < 'a' ? 2 : 1;
  return !text.empty() && text[0] >= 'a' && text[0] <= 'z' &&
         std::all_of(text.begin() + static_cast<std::ptrdiff_t>(begin), text.end(), [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
         });
}

std::set<std::string> parameter_names(const Measure& measure) {
  std::set<std::string> names;
  for (const ParamInfo& info : measure.params) names.emplace(info.name);
  return names;
}

TEST(Catalogue, NamesAreUniqueAliasesIncluded) {
  std::set<std::string_view> seen;
  for (const std::string_view name : measure_names()) {
    EXPECT_TRUE(is_name(name)) << name;
    EXPECT_TRUE(seen.insert(name).second) << name << " stands twice";
    ASSERT_NE(find_measure(name), nullptr) << name;
  }
  for (const std::string_view group : measure_groups()) {
    EXPECT_FALSE(seen.contains(group)) << group << " is a group and a measure";
  }
  EXPECT_EQ(find_measure("no_such_measure"), nullptr);
  EXPECT_EQ(find_measure(""), nullptr);
}

/// "f1" + "_macro" must not be another measure's name, or one of the two could never be asked for.
TEST(Catalogue, NoNameWithAnAverageIsAnotherName) {
  for (const std::string_view name : measure_names()) {
    if (averages_of(*find_measure(name)).empty()) continue;  // fmax and fmax_micro are apart
    for (const Average average : {Average::micro, Average::macro, Average::weighted,
                                  Average::samples, Average::means, Average::union_of_sets}) {
      const std::string word(average_name(average));
      EXPECT_EQ(find_measure(std::string(name) + '_' + word), nullptr) << name;
      EXPECT_EQ(find_measure(word + '_' + std::string(name)), nullptr) << name;
    }
  }
}

TEST(Catalogue, EntriesSayWhatTheyAre) {
  const auto groups = measure_groups();
  for (const Measure* measure : catalogue()) {
    EXPECT_FALSE(measure->title.empty()) << measure->name;
    EXPECT_FALSE(measure->formula.empty()) << measure->name;
    EXPECT_FALSE(measure->source.empty()) << measure->name;
    EXPECT_LT(measure->low, measure->high) << measure->name;
    EXPECT_TRUE(std::find(groups.begin(), groups.end(), measure->group) != groups.end())
        << measure->name;
    // Something computes it, and only the formulas that exist are there.
    const bool ranks_alone =
        measure->ranked != nullptr && measure->cell == nullptr && measure->scored == nullptr;
    const bool over_all =
        (measure->scores != nullptr && measure->scored == nullptr && measure->scorer == nullptr) ||
        measure->trained != nullptr || measure->space != nullptr;
    const int formulas = (measure->cell != nullptr ? 1 : 0) + (measure->whole != nullptr ? 1 : 0) +
                         (ranks_alone ? 1 : 0) + (over_all ? 1 : 0) +
                         (measure->closed != nullptr ? 1 : 0) +
                         (measure->scorer != nullptr ? 1 : 0) +
                         (measure->paths != nullptr ? 1 : 0) + (measure->scored != nullptr ? 1 : 0);
    EXPECT_EQ(formulas, measure->table ? 0 : 1) << measure->name;
    EXPECT_EQ(measure->group == "hierarchical",
              measure->closed != nullptr || measure->scorer != nullptr ||
                  measure->paths != nullptr ||
                  (measure->scores != nullptr && measure->group == "hierarchical"))
        << measure->name;
    EXPECT_TRUE(measure->of_rates == nullptr || measure->cell != nullptr) << measure->name;
    for (const ParamInfo& info : measure->params) {
      EXPECT_TRUE(is_name(info.name)) << measure->name << ' ' << info.name;
      EXPECT_FALSE(info.initial.empty()) << measure->name << ' ' << info.name;
      EXPECT_FALSE(info.values.empty()) << measure->name << ' ' << info.name;
      EXPECT_FALSE(info.sentence.empty()) << measure->name << ' ' << info.name;
    }
  }
}

/// The page of a measure fits a screen; an entry that needs more words belongs in the docs.
TEST(Catalogue, EntriesStaySmall) {
  for (const Measure* measure : catalogue()) {
    EXPECT_LE(measure->title.size(), 80u) << measure->name;
    EXPECT_LE(measure->formula.size(), 250u) << measure->name;
    EXPECT_LE(measure->source.size(), 150u) << measure->name;
    EXPECT_LE(measure->called.size(), 500u) << measure->name;
    const std::size_t most = measure->closed != nullptr             ? 6
                             : measure->scored != nullptr           ? 4
                             : measure->group == "protein-function" ? 5
                             : measure->trained != nullptr          ? 3
                                                                    : 2;
    EXPECT_LE(measure->params.size(), most) << measure->name;
  }
}

TEST(Catalogue, LossesErrorsAndDistancesAreLowerIsBetterAndLittleElse) {
  const std::set<std::string_view> others = {"false_positive_rate",
                                             "false_negative_rate",
                                             "false_discovery_rate",
                                             "false_omission_rate",
                                             "clp",
                                             "mlp",
                                             "wlp",
                                             "brier_reliability",
                                             "error",
                                             "error_set_size",
                                             "inconsistency",
                                             "lca_height",
                                             "smin",
                                             "smin_weighted",
                                             "negative_likelihood_ratio"};
  std::set<std::string_view> met;
  for (const Measure* measure : catalogue()) {
    const std::string_view name = measure->name;
    const bool by_name =
        name.ends_with("_loss") || name.ends_with("_error") || name.ends_with("_distance");
    if (others.contains(name)) met.insert(name);
    EXPECT_EQ(measure->direction == Direction::lower_is_better, by_name || others.contains(name))
        << name;
  }
  EXPECT_EQ(met, others);
}

/// Undefined somewhere if and only if the entry says when.
TEST(Catalogue, SaysWhenItIsUndefined) {
  std::mt19937_64 random(7);
  for (const Measure* measure : catalogue()) {
    if (measure->cell == nullptr) continue;
    bool undefined = false;
    for (int i = 0; i < 256; ++i) {
      Cell cell;
      for (u128* count : {&cell.tp, &cell.fp, &cell.fn, &cell.tn}) {
        *count = random() % 2 == 0 ? 0 : random() % 5;
      }
      undefined |= std::isnan(measure->cell(cell, {}));
    }
    EXPECT_EQ(undefined, !measure->undefined_when.empty()) << measure->name;
  }
  const Tally no_labels = test::tally_of(">; >");
  const Whole whole(no_labels, LabelUniverse::seen);
  for (const Measure* measure : catalogue()) {
    if (measure->whole == nullptr) continue;
    EXPECT_EQ(std::isnan(measure->whole(whole, {})), !measure->undefined_when.empty())
        << measure->name;
  }
}

/// Every name that a report can print is free of characters that a shell would take.
TEST(Catalogue, CanonicalNamesNeedNoQuoting) {
  const Tally classes = test::tally_of("a > a; a > b");
  const Tally sets = test::tally_of("a b > a");
  for (const Tally* tally : {&classes, &sets}) {
    for (const Score& score : test::report(*tally, "all").measures) {
      EXPECT_EQ(score.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_@:=.,"),
                std::string::npos)
          << score.name;
      EXPECT_EQ(test::figure(*tally, score.name).name, score.name);
    }
  }
}

TEST(Catalogue, ParametersThatAnEntryNamesAreTaken) {
  const std::map<std::string, std::string> examples = {
      {"beta", "2"},           {"alpha", "0.5"},
      {"adjusted", "true"},    {"weights", "quadratic"},
      {"normalize", "all"},    {"root", "virtual"},
      {"edges", "3"},          {"level", "2"},
      {"counts", "labels"},    {"node_weights", "depth"},
      {"ways", "any"},         {"costs", "uniform"},
      {"over", "mistakes"},    {"root_depth", "0"},
      {"max_error", "9"},      {"from", "0"},
      {"gain", "exponential"}, {"p", "0.5"},
      {"recall", "0.5"},       {"normalized", "false"},
      {"score", "recall"},     {"labels", "train"},
      {"max_fpr", "0.1"},      {"levels", "10"},
      {"eps", "1e-8"},         {"bins", "10"},
      {"norm", "max"},         {"closed", "left"},
      {"binning", "mass"},     {"propagation", "fill"},
      {"normalization", "gt"}, {"step", "0.01"},
      {"orphans", "out"},      {"namespace", "process"},
      {"ia", "computed"},      {"take", "best"},
      {"hierarchy", "closed"}, {"absent", "zero"},
      {"ddof", "0"},           {"inputs", "294"}};
  const std::set<std::string> unset = {"root", "edges", "level",
                                       "step", "from",  "absent"};  // no value says the default
  for (const Measure* measure : catalogue()) {
    for (const std::string& name : parameter_names(*measure)) {
      ASSERT_TRUE(examples.contains(name)) << measure->name << ' ' << name;
      const std::string stem = std::string(measure->name) + (measure->leveled ? "@1" : "");
      const std::string text = stem + ':' + name + '=' + examples.at(name);
      const auto parsed = parse_measures(text);
      EXPECT_FALSE(parsed[0].params == Params{}) << text << " changes nothing";
      if (unset.contains(name)) continue;
      if (name == "beta" && measure->trained != nullptr) continue;  // takes the score of a beta
      // The initial value is what leaving the parameter out means.
      const auto initial = std::find_if(measure->params.begin(), measure->params.end(),
                                        [&](const ParamInfo& info) { return info.name == name; });
      auto same = parse_measures(stem + ':' + name + '=' + std::string(initial->initial));
      same[0].params.k.reset();
      EXPECT_TRUE(same[0].params == Params{}) << measure->name << ' ' << name;
    }
  }
}

}  // namespace
}  // namespace tallystick
