// A convention: the rules by which a tool turns the same counts into its own numbers, as data.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "tallystick/labels/label_order.hpp"

namespace tallystick {

/// What a 0/0 becomes.
enum class Undefined : std::uint8_t {
  zero,     // counts as 0
  one,      // counts as 1
  half,     // counts as 1/2
  exclude,  // left out of the mean; the result is null when nothing is left
};

/// 0/0 splits in two cases, because tools answer them differently.
struct UndefinedRule {
  // tp = fp = fn = 0: nothing true and nothing predicted (of specificity: tn = fp = fn = 0)
  Undefined all_empty = Undefined::zero;
  Undefined otherwise = Undefined::zero;  // the denominator alone is 0

  friend bool operator==(const UndefinedRule&, const UndefinedRule&) = default;
};

/// Over which labels a macro mean runs.
enum class MacroLabels : std::uint8_t {
  universe,      // every label of the universe
  occurring,     // labels that are true or predicted somewhere
  with_support,  // labels that are true somewhere
  predicted,     // labels that are predicted somewhere
};

/// Which labels make the universe.
enum class LabelUniverse : std::uint8_t {
  declared,  // the declared set
  seen,      // labels seen in truth or prediction
  truth,     // labels seen in truth
  all,       // the declared set and what was seen beside it
};

/// Which average a bare name such as "precision" takes.
enum class BareAverage : std::uint8_t { all, micro, macro, samples, means, union_of_sets };

/// Which root counts among the classes at or above a label.
enum class Root : std::uint8_t {
  out,    // the written root does not: it says nothing about an example
  in,     // the written root does, if there is one
  above,  // a virtual root above all tops does, and a written root too
};
inline constexpr std::uint32_t kAllAncestors = UINT32_MAX;

/// One record of rules. A formula never asks which preset is on; the engine reads these.
struct Convention {
  std::string_view name;
  std::string_view tool;    // "scikit-learn 1.9"
  std::string_view source;  // where its rules are written down
  // 0/0 counts as 0 unless a preset says otherwise.
  UndefinedRule precision = {}, recall = {}, fscore = {}, jaccard = {}, specificity = {};
  UndefinedRule other = {};
  UndefinedRule samples_jaccard = {};  // of one example; differs from the label rule in MEKA
  // Of rankings of an example without true labels, or without others.
  UndefinedRule ranking = {}, coverage = {};
  UndefinedRule lrap = {Undefined::one, Undefined::one};
  // Without positive or without negative cells no ROC curve exists, without positive ones no
  // precision-recall curve: of its area there are a sum of steps and one of a smooth line.
  UndefinedRule roc_auc = {Undefined::exclude, Undefined::exclude};
  UndefinedRule average_precision = {};
  UndefinedRule auprc = {Undefined::exclude, Undefined::exclude};
  MacroLabels macro_precision = MacroLabels::universe;
  MacroLabels macro_recall = MacroLabels::universe;
  MacroLabels macro_fscore = MacroLabels::universe;
  MacroLabels macro_other = MacroLabels::universe;
  MacroLabels macro_single_label = MacroLabels::universe;  // multi-class data, if narrower
  bool macro_f_of_means = false;     // "macro F1" is the F of macro precision and macro recall
  bool cells_as_subset = false;      // "subset accuracy" counts agreeing cells
  bool hamming_per_example = false;  // Hamming loss is not divided by the number of labels
  bool pooled_mcc = false;           // a bare mcc of multi-label data pools the labels
  bool rates_first = false;          // balanced accuracy, G-mean: 0/0 is answered in their rates
  bool absent_labels_zero = false;   // a label that no example has counts as imbalance 0
  bool drops_unknown_labels = false;
  bool strictly_above = false;  // a label is assigned when score > threshold
  BareAverage bare = BareAverage::all;
  bool flat = true;           // defines measures of label sets
  bool hierarchical = false;  // defines measures over a hierarchy
  bool rankings = false;      // defines measures of rankings
  BareAverage hierarchical_average = BareAverage::micro;
  Root root = Root::out;
  std::uint32_t ancestor_edges = kAllAncestors;  // ancestors count up to so many edges above
  bool hierarchical_f_of_rates = false;          // rounds P and R first: F = 2 P R / (P + R)
  Ties ties = Ties::worst;                       // of measures that rank all labels
  Ties ties_in_lists = Ties::average;    // of measures of the first labels, as in a list of results
  bool one_error_of_first = false;       // one-error looks at the first of the best labels alone
  bool tied_pairs_wrong = false;         // ranking loss counts a tie as an error in any case
  std::uint32_t first_rank = 1;          // coverage error of a perfect ranking of one true label
  bool unscored_missed = false;          // a label without a score is never found, not ranked last
  bool judged_as_listed = false;         // only labels judged not relevant are so
  std::string_view threshold_step = {};  // of fmax, smin: a decimal; empty: every score
  std::string_view accuracy;             // what the word "accuracy" means there, multi-label
};

/// How labels that share a score rank, in words: "true labels last".
[[nodiscard]] std::string_view ties_text(Ties ties) noexcept;

/// All presets, the default first.
[[nodiscard]] std::span<const Convention> conventions() noexcept;
/// The preset of that name. Errors: wrong_usage, with the nearest names.
[[nodiscard]] const Convention& find_convention(std::string_view name);

}  // namespace tallystick
