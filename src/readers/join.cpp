// Joining by a table of ids: for files in different orders, and lines of one id apart.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>

#include "readers/pairing.hpp"
#include "tallystick/base/text.hpp"

namespace tallystick::detail {

namespace {

/// One file in memory: ids, and each example's labels as numbers of a vocabulary of its own.
class Loaded {
 public:
  explicit Loaded(const Table& table) : table_(table), filter_(table.filter()) { load(); }

  [[nodiscard]] const Vocabulary& ids() const noexcept { return ids_; }
  [[nodiscard]] std::uint64_t line(LabelId example) const noexcept { return lines_[example]; }
  [[nodiscard]] const Amount* weight(LabelId example) const noexcept {
    return weights_.empty() ? nullptr : &weights_[example];
  }
  /// The text that the example is grouped by; false without that column.
  bool group(LabelId example, std::string_view& text) const {
    if (groups_.empty()) return false;
    text = group_text(example);
    return true;
  }
  [[nodiscard]] std::string_view group_text(LabelId example) const {
    return group_names_.name(groups_[example]).substr(1);
  }
  /// The example's labels; valid until the next call with another buffer.
  RowLabels labels(LabelId example, std::vector<Token>& buffer) const {
    buffer.clear();
    for (std::uint64_t i = ends_[example]; i < ends_[example + 1]; ++i) {
      buffer.push_back(tokens_[labels_[i]]);
    }
    if (scores_.empty()) return {buffer, {}};
    return {buffer, {scores_.data() + ends_[example], buffer.size()}};
  }
  /// The first place of a label.
  [[nodiscard]] Place place(std::string_view label) const;

  PolicyCounts counts;
  std::uint64_t other_separators = 0;

 private:
  struct Entry {
    LabelId example;
    LabelId label;
  };

  void load();
  void take(Block& block, LabelColumn& column);
  LabelId example_of(const Block& block, std::size_t row);
  void group();
  void keep_passing();
  void filter(std::vector<double>& scores);
  [[noreturn]] void scored_twice(LabelId example, LabelId label) const;

