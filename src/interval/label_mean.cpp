// How single examples change a mean over labels.
#include <array>
#include <cmath>
#include <numeric>
#include <set>

#include "interval/figure_population.hpp"
#include "measures/answer.hpp"
#include "tallystick/measures/catalogue.hpp"

namespace tallystick::detail {

namespace {

constexpr u128 Cell::* kParts[] = {&Cell::tp, &Cell::fp, &Cell::fn, &Cell::tn};
constexpr std::size_t kTn = 3;

/// A weighted mean of the labels' values.
struct Ratio {
  double above = 0, below = 0;

  [[nodiscard]] double value() const { return above / below; }
};

/// A macro or weighted mean over the labels of the data.
class LabelMean {
 public:
  LabelMean(const Spec& spec, const Whole& whole, const Convention& convention)
      : spec_(spec),
        whole_(whole),
        convention_(convention),
        which_(spec.average == Average::weighted
                   ? MacroLabels::universe
                   : macro_labels(spec.measure->kind, convention, whole.single_label())),
        by_support_(spec.average == Average::weighted && whole.pooled().truth() != 0),
        labels_(whole.tally().vocabulary().sorted()) {}

  /// One label's part of the mean, were `cell` its cell.
  [[nodiscard]] Ratio part(LabelId label, const Cell& cell) const {
    if (!whole_.in_universe(label, cell) || !enters(which_, cell)) return {};
    const double value = label_value(*spec_.measure, spec_.params, cell, convention_);
    const double weight = by_support_ ? to_double(cell.truth()) : 1;
    return std::isnan(value) ? Ratio{} : Ratio{weight * value, weight};
  }

  /// In the order of the labels' names.
  [[nodiscard]] const std::vector<LabelId>& labels() const { return labels_; }
  [[nodiscard]] const Whole& whole() const { return whole_; }

