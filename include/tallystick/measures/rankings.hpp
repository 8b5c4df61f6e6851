// Rankings of a finished tally as formulas see them.
#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "tallystick/conventions/convention.hpp"
#include "tallystick/measures/average.hpp"
#include "tallystick/measures/measure.hpp"
#include "tallystick/states/rank_profiles.hpp"

namespace tallystick {

/// Sums over places 1..n of what a place is worth, grown as needed.
class PlaceSums {
 public:
  explicit PlaceSums(double (*worth)(double place)) : worth_(worth) {}

  [[nodiscard]] double upto(std::uint64_t n) {
    while (sums_.size() <= n) {
      sums_.push_back(sums_.back() + worth_(static_cast<double>(sums_.size())));
    }
    return sums_[n];
  }
  /// The sum over places first + 1 .. last.
  [[nodiscard]] double between(std::uint64_t first, std::uint64_t last) {
    return last <= first ? 0 : upto(last) - upto(first);
  }

 private:
  double (*worth_)(double);
  std::vector<double> sums_{0};
};

/// Shared by the examples of one evaluation.
struct Discounts {
  PlaceSums logarithmic{[](double place) { return 1 / std::log2(place + 1); }};
  PlaceSums harmonic{[](double place) { return 1 / place; }};
};

/// One example's labels in order of score.
class RankedExample {
 public:
  /// Labels that share a score, with true ones among them.
  using Group = RankGroup;

  /// `ties`: of the measures that will look at it; orders by labels are in the profiles already.
  RankedExample(const Convention& rules, Ties ties, std::uint64_t n_labels, Discounts& discounts);
  /// The profile must stay until the next one.
  void show(const RankProfile& profile);

  /// True labels, with a score or without.
  [[nodiscard]] std::uint64_t n_true() const noexcept { return profile_->n_true; }
  /// No label is true, and none has a score.
  [[nodiscard]] bool is_empty() const noexcept {
    return profile_->n_true == 0 && profile_->n_scored == 0;
  }
  /// All labels; those without a score too.
  [[nodiscard]] std::uint64_t n_labels() const noexcept { return n_labels_; }
  /// Labels that share a score rank in every order, of which the mean is taken; else true ones
  /// last.
  [[nodiscard]] bool averages() const noexcept { return ties_ == Ties::average; }
  /// Pairs of a true label and another of its score that are wrong whatever the rule of ties says,
  /// beyond those that it makes wrong.
  [[nodiscard]] std::uint64_t tied_pairs_wrong() const noexcept {
    return tied_pairs_wrong_ ? profile_->tied_pairs : 0;
  }
  /// Groups of scored labels that hold true or judged ones, best first.
  [[nodiscard]] std::span<const Group> scored() const noexcept { return profile_->groups; }
  /// The same with the labels without a score, which share the last place, where true ones are
  /// among them.
  [[nodiscard]] std::span<const Group> all() const noexcept { return all_; }
  /// Grades of the hits of scored(), group by group, then of the true labels without a score; empty
  /// when each is 1.
  [[nodiscard]] std::span<const double> grades() const noexcept { return profile_->grades; }
  /// One-error is to look at the first in label order of those that share the best score, which is
  /// true or not.
  [[nodiscard]] bool first_alone() const noexcept { return first_alone_; }
  [[nodiscard]] bool first_is_true() const noexcept { return profile_->first_is_true; }
  /// A true label without a score is never found.
  [[nodiscard]] bool misses_unscored() const noexcept { return misses_unscored_; }
  /// Only labels judged not relevant count as such, instead of all that are not true.
  [[nodiscard]] bool judged_as_listed() const noexcept { return judged_as_listed_; }
  [[nodiscard]] std::uint64_t n_judged() const noexcept { return profile_->n_judged; }
  [[nodiscard]] Discounts& discounts() const noexcept { return *discounts_; }

 private:
  const RankProfile* profile_ = nullptr;
  Ties ties_;
  bool judged_as_listed_, first_alone_, misses_unscored_, tied_pairs_wrong_;
  std::uint64_t n_labels_;
  Discounts* discounts_;
  std::vector<Group> all_;
};

/// The rankings of all examples.
class Rankings {
 public:
  /// The tally keeps ranks, of every example; it must outlive this.
  explicit Rankings(const Whole& whole);

  [[nodiscard]] const Whole& whole() const noexcept { return *whole_; }
  [[nodiscard]] std::uint64_t n_labels() const noexcept { return n_labels_; }

 private:
  const Whole* whole_;
  std::uint64_t n_labels_;
};

/// The values of figures whose scope is Scope::ranked, in one go over the examples.
[[nodiscard]] std::vector<Value> ranked_values(std::span<const Spec> specs,
                                               const Rankings& rankings,
                                               const Convention& convention);

/// The value of such a figure of one example; 0/0 is answered by the convention, NaN when left out.
/// `list` and `ranking` show the example, under the rules of ties in lists and of all labels.
[[nodiscard]] double ranked_value(const Spec& spec, const RankedExample& ranking,
                                  const RankedExample& list, const Convention& convention);

/// Examples in which a true and another label share a score, whose order the rule of ties decides.
/// In the unit of Cell.
[[nodiscard]] u128 tied_examples(const Rankings& rankings);

}  // namespace tallystick
