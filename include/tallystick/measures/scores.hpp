// A finished score table as formulas see it, with what else they may look at.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <typeindex>
#include <utility>
#include <vector>

#include "tallystick/labels/taxonomy.hpp"
#include "tallystick/measures/score_column.hpp"
#include "tallystick/measures/training.hpp"
#include "tallystick/measures/whole.hpp"
#include "tallystick/states/score_table.hpp"
#include "tallystick/states/true_ranks.hpp"

namespace tallystick {

namespace detail {
class ScoreColumns;
class ProteinResults;
}  // namespace detail

/// The constants of Jain's model of how often a label that is right was also written down.
struct Propensity {
  double a = 0.55, b = 1.5;
};

class Scores {
 public:
  /// `node_weights`: of the classes of the hierarchy, empty when no file gives them. `training` may
  /// be null. `ties`: of lists of the first labels. The tally keeps scores, or for true_ranks()
  /// alone those; it and what else is named must outlive this.
  Scores(const Whole& whole, std::vector<double> node_weights, const Training* training,
         Propensity propensity = {}, Ties ties = Ties::average);

  [[nodiscard]] const Whole& whole() const noexcept { return *whole_; }
  [[nodiscard]] const ScoreTable& table() const noexcept;
  /// Kept by the tally, or made from its scores at the first call.
  [[nodiscard]] const TrueRanks& true_ranks() const;
  /// Null for flat labels.
  [[nodiscard]] const Taxonomy* taxonomy() const noexcept;
  [[nodiscard]] const std::vector<double>& node_weights() const noexcept { return node_weights_; }
  /// Measures of protein function count these classes of the hierarchy alone: one mark a node, or
  /// empty for all.
  void restrict_to(std::vector<char> terms) { terms_of_interest_ = std::move(terms); }
  [[nodiscard]] const std::vector<char>& terms_of_interest() const noexcept {
    return terms_of_interest_;
  }
  [[nodiscard]] const Training* training() const noexcept { return training_; }
  [[nodiscard]] Ties ties() const noexcept { return ties_; }
  /// 1 / propensity of each label. Errors: wrong_usage without training data.
  [[nodiscard]] const std::vector<double>& inverse_propensities() const;
  /// What measures of protein function have found so far, so that they share their sweeps.
  [[nodiscard]] detail::ProteinResults& protein() const;

  /// Labels that enter macro means: as Whole has them, where a label with a score is a label seen.
  [[nodiscard]] const std::vector<LabelId>& labels() const;
  /// One label's cells, all examples; all labels' cells. Sorted at the first call, for all figures;
  /// what they point to lives as long as this.
  [[nodiscard]] ScoreColumn column(LabelId label) const;
  [[nodiscard]] const ScoreColumn& pooled() const;
  /// The least and the greatest score; 0 and 0 when there are none.
  [[nodiscard]] std::pair<double, double> range() const;
  /// What several figures are taken from, made at the first call with the key.
  template <typename T, typename Make>
  [[nodiscard]] std::shared_ptr<const T> shared(std::pair<std::uint32_t, std::uint32_t> key,
                                                Make make) const {
    std::shared_ptr<const void>& made = shared_[{std::type_index(typeid(T)), key}];
    if (made == nullptr) made = std::make_shared<const T>(make());
    return std::static_pointer_cast<const T>(made);
  }

 private:
  [[nodiscard]] detail::ScoreColumns& columns() const;

  const Whole* whole_;
  std::vector<double> node_weights_;
  std::vector<char> terms_of_interest_;
  const Training* training_;
  Propensity propensity_;
  Ties ties_;
  mutable std::vector<double> inverse_propensities_;  // made when first asked for
  mutable std::unique_ptr<TrueRanks> true_ranks_;
  mutable std::shared_ptr<detail::ScoreColumns> columns_;
  mutable std::map<std::pair<std::type_index, std::pair<std::uint32_t, std::uint32_t>>,
                   std::shared_ptr<const void>>
      shared_;
  mutable std::shared_ptr<detail::ProteinResults> protein_;
};

}  // namespace tallystick
