// Rows of truth and prediction that belong together, on their way to the consumer.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "readers/block.hpp"

namespace tallystick::detail {

/// The labels of one row of one file.
struct RowLabels {
  std::span<const Token> tokens;
  std::span<const double> scores;  // empty, or one a token
};

/// The columns of indicator matrices are labels, whether they occur or not, and so are the labels
/// that a header counts. Both tables may be one.
void intern_columns(const Table& truth, const Table& predictions, LabelResolver& resolver);

/// Gathers paired rows as tokens and hands them on as batches. Tokens and ids of added rows must
/// live until flush().
class PairBlock {
 public:
  PairBlock(const Table& truth, const Table& predictions, Consumer& consumer)
      : options_(truth.options),
        consumer_(consumer),
        resolver_(truth.options, consumer.vocabulary()),
        truth_filter_(truth.filter()),
        predicted_filter_(predictions.filter()) {}

  void add(const RowLabels& truth, const RowLabels& predicted, std::string_view id,
           const Amount* weight, const std::string_view* group = nullptr);
  void flush(const LabelResolver::PlaceOf& truth_place,
             const LabelResolver::PlaceOf& predicted_place);
  [[nodiscard]] bool full() const noexcept {
    constexpr std::size_t kRows = 1 << 14, kLabels = 1 << 14;
    return batch_.truth_end.size() >= kRows || truth_.size() + predicted_.size() >= kLabels;
  }
  [[nodiscard]] LabelResolver& resolver() noexcept { return resolver_; }

  std::uint64_t examples = 0, truth_labels = 0, predicted_labels = 0;
  std::array<std::uint64_t, 2> other_separators{};  // set by join_tables

 private:
  void drop_scores();

  const ReadOptions& options_;
  Consumer& consumer_;
  LabelResolver resolver_;
  ScoreFilter truth_filter_, predicted_filter_;
  std::vector<Token> truth_, predicted_;
  std::vector<double> grades_, scores_;
  bool all_scored_ = true;  // of predicted labels
  Batch batch_;
};

/// Ids of one file that the other lacks: how many, and the first few.
class Absent {
 public:
  void see(std::string_view id, std::uint64_t line) {
    constexpr std::size_t kNamed = 3;
    if (count_++ < kNamed) names_.append(names_.empty() ? "" : ", ").append(name(id));
    if (count_ == 1) line_ = line;
  }
  [[nodiscard]] std::uint64_t count() const noexcept { return count_; }
  [[nodiscard]] std::uint64_t line() const noexcept { return line_; }
  [[nodiscard]] std::string names() const { return names_ + (count_ > 3 ? ", ..." : ""); }

 private:
  static std::string name(std::string_view id);
  std::uint64_t count_ = 0;
  std::uint64_t line_ = 0;
  std::string names_;
};

/// What pairing by id came to.
struct Outcome {
  Absent missing, extra;
  std::uint64_t dropped = 0;  // examples left out, of either file
};

/// Errors: missing_prediction, extra_prediction, as the policies say.
void check_absent(const Table& truth, const Table& predictions, const Outcome& outcome);

/// Reads both files whole and joins them by id; any order, and lines of one id anywhere.
Outcome join_tables(const Table& truth, const Table& predictions, PairBlock& pairs);
/// The same of a truth alone.
void gather_truth(const Table& truth, PairBlock& pairs);

}  // namespace tallystick::detail
