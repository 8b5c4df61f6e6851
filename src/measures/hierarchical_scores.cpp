// Measures over a hierarchy that look at the scores of labels.
#include "measures/score_curves.hpp"
#include "tallystick/measures/catalogue.hpp"

namespace tallystick::detail {

namespace {

constexpr std::string_view kDevise =
    "Frome et al., DeViSE, NIPS 2013; Barz & Denzler, Hierarchy-based image embeddings, WACV 2019; "
    "Bertinetto et al., Making better mistakes, CVPR 2020";

constexpr ParamInfo kCurve[] = {
    {"propagation", "max", "max|fill",
     "a class has the largest score at or below it, or that only where it has none of its own"},
    {"root", "convention's", "out|in|virtual", "whether the written root counts (in, virtual)"}};

constexpr Measure kMeasures[] = {
    {
        .name = "lca_similarity",
        .title = "Similarity of the first k labels, of what is attainable",
        .group = "hierarchical",
        .formula =
            "mean of sum s(label) over the first k labels / sum s over the k nearest classes; s "
            "= 1 - height of the lowest common ancestor with the nearest true label / height "
            "of the root",
        .undefined_when = "no example has both a true label and scores",
        .source = kDevise,
        .called =
            "hierarchical precision at k (hP@k); the nearest classes are sought among leaves, "
            "true labels and those ranked first",
        .scores = first_similarity,
        .leveled = true,
    },
    {
        .name = "mean_lca_similarity",
        .title = "Mean similarity of the first 1 to k labels",
        .group = "hierarchical",
        .formula = "mean of lca_similarity@j over j = 1 ... k",
        .undefined_when = "no example has both a true label and scores",
        .source = kDevise,
        .called = "hierarchical mean average precision at k (hmAP@k)",
        .scores = mean_first_similarity,
        .leveled = true,
    },
    {
        .name = "hf1_auc",
        .title = "Area under hierarchical precision over recall",
        .group = "hierarchical",
        .formula =
            "mean of the area under (hR, hP) of one example over its distinct scores, from (0, "
            "1) on, by trapezoids",
        .undefined_when = "no example has a true class",
        .source =
            "Plaud, Labeau, Saillenfest, Bonald, Revisiting hierarchical text classification, "
            "CoNLL 2024",
        .called = "the curve ends at the last score: a true class that gets none adds nothing",
        .params = kCurve,
        .scores = hierarchical_curve_area,
    },
};

}  // namespace

std::span<const Measure> hierarchical_scores() { return kMeasures; }

}  // namespace tallystick::detail
