#include "tallystick/measures/label_space.hpp"

#include <algorithm>
#include <cmath>

#include "tallystick/base/exact_sum.hpp"

namespace tallystick {

namespace {

constexpr double kScale = 0x1p53;  // 1 - x of x in [0, 1] is a multiple of 2^-53

/// A number a label, as often as labels share it.
struct Term {
  double value;
  std::uint64_t n_labels;
};

/// The mean is exact until it is rounded, and so are the sums of the rounded squares.
Spread spread_of(const std::vector<Term>& terms) {
  Spread out;
  ExactSum sum;
  std::uint64_t n = 0;
  for (const Term& term : terms) {
    sum.add(term.value, term.n_labels);
    n += term.n_labels;
    out.low = std::fmin(out.low, term.value);
    out.high = std::fmax(out.high, term.value);
  }
  if (n == 0) return out;
  out.mean = sum.divided_by(n);
  ExactSum squares;
  for (const Term& term : terms) {
    const double d = term.value - out.mean;
    squares.add(d * d, term.n_labels);
  }
  out.deviation_of_all = std::sqrt(squares.divided_by(n));
  if (n > 1) out.deviation = std::sqrt(squares.divided_by(n - 1));
  return out;
}

/// Mean and variation of whole numbers (units of 2^-53) that examples have.
class Moments {
 public:
  void add(std::uint64_t value, u128 amount) {
    sum_ = sum_ + multiply(amount, value);
    n_ += amount;
  }
  /// Between the two passes; squares are taken around the mean, rounded to a unit.
  void settle() {
    mean_ = ratio(sum_, multiply(n_, u128{1} << 53));
    center_ = n_ == 0 ? 0 : static_cast<std::uint64_t>(std::llround(mean_ * kScale));
  }
  void add_square(std::uint64_t value, u128 amount) {
    const u128 d = value < center_ ? center_ - value : value - center_;
    squares_ = squares_ + multiply(amount, d * d);
  }
  /// `one`: an example in the unit of amounts.
  [[nodiscard]] Scumble value(u128 one) const {
    Scumble out;
    out.mean = mean_;
    if (n_ <= one || mean_ == 0) return out;
    out.cv = std::sqrt(ratio(squares_, multiply(n_ - one, u128{1} << 106))) / mean_;
    return out;
  }

 private:
  U256 sum_, squares_;
  u128 n_ = 0;
  double mean_ = kUndefined;
  std::uint64_t center_ = 0;
};

}  // namespace

LabelSpace::LabelSpace(const Whole& whole) : whole_(&whole) {
  const Tally& tally = whole.tally();
  for (const LabelGroup& group : whole.labels()) {
    n_labels_ += group.n_labels;
    if (group.cell.truth() == 0) n_absent_ += group.n_labels;
    most_ = std::max(most_, group.cell.truth());
  }
  for (LabelId label = 0; label < tally.vocabulary().size(); ++label) {
    n_true_.push_back(whole.cell(label).truth());
  }
  if (!knows_sets(tally)) return;
  for (std::size_t i = 0; i < tally.sets().size(); ++i) {
    const SetPairs::Entry entry = tally.sets().entry(i);
    sets_.update(entry.truth, {}, entry.amount);
  }
  for (const ConfusionCounts::Entry& pair : tally.pairs().entries()) {
    sets_.update({&pair.truth, 1}, {}, pair.amount);
  }
}

LabelId LabelSpace::name_first(LabelId a, LabelId b) const {
  const Vocabulary& names = whole_->tally().vocabulary();
  return a != kNoLabel && names.name(a) < names.name(b) ? a : b;
}

Spread LabelSpace::imbalance(bool absent_zero) const {
  std::vector<Term> terms;
  LabelId first = kNoLabel;
  for (const LabelGroup& group : whole_->labels()) {
    const u128 n = group.cell.truth();
    if (n == 0) first = name_first(first, group.first);
    if (n != 0) terms.push_back({ratio(most_, n), group.n_labels});
    if (n == 0 && absent_zero) terms.push_back({0, group.n_labels});
  }
  Spread out = spread_of(terms);
  out.n_left_out = absent_zero ? 0 : n_absent_;
  out.first_left_out = absent_zero ? kNoLabel : first;
  return out;
}

Spread LabelSpace::imbalance_within() const {
  std::vector<Term> terms;
  LabelId first = kNoLabel;
  std::uint64_t n_left_out = 0;
  for (const LabelGroup& group : whole_->labels()) {
    const u128 n = group.cell.truth(), others = whole_->n_examples() - n;
    if (n == 0 || others == 0) {
      first = name_first(first, group.first);
      n_left_out += group.n_labels;
      continue;
    }
    terms.push_back({ratio(std::max(n, others), std::min(n, others)), group.n_labels});
  }
  Spread out = spread_of(terms);
  out.n_left_out = n_left_out;
  out.first_left_out = first;
  return out;
}

/// Of each set in units of 2^-53. The imbalances of its labels are the inverse of their counts, up
/// to a factor that cancels, so 1 - geometric / arithmetic mean is 1 - harmonic / geometric mean of
/// the counts.
std::vector<std::uint64_t> LabelSpace::scumble_of_sets() const {
  std::vector<std::uint64_t> out(sets_.size());
  std::vector<u128> counts;
  for (std::size_t i = 0; i < sets_.size(); ++i) {
    counts.clear();
    for (const LabelId label : sets_.entry(i).truth) counts.push_back(n_true_[label]);
    std::sort(counts.begin(), counts.end());  // sums must not depend on the order of labels
    if (counts.empty() || counts.front() == counts.back()) continue;
    double inverses = 0, logs = 0;
    for (const u128 n : counts) {
      inverses += ratio(counts.front(), n);
      logs += std::log(ratio(n, counts.front()));
    }
    const auto size = static_cast<double>(counts.size());
    const double value = 1 - size / inverses / std::exp(logs / size);
    out[i] = static_cast<std::uint64_t>(std::clamp(value, 0.0, 1.0) * kScale);
  }
  return out;
}

Scumble LabelSpace::scumble() const {
  const std::vector<std::uint64_t> values = scumble_of_sets();
  Moments all;
  for (std::size_t i = 0; i < values.size(); ++i) {
    all.add(values[i], whole_->unit(sets_.entry(i).amount));
  }
  all.settle();
  for (std::size_t i = 0; i < values.size(); ++i) {
    all.add_square(values[i], whole_->unit(sets_.entry(i).amount));
  }
  return all.value(whole_->unit(kOne));
}

std::vector<Scumble> LabelSpace::scumble_of_labels() const {
  const std::vector<std::uint64_t> values = scumble_of_sets();
  std::vector<Moments> labels(n_true_.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const SetPairs::Entry entry = sets_.entry(i);
    for (const LabelId label : entry.truth)
      labels[label].add(values[i], whole_->unit(entry.amount));
  }
  for (Moments& label : labels) label.settle();
  for (std::size_t i = 0; i < values.size(); ++i) {
    const SetPairs::Entry entry = sets_.entry(i);
    for (const LabelId label : entry.truth) {
      labels[label].add_square(values[i], whole_->unit(entry.amount));
    }
  }
  std::vector<Scumble> out;
  out.reserve(labels.size());
  for (const Moments& label : labels) out.push_back(label.value(whole_->unit(kOne)));
  return out;
}

}  // namespace tallystick
