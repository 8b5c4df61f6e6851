// The front door for examples that are in memory: batches -> tally, by the rules of evaluate.hpp.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tallystick/base/error.hpp"
#include "tallystick/batch/batch.hpp"
#include "tallystick/batch/selection.hpp"
#include "tallystick/evaluate.hpp"

namespace tallystick {

namespace detail {
struct SystemRows;
}

/// What a caller has in memory in place of the files that EvaluateOptions name.
struct BatchRules {
  std::optional<std::vector<std::string>> labels;  // the declared set, in its order
  std::shared_ptr<const Taxonomy> taxonomy;        // null: as the options say
  std::optional<Selection> selection;              // makes label sets of scores
  bool scored = false;                             // batches have scores
  bool sets_given = false;                         // and predicted sets that are not made of them
  bool keep_examples = false;                      // see Tallied::examples
  bool keep_hashes = false;                        // see Tallied::id_hashes
  bool keep_rows = false;                          // see BatchTally::finish_system
  std::string_view scores_for = {};  // what needs every score, beside measures; empty: nothing
};

/// Counts examples that come in blocks. Labels are texts of the caller's, of which each distinct
/// one is interned once; trimming, label policies, hierarchies, thresholds and selections apply as
/// they do to files, so the same data give the same tally. Where the options name a column that
/// examples are grouped by (by, cluster, stratum, fold), batches have groups: its values.
class BatchTally {
 public:
  /// Errors: as tally_files, for options and the files that they name.
  BatchTally(EvaluateOptions options, BatchRules rules);
  ~BatchTally();
  BatchTally(BatchTally&&) noexcept;
  BatchTally& operator=(BatchTally&&) noexcept;

  /// The texts that label ids of batches stand for. Grows as the caller likes.
  [[nodiscard]] Vocabulary& texts() noexcept;
  /// Where a label stands that is not allowed there, for messages: a row of the batch.
  using PlaceOf = std::function<Place(bool predicted, std::size_t row)>;
  /// Labels are ids in texts(). Where the batch has scores its predicted sets are made of them,
  /// unless the rules say that sets are given. Errors: unknown_label, duplicate_score,
  /// count_overflow.
  void add(const Batch& batch, const PlaceOf& place);
  /// The texts so far are the columns of a matrix: the label set, unless one is declared.
  void declare_texts();
  /// Adds counts made elsewhere. Errors: incompatible_states, naming `origin`.
  void merge(const Tally& other, const std::string& origin);

  [[nodiscard]] const EvaluateOptions& options() const noexcept;
  /// What was counted so far, with policies and rules.
  [[nodiscard]] Tallied snapshot() const;
  /// The same without a copy; then nothing more may be added.
  [[nodiscard]] Tallied finish() &&;
  /// For compare_systems: with every example, which the rules say to keep. Batches have ids.
  [[nodiscard]] std::shared_ptr<detail::SystemRows> finish_system() &&;
  /// A caller that paired examples by id tells how many ids one side alone had.
  void count_unpaired(std::uint64_t missing, std::uint64_t extra);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace tallystick
