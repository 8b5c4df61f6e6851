// Feeds a tally from the batches of a reader.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "kept_rows.hpp"
#include "tallystick/batch/selection.hpp"
#include "tallystick/evaluate.hpp"
#include "tallystick/readers/read_known.hpp"

namespace tallystick::detail {

/// Of several accepted codes, picks the one that is nearest to what was predicted.
class Acceptor {
 public:
  explicit Acceptor(const Taxonomy* taxonomy);

  /// Index of the label with the highest hierarchical F against the prediction (the root left out;
  /// without a hierarchy, the flat F); ties go to the predicted label, then to the first by bytes.
  std::size_t choose(std::span<const LabelId> accepted, std::span<const LabelId> predicted,
                     const Vocabulary& vocabulary);

 private:
  struct Fit {
    std::uint64_t common = 0, sizes = 0;  // F = 2 common / sizes
    bool exact = false;
  };
  [[nodiscard]] Fit fit(LabelId label, std::span<const LabelId> predicted,
                        const Vocabulary& vocabulary);
  [[nodiscard]] std::optional<NodeId> node_of(LabelId label, const Vocabulary& vocabulary);

  const Taxonomy* taxonomy_;
  std::vector<std::uint64_t> nodes_;  // of labels: 0 unknown yet, 1 none, else node + 2
  std::optional<Closure> predicted_, accepted_;
  std::vector<NodeId> labels_;
};

/// Gives a group the labels that it has not met, with the ids they have in the whole.
void share_labels(const Vocabulary& labels, Tally& group);

/// Keeps each example's sizes when asked.
class TallyConsumer final : public Consumer {
 public:
  /// `empty` is what restart() goes back to. `selection`, if any, makes the predicted sets anew.
  TallyConsumer(const Tally& empty, Accept accept, const Selection* selection, Ties ties,
                std::vector<ExampleRow>* examples, std::vector<std::uint64_t>* hashes = nullptr,
                KeptRows* rows = nullptr);

  Vocabulary& vocabulary() override {
    return shared_ != nullptr ? shared_->tally_.vocabulary() : tally_.vocabulary();
  }
  void consume(const Batch& batch) override;
  void restart() override;
  Tally& tally() { return tally_; }
  /// Of each value of the column that examples are grouped by.
  std::map<std::string, Tally>& groups() { return groups_; }

  /// Labels are those of `first`, on another thread or this very one, whose tally takes the
  /// others' by merge_same_ids(). For examples that are counted as they are read.
  void share_vocabulary(TallyConsumer& first) { shared_ = &first; }

  /// Batches must have ids, in the order of which labels known before are told to the tally.
  void set_known(const KnownLabels& known) { known_ = &known; }

  /// Batches must have groups: those of the examples that belong together.
  void set_clusters(Clusters& clusters) { clusters_ = &clusters; }

  /// What names the column that examples are grouped by; all but --by need a value of each.
  void set_group_option(std::string_view option) { group_option_ = option; }

  /// What the selection did.
  struct Selected {
    std::uint64_t n_scored = 0, n_predicted = 0, n_cut_ties = 0;
  };
  [[nodiscard]] Selected selected() const;

 private:
  const Batch& with_known(const Batch& batch);
  const Batch& select(const Batch& batch);
  void choose(const Batch& batch);
  void keep(const Batch& batch);
  void group(const Batch& batch);
  void keep_rows(const Batch& batch);
  void keep_clusters(const Batch& batch);

  const Tally* empty_;
  TallyConsumer* shared_ = nullptr;  // whose vocabulary several consumers use
  Tally tally_;
  const Selection* selection_;
  Ties ties_;
  std::optional<Selector> selector_;
  std::optional<Acceptor> acceptor_;
  const KnownLabels* known_ = nullptr;
  std::vector<LabelId> known_ids_;  // here, of its labels
  Batch known_batch_, selected_, chosen_;
  std::string_view group_option_ = "--by";
  std::map<std::string, Tally> groups_;
  std::map<std::string, Batch, std::less<>> grouped_;  // the rows of one block
  std::uint64_t n_scored_ = 0, n_predicted_ = 0;
  LabelCounts sizes_;
  RankSorter sorter_;
  std::vector<ExampleRow>* examples_;
  std::vector<std::uint64_t>* hashes_;
  KeptRows* rows_;
  Clusters* clusters_ = nullptr;
  std::map<std::string, std::uint32_t, std::less<>> cluster_ids_;
};

/// What a tally is to keep beside what measures ask for.
struct Keep {
  bool examples = false;
  bool id_hashes = false;            // see part_hash; with scores_for
  KeptRows* rows = nullptr;          // where every example goes
  std::string_view scores_for = {};  // every score, which there must be: what needs them
};
[[nodiscard]] Tallied tally_files(std::span<const std::string> paths,
                                  const EvaluateOptions& options, const Keep& keep);

/// Says where codes seem to have lost leading zeros and so became other codes of the hierarchy.
/// Errors: unknown_label when that is all but certain.
void check_lost_zeros(const Tally& tally, std::vector<std::string>& notes);

}  // namespace tallystick::detail
