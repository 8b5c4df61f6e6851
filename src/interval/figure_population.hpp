// Populations for the figures of measures: as few kinds of examples as a figure can tell apart.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "tallystick/batch/batch.hpp"
#include "tallystick/interval/population.hpp"
#include "tallystick/measures/average.hpp"
#include "tallystick/states/clusters.hpp"

namespace tallystick::detail {

/// Figures that live on the sizes of the examples' sets.
class SizePopulation final : public Population {
 public:
  SizePopulation(const Whole& whole, std::vector<Spec> specs, const Convention& convention);
  /// Whether the figure, which is `value`, lives on sizes alone.
  [[nodiscard]] static bool serves(const Spec& spec, const Whole& whole,
                                   const Convention& convention, double value);
  [[nodiscard]] Evaluator evaluator() const override;

 protected:
  [[nodiscard]] double alone(std::size_t figure, std::size_t kind) const override;

 private:
  const Whole& whole_;
  std::vector<Spec> specs_;
  const Convention& convention_;
  Convention strict_;
};

/// Means of the examples' values; values[figure][kind], NaN where left out.
class MeanPopulation final : public Population {
 public:
  MeanPopulation(std::vector<std::uint64_t> counts, std::vector<std::vector<double>> values);
  [[nodiscard]] Evaluator evaluator() const override;
  [[nodiscard]] std::vector<double> influences(std::size_t figure) const override;
  [[nodiscard]] std::vector<double> without(std::size_t figure,
                                            std::span<const Part> parts) const override;

 protected:
  [[nodiscard]] double alone(std::size_t figure, std::size_t kind) const override {
    return values_[figure][kind];
  }

 private:
  struct Sum {
    double values = 0, n = 0;
  };
  [[nodiscard]] Sum sum(std::size_t figure) const;

  std::vector<std::vector<double>> values_;
};

/// One label's figure: its kinds are tp, fp, fn and tn.
class LabelPopulation final : public Population {
 public:
  LabelPopulation(const Cell& cell, const Spec& spec, const Convention& convention);
  [[nodiscard]] Evaluator evaluator() const override;

 protected:
  [[nodiscard]] double alone(std::size_t figure, std::size_t kind) const override;

 private:
  const Spec& spec_;
  const Convention& convention_;
  std::vector<u128 Cell::*> parts_;
};

/// Multi-class figures: the kinds are pairs of a true and a predicted class.
class PairPopulation final : public Population {
 public:
  PairPopulation(const Multiclass& classes, std::vector<Spec> specs, const Convention& convention);
  [[nodiscard]] Evaluator evaluator() const override;
  [[nodiscard]] std::vector<double> influences(std::size_t figure) const override;
  [[nodiscard]] std::vector<double> without(std::size_t figure,
                                            std::span<const Part> parts) const override;

 protected:
  [[nodiscard]] double alone(std::size_t figure, std::size_t kind) const override;

 private:
  [[nodiscard]] Evaluator evaluator(const Convention& convention) const;
  [[nodiscard]] bool one_by_one(std::size_t changes) const;
  [[nodiscard]] double value(std::size_t figure, const Multiclass& classes) const;

  const Multiclass& classes_;
  std::vector<Spec> specs_;
  const Convention& convention_;
  Convention strict_;
};

/// Figures that live on the sizes of the examples' sets with their ancestors, under one rule.
class ClosedPopulation final : public Population {
 public:
  ClosedPopulation(const Hierarchy& hierarchy, const ClosureRule& rule, std::vector<Spec> specs,
                   const Convention& convention);
  [[nodiscard]] Evaluator evaluator() const override;

