#include "interval_figures.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <numeric>

#include "figures.hpp"
#include "fold_intervals.hpp"
#include "interval/figure_population.hpp"
#include "interval/weighed_population.hpp"
#include "strata.hpp"
#include "tallystick/base/error.hpp"
#include "tallystick/base/text.hpp"
#include "weighed.hpp"

namespace tallystick::detail {

namespace {

constexpr std::string_view kNoRows =
    "the state keeps no label rows; write it with --interval to have them";

constexpr std::string_view kUndefinedFigure = "undefined";
constexpr std::string_view kNoWeights =
    "the state does not keep what single examples weigh; write it with --interval to have that";
constexpr std::string_view kNoWeightsOfRanks =
    "rankings alone do not keep what single examples weigh; ask for a figure of scores beside it, "
    "such as roc_auc_macro";

/// Draws of one kind of population do not meet those of another.
enum Use : std::uint32_t {
  kSizes,
  kLabel,
  kPairs,
  kRanks,
  kClosed,
  kMeans,
  kRows,
  kScores,
  kClusters
};

/// Examples in the order of their keys, those with the same key united.
struct Ordered {
  std::vector<std::uint64_t> counts;
  std::vector<std::size_t> firsts;  // one example of each kind
};

Ordered ordered(const std::vector<std::vector<std::uint64_t>>& keys,
                const std::vector<std::uint64_t>& counts) {
  std::vector<std::size_t> order(keys.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&keys](std::size_t a, std::size_t b) { return keys[a] < keys[b]; });
  Ordered out;
  for (const std::size_t i : order) {
    if (!out.firsts.empty() && keys[out.firsts.back()] == keys[i]) {
      out.counts.back() += counts[i];
    } else {
      out.counts.push_back(counts[i]);
      out.firsts.push_back(i);
    }
  }
  return out;
}

std::vector<std::uint64_t> key_of(const RankProfile& profile) {
  std::vector<std::uint64_t> out{profile.n_scored, profile.n_true, profile.n_judged,
                                 profile.first_is_true ? 1u : 0u, profile.groups.size()};
  for (const RankGroup& group : profile.groups) {
    out.insert(out.end(), {group.before, group.size, group.hits, group.judged});
  }
  for (const double grade : profile.grades) out.push_back(std::bit_cast<std::uint64_t>(grade));
  if (profile.tied_pairs != 0) out.insert(out.end(), {UINT64_MAX, profile.tied_pairs});
  return out;
}

/// What is made fold by fold.
bool is_fold_mean(const Spec& spec, const Beside& beside) {
  return spec.scope == Scope::trained && beside.folds;
}

class Intervals {
 public:
  Intervals(const std::vector<Spec>& specs, const std::vector<Value>& values,
            const Findings& findings, const Beside& beside, const Convention& convention,
            LabelUniverse universe, const IntervalRule& rule, unsigned threads,
            const Clusters* clusters, const Strata& strata, const Weighed* weighed = nullptr)
      : specs_(specs),
        values_(values),
        findings_(findings),
        whole_(*findings.whole),
        beside_(beside),
        convention_(convention),
        universe_(universe),
        rule_(rule),
        threads_(threads),
        clusters_(clusters),
        strata_(strata),
        weighed_(weighed),
        out_(specs.size()) {}

