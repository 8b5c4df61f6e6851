// From tokens to label ids: thresholds, repeated scores, abstentions and unknown labels.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "readers/rows.hpp"
#include "tallystick/states/policy_counts.hpp"

namespace tallystick::detail {

/// Keeps the labels whose score passes the threshold; each (id, label) is scored once.
/// Errors: duplicate_score, unless the options choose the largest or smallest.
class ScoreFilter {
 public:
  explicit ScoreFilter(const ReadOptions& options) : options_(options) {}

  void apply(const Chunk& chunk, const Rows& rows, LabelColumn& column, PolicyCounts& counts);
  [[nodiscard]] bool passes(double score) const noexcept {
    return options_.strictly_above ? score > options_.threshold : score >= options_.threshold;
  }

 private:
  [[nodiscard]] std::size_t earlier(const LabelColumn& column, std::size_t first, std::size_t at);

  const ReadOptions& options_;
  std::vector<std::uint32_t> slots_;  // of the row's labels seen so far, by hash
};

/// Turns tokens into ids of one consumer's vocabulary, as the label policies say.
class LabelResolver {
 public:
  LabelResolver(const ReadOptions& options, Vocabulary& vocabulary);

  using PlaceOf = std::function<Place(const Token&)>;
  /// Labels of rows that end at `end`; the ends are moved where labels are dropped.
  /// Errors: unknown_label.
  void resolve(const std::vector<Token>& tokens, std::vector<std::uint32_t>& end, bool predicted,
               const PlaceOf& place, std::vector<LabelId>& ids);
  /// Makes labels known that may never occur (the columns of an indicator matrix).
  void intern(const std::vector<std::string>& labels);
  /// The columns of an indicator matrix are the label set, unless one is declared already.
  void declare() {
    if (!vocabulary_.declared()) vocabulary_.declare();
  }

  PolicyCounts counts;
  std::uint64_t truth_abstained = 0;

 private:
  /// What becomes of a text; decided when it is first met.
  struct Fate {
    LabelId id = kNoLabel;  // in the vocabulary; kNoLabel: no label, or dropped
    bool decided = false, abstention = false, unknown = false, padded = false, alternative = false;
    [[nodiscard]] bool plain() const noexcept {
      return !(abstention || unknown || padded || alternative);
    }
  };
  [[nodiscard]] Fate decide(std::string_view text, const PlaceOf& place, const Token& token);
  [[nodiscard]] Fate accept(std::string_view code);
  [[nodiscard]] std::optional<NodeId> node_of(std::string_view code) const;
  void fold_codes();
  void count(const Fate& fate, bool predicted);
  [[noreturn]] void unknown(const Token& token, const PlaceOf& place) const;

  const ReadOptions& options_;
  Vocabulary& vocabulary_;
  Vocabulary abstain_;
  Vocabulary folded_;  // codes of the hierarchy as labels are read; ids are in nodes_
  std::vector<NodeId> nodes_;
  Vocabulary texts_;           // every text met, where not all are labels as they stand
  std::vector<Fate> fates_;    // of texts_
  std::vector<LabelId> text_;  // scratch of resolve
};

}  // namespace tallystick::detail
