// Measures of whole label sets and of the label space that one pass over examples gives.
#include "measures/edit_distance.hpp"
#include "tallystick/base/exact_sum.hpp"
#include "tallystick/measures/catalogue.hpp"
#include "tallystick/measures/whole.hpp"

namespace tallystick::detail {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

template <typename Condition>
double share_of_examples(const Whole& whole, Condition condition) {
  u128 n = 0;
  for (const ExampleGroup& example : whole.examples()) {
    if (condition(example)) n += example.amount;
  }
  return ratio(n, whole.n_examples());
}

template <typename Condition>
double share_of_labels(const Whole& whole, Condition condition) {
  std::uint64_t n = 0, all = 0;
  for (const LabelGroup& group : whole.labels()) {
    all += group.n_labels;
    if (condition(group.cell)) n += group.n_labels;
  }
  return ratio(n, all);
}

bool exact_match(const ExampleGroup& e) { return e.common == e.truth && e.common == e.predicted; }

double cardinality(const Whole& w) { return ratio(w.all_cells().truth(), w.n_examples()); }
double predicted_cardinality(const Whole& w) {
  return ratio(w.all_cells().predicted(), w.n_examples());
}

constexpr Measure kMeasures[] = {
    {
        .name = "hamming_loss",
        .title = "Hamming loss",
        .group = "example",
        .formula = "sum |T ^ P| / (n_examples * n_labels)",
        .high = 1,
        .direction = Direction::lower_is_better,
        .undefined_when = "there are no labels",
        .source = "Schapire & Singer, Machine Learning 39, 2000",
        .aliases = "hamming_distance hl",
        .called =
            "scikit-learn: hamming_loss (handed classes instead of a 0/1 matrix it is the share "
            "of wrong examples, our zero_one_loss); torchmetrics: multilabel_hamming_distance "
            "(micro); "
            "Statistics::Contingency: micro_error; Gatto's tutorial: 0/1 loss; napkinXC does "
            "not divide by the number of labels (convention xmc)",
        .whole =
            [](const Whole& w, const Params&) {
              return ratio(w.all_cells().fp + w.all_cells().fn, w.all_cells().total());
            },
    },
    {
        .name = "subset_accuracy",
        .title = "Subset accuracy (exact match)",
        .group = "example",
        .formula = "share of examples with T = P",
        .source = "Zhu, Ji, Xu & Gong, SIGIR 2005; Ghamrawi & McCallum, CIKM 2005",
        .aliases = "exact_match exact_match_ratio accuracy_score",
        .called = "scikit-learn: accuracy_score; torchmetrics: multilabel_exact_match; MEKA: Exact "
                  "match. Gatto's tutorial calls the share of agreeing cells (1 - Hamming loss) "
                  "subset accuracy and Hamming loss 0/1 loss: on its five examples that gives 0.32 "
                  "and 0.68, where no example matches exactly (0 and 1); the convention gatto "
                  "keeps its words",
        .whole = [](const Whole& w, const Params&) { return share_of_examples(w, exact_match); },
    },
    {
        .name = "zero_one_loss",
        .title = "0/1 loss (1 - subset accuracy)",
        .group = "example",
        .formula = "share of examples with T != P",
        .direction = Direction::lower_is_better,
        .source = "Dembczynski, Waegeman, Cheng & Huellermeier, Machine Learning 88, 2012",
        .aliases = "subset_zero_one_loss",
        .called = "scikit-learn: zero_one_loss; MEKA: ZeroOne loss; Gatto's tutorial means Hamming "
                  "loss by it (see subset_accuracy)",
        .whole =
            [](const Whole& w, const Params&) {
              return share_of_examples(w, [](const ExampleGroup& e) { return !exact_match(e); });
            },
    },
    {
        .name = "levenshtein_distance",
        .title = "Levenshtein distance of the 0/1 rows",
        .group = "example",
        .formula = "mean over examples of edit distance(0/1 row of T, of P) / n_labels",
        .high = 1,
        .direction = Direction::lower_is_better,
        .undefined_when = "there are no labels",
        .source = "Levenshtein, Soviet Physics Doklady 10, 1966",
        .aliases = "edit_distance",
        .called = "MEKA: Levenshtein distance. It depends on the order of the labels: MEKA takes "
                  "that of the data set's columns, we that of the bytes of their names, whatever "
                  "the order of reading. Never above hamming_loss",
        .whole = [](const Whole& w, const Params&) { return mean_edit_distance(w); },
        .sets = true,
    },
    {
        .name = "cardinality",
        .title = "Label cardinality of the truth",
        .group = "example",
        .formula = "mean |T|",
        .high = kInfinity,
        .direction = Direction::neither,
        .source = "Tsoumakas & Katakis, IJDWM 2007",
        .aliases = "label_cardinality true_cardinality",
        .whole = [](const Whole& w, const Params&) { return cardinality(w); },
    },
    {
        .name = "predicted_cardinality",
        .title = "Label cardinality of the prediction",
        .group = "example",
        .formula = "mean |P|",
        .high = kInfinity,
        .direction = Direction::neither,
        .source = "Tsoumakas & Katakis, IJDWM 2007",
        .called = "MEKA: Label cardinality (predicted)",
        .whole = [](const Whole& w, const Params&) { return predicted_cardinality(w); },
    },
    {
        .name = "cardinality_difference",
        .title = "Predicted minus true label cardinality",
        .group = "example",
        .formula = "mean |P| - mean |T|",
        .low = -kInfinity,
        .high = kInfinity,
        .direction = Direction::neither,
        .source = "Read, Pfahringer, Holmes & Frank, Machine Learning 85, 2011",
        .called = "MEKA: Label cardinality (difference)",
        .whole =
            [](const Whole& w, const Params&) {
              return difference_ratio(U256{0, w.all_cells().fp}, U256{0, w.all_cells().fn},
                                      U256{0, w.n_examples()});
            },
    },
    {
        .name = "density",
        .title = "Label density of the truth",
        .group = "example",
        .formula = "mean |T| / n_labels",
        .direction = Direction::neither,
        .undefined_when = "there are no labels",
        .source = "Tsoumakas & Katakis, IJDWM 2007",
        .aliases = "label_density",
        .whole = [](const Whole& w,
                    const Params&) { return ratio(w.all_cells().truth(), w.all_cells().total()); },
    },
    {
        .name = "empty_predictions",
        .title = "Share of examples without a predicted label",
        .group = "example",
        .formula = "share of examples with P = {}",
        .direction = Direction::neither,
        .source = "Read, Pfahringer, Holmes & Frank, Machine Learning 85, 2011",
        .called = "MEKA: Empty labelvectors (predicted)",
        .whole =
            [](const Whole& w, const Params&) {
              return share_of_examples(w, [](const ExampleGroup& e) { return e.predicted == 0; });
            },
    },
    {
        .name = "clp",
        .title = "Constant label problem",
        .group = "label",
        .formula = "share of labels with tn + fn = 0 (predicted for every example)",
        .direction = Direction::lower_is_better,
        .undefined_when = "there are no labels",
        .source = "Rivolli, Read, Soares, Pfahringer & de Carvalho, Machine Learning 109, 2020",
        .called = "utiml: clp; Gatto's R code passes true positives for true negatives",
        .whole =
            [](const Whole& w, const Params&) {
              return share_of_labels(w, [](const Cell& c) { return c.tn + c.fn == 0; });
            },
        .labels = true,
    },
    {
        .name = "mlp",
        .title = "Missing label problem",
        .group = "label",
        .formula = "share of labels with tp + fp = 0 (never predicted)",
        .direction = Direction::lower_is_better,
        .undefined_when = "there are no labels",
        .source = "Rivolli, Read, Soares, Pfahringer & de Carvalho, Machine Learning 109, 2020",
        .called = "utiml: mlp",
        .whole =
            [](const Whole& w, const Params&) {
              return share_of_labels(w, [](const Cell& c) { return c.predicted() == 0; });
            },
        .labels = true,
    },
    {
        .name = "wlp",
        .title = "Wrong label problem",
        .group = "label",
        .formula = "share of labels with tp = 0 (never rightly predicted)",
        .direction = Direction::lower_is_better,
        .undefined_when = "there are no labels",
        .source = "Rivolli, Read, Soares, Pfahringer & de Carvalho, Machine Learning 109, 2020",
        .called = "utiml: wlp; never below mlp",
        .whole =
            [](const Whole& w, const Params&) {
              return share_of_labels(w, [](const Cell& c) { return c.tp == 0; });
            },
        .labels = true,
    },
};

}  // namespace

std::span<const Measure> example_based() { return kMeasures; }

}  // namespace tallystick::detail