  std::vector<Estimated> run() {
    std::vector<std::size_t> sizes, pairs, ranks, means, rows, scores, clustered;
    std::map<ClosureRule, std::vector<std::size_t>> closed;
    for (std::size_t i = 0; i < specs_.size(); ++i) {
      const Spec& spec = specs_[i];
      const bool of_table = spec.scope == Scope::scored || spec.scope == Scope::scored_label ||
                            spec.scope == Scope::scores || spec.params.closes ||
                            (spec.scope == Scope::average && spec.params.k);
      if (spec.measure->table || is_fold_mean(spec, beside_)) continue;
      if (!std::isfinite(values_[i].value)) {
        out_[i].why = kUndefinedFigure;
      } else if (spec.measure->distinct) {
        out_[i].why = "resamples of a data set have fewer distinct label sets than new data would";
      } else if (!strata_.empty() && of_shares(rule_.method)) {
        out_[i].why =
            "this method takes all examples for draws of one kind; of strata take delta, "
            "jackknife, bootstrap, basic or bca";
      } else if (weighed_ != nullptr && of_shares(rule_.method)) {
        out_[i].why =
            "a share of weights is no share of examples, which this method is for; take delta, "
            "jackknife, bootstrap, basic or bca";
      } else if (clusters_ != nullptr) {
        clustered.push_back(i);
      } else if (of_table) {
        scores.push_back(i);
      } else if (spec.scope == Scope::ranked) {
        const bool of_ranks = spec.measure->of_mean == nullptr && weighed_ == nullptr;
        (of_ranks ? ranks : scores).push_back(i);
      } else if (spec.scope == Scope::label) {
        add_label(i);
      } else if (spec.scope == Scope::multiclass) {
        pairs.push_back(i);
      } else if (const auto by = sizes_rule(spec, convention_)) {
        if (strata_.size() > 1 || weighed_ != nullptr) {
          rows.push_back(i);
        } else {
          closed[*by].push_back(i);
        }
      } else if (spec.scope == Scope::hierarchy && spec.measure->scorer != nullptr) {
        (strata_.size() > 1 || weighed_ != nullptr ? rows : means).push_back(i);
      } else if (!of_seen_labels(spec) &&
                 SizePopulation::serves(spec, whole_, convention_, values_[i].value)) {
        sizes.push_back(i);
      } else {
        rows.push_back(i);
      }
    }
    if (!sizes.empty()) {
      add_kinds(
          SizePopulation(whole_, chosen(sizes), convention_), sizes, kSizes,
          [this](const Tally& stratum) { return size_counts(stratum, universe_, whole_); },
          [this](const Batch& of_rows) { return size_places(of_rows, whole_); });
    }
    if (!pairs.empty()) {
      const Multiclass& classes = *findings_.multiclass;
      add_kinds(
          PairPopulation(classes, chosen(pairs), convention_), pairs, kPairs,
          [&](const Tally& stratum) { return pair_counts(stratum, whole_, classes); },
          [&](const Batch& of_rows) { return pair_places(of_rows, classes); });
    }
    if (!ranks.empty()) add_ranks(ranks);
    for (const auto& [by, which] : closed) {
      add(ClosedPopulation(*findings_.hierarchy, by, chosen(which), convention_), which, kClosed);
    }
    if (!means.empty()) add_means(means);
    if (!clustered.empty()) add_clusters(clustered);
    if (!rows.empty()) add_rows(rows, false);
    if (!scores.empty()) add_rows(scores, true);
    return std::move(out_);
  }

 private:
  /// Over the labels of the truth, a resample decides which labels there are.
  [[nodiscard]] bool of_seen_labels(const Spec& spec) const {
    return universe_ == LabelUniverse::truth && spec.scope == Scope::average;
  }

  [[nodiscard]] std::vector<Spec> chosen(const std::vector<std::size_t>& which) const {
    std::vector<Spec> out;
    for (const std::size_t i : which) out.push_back(specs_[i]);
    return out;
  }

  void add(const Population& population, const std::vector<std::size_t>& which, Use use) {
    std::vector<Estimate> figures;
    for (const std::size_t i : which) {
      const Measure& measure = *specs_[i].measure;
      // Some rules and parameters widen what the name may be.
      const bool wider = specs_[i].params.adjusted ||
                         (convention_.hamming_per_example && measure.name == "hamming_loss");
      constexpr double kInfinity = std::numeric_limits<double>::infinity();
      figures.push_back(
          {values_[i].value, wider ? -kInfinity : measure.low, wider ? kInfinity : measure.high});
    }
    std::vector<Estimated> found = intervals_of(population, figures, rule_, use, threads_);
    for (std::size_t i = 0; i < which.size(); ++i) out_[which[i]] = std::move(found[i]);
  }

  /// `counts` tells how many examples of each kind a stratum has, `places` of which kind each row
  /// of weighted examples is.
  template <typename Counts, typename Places>
  void add_kinds(const Population& population, const std::vector<std::size_t>& which, Use use,
                 Counts counts, Places places) {
    if (weighed_ != nullptr) {
      return add(weighed_->population(population, places(weighed_->rows.batch)), which, use);
    }
    if (strata_.empty()) return add(population, which, use);
    std::vector<std::vector<std::uint64_t>> in_strata;
    for (const Tally* const stratum : strata_) in_strata.push_back(counts(*stratum));
    std::vector<std::size_t> ends;
    std::vector<WeighedKind> kinds = kinds_in_strata(in_strata, ends);
    add(WeighedPopulation(population, std::move(kinds), std::move(ends)), which, use);
  }