 private:
  const Hierarchy& hierarchy_;
  const ClosedCounts& closed_;
  std::vector<Spec> specs_;
  const Convention& convention_;
};

/// Distinct examples, each with how many there are, in an order that is a function of the data.
struct ExampleRows {
  Batch batch;
  std::vector<std::uint64_t> counts;
};
/// Of label sets. The tally keeps sets, or has pairs alone.
[[nodiscard]] ExampleRows set_rows(const Tally& tally);
/// Of scored labels. The tally keeps scores. `row_of`: of each example in the table, its row.
[[nodiscard]] ExampleRows score_rows(const Tally& tally,
                                     std::vector<std::uint32_t>* row_of = nullptr);

/// Any figures, each resample of examples counted anew.
class RowPopulation final : public Population {
 public:
  /// The figures of a tally with the same labels.
  using Figures = std::function<std::vector<double>(const Tally&)>;
  /// `whole` is that of the data. `scores`: the rows are score_rows.
  RowPopulation(ExampleRows rows, const Whole& whole, std::vector<Spec> specs,
                const Convention& convention, bool scores, bool sets, Figures figures);
  [[nodiscard]] Evaluator evaluator() const override;
  [[nodiscard]] ManyEvaluator evaluator_of_many() const override;
  [[nodiscard]] std::vector<double> influences(std::size_t figure) const override;
  [[nodiscard]] std::vector<double> without(std::size_t figure,
                                            std::span<const Part> parts) const override;

 private:
  [[nodiscard]] bool affordable(std::size_t evaluations) const override;
  [[nodiscard]] Evaluator evaluator_of_rows() const;
  [[nodiscard]] std::vector<double> smooth_influences(std::size_t figure) const;
  [[nodiscard]] Evaluator evaluator_of_labels() const;

  Batch batch_;
  const Whole& whole_;
  std::vector<Spec> specs_;
  const Convention& convention_;
  bool scores_, sets_;
  Figures figures_;
  // Where cells are all that matters: each row's labels as places, and what counts are kept there,
  // as 3 * label + part of the cell. Those of many rows come first, so that the cache holds them.
  std::vector<std::uint32_t> by_labels_, kept_at_;
  std::vector<std::size_t> by_labels_ends_;  // of each row
};

inline constexpr std::size_t kTp = 0, kFp = 1, kFn = 2;

/// Calls visit(label, part) for each label of a row, which is a tp, an fp or an fn there. `marks`:
/// one a label, all 0, and so again afterwards.
template <typename Visit>
void for_each_label(std::span<const LabelId> truth, std::span<const LabelId> predicted,
                    std::vector<char>& marks, Visit visit) {
  for (const LabelId label : truth) marks[label] = 1;
  for (const LabelId label : predicted) {
    visit(label, marks[label] != 0 ? kTp : kFp);
    if (marks[label] != 0) marks[label] = 2;
  }
  for (const LabelId label : truth) {
    if (marks[label] == 1) visit(label, kFn);
    marks[label] = 0;
  }
}

/// Any figures of examples that belong together: a resample takes clusters as wholes.
class ClusterPopulation final : public Population {
 public:
  /// As RowPopulation; the clusters must outlive this.
  /// `weights`: of each row, in any common unit; empty where all weigh one.
  ClusterPopulation(const Clusters& clusters, const Whole& whole, std::vector<Spec> specs,
                    bool scores, bool sets, RowPopulation::Figures figures,
                    std::vector<std::uint64_t> weights = {});
  [[nodiscard]] Evaluator evaluator() const override;
  [[nodiscard]] std::vector<double> influences(std::size_t figure) const override;

 private:
  [[nodiscard]] bool affordable(std::size_t evaluations) const override;

  const Clusters& clusters_;
  std::vector<std::uint32_t> kind_of_row_;  // clusters in the order of their names
  const Whole& whole_;
  bool scores_, sets_;
  RowPopulation::Figures figures_;
  std::vector<std::uint64_t> weights_;
};

/// Of a mean over labels: how each row changes it; empty where the figure is none.
[[nodiscard]] std::vector<double> label_mean_influences(const Spec& spec, const Whole& whole,
                                                        const Convention& convention,
                                                        const Batch& rows);
/// The same figure without each of the parts, whose kinds are rows, in turn; empty too where there
/// are too many labels and different amounts.
[[nodiscard]] std::vector<double> label_mean_without(const Spec& spec, const Whole& whole,
                                                     const Convention& convention,
                                                     const Batch& rows,
                                                     std::span<const Part> parts);

/// The convention, but every 0/0 is left out.
[[nodiscard]] Convention excluding(Convention convention);

}  // namespace tallystick::detail
