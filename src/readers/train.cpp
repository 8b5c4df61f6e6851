#include "readers/train.hpp"

#include <algorithm>
#include <utility>

#include "readers/block.hpp"
#include "readers/id_order.hpp"

namespace tallystick::detail {

namespace {

/// Reads the whole file once.
class TrainPass {
 public:
  TrainPass(const Table& table, TrainCounts& counts)
      : table_(table), counts_(counts), resolver_(table.options, counts.labels) {}

  /// False when ids turn out not to ascend: then examples may repeat.
  bool in_order();
  void in_any_order();

 private:
  void count(std::span<const LabelId> labels);
  void finish(std::uint64_t rows);
  std::uint64_t example_of(const Block& block, std::size_t row);
  void count_pairs();

  const Table& table_;
  TrainCounts& counts_;
  LabelResolver resolver_;
  std::vector<std::uint64_t> last_;  // of each label: 1 + the example that it was last seen in
  Vocabulary ids_;
  std::vector<std::uint64_t> lines_;  // of each id
  std::vector<std::uint64_t> pairs_;  // example and label, where rows of an id may be apart
};

/// Counts the labels of a new example.
void TrainPass::count(std::span<const LabelId> labels) {
  ++counts_.examples;
  for (const LabelId label : labels) {
    if (label >= last_.size()) {
      last_.resize(counts_.labels.size());
      counts_.counts.resize(counts_.labels.size());
    }
    if (std::exchange(last_[label], counts_.examples) != counts_.examples) ++counts_.counts[label];
  }
}

bool TrainPass::in_order() {
  Block block(table_, resolver_);
  ChunkReader reader = table_.reader();
  IdOrder order;
  std::string last_id;
  std::uint64_t rows = 0;
  while (reader.next(block.chunk)) {
    block.parse();
    const auto& ids = block.rows.ids;
    if (!ids.empty()) {
      if (rows != 0) order.see(last_id, ids.front());
      order.see_padded(ids);
      if (!order.ascending()) return false;
      last_id = ids.back();
    }
    block.resolve();
    for (std::size_t row = 0; row < block.batch.truth_end.size(); ++row) {
      count(block.batch.truth_of(row));
    }
    rows += block.rows.size();
  }
  finish(rows);
  return true;
}

/// Examples are numbered as they are met. Errors: duplicate_id where an id has one row.
std::uint64_t TrainPass::example_of(const Block& block, std::size_t row) {
  const std::uint64_t line = block.chunk.first_line + block.rows.lines[row];
  const LabelId example = ids_.intern(block.rows.ids[row]);
  if (example == lines_.size()) {
    lines_.push_back(line);
  } else if (table_.layout.shape != Shape::long_rows) {
    fail_duplicate(table_.input.name(), block.rows.ids[row], lines_[example], line);
  }
  return example;
}

void TrainPass::in_any_order() {
  Block block(table_, resolver_);
  ChunkReader reader = table_.reader();
  std::uint64_t rows = 0;
  while (reader.next(block.chunk)) {
    block.parse();
    block.resolve();
    for (std::size_t row = 0; row < block.batch.truth_end.size(); ++row) {
      const std::uint64_t example = example_of(block, row);
      const auto labels = block.batch.truth_of(row);
      if (table_.layout.shape != Shape::long_rows) {
        count(labels);
        continue;
      }
      for (const LabelId label : labels) pairs_.push_back(example << 32 | label);
    }
    rows += block.rows.size();
  }
  if (table_.layout.shape == Shape::long_rows) count_pairs();
  finish(rows);
}

void TrainPass::count_pairs() {
  std::sort(pairs_.begin(), pairs_.end());
  pairs_.erase(std::unique(pairs_.begin(), pairs_.end()), pairs_.end());
  counts_.counts.resize(counts_.labels.size());
  for (const std::uint64_t pair : pairs_) ++counts_.counts[static_cast<LabelId>(pair)];
  counts_.examples = ids_.size();
}

void TrainPass::finish(std::uint64_t rows) {
  check_stated_rows(table_, rows);
  if (counts_.examples == 0) {
    fail(ErrorCode::no_examples, {table_.input.name()}, "holds 0 rows",
         "check that the step which writes this file ran");
  }
  counts_.policies = resolver_.counts;
  counts_.facts = table_.facts;
  counts_.facts.examples = counts_.examples;
  for (const std::uint64_t n : counts_.counts) counts_.facts.assignments += n;
}

}  // namespace

TrainCounts read_train(const Input& input, const ReadOptions& asked, const ReadLimits& limits) {
  ReadOptions options = asked;
  options.duplicates = Duplicates::max;  // a label is true where any row of its example says so
  options.scores = ScoreUse::none;
  options.by.clear();  // a column of the truth that is evaluated
  const Table table(input, Part::truth, options, limits);
  {
    TrainCounts counts;
    if (TrainPass(table, counts).in_order()) return counts;
  }
  TrainCounts counts;
  TrainPass(table, counts).in_any_order();
  return counts;
}

}  // namespace tallystick::detail

namespace tallystick {

TrainCounts read_train(const std::string& path, const ReadOptions& options) {
  return detail::read_train(detail::Input::file(path), options);
}

}  // namespace tallystick
