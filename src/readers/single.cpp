// One file that holds truth and predictions: chunks in parallel, ids checked in order.
#include <exception>
#include <map>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "base/spin.hpp"
#include "readers/id_order.hpp"
#include "readers/runs.hpp"
#include "readers/shard.hpp"
#include "tallystick/base/text.hpp"

namespace tallystick::detail {

namespace {

enum class Ids { ordered, hashed };

/// What one chunk says about the order of ids.
struct ChunkOrder {
  IdOrder order;
  std::string first, last;
  bool empty = true;
};

/// The reading of the whole file once: threads take chunks from it in turn.
class Pass {
 public:
  /// Consumers that have one vocabulary share it from several threads.
  Pass(const Table& table, Ids ids, std::span<Consumer* const> consumers)
      : table_(table), ids_(ids), reader_(table.reader()) {
    if (consumers.size() > 1 && &consumers[0]->vocabulary() == &consumers[1]->vocabulary()) {
      shared_.emplace(consumers[0]->vocabulary());
    }
  }

  void work(Consumer& consumer);
  void read_chunks(Consumer& consumer);
  /// Throws the error of the earliest chunk.
  void check() const {
    if (error_) std::rethrow_exception(error_);
  }
  [[nodiscard]] bool in_order() const noexcept { return order_.ascending(); }
  [[nodiscard]] bool repeated() { return any_repeated(hashes_); }
  void tell(ReadSummary& summary, InputFacts& facts) const;

 private:
  bool take(Chunk& chunk);
  void consume(Block& block, Consumer& consumer);
  void done(std::uint64_t index, ChunkOrder order);
  void failed(std::uint64_t index);

