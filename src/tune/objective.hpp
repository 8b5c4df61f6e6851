// A measure that follows predicted sets as labels are added to them, one at a time.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "tallystick/measures/average.hpp"
#include "tallystick/measures/whole.hpp"
#include "tallystick/states/score_table.hpp"

namespace tallystick::detail {

/// What does not change while selections are tried: the scored examples and the rules of labels.
class TuneData {
 public:
  /// The tally keeps scores. `parts`: of each example, empty without cross-validation.
  TuneData(const Tally& tally, LabelUniverse universe, std::vector<std::uint32_t> parts);

  static constexpr std::uint32_t kNoPart = UINT32_MAX;

  [[nodiscard]] const Tally& tally() const noexcept { return *tally_; }
  [[nodiscard]] const ScoreTable& table() const noexcept { return tally_->scores(); }
  [[nodiscard]] LabelUniverse universe() const noexcept { return universe_; }
  [[nodiscard]] std::size_t n_labels() const noexcept { return tally_->vocabulary().size(); }
  [[nodiscard]] u128 weight(std::size_t example) const noexcept {
    return weights_.empty() ? 1 : weights_[example];
  }
  [[nodiscard]] bool in_part(std::size_t example, std::uint32_t part) const noexcept {
    return !parts_.empty() && parts_[example] == part;
  }
  /// Whether a label counts in pooled cells, and in macro means; as in Whole.
  [[nodiscard]] bool pooled(LabelId label, bool is_true, bool is_predicted) const noexcept;
  [[nodiscard]] bool averaged(LabelId label, bool is_true, bool is_predicted) const noexcept;
  /// Whether it counts among the labels of an example's row of cells.
  [[nodiscard]] bool counted(LabelId label, bool is_true, bool is_predicted) const noexcept;

 private:
  const Tally* tally_;
  LabelUniverse universe_;
  std::size_t n_declared_;
  std::vector<char> only_wrong_;
  std::vector<u128> weights_;  // empty: all are one
  std::vector<std::uint32_t> parts_;
};

/// How a figure is put together.
enum class Shape : std::uint8_t { pooled, labels, means, examples, whole };

/// A figure that can be tuned, and the rules that it follows.
struct Goal {
  Spec spec;
  Convention convention;
  Shape shape = Shape::labels;
  bool all_cells = false;    // pooled over all labels, whatever the universe
  bool per_example = false;  // of pooled cells: wrong ones by example
  bool wrong_cells = false;  // of pooled cells: the share of wrong ones
  bool right_cells = false;  // of pooled cells: the share of right ones
  Spec precision, recall;    // of means

  [[nodiscard]] bool lower_is_better() const noexcept {
    return spec.measure->direction == Direction::lower_is_better;
  }
  /// Of one label's cell: the value and its weight in the mean; no weight when it is left out.
  struct Term {
    double value = 0;
    u128 weight = 0;
  };
  [[nodiscard]] Term term(const Spec& one, const Cell& cell) const;
};

/// Errors: unknown_measure, wrong_usage when the measure cannot be tuned.
[[nodiscard]] Goal goal_of(const std::string& measure, const Convention& convention);

class Objective {
 public:
  Objective(const TuneData& data, const Goal& goal) : data_(&data), goal_(&goal) {}

  /// No label is predicted; the examples of the part that is held out are no examples.
  void restart(std::uint32_t held_out);
  /// Predicts a label for an example that is not held out. Each label once.
  void add(std::uint32_t example, ScoredLabel label);
  /// Fetches early what add() will touch: cells come in the order of scores, labels in none.
  void prefetch(std::uint32_t example, ScoredLabel label) const noexcept {
    if (goal_->shape == Shape::examples || goal_->shape == Shape::whole) {
      __builtin_prefetch(&examples_[example], 1);
    } else {
      __builtin_prefetch(&labels_[label.label()], 1);
      __builtin_prefetch(reinterpret_cast<const char*>(&labels_[label.label()]) + 64, 1);
    }
  }
  /// Larger is better; that of the worst value when the rules exclude every term.
  [[nodiscard]] double goodness() const;
  [[nodiscard]] u128 n_examples() const noexcept { return n_examples_; }
  [[nodiscard]] u128 truth(LabelId label) const noexcept { return labels_[label].truth; }
  /// Whether a weighted mean has weights.
  [[nodiscard]] bool supported() const noexcept { return supported_; }

 private:
  /// A mean in fixed point, so that terms can leave it exactly.
  struct Sum {
    U256 values;
    u128 weights = 0;
  };
  struct Label {
    u128 tp = 0, fp = 0, truth = 0;
    Goal::Term terms[2];
    bool member = false;
  };
  struct Example {
    std::uint32_t common = 0, truth = 0, predicted = 0;
  };

  static void move(Sum& sum, const Goal::Term& from, const Goal::Term& to);
  [[nodiscard]] double mean(const Sum& sum) const;
  [[nodiscard]] Goal::Term label_term(LabelId label, const Spec& spec) const;
  [[nodiscard]] Goal::Term example_term(std::size_t example) const;
  [[nodiscard]] bool is_member(LabelId label, bool is_true, bool is_predicted) const noexcept;
  void refresh(LabelId label);
  [[nodiscard]] double pooled_value() const;
  [[nodiscard]] double value() const;

  const TuneData* data_;
  const Goal* goal_;
  std::vector<Label> labels_;
  std::vector<Example> examples_;
  u128 n_examples_ = 0;
  bool supported_ = false;
  std::uint64_t n_members_ = 0;
  Cell pooled_;  // without tn
  Sum sums_[2];
  u128 matches_ = 0;
};

}  // namespace tallystick::detail
