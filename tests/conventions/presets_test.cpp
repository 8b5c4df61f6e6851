// Each preset against values that its tool printed or documents, or that its rule gives by hand.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>

#include "measures/figure.hpp"
#include "states/rows.hpp"

namespace tallystick {
namespace {

using test::Rules;
using test::tally_of;

constexpr double kNull = std::numeric_limits<double>::quiet_NaN();

// The data sets. Counts tp fp fn tn of each label stand beside them.
struct Data {
  const char* rows;
  const char* labels;  // declared; empty: those seen
};
//   a 1 1 0 2, b 1 0 1 2, c 0 1 1 2
constexpr Data kMixed{"a b > a; b > b c; c >; > a", "a b c"};
//   a 2 0 0 2, b 1 0 1 2, c 0 1 0 3, d 0 0 0 4
constexpr Data kUnseen{"a > a; >; a b > a; b > b c", "a b c d"};
constexpr Data kNothing{">", "a b c d"};             // all cells 0 0 0 1
constexpr Data kOnlyPredicted{"> a", "a b c d"};     // a 0 1 0 0, others 0 0 0 1
constexpr Data kOnlyTrue{"a >", "a b c d"};          // a 0 0 1 0, others 0 0 0 1
constexpr Data kEverywhere{"a b > a; a > a b", ""};  // a 2 0 0 0, b 0 1 1 0
constexpr Data kClasses{"0 > 0; 0 > 2; 1 > 1", ""};
constexpr Data kClassesOf4{"0 > 0; 0 > 2; 1 > 1", "0 1 2 3"};
constexpr Data kTwoClasses{"0 > 0; 0 > 1; 1 > 1; 1 > 1", ""};
constexpr Data kThreeClasses{"0 > 0; 1 > 2; 2 > 1; 0 > 0; 1 > 0; 2 > 1; 2 > 2; 0 > 2", ""};
constexpr Data kOneClass{"1 > 1; 1 > 1; 1 > 1", ""};
constexpr Data kTorchDoc{"l1 > l2; l0 l2 > l0 l2", "l0 l1 l2"};
constexpr Data kPerlSuite{"sports > sports finance; politics > sports finance",
                          "sports politics finance world"};

struct Expected {
  const Data& data;
  const char* name;
  double value;
};

void check(std::string_view convention, std::span<const Expected> table,
           std::optional<Undefined> undefined = {}, double tolerance = 1e-12) {
  for (const Expected& row : table) {
    const double value = test::value(tally_of(row.data.rows, row.data.labels), row.name,
                                     {.convention = convention, .undefined = undefined});
    if (std::isnan(row.value)) {
      EXPECT_TRUE(std::isnan(value)) << row.name << " of " << row.data.rows << " is " << value;
    } else {
      EXPECT_NEAR(value, row.value, tolerance) << row.name << " of " << row.data.rows;
    }
  }
}

TEST(Presets, Sklearn) {  // scikit-learn run with zero_division=0; 1.2.1 and 1.9.1 agree on these
  const Expected table[] = {
      {kMixed, "precision_micro", 0.5},
      {kMixed, "recall_micro", 0.5},
      {kMixed, "f1_micro", 0.5},
      {kMixed, "precision_weighted", 0.625},
      {kMixed, "recall_weighted", 0.5},
      {kMixed, "f1_weighted", 0.5},
      {kMixed, "precision:label=b", 1},
      {kMixed, "recall:label=b", 0.5},
      {kMixed, "f1:label=c", 0},
      {kMixed, "jaccard_micro", 1.0 / 3},
      {kMixed, "jaccard_macro", 1.0 / 3},
      {kMixed, "jaccard_weighted", 0.375},
      {kMixed, "jaccard_samples", 0.25},
      {kMixed, "subset_accuracy", 0},
      {kUnseen, "precision_micro", 0.75},
      {kUnseen, "recall_micro", 0.75},
      {kUnseen, "f1_micro", 0.75},
      {kUnseen, "precision_macro", 0.5},
      {kUnseen, "recall_macro", 0.375},
      {kUnseen, "f1_macro", 0.41666666666666663},
      {kUnseen, "precision_weighted", 1},
      {kUnseen, "recall_weighted", 0.75},
      {kUnseen, "f1_weighted", 0.8333333333333333},
      {kUnseen, "recall:label=c", 0},
      {kUnseen, "f1:label=d", 0},
      {kUnseen, "jaccard_weighted", 0.75},
      {kUnseen, "hamming_loss", 0.125},
      {kUnseen, "subset_accuracy", 0.5},
      {kNothing, "precision_micro", 0},
      {kNothing, "recall_micro", 0},
      {kNothing, "f1_micro", 0},
      {kNothing, "precision_macro", 0},
      {kNothing, "precision_weighted", 0},
      {kNothing, "precision_samples", 0},
      {kNothing, "f1_samples", 0},
      {kNothing, "jaccard_micro", 0},
      {kNothing, "jaccard_macro", 0},
      {kNothing, "jaccard_weighted", 0},
      {kNothing, "jaccard_samples", 0},
      {kNothing, "hamming_loss", 0},
      {kNothing, "zero_one_loss", 0},
      {kOnlyPredicted, "precision_weighted", 0},
      {kOnlyPredicted, "recall_weighted", 0},
      {kOnlyPredicted, "f1_weighted", 0},
      {kOnlyPredicted, "jaccard_micro", 0},
      {kOnlyPredicted, "jaccard_samples", 0},
      {kOnlyPredicted, "hamming_loss", 0.25},
      {kOnlyPredicted, "subset_accuracy", 0},
      {kOnlyTrue, "precision_micro", 0},
      {kOnlyTrue, "precision_macro", 0},
      {kOnlyTrue, "precision_weighted", 0},
      {kOnlyTrue, "precision_samples", 0},
      {kOnlyTrue, "jaccard_macro", 0},
      {kOnlyTrue, "jaccard_samples", 0},
      {kClasses, "f1_macro", 0.5555555555555555},      // classes seen on either side
      {kClassesOf4, "f1_macro", 0.41666666666666663},  // and a listed one that never occurs
      {kTwoClasses, "balanced_accuracy:adjusted=true", 0.5},
      {kThreeClasses, "precision_micro", 0.375},
      {kThreeClasses, "f1_micro", 0.375},
      {kThreeClasses, "precision_weighted", 0.375},
      {kThreeClasses, "recall_weighted", 0.375},
      {kThreeClasses, "f1_weighted", 0.375},
      {kThreeClasses, "precision:label=0", 2.0 / 3},
      {kThreeClasses, "f1:label=2", 1.0 / 3},
      {kThreeClasses, "f1_macro", 1.0 / 3},
      {kThreeClasses, "accuracy", 0.375},
      {kThreeClasses, "mcc", 0.047619047619047616},
      {kThreeClasses, "cohen_kappa", 0.04761904761904767},
      {kThreeClasses, "cohen_kappa:weights=linear", 0.2},
      {kOneClass, "mcc", 0},
  };
  check("sklearn", table);
}

TEST(Presets, SklearnWithOneForZeroDivision) {
  const Expected table[] = {
      {kMixed, "precision_micro", 0.5},
      {kMixed, "precision_macro", 0.5},
      {kMixed, "recall_macro", 0.5},
      {kMixed, "f1_macro", 0.4444444444444444},
      {kMixed, "precision_samples", 0.625},
      {kMixed, "recall_samples", 0.625},
      {kMixed, "f1_samples", 0.3333333333333333},
      {kMixed, "jaccard_macro", 1.0 / 3},
      {kUnseen, "jaccard_micro", 0.6},
      {kUnseen, "jaccard_macro", 0.625},
      {kUnseen, "jaccard_weighted", 0.75},
      {kNothing, "precision_micro", 1},
      {kNothing, "recall_macro", 1},
      {kNothing, "f1_weighted", 1},
      {kNothing, "precision:label=a", 1},
      {kNothing, "jaccard_macro", 1},
      {kNothing, "jaccard_weighted", 1},
      {kOnlyPredicted, "precision_macro", 0.75},
      {kOnlyPredicted, "recall_macro", 1},
      {kOnlyPredicted, "f1_macro", 0.75},
      {kOnlyPredicted, "jaccard_samples", 0},
      {kOnlyTrue, "precision_micro", 1},
      {kOnlyTrue, "recall_micro", 0},
      {kOnlyTrue, "f1_micro", 0},
      {kOnlyTrue, "precision_weighted", 1},
      {kOnlyTrue, "recall_weighted", 0},
      {kOnlyTrue, "f1_weighted", 0},
      {kOnlyTrue, "jaccard_weighted", 0},
  };
  check("sklearn", table, Undefined::one);
}

TEST(Presets, Contingency) {  // Statistics::Contingency 0.09, run
  const Expected table[] = {
      {kMixed, "precision_macro", 0.5},
      {kMixed, "recall_macro", 0.5},
      {kMixed, "f1_macro", 0.444444444444444},
      {kMixed, "accuracy_macro", 0.666666666666667},
      {kMixed, "error_micro", 0.333333333333333},
      {kMixed, "f1_micro", 0.5},
      {kUnseen, "precision_macro", 0.75},
      {kUnseen, "recall_macro", 0.875},
      {kUnseen, "f1_macro", 0.666666666666667},
      {kUnseen, "accuracy", 0.875},
      {kUnseen, "accuracy_micro", 0.875},
      {kUnseen, "precision_micro", 0.75},
      {kUnseen, "precision:label=c", 0},
      {kUnseen, "recall:label=c", 1},  // never true, yet predicted
      {kUnseen, "f1:label=c", 0},
      {kUnseen, "precision:label=d", 1},
      {kUnseen, "recall:label=d", 1},
      {kUnseen, "f1:label=d", 1},
      {kNothing, "precision_macro", 1},
      {kNothing, "recall_micro", 1},
      {kNothing, "f1_micro", 1},
      {kNothing, "error_macro", 0},
      {kOnlyTrue, "precision_macro", 0.75},
      {kOnlyTrue, "recall_macro", 0.75},
      {kOnlyTrue, "f1_macro", 0.75},
      {kOnlyTrue, "precision_micro", 0},
      {kOnlyTrue, "f1_micro", 0},
      {kOnlyTrue, "accuracy_micro", 0.75},
      {kOnlyPredicted, "recall:label=a", 1},
      {kOnlyPredicted, "precision:label=a", 0},
      {kOnlyPredicted, "recall_micro", 1},
      {kPerlSuite, "recall_micro", 0.5},
      {kPerlSuite, "precision_micro", 0.25},
      {kPerlSuite, "f1_micro", 1.0 / 3},
      {kPerlSuite, "recall_macro", 0.75},
      {kPerlSuite, "precision_macro", 0.375},
      {kPerlSuite, "f1_macro", 5.0 / 12},
      {kPerlSuite, "error_macro", 0.5},
  };
  check("contingency", table);
}

TEST(Presets, ContingencySetEntries) {
  const auto of = [](std::uint64_t tp, std::uint64_t fp, std::uint64_t fn, std::uint64_t tn,
                     std::string_view name) {
    Tally tally;
    tally.add_cell("x", tp, fp, fn, tn);
    return test::value(tally, name, {.convention = "contingency"});
  };
  EXPECT_EQ(of(0, 0, 5, 19, "precision_micro"), 0);
  EXPECT_EQ(of(0, 0, 5, 19, "recall_micro"), 0);
  EXPECT_DOUBLE_EQ(of(0, 0, 5, 19, "accuracy_micro"), 19.0 / 24);
  EXPECT_EQ(of(0, 5, 0, 19, "precision_micro"), 0);
  EXPECT_EQ(of(0, 5, 0, 19, "recall_micro"), 1);
  EXPECT_EQ(of(0, 5, 0, 19, "f1_micro"), 0);
  EXPECT_EQ(of(7, 0, 0, 0, "f1_micro"), 1);
}

TEST(Presets, Torchmetrics) {  // values of its documentation have four digits
  const Expected documented[] = {
      {kTorchDoc, "subset_accuracy", 0.5},
      {kTorchDoc, "jaccard", 0.5},  // a bare name is the macro mean there
      {kTorchDoc, "precision", 0.5},
      {kTorchDoc, "specificity", 0.6667},
  };
  check("torchmetrics", documented, {}, 5e-5);
  const Expected by_rule[] = {
      {kUnseen, "f1_macro", (1 + 2.0 / 3 + 0 + 0) / 4},  // multi-label: absent labels count 0
      {kUnseen, "accuracy", 0.875},
      {kClassesOf4, "f1_macro", (2.0 / 3 + 1 + 0) / 3},  // multi-class: class 3 is left out
      {kClassesOf4, "recall_macro", (0.5 + 1 + 0) / 3},
      // the labels pooled: 2 2 2 6
      {kMixed, "mcc", 8.0 / 32},
  };
  check("torchmetrics", by_rule);
}

TEST(Presets, Mulan) {
  const Expected table[] = {
      {kUnseen, "precision_samples", 0.875},
      {kUnseen, "recall_samples", 0.875},
      {kUnseen, "f1_samples", 0.8333333333333333},
      {kUnseen, "jaccard_samples", 0.75},
      {kUnseen, "precision_macro", 0.75},
      {kUnseen, "recall_macro", 0.625},
      {kUnseen, "f1_macro", 0.6666666666666666},
      {kOnlyPredicted, "precision_samples", 0},
      {kOnlyPredicted, "recall_samples", 0},
      {kOnlyPredicted, "f1_samples", 0},
      {kOnlyPredicted, "accuracy", 0},
      // Specificity: a has no negatives and no misses, 1; b has no negatives but a miss, tn + fp =
      // 1 there: 0/1. Two examples: {a, b} > {a}: tn = fp = 0 with a miss, 0; {a} > {a, b}: 0/1.
      {kEverywhere, "specificity:label=a", 1},
      {kEverywhere, "specificity:label=b", 0},
      {kEverywhere, "specificity_samples", 0},
      // Specificity of the example {a, b, c, d} > {} of declared labels: 0/0 with misses, 0.
      {kOnlyTrue, "specificity:label=a", 0},  // tn = fp = 0, fn = 1
      {kOnlyTrue, "specificity:label=b", 1},  // tn 1
      // Balanced accuracy and G-mean of rates after the rule: c 0 1 0 3 has recall 0 (0/0, but
      // predicted) and specificity 3/4; d 0 0 0 4 has 1 and 1.
      {kUnseen, "balanced_accuracy:label=c", 0.375},
      {kUnseen, "balanced_accuracy:label=d", 1},
      {kUnseen, "balanced_accuracy_macro", (1 + 0.75 + 0.375 + 1) / 4},
      {kUnseen, "g_mean:label=c", 0},
      {kUnseen, "g_mean_macro", (1 + std::sqrt(0.5) + 0 + 1) / 4},
      {kUnseen, "balanced_accuracy_macro:adjusted=true", (1 + 0.5 - 0.25 + 1) / 4},
  };
  check("mulan", table);
}

TEST(Presets, Mldr) {  // undefined_value = diagnose is Mulan's rule
  const Expected table[] = {
      {kUnseen, "precision_samples", 0.875},
      {kUnseen, "recall_samples", 0.875},
      {kUnseen, "f1_samples", 0.8333333333333333},
      {kUnseen, "accuracy", 0.75},
      {kUnseen, "precision_macro", 0.75},
      {kUnseen, "recall_macro", 0.625},
      {kNothing, "f1_micro", 1},
      {kOnlyTrue, "precision_micro", 0},
  };
  check("mldr", table);
}

TEST(Presets, Meka) {
  const Expected table[] = {
      {kNothing, "precision_samples", 0}, {kNothing, "recall_samples", 0},
      {kNothing, "f1_samples", 0},        {kNothing, "jaccard_samples", 1},
      {kNothing, "jaccard_macro", 0},     {kUnseen, "jaccard_samples", (1 + 1 + 0.5 + 0.5) / 4},
      {kUnseen, "f1_macro", 5.0 / 12},    {kUnseen, "accuracy", 0.75},
  };
  check("meka", table);
}

TEST(Presets, Utiml) {
  const Expected table[] = {
      {kNothing, "precision_samples", 0},
      {kNothing, "recall_samples", 0},
      {kNothing, "f1_samples", 0},
      {kNothing, "accuracy", 0},
      {kUnseen, "precision_macro", 0.5},
      {kUnseen, "recall_macro", 0.375},
      {kUnseen, "f1_macro", 0.41666666666666663},
      {kMixed, "clp", 0},
      {kMixed, "mlp", 0},
      {kMixed, "wlp", 1.0 / 3},
      {kOnlyTrue, "balanced_accuracy:label=a", kNull},  // a margin is empty
  };
  check("utiml", table);
}

/// R's package measures: 0/0 of F1 and accuracy is 1, of precision and recall it leaves the mean.
TEST(Presets, RMeasuresBySingleRules) {
  const Expected dropped[] = {
      {kMixed, "precision_samples", 0.5},
      {kMixed, "recall_samples", 0.5},
      {kUnseen, "precision_samples", 0.8333333333333334},
      {kUnseen, "recall_samples", 0.8333333333333334},
      {kOnlyPredicted, "precision_samples", 0},
      {kOnlyPredicted, "recall_samples", kNull},
  };
  check("sklearn", dropped, Undefined::exclude);
  const Expected ones[] = {
      {kMixed, "f1_samples", 0.3333333333333333},  {kMixed, "jaccard_samples", 0.25},
      {kUnseen, "f1_samples", 0.8333333333333333}, {kUnseen, "jaccard_samples", 0.75},
      {kOnlyPredicted, "f1_samples", 0},           {kOnlyPredicted, "jaccard_samples", 0},
  };
  check("sklearn", ones, Undefined::one);
}

/// Macro precision over the labels that were predicted, macro recall and F over those that are
/// true.
TEST(Presets, Bioasq) {
  const Expected table[] = {
      // kUnseen: predicted a b c with precision 1 1 0; true a b with recall 1 1/2, F 1 2/3
      {kUnseen, "precision_macro", 2.0 / 3},
      {kUnseen, "recall_macro", 0.75},
      {kUnseen, "f1_macro", (1 + 2.0 / 3) / 2},
      {kUnseen, "precision_micro", 0.75},
      {kUnseen, "f1_samples", (1 + 0 + 2.0 / 3 + 2.0 / 3) / 4},
      {kUnseen, "accuracy", (1 + 0 + 0.5 + 0.5) / 4},
      // kMixed: predicted a b c with 1/2 1 0, true a b c with 1 1/2 0
      {kMixed, "precision_macro", 0.5},
      {kMixed, "recall_macro", 0.5},
      {kOnlyPredicted, "precision_macro", 0},
      {kOnlyPredicted, "recall_macro", 0},  // no label is true: the mean is 0/0
      {kOnlyTrue, "precision_macro", 0},
      {kOnlyTrue, "f1_macro", 0},
  };
  check("bioasq", table);
}

/// With text labels: macro over the labels seen, Hamming loss not divided by the labels.
TEST(Presets, Xmc) {
  const Expected table[] = {
      {kUnseen, "precision_macro", 2.0 / 3},  // a b c: 1 1 0
      {kUnseen, "recall_macro", 0.5},         // 1 1/2 0
      {kUnseen, "f1_macro", (1 + 2.0 / 3 + 0) / 3},
      {kUnseen, "hamming_loss", 2.0 / 4},  // two wrong cells in four examples
      {kUnseen, "accuracy", 0.5},
      {kNothing, "f1_macro", 0},
  };
  check("xmc", table);
}

/// The tutorial's own example and its three published figures.
TEST(Presets, Gatto) {
  const Tally tally =
      tally_of("1 2 3 > 1 4 5; 2 3 4 > 1 4 5; 1 2 > 1 3 4; 2 5 > 3 4 5; 3 4 > 1 3 5");
  const Rules gatto{.convention = "gatto"};
  // common / union: 1/5 1/5 1/4 1/4 1/4
  EXPECT_DOUBLE_EQ(test::value(tally, "accuracy", gatto), 0.23);
  EXPECT_EQ(test::figure(tally, "accuracy", gatto).name, "jaccard_samples");
  // 17 of 25 cells disagree: 4 4 3 3 3
  EXPECT_DOUBLE_EQ(test::value(tally, "subset_accuracy", gatto), 0.32);
  EXPECT_DOUBLE_EQ(test::value(tally, "zero_one_loss", gatto), 0.68);
  EXPECT_NE(test::figure(tally, "subset_accuracy", gatto).note.find("cells"), std::string::npos);
  EXPECT_NE(test::figure(tally, "zero_one_loss", gatto).note.find("cells"), std::string::npos);
  // What the words mean elsewhere:
  EXPECT_EQ(test::value(tally, "subset_accuracy"), 0);
  EXPECT_EQ(test::value(tally, "zero_one_loss"), 1);
  EXPECT_DOUBLE_EQ(test::value(tally, "hamming_loss"), 0.68);
}

TEST(Presets, GattoMore) {
  const Expected table[] = {
      {kMixed, "f1_macro", 0.5},  // F of mean precision 1/2 and mean recall 1/2
      {kNothing, "accuracy", 0},  // an empty union counts 0
      {kOnlyTrue, "f1_macro", 0},
  };
  check("gatto", table);
  // One label: 2 hits, one wrongly predicted, two missed of five
  const Data one{"L > L; L >; > L; L >; L > L", ""};
  EXPECT_DOUBLE_EQ(test::value(tally_of(one.rows), "accuracy_micro"), 0.4);
}

TEST(Presets, AnswerByNameAndSayWhereTheyComeFrom) {
  std::set<std::string_view> names;
  for (const Convention& preset : conventions()) {
    EXPECT_TRUE(names.insert(preset.name).second) << preset.name;
    EXPECT_FALSE(preset.tool.empty()) << preset.name;
    EXPECT_FALSE(preset.source.empty()) << preset.name;
    EXPECT_FALSE(preset.accuracy.empty()) << preset.name;
    EXPECT_EQ(&find_convention(preset.name), &preset);
  }
  EXPECT_EQ(conventions().front().name, "sklearn");
  const std::string text = test::failure([] { (void)find_convention("skleanr"); });
  EXPECT_TRUE(text.starts_with("wrong-usage")) << text;
  EXPECT_NE(text.find("'sklearn'"), std::string::npos) << text;
}

}  // namespace
}  // namespace tallystick
