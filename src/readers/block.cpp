#include "readers/block.hpp"

#include <algorithm>

#include "readers/id_order.hpp"
#include "readers/shard.hpp"
#include "tallystick/base/text.hpp"

namespace tallystick::detail {

Table::Table(const Input& source, Part part, const ReadOptions& reading, const ReadLimits& sizes)
    : input(source),
      options(reading),
      limits(sizes),
      layout(find_layout(source, part, reading, sizes, facts)),
      parser(make_parser(layout, reading)) {}

void Block::parse() {
  chunk.check_encoding();
  rows.clear();
  table_.parser->parse(chunk, rows);
  other_separators += rows.other_separators;
  n_parsed += rows.size();
  if (table_.shard.count > 1) keep_own_rows(table_, chunk, rows);
  if (rows.other_separators == 0 || table_.layout.separator_seen) return;
  const char other = table_.layout.other_separator;
  fail(ErrorCode::bad_format, place_of(chunk, rows, rows.first_other),
       std::string("a label holds ") + other +
           ", which may separate labels; the first rows hold neither ; nor |",
       std::string("say which: --label-separator='") + other + "' or --label-separator=';'");
}

void Block::resolve() {
  const auto place = [this](const Token& token) { return place_of(chunk, rows, token.data); };
  batch.clear();
  if (table_.layout.part != Part::predictions) {
    LabelColumn& column = rows.truth;
    truth_filter_.apply(chunk, rows, column, resolver_.counts);
    resolver_.resolve(column.tokens, column.end, false, place, batch.truth, column.scores);
    std::swap(batch.truth_end, column.end);
    split_truth(truth_filter_, column.scores, batch);
  }
  if (table_.layout.part != Part::truth) {
    LabelColumn& column = rows.predicted;
    const bool all = predicted_filter_.apply(chunk, rows, column, resolver_.counts);
    resolver_.resolve(column.tokens, column.end, true, place, batch.predicted, column.scores);
    std::swap(batch.predicted_end, column.end);
    split_predicted(predicted_filter_, column.scores, all, batch);
  }
}

void note_separators(const Table& table, std::uint64_t others, std::vector<std::string>& notes) {
  notes.insert(notes.end(), table.layout.notes.begin(), table.layout.notes.end());
  if (others == 0) return;
  notes.push_back(table.input.name() + ": labels are separated by " + table.layout.separator +
                  "; " + table.layout.other_separator + " also occurs in labels (" +
                  std::to_string(others) + "x) and does not separate them");
}

void note_abstentions(std::uint64_t in_truth, std::vector<std::string>& notes) {
  if (in_truth == 0) return;
  notes.push_back("the truth holds " + counted(in_truth, "abstention") + ", read as no label");
}

void check_stated_rows(const Table& table, std::uint64_t rows) {
  const auto& stated = table.layout.stated_rows;
  if (!stated || *stated == rows) return;
  fail(ErrorCode::row_mismatch, {table.input.name(), 1},
       "the header states " + counted(*stated, "example") + ", but " + counted(rows, "line") +
           (rows == 1 ? " follows" : " follow"),
       "check that the file is whole");
}

void fail_duplicate(const std::string& file, std::string_view id, std::uint64_t first,
                    std::uint64_t second) {
  fail(ErrorCode::duplicate_id, {file, second},
       "id " + quoted(id) + " stands on line " + std::to_string(first) + " and again on line " +
           std::to_string(second),
       "give every example one row, or write one row a label with a column 'label'");
}

bool any_repeated(std::vector<std::uint64_t>& hashes) {
  std::sort(hashes.begin(), hashes.end());
  return std::adjacent_find(hashes.begin(), hashes.end()) != hashes.end();
}

}  // namespace tallystick::detail
