// Formulas over one example's ranking. Shared scores are taken as RankedExample::averages() says.
#pragma once

#include "tallystick/measures/rankings.hpp"

namespace tallystick::detail {

[[nodiscard]] double one_error(const RankedExample& e, const Params& params);
[[nodiscard]] double is_error(const RankedExample& e, const Params& params);
[[nodiscard]] double error_set_size(const RankedExample& e, const Params& params);
[[nodiscard]] double ranking_loss(const RankedExample& e, const Params& params);
[[nodiscard]] double coverage_error(const RankedExample& e, const Params& params);
[[nodiscard]] double margin_loss(const RankedExample& e, const Params& params);
[[nodiscard]] double average_exposure(const RankedExample& e, const Params& params);
/// Over the groups given: scored labels, or all.
[[nodiscard]] double average_precision(const RankedExample& e,
                                       std::span<const RankedExample::Group> groups,
                                       std::uint64_t k);

[[nodiscard]] double precision_at(const RankedExample& e, const Params& params);
[[nodiscard]] double recall_at(const RankedExample& e, const Params& params);
[[nodiscard]] double f1_at(const RankedExample& e, const Params& params);
[[nodiscard]] double hit_at(const RankedExample& e, const Params& params);
[[nodiscard]] double r_precision(const RankedExample& e, const Params& params);
[[nodiscard]] double dcg(const RankedExample& e, const Params& params);
[[nodiscard]] double ndcg(const RankedExample& e, const Params& params);
[[nodiscard]] double reciprocal_rank(const RankedExample& e, const Params& params);
[[nodiscard]] double rank_biased_precision(const RankedExample& e, const Params& params);
[[nodiscard]] double bpref(const RankedExample& e, const Params& params);
[[nodiscard]] double interpolated_precision(const RankedExample& e, const Params& params);
[[nodiscard]] double eleven_point_precision(const RankedExample& e, const Params& params);

}  // namespace tallystick::detail
