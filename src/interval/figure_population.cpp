#include "interval/figure_population.hpp"

#include <cmath>
#include <utility>

#include "tallystick/measures/hierarchy.hpp"

namespace tallystick::detail {

namespace {

/// Amounts are whole numbers: of examples, or of units of their weights.
template <typename Groups>
std::vector<std::uint64_t> counts_of(const Groups& groups) {
  std::vector<std::uint64_t> out;
  for (const auto& group : groups) out.push_back(static_cast<std::uint64_t>(group.amount));
  return out;
}

}  // namespace

Convention excluding(Convention convention) {
  const UndefinedRule out{Undefined::exclude, Undefined::exclude};
  convention.precision = convention.recall = convention.fscore = convention.jaccard =
      convention.specificity = convention.other = convention.samples_jaccard = out;
  return convention;
}

SizePopulation::SizePopulation(const Whole& whole, std::vector<Spec> specs,
                               const Convention& convention)
    : Population(counts_of(whole.examples()), specs.size()),
      whole_(whole),
      specs_(std::move(specs)),
      convention_(convention),
      strict_(excluding(convention)) {}

bool SizePopulation::serves(const Spec& spec, const Whole& whole, const Convention& convention,
                            double value) {
  const bool by_scope = spec.scope == Scope::whole ||
                        (spec.scope == Scope::average &&
                         (spec.average == Average::micro || spec.average == Average::samples));
  if (!by_scope || spec.measure->sets || spec.measure->labels) return false;
  std::vector<std::uint64_t> amounts;
  for (const ExampleGroup& group : whole.examples())
    amounts.push_back(static_cast<std::uint64_t>(group.amount));
  const Whole alike(whole, amounts);
  Findings findings;
  findings.whole = &alike;
  return value_of(spec, findings, convention).value == value;
}

Population::Evaluator SizePopulation::evaluator() const {
  return [this](std::span<const std::uint64_t> amounts, std::span<double> out) {
    const Whole whole(whole_, amounts);
    Findings findings;
    findings.whole = &whole;
    for (std::size_t i = 0; i < specs_.size(); ++i) {
      out[i] =
          whole.n_examples() == 0 ? kUndefined : value_of(specs_[i], findings, convention_).value;
    }
  };
}

double SizePopulation::alone(std::size_t figure, std::size_t kind) const {
  std::vector<std::uint64_t> amounts(counts().size());
  amounts[kind] = 1;
  const Whole whole(whole_, amounts);
  Findings findings;
  findings.whole = &whole;
  return value_of(specs_[figure], findings, strict_).value;
}

MeanPopulation::MeanPopulation(std::vector<std::uint64_t> counts,
                               std::vector<std::vector<double>> values)
    : Population(std::move(counts), values.size()), values_(std::move(values)) {}

Population::Evaluator MeanPopulation::evaluator() const {
  return [this](std::span<const std::uint64_t> amounts, std::span<double> out) {
    for (std::size_t figure = 0; figure < values_.size(); ++figure) {
      const std::vector<double>& values = values_[figure];
      Sum sum;
      for (std::size_t kind = 0; kind < amounts.size(); ++kind) {
        if (amounts[kind] == 0 || std::isnan(values[kind])) continue;
        const double n = static_cast<double>(amounts[kind]);
        sum.values += n * values[kind];
        sum.n += n;
      }
      out[figure] = sum.values / sum.n;
    }
  };
}

MeanPopulation::Sum MeanPopulation::sum(std::size_t figure) const {
  Sum out;
  for (std::size_t kind = 0; kind < counts().size(); ++kind) {
    const double value = values_[figure][kind];
    if (std::isnan(value)) continue;
    out.values += static_cast<double>(counts()[kind]) * value;
    out.n += static_cast<double>(counts()[kind]);
  }
  return out;
}

std::vector<double> MeanPopulation::influences(std::size_t figure) const {
  const Sum all = sum(figure);
  const double mean = all.values / all.n, n = static_cast<double>(n_examples());
  std::vector<double> out;
  for (const double value : values_[figure]) {
    out.push_back(std::isnan(value) ? 0 : n * (value - mean) / all.n);
  }
  return out;
}

std::vector<double> MeanPopulation::without(std::size_t figure, std::span<const Part> parts) const {
  const Sum all = sum(figure);
  std::vector<double> out;
  for (const Part& part : parts) {
    const double value = values_[figure][part.kind], n = static_cast<double>(part.amount);
    out.push_back(std::isnan(value) ? all.values / all.n : (all.values - n * value) / (all.n - n));
  }
  return out;
}

namespace {

constexpr u128 Cell::* kParts[] = {&Cell::tp, &Cell::fp, &Cell::fn, &Cell::tn};

std::vector<u128 Cell::*> parts_of(const Cell& cell) {
  std::vector<u128 Cell::*> out;
  for (u128 Cell::* const part : kParts) {
    if (cell.*part != 0) out.push_back(part);
  }
  return out;
}

std::vector<std::uint64_t> part_counts(const Cell& cell) {
  std::vector<std::uint64_t> out;
  for (u128 Cell::* const part : parts_of(cell)) {
    out.push_back(static_cast<std::uint64_t>(cell.*part));
  }
  return out;
}

}  // namespace

LabelPopulation::LabelPopulation(const Cell& cell, const Spec& spec, const Convention& convention)
    : Population(part_counts(cell), 1),
      spec_(spec),
      convention_(convention),
      parts_(parts_of(cell)) {}

Population::Evaluator LabelPopulation::evaluator() const {
  return [this](std::span<const std::uint64_t> amounts, std::span<double> out) {
    Cell cell;
    for (std::size_t kind = 0; kind < parts_.size(); ++kind) cell.*parts_[kind] = amounts[kind];
    out[0] = label_value(*spec_.measure, spec_.params, cell, convention_);
  };
}

double LabelPopulation::alone(std::size_t, std::size_t kind) const {
  Cell cell;
  cell.*parts_[kind] = 1;
  return label_value(*spec_.measure, spec_.params, cell, excluding(convention_));
}

PairPopulation::PairPopulation(const Multiclass& classes, std::vector<Spec> specs,
                               const Convention& convention)
    : Population(counts_of(classes.entries), specs.size()),
      classes_(classes),
      specs_(std::move(specs)),
      convention_(convention),
      strict_(excluding(convention)) {}

Population::Evaluator PairPopulation::evaluator(const Convention& convention) const {
  return [this, &convention, some = Multiclass(classes_)](std::span<const std::uint64_t> amounts,
                                                          std::span<double> out) mutable {
    std::fill(some.truth.begin(), some.truth.end(), 0);
    std::fill(some.predicted.begin(), some.predicted.end(), 0);
    some.total = some.correct = some.without_prediction = 0;
    for (std::size_t i = 0; i < amounts.size(); ++i) {
      Multiclass::Entry& entry = some.entries[i];
      entry.amount = amounts[i];
      some.total += entry.amount;
      some.truth[entry.truth] += entry.amount;
      if (entry.predicted == some.none()) {
        some.without_prediction += entry.amount;
      } else {
        some.predicted[entry.predicted] += entry.amount;
      }
      if (entry.truth == entry.predicted) some.correct += entry.amount;
    }
    Findings findings;
    findings.multiclass = &some;
    for (std::size_t i = 0; i < specs_.size(); ++i) {
      out[i] = value_of(specs_[i], findings, convention).value;
    }
  };
}

Population::Evaluator PairPopulation::evaluator() const { return evaluator(convention_); }

namespace {

/// Sets how many examples one pair has, and what follows from it.
void set_amount(Multiclass& classes, std::size_t i, u128 amount) {
  Multiclass::Entry& entry = classes.entries[i];
  const bool none = entry.predicted == classes.none();
  u128* const sums[] = {&entry.amount, &classes.total, &classes.truth[entry.truth],
                        none ? &classes.without_prediction : &classes.predicted[entry.predicted],
                        entry.truth == entry.predicted ? &classes.correct : nullptr};
  const u128 before = entry.amount;
  for (u128* const sum : sums) {
    if (sum != nullptr) *sum = *sum - before + amount;
  }
}

}  // namespace

double PairPopulation::value(std::size_t figure, const Multiclass& classes) const {
  Findings findings;
  findings.multiclass = &classes;
  return value_of(specs_[figure], findings, convention_).value;
}

/// Whether so many changes of one pair are done in seconds: a formula may look at all pairs.
bool PairPopulation::one_by_one(std::size_t changes) const {
  constexpr double kMost = 1e9;
  return static_cast<double>(changes) * static_cast<double>(counts().size()) < kMost;
}

std::vector<double> PairPopulation::influences(std::size_t figure) const {
  // As Population::influences does it, but for sums that are kept up to date.
  constexpr int kUnits = 20, kStep = 10;
  if (!one_by_one(counts().size()) || n_examples() >> (63 - kUnits) != 0) return {};
  Multiclass some = classes_;
  for (std::size_t i = 0; i < some.entries.size(); ++i) {
    set_amount(some, i, classes_.entries[i].amount << kUnits);
  }
  std::vector<double> out;
  for (std::size_t i = 0; i < some.entries.size(); ++i) {
    const u128 all = some.entries[i].amount, step = all >> kStep;
    const auto at = [&](u128 amount) {
      set_amount(some, i, amount);
      return value(figure, some);
    };
    const double near = at(all + step) - at(all - step);
    const double far = at(all + 2 * step) - at(all - 2 * step);
    set_amount(some, i, all);
    const double width = static_cast<double>(counts()[i]) / (1 << kStep);
    out.push_back(static_cast<double>(n_examples()) * (8 * near - far) / (12 * width));
  }
  return out;
}

std::vector<double> PairPopulation::without(std::size_t figure, std::span<const Part> parts) const {
  if (!one_by_one(parts.size())) return {};
  Multiclass some = classes_;
  std::vector<double> out;
  for (const Part& part : parts) {
    const u128 all = some.entries[part.kind].amount;
    set_amount(some, part.kind, all - part.amount);
    out.push_back(value(figure, some));
    set_amount(some, part.kind, all);
  }
  return out;
}

double PairPopulation::alone(std::size_t figure, std::size_t kind) const {
  std::vector<std::uint64_t> amounts(counts().size());
  amounts[kind] = 1;
  std::vector<double> values(n_figures());
  evaluator(strict_)(amounts, values);
  return values[figure];
}

ClosedPopulation::ClosedPopulation(const Hierarchy& hierarchy, const ClosureRule& rule,
                                   std::vector<Spec> specs, const Convention& convention)
    : Population(counts_of(hierarchy.closed(rule).examples), specs.size()),
      hierarchy_(hierarchy),
      closed_(hierarchy.closed(rule)),
      specs_(std::move(specs)),
      convention_(convention) {}

Population::Evaluator ClosedPopulation::evaluator() const {
  return [this, groups = closed_.examples](std::span<const std::uint64_t> amounts,
                                           std::span<double> out) mutable {
    for (std::size_t i = 0; i < amounts.size(); ++i) groups[i].amount = amounts[i];
    for (std::size_t i = 0; i < specs_.size(); ++i) {
      out[i] = closed_value_of(specs_[i], hierarchy_, convention_, groups);
    }
  };
}

}  // namespace tallystick::detail
