// Every entry of the catalogue against values worked by hand. The working stands beside each row.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "measures/figure.hpp"
#include "measures/in_hierarchy.hpp"
#include "measures/scored_in.hpp"
#include "states/rows.hpp"
#include "tallystick/measures/catalogue.hpp"

namespace tallystick {
namespace {

using test::Rules;
using test::tally_of;

struct Golden {
  const char* name;
  double expected;
};

// Four examples, three labels:           a          b          c
//   a b > a     common 1, union 2        tp         fn         tn
//   b   > b c   common 1, union 2        tn         tp         fp
//   c   >       common 0, union 1        tn         tn         fn
//       > a     common 0, union 1        fp         tn         tn
//                              tp fp fn tn:  1 1 0 2    1 0 1 2    0 1 1 2      pooled 2 2 2 6
constexpr const char* kSets = "a b > a; b > b c; c >; > a";

constexpr Golden kOfSets[] = {
    {"precision_micro", 2.0 / 4},                   // 2 / (2 + 2)
    {"precision_macro", (0.5 + 1 + 0) / 3},         // 1/2, 1/1, 0/1
    {"precision_weighted", (0.5 + 2 * 1 + 0) / 4},  // supports 1 2 1
    {"precision_samples", (1 + 0.5 + 0 + 0) / 4},   // 1/1, 1/2, 0/0 as 0, 0/1
    {"recall_micro", 2.0 / 4},
    {"recall_macro", (1 + 0.5 + 0) / 3},  // 1/1, 1/2, 0/1
    {"recall_weighted", (1 + 2 * 0.5 + 0) / 4},
    {"recall_samples", (0.5 + 1 + 0 + 0) / 4},  // 1/2, 1/1, 0/1, 0/0 as 0
    {"f1_micro", 4.0 / 8},                      // 2*2 / (2*2 + 2 + 2)
    {"f1_macro", (2.0 / 3 + 2.0 / 3 + 0) / 3},  // 2/(2+1), 2/(2+1), 0/2
    {"f1_weighted", (2.0 / 3 + 2 * 2.0 / 3 + 0) / 4},
    {"f1_samples", (2.0 / 3 + 2.0 / 3 + 0 + 0) / 4},
    {"f1_means", 0.5},                                    // mean P = mean R = 1/2
    {"fbeta_micro:beta=2", 10.0 / 20},                    // 5*2 / (5*2 + 4*2 + 2)
    {"fbeta_macro:beta=2", (5.0 / 6 + 5.0 / 9 + 0) / 3},  // 5/(5+0+1), 5/(5+4+0), 0/5
    {"fbeta_macro:beta=0", (0.5 + 1 + 0) / 3},            // precision
    {"jaccard_micro", 2.0 / 6},
    {"jaccard_macro", (0.5 + 0.5 + 0) / 3},        // 1/2, 1/2, 0/2
    {"jaccard_samples", (0.5 + 0.5 + 0 + 0) / 4},  // common / union
    {"jaccard_samples:alpha=2", (0.25 + 0.25) / 4},
    {"jaccard_distance_micro", 4.0 / 6},
    {"jaccard_distance_samples", (0.5 + 0.5 + 1 + 1) / 4},
    {"specificity_micro", 6.0 / 8},                        // 6 / (6 + 2)
    {"specificity_macro", (2.0 / 3 + 1 + 2.0 / 3) / 3},    // 2/3, 2/2, 2/3
    {"specificity_samples", (1 + 0.5 + 1 + 2.0 / 3) / 4},  // 1/1, 1/2, 2/2, 2/3
    {"negative_predictive_value_micro", 6.0 / 8},
    {"negative_predictive_value_macro", (1 + 2.0 / 3 + 2.0 / 3) / 3},  // 2/2, 2/3, 2/3
    {"false_positive_rate_micro", 2.0 / 8},
    {"false_positive_rate_macro", (1.0 / 3 + 0 + 1.0 / 3) / 3},
    {"false_negative_rate_macro", (0 + 0.5 + 1) / 3},
    {"false_discovery_rate_macro", (0.5 + 0 + 1) / 3},
    {"false_omission_rate_macro", (0 + 1.0 / 3 + 1.0 / 3) / 3},
    {"accuracy_micro", 8.0 / 12},  // agreeing cells
    {"accuracy_macro", (0.75 + 0.75 + 0.5) / 3},
    {"accuracy_weighted", (0.75 + 2 * 0.75 + 0.5) / 4},
    {"error_micro", 4.0 / 12},
    {"balanced_accuracy_micro", (0.5 + 0.75) / 2},
    {"balanced_accuracy:label=b", (0.5 + 1) / 2},
    {"balanced_accuracy:adjusted=true,label=b", 0.5},  // (3/4 - 1/2) / (1 - 1/2)
    {"g_mean:label=b", 0.70710678118654752},           // sqrt(1/2 * 1)
    {"g_mean:label=a", 0.81649658092772603},           // sqrt(1 * 2/3)
    {"harmonic_score:label=a", 0.8},                   // 2 * 1 * 2/3 / (1 + 2/3)
    {"mcc_micro", 1.0 / 4},                            // (2*6 - 2*2) / sqrt(4 * 4 * 8 * 8) = 8/32
    {"mcc:label=a", 0.57735026918962576},              // (2 - 0) / sqrt(2 * 1 * 3 * 2) = 1/sqrt(3)
    {"mcc:label=c", -1.0 / 3},                         // (0 - 1) / sqrt(1 * 1 * 3 * 3)
    {"cohen_kappa_micro", 1.0 / 4},                    // po 8/12, pe (4*4 + 8*8)/144 = 5/9
    {"cohen_kappa:label=a", 0.5},                      // po 3/4, pe (2*1 + 2*3)/16 = 1/2
    {"informedness_micro", 0.5 + 0.75 - 1},
    {"informedness:label=c", 0 + 2.0 / 3 - 1},
    {"markedness_micro", 0.5 + 0.75 - 1},
    {"markedness:label=a", 0.5 + 1 - 1},
    {"positive_likelihood_ratio_micro", 0.5 / 0.25},
    {"negative_likelihood_ratio_micro", 0.5 / 0.75},
    {"negative_likelihood_ratio:label=b", 0.5},  // (1/2) / (2/2)
    {"diagnostic_odds_ratio_micro", 2.0 * 6 / (2 * 2)},
    {"prevalence_micro", 4.0 / 12},
    {"prevalence:label=b", 2.0 / 4},
    {"hamming_loss", 4.0 / 12},
    {"levenshtein_distance", 4.0 / 12},  // one label differs in each example
    {"subset_accuracy", 0},
    {"zero_one_loss", 1},
    {"cardinality", 4.0 / 4},
    {"predicted_cardinality", 4.0 / 4},
    {"cardinality_difference", 0},
    {"density", 4.0 / 12},
    {"empty_predictions", 1.0 / 4},
    {"clp", 0},
    {"mlp", 0},
    {"wlp", 1.0 / 3},  // c
};

// Single-label data with classes 1, 2, 10 in this order. Rows true, columns predicted:
//   1 > 1; 1 > 2; 2 > 2; 10 > 10; 10 > 1       1: 1 1 0    2: 0 1 0    10: 1 0 1
constexpr const char* kClasses = "1 > 1; 1 > 2; 2 > 2; 10 > 10; 10 > 1";

constexpr Golden kOfClasses[] = {
    {"accuracy", 3.0 / 5},
    {"balanced_accuracy", (0.5 + 1 + 0.5) / 3},
    {"balanced_accuracy:adjusted=true", 0.5},  // (2/3 - 1/3) / (1 - 1/3)
    // R_K: true sums 2 1 2, predicted 2 2 1; sum t p = 4 + 2 + 2 = 8; (3*5 - 8) / sqrt(16 * 16)
    {"mcc", 7.0 / 16},
    {"cohen_kappa", 7.0 / 17},  // (15 - 8) / (25 - 8)
    // places 0 1 2: observed |d| 1 + 2 = 3; expected (t_i p_j |i-j|)/5:
    //   0: 2*(2*1 + 1*2) = 8; 1: 1*(2*1 + 1*1) = 3; 2: 2*(2*2 + 2*1) = 12; 23/5
    {"cohen_kappa:weights=linear", 1 - 3 / (23.0 / 5)},
    // squares: observed 1 + 4 = 5; 0: 2*(2*1 + 1*4) = 12; 1: 2 + 1 = 3; 2: 2*(2*4 + 2*1) = 20; 35/5
    {"cohen_kappa:weights=quadratic", 1 - 5 / (35.0 / 5)},
    {"precision_micro", 3.0 / 5},
    {"f1_macro", (0.5 + 2.0 / 3 + 2.0 / 3) / 3},  // 2/(2+1+1), 2/(2+1), 2/(2+1)
    {"hamming_loss", 4.0 / 15},                   // two misses, two cells each
    {"subset_accuracy", 3.0 / 5},
};

// Labels a b c d. First example: a c are true, at ranks 1 and 3 of a b c d. Second: b is true, at
// rank 1, and no other label has a score.
constexpr const char* kScored = "a c > a=0.9 b=0.8 c=0.3 d=0.1; b > b=0.5";

constexpr Golden kOfRankings[] = {
    {"lrap", ((1.0 + 2.0 / 3) / 2 + 1) / 2},
    {"coverage_error", (3.0 + 1) / 2},
    {"coverage_error:from=0", (2.0 + 0) / 2},
    {"normalized_coverage_error", (2 - 1.5) / (4 - 1.5)},  // mean |T| is 3/2
    {"ranking_loss", (1.0 / 4 + 0) / 2},                   // c below b, of 2 * 2 pairs
    {"one_error", 0},
    {"is_error", 1.0 / 2},
    {"error_set_size", 1.0 / 2},
    {"margin_loss", (3.0 - 2 + 0) / 2},
    // 1 + 1/log2(4) = 3/2, best 1 + 1/log2(3), worst 1/log2(4) + 1/log2(5); and the best of all
    {"average_exposure", (0.813025125178712 + 1) / 2},
    {"precision@1", 1},
    {"precision@3", (2.0 / 3 + 1.0 / 3) / 2},
    {"recall@1", (1.0 / 2 + 1) / 2},
    {"f1@1", (2.0 / 3 + 2.0 / 2) / 2},
    {"hit@1", 1},
    {"top_k_accuracy@1", 1},
    {"r_precision", (1.0 / 2 + 1) / 2},
    {"ndcg", ((1 + 1.0 / 2) / (1 + 0.63092975357145743) + 1) / 2},  // 1/log2(3) = 0.6309...
    {"ndcg@1", 1},
    {"dcg", (1.5 + 1) / 2},
    {"reciprocal_rank", 1},
    {"rbp", (0.2 * (1 + 0.64) + 0.2) / 2},
    {"rbp:p=0.5", (0.5 * (1 + 0.25) + 0.5) / 2},
    // c: of R = 2 and N = 2 others one is before it
    {"bpref", ((1 + (1 - 1.0 / 2)) / 2 + 1) / 2},
    {"interpolated_precision", 1},
    {"interpolated_precision:recall=1", (2.0 / 3 + 1) / 2},
    // recall 0.3 to 1 of two labels round to one and two: up to 0.7 one label, else two
    {"eleven_point_precision", ((8 * 1 + 3 * (2.0 / 3)) / 11 + 1) / 2},
    {"precision_micro@1", 1},
    {"recall_micro@1", 2.0 / 3},
    // a true label among the first k of an example: a at 1, b at 1, c at 3
    {"label_coverage@1", 2.0 / 3},
    {"label_coverage@3", 1},
    // Of 6 training examples a b c d are true in 4 2 1 1; C = (ln 6 - 1) 2.5^0.55:
    // q = 1 + C (n + 1.5)^-0.55 = 1.5131694..., 1.6579953..., 1.7917594... of a, b, c
    {"psp@1", (1.5131694471762738 + 1.6579953833246743) / (1.791759469228055 + 1.6579953833246743)},
    {"psp@1:normalized=false", (1.5131694471762738 + 1.6579953833246743) / 2},
    {"psp@3", 1},
    {"psp@4000000000", 1},
    {"psndcg@4000000000",
     (1.5131694471762738 + 1.791759469228055 / 2 + 1.6579953833246743 * (1 + 0.63092975357145743)) /
         (1.791759469228055 + 1.5131694471762738 * 0.63092975357145743 +
          1.6579953833246743 * (1 + 0.63092975357145743))},
    {"psndcg@2", 0.7737298863602435},  // (q(a)/I + q(b)) / ((q(c) + q(a)/log2 3)/I + q(b))
    {"psr@1",
     (1.5131694471762738 / 2 + 1.6579953833246743) / (1.791759469228055 / 2 + 1.6579953833246743)},
    // a b c have training ranks 3 2 1 and F1 1, 2/3, 0: c has no score of 0.5 and more
    {"pbc", 1},
    {"recall_macro@1", (1 + 1 + 0 + 0) / 4.0},  // a and b found, c not, d never true
};

// In the hierarchy A > B, C, D; B > E; C > E, F; E > G, H; F > I with the root A: true G, predicted
// F. G+ = B C E G, F+ = C F, A left out.
constexpr Golden kInHierarchy[] = {
    {"hierarchical_precision_micro", 1.0 / 2},
    {"hierarchical_recall_micro", 1.0 / 4},
    {"hierarchical_f1_micro", 2.0 / 6},
    {"hierarchical_f1_samples", 2.0 / 6},
    {"hierarchical_f1_means", 2 * (1.0 / 2) * (1.0 / 4) / (1.0 / 2 + 1.0 / 4)},
    {"hierarchical_f1_union", 2.0 / 6},
    {"hierarchical_f1_macro", 1.0 / 5},  // C of B, C, E, F, G
    {"hierarchical_fbeta_micro:beta=2", 5.0 / (5 + 4 * 3 + 1)},
    {"hierarchical_fbeta_micro:beta=0", 1.0 / 2},
    {"hierarchical_precision_micro:root=in", 2.0 / 3},  // A too
    {"hierarchical_recall_micro:root=in", 2.0 / 5},
    {"hierarchical_recall_micro:root=virtual", 3.0 / 6},        // A and the one above it
    {"hierarchical_recall_micro:root=out,edges=1", 0.0},        // E G and C F
    {"hierarchical_recall_micro:level=1", 1.0 / 2},             // B C and C
    {"hierarchical_recall_micro:node_weights=depth", 1.0 / 7},  // C 1; B 1, C 1, E 2, G 3
    {"symmetric_difference_loss", 4},                           // B E G F
    {"full_path_accuracy", 0},
    {"level_accuracy@1", 0},     // B C and C
    {"inconsistency", 1},        // C is not named
    {"lca_precision", 1.0 / 2},  // C of F, C
    {"lca_recall", 1.0 / 3},     // C of G, E, C
    {"lca_f1", 2.0 / 5},
    {"graph_induced_error", 3},  // G E C F
    {"mgia", 1 - 3.0 / (2 * 5)},
    {"mgia:max_error=2", 1 - 4.0 / (2 * 2)},
    {"h_loss", 1.0 / 3 + 1.0 / 6},  // B is a third of A; F half of C, which is a third
    {"h_loss:costs=uniform", 2},
    {"tree_distance", 3},
    {"lca_height", 2},  // C E G
    {"lca_height:over=mistakes", 2},
    {"wu_palmer", 2 * 2.0 / (4 + 3)},
    {"wu_palmer:root_depth=0", 2 * 1.0 / (3 + 2)},
    // The ways C E G and C F: tp C; fp F; fn E G; tn B D, beside C.
    {"path_precision", 1.0 / 2},
    {"path_recall", 1.0 / 3},
    {"path_f1", 2.0 / 5},
    {"path_accuracy", 3.0 / 6},
    {"path_mcc", 0},
};

TEST(Golden, MeasuresInAHierarchy) {
  const Tally tally =
      test::tally_in(test::taxonomy_of("A>B A>C A>D B>E C>E C>F E>G E>H F>I"), test::rows("G > F"));
  for (const auto& [name, expected] : kInHierarchy) {
    EXPECT_NEAR(test::value(tally, name), expected, 1e-15) << name;
    EXPECT_EQ(test::figure(tally, name).name, name);
  }
}

/// Counted as often as labels lie below: CoPHE's published example, layer by layer.
TEST(Golden, CountsOfLabelsBelowAClass) {
  const Tally tally = test::tally_in(
      test::taxonomy_of("364>364.1 364>364.2 364>364.3 364.1>364.11 364.2>364.21 364.2>364.22"),
      test::rows("364.11 364.22 > 364.11 364.21 364.3"));
  const auto of = [&](std::string_view what, std::string_view level) {
    return test::value(tally, std::string("hierarchical_")
                                  .append(what)
                                  .append("_micro:")
                                  .append(level)
                                  .append("counts=labels"));
  };
  EXPECT_DOUBLE_EQ(of("precision", "level=3,"), 1.0 / 2);  // 364.11 right, 364.21 wrong
  EXPECT_DOUBLE_EQ(of("recall", "level=3,"), 1.0 / 2);     // 364.22 missed
  EXPECT_DOUBLE_EQ(of("precision", "level=2,"), 2.0 / 3);  // 364.1, 364.2 right, 364.3 wrong
  EXPECT_DOUBLE_EQ(of("precision", "level=1,"), 2.0 / 3);  // 364 of two labels, by three
  EXPECT_DOUBLE_EQ(of("recall", "level=1,"), 2.0 / 2);
  EXPECT_DOUBLE_EQ(of("precision", ""), 5.0 / 8);
  EXPECT_DOUBLE_EQ(of("recall", ""), 5.0 / 6);
}

TEST(Golden, MeasuresOfSets) {
  const Tally tally = tally_of(kSets);
  for (const auto& [name, expected] : kOfSets) {
    EXPECT_NEAR(test::value(tally, name), expected, 1e-15) << name;
    EXPECT_EQ(test::figure(tally, name).name, name);
  }
}

TEST(Golden, MeasuresOfClasses) {
  const Tally tally = tally_of(kClasses);
  for (const auto& [name, expected] : kOfClasses) {
    EXPECT_NEAR(test::value(tally, name), expected, 1e-15) << name;
  }
}

TEST(Golden, OfRankings) {
  const Tally tally = test::scored_tally(kScored, "a b c d");
  for (const auto& [name, expected] : kOfRankings) {
    EXPECT_NEAR(test::value(tally, name, {.train = TALLYSTICK_TEST_DATA "/train_labels.csv"}),
                expected, 1e-15)
        << name;
  }
}

// Scores 0.8, 0.8 (true, true), 0.4, 0.4 (true, false), and 0.1 four times (false).
constexpr std::string_view kProbabilities =
    "x > x=0.8; x > x=0.8; x > x=0.4; > x=0.4; > x=0.1; > x=0.1; > x=0.1; > x=0.1";
const Golden kOfScores[] = {
    {"roc_auc_macro", (5 + 5 + 4.5) / 15},            // negatives below each positive, of 3 * 5
    {"average_precision_macro", (1 + 1 + 0.75) / 3},  // precision at each positive
    // From 2 true and 0 false ones to 3 and 1: the integral of x / (2x - 2) is (1 + ln 2) / 2.
    {"auprc_macro", (2 + (1 + std::log(2)) / 2) / 3},
    {"interpolated_average_precision_macro", (7 + 4 * 0.75) / 11},  // 1 up to recall 2/3
    {"log_loss_macro",
     -(2 * std::log(0.8) + std::log(0.4) + std::log(0.6) + 4 * std::log(0.9)) / 8},
    {"brier_score_loss_macro", (2 * 0.04 + 0.36 + 0.16 + 4 * 0.01) / 8},
    // up to 1/2: 1 true of 6 whose sum is 1.2; above: 2 of 2 whose sum is 1.6
    {"calibration_error_macro:bins=2", (0.2 + 0.4) / 8},
    {"brier_reliability_macro", (2 * 0.04 + 2 * 0.01 + 4 * 0.01) / 8},
    {"brier_resolution_macro", (2 * 25 + 2 * 1 + 4 * 9) / 64.0 / 8},  // from the share 3/8
    {"brier_uncertainty_macro", 3.0 / 8 * 5 / 8},
};

TEST(Golden, OfScores) {
  const Tally tally = test::scored_tally(kProbabilities);
  for (const auto& [name, expected] : kOfScores) {
    EXPECT_NEAR(test::value(tally, name), expected, 1e-15) << name;
  }
}

// R > A, B; A > C, D; B > D, F; D > E. Closed truths REDAB, RCA, RFB, RDAB; from 0.8 on the first
// two are found, and R and B of the third. Heights: E, C, F 0, D 1, A and B 2, R 3.
constexpr const char* kGraph = "R>A R>B A>C A>D B>D B>F D>E";
constexpr const char* kTargets = "E > E=0.9 C=0.4; C > C=0.8 A=0.3; F > D=0.6 B=0.95; D >";
// Information accretion: A, B log2(5/4), C 1, D 0, E log2(3/2), F 1; R none.
const double kA = std::log2(1.25), kE = std::log2(1.5);

const Golden kOverScores[] = {
    {"fmax", 0.8},              // P = 1, R = (1 + 1 + 2/3 + 0) / 4 = 2/3
    {"fmax_micro", 20.0 / 25},  // 10 of 15 terms, none wrong
    {"smin", 5.0 / 4},          // 5 terms missed
    // P = 1, R = (1 + 1 + kA / (kA + 1) + 0) / 4
    {"fmax_weighted:ia=computed", 2 * ((2 + kA / (kA + 1)) / 4) / (1 + (2 + kA / (kA + 1)) / 4)},
    // found: 2 kA + kE, kA + 1, kA; missed: 1, 2 kA
    {"fmax_micro_weighted:ia=computed",
     2 * (4 * kA + kE + 1) / (2 * (4 * kA + kE + 1) + 1 + 2 * kA)},
    {"smin_weighted:ia=computed", (1 + 2 * kA) / 4},
    // First labels E, C, B: 0, 0, and 2 to F; without scores an example has none.
    {"lca_height@1", (0 + 0 + 2) / 3.0},
    // s = 1 - height / 3. E and C meet in A, A is above C: 1 + 1/3 of 1 + 1/3; B and D meet F in B:
    // 2/3 of 1 + 1/3.
    {"lca_similarity@2", (1 + 1 + (2.0 / 3) / (4.0 / 3)) / 3},
    {"mean_lca_similarity@2", (1 + 1 + (1.0 / 3 + 0.5) / 2) / 3},
    // Without R: 1, 1; B, then BDA: (1/2, 1), (1/2, 1/3); nothing.
    {"hf1_auc", (1 + 1 + 0.5 + 0) / 4},
};

TEST(Golden, OverScores) {
  const Tally tally = test::scored_in(kGraph, kTargets);
  for (const auto& [name, expected] : kOverScores) {
    EXPECT_NEAR(test::value(tally, name), expected, 1e-15) << name;
  }
}

TEST(Golden, EveryEntryHasARow) {
  std::set<std::string_view> covered{"confusion_matrix"};  // below
  const auto note = [&covered](std::string_view name) {
    const std::string_view stem = name.substr(0, name.find(':'));
    for (const Measure* measure : catalogue()) {
      for (const char* average :
           {"", "_micro", "_macro", "_weighted", "_samples", "_means", "@1", "@2"}) {
        if (stem == std::string(measure->name) + average) covered.insert(measure->name);
      }
    }
  };
  for (const Golden& row : kOfSets) note(row.name);
  for (const Golden& row : kOfClasses) note(row.name);
  for (const Golden& row : kOfScores) note(row.name);
  for (const Golden& row : kOfRankings) note(row.name);
  for (const Golden& row : kInHierarchy) note(row.name);
  for (const Golden& row : kOverScores) note(row.name);
  for (const Measure* measure : catalogue()) {
    if (measure->group == "label-space") continue;  // label_space_test has rows of these
    EXPECT_TRUE(covered.contains(measure->name)) << measure->name << " has no hand-worked row";
  }
}

TEST(Golden, ConfusionMatrix) {
  struct Case {
    const char* name;
    std::vector<double> values;  // of the pairs 1>1, 1>2, 2>2, 10>1, 10>10
  };
  const Case cases[] = {
      {"confusion_matrix", {1, 1, 1, 1, 1}},
      {"confusion_matrix:normalize=true", {0.5, 0.5, 1, 0.5, 0.5}},
      {"confusion_matrix:normalize=pred", {0.5, 0.5, 0.5, 0.5, 1}},
      {"confusion_matrix:normalize=all", {0.2, 0.2, 0.2, 0.2, 0.2}},
  };
  for (const Case& one : cases) {
    const Report report = test::report(tally_of(kClasses), one.name);
    ASSERT_TRUE(report.confusion.has_value());
    EXPECT_EQ(report.confusion->labels, (std::vector<std::string>{"1", "2", "10"}));
    std::vector<double> values;
    for (const auto& entry : report.confusion->entries) values.push_back(entry.value);
    EXPECT_EQ(values, one.values) << one.name;
  }
}

TEST(Golden, ClassesWithoutPredictionAreNoClass) {
  // 1 > 1; 1 >; 2 > 2: "nothing" is a third outcome that is never true.
  const Tally tally = tally_of("1 > 1; 1 >; 2 > 2");
  EXPECT_DOUBLE_EQ(test::value(tally, "accuracy"), 2.0 / 3);
  EXPECT_DOUBLE_EQ(test::value(tally, "balanced_accuracy"), (0.5 + 1) / 2);
  // sums: true 2 1 0, predicted 1 1 1; (2*3 - 3) / sqrt((9 - 3) (9 - 5)) and (6 - 3) / (9 - 3)
  EXPECT_NEAR(test::value(tally, "mcc"), 3 / std::sqrt(24.0), 1e-15);
  EXPECT_DOUBLE_EQ(test::value(tally, "cohen_kappa"), 0.5);
  const Rules exclude{.undefined = Undefined::exclude};
  EXPECT_TRUE(std::isnan(test::value(tally, "cohen_kappa:weights=linear", exclude)));
}

TEST(Golden, WeightedKappaOfHugeWeightsIsRefusedNotWrapped) {
  std::vector<test::Row> data = test::rows("1 > 1; 2 > 1; 3 > 3; 4 > 4; 5 > 5; 6 > 6; 7 > 9");
  for (test::Row& row : data) row.weight = {1, 0};
  const Tally small = tally_of(data);
  for (test::Row& row : data) row.weight = {std::uint64_t{1} << 58, 0};
  const Tally large = tally_of(data);
  data[0].weight.fraction = 1;
  const Tally fractional = tally_of(data);
  for (const char* name : {"cohen_kappa:weights=linear", "cohen_kappa:weights=quadratic"}) {
    EXPECT_EQ(test::value(large, name), test::value(small, name));
    const std::string text = test::failure([&] { (void)test::report(fractional, name); });
    EXPECT_TRUE(text.starts_with("count-overflow")) << text;
  }
}

TEST(Golden, LabelProblems) {
  // a is predicted for every example, c is never predicted, b is predicted but never rightly.
  const Tally tally = tally_of("a > a b; b > a; c > a");
  EXPECT_DOUBLE_EQ(test::value(tally, "clp"), 1.0 / 3);
  EXPECT_DOUBLE_EQ(test::value(tally, "mlp"), 1.0 / 3);
  EXPECT_DOUBLE_EQ(test::value(tally, "wlp"), 2.0 / 3);
  EXPECT_DOUBLE_EQ(test::value(tally, "cardinality_difference"), 1.0 / 3);
}

TEST(Golden, CountsNearTheLimitOf64Bits) {
  constexpr std::uint64_t kUnit = 1'000'000'000'000'000'000;
  Tally tally;
  tally.add_cell("x", 2 * kUnit, kUnit, kUnit, 3 * kUnit);
  // in units: (2*3 - 1*1) / sqrt(3*3*4*4) = 5/12; po 5/7, pe (9 + 16)/49, kappa 10/24
  EXPECT_DOUBLE_EQ(test::value(tally, "mcc_micro"), 5.0 / 12);
  EXPECT_EQ(test::value(tally, "cohen_kappa_micro"), 5.0 / 12);
  EXPECT_EQ(test::value(tally, "accuracy_micro"), 5.0 / 7);
  EXPECT_EQ(test::value(tally, "f1_micro"), 2.0 / 3);
  EXPECT_EQ(test::value(tally, "f1_samples"), 2.0 / 7);  // an example has one label or none
}

TEST(Golden, CountsPastTheWholeNumbersOfFloatAndDouble) {
  for (const std::uint64_t n : {(std::uint64_t{1} << 24) + 1, (std::uint64_t{1} << 53) + 1}) {
    Tally tally;
    tally.add_cell("x", n, 1, 0, 0);
    EXPECT_EQ(tally.label_counts().counts(0).tp.whole, n);
    // The double nearest to n / (n + 1): 1 - 1/(n + 1), and at 2^53 + 1 that is 1 - 2^-53.
    const double expected = n < (std::uint64_t{1} << 30)
                                ? static_cast<double>(n) / static_cast<double>(n + 1)
                                : 1 - 0x1p-53;
    EXPECT_EQ(test::value(tally, "precision_micro"), expected);
    EXPECT_LT(test::value(tally, "precision_micro"), 1);
  }
}

TEST(Golden, FbetaOfHugeBetaIsRecall) {
  Tally tally;
  tally.add_cell("x", 1'000'000'000'000'000'000, 7, 1'000'000'000'000'000'000, 0);
  for (const char* name : {"fbeta_micro:beta=1e+150", "fbeta_micro:beta=1e+200"}) {
    EXPECT_DOUBLE_EQ(test::value(tally, name), 0.5) << name;
  }
  Tally none;
  none.add_cell("x", 0, 5, 0, 1);
  const Rules one{.undefined = Undefined::one};
  EXPECT_EQ(test::value(none, "fbeta_micro:beta=1e+200", one), 0) << "wrong is not undefined";
}

/// Four labels a b c d, so rows of four.
TEST(Golden, LevenshteinDistanceOfLabelSets) {
  //  b d > a c    0101 1010: the first 0 goes, one comes at the end: 2 edits; 4 cells differ
  //  a c > b      1010 0100: the first 1 goes, a 0 comes at the end: 2; 3 cells differ
  //  a   > a b c  1000 1110: two cells change: 2
  const std::vector<test::Row> data = test::rows("b d > a c; a c > b; a > a b c");
  Tally tally;
  tally.keep_sets();
  test::add_rows(tally, data);
  EXPECT_EQ(test::value(tally, "levenshtein_distance"), 6.0 / (3 * 4));
  EXPECT_EQ(test::value(tally, "hamming_loss"), 9.0 / (3 * 4));
  // Weighted 2, 1, 1/2 they count (4 + 2 + 1) / (3.5 * 4).
  std::vector<test::Row> weighted = data;
  weighted[0].weight = {2, 0};
  weighted[2].weight = amount_from(0.5);
  Tally heavy;
  heavy.keep_sets();
  test::add_rows(heavy, weighted);
  EXPECT_EQ(test::value(heavy, "levenshtein_distance"), 7.0 / (3.5 * 4));
  // Without the sets it is refused by name and left out of groups.
  const Tally without = tally_of(data);
  EXPECT_NE(test::failure([&] {
              test::value(without, "levenshtein_distance");
            }).find("wrong-usage: measure 'levenshtein_distance' looks at the label sets"),
            std::string::npos);
  EXPECT_EQ(test::report(tally, "example").measures.size(),
            test::report(without, "example").measures.size() + 1);
}

TEST(Golden, FractionalWeights) {
  std::vector<test::Row> data = test::rows("a b > b; a > c; > c");
  data[0].weight = amount_from(0.5);
  data[1].weight = amount_from(0.25);
  data[2].weight = amount_from(2);
  const Tally tally = tally_of(data);
  // a: fn 0.5 + 0.25; b: tp 0.5; c: fp 0.25 + 2; n 2.75
  EXPECT_EQ(test::value(tally, "precision_micro"), 0.5 / 2.75);
  EXPECT_EQ(test::value(tally, "recall_micro"), 0.5 / 1.25);
  EXPECT_EQ(test::value(tally, "f1_macro"), 1.0 / 3);
  EXPECT_EQ(test::value(tally, "f1_weighted"), 0.5 * 1 / 1.25);
  EXPECT_NEAR(test::value(tally, "jaccard_samples"), 0.5 * 0.5 / 2.75, 1e-16);
  EXPECT_EQ(test::value(tally, "hamming_loss"), (0.75 + 2.25) / (3 * 2.75));
  EXPECT_EQ(test::value(tally, "cardinality"), 1.25 / 2.75);
  EXPECT_EQ(test::value(tally, "subset_accuracy"), 0);
  // undefined: precision of a; examples weigh, so recall of the third is two undefined examples
  EXPECT_EQ(test::figure(tally, "precision_macro").n_undefined, 1u);
  EXPECT_EQ(test::figure(tally, "recall_samples").n_undefined, 2u);
}

}  // namespace
}  // namespace tallystick
