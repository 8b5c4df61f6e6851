#include "strata.hpp"

#include <array>
#include <utility>

#include "tallystick/base/text.hpp"

namespace tallystick::detail {

Strata strata_of(const std::map<std::string, Tally>* parts) {
  Strata out;
  if (parts == nullptr) return out;
  for (const auto& [name, tally] : *parts) {
    if (tally.n_examples() != 0) out.push_back(&tally);
  }
  return out;
}

ExampleRows rows_of(const Tally& whole, const Strata& strata, bool scores,
                    std::vector<std::size_t>& ends) {
  if (strata.empty()) return scores ? score_rows(whole) : set_rows(whole);
  ExampleRows out;
  for (const Tally* const stratum : strata) {
    ExampleRows rows = scores ? score_rows(*stratum) : set_rows(*stratum);
    std::vector<LabelId> ids;
    for (LabelId label = 0; label < stratum->vocabulary().size(); ++label) {
      ids.push_back(*whole.vocabulary().find(stratum->vocabulary().name(label)));
    }
    for (std::vector<LabelId>* const labels :
         {&rows.batch.truth, &rows.batch.predicted, &rows.batch.scored, &rows.batch.known}) {
      for (LabelId& label : *labels) label = ids[label];
    }
    for (std::size_t row = 0; row < rows.batch.size(); ++row) {
      append_row(rows.batch, row, out.batch);
    }
    out.counts.insert(out.counts.end(), rows.counts.begin(), rows.counts.end());
    ends.push_back(out.counts.size());
  }
  return out;
}

std::vector<std::uint64_t> size_counts(const Tally& stratum, LabelUniverse universe,
                                       const Whole& whole) {
  const Whole part(stratum, universe);
  std::map<std::array<std::uint64_t, 3>, u128> amounts;
  for (const ExampleGroup& group : part.examples()) {
    amounts[{group.common, group.truth, group.predicted}] += group.amount;
  }
  std::vector<std::uint64_t> out;
  for (const ExampleGroup& group : whole.examples()) {
    out.push_back(
        static_cast<std::uint64_t>(amounts[{group.common, group.truth, group.predicted}]));
  }
  return out;
}

std::vector<std::uint64_t> pair_counts(const Tally& stratum, const Whole& whole,
                                       const Multiclass& classes) {
  const Vocabulary& labels = whole.tally().vocabulary();
  const Vocabulary& theirs = stratum.vocabulary();
  std::map<std::pair<std::string_view, std::string_view>, std::uint64_t> amounts;
  for (const ConfusionCounts::Entry& pair : stratum.pairs().entries()) {
    const bool none = pair.predicted == kNoLabel;
    amounts[{theirs.name(pair.truth), none ? std::string_view() : theirs.name(pair.predicted)}] =
        pair.amount.whole;
  }
  std::vector<std::uint64_t> out;
  for (const Multiclass::Entry& entry : classes.entries) {
    const bool none = entry.predicted == classes.none();
    out.push_back(
        amounts[{labels.name(classes.classes[entry.truth]),
                 none ? std::string_view() : labels.name(classes.classes[entry.predicted])}]);
  }
  return out;
}

std::vector<std::uint64_t> part_counts(const Tally& stratum, LabelUniverse universe,
                                       const Cell& all, std::string_view label) {
  const Whole part(stratum, universe);
  const auto id = stratum.vocabulary().find(label);
  Cell cell;
  cell.tn = part.n_examples();
  if (id) cell = part.cell(*id);
  std::vector<std::uint64_t> out;
  for (u128 Cell::* const one : {&Cell::tp, &Cell::fp, &Cell::fn, &Cell::tn}) {
    if (all.*one != 0) out.push_back(static_cast<std::uint64_t>(cell.*one));
  }
  return out;
}

std::optional<std::string> stratum_note(const EvaluateOptions& options) {
  if (options.interval.stratum.empty() || options.parts == nullptr) return {};
  std::uint64_t single = 0;
  for (const auto& [name, tally] : *options.parts) single += tally.n_examples() == 1 ? 1 : 0;
  if (single == 0) return {};
  return counted(single, "stratum", "strata") + " of " + std::to_string(options.parts->size()) +
         " in " + quoted(options.interval.stratum) + (single == 1 ? " has" : " have") +
         " one example, which intervals take for certain";
}

}  // namespace tallystick::detail