 private:
  const Spec& spec_;
  const Whole& whole_;
  const Convention& convention_;
  MacroLabels which_;
  bool by_support_;
  std::vector<LabelId> labels_;
};

/// A sum over all labels, and what an example with the label in one part of its cell has instead of
/// one with the label in tn: everything that examples contribute.
struct Contributions {
  Ratio rest;                                  // of an example without any label
  std::vector<std::array<Ratio, 3>> by_label;  // of tp, fp and fn, less that of tn
};

Contributions slopes(const LabelMean& mean) {
  // As Population::influences does it.
  constexpr int kUnits = 20, kStep = 10;
  Contributions out;
  out.by_label.resize(mean.whole().tally().vocabulary().size());
  for (const LabelId label : mean.labels()) {
    const Cell counts = mean.whole().cell(label);
    Cell cell{counts.tp << kUnits, counts.fp << kUnits, counts.fn << kUnits, counts.tn << kUnits};
    if (!mean.whole().in_universe(label, counts)) continue;
    std::array<Ratio, 4> slope;
    for (std::size_t part = 0; part < 4; ++part) {
      const u128 all = cell.*kParts[part];
      if (all == 0) continue;  // no example is there
      const u128 step = all >> kStep;
      const auto at = [&](u128 amount) {
        cell.*kParts[part] = amount;
        return mean.part(label, cell);
      };
      const Ratio up = at(all + step), down = at(all - step), high = at(all + 2 * step),
                  low = at(all - 2 * step);
      cell.*kParts[part] = all;
      const double width = 12 * to_double(counts.*kParts[part]) / (1 << kStep);
      slope[part].above = (8 * (up.above - down.above) - (high.above - low.above)) / width;
      slope[part].below = (8 * (up.below - down.below) - (high.below - low.below)) / width;
    }
    out.rest.above += slope[kTn].above;
    out.rest.below += slope[kTn].below;
    for (std::size_t part = 0; part < 3; ++part) {
      out.by_label[label][part] = {slope[part].above - slope[kTn].above,
                                   slope[part].below - slope[kTn].below};
    }
  }
  return out;
}

/// The mean as it is; `scale` is the unit of weights, as in slopes().
Ratio total(const LabelMean& mean) {
  constexpr int kUnits = 20;
  Ratio out;
  for (const LabelId label : mean.labels()) {
    const Cell counts = mean.whole().cell(label);
    const Ratio part = mean.part(label, {counts.tp << kUnits, counts.fp << kUnits,
                                         counts.fn << kUnits, counts.tn << kUnits});
    out.above += part.above;
    out.below += part.below;
  }
  return out;
}

std::vector<double> influences_of(const LabelMean& mean, const Batch& rows) {
  const Contributions slope = slopes(mean);
  const Ratio all = total(mean);
  const double n = to_double(mean.whole().n_examples()), value = all.value();
  std::vector<char> marks(mean.whole().tally().vocabulary().size());
  std::vector<double> out;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    Ratio sum = slope.rest;
    for_each_label(rows.truth_of(row), rows.predicted_of(row), marks,
                   [&](LabelId label, std::size_t part) {
                     sum.above += slope.by_label[label][part].above;
                     sum.below += slope.by_label[label][part].below;
                   });
    out.push_back(n * (sum.above - value * sum.below) / all.below);
  }
  return out;
}

/// Whether what a mean lacks without each part is found in seconds: all labels are looked at for
/// each amount.
bool affordable(const LabelMean& mean, std::span<const Part> parts) {
  constexpr double kMost = 3e8;
  std::set<std::uint64_t> amounts;
  for (const Part& part : parts) amounts.insert(part.amount);
  return static_cast<double>(amounts.size()) * static_cast<double>(mean.labels().size()) < kMost;
}

std::vector<double> without_of(const LabelMean& mean, const Batch& rows,
                               std::span<const Part> parts) {
  if (!affordable(mean, parts)) return {};
  const Whole& whole = mean.whole();
  std::vector<std::size_t> order(parts.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [parts](std::size_t a, std::size_t b) {
    return parts[a].amount < parts[b].amount;
  });
  const auto without = [&](LabelId label, std::size_t at, std::uint64_t amount) {
    Cell cell = whole.cell(label);
    if (cell.*kParts[at] < amount) return Ratio{};  // no such example is there
    cell.*kParts[at] -= amount;
    return mean.part(label, cell);
  };
  // Of all parts of one amount.
  Contributions less;
  less.by_label.resize(whole.tally().vocabulary().size());
  std::vector<std::array<std::uint64_t, 3>> known(less.by_label.size());  // for which amount
  std::uint64_t amount = 0;
  std::vector<char> marks(whole.tally().vocabulary().size());
  std::vector<double> out(parts.size());
  std::vector<Ratio> rest(less.by_label.size());
  for (const std::size_t i : order) {
    if (parts[i].amount != amount) {
      amount = parts[i].amount;
      less.rest = {};
      for (const LabelId label : mean.labels()) {
        rest[label] = without(label, kTn, amount);
        less.rest.above += rest[label].above;
        less.rest.below += rest[label].below;
      }
    }
    Ratio sum = less.rest;
    const std::size_t row = parts[i].kind;
    for_each_label(rows.truth_of(row), rows.predicted_of(row), marks,
                   [&](LabelId label, std::size_t at) {
                     if (known[label][at] != amount) {
                       known[label][at] = amount;
                       const Ratio one = without(label, at, amount);
                       less.by_label[label][at] = {one.above - rest[label].above,
                                                   one.below - rest[label].below};
                     }
                     sum.above += less.by_label[label][at].above;
                     sum.below += less.by_label[label][at].below;
                   });
    out[i] = sum.value();
  }
  return out;
}

/// The mean precision or recall of which a figure is the F.
Spec macro_of(std::string_view name) {
  return {.measure = find_measure(name), .average = Average::macro};
}

bool is_f_of_means(const Spec& spec, const Convention& convention) {
  return spec.average == Average::means ||
         (spec.average == Average::macro && convention.macro_f_of_means &&
          spec.measure->kind == UndefinedKind::fscore);
}

bool is_label_mean(const Spec& spec) {
  return spec.scope == Scope::average && !spec.params.k && !spec.params.closes &&
         (spec.average == Average::macro || spec.average == Average::weighted ||
          spec.average == Average::means);
}

}  // namespace

std::vector<double> label_mean_influences(const Spec& spec, const Whole& whole,
                                          const Convention& convention, const Batch& rows) {
  if (!is_label_mean(spec)) return {};
  if (!is_f_of_means(spec, convention)) return influences_of({spec, whole, convention}, rows);
  const Spec of_p = macro_of("precision"), of_r = macro_of("recall");
  const LabelMean p_mean(of_p, whole, convention), r_mean(of_r, whole, convention);
  const double p = total(p_mean).value(), r = total(r_mean).value();
  const double b2 = spec.params.beta * spec.params.beta, below = b2 * p + r;
  std::vector<double> out = influences_of(p_mean, rows);
  const std::vector<double> by_r = influences_of(r_mean, rows);
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = below == 0 ? 0 : (1 + b2) * (r * r * out[i] + b2 * p * p * by_r[i]) / (below * below);
  }
  return out;
}

std::vector<double> label_mean_without(const Spec& spec, const Whole& whole,
                                       const Convention& convention, const Batch& rows,
                                       std::span<const Part> parts) {
  if (!is_label_mean(spec)) return {};
  if (!is_f_of_means(spec, convention)) return without_of({spec, whole, convention}, rows, parts);
  const Spec of_p = macro_of("precision"), of_r = macro_of("recall");
  std::vector<double> out = without_of({of_p, whole, convention}, rows, parts);
  const std::vector<double> r = without_of({of_r, whole, convention}, rows, parts);
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = f_of(out[i], r[i], spec.params.beta);
  return out;
}

}  // namespace tallystick::detail
