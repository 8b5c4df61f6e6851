// Measures of one label's 2x2 cell. The engine averages them: micro, macro, weighted, samples.
#include <cmath>

#include "measures/multi_class.hpp"
#include "measures/ranking_formulas.hpp"
#include "tallystick/measures/catalogue.hpp"

namespace tallystick::detail {

namespace {

constexpr ParamInfo kBeta[] = {
    {"beta", "1", "[0, inf)", "weight of recall against precision: beta > 1 favours recall"}};
constexpr ParamInfo kAlpha[] = {
    {"alpha", "1", "(0, inf)", "power of each term (Mulan's forgiveness); below 1 forgives more"}};

constexpr ParamInfo kAdjusted[] = {
    {"adjusted", "false", "true|false", "rescale so that chance is 0"}};
constexpr ParamInfo kWeights[] = {{"weights", "none", "none|linear|quadratic",
                                   "cost of a miss by distance of classes in natural order"}};

constexpr double kInfinity = std::numeric_limits<double>::infinity();

double precision(const Cell& c, const Params&) { return ratio(c.tp, c.predicted()); }
double recall(const Cell& c, const Params&) { return ratio(c.tp, c.truth()); }
double specificity(const Cell& c, const Params&) { return ratio(c.tn, c.tn + c.fp); }
double negative_predictive_value(const Cell& c, const Params&) { return ratio(c.tn, c.tn + c.fn); }

double fbeta(const Cell& c, const Params& p) {
  if (p.beta == 1) return ratio(2 * c.tp, 2 * c.tp + c.fp + c.fn);
  if ((c.tp | c.fp | c.fn) == 0) return kUndefined;
  if (c.tp == 0) return 0;
  // Both sides divided by 1 + beta^2, which may be too large for the product with a count.
  const double b2 = p.beta * p.beta;
  const double of_misses = std::isinf(b2) ? 1 : b2 / (1 + b2);
  const double tp = to_double(c.tp);
  return tp / (tp + of_misses * to_double(c.fn) + to_double(c.fp) / (1 + b2));
}

double mcc(const Cell& c, const Params&) {
  // Grouped so that a perfect table gives exactly 1: both products round alike.
  const double left = to_double(multiply(c.predicted(), c.tn + c.fp));
  const double right = to_double(multiply(c.truth(), c.tn + c.fn));
  if (left == 0 || right == 0) return kUndefined;
  const double value =
      difference(multiply(c.tp, c.tn), multiply(c.fp, c.fn)) / std::sqrt(left * right);
  return std::fmax(-1, std::fmin(1, value));
}

double cohen_kappa(const Cell& c, const Params&) {
  // (po - pe) / (1 - pe) = 2 (tp tn - fp fn) / ((tp+fp)(fp+tn) + (tp+fn)(fn+tn))
  const U256 below = multiply(c.predicted(), c.fp + c.tn) + multiply(c.truth(), c.fn + c.tn);
  const U256 hits = multiply(c.tp, c.tn);
  const U256 misses = multiply(c.fp, c.fn);
  return difference_ratio(hits + hits, misses + misses, below);
}

double harmonic(double a, double b) {
  if (std::isnan(a) || std::isnan(b)) return kUndefined;
  return a + b == 0 ? 0 : 2 * a * b / (a + b);
}

double mean_of_rates(double recall, double specificity, const Params& p) {
  const double sum = recall + specificity;
  return p.adjusted ? sum - 1 : sum / 2;
}
double root_of_rates(double recall, double specificity, const Params&) {
  return std::sqrt(recall * specificity);
}

constexpr Measure kMeasures[] = {
    {
        .name = "precision",
        .title = "Precision (positive predictive value)",
        .group = "label",
        .formula = "tp / (tp + fp)",
        .undefined_when = "tp + fp = 0",
        .kind = UndefinedKind::precision,
        .source = "van Rijsbergen, Information Retrieval, 2nd ed., 1979, ch. 7",
        .aliases = "ppv positive_predictive_value",
        .called =
            "Mulan, MEKA, utiml: precision; confusion tables: PPV; BioASQ: EbP, MaP, MiP; "
            "precision@k: trec_eval P_k, pyxclib and napkinXC P@k, which divide by k too where "
            "fewer labels are predicted",
        .cell = precision,
        .ranked = precision_at,
        .cut = true,
    },
    {
        .name = "recall",
        .title = "Recall (sensitivity, true positive rate)",
        .group = "label",
        .formula = "tp / (tp + fn)",
        .undefined_when = "tp + fn = 0",
        .kind = UndefinedKind::recall,
        .source = "van Rijsbergen, Information Retrieval, 2nd ed., 1979, ch. 7",
        .aliases = "sensitivity tpr true_positive_rate hit_rate",
        .called = "BioASQ: EbR, MaR, MiR; Statistics::Contingency counts a label without true "
                  "examples as 1 even when it was predicted",
        .cell = recall,
        .ranked = recall_at,
        .cut = true,
    },
    {
        .name = "f1",
        .title = "F1 score",
        .group = "label",
        .formula = "2 tp / (2 tp + fp + fn)",
        .undefined_when = "tp + fp + fn = 0",
        .kind = UndefinedKind::fscore,
        .source = "van Rijsbergen, Information Retrieval, 2nd ed., 1979, ch. 7",
        .aliases = "f f_score f_measure dice",
        .called = "'macro F1' is the mean of the labels' F1 in scikit-learn, torchmetrics, Mulan, "
                  "MEKA, utiml and mldr (f1_macro), but the F of macro precision and macro recall "
                  "in Gatto's tutorial and some papers (f1_means)",
        .cell = [](const Cell& c,
                   const Params&) { return ratio(2 * c.tp, 2 * c.tp + c.fp + c.fn); },
        .ranked = f1_at,
        .cut = true,
    },
    {
        .name = "fbeta",
        .title = "F-beta score",
        .group = "label",
        .formula = "(1 + beta^2) tp / ((1 + beta^2) tp + beta^2 fn + fp)",
        .undefined_when = "tp + fp + fn = 0",
        .kind = UndefinedKind::fscore,
        .source = "van Rijsbergen, Information Retrieval, 2nd ed., 1979, ch. 7",
        .aliases = "f_beta",
        .called = "trec_eval's set_F takes beta squared as its parameter, not beta",
        .params = kBeta,
        .cell = fbeta,
    },
    {
        .name = "jaccard",
        .title = "Jaccard index (threat score)",
        .group = "label",
        .formula = "tp / (tp + fp + fn)",
        .undefined_when = "tp + fp + fn = 0",
        .kind = UndefinedKind::jaccard,
        .source = "Godbole & Sarawagi, PAKDD 2004; Tsoumakas & Katakis, IJDWM 2007",
        .aliases = "threat_score critical_success_index iou",
        .called = "jaccard_samples is the 'accuracy' of Mulan, MEKA, utiml, mldr, BioASQ and "
                  "Gatto's tutorial; alpha is Mulan's ExampleBasedAccuracy forgiveness rate",
        .params = kAlpha,
        .cell =
            [](const Cell& c, const Params& p) {
              const double value = ratio(c.tp, c.tp + c.fp + c.fn);
              return p.alpha == 1 ? value : std::pow(value, p.alpha);
            },
    },
    {
        .name = "jaccard_distance",
        .title = "Jaccard distance",
        .group = "label",
        .formula = "(fp + fn) / (tp + fp + fn)",
        .direction = Direction::lower_is_better,
        .undefined_when = "tp + fp + fn = 0",
        .source = "Tsoumakas & Katakis, IJDWM 2007",
        .called = "MEKA: Jaccard distance",
        .cell = [](const Cell& c, const Params&) { return ratio(c.fp + c.fn, c.tp + c.fp + c.fn); },
    },
    {
        .name = "specificity",
        .title = "Specificity (true negative rate)",
        .group = "label",
        .formula = "tn / (tn + fp)",
        .undefined_when = "tn + fp = 0",
        .kind = UndefinedKind::specificity,
        .source = "Yerushalmy, Public Health Reports 62, 1947",
        .aliases = "tnr true_negative_rate selectivity",
        .called = "Mulan: ExampleBasedSpecificity, Micro- and MacroSpecificity",
        .cell = specificity,
    },
    {
        .name = "negative_predictive_value",
        .title = "Negative predictive value",
        .group = "label",
        .formula = "tn / (tn + fn)",
        .undefined_when = "tn + fn = 0",
        .source = "Altman & Bland, BMJ 309, 1994",
        .aliases = "npv",
        .cell = negative_predictive_value,
    },
    {
        .name = "false_positive_rate",
        .title = "False positive rate (fall-out)",
        .group = "label",
        .formula = "fp / (fp + tn)",
        .direction = Direction::lower_is_better,
        .undefined_when = "fp + tn = 0",
        .source = "Altman & Bland, BMJ 308, 1994",
        .aliases = "fpr fallout",
        .cell = [](const Cell& c, const Params&) { return ratio(c.fp, c.fp + c.tn); },
    },
    {
        .name = "false_negative_rate",
        .title = "False negative rate (miss rate)",
        .group = "label",
        .formula = "fn / (fn + tp)",
        .direction = Direction::lower_is_better,
        .undefined_when = "fn + tp = 0",
        .source = "Altman & Bland, BMJ 308, 1994",
        .aliases = "fnr miss_rate",
        .cell = [](const Cell& c, const Params&) { return ratio(c.fn, c.truth()); },
    },
    {
        .name = "false_discovery_rate",
        .title = "False discovery rate",
        .group = "label",
        .formula = "fp / (fp + tp)",
        .direction = Direction::lower_is_better,
        .undefined_when = "fp + tp = 0",
        .source = "Altman & Bland, BMJ 309, 1994",
        .aliases = "fdr",
        .cell = [](const Cell& c, const Params&) { return ratio(c.fp, c.predicted()); },
    },
    {
        .name = "false_omission_rate",
        .title = "False omission rate",
        .group = "label",
        .formula = "fn / (fn + tn)",
        .direction = Direction::lower_is_better,
        .undefined_when = "fn + tn = 0",
        .source = "Altman & Bland, BMJ 309, 1994",
        .aliases = "for",
        .cell = [](const Cell& c, const Params&) { return ratio(c.fn, c.fn + c.tn); },
    },
    {
        .name = "accuracy",
        .title = "Accuracy of cells; of single-label data, the share of right examples",
        .group = "label",
        .formula = "(tp + tn) / n; single-label data without an average: right examples / n",
        .undefined_when = "n = 0",
        .source =
            "Manning, Raghavan & Schuetze, Introduction to Information Retrieval, 2008, ch. 8",
        .aliases = "label_accuracy hamming_score",
        .called = "the bare word means, on multi-label data: scikit-learn: subset_accuracy; Mulan, "
                  "MEKA, utiml, mldr, BioASQ, Gatto: jaccard_samples; Statistics::Contingency, "
                  "torchmetrics: accuracy_macro. MEKA: Hamming score",
        .cell = [](const Cell& c, const Params&) { return ratio(c.tp + c.tn, c.total()); },
        .multiclass = multiclass_accuracy,
    },
    {
        .name = "error",
        .title = "Error of cells (1 - accuracy)",
        .group = "label",
        .formula = "(fp + fn) / n",
        .direction = Direction::lower_is_better,
        .undefined_when = "n = 0",
        .source = "Sebastiani, ACM Computing Surveys 34, 2002",
        .called = "Statistics::Contingency: micro_error and macro_error; micro equals hamming_loss",
        .cell = [](const Cell& c, const Params&) { return ratio(c.fp + c.fn, c.total()); },
    },
    {
        .name = "balanced_accuracy",
        .title = "Balanced accuracy",
        .group = "label",
        .formula = "(tp / (tp + fn) + tn / (tn + fp)) / 2; single-label data without an average: "
                   "mean recall over the K classes that have true examples; adjusted: "
                   "(value - 1/K) / (1 - 1/K), with K = 2 for a cell",
        .undefined_when = "tp + fn = 0 or tn + fp = 0; adjusted: only one class has true examples",
        .source = "Brodersen, Ong, Stephan & Buhmann, ICPR 2010",
        .aliases = "balacc",
        .called =
            "Mulan: MacroBalancedAccuracy, from recall and specificity after their rule for 0/0; "
            "utiml: balacc, NaN when a margin is empty; "
            "scikit-learn gives -inf for adjusted with one true class, we call it undefined",
        .params = kAdjusted,
        .cell = [](const Cell& c,
                   const Params& p) { return mean_of_rates(recall(c, p), specificity(c, p), p); },
        .multiclass = multiclass_balanced_accuracy,
        .of_rates = mean_of_rates,
    },
    {
        .name = "g_mean",
        .title = "Geometric mean of recall and specificity",
        .group = "label",
        .formula = "sqrt(tp / (tp + fn) * tn / (tn + fp))",
        .undefined_when = "tp + fn = 0 or tn + fp = 0",
        .source = "Kubat & Matwin, ICML 1997",
        .aliases = "gmean geometric_mean",
        .called = "Mulan: MacroGmean, from recall and specificity after their rule for 0/0",
        .cell = [](const Cell& c,
                   const Params& p) { return root_of_rates(recall(c, p), specificity(c, p), p); },
        .of_rates = root_of_rates,
    },
    {
        .name = "harmonic_score",
        .title = "Harmonic mean of recall and specificity",
        .group = "label",
        .formula = "2 / ((tp + fn) / tp + (tn + fp) / tn)",
        .undefined_when = "tp + fn = 0 or tn + fp = 0",
        .source = "Read, Pfahringer, Holmes & Frank, Machine Learning 85, 2011",
        .called = "MEKA: Harmonic score",
        .cell = [](const Cell& c,
                   const Params& p) { return harmonic(recall(c, p), specificity(c, p)); },
    },
    {
        .name = "mcc",
        .title = "Matthews correlation coefficient",
        .group = "label",
        .formula = "(tp tn - fp fn) / sqrt((tp+fp)(tp+fn)(tn+fp)(tn+fn)); single-label data "
                   "without an average: Gorodkin's R_K over all classes",
        .low = -1,
        .undefined_when = "a margin of the table is empty",
        .source =
            "Matthews, Biochim. Biophys. Acta 405, 1975; Gorodkin, Comput. Biol. Chem. 28, 2004",
        .aliases = "matthews_corrcoef phi_coefficient",
        .called = "torchmetrics multilabel_matthews_corrcoef pools the labels into one table "
                  "(mcc_micro); its constant-prediction special cases of +1 and -1 are not copied",
        .cell = mcc,
        .multiclass = multiclass_mcc,
    },
    {
        .name = "cohen_kappa",
        .title = "Cohen's kappa",
        .group = "label",
        .formula =
            "(po - pe) / (1 - pe); weighted: 1 - sum w o / sum w e with w = |i-j| or (i-j)^2",
        .low = -1,
        .undefined_when = "pe = 1: one single class on both sides; weighted: an example without "
                          "a prediction",
        .source = "Cohen, Educ. Psychol. Meas. 20, 1960; Psychol. Bull. 70, 1968 (weighted)",
        .aliases = "kappa cohen_kappa_score",
        .called = "scikit-learn returns nan where both sides hold one class; here the rule for 0/0 "
                  "of the convention decides and the term is counted as undefined",
        .params = kWeights,
        .cell = cohen_kappa,
        .multiclass = multiclass_kappa,
    },
    {
        .name = "informedness",
        .title = "Informedness (Youden's J)",
        .group = "label",
        .formula = "tp / (tp + fn) + tn / (tn + fp) - 1",
        .low = -1,
        .undefined_when = "tp + fn = 0 or tn + fp = 0",
        .source = "Youden, Cancer 3, 1950; Powers, J. Mach. Learn. Technol. 2, 2011",
        .aliases = "youden_j bookmaker_informedness",
        .cell =
            [](const Cell& c, const Params&) {
              // tp/(tp+fn) - fp/(tn+fp) as one fraction
              return difference_ratio(multiply(c.tp, c.tn), multiply(c.fp, c.fn),
                                      multiply(c.truth(), c.tn + c.fp));
            },
    },
    {
        .name = "markedness",
        .title = "Markedness",
        .group = "label",
        .formula = "tp / (tp + fp) + tn / (tn + fn) - 1",
        .low = -1,
        .undefined_when = "tp + fp = 0 or tn + fn = 0",
        .source = "Powers, J. Mach. Learn. Technol. 2, 2011",
        .cell =
            [](const Cell& c, const Params&) {
              return difference_ratio(multiply(c.tp, c.tn), multiply(c.fp, c.fn),
                                      multiply(c.predicted(), c.tn + c.fn));
            },
    },
    {
        .name = "positive_likelihood_ratio",
        .title = "Positive likelihood ratio",
        .group = "label",
        .formula = "(tp / (tp + fn)) / (fp / (fp + tn))",
        .high = kInfinity,
        .undefined_when = "tp + fn = 0 or fp = 0",
        .source = "Deeks & Altman, BMJ 329, 2004",
        .aliases = "lr_plus plr",
        .called = "scikit-learn: class_likelihood_ratios",
        .cell =
            [](const Cell& c, const Params&) {
              return ratio(multiply(c.tp, c.fp + c.tn), multiply(c.truth(), c.fp));
            },
    },
    {
        .name = "negative_likelihood_ratio",
        .title = "Negative likelihood ratio",
        .group = "label",
        .formula = "(fn / (tp + fn)) / (tn / (fp + tn))",
        .high = kInfinity,
        .direction = Direction::lower_is_better,
        .undefined_when = "tp + fn = 0 or tn = 0",
        .source = "Deeks & Altman, BMJ 329, 2004",
        .aliases = "lr_minus nlr",
        .called = "scikit-learn: class_likelihood_ratios",
        .cell =
            [](const Cell& c, const Params&) {
              return ratio(multiply(c.fn, c.fp + c.tn), multiply(c.truth(), c.tn));
            },
    },
    {
        .name = "diagnostic_odds_ratio",
        .title = "Diagnostic odds ratio",
        .group = "label",
        .formula = "tp tn / (fp fn)",
        .high = kInfinity,
        .undefined_when = "fp = 0 or fn = 0",
        .source = "Glas et al., J. Clin. Epidemiol. 56, 2003",
        .aliases = "dor",
        .cell = [](const Cell& c,
                   const Params&) { return ratio(multiply(c.tp, c.tn), multiply(c.fp, c.fn)); },
    },
    {
        .name = "prevalence",
        .title = "Prevalence",
        .group = "label",
        .formula = "(tp + fn) / n",
        .direction = Direction::neither,
        .undefined_when = "n = 0",
        .source = "Altman & Bland, BMJ 309, 1994",
        .cell = [](const Cell& c, const Params&) { return ratio(c.truth(), c.total()); },
    },
};

}  // namespace

std::span<const Measure> label_based() { return kMeasures; }

}  // namespace tallystick::detail
