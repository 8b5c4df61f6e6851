// One chunk of one file, made into label ids: the step that all ways of reading share.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "readers/layout.hpp"
#include "readers/resolve.hpp"

namespace tallystick::detail {

/// An input with its layout and parser. Shared by threads; not changed while reading.
struct Table {
  Table(const Input& input, Part part, const ReadOptions& options, const ReadLimits& limits);
  Table(const Table&) = delete;
  Table& operator=(const Table&) = delete;

  [[nodiscard]] ChunkReader reader() const {
    return {input, layout.cutter(), limits, range ? &*range : nullptr};
  }
  /// Of the side that the table holds; of the predictions where it holds both.
  [[nodiscard]] ScoreFilter filter() const {
    return {options, layout.part == Part::truth ? Part::truth : Part::predictions,
            layout.part == Part::truth && layout.graded, layout.empty_scored};
  }

  const Input& input;
  const ReadOptions& options;
  ReadLimits limits;
  InputFacts facts;
  Layout layout;
  std::unique_ptr<Parser> parser;
  // Set by take_shard(), before the table is read.
  std::optional<LineRange> range = {};  // all that is read
  Shard shard = {};                     // the rows that are taken of what is read
};

/// The rows of one chunk with their labels as ids of one consumer's vocabulary. Reused.
class Block {
 public:
  Block(const Table& table, LabelResolver& resolver)
      : table_(table),
        truth_filter_(table.options, Part::truth, table.layout.graded, false),
        predicted_filter_(table.options, Part::predictions, false, table.layout.empty_scored),
        resolver_(resolver) {}

  Chunk chunk;
  Rows rows;
  Batch batch;                         // its labels, after resolve()
  std::uint64_t other_separators = 0;  // in all chunks so far
  std::uint64_t n_parsed = 0;          // rows of all chunks so far, those of other shards included

  /// Checks and parses the chunk; ids and lines of `rows` are ready, labels are tokens.
  void parse();
  /// Turns tokens into label ids, in `batch`.
  void resolve();

 private:
  const Table& table_;
  ScoreFilter truth_filter_, predicted_filter_;
  LabelResolver& resolver_;
};

/// Notes about what was met while reading a table.
void note_separators(const Table& table, std::uint64_t others, std::vector<std::string>& notes);
void note_abstentions(std::uint64_t in_truth, std::vector<std::string>& notes);

/// A header states how many examples follow, if there is one. (The parser refuses more, where they
/// stand.) Errors: row_mismatch.
void check_stated_rows(const Table& table, std::uint64_t rows);

/// An id stands on two rows where one is allowed.
[[noreturn]] void fail_duplicate(const std::string& file, std::string_view id, std::uint64_t first,
                                 std::uint64_t second);

}  // namespace tallystick::detail
