// Measures of rankings: means over the examples of what the order of their labels says.
#include <limits>

#include "measures/ranking_formulas.hpp"
#include "tallystick/measures/catalogue.hpp"

namespace tallystick::detail {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

constexpr ParamInfo kFrom[] = {{"from", "convention's", "0|1", "the rank that the best label has"}};
constexpr ParamInfo kGain[] = {{"gain", "linear", "linear|exponential",
                                "what a grade g of relevance is worth: g, or 2^g - 1"}};
constexpr ParamInfo kPatience[] = {
    {"p", "0.8", "(0, 1)", "the chance of looking at the next label"}};
constexpr ParamInfo kRecall[] = {
    {"recall", "0", "[0, 1]", "the share of true labels that must be found"}};

constexpr std::string_view kTsoumakas =
    "Tsoumakas, Katakis, Vlahavas, Mining multi-label data, Data Mining and Knowledge Discovery "
    "Handbook, 2010";
constexpr std::string_view kCrammer =
    "Crammer & Singer, A family of additive online algorithms for category ranking, JMLR 3, 2003";
constexpr std::string_view kSchapire = "Schapire & Singer, BoosTexter, Machine Learning 39, 2000";
constexpr std::string_view kTrec =
    "Voorhees & Harman, TREC: experiment and evaluation in information retrieval, 2005";
constexpr std::string_view kNoTrue = "an example has no true label";
constexpr std::string_view kAllOrNone = "an example has no true labels, or no others";

double normalized_coverage(double mean, const Whole& whole, std::uint64_t n_labels) {
  const double n_true = ratio(whole.all_cells().truth(), whole.n_examples());
  const double room = static_cast<double>(n_labels) - n_true;
  return room > 0 ? (mean - n_true) / room : 0;  // where all labels are true, no ranking is worse
}

double lrap(const RankedExample& e, const Params&) {
  return average_precision(e, e.misses_unscored() ? e.scored() : e.all(), UINT64_MAX);
}

double coverage_from_one(const RankedExample& e, const Params&) {
  Params params;
  params.first_rank = 1;
  return coverage_error(e, params);
}

constexpr Measure kMeasures[] = {
    {
        .name = "lrap",
        .title = "Label ranking average precision",
        .group = "ranking",
        .formula =
            "mean over examples of 1/|T| sum over l in T of |{t in T: rank(t) <= rank(l)}| / "
            "rank(l)",
        .undefined_when = kNoTrue,
        .kind = UndefinedKind::lrap,
        .source = kSchapire,
        .aliases = "label_ranking_average_precision",
        .called =
            "scikit-learn: label_ranking_average_precision_score, torchmetrics: "
            "multilabel_ranking_average_precision, MEKA: Avg precision; labels that share a score "
            "share their worst rank there, an example without true labels scores 1. Mulan: "
            "AveragePrecision, utiml, mldr: average-precision; ties by column, and Mulan and utiml "
            "leave examples without true labels out. Not average_precision, which is over labels",
        .ranked = lrap,
        .ranks_all = true,
    },
    {
        .name = "coverage_error",
        .title = "Coverage error",
        .group = "ranking",
        .formula = "mean over examples of the lowest rank of a true label",
        .high = kInfinity,
        .direction = Direction::lower_is_better,
        .undefined_when = kNoTrue,
        .kind = UndefinedKind::coverage,
        .source = kTsoumakas,
        .aliases = "coverage",
        .called = "scikit-learn, torchmetrics: the best label has rank 1; Mulan, mldr, utiml: rank "
                  "0. An example without true labels counts 0, with utiml it is left out",
        .params = kFrom,
        .ranked = coverage_error,
        .ranks_all = true,
    },
    {
        .name = "normalized_coverage_error",
        .title = "Normalised coverage error",
        .group = "ranking",
        .formula = "(coverage_error - mean |T|) / (n_labels - mean |T|), ranks from 1",
        .direction = Direction::lower_is_better,
        .undefined_when = kNoTrue,
        .kind = UndefinedKind::coverage,
        .source =
            "Piras, Boratto, Ramos, Evaluating the prediction bias induced by label imbalance "
            "in multi-label classification, CIKM 2021",
        .ranked = coverage_from_one,
        .of_mean = normalized_coverage,
        .ranks_all = true,
    },
    {
        .name = "ranking_loss",
        .title = "Ranking loss",
        .group = "ranking",
        .formula = "mean over examples of |{(t, f): t in T, f not in T, score(t) <= score(f)}| / "
                   "(|T| * (n_labels - |T|))",
        .direction = Direction::lower_is_better,
        .undefined_when = kAllOrNone,
        .kind = UndefinedKind::ranking,
        .source = kSchapire,
        .aliases = "label_ranking_loss",
        .called =
            "scikit-learn: label_ranking_loss, in which equal scores are an error, as in mldr; "
            "Mulan: RankingLoss and utiml: ranking-loss break ties by column; torchmetrics: "
            "multilabel_ranking_loss and MEKA: Rank loss break them by unstable sorts",
        .ranked = ranking_loss,
        .ranks_all = true,
    },
    {
        .name = "one_error",
        .title = "One-error",
        .group = "ranking",
        .formula = "share of examples whose best label is not true",
        .direction = Direction::lower_is_better,
        .source = kSchapire,
        .called = "Mulan: OneError; MEKA: One error and mldr: one-error look at the first of the "
                  "best labels; an example without true labels counts 1",
        .ranked = one_error,
        .ranks_all = true,
    },
    {
        .name = "is_error",
        .title = "Is-error",
        .group = "ranking",
        .formula = "share of examples in which some true label ranks below another label",
        .direction = Direction::lower_is_better,
        .source = kCrammer,
        .called = "Mulan: IsError; utiml's is-error is something else: whether the ranking differs "
                  "from a full one that is supplied",
        .ranked = is_error,
        .ranks_all = true,
    },
    {
        .name = "error_set_size",
        .title = "Error-set size",
        .group = "ranking",
        .formula = "mean over examples of |{(t, f): t in T, f not in T, rank(t) > rank(f)}|",
        .high = kInfinity,
        .direction = Direction::lower_is_better,
        .source = kCrammer,
        .called = "Mulan: ErrorSetSize",
        .ranked = error_set_size,
        .ranks_all = true,
    },
    {
        .name = "margin_loss",
        .title = "Margin loss",
        .group = "ranking",
        .formula = "mean over examples of max(0, lowest rank of a true label - highest rank of "
                   "another)",
        .high = kInfinity,
        .direction = Direction::lower_is_better,
        .undefined_when = kAllOrNone,
        .kind = UndefinedKind::ranking,
        .source = "Loza Mencia & Fuernkranz, Pairwise learning of multilabel classifications with "
                  "perceptrons, IJCNN 2008",
        .called = "utiml: margin-loss",
        .ranked = margin_loss,
        .ranks_all = true,
    },
    {
        .name = "average_exposure",
        .title = "Normalised average exposure of true labels",
        .group = "ranking",
        .formula = "mean over examples of (E - worst) / (best - worst), E = sum over l in T of "
                   "1 / log2(1 + rank(l)), best and worst of all orders",
        .undefined_when = kAllOrNone,
        .kind = UndefinedKind::ranking,
        .source = "Singh & Joachims, Fairness of exposure in rankings, KDD 2018; Piras, Boratto, "
                  "Ramos, CIKM 2021",
        .ranked = average_exposure,
        .ranks_all = true,
    },
    {
        .name = "hit",
        .title = "Hit rate at k (success)",
        .group = "ranking",
        .formula = "share of examples with a true label among the first k",
        .source = kTrec,
        .aliases = "success",
        .called = "trec_eval: success; ranx: hit_rate; napkinXC: abandonment_at_k, whose name says "
                  "the opposite",
        .ranked = hit_at,
        .leveled = true,
    },
    {
        .name = "top_k_accuracy",
        .title = "Top-k accuracy",
        .group = "ranking",
        .formula = "share of examples whose true label is among the first k",
        .source = "Russakovsky et al., ImageNet large scale visual recognition challenge, IJCV "
                  "115, 2015",
        .aliases = "top_k_accuracy_score",
        .called = "scikit-learn: top_k_accuracy_score, in which the class with the higher index "
                  "wins a tie; of examples with one true label it is hit@k",
        .ranked = hit_at,
        .leveled = true,
    },
    {
        .name = "r_precision",
        .title = "R-precision",
        .group = "ranking",
        .formula = "mean over examples of the share of true labels among the first |T|",
        .undefined_when = kNoTrue,
        .kind = UndefinedKind::ranking,
        .source = kTrec,
        .aliases = "rprec r_prec",
        .called = "trec_eval: Rprec; ranx: r-precision",
        .ranked = r_precision,
    },
    {
        .name = "ndcg",
        .title = "Normalised discounted cumulative gain",
        .group = "ranking",
        .formula = "mean over examples of dcg / dcg of the best order",
        .undefined_when = kNoTrue,
        .kind = UndefinedKind::ranking,
        .source = "Jaervelin & Kekaelaeinen, Cumulated gain-based evaluation of IR techniques, ACM "
                  "TOIS 20, 2002",
        .aliases = "ndcg_cut ndcg_score",
        .called = "scikit-learn: ndcg_score, linear gains, equal scores averaged; trec_eval: ndcg "
                  "and ndcg_cut, linear; ranx: ndcg_burges and ir_measures: exp-log2, exponential",
        .params = kGain,
        .ranked = ndcg,
        .cut = true,
    },
    {
        .name = "dcg",
        .title = "Discounted cumulative gain",
        .group = "ranking",
        .formula = "mean over examples of sum over l in T of gain(l) / log2(1 + rank(l))",
        .high = kInfinity,
        .source = "Jaervelin & Kekaelaeinen, Cumulated gain-based evaluation of IR techniques, ACM "
                  "TOIS 20, 2002",
        .aliases = "dcg_score",
        .params = kGain,
        .ranked = dcg,
        .cut = true,
    },
    {
        .name = "reciprocal_rank",
        .title = "Mean reciprocal rank",
        .group = "ranking",
        .formula = "mean over examples of 1 / rank of the best true label",
        .undefined_when = kNoTrue,
        .kind = UndefinedKind::ranking,
        .source = kTrec,
        .aliases = "mrr rr recip_rank mean_reciprocal_rank",
        .called = "trec_eval: recip_rank; ranx: mrr",
        .ranked = reciprocal_rank,
        .cut = true,
    },
    {
        .name = "rbp",
        .title = "Rank-biased precision",
        .group = "ranking",
        .formula = "mean over examples of (1 - p) sum over l in T of p^(rank(l) - 1)",
        .source = "Moffat & Zobel, Rank-biased precision for measurement of retrieval "
                  "effectiveness, ACM TOIS 27, 2008",
        .aliases = "rank_biased_precision",
        .params = kPatience,
        .ranked = rank_biased_precision,
    },
    {
        .name = "bpref",
        .title = "Binary preference",
        .group = "ranking",
        .formula =
            "mean over examples of 1/R sum over found l in T of 1 - min(n(l), R) / min(R, N), "
            "n(l) of the N labels judged not relevant before l, R = |T|",
        .undefined_when = kNoTrue,
        .kind = UndefinedKind::ranking,
        .source =
            "Buckley & Voorhees, Retrieval evaluation with incomplete information, SIGIR 2004",
        .called =
            "trec_eval: bpref over the labels judged (convention trec); otherwise every label "
            "that is not true counts as judged. In a tie whose mean is taken, half of the "
            "judged labels come before",
        .ranked = bpref,
    },
    {
        .name = "interpolated_precision",
        .title = "Interpolated precision at a recall",
        .group = "ranking",
        .formula =
            "mean over examples of the largest precision at a rank by which that share of T, "
            "rounded to whole labels, is found",
        .undefined_when = kNoTrue,
        .kind = UndefinedKind::ranking,
        .source = kTrec,
        .aliases = "iprec_at_recall",
        .called =
            "trec_eval 10: iprec_at_recall, which rounds; up to 9 and ranx: truncates recall "
            "* R + 0.9. Labels that share a score count at the rank of the last of them, also "
            "where ties are averaged",
        .params = kRecall,
        .ranked = interpolated_precision,
    },
    {
        .name = "eleven_point_precision",
        .title = "Eleven-point interpolated average precision",
        .group = "ranking",
        .formula = "mean of interpolated_precision at recall 0, 0.1, ..., 1",
        .undefined_when = kNoTrue,
        .kind = UndefinedKind::ranking,
        .source = kTrec,
        .aliases = "eleven_point_avg",
        .called = "trec_eval: 11pt_avg",
        .ranked = eleven_point_precision,
    },
};

}  // namespace

std::span<const Measure> ranking() { return kMeasures; }

}  // namespace tallystick::detail
