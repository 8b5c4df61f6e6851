#include "readers/truth.hpp"

#include <algorithm>
#include <utility>

#include "readers/id_order.hpp"
#include "readers/pairing.hpp"

namespace tallystick::detail {

namespace {

enum class Ids { ascending, hashed };

class TruthPass {
 public:
  TruthPass(const Table& table, Consumer& consumer) : table_(table), consumer_(consumer) {}

  /// One pass over the file; false when ids are not in that order, or are not known to be once.
  bool read(Ids ids);
  /// Where rows of an id lie apart. Errors: duplicate_id where an id has one row.
  void gather();
  [[nodiscard]] ReadSummary summary() && { return std::move(summary_); }

 private:
  void tell(LabelResolver& resolver, std::uint64_t separators, InputFacts facts);

  const Table& table_;
  Consumer& consumer_;
  ReadSummary summary_;
};

bool TruthPass::read(Ids ids) {
  LabelResolver resolver(table_.options, consumer_.vocabulary());
  intern_columns(table_, table_, resolver);
  Block block(table_, resolver);
  ChunkReader reader = table_.reader();
  IdOrder order;
  std::string last_id;
  std::vector<std::uint64_t> hashes;
  InputFacts facts = table_.facts;
  while (reader.next(block.chunk)) {
    block.parse();
    const std::vector<std::string_view>& row_ids = block.rows.ids;
    if (!row_ids.empty()) {
      if (facts.examples != 0) order.see(last_id, row_ids.front());
      order.see_padded(row_ids);
      if (ids == Ids::ascending && !order.ascending()) return false;
      last_id = row_ids.back();
    }
    if (ids == Ids::hashed) {
      for (const std::string_view id : row_ids) hashes.push_back(id_hash(id));
    }
    block.resolve();
    Batch& batch = block.batch;
    std::swap(batch.weights, block.rows.weights);
    batch.predicted_end.assign(batch.truth_end.size(), 0);
    facts.examples += block.rows.size();
    facts.assignments += batch.truth.size();
    if (block.rows.size() != 0) consumer_.consume(batch);
  }
  if (any_repeated(hashes)) return false;
  check_stated_rows(table_, facts.examples);
  tell(resolver, block.other_separators, std::move(facts));
  return true;
}

void TruthPass::gather() {
  PairBlock pairs(table_, table_, consumer_);
  intern_columns(table_, table_, pairs.resolver());
  gather_truth(table_, pairs);
  InputFacts facts = table_.facts;
  facts.examples = pairs.examples;
  facts.assignments = pairs.truth_labels;
  tell(pairs.resolver(), pairs.other_separators[0], std::move(facts));
}

void TruthPass::tell(LabelResolver& resolver, std::uint64_t separators, InputFacts facts) {
  if (facts.examples == 0) {
    fail(ErrorCode::no_examples, {table_.input.name()}, "holds 0 rows",
         "check that the step which writes this file ran");
  }
  summary_.policies = resolver.counts;
  note_separators(table_, separators, summary_.notes);
  note_abstentions(resolver.truth_abstained, summary_.notes);
  summary_.inputs.push_back(std::move(facts));
}

}  // namespace

ReadSummary read_truth(const Input& input, const ReadOptions& asked, Consumer& consumer,
                       const ReadLimits& limits) {
  ReadOptions options = asked;
  options.duplicates = asked.duplicate_rule();
  options.scores = ScoreUse::none;
  const Table table(input, Part::truth, options, limits);
  TruthPass pass(table, consumer);
  if (pass.read(Ids::ascending)) return std::move(pass).summary();
  consumer.restart();
  if (pass.read(Ids::hashed)) return std::move(pass).summary();
  consumer.restart();
  pass.gather();
  return std::move(pass).summary();
}

}  // namespace tallystick::detail

namespace tallystick {

ReadSummary read_truth(const std::string& path, const ReadOptions& options, Consumer& consumer) {
  return detail::read_truth(detail::Input::file(path), options, consumer);
}

}  // namespace tallystick
