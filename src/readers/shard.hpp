// One part of an input: a range of its lines, or the rows whose ids' hashes fall to it.
#pragma once

#include <optional>
#include <string>

#include "readers/block.hpp"

namespace tallystick::detail {

/// Has the table, which holds truth and predictions, read as the shard that its options ask for:
/// by a range of lines where one line is one example and every newline ends one; else by rows.
void take_shard(Table& table);
/// The same of two tables: by ranges of lines that pair by position; else by rows.
void take_shard(Table& truth, Table& predictions);

/// Fills in the number of the range's first line, which is left open where only messages need it.
/// False when it was known.
bool number_lines(Table& table);

/// Leaves the rows that belong to the table's shard.
void keep_own_rows(const Table& table, const Chunk& chunk, Rows& rows);

/// Whether the table, in all its shards together, holds any row.
[[nodiscard]] bool any_row(const Table& table);

/// "2/3 of truth.tsv (120 bytes) and pred.tsv (80 bytes)"; empty when all is read.
[[nodiscard]] std::string shard_text(const Table& truth, const Table* predictions);

}  // namespace tallystick::detail