  void add_label(std::size_t i) {
    const std::string& name = *specs_[i].params.label;
    const LabelId label = *whole_.tally().vocabulary().find(name);
    const Cell cell = whole_.cell(label);
    add_kinds(
        LabelPopulation(cell, specs_[i], convention_), {i}, kLabel,
        [&](const Tally& stratum) { return part_counts(stratum, universe_, cell, name); },
        [&](const Batch& of_rows) { return label_places(of_rows, cell, label); });
  }

  void add_ranks(const std::vector<std::size_t>& which) {
    std::vector<std::uint64_t> counts;
    std::vector<std::size_t> ends;
    std::vector<std::vector<double>> values(which.size());
    if (strata_.empty()) {
      add_profiles(whole_.tally(), which, counts, values);
    } else {
      for (const Tally* const stratum : strata_) {
        add_profiles(*stratum, which, counts, values);
        ends.push_back(counts.size());
      }
    }
    MeanPopulation population(std::move(counts), std::move(values));
    population.stratify(std::move(ends));
    add(population, which, kRanks);
  }

  void add_profiles(const Tally& tally, const std::vector<std::size_t>& which,
                    std::vector<std::uint64_t>& all_counts,
                    std::vector<std::vector<double>>& values) const {
    const RankProfiles& profiles = tally.ranks();
    std::vector<std::vector<std::uint64_t>> keys(profiles.size());
    std::vector<std::uint64_t> counts(profiles.size());
    RankProfile profile;
    for (std::size_t i = 0; i < profiles.size(); ++i) {
      counts[i] = profiles.profile(i, profile).whole;
      keys[i] = key_of(profile);
    }
    const Ordered kinds = ordered(keys, counts);
    Discounts discounts;
    const std::uint64_t n_labels = findings_.rankings->n_labels();
    RankedExample ranking(convention_, convention_.ties, n_labels, discounts);
    RankedExample list(convention_, convention_.ties_in_lists, n_labels, discounts);
    all_counts.insert(all_counts.end(), kinds.counts.begin(), kinds.counts.end());
    for (const std::size_t first : kinds.firsts) {
      static_cast<void>(profiles.profile(first, profile));
      ranking.show(profile);
      list.show(profile);
      for (std::size_t i = 0; i < which.size(); ++i) {
        values[i].push_back(ranked_value(specs_[which[i]], ranking, list, convention_));
      }
    }
  }

  void add_means(const std::vector<std::size_t>& which) {
    const Hierarchy& hierarchy = *findings_.hierarchy;
    std::vector<std::vector<std::uint64_t>> keys;
    std::vector<std::uint64_t> counts;
    for (const Hierarchy::Example& example : hierarchy.examples()) {
      std::vector<std::uint64_t>& key = keys.emplace_back();
      key.push_back(example.truth.size());
      key.insert(key.end(), example.truth.begin(), example.truth.end());
      key.insert(key.end(), example.predicted.begin(), example.predicted.end());
      const auto middle = key.begin() + 1 + static_cast<std::ptrdiff_t>(example.truth.size());
      std::sort(key.begin() + 1, middle);
      std::sort(middle, key.end());
      counts.push_back(static_cast<std::uint64_t>(example.amount));
    }
    const Ordered kinds = ordered(keys, counts);
    std::vector<std::vector<double>> values;
    for (const std::size_t i : which) {
      const ExampleScorer score = example_scorer(specs_[i], hierarchy, convention_);
      std::vector<double>& column = values.emplace_back();
      for (const std::size_t first : kinds.firsts) {
        const Hierarchy::Example& example = hierarchy.examples()[first];
        column.push_back(score(example.truth, example.predicted));
      }
    }
    add(MeanPopulation(kinds.counts, std::move(values)), which, kMeans);
  }

  void add_rows(const std::vector<std::size_t>& which, bool scores) {
    const Tally& tally = whole_.tally();
    if (of_shares(rule_.method)) {
      for (const std::size_t i : which) {
        out_[i].why = "not a share of examples, which this method is for";
      }
      return;
    }
    const Use use = scores ? kScores : kRows;
    const std::vector<Spec> specs = chosen(which);
    if (weighed_ != nullptr) {
      const RowPopulation population(weighed_->rows, whole_, specs, convention_, scores,
                                     want_sets(specs), figures_of(specs));
      return add(weighed_->population(population, own_places(weighed_->rows.batch.size())), which,
                 use);
    }
    const bool lacking =
        scores ? !tally.keeps_scores() : !tally.keeps_sets() && !tally.overlaps().empty();
    if (lacking) {
      for (const std::size_t i : which) out_[i].why = kNoRows;
      return;
    }
    std::vector<std::size_t> ends;
    ExampleRows kinds = rows_of(tally, strata_, scores, ends);
    RowPopulation population(std::move(kinds), whole_, specs, convention_, scores, want_sets(specs),
                             figures_of(specs));
    population.stratify(std::move(ends));
    add(population, which, use);
  }

