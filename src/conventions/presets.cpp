// The presets: one record each, with its source. The first is the default.
#include <array>
#include <string>
#include <vector>

#include "tallystick/base/error.hpp"
#include "tallystick/base/text.hpp"
#include "tallystick/conventions/convention.hpp"

namespace tallystick {

namespace {

constexpr UndefinedRule kOneWhenEmpty{Undefined::one, Undefined::zero};  // Mulan and its heirs
constexpr UndefinedRule kOne{Undefined::one, Undefined::one};
constexpr UndefinedRule kZero{};
constexpr UndefinedRule kHalf{Undefined::half, Undefined::half};
constexpr UndefinedRule kLeftOut{Undefined::exclude, Undefined::exclude};

constexpr Convention kSklearn{
    .name = "sklearn",
    .tool = "scikit-learn 1.9",
    .source =
        "scikit-learn 1.9.1, sklearn.metrics with zero_division=0; the area under the ROC "
        "curve of a label of one class is nan there and makes the mean nan: it is left out",
    .hierarchical = true,  // Kiritchenko's micro sums, which scikit-learn itself lacks
    .rankings = true,
    .accuracy = "subset_accuracy",
};

constexpr std::array kPresets{
    kSklearn,
    Convention{
        .name = "contingency",
        .tool = "Statistics::Contingency 0.09",
        .source = "Statistics::Contingency 0.09 for Perl, its code run: recall of a label without "
                  "true examples is 1 even when it was predicted, precision of a label that was "
                  "missed and never predicted is 0; macro means run over all categories given",
        .precision = kOneWhenEmpty,
        .recall = kOne,
        .fscore = kOneWhenEmpty,
        .jaccard = kOneWhenEmpty,
        .specificity = kOneWhenEmpty,
        .samples_jaccard = kOneWhenEmpty,
        .drops_unknown_labels = true,
        .accuracy = "accuracy_macro",
    },
    Convention{
        .name = "torchmetrics",
        .tool = "torchmetrics 1.8",
        .source = "torchmetrics, functional/classification and utilities/compute: zero_division 0; "
                  "multi-class macro drops classes that neither truth nor prediction has; areas "
                  "under curves that do not exist are 0",
        .roc_auc = kZero,
        .auprc = kZero,
        .macro_single_label = MacroLabels::occurring,
        .pooled_mcc = true,
        .strictly_above = true,
        .bare = BareAverage::macro,
        .rankings = true,
        .accuracy = "accuracy_macro",
    },
    Convention{
        .name = "mulan",
        .tool = "Mulan 1.5",
        .source =
            "Mulan, InformationRetrievalMeasures: nothing true, predicted or missed scores 1, "
            "any other 0/0 scores 0; balanced accuracy and G-mean take recall and specificity "
            "after that rule; average precision of a label that is never true is left out",
        .precision = kOneWhenEmpty,
        .recall = kOneWhenEmpty,
        .fscore = kOneWhenEmpty,
        .jaccard = kOneWhenEmpty,
        .specificity = kOneWhenEmpty,
        .samples_jaccard = kOneWhenEmpty,
        .lrap = kLeftOut,
        .average_precision = kLeftOut,
        .rates_first = true,
        .rankings = true,
        .ties = Ties::last,
        .ties_in_lists = Ties::last,
        .first_rank = 0,
        .accuracy = "jaccard_samples",
    },
    Convention{
        .name = "meka",
        .tool = "MEKA 1.9",
        .source = "MEKA, Metrics.java: 0/0 scores 0, but the Jaccard index of an example without "
                  "true and predicted labels scores 1",
        .samples_jaccard = kOneWhenEmpty,
        .rankings = true,
        .one_error_of_first = true,
        .accuracy = "jaccard_samples",
    },
    Convention{
        .name = "utiml",
        .tool = "utiml 0.1.7",
        .source = "utiml, evaluation.R: an undefined example is left out of the sum but not of the "
                  "divisor, which counts it as 0; labels likewise; areas under curves that do not "
                  "exist are NA, and so left out",
        .other = kLeftOut,
        .coverage = kLeftOut,
        .lrap = kLeftOut,
        .average_precision = kLeftOut,
        .rankings = true,
        .ties = Ties::first,
        .ties_in_lists = Ties::first,
        .first_rank = 0,
        .accuracy = "jaccard_samples",
    },
    Convention{
        .name = "mldr",
        .tool = "mldr 0.4.3",
        .source = "mldr, evmetrics_av.R with undefined_value = diagnose, which is Mulan's rule; "
                  "the area under the ROC curve of a label of one class is 0.5; evmetrics_rk.R: "
                  "equal scores are an error of ranking loss",
        .precision = kOneWhenEmpty,
        .recall = kOneWhenEmpty,
        .fscore = kOneWhenEmpty,
        .jaccard = kOneWhenEmpty,
        .specificity = kOneWhenEmpty,
        .samples_jaccard = kOneWhenEmpty,
        .roc_auc = kHalf,
        .absent_labels_zero = true,
        .rankings = true,
        .ties = Ties::last,
        .ties_in_lists = Ties::last,
        .one_error_of_first = true,
        .tied_pairs_wrong = true,
        .first_rank = 0,
        .accuracy = "jaccard_samples",
    },
    Convention{
        .name = "bioasq",
        .tool = "BioASQ Evaluation-Measures",
        .source = "BioASQ, flat measures: macro precision over the labels that were predicted, "
                  "macro recall and macro F over the labels that are true somewhere",
        .macro_precision = MacroLabels::predicted,
        .macro_recall = MacroLabels::with_support,
        .macro_fscore = MacroLabels::with_support,
        .hierarchical = true,
        .hierarchical_average = BareAverage::samples,
        .root = Root::above,
        .ancestor_edges = 5,
        .accuracy = "jaccard_samples",
    },
    Convention{
        .name = "hemkit",
        .tool = "HEMKit 1.0",
        .source = "HEMKit: means over the examples; node 0 above every top counts, and a written "
                  "root too; LCA measures by a rule that does not depend on node numbers",
        .flat = false,
        .hierarchical = true,
        .hierarchical_average = BareAverage::samples,
        .root = Root::above,
        .accuracy = "subset_accuracy",
    },
    Convention{
        .name = "hiclass",
        .tool = "HiClass 5.1",
        .source = "HiClass, metrics.py: micro sums over label sets without the root; its 'macro' "
                  "is the mean over the examples",
        .flat = false,
        .hierarchical = true,
        .accuracy = "subset_accuracy",
    },
    Convention{
        .name = "cafa",
        .tool = "CAFA-evaluator 1.3",
        .source = "CAFA-evaluator: precision is a mean over the targets with a prediction, recall "
                  "over all targets, F is the F of these means; roots count; Fmax and Smin over "
                  "multiples of 0.01",
        .precision = {Undefined::exclude, Undefined::exclude},
        .flat = false,
        .hierarchical = true,
        .hierarchical_average = BareAverage::means,
        .root = Root::in,
        .threshold_step = "0.01",
        .accuracy = "subset_accuracy",
    },
    Convention{
        .name = "isco-hf",
        .tool = "Hugging Face metric isco_hierarchical_accuracy",
        .source = "isco_hierarchical_accuracy: one set of all true codes with their ancestors and "
                  "one of all predicted codes, over the whole data; no root; F = 2PR / (P + R)",
        .flat = false,
        .hierarchical = true,
        .hierarchical_average = BareAverage::union_of_sets,
        .hierarchical_f_of_rates = true,
        .accuracy = "subset_accuracy",
    },
    Convention{
        .name = "trec",
        .tool = "trec_eval 10.0",
        .source =
            "trec_eval 10.0: equal scores rank by name, descending; labels without a score are "
            "not retrieved; labels judged not relevant are those listed with grade 0; a topic "
            "without relevant labels scores 0",
        .lrap = {Undefined::zero, Undefined::zero},
        .flat = false,
        .rankings = true,
        .ties = Ties::trec,
        .ties_in_lists = Ties::trec,
        .unscored_missed = true,
        .judged_as_listed = true,
        .accuracy = "subset_accuracy",
    },
    Convention{
        .name = "xmc",
        .tool = "napkinXC 0.7",
        .source = "napkinXC, metrics.py with text labels: zero_division 0, macro over the labels "
                  "seen, Hamming loss not divided by the number of labels",
        .macro_precision = MacroLabels::occurring,
        .macro_recall = MacroLabels::occurring,
        .macro_fscore = MacroLabels::occurring,
        .hamming_per_example = true,
        .rankings = true,
        .ties = Ties::average,
        .accuracy = "subset_accuracy",
    },
    Convention{
        .name = "gatto",
        .tool = "Gatto's multi-label tutorial",
        .source =
            "C. Gatto, tutorial on multi-label measures, 2023: an example with an empty union "
            "counts 0, 'subset accuracy' and '0/1 loss' are averages over cells, macro F1 is "
            "the F of macro precision and macro recall",
        .macro_f_of_means = true,
        .cells_as_subset = true,
        .accuracy = "jaccard_samples",
    },
};

}  // namespace

std::span<const Convention> conventions() noexcept { return kPresets; }

std::string_view ties_text(Ties ties) noexcept {
  switch (ties) {
    case Ties::worst: return "true labels last";
    case Ties::average: return "in every order, of which the mean is taken";
    case Ties::first: return "in label order";
    case Ties::last: return "in reverse label order";
    case Ties::trec: return "by name, descending";
  }
  return "";
}

const Convention& find_convention(std::string_view name) {
  std::vector<std::string_view> names;
  for (const Convention& preset : kPresets) {
    if (preset.name == name) return preset;
    names.push_back(preset.name);
  }
  std::string all;
  for (const std::string_view known : names) {
    if (!all.empty()) all += ", ";
    all += known;
  }
  const auto near = nearest(name, names);
  fail(ErrorCode::wrong_usage, "there is no convention " + quoted(name),
       near.empty() ? "known: " + all : "did you mean " + quoted(near[0]) + "? known: " + all);
}

}  // namespace tallystick
