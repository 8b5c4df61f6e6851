// Measures of label sets in a hierarchy: with their ancestors, level by level.
#include <algorithm>
#include <memory>

#include "measures/closed_sizes.hpp"
#include "measures/h_loss.hpp"
#include "measures/pair_distance.hpp"
#include "measures/score_curves.hpp"
#include "measures/undirected_distance.hpp"
#include "tallystick/measures/catalogue.hpp"
#include "tallystick/measures/graph_error.hpp"
#include "tallystick/measures/hierarchy.hpp"
#include "tallystick/measures/lca.hpp"

namespace tallystick::detail {

namespace {

constexpr std::string_view kKiritchenko =
    "Kiritchenko et al., BioLINK 2005; Silla & Freitas, A survey of hierarchical classification, "
    "Data Min. Knowl. Disc. 22, 2011";

constexpr ParamInfo kRoot = {
    "root", "convention's", "out|in|virtual",
    "whether the written root counts (in), or also a virtual root above all tops (virtual)"};
constexpr ParamInfo kEdges = {"edges", "convention's", "0, 1, 2, ...",
                              "only ancestors up to so many edges above a label count"};
constexpr ParamInfo kNodeWeights = {"node_weights", "none", "none|depth|file",
                                    "a weight of each class: its depth, or from the file of --ia"};

constexpr ParamInfo kLevel = {"level", "all", "1, 2, ...", "only classes of that depth count"};
constexpr ParamInfo kCounts = {
    "counts", "classes", "classes|labels",
    "a class counts once an example, or as often as labels lie at or below it (CoPHE)"};

constexpr ParamInfo kClosed[] = {kRoot, kEdges, kLevel, kCounts, kNodeWeights};
constexpr ParamInfo kClosedBeta[] = {
    {"beta", "1", "[0, inf)", "weight of recall against precision: beta > 1 favours recall"},
    kRoot,
    kEdges,
    kLevel,
    kCounts,
    kNodeWeights};
constexpr ParamInfo kSets[] = {kRoot, kEdges};
constexpr ParamInfo kMaxError[] = {
    {"max_error", "5", "1, 2, ...", "the cost of a label whose nearest is so many edges away"}};
constexpr ParamInfo kCosts[] = {{"costs", "sibling", "sibling|subtree|uniform",
                                 "the cost of a class: its parent's shared among the children, "
                                 "its share of all classes, or 1"}};
constexpr ParamInfo kWays[] = {{"ways", "ancestor", "ancestor|any",
                                "over a common ancestor, or of any shape (LSHTC); in trees equal"}};
constexpr ParamInfo kOver[] = {
    {"over", "all", "all|mistakes", "all examples, or only those that are not exactly right"}};
constexpr ParamInfo kOverFirst[] = {
    kOver[0],
    {"take", "mean", "mean|best", "with @k: the mean or the least of the first k labels"}};
constexpr ParamInfo kRootDepth[] = {{"root_depth", "1", "0|1", "depth that the root counts as"}};

constexpr std::string_view kKosmopoulos =
    "Kosmopoulos et al., Evaluation measures for hierarchical classification, Data Min. Knowl. "
    "Disc. 29, 2015";
constexpr std::string_view kRiehl =
    "Riehl, Neunteufel, Hemberg, Hierarchical confusion matrix for classification performance "
    "evaluation, J. R. Stat. Soc. C 72, 2023";
constexpr std::string_view kRiehlCalled =
    "classes on the ways from the root to a true label and the predicted label paired with it: tp "
    "on both, fp and fn on one, tn the neighbours that were rightly not taken";
constexpr std::string_view kLcaCalled =
    "LCA-F (canonical, ties shared): HEMKit breaks ties by the numbers of the nodes, so its "
    "figures change when they are renumbered; convention hemkit uses this rule too";
constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// A scorer from a value of the closed sets.
template <double (*Value)(const Cell&)>
ExampleScorer of_sizes(const Taxonomy& taxonomy, const Params& p) {
  return
      [sizes = std::make_shared<ClosedSizes>(taxonomy, p)](
          std::span<const NodeId> t, std::span<const NodeId> q) { return Value((*sizes)(t, q)); };
}

double differing(const Cell& c) { return static_cast<double>(c.fp + c.fn); }
double all_right(const Cell& c) { return (c.fp | c.fn) == 0 ? 1 : 0; }
double right_if_reached(const Cell& c) { return c.truth() == 0 ? kUndefined : all_right(c); }

ExampleScorer level_accuracy(const Taxonomy& taxonomy, const Params& p) {
  Params at = p;
  at.root = Root::in;
  at.edges.reset();
  at.level = p.k;
  return of_sizes<right_if_reached>(taxonomy, at);
}

ExampleScorer inconsistency(const Taxonomy& taxonomy, const Params&) {
  struct Sets {
    explicit Sets(const Taxonomy& of) : closed(of), labels(of) {}
    Closure closed, labels;
  };
  return [&taxonomy, sets = std::make_shared<Sets>(taxonomy)](std::span<const NodeId>,
                                                              std::span<const NodeId> predicted) {
    if (predicted.empty()) return kUndefined;
    static_cast<void>(sets->labels.of(predicted, 0));  // marks the labels alone
    for (const NodeId node : sets->closed.of(predicted)) {
      if (node != taxonomy.root() && !sets->labels.contains(node)) return 1.0;
    }
    return 0.0;
  };
}

template <double LcaScorer::Score::* Part>
ExampleScorer lca(const Taxonomy& taxonomy, const Params&) {
  return [scorer = std::make_shared<LcaScorer>(taxonomy)](std::span<const NodeId> t,
                                                          std::span<const NodeId> q) {
    return scorer->score(t, q).*Part;
  };
}

template <std::size_t Place>
double lca_mean(const Hierarchy& hierarchy, const Params&) {
  return hierarchy.lca_means()[Place];
}

template <std::size_t Place>
double graph_error_mean(const Hierarchy& hierarchy, const Params& p) {
  return hierarchy.graph_error_means(p.max_error)[Place];
}

template <double (*Value)(const GraphError::Score&)>
ExampleScorer graph_error(const Taxonomy& taxonomy, const Params& p) {
  return [scorer = std::make_shared<GraphError>(taxonomy, p.max_error)](std::span<const NodeId> t,
                                                                        std::span<const NodeId> q) {
    return Value(scorer->score(t, q));
  };
}
double error_edges(const GraphError::Score& s) { return static_cast<double>(s.error); }
double error_accuracy(const GraphError::Score& s) { return s.accuracy; }

ExampleScorer h_loss(const Taxonomy& taxonomy, const Params& p) {
  const HLossCost cost = p.costs == "subtree"   ? HLossCost::subtree
                         : p.costs == "uniform" ? HLossCost::uniform
                                                : HLossCost::sibling;
  return [loss = std::make_shared<HLoss>(taxonomy, cost)](
             std::span<const NodeId> t, std::span<const NodeId> q) { return (*loss)(t, q); };
}

ExampleScorer tree_distance(const Taxonomy& taxonomy, const Params& p) {
  if (p.undirected) {
    return [distance = std::make_shared<UndirectedDistance>(taxonomy)](
               std::span<const NodeId> t, std::span<const NodeId> q) { return (*distance)(t, q); };
  }
  return [distance = std::make_shared<PairDistance>(taxonomy)](std::span<const NodeId> t,
                                                               std::span<const NodeId> q) {
    return (*distance)(t, q).tree_distance;
  };
}

ExampleScorer lca_height(const Taxonomy& taxonomy, const Params& p) {
  const bool mistakes = p.over == "mistakes";
  return [mistakes, distance = std::make_shared<PairDistance>(taxonomy)](
             std::span<const NodeId> t, std::span<const NodeId> q) {
    const bool right = t.size() == q.size() && std::is_permutation(t.begin(), t.end(), q.begin());
    return mistakes && right ? kUndefined : (*distance)(t, q).lca_height;
  };
}

ExampleScorer wu_palmer(const Taxonomy& taxonomy, const Params& p) {
  const bool from_0 = p.root_depth == 0;
  return [from_0, distance = std::make_shared<PairDistance>(taxonomy)](std::span<const NodeId> t,
                                                                       std::span<const NodeId> q) {
    const PairFigures figures = (*distance)(t, q);
    return from_0 ? figures.wu_palmer_from_0 : figures.wu_palmer_from_1;
  };
}

/// A flat measure's formula over the hierarchical confusion matrix.
template <const char* Name>
double of_paths(const Cell& cell, const Params& p) {
  return find_measure(Name)->cell(cell, p);
}
constexpr char kPrecision[] = "precision", kRecall[] = "recall", kF1[] = "f1", kMcc[] = "mcc",
               kAccuracy[] = "accuracy";

double closed_fbeta(const Cell& c, const Params& p) {
  return find_measure("fbeta")->cell(c, p);  // the formula does not use tn
}

constexpr Measure kMeasures[] = {
    {
        .name = "hierarchical_precision",
        .title = "Hierarchical precision",
        .group = "hierarchical",
        .formula = "sum |T+ & P+| / sum |P+|;  S+ is S with all its ancestors",
        .undefined_when = "no class is predicted",
        .kind = UndefinedKind::precision,
        .source = kKiritchenko,
        .aliases = "hP hp h_precision",
        .called = "HEMKit: hP, mean over examples, virtual root counted (convention hemkit); "
                  "HiClass: precision, whose 'macro' is the mean over examples; the Hugging Face "
                  "ISCO-08 metric unites the sets of all examples (hierarchical_precision_union)",
        .params = kClosed,
        .closed = [](const Cell& c, const Params&) { return ratio(c.tp, c.predicted()); },
    },
    {
        .name = "hierarchical_recall",
        .title = "Hierarchical recall",
        .group = "hierarchical",
        .formula = "sum |T+ & P+| / sum |T+|;  S+ is S with all its ancestors",
        .undefined_when = "no class is true",
        .kind = UndefinedKind::recall,
        .source = kKiritchenko,
        .aliases = "hR hr h_recall",
        .called = "HEMKit: hR, mean over examples, virtual root counted (convention hemkit); the "
                  "card of the Hugging Face ISCO-08 metric gives its DAG example hR = 1/2, where "
                  "1 of the 4 true classes is found: 1/4",
        .params = kClosed,
        .closed = [](const Cell& c, const Params&) { return ratio(c.tp, c.truth()); },
    },
    {
        .name = "hierarchical_f1",
        .title = "Hierarchical F1",
        .group = "hierarchical",
        .formula = "2 sum |T+ & P+| / (sum |T+| + sum |P+|);  S+ is S with all its ancestors",
        .undefined_when = "no class is true or predicted",
        .kind = UndefinedKind::fscore,
        .source = kKiritchenko,
        .aliases = "hF hf h_f1 hierarchical_f hF1",
        .called = "Kiritchenko, HiClass, sklearn-hierarchical-classification: micro; HEMKit: "
                  "samples, with a virtual root; CAFA-evaluator: means; the Hugging Face ISCO-08 "
                  "metric: union, where any permutation of the predictions scores 1 against the "
                  "truth",
        .params = kClosed,
        .closed = [](const Cell& c,
                     const Params&) { return ratio(2 * c.tp, 2 * c.tp + c.fp + c.fn); },
    },
    {
        .name = "hierarchical_fbeta",
        .title = "Hierarchical F-beta",
        .group = "hierarchical",
        .formula = "(1 + beta^2) hP hR / (beta^2 hP + hR), from the same sums",
        .undefined_when = "no class is true or predicted",
        .kind = UndefinedKind::fscore,
        .source = kKiritchenko,
        .aliases = "h_fbeta hierarchical_f_beta",
        .called = "beta = 0 gives hierarchical precision",
        .params = kClosedBeta,
        .closed = closed_fbeta,
    },
    {
        .name = "symmetric_difference_loss",
        .title = "Symmetric difference loss",
        .group = "hierarchical",
        .formula = "mean |T+ ^ P+|, the classes in one of the closed sets but not in both",
        .high = kInfinity,
        .direction = Direction::lower_is_better,
        .source = kKosmopoulos,
        .aliases = "sdl",
        .called = "HEMKit: SDL, which it computes but does not print",
        .params = kSets,
        .scorer = of_sizes<differing>,
    },
    {
        .name = "full_path_accuracy",
        .title = "Full-path accuracy",
        .group = "hierarchical",
        .formula = "share of examples with T+ = P+: right at every level",
        .source = "exact match of label paths, as hierarchical text classification reports it",
        .aliases = "path_exact_match",
        .called = "differs from subset_accuracy only where a label set names ancestors of its own "
                  "labels",
        .params = kSets,
        .scorer = of_sizes<all_right>,
    },
    {
        .name = "level_accuracy",
        .title = "Accuracy at one level",
        .group = "hierarchical",
        .formula = "share of the examples whose truth reaches level k that have its classes there "
                   "right, all and no others",
        .undefined_when = "the truth does not reach the level",
        .source = "agreement by digit, as offices of statistics report it for occupation coding",
        .called = "level_accuracy@1 is the top level; a class is as deep as its longest way down",
        .scorer = level_accuracy,
        .leveled = true,
    },
    {
        .name = "inconsistency",
        .title = "Inconsistency of the predictions",
        .group = "hierarchical",
        .formula = "share of predicted label sets that lack an ancestor of one of their labels "
                   "(the root left out)",
        .direction = Direction::lower_is_better,
        .undefined_when = "nothing is predicted",
        .source = "label sets with P != P+, as structured classifiers must avoid them",
        .called = "always 1 where only the deepest classes are predicted, as in single-label data",
        .scorer = inconsistency,
    },
    {
        .name = "lca_precision",
        .title = "LCA precision",
        .group = "hierarchical",
        .formula = "mean of the weight that both sides share / weight of the predicted side, over "
                   "labels, lowest common ancestors and the ways between",
        .source = kKosmopoulos,
        .aliases = "lca_p",
        .called = kLcaCalled,
        .scorer = lca<&LcaScorer::Score::precision>,
        .mean = lca_mean<0>,
    },
    {
        .name = "lca_recall",
        .title = "LCA recall",
        .group = "hierarchical",
        .formula = "mean of the weight that both sides share / weight of the true side, over "
                   "labels, lowest common ancestors and the ways between",
        .source = kKosmopoulos,
        .aliases = "lca_r",
        .called = kLcaCalled,
        .scorer = lca<&LcaScorer::Score::recall>,
        .mean = lca_mean<1>,
    },
    {
        .name = "lca_f1",
        .title = "LCA F1",
        .group = "hierarchical",
        .formula = "mean of 2 shared / (weight of the true side + weight of the predicted side)",
        .source = kKosmopoulos,
        .aliases = "lca_f lcaf",
        .called = kLcaCalled,
        .scorer = lca<&LcaScorer::Score::f1>,
        .mean = lca_mean<2>,
    },
    {
        .name = "graph_induced_error",
        .title = "Graph-induced error",
        .group = "hierarchical",
        .formula =
            "mean of the edges between the labels that one side lacks and their nearest of "
            "the other side, each pair once; a label without one within max_error edges costs "
            "max_error",
        .high = kInfinity,
        .direction = Direction::lower_is_better,
        .source = kKosmopoulos,
        .aliases = "gie",
        .called = "HEMKit computes it on the way to MGIA; where its value depends on the numbers "
                  "of the nodes this is the least of them",
        .params = kMaxError,
        .scorer = graph_error<error_edges>,
        .mean = graph_error_mean<0>,
    },
    {
        .name = "mgia",
        .title = "Multi-label graph-induced accuracy",
        .group = "hierarchical",
        .formula = "mean of 1 - error / (|T ^ P| max_error); 1 where T = P",
        .source = kKosmopoulos,
        .called = "HEMKit computes it in its library, but does not print it",
        .params = kMaxError,
        .scorer = graph_error<error_accuracy>,
        .mean = graph_error_mean<1>,
    },
    {
        .name = "h_loss",
        .title = "H-loss",
        .group = "hierarchical",
        .formula = "mean of the costs of classes in just one of T+ and P+ whose ancestors are all "
                   "in both or in neither",
        .high = kInfinity,
        .direction = Direction::lower_is_better,
        .source = "Cesa-Bianchi, Gentile, Zaniboni, Incremental algorithms for hierarchical "
                  "classification, JMLR 7, 2006",
        .params = kCosts,
        .scorer = h_loss,
    },
    {
        .name = "tree_distance",
        .title = "Tree distance (tree-induced error)",
        .group = "hierarchical",
        .formula = "mean of the edges between true and predicted label; of sets, each label's "
                   "nearest of the other side",
        .high = kInfinity,
        .direction = Direction::lower_is_better,
        .undefined_when = "just one side has labels",
        .source = "Dekel, Keshet, Singer, Large margin hierarchical classification, ICML 2004",
        .aliases = "tree_induced_error tie mistake_severity",
        .called = "LSHTC: tree-induced error; hierulz: mistake severity, which others take of "
                  "lca_height",
        .params = kWays,
        .scorer = tree_distance,
    },
    {
        .name = "lca_height",
        .title = "Height of the lowest common ancestor (hierarchical distance)",
        .group = "hierarchical",
        .formula =
            "mean of the longest way down from the lowest common ancestor to a leaf; 0 where "
            "both labels are one; @k: of each of the first k labels by score and its nearest true "
            "one",
        .high = kInfinity,
        .direction = Direction::lower_is_better,
        .undefined_when = "just one side has labels, or only mistakes count and it is none",
        .source = "Bertinetto et al., Making better mistakes, CVPR 2020",
        .aliases = "hierarchical_distance ahc ahd",
        .called =
            "Bertinetto: hierarchical distance of a mistake (over=mistakes), and of the top k "
            "(lca_height@5); over all examples it is the average hierarchical cost",
        .params = kOverFirst,
        .scorer = lca_height,
        .scores = first_heights,
        .cut = true,
    },
    {
        .name = "wu_palmer",
        .title = "Wu-Palmer similarity",
        .group = "hierarchical",
        .formula = "mean of 2 d(lca) / (d(true) + d(predicted)), d the depth",
        .undefined_when = "just one side has labels, or both are the root at depth 0",
        .source = "Wu & Palmer, Verbs semantics and lexical selection, ACL 1994",
        .aliases = "wup",
        .called = "WordNet tools count the root as depth 1, others as 0: the values differ",
        .params = kRootDepth,
        .scorer = wu_palmer,
    },
    {
        .name = "path_precision",
        .title = "Precision of the hierarchical confusion matrix",
        .group = "hierarchical",
        .formula = "tp / (tp + fp) of the ways to the labels, over all examples",
        .undefined_when = "no class is predicted",
        .kind = UndefinedKind::precision,
        .source = kRiehl,
        .called = kRiehlCalled,
        .paths = of_paths<kPrecision>,
    },
    {
        .name = "path_recall",
        .title = "Recall of the hierarchical confusion matrix",
        .group = "hierarchical",
        .formula = "tp / (tp + fn) of the ways to the labels, over all examples",
        .undefined_when = "no class is true",
        .kind = UndefinedKind::recall,
        .source = kRiehl,
        .called = kRiehlCalled,
        .paths = of_paths<kRecall>,
    },
    {
        .name = "path_f1",
        .title = "F1 of the hierarchical confusion matrix",
        .group = "hierarchical",
        .formula = "2 tp / (2 tp + fp + fn) of the ways to the labels, over all examples",
        .undefined_when = "no class is true or predicted",
        .kind = UndefinedKind::fscore,
        .source = kRiehl,
        .called = kRiehlCalled,
        .paths = of_paths<kF1>,
    },
    {
        .name = "path_accuracy",
        .title = "Accuracy of the hierarchical confusion matrix",
        .group = "hierarchical",
        .formula = "(tp + tn) / (tp + fp + fn + tn) of the ways to the labels, over all examples",
        .undefined_when = "there is no class on any way",
        .source = kRiehl,
        .called = kRiehlCalled,
        .paths = of_paths<kAccuracy>,
    },
    {
        .name = "path_mcc",
        .title = "Matthews correlation of the hierarchical confusion matrix",
        .group = "hierarchical",
        .formula = "(tp tn - fp fn) / sqrt((tp+fp)(tp+fn)(tn+fp)(tn+fn)) of the ways to the labels",
        .low = -1,
        .undefined_when = "a margin of the matrix is 0",
        .source = kRiehl,
        .called = kRiehlCalled,
        .paths = of_paths<kMcc>,
    },
};

}  // namespace

std::span<const Measure> hierarchical() { return kMeasures; }

}  // namespace tallystick::detail
