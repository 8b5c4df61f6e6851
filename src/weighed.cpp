#include "weighed.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <tuple>
#include <utility>

#include "tallystick/base/error.hpp"

namespace tallystick::detail {

namespace {

u128 wide(const Amount& amount) {
  return (static_cast<u128>(amount.whole) << 64) | amount.fraction;
}

u128 common_divisor(u128 a, u128 b) {
  while (b != 0) a = std::exchange(b, a % b);
  return a;
}

constexpr double kMostUnits = 1ull << 42;

}  // namespace

WeightUnit::WeightUnit(const std::map<u128, std::uint64_t>& weights) {
  u128 divisor = 0;
  double sum = 0;
  for (const auto& [weight, count] : weights) {
    if (weight == 0) continue;
    all_alike_ = divisor == 0;
    divisor = common_divisor(divisor, weight);
    sum += to_double(weight) * static_cast<double>(count);
  }
  if (divisor == 0) return;
  divisor_ = divisor;
  // A power of two, so that twice the weights are the same units.
  if (sum / to_double(divisor) > kMostUnits)
    factor_ = std::exp2(std::floor(std::log2(kMostUnits / sum)));
}

std::uint64_t WeightUnit::operator()(const Amount& weight) const noexcept {
  const u128 all = wide(weight);
  if (all == 0) return 0;
  if (factor_ == 0) return static_cast<std::uint64_t>(all / divisor_);
  return static_cast<std::uint64_t>(std::max(1.0, std::round(to_double(all) * factor_)));
}

std::vector<std::uint64_t> units_of(std::span<const Amount> weights) {
  std::map<u128, std::uint64_t> counts;
  for (const Amount& weight : weights) ++counts[wide(weight)];
  const WeightUnit unit(counts);
  std::vector<std::uint64_t> out;
  for (const Amount& weight : weights) out.push_back(unit(weight));
  return out;
}

WeighedPopulation Weighed::population(const Population& inner,
                                      std::span<const std::uint32_t> places) const {
  std::vector<WeighedKind> united;
  std::vector<std::size_t> united_ends;
  std::size_t first = 0;
  for (const std::size_t last : ends.empty() ? std::vector<std::size_t>{kinds.size()} : ends) {
    std::map<std::pair<std::uint32_t, std::uint64_t>, std::uint64_t> counts;
    for (; first < last; ++first) {
      counts[{places[kinds[first].kind], kinds[first].weight}] += kinds[first].count;
    }
    for (const auto& [key, count] : counts) united.push_back({key.first, key.second, count});
    united_ends.push_back(united.size());
  }
  return {inner, std::move(united), ends.empty() ? std::vector<std::size_t>{} : united_ends};
}

namespace {

/// One example that a tally keeps, and how many there are of its weight.
struct Kept {
  std::uint32_t row = 0;
  Amount weight;
  std::uint64_t count = 0;
};

/// Fills in what is not there yet: unit weights, from the examples of each stratum.
void take(const std::vector<std::vector<Kept>>& strata, bool stratified, Weighed& out) {
  std::map<u128, std::uint64_t> weights;
  for (const auto& stratum : strata) {
    for (const Kept& one : stratum) weights[wide(one.weight)] += one.count;
  }
  const WeightUnit unit(weights);
  out.all_alike = unit.all_alike();
  for (const auto& stratum : strata) {
    std::map<std::pair<std::uint32_t, std::uint64_t>, std::uint64_t> counts;
    for (const Kept& one : stratum) counts[{one.row, unit(one.weight)}] += one.count;
    for (const auto& [key, count] : counts) out.kinds.push_back({key.first, key.second, count});
    if (stratified) out.ends.push_back(out.kinds.size());
  }
  out.rows.counts.assign(out.rows.batch.size(), 0);
  for (const WeighedKind& kind : out.kinds) out.rows.counts[kind.kind] += kind.weight * kind.count;
  Batch batch = out.rows.batch;
  for (const std::uint64_t count : out.rows.counts) batch.weights.push_back({count, 0});
  out.tally.update(batch);
}

std::vector<LabelId> ids_in(const Tally& whole, const Tally& part) {
  std::vector<LabelId> out;
  for (LabelId label = 0; label < part.vocabulary().size(); ++label) {
    out.push_back(*whole.vocabulary().find(part.vocabulary().name(label)));
  }
  return out;
}

}  // namespace

std::optional<Weighed> weigh_sets(const Tally& tally, const Strata& strata) {
  Strata parts = strata;
  if (parts.empty()) parts.push_back(&tally);
  using Content = std::pair<std::vector<LabelId>, std::vector<LabelId>>;
  std::vector<WeighedSets> known;
  Tally distinct = tally.emptied(true, false);
  for (const Tally* const part : parts) {
    auto examples = part->weights_of_all();
    if (!examples) return {};
    WeighedSets& ours = known.emplace_back();
    ours.merge(*examples, ids_in(tally, *part));
    Batch batch;
    for (std::size_t i = 0; i < ours.size(); ++i) {
      const WeighedSets::Entry one = ours.entry(i);
      batch.truth.insert(batch.truth.end(), one.truth.begin(), one.truth.end());
      batch.predicted.insert(batch.predicted.end(), one.predicted.begin(), one.predicted.end());
      batch.truth_end.push_back(static_cast<std::uint32_t>(batch.truth.size()));
      batch.predicted_end.push_back(static_cast<std::uint32_t>(batch.predicted.size()));
    }
    distinct.update(batch);
  }
  Weighed out;
  out.rows = set_rows(distinct);
  std::map<Content, std::uint32_t> places;
  const auto sorted = [](std::span<const LabelId> labels) {
    std::vector<LabelId> content(labels.begin(), labels.end());
    std::sort(content.begin(), content.end());
    return content;
  };
  for (std::uint32_t row = 0; row < out.rows.batch.size(); ++row) {
    places.emplace(
        Content{sorted(out.rows.batch.truth_of(row)), sorted(out.rows.batch.predicted_of(row))},
        row);
  }
  std::vector<std::vector<Kept>> kept;
  for (const WeighedSets& examples : known) {
    std::vector<Kept>& stratum = kept.emplace_back();
    for (std::size_t i = 0; i < examples.size(); ++i) {
      const WeighedSets::Entry one = examples.entry(i);
      stratum.push_back(
          {places.at({sorted(one.truth), sorted(one.predicted)}), one.weight, one.count});
    }
  }
  out.tally = tally.emptied(tally.keeps_sets(), false);
  take(kept, !strata.empty(), out);
  return out;
}

Weighed weigh_scores(const Tally& tally, const Strata& strata) {
  Weighed out;
  std::vector<std::vector<Kept>> kept;
  const auto add = [&kept](const Tally& part, const std::vector<std::uint32_t>& row_of,
                           std::uint32_t first) {
    std::vector<Kept>& stratum = kept.emplace_back();
    for (std::size_t i = 0; i < row_of.size(); ++i) {
      stratum.push_back({first + row_of[i], part.scores().example(i).weight, 1});
    }
  };
  std::vector<std::uint32_t> row_of;
  if (strata.empty()) {
    out.rows = score_rows(tally, &row_of);
    add(tally, row_of, 0);
  }
  for (const Tally* const stratum : strata) {
    ExampleRows rows = score_rows(*stratum, &row_of);
    add(*stratum, row_of, static_cast<std::uint32_t>(out.rows.batch.size()));
    const std::vector<LabelId> ids = ids_in(tally, *stratum);
    for (std::vector<LabelId>* const labels :
         {&rows.batch.truth, &rows.batch.predicted, &rows.batch.scored, &rows.batch.known}) {
      for (LabelId& label : *labels) label = ids[label];
    }
    for (std::size_t row = 0; row < rows.batch.size(); ++row) {
      append_row(rows.batch, row, out.rows.batch);
    }
  }
  out.tally = tally.emptied(false, true);
  take(kept, !strata.empty(), out);
  return out;
}

std::vector<std::uint32_t> own_places(std::size_t n) {
  std::vector<std::uint32_t> out(n);
  std::iota(out.begin(), out.end(), std::uint32_t{0});
  return out;
}

std::vector<std::uint32_t> size_places(const Batch& rows, const Whole& whole) {
  std::map<std::array<std::uint64_t, 3>, std::uint32_t> place;
  for (const ExampleGroup& group : whole.examples()) {
    place.emplace(std::array{group.common, group.truth, group.predicted},
                  static_cast<std::uint32_t>(place.size()));
  }
  LabelCounts sizes;
  sizes.resize(whole.tally().vocabulary().size());
  std::vector<std::uint32_t> out;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const Overlap one = sizes.update(rows.truth_of(row), rows.predicted_of(row), kOne);
    out.push_back(place.at({one.common, one.truth, one.predicted}));
  }
  return out;
}

