#include "tallystick/measures/rankings.hpp"

#include <cmath>

#include "measures/answer.hpp"
#include "tallystick/base/error.hpp"
#include "tallystick/base/text.hpp"

namespace tallystick {

RankedExample::RankedExample(const Convention& rules, Ties ties, std::uint64_t n_labels,
                             Discounts& discounts)
    : ties_(ties),
      judged_as_listed_(rules.judged_as_listed),
      first_alone_(rules.one_error_of_first),
      misses_unscored_(rules.unscored_missed),
      tied_pairs_wrong_(rules.tied_pairs_wrong),
      n_labels_(n_labels),
      discounts_(&discounts) {}

void RankedExample::show(const RankProfile& profile) {
  profile_ = &profile;
  all_.assign(profile.groups.begin(), profile.groups.end());
  const std::uint32_t unscored = profile.n_true - profile.n_hits();
  if (unscored == 0) return;
  all_.push_back(
      {profile.n_scored, static_cast<std::uint32_t>(n_labels_ - profile.n_scored), unscored, 0});
}

Rankings::Rankings(const Whole& whole) : whole_(&whole), n_labels_(whole.tally().n_rankable()) {
  const Tally& tally = whole.tally();
  if (!tally.lacks_scores() && tally.keeps_ranks()) return;
  fail(ErrorCode::no_scores,
       tally.keeps_ranks()
           ? std::string("not all predictions have scores, and a measure that is asked for ranks "
                         "labels by them")
           : std::string("these counts were made without the rankings of labels that a measure "
                         "needs"),
       tally.keeps_ranks() ? "give each predicted label a score"
                           : "name the measure in -m when the state is written, too");
}

namespace {

/// One figure on its way.
struct Column {
  const Spec* spec;
  Params params;
  const UndefinedRule* rule;
  detail::Mean mean;
};

}  // namespace

std::vector<Value> ranked_values(std::span<const Spec> specs, const Rankings& rankings,
                                 const Convention& convention) {
  std::vector<Column> columns;
  for (const Spec& spec : specs) {
    Params params = spec.params;
    if (!params.first_rank) params.first_rank = convention.first_rank;
    columns.push_back(
        {&spec, std::move(params), &detail::rule_of(*spec.measure, convention, true), {}});
  }
  Discounts discounts;
  RankedExample ranking(convention, convention.ties, rankings.n_labels(), discounts);
  RankedExample list(convention, convention.ties_in_lists, rankings.n_labels(), discounts);
  const Whole& whole = rankings.whole();
  const RankProfiles& profiles = whole.tally().ranks();
  RankProfile profile;
  for (std::size_t i = 0; i < profiles.size(); ++i) {
    const u128 amount = whole.unit(profiles.profile(i, profile));
    const std::uint64_t n_examples = whole.rounded_up(amount);
    ranking.show(profile);
    list.show(profile);
    for (Column& column : columns) {
      const Measure& measure = *column.spec->measure;
      const double value = measure.ranked(measure.ranks_all ? ranking : list, column.params);
      if (std::isinf(value)) {
        fail(ErrorCode::too_large,
             column.spec->name() + " of an example is beyond the range of numbers",
             "take gain=linear, or smaller grades");
      }
      column.mean.add(detail::answered(value, *column.rule, ranking.is_empty()), amount,
                      n_examples);
    }
  }
  std::vector<Value> out;
  for (const Column& column : columns) {
    Value& value = out.emplace_back();
    value.value = column.mean.value();
    value.n_undefined = column.mean.n_undefined();
    if (value.n_undefined != 0) {
      value.undefined = counted(value.n_undefined, "example") + ": " +
                        std::string(column.spec->measure->undefined_when) + "; " +
                        std::string(column.mean.counted_as());
    }
    const auto of_mean = column.spec->measure->of_mean;
    if (of_mean != nullptr) value.value = of_mean(value.value, whole, rankings.n_labels());
  }
  return out;
}

double ranked_value(const Spec& spec, const RankedExample& ranking, const RankedExample& list,
                    const Convention& convention) {
  Params params = spec.params;
  if (!params.first_rank) params.first_rank = convention.first_rank;
  const Measure& measure = *spec.measure;
  const double value = measure.ranked(measure.ranks_all ? ranking : list, params);
  return detail::answered(value, detail::rule_of(measure, convention, true), ranking.is_empty())
      .value;
}

u128 tied_examples(const Rankings& rankings) {
  const Whole& whole = rankings.whole();
  const RankProfiles& profiles = whole.tally().ranks();
  RankProfile profile;
  u128 tied = 0;
  for (std::size_t i = 0; i < profiles.size(); ++i) {
    const u128 amount = whole.unit(profiles.profile(i, profile));
    bool mixed = false;
    for (const RankGroup& group : profile.groups)
      mixed |= group.hits != 0 && group.hits < group.size;
    if (mixed) tied += amount;
  }
  return tied;
}

}  // namespace tallystick
