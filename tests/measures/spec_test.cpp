// The grammar of measure names and what a name stands for.
#include "tallystick/measures/spec.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "measures/figure.hpp"
#include "states/rows.hpp"
#include "tallystick/measures/catalogue.hpp"

namespace tallystick {
namespace {

using Names = std::vector<std::string>;

Names expanded(std::string_view list, std::string_view convention = "sklearn",
               const DataKind& kind = {}) {
  Names names;
  for (const Spec& spec : expand(parse_measures(list), find_convention(convention), kind)) {
    names.push_back(spec.name());
  }
  return names;
}
std::string refused(std::string_view list) {
  return test::failure([&] { (void)parse_measures(list); });
}
std::string label_in(std::string_view name) {
  const auto requests = parse_measures(name);
  EXPECT_EQ(requests.size(), 1u) << name;
  return requests[0].params.label.value_or("no label");
}

const DataKind kSingle{.single_label = true, .positive = {}};

TEST(Spec, TakesNamesAveragesAndParameters) {
  EXPECT_EQ(expanded("f1_macro"), Names{"f1_macro"});
  EXPECT_EQ(expanded("macro_f1, f_score_macro ,f1_macro"), Names{"f1_macro"}) << "each once";
  EXPECT_EQ(expanded("fbeta_micro:beta=0.5"), Names{"fbeta_micro:beta=0.5"});
  EXPECT_EQ(expanded("fbeta_micro"), Names{"fbeta_micro:beta=1"});
  EXPECT_EQ(expanded("f1_means"), Names{"f1_means"});
  EXPECT_EQ(expanded("exact_match"), Names{"subset_accuracy"});
  EXPECT_EQ(expanded("f1:label=spam"), Names{"f1:label=spam"});
  EXPECT_EQ(expanded("jaccard_samples:alpha=1"), Names{"jaccard_samples"}) << "1 is the default";
  EXPECT_EQ(expanded("precision_micro,recall_micro"), (Names{"precision_micro", "recall_micro"}));
  EXPECT_EQ(expanded("fbeta_micro:beta=2,recall_micro"),
            (Names{"fbeta_micro:beta=2", "recall_micro"}));
  EXPECT_EQ(expanded("fbeta:beta=2,label=a,recall_micro"),
            (Names{"fbeta:beta=2,label=a", "recall_micro"}));
  EXPECT_EQ(expanded("recall_micro,,precision_micro,"), (Names{"recall_micro", "precision_micro"}));
}

TEST(Spec, ABareNameStandsForWhatTheConventionSays) {
  const Names all{"recall_micro", "recall_macro", "recall_weighted", "recall_samples"};
  EXPECT_EQ(expanded("recall"), all);
  EXPECT_EQ(expanded("recall", "torchmetrics"), Names{"recall_macro"});
  EXPECT_EQ(expanded("recall", "sklearn", {.positive = "yes"}), Names{"recall:label=yes"});
  EXPECT_EQ(expanded("mcc", "sklearn", kSingle), Names{"mcc"});
  EXPECT_EQ(expanded("mcc", "torchmetrics"), Names{"mcc_micro"});
  EXPECT_EQ(expanded("mcc", "mulan").size(), 4u);
}

TEST(Spec, TheWordAccuracyStandsForWhatEachToolMeans) {
  const std::pair<const char*, const char*> meanings[] = {
      {"sklearn", "subset_accuracy"},     {"contingency", "accuracy_macro"},
      {"torchmetrics", "accuracy_macro"}, {"mulan", "jaccard_samples"},
      {"meka", "jaccard_samples"},        {"utiml", "jaccard_samples"},
      {"mldr", "jaccard_samples"},        {"bioasq", "jaccard_samples"},
      {"hemkit", "subset_accuracy"},      {"hiclass", "subset_accuracy"},
      {"cafa", "subset_accuracy"},        {"isco-hf", "subset_accuracy"},
      {"xmc", "subset_accuracy"},         {"gatto", "jaccard_samples"},
      {"trec", "subset_accuracy"}};
  EXPECT_EQ(std::size(meanings), conventions().size());
  for (const auto& [convention, meaning] : meanings) {
    EXPECT_EQ(expanded("accuracy", convention), Names{meaning}) << convention;
    EXPECT_EQ(expanded("accuracy", convention, kSingle), Names{"accuracy"}) << convention;
    EXPECT_EQ(expanded("accuracy_micro", convention), Names{"accuracy_micro"}) << convention;
  }
}

TEST(Spec, StandardNamesTheUsualFigures) {
  const Names sets = expanded("standard");
  EXPECT_EQ(sets.size(), 3u * 4 + 3 + 3);
  EXPECT_EQ(sets.front(), "precision_micro");
  EXPECT_EQ(sets.back(), "zero_one_loss");
  Names single = sets;
  for (const char* name : {"accuracy", "balanced_accuracy", "mcc", "cohen_kappa"}) {
    single.emplace_back(name);
  }
  EXPECT_EQ(expanded("standard", "sklearn", kSingle), single);
  const Names binary = expanded("standard", "sklearn", {.single_label = true, .positive = "1"});
  EXPECT_EQ(binary.size(), single.size() + 5);
  EXPECT_EQ(binary.back(), "mcc:label=1");
}

TEST(Spec, GroupsHoldTheCatalogue) {
  const Names all = expanded("all", "sklearn",
                             {.single_label = true,
                              .positive = {},
                              .hierarchical = true,
                              .ranks = true,
                              .scores = true,
                              .probabilities = true,
                              .training = true,
                              .node_weights = true});
  for (const Measure* measure : catalogue()) {
    if (measure->table || (measure->leveled && measure->ranked == nullptr)) continue;
    const bool found = std::any_of(all.begin(), all.end(), [&](const std::string& name) {
      return name.starts_with(measure->name);
    });
    EXPECT_TRUE(found) << measure->name;
  }
  EXPECT_EQ(std::set<std::string>(all.begin(), all.end()).size(), all.size());
  for (const std::string& name : expanded("example")) {
    EXPECT_TRUE(name.find("_samples") != std::string::npos || find_measure(name) != nullptr)
        << name;
  }
  EXPECT_EQ(expanded("multi-class", "sklearn", kSingle),
            (Names{"accuracy", "balanced_accuracy", "mcc", "cohen_kappa"}));
}

TEST(Spec, LabelsMayBeQuoted) {
  EXPECT_EQ(label_in("f1:label=spam"), "spam");
  EXPECT_EQ(label_in("f1:label=a:b"), "a:b");
  EXPECT_EQ(label_in("f1:label=two words"), "two words");
  EXPECT_EQ(label_in("f1:label=\"Cooks, other\""), "Cooks, other");
  EXPECT_EQ(label_in("f1:label=\"a,beta=2\""), "a,beta=2");
  EXPECT_EQ(label_in("f1:label=\"say \"\"hi\"\"\""), "say \"hi\"");
  EXPECT_EQ(label_in("f1:label=\" \""), " ");
  EXPECT_EQ(label_in("f1:label=\"\"\"\""), "\"");
  // A quote that is never closed is a slip, not a label that begins with a quote.
  for (const char* open : {"f1:label=\"", "f1:label=\"a", "f1:label=\"a,b"}) {
    EXPECT_NE(test::failure([&] { (void)parse_measures(open); }).find("is not closed"),
              std::string::npos)
        << open;
  }
}

/// A name that is printed can be asked for, whatever the label holds.
TEST(Spec, EveryNameReadsBack) {
  for (const char* label : {"spam",      "a b",         "Cooks, other", "say \"hi\"", "\"",
                            "\"\"",      "a,beta=2",    "a:b",          "=",          ",",
                            " x",        "caf\xC3\xA9", "x\ny",         "accuracy",   "0110",
                            "A > B > C", "\"quoted\"",  "it's",         "100%",       "\\"}) {
    Spec spec{.measure = find_measure("fbeta"), .scope = Scope::label, .params = {}};
    spec.params.beta = 0.5;
    spec.params.label = label;
    EXPECT_EQ(label_in(spec.name()), label) << spec.name();
    const std::string list = std::string("recall_micro,").append(spec.name()).append(",f1_macro");
    EXPECT_EQ(expanded(list), (Names{"recall_micro", spec.name(), "f1_macro"})) << list;
  }
}

TEST(Spec, ReportsAllUnknownNamesTogetherEachWithItsNearest) {
  const std::string text = refused("f1_macr,hamming_los,recall_micro,precison");
  EXPECT_TRUE(text.starts_with("unknown-measure")) << text;
  for (const char* part :
       {"f1_macr", "f1_macro", "hamming_los", "hamming_loss", "precison", "precision"}) {
    EXPECT_NE(text.find("'" + std::string(part) + "'"), std::string::npos) << part << ": " << text;
  }
  EXPECT_EQ(text.find("recall"), std::string::npos) << text;
}

TEST(Spec, RefusesWhatHasNoMeaning) {
  const std::pair<const char*, const char*> wrong[] = {
      {"", "empty"},
      {" , ", "empty"},
      {"hamming_loss_macro", "no averages"},
      {"precision_means", "no average 'means'"},
      {"fbeta_micro:beta=-1", "[0, inf)"},
      {"fbeta_micro:beta=nan", "[0, inf)"},
      {"fbeta_micro:beta=inf", "[0, inf)"},
      {"fbeta_micro:beta=1x", "[0, inf)"},
      {"fbeta_micro:beta=", "[0, inf)"},
      {"jaccard_samples:alpha=0", "(0, inf)"},
      {"f1_micro:beta=2", "fbeta"},
      {"recall_micro:gamma=2", "gamma"},
      {"hamming_loss:label=a", "no parameter 'label'"},
      {"cohen_kappa:weights=cubic", "none|linear|quadratic"},
      {"cohen_kappa:weights=", "none|linear|quadratic"},
      {"cohen_kappa:weights=linear|quadratic", "none|linear|quadratic"},
      {"balanced_accuracy:adjusted=yes", "true|false"},
      {"f1_macro:label=a", "one label and for an average"},
      {"f1:spam", "name:param=value"},
      {"f1_macro_micro", "no measure"},
      {"standard:beta=2", "no measure"},
      {"F1_macro", "f1_macro"},
      {"_macro", "no measure"},
      {"jaccard@5", "takes no @"},
      {"precision@0", "needs a number of labels"},
      {"hit", "needs a number of labels"},
      {"level_accuracy", "needs a level"},
      {"level_accuracy@0", "needs a level"},
      {"level_accuracy@2x", "needs a level"},
      {"hierarchical_f1_weighted", "no average 'weighted'"},
      {"f1_union", "no average 'union'"},
      {"hierarchical_recall_means", "no average 'means'"},
      {"hierarchical_fbeta_micro:beta=-1", "[0, inf)"},
      {"hierarchical_fbeta_micro:beta=nan", "[0, inf)"},
      {"hierarchical_f1_micro:root=no", "out|in|virtual"},
      {"hierarchical_f1_micro:level=0", "1, 2, ..."},
      {"hierarchical_f1_macro:node_weights=depth", "leave out node_weights"},
      {"hierarchical_f1_micro:counts=labels,edges=1", "neither edges nor node_weights"},
      {"mgia:max_error=0", "1, 2, ..."},
  };
  for (const auto& [name, says] : wrong) {
    const std::string text = refused(name);
    EXPECT_TRUE(text.starts_with("unknown-measure")) << name << ": " << text;
    EXPECT_NE(text.find(says), std::string::npos) << name << ": " << text;
    EXPECT_FALSE(text.ends_with(" / ")) << name << " has no hint";
  }
}

TEST(Spec, FiguresOfClassesNeedClasses) {
  const auto of_sets = [](std::string_view name) {
    return test::failure([&] { (void)test::report(test::tally_of("a b > a"), name); });
  };
  for (const char* name : {"confusion_matrix", "balanced_accuracy:adjusted=true",
                           "cohen_kappa:weights=linear", "multi-class"}) {
    EXPECT_TRUE(of_sets(name).starts_with("not-single-label")) << name << ": " << of_sets(name);
  }
  const std::string text =
      test::failure([] { (void)test::report(test::tally_of("spam > ham"), "f1:label=spamm"); });
  EXPECT_TRUE(text.starts_with("unknown-label")) << text;
  EXPECT_NE(text.find("did you mean 'spam'"), std::string::npos) << text;
}

}  // namespace
}  // namespace tallystick
