// The catalogue's entries of the label space: figures over the true labels alone.
#include <cmath>

#include "measures/answer.hpp"
#include "tallystick/base/exact_sum.hpp"
#include "tallystick/base/text.hpp"
#include "tallystick/measures/catalogue.hpp"
#include "tallystick/measures/label_space.hpp"

namespace tallystick {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr std::string_view kImbalance =
    "Charte, Rivera, del Jesus & Herrera, Neurocomputing 163, 2015";
constexpr std::string_view kMulan = "Mulan, ImbalancedStatistics";
constexpr std::string_view kNoPositives = "no example has a label";

constexpr ParamInfo kAbsent{"absent", "convention", "exclude|zero",
                            "a label that no example has: left out, or imbalance 0"};
constexpr ParamInfo kOfIr[] = {kAbsent};
constexpr ParamInfo kOfCvir[] = {
    kAbsent, {"ddof", "1", "0|1", "squares are divided by the number of labels less this"}};
constexpr ParamInfo kInputs[] = {
    {"inputs", "1", "[1, inf)", "how many attributes an example of the data has"}};

SpaceValue of_labels(const Spread& spread, double value) {
  return {value, spread.n_left_out, spread.first_left_out};
}

Spread imbalance(const LabelSpace& space, const Params& params) {
  return space.imbalance(params.absent == "zero");
}

SpaceValue cvir(const LabelSpace& space, const Params& params) {
  const Spread spread = imbalance(space, params);
  const double deviation = params.ddof == 0 ? spread.deviation_of_all : spread.deviation;
  return of_labels(spread, spread.mean == 0 ? kUndefined : deviation / spread.mean);
}

/// A set that weighs less than one example counts as its weight.
SpaceValue diversity(const LabelSpace& space, const Params& /*params*/) {
  const u128 one = space.whole().unit(kOne);
  u128 n = 0;
  for (std::size_t i = 0; i < space.n_sets(); ++i) {
    n += std::min(one, space.whole().unit(space.set(i).amount));
  }
  return ratio(n, space.whole().n_examples());
}

/// Sets that one example has, and how many examples that are.
struct Singles {
  std::uint64_t n = 0;
  u128 amount = 0;
};
Singles singles(const LabelSpace& space) {
  const u128 one = space.whole().unit(kOne);
  Singles out;
  for (std::size_t i = 0; i < space.n_sets(); ++i) {
    const u128 amount = space.whole().unit(space.set(i).amount);
    if (amount > one) continue;
    ++out.n;
    out.amount += amount;
  }
  return out;
}

SpaceValue pmax(const LabelSpace& space, const Params& /*params*/) {
  u128 most = 0;
  for (std::size_t i = 0; i < space.n_sets(); ++i) {
    most = std::max(most, space.whole().unit(space.set(i).amount));
  }
  return ratio(most, space.whole().n_examples());
}

SpaceValue tcs(const LabelSpace& space, const Params& params) {
  if (space.n_labels() == 0) return kUndefined;
  return std::log(static_cast<double>(params.inputs) * static_cast<double>(space.n_labels()) *
                  static_cast<double>(space.n_sets()));
}

SpaceValue lrid(const LabelSpace& space, const Params& /*params*/) {
  const std::uint64_t n_labels = space.n_labels() - space.n_absent();
  const double scale = space.whole().fractional() ? 0x1p-64 : 1;
  ExactSum sum;
  for (const LabelGroup& group : space.whole().labels()) {
    const u128 n = group.cell.truth();
    if (n == 0) continue;
    const double share = ratio(U256{0, space.whole().n_examples()}, multiply(n, n_labels));
    sum.add(-2 * to_double(n) * scale * std::log(share), group.n_labels);
  }
  return n_labels == 0 ? kUndefined : sum.value();
}

constexpr Measure kMeasures[] = {
    {
        .name = "distinct_labelsets",
        .title = "Distinct label sets",
        .group = "label-space",
        .formula = "how many different sets T the examples have; no label at all is a set, too",
        .high = kInfinity,
        .direction = Direction::neither,
        .source = "Tsoumakas & Katakis, IJDWM 2007",
        .called = "mldr: num.labelsets; Mulan: distinct label sets. Some call this number the "
                  "diversity",
        .space = [](const LabelSpace& s,
                    const Params&) { return SpaceValue(static_cast<double>(s.n_sets())); },
        .sets = true,
        .distinct = true,
    },
    {
        .name = "diversity",
        .title = "Diversity of label sets, as a share",
        .group = "label-space",
        .formula = "distinct label sets / n_examples; a set that weighs less than one example "
                   "counts as its weight",
        .direction = Direction::neither,
        .source = "Read, Scalable Multi-label Classification, thesis, 2010",
        .aliases = "proportion_distinct",
        .called = "a number of sets elsewhere (distinct_labelsets here), or that number divided by "
                  "the smaller of n_examples and 2^n_labels",
        .space = diversity,
        .sets = true,
        .distinct = true,
    },
    {
        .name = "single_labelsets",
        .title = "Label sets that one example has",
        .group = "label-space",
        .formula = "how many sets T weigh no more than one example together",
        .high = kInfinity,
        .direction = Direction::neither,
        .source = "Charte & Charte, Working with Multilabel Datasets in R, The R Journal 7, 2015",
        .called = "mldr: num.single.labelsets",
        .space = [](const LabelSpace& s,
                    const Params&) { return SpaceValue(static_cast<double>(singles(s).n)); },
        .sets = true,
        .distinct = true,
    },
    {
        .name = "puniq",
        .title = "Share of examples with a label set of their own",
        .group = "label-space",
        .formula = "examples whose set T no other example has / n_examples",
        .direction = Direction::neither,
        .source = "Read, Pruned problem transformation, 2008",
        .aliases = "proportion_unique",
        .space =
            [](const LabelSpace& s, const Params&) {
              return SpaceValue(ratio(singles(s).amount, s.whole().n_examples()));
            },
        .sets = true,
        .distinct = true,
    },
    {
        .name = "pmax",
        .title = "Share of examples with the most frequent label set",
        .group = "label-space",
        .formula = "examples with the most frequent set T / n_examples",
        .direction = Direction::neither,
        .source = "Read, Pruned problem transformation, 2008",
        .called = "mldr: max.frequency is the number of these examples",
        .space = pmax,
        .sets = true,
    },
    {
        .name = "mean_ir",
        .title = "Mean imbalance of labels (MeanIR)",
        .group = "label-space",
        .formula = "mean over labels of IRLbl(l) = max over labels m of n_m / n_l",
        .low = 0,
        .high = kInfinity,
        .direction = Direction::neither,
        .undefined_when = kNoPositives,
        .kind = UndefinedKind::statistic,
        .source = kImbalance,
        .aliases = "meanir",
        .called = "Mulan leaves labels without positives out; mldr lets them count as 0 "
                  "(convention mldr), which lowers the mean",
        .params = kOfIr,
        .space =
            [](const LabelSpace& s, const Params& p) {
              const Spread spread = imbalance(s, p);
              return of_labels(spread, spread.mean);
            },
    },
    {
        .name = "max_ir",
        .title = "Largest imbalance of a label (MaxIR)",
        .group = "label-space",
        .formula = "max over labels of IRLbl(l) = max over labels m of n_m / n_l",
        .low = 0,
        .high = kInfinity,
        .direction = Direction::neither,
        .undefined_when = kNoPositives,
        .kind = UndefinedKind::statistic,
        .source = kImbalance,
        .aliases = "maxir",
        .params = kOfIr,
        .space =
            [](const LabelSpace& s, const Params& p) {
              const Spread spread = imbalance(s, p);
              return of_labels(spread, spread.high);
            },
    },
    {
        .name = "min_ir",
        .title = "Smallest imbalance of a label (MinIR)",
        .group = "label-space",
        .formula = "min over labels of IRLbl(l): 1, unless labels without positives count as 0",
        .low = 0,
        .high = kInfinity,
        .direction = Direction::neither,
        .undefined_when = kNoPositives,
        .kind = UndefinedKind::statistic,
        .source = kMulan,
        .aliases = "minir",
        .params = kOfIr,
        .space =
            [](const LabelSpace& s, const Params& p) {
              const Spread spread = imbalance(s, p);
              return of_labels(spread, spread.low);
            },
    },
    {
        .name = "cvir",
        .title = "Variation of the imbalance of labels (CVIR)",
        .group = "label-space",
        .formula = "standard deviation over labels of IRLbl / MeanIR",
        .high = kInfinity,
        .direction = Direction::neither,
        .undefined_when = "fewer than two labels enter (ddof=0: none)",
        .kind = UndefinedKind::statistic,
        .source = kImbalance,
        .called = "Charte et al. and Mulan divide by the number of labels less one (ddof=1); the "
                  "authors of pbc by the number of labels (ddof=0)",
        .params = kOfCvir,
        .space = cvir,
    },
    {
        .name = "mean_imr",
        .title = "Mean imbalance within labels (mean ImR)",
        .group = "label-space",
        .formula = "mean over labels of ImR(l) = max(n_l, N - n_l) / min(n_l, N - n_l)",
        .low = 1,
        .high = kInfinity,
        .direction = Direction::neither,
        .undefined_when = "every label is true in no example or in all",
        .kind = UndefinedKind::statistic,
        .source = kMulan,
        .called = "infinite for a label that no example has, or every one: it is left out",
        .space =
            [](const LabelSpace& s, const Params&) {
              const Spread spread = s.imbalance_within();
              return of_labels(spread, spread.mean);
            },
    },
    {
        .name = "max_imr",
        .title = "Largest imbalance within a label (max ImR)",
        .group = "label-space",
        .formula = "max over labels of ImR(l) = max(n_l, N - n_l) / min(n_l, N - n_l)",
        .low = 1,
        .high = kInfinity,
        .direction = Direction::neither,
        .undefined_when = "every label is true in no example or in all",
        .kind = UndefinedKind::statistic,
        .source = kMulan,
        .space =
            [](const LabelSpace& s, const Params&) {
              const Spread spread = s.imbalance_within();
              return of_labels(spread, spread.high);
            },
    },
    {
        .name = "min_imr",
        .title = "Smallest imbalance within a label (min ImR)",
        .group = "label-space",
        .formula = "min over labels of ImR(l) = max(n_l, N - n_l) / min(n_l, N - n_l)",
        .low = 1,
        .high = kInfinity,
        .direction = Direction::neither,
        .undefined_when = "every label is true in no example or in all",
        .kind = UndefinedKind::statistic,
        .source = kMulan,
        .space =
            [](const LabelSpace& s, const Params&) {
              const Spread spread = s.imbalance_within();
              return of_labels(spread, spread.low);
            },
    },
    {
        .name = "cvimr",
        .title = "Variation of the imbalance within labels (CV of ImR)",
        .group = "label-space",
        .formula = "standard deviation over labels (n - 1) of ImR / mean ImR",
        .high = kInfinity,
        .direction = Direction::neither,
        .undefined_when = "fewer than two labels are true in some examples and not in others",
        .kind = UndefinedKind::statistic,
        .source = kMulan,
        .space =
            [](const LabelSpace& s, const Params&) {
              const Spread spread = s.imbalance_within();
              return of_labels(spread, spread.deviation / spread.mean);
            },
    },
    {
        .name = "scumble",
        .title = "Concurrence of frequent and rare labels (SCUMBLE)",
        .group = "label-space",
        .formula = "mean over examples of 1 - geometric / arithmetic mean of IRLbl(l), l in T; 0 "
                   "without labels",
        .direction = Direction::neither,
        .source = "Charte, Rivera, del Jesus & Herrera, HAIS 2014",
        .space = [](const LabelSpace& s, const Params&) { return SpaceValue(s.scumble().mean); },
        .sets = true,
    },
    {
        .name = "scumble_cv",
        .title = "Variation of SCUMBLE over the examples",
        .group = "label-space",
        .formula = "standard deviation over examples (n - 1) of SCUMBLE / its mean",
        .high = kInfinity,
        .direction = Direction::neither,
        .undefined_when = "SCUMBLE is 0 everywhere, or there is one example",
        .kind = UndefinedKind::statistic,
        .source = "Charte & Charte, Working with Multilabel Datasets in R, The R Journal 7, 2015",
        .called = "mldr: scumble.cv",
        .space = [](const LabelSpace& s, const Params&) { return SpaceValue(s.scumble().cv); },
        .sets = true,
    },
    {
        .name = "tcs",
        .title = "Theoretical complexity score (TCS)",
        .group = "label-space",
        .formula = "ln(inputs * n_labels * distinct label sets)",
        .high = kInfinity,
        .direction = Direction::neither,
        .undefined_when = "there are no labels",
        .kind = UndefinedKind::statistic,
        .source = "Charte, Charte, Rivera, del Jesus & Herrera, HAIS 2016",
        .called = "mldr: tcs, with the number of attributes for inputs: files of labels do not "
                  "tell it, so it is 1 unless given",
        .params = kInputs,
        .space = tcs,
        .sets = true,
        .distinct = true,
    },
    {
        .name = "lrid",
        .title = "Likelihood ratio imbalance degree (LRID)",
        .group = "label-space",
        .formula = "-2 sum over labels of n_l ln(N / (C n_l)), C labels that some example has",
        .low = -kInfinity,
        .high = kInfinity,
        .direction = Direction::neither,
        .undefined_when = kNoPositives,
        .kind = UndefinedKind::statistic,
        .source = "Zhu, Wang, Ma, Xue & Wang, Pattern Recognition Letters 116, 2018",
        .called = "0 where single labels are equally frequent; with several labels an example, as "
                  "the authors of pbc take it, it may be of either sign",
        .space = lrid,
    },
    {
        .name = "npl",
        .title = "Share of labels that no example has",
        .group = "label-space",
        .formula = "labels with n_l = 0 / n_labels",
        .direction = Direction::neither,
        .undefined_when = "there are no labels",
        .kind = UndefinedKind::statistic,
        .source = kMulan,
        .called = "0 unless labels are declared",
        .space = [](const LabelSpace& s,
                    const Params&) { return SpaceValue(ratio(s.n_absent(), s.n_labels())); },
    },
};

bool takes_absent(const Measure& measure) {
  return !measure.params.empty() && measure.params.front().name == "absent";
}

}  // namespace

namespace detail {

Value space_value(const Spec& spec, const LabelSpace& space, const Convention& convention) {
  Params params = spec.params;
  if (params.absent.empty()) params.absent = convention.absent_labels_zero ? "zero" : "exclude";
  const SpaceValue found = spec.measure->space(space, params);
  Value out = scalar(spec, found.value, convention);
  if (out.n_undefined == 0 && found.n_left_out != 0) {
    const std::string name = quoted(space.whole().tally().vocabulary().name(found.first));
    out.n_undefined = found.n_left_out;
    out.undefined =
        (found.n_left_out == 1
             ? "label " + name
             : std::to_string(found.n_left_out) + " labels, the first of them " + name) +
        ": true in " + (takes_absent(*spec.measure) ? "no example" : "no example or in all") +
        "; left out";
  }
  const bool zeros = takes_absent(*spec.measure) && params.absent == "zero";
  if (zeros && space.n_absent() != 0) {
    out.note = counted(space.n_absent(), "label") + " that no example has " +
               (space.n_absent() == 1 ? "counts" : "count") + " as imbalance 0";
  }
  return out;
}

std::span<const Measure> label_space() { return kMeasures; }

}  // namespace detail

}  // namespace tallystick
