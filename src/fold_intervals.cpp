#include "fold_intervals.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "bias_figures.hpp"
#include "interval/weighed_population.hpp"
#include "strata.hpp"
#include "tallystick/base/exact_sum.hpp"
#include "tallystick/interval/quantiles.hpp"
#include "tallystick/measures/bias.hpp"
#include "weighed.hpp"

namespace tallystick::detail {

namespace {

constexpr std::string_view kOneFold = "of one fold alone there is no spread";
constexpr std::string_view kNoShare =
    "a mean over folds is no share of examples, which this method is for";
constexpr std::string_view kNoRows =
    "the label rows of the folds are not kept; ask for an interval where they are counted";
constexpr std::uint32_t kFolds = 0x464F4C44;  // keeps these draws apart from others of a seed

/// The mean of those that are there, whatever their order.
double mean_of(std::span<const double> values) {
  ExactSum sum;
  std::uint64_t n = 0;
  for (const double value : values) {
    if (std::isnan(value)) continue;
    sum.add(value);
    ++n;
  }
  return n == 0 ? kUndefined : sum.value() / static_cast<double>(n);
}

/// Rows fold by fold, and what each fold's model was trained on; labels have the ids of the whole.
struct Folds {
  Batch rows;
  std::vector<std::uint64_t> counts;  // in units of weights
  std::vector<std::size_t> ends;
  std::vector<Training> training;
  // Of examples with weights: how many there are of each row and weight, fold by fold.
  std::vector<WeighedKind> kinds;
  std::vector<std::size_t> kind_ends;
};

/// The coefficients, each the mean over the folds that have one.
class FoldPopulation final : public Population {
 public:
  FoldPopulation(const Folds& folds, const Whole& whole, LabelUniverse universe,
                 std::vector<Spec> specs)
      : Population(folds.counts, specs.size()),
        folds_(folds),
        whole_(whole),
        universe_(universe),
        specs_(std::move(specs)) {
    stratify(folds.ends);
  }

  [[nodiscard]] Evaluator evaluator() const override {
    struct Scratch {
      Tally tally;
      std::vector<Batch> rows;  // of each fold
    };
    auto scratch = std::make_shared<Scratch>();
    scratch->tally = whole_.tally().emptied(false, false);
    std::size_t row = 0;
    for (const std::size_t end : folds_.ends) {
      Batch& rows = scratch->rows.emplace_back();
      for (; row < end; ++row) append_row(folds_.rows, row, rows);
    }
    return [this, scratch](std::span<const std::uint64_t> amounts, std::span<double> out) {
      std::vector<std::vector<double>> values(specs_.size());
      std::size_t first = 0;
      for (std::size_t fold = 0; fold < folds_.ends.size(); ++fold) {
        Batch& rows = scratch->rows[fold];
        rows.weights.clear();
        for (std::size_t i = first; i < folds_.ends[fold]; ++i) {
          rows.weights.push_back({amounts[i], 0});
        }
        first = folds_.ends[fold];
        scratch->tally.clear_examples();
        scratch->tally.update(rows);
        if (scratch->tally.n_examples() == 0) continue;
        const Whole part(scratch->tally, universe_, Grouping::none);
        for (std::size_t i = 0; i < specs_.size(); ++i) {
          values[i].push_back(prediction_bias(part, folds_.training[fold], specs_[i].params).value);
        }
      }
      for (std::size_t i = 0; i < specs_.size(); ++i) out[i] = mean_of(values[i]);
    };
  }
  /// Ranks jump: there are no derivatives.
  [[nodiscard]] std::vector<double> influences(std::size_t) const override { return {}; }

 private:
  [[nodiscard]] bool affordable(std::size_t evaluations) const override {
    // Each counts every row anew, some microseconds a row.
    constexpr double kMost = 1e7;
    return static_cast<double>(evaluations) * static_cast<double>(counts().size()) < kMost;
  }