  void add_clusters(const std::vector<std::size_t>& which) {
    if (of_shares(rule_.method) || rule_.method == IntervalMethod::delta) {
      for (const std::size_t i : which) {
        out_[i].why =
            "this method takes examples for independent; of clusters take bootstrap, "
            "basic, bca or jackknife";
      }
      return;
    }
    const std::vector<Spec> specs = chosen(which);
    const bool scores = std::any_of(specs.begin(), specs.end(), [](const Spec& spec) {
      return spec.scope == Scope::ranked || spec.scope == Scope::scored ||
             spec.scope == Scope::scored_label || spec.scope == Scope::scores ||
             spec.params.closes || spec.params.k;
    });
    add(ClusterPopulation(*clusters_, whole_, specs, scores, want_sets(specs), figures_of(specs),
                          units_of(clusters_->rows.weights)),
        which, kClusters);
  }

  [[nodiscard]] static bool want_sets(const std::vector<Spec>& specs) {
    return std::any_of(specs.begin(), specs.end(), [](const Spec& spec) {
      return spec.measure->sets || spec.scope == Scope::closed || spec.scope == Scope::hierarchy ||
             spec.scope == Scope::space;
    });
  }

  /// The figures of any tally of the same labels.
  [[nodiscard]] RowPopulation::Figures figures_of(const std::vector<Spec>& specs) const {
    return [this, specs](const Tally& some) {
      std::vector<double> out(specs.size(), kUndefined);
      if (some.n_examples() == 0) return out;
      const Whole whole(some, universe_, Grouping::none);
      const Evidence evidence(whole, specs, beside_, convention_);
      const std::vector<Value> values =
          values_of(specs, evidence.findings(), convention_, universe_);
      for (std::size_t i = 0; i < specs.size(); ++i) out[i] = values[i].value;
      return out;
    };
  }

  const std::vector<Spec>& specs_;
  const std::vector<Value>& values_;
  const Findings& findings_;
  const Whole& whole_;
  const Beside& beside_;
  const Convention& convention_;
  LabelUniverse universe_;
  const IntervalRule& rule_;
  unsigned threads_;
  const Clusters* clusters_;
  Strata strata_;
  const Weighed* weighed_;  // null where all examples weigh one
  std::vector<Estimated> out_;
};

/// What intervals of weighted examples are made of.
struct Wanted {
  const std::vector<Spec>& specs;
  const std::vector<Value>& values;
  const Findings& findings;
  const Beside& beside;
  const Convention& convention;
  LabelUniverse universe;
  const IntervalRule& rule;
  unsigned threads;
};

bool near(double a, double b) {
  return a == b || std::abs(a - b) <= 1e-9 * std::max({1.0, std::abs(a), std::abs(b)});
}

/// The intervals of some figures, from the same examples with weights in whole units.
void add_weighted(const Wanted& wanted, const std::vector<std::size_t>& which,
                  const Weighed& weighed, const Strata& strata, std::vector<Estimated>& out) {
  std::vector<Spec> specs;
  for (const std::size_t i : which) specs.push_back(wanted.specs[i]);
  const Whole whole(weighed.tally, wanted.universe);
  const Evidence evidence(whole, specs, wanted.beside, wanted.convention);
  const std::vector<Value> values =
      values_of(specs, evidence.findings(), wanted.convention, wanted.universe);
  const bool plain = weighed.all_alike && strata.empty();
  std::vector<Estimated> found = Intervals(specs, values, evidence.findings(), wanted.beside,
                                           wanted.convention, wanted.universe, wanted.rule,
                                           wanted.threads, nullptr, {}, plain ? nullptr : &weighed)
                                     .run();
  for (std::size_t k = 0; k < which.size(); ++k) {
    const double value = wanted.values[which[k]].value;
    Estimated& one = found[k];
    if (one.interval && !near(value, values[k].value)) {
      one = {{}, "its value depends on the unit of the weights"};
    } else if (one.interval && value != values[k].value) {
      // What rounding made of the figure is not outside an interval of the figure.
      if (one.interval->low <= values[k].value)
        one.interval->low = std::min(one.interval->low, value);
      if (one.interval->high >= values[k].value) {
        one.interval->high = std::max(one.interval->high, value);
      }
    }
    out[which[k]] = std::move(one);
  }
}

std::vector<Estimated> weighted_intervals(const Wanted& wanted, const Strata& strata) {
  const Tally& tally = wanted.findings.whole->tally();
  std::vector<Estimated> out(wanted.specs.size());
  std::vector<std::size_t> of_sets, of_scores;
  for (std::size_t i = 0; i < wanted.specs.size(); ++i) {
    const Spec& spec = wanted.specs[i];
    if (spec.measure->table || is_fold_mean(spec, wanted.beside)) continue;
    const bool scored = spec.scope == Scope::ranked || spec.scope == Scope::scored ||
                        spec.scope == Scope::scored_label || spec.scope == Scope::scores ||
                        spec.params.closes || (spec.scope == Scope::average && spec.params.k);
    (scored ? of_scores : of_sets).push_back(i);
  }
  if (!of_sets.empty()) {
    if (const auto weighed = weigh_sets(tally, strata)) {
      add_weighted(wanted, of_sets, *weighed, strata, out);
    } else {
      for (const std::size_t i : of_sets) out[i].why = kNoWeights;
    }
  }
  if (of_scores.empty()) return out;
  if (tally.keeps_scores()) {
    add_weighted(wanted, of_scores, weigh_scores(tally, strata), strata, out);
  } else {
    for (const std::size_t i : of_scores) out[i].why = kNoWeightsOfRanks;
  }
  return out;
}

}  // namespace

