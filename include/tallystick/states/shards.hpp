// Which shards of which inputs a state holds, as text that goes with it.
#pragma once

#include <string>

namespace tallystick {

/// The rule of a tally that tells its shards: a line "1,3/4 of FILE (120 bytes)" for each input
/// whose shards are not all there; without it nothing is missing.
inline constexpr const char* kShardRule = "shard";

/// The shards of two states together; empty when none is missing.
/// Errors, with `origin` (the second state's file, say) as the place: incompatible_states when a
/// shard is in both or shards are of different numbers, bad_state for a text that is no such rule.
[[nodiscard]] std::string together(const std::string& ours, const std::string& theirs,
                                   const std::string& origin);

/// "shards 2 and 4 of 4 of FILE (120 bytes)", of all inputs.
[[nodiscard]] std::string missing_shards(const std::string& rule);

}  // namespace tallystick
