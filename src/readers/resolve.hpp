// From tokens to label ids: thresholds, repeated scores, abstentions and unknown labels.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "readers/layout.hpp"
#include "readers/rows.hpp"
#include "tallystick/labels/shared_vocabulary.hpp"
#include "tallystick/states/policy_counts.hpp"

namespace tallystick::detail {

/// What becomes of the labels of one table that have scores.
class ScoreFilter {
 public:
  /// `graded`: scores are grades of relevance, of which those above 0 are true. `scored`: examples
  /// without labels are those of a file of scores.
  ScoreFilter(const ReadOptions& options, Part part, bool graded, bool scored)
      : options_(options),
        part_(part),
        graded_(graded),
        scored_(scored),
        threshold_(graded ? 0 : options.threshold),
        strictly_above_(graded || options.strictly_above) {}

  /// Keeps one score of each label of a row. Where scores are wanted and every label has one, all
  /// labels stay, with their scores; else those that pass the threshold do, without.
  /// Errors: duplicate_score, unless the options choose the largest or smallest; no_scores.
  /// False: scores were wanted, and a label has none.
  bool apply(const Chunk& chunk, const Rows& rows, LabelColumn& column, PolicyCounts& counts);
  [[nodiscard]] bool passes(double score) const noexcept {
    return strictly_above_ ? score > threshold_ : score >= threshold_;
  }
  /// Judged, and found not relevant.
  [[nodiscard]] bool judged_out(double grade) const noexcept { return graded_ && grade == 0; }
  [[nodiscard]] bool keeps_scores() const noexcept { return options_.scores != ScoreUse::none; }
  [[nodiscard]] bool scored() const noexcept { return scored_; }
  [[nodiscard]] Part part() const noexcept { return part_; }
  /// What stands for a label's number where it has none.
  [[nodiscard]] double none() const noexcept {
    return part_ == Part::truth ? kOnlyTrue : kUnscored;
  }

 private:
  [[nodiscard]] bool all_differ(std::span<const Token> row);
  void unite(const Chunk& chunk, const Rows& rows, LabelColumn& column, std::size_t first,
             std::size_t last, PolicyCounts& counts);
  [[nodiscard]] std::size_t earlier(const LabelColumn& column, std::size_t first, std::size_t at);
  /// Whether all labels stay.
  [[nodiscard]] bool keeps_all(const Chunk& chunk, const Rows& rows,
                               const LabelColumn& column) const;

  const ReadOptions& options_;
  Part part_;
  bool graded_, scored_;
  double threshold_;
  bool strictly_above_;
  std::vector<std::uint32_t> slots_;  // of the row's labels seen so far, by hash
  std::vector<std::uint32_t> met_;    // by hash: the last row with such a label
  std::uint32_t row_ = 0;             // the number of the row in met_
};

/// Turns tokens into ids of one consumer's vocabulary, as the label policies say.
class LabelResolver {
 public:
  LabelResolver(const ReadOptions& options, Vocabulary& vocabulary)
      : LabelResolver(options, vocabulary, nullptr) {}
  /// For one thread of several that share a vocabulary.
  LabelResolver(const ReadOptions& options, SharedVocabulary& shared)
      : LabelResolver(options, shared.vocabulary(), &shared) {}

  using PlaceOf = std::function<Place(const Token&)>;
  /// Labels of rows that end at `end`; the ends are moved where labels are dropped.
  /// `scores`: empty, or one a token; those of dropped labels go with them. Texts that stand for
  /// one label are repeats of it. Errors: unknown_label, duplicate_score.
  void resolve(const std::vector<Token>& tokens, std::vector<std::uint32_t>& end, bool predicted,
               const PlaceOf& place, std::vector<LabelId>& ids, std::vector<double>& scores);
  /// Makes labels known that may never occur (the columns of an indicator matrix).
  void intern(const std::vector<std::string>& labels);
  /// The columns of an indicator matrix are the label set, unless one is declared already.
  void declare() {
    if (!vocabulary_.declared()) vocabulary_.declare();
  }

  PolicyCounts counts;
  std::uint64_t truth_abstained = 0;

 private:
  LabelResolver(const ReadOptions& options, Vocabulary& vocabulary, SharedVocabulary* shared);

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
  void unite(double& kept, double score, const PlaceOf& place, const Token& token);
  [[noreturn]] void unknown(const Token& token, const PlaceOf& place) const;

  const ReadOptions& options_;
  Vocabulary& vocabulary_;
  SharedVocabulary* shared_;  // the same, where other threads use it; else null
  Vocabulary abstain_;
  Vocabulary folded_;  // codes of the hierarchy as labels are read; ids are in nodes_
  std::vector<NodeId> nodes_;
  Vocabulary texts_;                    // every text met, where not all are labels as they stand
  std::vector<Fate> fates_;             // of texts_
  std::vector<LabelId> text_;           // scratch of resolve
  std::vector<std::uint32_t> kept_at_;  // of each label: 1 + where in the row's ids it was kept
};

/// Of predicted labels in `batch.predicted`, with `scores` (where `all`, each has one): all go to
/// batch.scored, and those that pass stay.
void split_predicted(const ScoreFilter& filter, std::vector<double>& scores, bool all,
                     Batch& batch);
/// Of labels in `batch.truth` that have grades: those that pass stay, those judged out go apart.
void split_truth(const ScoreFilter& filter, std::vector<double>& grades, Batch& batch);

}  // namespace tallystick::detail