std::vector<std::uint32_t> label_places(const Batch& rows, const Cell& cell, LabelId label) {
  const u128 parts[] = {cell.tp, cell.fp, cell.fn, cell.tn};
  std::uint32_t next = 0;
  std::array<std::uint32_t, 4> place{};
  for (std::size_t part = 0; part < 4; ++part) place[part] = parts[part] != 0 ? next++ : 0;
  const auto has = [label](std::span<const LabelId> labels) {
    return std::find(labels.begin(), labels.end(), label) != labels.end();
  };
  std::vector<std::uint32_t> out;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const bool t = has(rows.truth_of(row)), p = has(rows.predicted_of(row));
    out.push_back(place[t ? (p ? 0 : 2) : p ? 1 : 3]);
  }
  return out;
}

std::vector<std::uint32_t> pair_places(const Batch& rows, const Multiclass& classes) {
  std::map<std::pair<LabelId, LabelId>, std::uint32_t> place;
  for (const Multiclass::Entry& entry : classes.entries) {
    const LabelId predicted =
        entry.predicted == classes.none() ? kNoLabel : classes.classes[entry.predicted];
    place.emplace(std::pair(classes.classes[entry.truth], predicted),
                  static_cast<std::uint32_t>(place.size()));
  }
  std::vector<std::uint32_t> out;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const auto predicted = rows.predicted_of(row);
    out.push_back(place.at({rows.truth_of(row)[0], predicted.empty() ? kNoLabel : predicted[0]}));
  }
  return out;
}

}  // namespace tallystick::detail
