// What the true labels of a data set are like, whatever was predicted: how many, how unequal, in
// which sets.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tallystick/measures/whole.hpp"
#include "tallystick/states/set_pairs.hpp"

namespace tallystick {

/// A value over labels, of which some had to be left out: those for which it is infinite.
struct SpaceValue {
  double value = 0;  // NaN: nothing was left
  std::uint64_t n_left_out = 0;
  LabelId first = kNoLabel;  // of these, the one whose name comes first in bytes

  SpaceValue(double v) : value(v) {}  // NOLINT: a plain number is a value of all labels
  SpaceValue(double v, std::uint64_t n, LabelId f) : value(v), n_left_out(n), first(f) {}
};

/// Mean and spread of one number a label.
struct Spread {
  double mean = kUndefined, low = kUndefined, high = kUndefined;
  double deviation = kUndefined;         // of a sample: squares divided by n - 1
  double deviation_of_all = kUndefined;  // squares divided by n
  std::uint64_t n_left_out = 0;          // labels for which it is infinite
  LabelId first_left_out = kNoLabel;
};

/// SCUMBLE (Charte, Rivera, del Jesus & Herrera): how far labels that share an example differ in
/// frequency. In [0, 1).
struct Scumble {
  double mean = kUndefined;  // NaN without examples
  double cv = kUndefined;    // deviation (n - 1) / mean; NaN where the mean is 0 or n is at most 1
};

/// A finished tally as measures of the label space see it.
class LabelSpace {
 public:
  /// Keeps the distinct true label sets where the tally knows them. The tally must outlive it.
  explicit LabelSpace(const Whole& whole);

  /// Whether the tally can tell the distinct true label sets.
  [[nodiscard]] static bool knows_sets(const Tally& tally) noexcept {
    return tally.keeps_sets() || tally.overlaps().empty();
  }

  [[nodiscard]] const Whole& whole() const noexcept { return *whole_; }
  /// Labels of the universe, and those among them that are true nowhere.
  [[nodiscard]] std::uint64_t n_labels() const noexcept { return n_labels_; }
  [[nodiscard]] std::uint64_t n_absent() const noexcept { return n_absent_; }
  /// In how many examples the most frequent label is true.
  [[nodiscard]] u128 most() const noexcept { return most_; }

  /// Distinct true label sets, the empty one too: labels ascending by id, each once; `predicted`
  /// is empty. In no particular order.
  [[nodiscard]] std::size_t n_sets() const noexcept { return sets_.size(); }
  [[nodiscard]] SetPairs::Entry set(std::size_t i) const noexcept { return sets_.entry(i); }
  /// In how many examples the label is true.
  [[nodiscard]] u128 n_true(LabelId label) const noexcept { return n_true_[label]; }

  /// IRLbl: the count of the most frequent label, divided by this label's. A label that is true
  /// nowhere is left out, or `absent_zero`: 0.
  [[nodiscard]] Spread imbalance(bool absent_zero) const;
  /// ImR: the more frequent of having a label and not having it, divided by the other.
  [[nodiscard]] Spread imbalance_within() const;

  [[nodiscard]] Scumble scumble() const;
  /// Of the examples that have the label, for each label by its id; NaN where there are none.
  [[nodiscard]] std::vector<Scumble> scumble_of_labels() const;

 private:
  [[nodiscard]] std::vector<std::uint64_t> scumble_of_sets() const;
  [[nodiscard]] LabelId name_first(LabelId a, LabelId b) const;

  const Whole* whole_;
  std::vector<u128> n_true_;  // of each label
  std::uint64_t n_labels_ = 0, n_absent_ = 0;
  u128 most_ = 0;
  SetPairs sets_;
};

}  // namespace tallystick