  const Table& table_;
  ScoreFilter filter_;
  Vocabulary ids_;
  Vocabulary names_;  // of labels
  std::vector<std::uint64_t> lines_;
  std::vector<Amount> weights_;
  Vocabulary group_names_;  // each behind one more character: no name may be empty
  std::vector<LabelId> groups_;
  std::vector<Entry> entries_;
  std::vector<double> scores_;  // of entries, then of labels_; empty when there are none
  std::vector<LabelId> labels_;
  std::vector<std::uint64_t> ends_;  // start of each example in labels_, and the end of all
  std::vector<Token> tokens_;
};

void Loaded::load() {
  LabelResolver resolver(table_.options, names_);
  Block block(table_, resolver);
  ChunkReader reader = table_.reader();
  LabelColumn& column = table_.layout.part == Part::truth ? block.rows.truth : block.rows.predicted;
  while (reader.next(block.chunk)) {
    block.parse();
    // Rows of one example may lie apart; only whole examples can be checked for repeated scores.
    if (table_.layout.shape != Shape::long_rows) {
      filter_.apply(block.chunk, block.rows, column, counts);
    }
    take(block, column);
  }
  other_separators = block.other_separators;
  group();
  for (LabelId id = 0; id < names_.size(); ++id) tokens_.push_back(Token::of(names_.name(id)));
}

LabelId Loaded::example_of(const Block& block, std::size_t row) {
  const std::string_view id = block.rows.ids[row];
  const std::uint64_t line = block.chunk.first_line + block.rows.lines[row];
  const LabelId example = ids_.intern(id);
  const bool weighted = !block.rows.weights.empty(), grouped = !block.rows.groups.empty();
  if (example == lines_.size()) {
    lines_.push_back(line);
    if (weighted) weights_.push_back(block.rows.weights[row]);
    if (grouped) {
      groups_.push_back(group_names_.intern(std::string("=").append(block.rows.groups[row])));
    }
    return example;
  }
  if (table_.layout.shape != Shape::long_rows) {
    fail_duplicate(table_.input.name(), id, lines_[example], line);
  }
  if (weighted && weights_[example] != block.rows.weights[row]) {
    fail(ErrorCode::bad_weight, {table_.input.name(), line},
         "the weight of id " + quoted(id) + " differs from that on line " +
             std::to_string(lines_[example]),
         "give all lines of an id the same weight");
  }
  if (grouped && group_text(example) != block.rows.groups[row]) {
    fail(ErrorCode::bad_format, {table_.input.name(), line},
         groups_differ(id, block.rows.groups[row], group_text(example)),
         "give all lines of an id the same value");
  }
  return example;
}

void Loaded::take(Block& block, LabelColumn& column) {
  std::vector<LabelId> found(column.tokens.size());
  names_.intern(column.tokens, found.data());
  std::size_t next = 0;
  for (std::size_t row = 0; row < block.rows.size(); ++row) {
    const LabelId example = example_of(block, row);
    for (; next < column.end[row]; ++next) entries_.push_back({example, found[next]});
  }
  if (column.scores.empty() && filter_.keeps_scores()) {
    scores_.insert(scores_.end(), column.tokens.size(), filter_.none());
  } else {
    scores_.insert(scores_.end(), column.scores.begin(), column.scores.end());
  }
}

/// Brings together what belongs to one example (a counting sort).
void Loaded::group() {
  ends_.assign(ids_.size() + 1, 0);
  for (const Entry& entry : entries_) ++ends_[entry.example + 1];
  std::partial_sum(ends_.begin(), ends_.end(), ends_.begin());
  labels_.resize(entries_.size());
  std::vector<double> scores(scores_.size());
  std::vector<std::uint64_t> next(ends_.begin(), ends_.end() - 1);
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    const std::uint64_t at = next[entries_[i].example]++;
    labels_[at] = entries_[i].label;
    if (!scores_.empty()) scores[at] = scores_[i];
  }
  std::vector<Entry>().swap(entries_);
  scores_.swap(scores);
  if (std::any_of(scores_.begin(), scores_.end(), [](double s) { return std::isnan(s); })) {
    return keep_passing();
  }
  const bool one_score_each = table_.layout.shape != Shape::long_rows;  // checked block by block
  if (!scores_.empty() && !one_score_each) filter(scores_);
}

/// Some labels have no score: of the others those stay that pass the threshold.
void Loaded::keep_passing() {
  std::uint64_t kept = 0, i = 0;
  for (LabelId example = 0; example < ids_.size(); ++example) {
    for (; i < ends_[example + 1]; ++i) {
      if (std::isnan(scores_[i]) || filter_.passes(scores_[i])) labels_[kept++] = labels_[i];
    }
    ends_[example + 1] = kept;
  }
  labels_.resize(kept);
  scores_.clear();
}

void Loaded::filter(std::vector<double>& scores) {
  const bool max = table_.options.duplicates == Duplicates::max;
  std::vector<std::pair<LabelId, double>> row;
  std::uint64_t kept = 0, first = 0;
  for (LabelId example = 0; example < ids_.size(); ++example) {
    row.clear();
    for (std::uint64_t i = first; i < ends_[example + 1]; ++i)
      row.emplace_back(labels_[i], scores[i]);
    first = ends_[example + 1];
    std::sort(row.begin(), row.end());
    for (std::size_t i = 0; i < row.size();) {
      std::size_t last = i + 1;
      while (last < row.size() && row[last].first == row[i].first) ++last;
      if (last - i > 1 && table_.options.duplicates == Duplicates::error) {
        scored_twice(example, row[i].first);
      }
      counts.duplicate_scores += last - i - 1;
      const double score = max ? row[last - 1].second : row[i].second;
      if (filter_.keeps_scores() || filter_.passes(score)) {
        scores[kept] = score;
        labels_[kept++] = row[i].first;
      }
      i = last;
    }
    ends_[example + 1] = kept;
  }
  labels_.resize(kept);
  scores.resize(filter_.keeps_scores() ? kept : 0);
}

void Loaded::scored_twice(LabelId example, LabelId label) const {
  const std::string_view id = ids_.name(example), name = names_.name(label);
  Vocabulary unused;
  LabelResolver resolver(table_.options, unused);
  Block block(table_, resolver);
  ChunkReader reader = table_.reader();
  const LabelColumn& column =
      table_.layout.part == Part::truth ? block.rows.truth : block.rows.predicted;
  std::optional<Place> first;
  std::string first_score;
  while (reader.next(block.chunk)) {
    block.parse();
    for (std::size_t row = 0, next = 0; row < block.rows.size(); ++row) {
      for (; next < column.end[row]; ++next) {
        if (block.rows.ids[row] != id || column.tokens[next].text() != name) continue;
        Place place = place_of(block.chunk, block.rows, column.tokens[next].data);
        const std::string score = number_text(column.scores[next]);
        if (!first) {
          first = std::move(place);
          first_score = score;
          continue;
        }
        const std::string on = " on line ";
        fail(ErrorCode::duplicate_score, place,
             "label " + quoted(name) + " of id " + quoted(id) + " is scored twice: " + first_score +
                 on + std::to_string(first->line) + " and " + score + on +
                 std::to_string(place.line),
             "--duplicates=max (or min) keeps one of the scores");
      }
    }
  }
  fail(ErrorCode::cannot_read, {table_.input.name()}, "the file changed while it was read");
}

Place Loaded::place(std::string_view label) const {
  Vocabulary unused;
  LabelResolver resolver(table_.options, unused);
  Block block(table_, resolver);
  ChunkReader reader = table_.reader();
  const LabelColumn& column =
      table_.layout.part == Part::truth ? block.rows.truth : block.rows.predicted;
  while (reader.next(block.chunk)) {
    block.parse();
    for (const Token& token : column.tokens) {
      if (token.text() == label) return place_of(block.chunk, block.rows, token.data);
    }
  }
  return {table_.input.name()};
}

}  // namespace

