#include "readers/known.hpp"

#include <utility>

#include "readers/block.hpp"

namespace tallystick::detail {

namespace {

/// Pairs of an example and a label, grouped by the example.
void group(const std::vector<std::pair<LabelId, LabelId>>& pairs, KnownLabels& out) {
  out.ends.assign(out.ids.size(), 0);
  for (const auto& [example, label] : pairs) ++out.ends[example];
  std::uint64_t start = 0;
  for (std::uint64_t& end : out.ends) start += std::exchange(end, start);
  out.items.resize(pairs.size());
  for (const auto& [example, label] : pairs) out.items[out.ends[example]++] = label;
}

}  // namespace

KnownLabels read_known(const Input& input, const ReadOptions& asked, const ReadLimits& limits) {
  ReadOptions options = asked;
  options.duplicates = Duplicates::max;  // a label is known where any row of its example says so
  options.scores = ScoreUse::none;
  options.by.clear();
  options.weight.clear();
  const Table table(input, Part::truth, options, limits);
  if (!table.layout.has_ids()) {
    fail(ErrorCode::wrong_usage, {input.name()},
         "is read as " + table.facts.format +
             ", without ids, so that nobody knows whose labels "
             "were known",
         "write the id and the label on each line");
  }
  KnownLabels out;
  LabelResolver resolver(table.options, out.labels);
  Block block(table, resolver);
  ChunkReader reader = table.reader();
  std::vector<std::pair<LabelId, LabelId>> pairs;
  while (reader.next(block.chunk)) {
    block.parse();
    block.resolve();
    for (std::size_t row = 0; row < block.batch.truth_end.size(); ++row) {
      const LabelId example = out.ids.intern(block.rows.ids[row]);
      for (const LabelId label : block.batch.truth_of(row)) pairs.emplace_back(example, label);
    }
  }
  if (out.ids.size() == 0) {
    fail(ErrorCode::no_examples, {input.name()}, "holds 0 rows",
         "leave --known out where nothing was known");
  }
  group(pairs, out);
  return out;
}

}  // namespace tallystick::detail

namespace tallystick {

KnownLabels read_known(const std::string& path, const ReadOptions& options) {
  return detail::read_known(detail::Input::file(path), options);
}

}  // namespace tallystick