std::vector<Estimated> figure_intervals(const std::vector<Spec>& specs,
                                        const std::vector<Value>& values, const Findings& findings,
                                        const Beside& beside, const Convention& convention,
                                        LabelUniverse universe, const IntervalRule& rule,
                                        unsigned threads, const Clusters* clusters,
                                        const std::map<std::string, Tally>* parts) {
  const bool clusters_lack = !rule.cluster.empty() && clusters == nullptr;
  const bool strata_lack = !rule.stratum.empty() && parts == nullptr;
  if (clusters_lack || strata_lack) {
    fail(ErrorCode::wrong_usage,
         std::string("intervals are to look at ") +
             (clusters_lack ? "clusters in " : "strata in ") +
             quoted(clusters_lack ? rule.cluster : rule.stratum) +
             ", but these counts were not read with that column",
         "evaluate the files that have it, or merge states made with it");
  }
  const Strata strata = rule.stratum.empty() ? Strata{} : strata_of(parts);
  std::vector<Estimated> out =
      findings.whole->tally().weighted() && clusters == nullptr
          ? weighted_intervals(
                {specs, values, findings, beside, convention, universe, rule, threads}, strata)
          : Intervals(specs, values, findings, beside, convention, universe, rule, threads,
                      clusters, strata)
                .run();
  if (!beside.folds) return out;
  for (std::size_t i = 0; i < specs.size(); ++i) {
    if (is_fold_mean(specs[i], beside) && !std::isfinite(values[i].value))
      out[i].why = kUndefinedFigure;
  }
  add_fold_intervals(specs, values, *findings.whole, beside, universe, rule, threads, *parts, out);
  return out;
}

std::vector<std::string> interval_notes(const std::vector<Spec>& specs,
                                        const std::vector<Value>& values,
                                        const std::vector<Estimated>& intervals,
                                        const IntervalRule& rule) {
  std::map<std::string, std::vector<std::string>> sentences;  // what is said -> of which figures
  for (std::size_t i = 0; i < specs.size(); ++i) {
    if (specs[i].measure->table) continue;
    const auto& interval = intervals[i].interval;
    if (!interval) {
      sentences["no interval, " + std::string(intervals[i].why)].push_back(specs[i].name());
    } else if (values[i].value < interval->low || values[i].value > interval->high) {
      sentences
          [rule.method == IntervalMethod::bca
               ? "the interval does not hold the figure; more resamples may mend it"
               : "the interval does not hold the figure, since resampling shifts it, as labels "
                 "of few examples do; bca corrects for it"]
              .push_back(specs[i].name());
    }
  }
  std::vector<std::string> out;
  for (const auto& [sentence, names] : sentences) {
    std::string& note = out.emplace_back();
    for (const std::string& name : names) note.append(note.empty() ? "" : ", ").append(name);
    note.append(": ").append(sentence);
  }
  if (resamples(rule.method) && rule.resamples * (1 - rule.level) / 2 < 1) {
    out.push_back(counted(rule.resamples, "resample") + (rule.resamples == 1 ? " is" : " are") +
                  " too few for this level: the ends of intervals are those of all draws");
  }
  return out;
}

}  // namespace tallystick::detail