Outcome join_tables(const Table& truth_table, const Table& predictions_table, PairBlock& pairs) {
  const Loaded truth(truth_table);
  const Loaded predictions(predictions_table);
  const ReadOptions& options = truth_table.options;
  const auto truth_place = [&](const Token& token) { return truth.place(token.text()); };
  const auto predicted_place = [&](const Token& token) { return predictions.place(token.text()); };
  Outcome outcome;
  std::vector<Token> t, p;
  for (LabelId example = 0; example < truth.ids().size(); ++example) {
    const std::string_view id = truth.ids().name(example);
    const auto other = predictions.ids().find(id);
    if (!other) {
      outcome.missing.see(id, truth.line(example));
      if (options.missing == Missing::drop) {
        ++outcome.dropped;
        continue;
      }
    }
    p.clear();
    std::string_view group;
    const bool grouped = truth.group(example, group);
    pairs.add(truth.labels(example, t), other ? predictions.labels(*other, p) : RowLabels{}, id,
              truth.weight(example), grouped ? &group : nullptr);
    if (pairs.full()) pairs.flush(truth_place, predicted_place);
  }
  for (LabelId example = 0; example < predictions.ids().size(); ++example) {
    const std::string_view id = predictions.ids().name(example);
    if (!truth.ids().find(id)) outcome.extra.see(id, predictions.line(example));
  }
  check_absent(truth_table, predictions_table, outcome);
  pairs.flush(truth_place, predicted_place);
  pairs.resolver().counts.merge(truth.counts);
  pairs.resolver().counts.merge(predictions.counts);
  pairs.other_separators[0] = truth.other_separators;
  pairs.other_separators[1] = predictions.other_separators;
  return outcome;
}

void gather_truth(const Table& table, PairBlock& pairs) {
  const Loaded truth(table);
  const auto place = [&](const Token& token) { return truth.place(token.text()); };
  std::vector<Token> labels;
  for (LabelId example = 0; example < truth.ids().size(); ++example) {
    pairs.add(truth.labels(example, labels), {}, truth.ids().name(example), truth.weight(example));
    if (pairs.full()) pairs.flush(place, place);
  }
  pairs.flush(place, place);
  pairs.resolver().counts.merge(truth.counts);
  pairs.other_separators[0] = truth.other_separators;
}

}  // namespace tallystick::detail
