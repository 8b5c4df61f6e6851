// Two files paired by id or by position, in one pass as long as their orders allow.
#include <algorithm>
#include <array>
#include <utility>

#include "readers/id_order.hpp"
#include "readers/pairing.hpp"
#include "readers/runs.hpp"
#include "readers/shard.hpp"
#include "tallystick/base/text.hpp"

namespace tallystick::detail {

namespace {

/// One of two files, row by row.
class Stream {
 public:
  Stream(const Table& table, bool keep_hashes)
      : table_(table),
        resolver_(table.options, unused_),
        block_(table, resolver_),
        filter_(table.filter()),
        reader_(table.reader()),
        keep_hashes_(keep_hashes) {}

  /// True while a row is at hand; the block of rows has to be loaded first when used_up().
  [[nodiscard]] bool used_up() const noexcept { return row_ == block_.rows.size(); }
  /// Loads rows; false at the end of the file. Rows handed out before are gone.
  bool load();
  [[nodiscard]] bool ended() const noexcept { return ended_; }
  void advance() noexcept { ++row_; }

  [[nodiscard]] std::string_view id() const noexcept { return block_.rows.ids[row_]; }
  [[nodiscard]] std::uint64_t line() const noexcept {
    return block_.chunk.first_line + block_.rows.lines[row_];
  }
  [[nodiscard]] RowLabels labels() const noexcept {
    const LabelColumn& labels = column();
    const std::size_t first = row_ == 0 ? 0 : labels.end[row_ - 1];
    const std::size_t n = labels.end[row_] - first;
    return {{labels.tokens.data() + first, n},
            labels.scores.empty() ? std::span<const double>()
                                  : std::span(labels.scores.data() + first, n)};
  }
  [[nodiscard]] const Amount* weight() const noexcept {
    return block_.rows.weights.empty() ? nullptr : &block_.rows.weights[row_];
  }
  [[nodiscard]] const std::string_view* group() const noexcept {
    return block_.rows.groups.empty() ? nullptr : &block_.rows.groups[row_];
  }
  [[nodiscard]] Place place(const Token& token) const {
    return place_of(block_.chunk, block_.rows, token.data);
  }
  /// The id of a row without one: its line number.
  [[nodiscard]] std::string_view line_id() {
    return block_.rows.arena.store(std::to_string(line()), nullptr);
  }

  [[nodiscard]] const IdOrder& order() const noexcept { return order_; }
  [[nodiscard]] bool repeated() { return any_repeated(hashes_); }
  [[nodiscard]] std::uint64_t rows_read() const noexcept { return rows_read_; }
  /// Those of other shards included.
  [[nodiscard]] std::uint64_t rows_parsed() const noexcept { return block_.n_parsed; }
  [[nodiscard]] std::uint64_t other_separators() const noexcept { return block_.other_separators; }

  PolicyCounts counts;

 private:
  [[nodiscard]] LabelColumn& column() noexcept {
    return table_.layout.part == Part::truth ? block_.rows.truth : block_.rows.predicted;
  }
  [[nodiscard]] const LabelColumn& column() const noexcept {
    return table_.layout.part == Part::truth ? block_.rows.truth : block_.rows.predicted;
  }

  const Table& table_;
  Vocabulary unused_;
  LabelResolver resolver_;
  Block block_;
  ScoreFilter filter_;
  ChunkReader reader_;
  bool keep_hashes_;
  bool ended_ = false;
  std::size_t row_ = 0;
  std::uint64_t rows_read_ = 0;
  IdOrder order_;
  std::string last_id_;
  std::vector<std::uint64_t> hashes_;
};

bool Stream::load() {
  const auto& ids = block_.rows.ids;
  if (!ids.empty()) last_id_ = ids.back();
  do {
    block_.rows.clear();
    row_ = 0;
    ended_ = !reader_.next(block_.chunk);
    if (ended_) return false;
    block_.parse();
  } while (block_.rows.size() == 0);
  filter_.apply(block_.chunk, block_.rows, column(), counts);
  if (!ids.empty()) {
    if (rows_read_ != 0) order_.see(last_id_, ids.front());
    order_.see_padded(ids);
    if (keep_hashes_) {
      for (const std::string_view id : ids) hashes_.push_back(id_hash(id));
    }
  }
  rows_read_ += block_.rows.size();
  return true;
}

/// Both headers state one number of labels, or one file has none.
void check_stated_labels(const Layout& truth, const Table& predictions, const std::string& name) {
  const Layout& layout = predictions.layout;
  if (!truth.stated_rows || !layout.stated_rows || truth.stated_labels == layout.stated_labels) {
    return;
  }
  fail(ErrorCode::bad_format, {predictions.input.name(), 1},
       "the header states " + counted(layout.stated_labels, "label") + ", but that of " + name +
           " states " + std::to_string(truth.stated_labels),
       "check that both files are of one data set");
}

class TwoFiles {
 public:
  TwoFiles(const Table& truth, const Table& predictions, Consumer& consumer)
      : truth_(truth), predictions_(predictions), consumer_(consumer) {}