  const Folds& folds_;
  const Whole& whole_;
  LabelUniverse universe_;
  std::vector<Spec> specs_;
};

/// Each row of a fold once, and its examples by weight.
void take_weighed(const Weighed& weighed, Folds& out) {
  std::size_t first = 0;
  for (const std::size_t end : weighed.ends) {
    std::optional<std::size_t> last;
    for (; first < end; ++first) {
      const WeighedKind& kind = weighed.kinds[first];
      if (last != kind.kind) {
        append_row(weighed.rows.batch, kind.kind, out.rows);
        out.counts.push_back(0);
        last = kind.kind;
      }
      out.counts.back() += kind.weight * kind.count;
      out.kinds.push_back({out.counts.size() - 1, kind.weight, kind.count});
    }
    out.ends.push_back(out.counts.size());
    out.kind_ends.push_back(out.kinds.size());
  }
}

std::optional<Folds> folds_of(const Whole& whole, const Beside& beside,
                              const std::map<std::string, Tally>& parts) {
  const Tally& tally = whole.tally();
  const Strata strata = strata_of(&parts);
  Folds out;
  for (const Tally* const fold : strata) {
    if (!fold->keeps_sets() && !fold->overlaps().empty()) return {};
    out.training.push_back(
        training_of_fold(tally, *beside.training, *fold, beside.other_folds, tally.vocabulary()));
  }
  if (!tally.weighted()) {
    ExampleRows rows = rows_of(tally, strata, false, out.ends);
    out.rows = std::move(rows.batch);
    out.counts = std::move(rows.counts);
    return out;
  }
  const auto weighed = weigh_sets(tally, strata);
  if (!weighed) return {};
  take_weighed(*weighed, out);
  return out;
}

/// Of the mean of the folds that have a value, from their spread.
Estimated by_spread(const Spec& spec, double mean, const Whole& whole, const Beside& beside,
                    LabelUniverse universe, double level,
                    const std::map<std::string, Tally>& parts) {
  ExactSum squares;
  std::uint64_t n = 0;
  for (const auto& [name, fold] : parts) {
    if (fold.n_examples() == 0) continue;
    const Training training = training_of_fold(whole.tally(), *beside.training, fold,
                                               beside.other_folds, fold.vocabulary());
    const double value =
        prediction_bias(Whole(fold, universe, Grouping::none), training, spec.params).value;
    if (std::isnan(value)) continue;
    squares.add((value - mean) * (value - mean));
    ++n;
  }
  if (n < 2) return {{}, kOneFold};
  const double degrees = static_cast<double>(n - 1);
  const double error = std::sqrt(squares.value() / degrees / static_cast<double>(n));
  const double half = student_quantile(0.5 + level / 2, degrees) * error;
  return {Interval{std::max(spec.measure->low, mean - half),
                   std::min(spec.measure->high, mean + half)}};
}

}  // namespace

void add_fold_intervals(const std::vector<Spec>& specs, const std::vector<Value>& values,
                        const Whole& whole, const Beside& beside, LabelUniverse universe,
                        const IntervalRule& rule, unsigned threads,
                        const std::map<std::string, Tally>& folds, std::vector<Estimated>& out) {
  std::vector<std::size_t> which;
  std::vector<Spec> chosen;
  std::vector<Estimate> figures;
  for (std::size_t i = 0; i < specs.size(); ++i) {
    if (specs[i].scope != Scope::trained || !std::isfinite(values[i].value)) continue;
    which.push_back(i);
    chosen.push_back(specs[i]);
    figures.push_back({values[i].value, specs[i].measure->low, specs[i].measure->high});
  }
  if (which.empty()) return;
  if (rule.method == IntervalMethod::delta) {
    for (const std::size_t i : which) {
      out[i] = by_spread(specs[i], values[i].value, whole, beside, universe, rule.level, folds);
    }
    return;
  }
  const auto rows = of_shares(rule.method) ? std::nullopt : folds_of(whole, beside, folds);
  if (!rows) {
    for (const std::size_t i : which) {
      out[i] = {{}, of_shares(rule.method) ? kNoShare : kNoRows};
    }
    return;
  }
  const FoldPopulation population(*rows, whole, universe, chosen);
  std::vector<Estimated> found =
      rows->kinds.empty()
          ? intervals_of(population, figures, rule, kFolds, threads)
          : intervals_of(WeighedPopulation(population, rows->kinds, rows->kind_ends), figures, rule,
                         kFolds, threads);
  for (std::size_t i = 0; i < which.size(); ++i) out[which[i]] = found[i];
}

}  // namespace tallystick::detail
