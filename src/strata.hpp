// Strata of a data set: groups of examples whose sizes are set, not drawn.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "interval/figure_population.hpp"
#include "tallystick/evaluate.hpp"
#include "tallystick/measures/whole.hpp"

namespace tallystick::detail {

using Strata = std::vector<const Tally*>;

/// Those that have examples, in the order of their names; none where `parts` is null.
[[nodiscard]] Strata strata_of(const std::map<std::string, Tally>* parts);

/// Stratum by stratum, the rows of each as those of the whole are, with the labels' ids there;
/// without strata the rows of the whole. `ends`: where each stratum's rows end.
[[nodiscard]] ExampleRows rows_of(const Tally& whole, const Strata& strata, bool scores,
                                  std::vector<std::size_t>& ends);

/// How many examples of a stratum are of each kind of the whole: sizes of sets, pairs of classes,
/// the parts of a label's cell that have examples in the whole (`all`).
[[nodiscard]] std::vector<std::uint64_t> size_counts(const Tally& stratum, LabelUniverse universe,
                                                     const Whole& whole);
[[nodiscard]] std::vector<std::uint64_t> pair_counts(const Tally& stratum, const Whole& whole,
                                                     const Multiclass& classes);
[[nodiscard]] std::vector<std::uint64_t> part_counts(const Tally& stratum, LabelUniverse universe,
                                                     const Cell& all, std::string_view label);

/// What strata of one example mean for intervals; none without such.
[[nodiscard]] std::optional<std::string> stratum_note(const EvaluateOptions& options);

}  // namespace tallystick::detail