  const Table& table_;
  const Ids ids_;
  std::optional<SharedVocabulary> shared_;
  std::mutex mutex_;  // guards all below
  ChunkReader reader_;
  bool stop_ = false;
  std::uint64_t taken_ = 0;
  std::exception_ptr error_;
  std::uint64_t error_index_ = UINT64_MAX;
  IdOrder order_;
  std::string last_id_;
  bool any_id_ = false;
  std::map<std::uint64_t, ChunkOrder> waiting_;  // chunks done before an earlier one
  std::uint64_t next_ = 0;
  std::vector<std::uint64_t> hashes_;
  PolicyCounts counts_;
  std::uint64_t truth_abstained_ = 0, other_separators_ = 0, examples_ = 0, assignments_ = 0;
};

bool Pass::take(Chunk& chunk) {
  const std::unique_lock lock = lock_soon(mutex_);
  if (stop_) return false;
  try {
    if (!reader_.next(chunk)) return false;
  } catch (...) {
    error_index_ = std::min(error_index_, taken_);
    if (error_index_ == taken_) error_ = std::current_exception();
    stop_ = true;
    return false;
  }
  ++taken_;
  return true;
}

void Pass::failed(std::uint64_t index) {
  const std::lock_guard lock(mutex_);
  stop_ = true;
  if (index >= error_index_) return;
  error_index_ = index;
  error_ = std::current_exception();
}

void Pass::done(std::uint64_t index, ChunkOrder order) {
  waiting_.emplace(index, std::move(order));
  for (auto it = waiting_.begin(); it != waiting_.end() && it->first == next_; ++next_) {
    const ChunkOrder& chunk = it->second;
    if (!chunk.empty) {
      order_.meet(chunk.order);
      if (any_id_) order_.see(last_id_, chunk.first);
      last_id_ = chunk.last;
      any_id_ = true;
    }
    it = waiting_.erase(it);
  }
  if (ids_ == Ids::ordered && !order_.ascending()) stop_ = true;
}

void Pass::consume(Block& block, Consumer& consumer) {
  Rows& rows = block.rows;
  Batch& batch = block.batch;
  std::swap(batch.weights, rows.weights);
  batch.groups = rows.groups;
  if (table_.options.want_ids) {
    batch.ids = rows.ids;
    for (std::size_t row = batch.ids.size(); row < rows.size(); ++row) {  // no ids: line numbers
      const std::string line = std::to_string(block.chunk.first_line + rows.lines[row]);
      batch.ids.push_back(rows.arena.store(line, nullptr));
    }
  }
  const bool names = shared_ && batch.has_scores;  // ranks among equal scores go by them
  const auto lock = names ? shared_->together() : std::shared_lock<std::shared_mutex>();
  consumer.consume(batch);
}

void Pass::work(Consumer& consumer) {
  try {
    read_chunks(consumer);
  } catch (...) {  // nothing may leave a thread
    failed(0);
  }
}

void Pass::read_chunks(Consumer& consumer) {
  LabelResolver resolver = shared_ ? LabelResolver(table_.options, *shared_)
                                   : LabelResolver(table_.options, consumer.vocabulary());
  Block block(table_, resolver);
  std::vector<std::uint64_t> hashes;
  std::uint64_t examples = 0, assignments = 0;
  while (take(block.chunk)) {
    try {
      block.parse();
      block.resolve();
      ChunkOrder order;
      const std::vector<std::string_view>& ids = block.rows.ids;
      if (!ids.empty()) {
        order.order.see_padded(ids);
        order.first = ids.front();
        order.last = ids.back();
        order.empty = false;
      }
      if (ids_ == Ids::hashed) {
        for (const std::string_view id : ids) hashes.push_back(id_hash(id));
      }
      {
        const std::unique_lock lock = lock_soon(mutex_);
        done(block.chunk.index, std::move(order));
      }
      examples += block.rows.size();
      assignments += block.batch.truth.size() + block.batch.predicted.size();
      if (block.rows.size() != 0) consume(block, consumer);
    } catch (...) {
      failed(block.chunk.index);
    }
  }
  const std::lock_guard lock(mutex_);
  hashes_.insert(hashes_.end(), hashes.begin(), hashes.end());
  counts_.merge(resolver.counts);
  truth_abstained_ += resolver.truth_abstained;
  other_separators_ += block.other_separators;
  examples_ += examples;
  assignments_ += assignments;
}

void Pass::tell(ReadSummary& summary, InputFacts& facts) const {
  summary.policies.merge(counts_);
  facts.examples = examples_;
  facts.assignments = assignments_;
  note_separators(table_, other_separators_, summary.notes);
  note_abstentions(truth_abstained_, summary.notes);
}

void run(Pass& pass, std::span<Consumer* const> consumers) {
  {
    std::vector<std::jthread> threads;
    for (Consumer* const consumer : consumers.subspan(1)) {
      threads.emplace_back([&pass, consumer] { pass.work(*consumer); });
    }
    pass.work(*consumers[0]);
  }
  pass.check();
}

/// Two ids have one hash: which are equal, if any, and where?
void find_duplicate(const Table& table) {
  Vocabulary unused;
  LabelResolver resolver(table.options, unused);
  Block block(table, resolver);
  ChunkReader reader = table.reader();
  Vocabulary ids;
  std::vector<std::uint64_t> lines;
  while (reader.next(block.chunk)) {
    block.parse();
    for (std::size_t row = 0; row < block.rows.ids.size(); ++row) {
      const std::uint64_t line = block.chunk.first_line + block.rows.lines[row];
      const LabelId id = ids.intern(block.rows.ids[row]);
      if (id < lines.size()) {
        fail_duplicate(table.input.name(), block.rows.ids[row], lines[id], line);
      }
      lines.push_back(line);
    }
  }
}

}  // namespace

namespace {

ReadSummary read_table(const Table& table, std::span<Consumer* const> consumers) {
  ReadSummary summary;
  const auto finish = [&](const Pass& pass) {
    InputFacts facts = table.facts;
    pass.tell(summary, facts);
    if (facts.examples == 0 && !(table.options.shard.count > 1 && any_row(table))) {
      fail(ErrorCode::no_examples, {table.input.name()}, "holds 0 rows after the header",
           "check that the step which writes this file ran");
    }
    summary.inputs.push_back(std::move(facts));
    return std::move(summary);
  };
  {
    Pass pass(table, Ids::ordered, consumers);
    run(pass, consumers);
    if (pass.in_order()) return finish(pass);
  }
  for (Consumer* const consumer : consumers) consumer->restart();
  Pass pass(table, Ids::hashed, consumers);
  run(pass, consumers);
  if (pass.repeated()) find_duplicate(table);
  return finish(pass);
}

}  // namespace

ReadSummary read_single(const Input& file, const ReadOptions& asked,
                        std::span<Consumer* const> consumers, const ReadLimits& limits) {
  if (consumers.empty()) fail(ErrorCode::internal, "reading needs a consumer");
  ReadOptions options = asked;
  options.duplicates = asked.duplicate_rule();
  Table table(file, Part::both, options, limits);
  take_shard(table);
  ReadSummary summary;
  try {
    summary = read_table(table, consumers);
  } catch (const Error&) {
    if (!number_lines(table)) std::rethrow_exception(std::current_exception());
    for (Consumer* const consumer : consumers) consumer->restart();
    summary = read_table(table, consumers);  // fails again, and knows on which line
  }
  summary.shard = shard_text(table, nullptr);
  if (table.range && table.layout.has_ids()) {
    summary.notes.push_back(file.name() +
                            ": ids are looked at in this shard alone, so one that stands in "
                            "another shard, too, is not seen");
  }
  return summary;
}

}  // namespace tallystick::detail