  ReadSummary read();

 private:
  enum class Walk { ascending, in_step };

  /// One pass over both; false when their order asks for another way.
  bool walk(Walk how);
  void by_position();
  void join();
  bool more(Stream& stream, Stream& t, Stream& p, PairBlock& pairs) const;
  static void flush(PairBlock& pairs, const Stream& t, const Stream& p) {
    pairs.flush([&t](const Token& token) { return t.place(token); },
                [&p](const Token& token) { return p.place(token); });
  }
  void finish(PairBlock& pairs, const Stream& t, const Stream& p);
  void tell(PairBlock& pairs, std::array<std::uint64_t, 2> others);
  void check_rows(std::uint64_t truth_rows, std::uint64_t predicted_rows) const;

  const Table& truth_;
  const Table& predictions_;
  Consumer& consumer_;
  Outcome outcome_;
  ReadSummary summary_;
};

/// Loads rows when the last are used up; what was gathered from them goes out first.
bool TwoFiles::more(Stream& stream, Stream& t, Stream& p, PairBlock& pairs) const {
  if (!stream.used_up()) return true;
  if (stream.ended()) return false;
  flush(pairs, t, p);
  return stream.load();
}

bool TwoFiles::walk(Walk how) {
  const ReadOptions& options = truth_.options;
  const bool hashed = how == Walk::in_step;
  Stream t(truth_, hashed), p(predictions_, hashed);
  PairBlock pairs(truth_, predictions_, consumer_);
  intern_columns(truth_, predictions_, pairs.resolver());
  outcome_ = {};
  bool by_length = false, by_bytes = false;
  for (;;) {
    const bool has_t = more(t, t, p, pairs);
    const bool has_p = more(p, t, p, pairs);
    IdOrder order = t.order();
    order.meet(p.order());
    if (!hashed && (!order.ascending() || (by_length && !order.by_length()) ||
                    (by_bytes && !order.by_bytes()))) {
      return false;
    }
    if (!has_t && !has_p) break;
    if (has_t && has_p && t.id() == p.id()) {
      pairs.add(t.labels(), p.labels(), t.id(), t.weight(), t.group());
      t.advance(), p.advance();
      continue;
    }
    if (hashed) return false;
    const auto before = [&](std::string_view a, std::string_view b) {
      if (a.size() == b.size()) return a < b;
      // Who comes first has now been decided by one of the orders: it must hold to the end.
      (order.by_length() ? by_length : by_bytes) = true;
      return order.by_length() ? a.size() < b.size() : a < b;
    };
    if (!has_p || (has_t && before(t.id(), p.id()))) {
      outcome_.missing.see(t.id(), t.line());
      if (options.missing == Missing::drop) {
        ++outcome_.dropped;
      } else {
        pairs.add(t.labels(), {}, t.id(), t.weight(), t.group());
      }
      t.advance();
    } else {
      outcome_.extra.see(p.id(), p.line());
      p.advance();
    }
  }
  if (hashed && (t.repeated() || p.repeated())) return false;
  check_rows(t.rows_read(), p.rows_read());
  check_absent(truth_, predictions_, outcome_);
  finish(pairs, t, p);
  return true;
}

void TwoFiles::by_position() {
  const ReadOptions& options = truth_.options;
  Stream t(truth_, false), p(predictions_, false);
  PairBlock pairs(truth_, predictions_, consumer_);
  intern_columns(truth_, predictions_, pairs.resolver());
  bool has_t = true, has_p = true;
  for (;;) {
    has_t = more(t, t, p, pairs);
    has_p = more(p, t, p, pairs);
    if (!has_t || !has_p) break;
    pairs.add(t.labels(), p.labels(), options.want_ids ? t.line_id() : std::string_view{}, nullptr);
    t.advance(), p.advance();
  }
  while (has_t) has_t = t.load();  // only the count is wanted
  while (has_p) has_p = p.load();
  if (!truth_.range) {  // else they were counted before
    check_stated_rows(truth_, t.rows_parsed());
    check_stated_rows(predictions_, p.rows_parsed());
  }
  if (t.rows_parsed() != p.rows_parsed()) {
    fail(ErrorCode::row_mismatch, {predictions_.input.name()},
         "has " + counted(p.rows_parsed(), "line") + ", but " + truth_.input.name() + " has " +
             std::to_string(t.rows_parsed()),
         "lines pair by position: write one line an example in both, empty ones included");
  }
  check_rows(t.rows_read(), p.rows_read());
  finish(pairs, t, p);
}

void TwoFiles::join() {
  PairBlock pairs(truth_, predictions_, consumer_);
  intern_columns(truth_, predictions_, pairs.resolver());
  outcome_ = join_tables(truth_, predictions_, pairs);
  tell(pairs, pairs.other_separators);
}

void TwoFiles::check_rows(std::uint64_t truth_rows, std::uint64_t predicted_rows) const {
  const auto none = [](const Table& table) {
    if (table.options.shard.count > 1 && any_row(table)) return;
    fail(ErrorCode::no_examples, {table.input.name()}, "holds 0 rows",
         "check that the step which writes this file ran");
  };
  if (truth_rows == 0) none(truth_);
  if (predicted_rows == 0 && truth_.options.missing == Missing::error) none(predictions_);
}

void TwoFiles::finish(PairBlock& pairs, const Stream& t, const Stream& p) {
  PolicyCounts& counts = pairs.resolver().counts;
  counts.merge(t.counts);
  counts.merge(p.counts);
  tell(pairs, {t.other_separators(), p.other_separators()});
}

void TwoFiles::tell(PairBlock& pairs, std::array<std::uint64_t, 2> others) {
  if (pairs.examples == 0 && truth_.options.shard.count < 2) {
    fail(ErrorCode::no_examples, {truth_.input.name()},
         "no example is left: " + counted(outcome_.missing.count(), "id") + " without prediction " +
             (outcome_.missing.count() == 1 ? "was" : "were") + " dropped",
         "check that both files are of one data set");
  }
  summary_.policies = pairs.resolver().counts;
  summary_.policies.missing = outcome_.missing.count();
  summary_.policies.extra = outcome_.extra.count();
  note_separators(truth_, others[0], summary_.notes);
  note_separators(predictions_, others[1], summary_.notes);
  note_abstentions(pairs.resolver().truth_abstained, summary_.notes);
  summary_.shard = shard_text(truth_, &predictions_);
  InputFacts t = truth_.facts, p = predictions_.facts;
  t.examples = pairs.examples;
  t.assignments = pairs.truth_labels;
  p.examples = pairs.examples;
  p.assignments = pairs.predicted_labels;
  summary_.inputs = {std::move(t), std::move(p)};
}

ReadSummary TwoFiles::read() {
  if (truth_.layout.positional() != predictions_.layout.positional()) {
    const Table& ids = truth_.layout.positional() ? predictions_ : truth_;
    const Table& lines = truth_.layout.positional() ? truth_ : predictions_;
    fail(ErrorCode::wrong_usage, {lines.input.name()},
         "is read as " + lines.facts.format + ", by position, but " + ids.input.name() + " as " +
             ids.facts.format + ", by id",
         "bring both files into formats of one kind, or state one with --format");
  }
  if (truth_.layout.positional()) {
    by_position();
    return std::move(summary_);
  }
  if (walk(Walk::ascending)) return std::move(summary_);
  consumer_.restart();
  if (walk(Walk::in_step)) return std::move(summary_);
  consumer_.restart();
  join();
  return std::move(summary_);
}

/// A file whose first rows hold no separator takes that of the other file.
void share_separator(Table& a, Table& b) {
  if (a.layout.shape != Shape::list_rows || b.layout.shape != Shape::list_rows) return;
  if (a.layout.separator_seen == b.layout.separator_seen) return;
  Table& seen = a.layout.separator_seen ? a : b;
  Table& unseen = a.layout.separator_seen ? b : a;
  if (seen.layout.separator == unseen.layout.delimiter) return;
  unseen.layout.separator = seen.layout.separator;
  unseen.layout.other_separator = seen.layout.separator == ';' ? '|' : ';';
  if (unseen.layout.other_separator == unseen.layout.delimiter)
    unseen.layout.other_separator = '\0';
  unseen.layout.separator_seen = true;
  unseen.facts.label_separator = seen.facts.label_separator;
}

}  // namespace

ReadSummary read_two(const Input& truth, const Input& predictions, const ReadOptions& asked,
                     std::span<Consumer* const> consumers, const ReadLimits& limits) {
  if (consumers.empty()) fail(ErrorCode::internal, "reading needs a consumer");
  ReadOptions options = asked;
  options.duplicates = asked.duplicate_rule();
  Table truth_table(truth, Part::truth, options, limits);
  Table predictions_table(predictions, Part::predictions, options, limits);
  share_separator(truth_table, predictions_table);
  check_stated_labels(truth_table.layout, predictions_table, truth.name());
  take_shard(truth_table, predictions_table);
  for (Consumer* const idle : consumers.subspan(1)) {  // knows the same labels, for merging
    LabelResolver resolver(options, idle->vocabulary());
    intern_columns(truth_table, predictions_table, resolver);
  }
  return TwoFiles(truth_table, predictions_table, *consumers[0]).read();
}

}  // namespace tallystick::detail
