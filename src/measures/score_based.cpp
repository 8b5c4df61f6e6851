// Measures of scored cells. The engine averages them: micro, macro, weighted, samples.
#include "measures/ranking_formulas.hpp"
#include "measures/score_formulas.hpp"
#include "tallystick/measures/catalogue.hpp"

namespace tallystick::detail {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

constexpr ParamInfo kMaxFpr[] = {{"max_fpr", "1", "(0, 1]",
                                  "only the part up to this false positive rate, scaled so that "
                                  "chance is 0.5 (McClish 1989)"}};
constexpr ParamInfo kCarried[] = {
    {"hierarchy", "flat", "flat|closed",
     "closed: true labels make their ancestors true, which get the largest score below them"}};
constexpr ParamInfo kLevels[] = {
    {"levels", "11", "[2, 1000000]", "recall levels, evenly from 0 to 1 (Mulan: 10)"}};
constexpr ParamInfo kEps[] = {
    {"eps", "2.220446049250313e-16", "(0, 0.5]",
     "a probability below counts as this (Mulan: 1e-8; MEKA: 1/L or 1/N)"}};
constexpr ParamInfo kBins[] = {
    {"bins", "15", "[1, 1000000]", "number of bins"},
    {"norm", "l1", "l1|l2|max", "mean gap (ECE), root mean square (RMSCE), or the largest (MCE)"},
    {"closed", "right", "left|right", "which edge belongs to a bin; 0 and 1 are always in one"},
    {"binning", "width", "width|mass", "bins of equal width, or of as many cells (ACE)"}};
constexpr ParamInfo kBrierBins[] = {
    {"bins", "15", "[1, 1000000]", "number of bins"},
    {"closed", "right", "left|right", "which edge belongs to a bin; 0 and 1 are always in one"},
    {"binning", "width", "width|mass", "bins of equal width, or of as many cells"}};

double average_precision_of_example(const RankedExample& e, const Params& params) {
  if (params.k) return average_precision(e, e.scored(), *params.k);
  return average_precision(e, e.misses_unscored() ? e.scored() : e.all(), UINT64_MAX);
}

constexpr Measure kMeasures[] = {
    {
        .name = "roc_auc",
        .title = "Area under the ROC curve",
        .group = "probabilistic",
        .formula = "(pairs with positive above negative + ties / 2) / (positives * negatives)",
        .undefined_when = "all or none of the cells are true",
        .kind = UndefinedKind::roc_auc,
        .source = "Hanley & McNeil, Radiology 143, 1982; McClish, Med. Decis. Making 9, 1989",
        .aliases = "auc auroc",
        .called =
            "scikit-learn: roc_auc_score, nan with one class, which makes its macro mean nan; "
            "torchmetrics: auroc, 0 there; mldr: 0.5 there, and example_auc is "
            "roc_auc_samples; utiml: macro-AUC, NA there; Mulan: MacroAUC, MicroAUC; MEKA: "
            "AUROC",
        .params = kMaxFpr,
        .scored = roc_auc,
    },
    {
        .name = "average_precision",
        .title = "Average precision (sum of steps)",
        .group = "probabilistic",
        .formula = "sum over scores of (recall - recall before) * precision",
        .undefined_when = "none of the cells are true",
        .kind = UndefinedKind::average_precision,
        .source = "Buckley & Voorhees, SIGIR 2000; Zhu, University of Waterloo 2004-09",
        .aliases = "ap",
        .called = "scikit-learn: average_precision_score, 0 for a label that is never true; Mulan: "
                  "MeanAveragePrecision, which leaves such labels out, and MacroAUCPR; MEKA: AUPRC "
                  "(both are Weka's area, this sum); torchmetrics: average_precision, another "
                  "value with thresholds=N; TREC: map is average_precision_samples, map_cut "
                  "average_precision@k. Not lrap, which Mulan and MEKA call average precision",
        .params = kCarried,
        .ranked = average_precision_of_example,
        .scored = average_precision,
        .ranks_all = true,
        .cut = true,
    },
    {
        .name = "auprc",
        .title = "Area under the precision-recall curve (interpolated)",
        .group = "probabilistic",
        .formula = "integral of precision over recall; between two scores true and false positives "
                   "grow in proportion",
        .undefined_when = "none of the cells are true",
        .kind = UndefinedKind::auprc,
        .source = "Davis & Goadrich, ICML 2006; Keilwagen, Grosse & Grau, PLoS ONE 9, 2014",
        .called = "Vens et al. 2008 and Clus: pooled AU(PRC) is auprc_micro, the average AUPRC is "
                  "auprc_macro, the one weighted by class frequency is auprc_weighted, classes "
                  "never true left out; Clus adds trapezoids of one positive, this is their limit; "
                  "trapezoids between precisions, as sklearn.metrics.auc draws them, are too large",
        .params = kCarried,
        .scored = auprc,
    },
    {
        .name = "interpolated_average_precision",
        .title = "Interpolated average precision",
        .group = "probabilistic",
        .formula = "mean over recall levels i / (levels - 1) of the best precision at that recall "
                   "or a higher one",
        .undefined_when = "none of the cells are true",
        .kind = UndefinedKind::average_precision,
        .source =
            "Manning, Raghavan & Schuetze, Introduction to Information Retrieval, 2008, ch. 8",
        .called = "Mulan: MeanAverageInterpolatedPrecision, with 10 levels, not 11",
        .params = kLevels,
        .scored = interpolated_precision,
    },
    {
        .name = "log_loss",
        .title = "Log loss (cross-entropy)",
        .group = "probabilistic",
        .formula = "mean over cells of -ln p where true, -ln (1 - p) else; single-label data "
                   "without an average: mean over examples of -ln p of the true label",
        .high = kInfinity,
        .direction = Direction::lower_is_better,
        .undefined_when = "there are no cells",
        .source = "Good, J. R. Stat. Soc. B 14, 1952",
        .aliases = "cross_entropy negative_log_likelihood",
        .called = "scikit-learn: log_loss of classes; handed a 0/1 matrix of several labels it "
                  "takes rows for distributions, another number; Mulan: sum over the labels, that "
                  "is log_loss_micro times their number; MEKA: each term at most ln L or ln N "
                  "(eps=1/L, 1/N)",
        .params = kEps,
        .scored = log_loss,
        .scores = class_log_loss,
        .probabilities = true,
    },
    {
        .name = "brier_score_loss",
        .title = "Brier score (mean squared error of probabilities)",
        .group = "probabilistic",
        .formula = "mean over cells of (p - true)^2; single-label data without an average: mean "
                   "over examples of the sum over labels",
        .high = kInfinity,
        .direction = Direction::lower_is_better,
        .undefined_when = "there are no cells",
        .source = "Brier, Monthly Weather Review 78, 1950",
        .aliases = "brier brier_score",
        .called = "scikit-learn: brier_score_loss of two classes is that of the positive label, of "
                  "more classes the sum, unless scale_by_half; Mulan: squared error, summed over "
                  "the labels",
        .scored = brier_score,
        .scores = class_brier_score,
        .probabilities = true,
    },
    {
        .name = "calibration_error",
        .title = "Calibration error (ECE, RMSCE, MCE, ACE)",
        .group = "probabilistic",
        .formula = "norm over bins of |share true - mean probability|, weighted by cells; "
                   "single-label data without an average: of each example's best label",
        .direction = Direction::lower_is_better,
        .undefined_when = "there are no cells",
        .source = "Naeini, Cooper & Hauskrecht, AAAI 2015; Guo et al., ICML 2017; Nixon et al., "
                  "CVPR Workshops 2019",
        .aliases = "ece expected_calibration_error",
        .called = "Guo et al.: bins closed right; torchmetrics: closed=left, with probability 1 in "
                  "a bin of its own, and edges whose rounding puts 0.6 left of the sixth of ten: "
                  "here a score written like an edge lies on it; class-wise or static error: "
                  "calibration_error_macro; netcal: 10 bins. Of several labels with the highest "
                  "score none counts as right",
        .params = kBins,
        .scored = calibration_error,
        .scores = top_calibration_error,
        .probabilities = true,
    },
    {
        .name = "brier_reliability",
        .title = "Reliability part of the Brier score",
        .group = "probabilistic",
        .formula = "sum over bins of cells / n * (share true - mean probability)^2",
        .direction = Direction::lower_is_better,
        .undefined_when = "there are no cells",
        .source = "Murphy, J. Appl. Meteorology 12, 1973",
        .called = "Brier score = reliability - resolution + uncertainty where each bin holds one "
                  "probability",
        .params = kBrierBins,
        .scored = brier_reliability,
        .probabilities = true,
    },
    {
        .name = "brier_resolution",
        .title = "Resolution part of the Brier score",
        .group = "probabilistic",
        .formula = "sum over bins of cells / n * (share true - share true overall)^2",
        .undefined_when = "there are no cells",
        .source = "Murphy, J. Appl. Meteorology 12, 1973",
        .params = kBrierBins,
        .scored = brier_resolution,
        .probabilities = true,
    },
    {
        .name = "brier_uncertainty",
        .title = "Uncertainty part of the Brier score",
        .group = "probabilistic",
        .formula = "share true * (1 - share true)",
        .direction = Direction::neither,
        .undefined_when = "there are no cells",
        .source = "Murphy, J. Appl. Meteorology 12, 1973",
        .scored = brier_uncertainty,
        .probabilities = true,
    },
};

}  // namespace

std::span<const Measure> score_based() { return kMeasures; }

}  // namespace tallystick::detail
