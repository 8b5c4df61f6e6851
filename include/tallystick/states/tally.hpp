// The set of states in use: everything that one pass over the examples keeps.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "tallystick/batch/batch.hpp"
#include "tallystick/labels/label_order.hpp"
#include "tallystick/labels/taxonomy.hpp"
#include "tallystick/labels/vocabulary.hpp"
#include "tallystick/states/clusters.hpp"
#include "tallystick/states/confusion_counts.hpp"
#include "tallystick/states/label_counts.hpp"
#include "tallystick/states/overlap_histogram.hpp"
#include "tallystick/states/policy_counts.hpp"
#include "tallystick/states/rank_profiles.hpp"
#include "tallystick/states/rank_sorter.hpp"
#include "tallystick/states/score_table.hpp"
#include "tallystick/states/set_pairs.hpp"
#include "tallystick/states/true_ranks.hpp"
#include "tallystick/states/weighed_sets.hpp"

namespace tallystick {

class Tally;

/// What a state remembers of its hierarchy: "619 classes, 0123456789abcdef".
[[nodiscard]] std::string taxonomy_print(const Taxonomy& taxonomy);

/// The examples as a column groups them, where intervals or figures look at its groups.
struct Grouped {
  std::string as;  // "stratum", "fold" or "cluster"; empty: they are not grouped
  std::string column;
  std::shared_ptr<const std::map<std::string, Tally>> parts;  // of strata and folds, by value
  std::shared_ptr<const Clusters> clusters;
};

/// Mergeable counts of an evaluation. Examples with one true and at most one predicted label are
/// kept as label pairs; all others as per-label counts and a histogram of set sizes, and on request
/// as pairs of label sets. The split is by example, so any partition of the data merges to the same
/// state, bit for bit.
class Tally {
 public:
  Tally() = default;
  explicit Tally(Vocabulary vocabulary) : vocabulary_(std::move(vocabulary)) {}

  [[nodiscard]] Vocabulary& vocabulary() noexcept { return vocabulary_; }
  [[nodiscard]] const Vocabulary& vocabulary() const noexcept { return vocabulary_; }

  /// Keeps the distinct pairs of label sets too (see SetPairs). Before the first example.
  void keep_sets() noexcept { keeps_sets_ = true; }
  [[nodiscard]] bool keeps_sets() const noexcept { return keeps_sets_; }
  /// Where examples have weights, keeps the label sets of each weight (see WeighedSets). Before the
  /// first example.
  void keep_weights() noexcept { keeps_weights_ = true; }
  /// Without the sets kept: what sizes of sets and labels' counts tell is left. No hierarchy.
  void forget_sets() noexcept { keeps_sets_ = false, sets_ = {}, grouped_ = {}; }
  /// Keeps where true labels rank among the scored ones (see RankProfiles), and on request every
  /// score (see ScoreTable). Before the first example.
  void keep_ranks(Ties ties) noexcept { keeps_ranks_ = true, ties_ = ties; }
  void keep_scores(Ties ties) noexcept {
    keep_ranks(ties), keeps_scores_ = true, keeps_true_ranks_ = false;
  }
  /// Keeps scores, and the labels known before of each example, which count nowhere in measures of
  /// protein function.
  void keep_known(Ties ties) noexcept { keep_scores(ties), keeps_known_ = true; }
  [[nodiscard]] bool keeps_known() const noexcept { return keeps_known_; }
  /// Keeps ranks, and which true label has which (see TrueRanks); scores would say it too.
  void keep_true_ranks(Ties ties) noexcept { keep_ranks(ties), keeps_true_ranks_ = !keeps_scores_; }
  [[nodiscard]] bool keeps_ranks() const noexcept { return keeps_ranks_; }
  [[nodiscard]] bool keeps_scores() const noexcept { return keeps_scores_; }
  [[nodiscard]] bool keeps_true_ranks() const noexcept { return keeps_true_ranks_; }
  /// The rule by which labels that share a score were ordered, if it is one.
  [[nodiscard]] Ties ties() const noexcept { return ties_; }
  /// The hierarchy that the labels belong to; keeps sets. Before the first example, or on a loaded
  /// state, which must have been made with an equal one (else: incompatible_states).
  void set_taxonomy(std::shared_ptr<const Taxonomy> taxonomy, const std::string& origin = {});
  /// May be null.
  [[nodiscard]] const std::shared_ptr<const Taxonomy>& taxonomy() const noexcept {
    return taxonomy_;
  }

  /// A tally without examples of the same labels, rules and hierarchy, which keeps what is asked.
  [[nodiscard]] Tally emptied(bool keeps_sets, bool keeps_scores) const;
  /// Takes all examples out again.
  void clear_examples();
  /// Adds examples of which no more is told than how often each label was a tp, an fp or an fn:
  /// counts[3 * label], [+ 1], [+ 2]. For figures that look at nothing else. Errors:
  /// count_overflow.
  void add_counts(std::span<const std::uint64_t> counts, std::uint64_t n_examples);

  /// Adds a block of examples whose labels were interned in vocabulary(). O(labels in the block).
  /// Examples of weight 0 are no examples. Errors: count_overflow.
  void update(const Batch& batch) { update(batch, vocabulary_, vocabulary_.size()); }
  /// The same, of labels interned in a vocabulary that threads share, whose tally takes this one's
  /// by merge_same_ids(). Only names of labels in the batch are looked at.
  void update_shared(const Batch& batch, const Vocabulary& labels);

  /// Adds other, whose labels are matched by name. Errors, with `origin` (other's file, say) as the
  /// place: incompatible_states when the declared labels or the rules differ, naming both sides.
  void merge(const Tally& other, const std::string& origin = {}, unsigned threads = 1);

  /// Adds other, made with the same rules, whose examples were told in ids of vocabulary() here.
  void merge_same_ids(const Tally& other, unsigned threads = 1);

  /// Remembers the same examples by groups. After the last of them: more examples take it away, and
  /// so does a merge with examples that are grouped in another way.
  void group(Grouped grouped) { grouped_ = std::move(grouped); }
  [[nodiscard]] const Grouped& grouped() const noexcept { return grouped_; }

  /// Adds one label's 2x2 cell as if its examples had been seen; for tables given as numbers.
  void add_cell(std::string_view label, std::uint64_t tp, std::uint64_t fp, std::uint64_t fn,
                std::uint64_t tn);

  /// Rules that decided what was counted ("threshold" -> "0.5"); merge demands they agree.
  [[nodiscard]] std::map<std::string, std::string>& rules() noexcept { return rules_; }
  [[nodiscard]] const std::map<std::string, std::string>& rules() const noexcept { return rules_; }

  [[nodiscard]] PolicyCounts& policies() noexcept { return policies_; }
  [[nodiscard]] const PolicyCounts& policies() const noexcept { return policies_; }
  [[nodiscard]] const LabelCounts& label_counts() const noexcept { return label_counts_; }
  [[nodiscard]] const OverlapHistogram& overlaps() const noexcept { return overlaps_; }
  [[nodiscard]] const ConfusionCounts& pairs() const noexcept { return pairs_; }
  /// The examples that are not in pairs(); empty unless keeps_sets().
  [[nodiscard]] const SetPairs& sets() const noexcept { return sets_; }
  /// All examples, each weight apart, where it is known: kept, or all of them weigh one and sets or
  /// pairs tell which they are.
  [[nodiscard]] std::optional<WeighedSets> weights_of_all() const;

  /// Empty unless keeps_ranks().
  [[nodiscard]] const RankProfiles& ranks() const noexcept { return ranks_; }
  /// Empty unless keeps_scores().
  [[nodiscard]] const ScoreTable& scores() const noexcept { return scores_; }
  /// Empty unless keeps_true_ranks(); of the examples with a true label.
  [[nodiscard]] const TrueRanks& true_ranks() const noexcept { return true_ranks_; }
  /// Where ranks are to be kept: a predicted label had no score, or examples were not said to have
  /// any. Then no rankings and scores are kept, not even those of other examples.
  [[nodiscard]] bool lacks_scores() const noexcept { return lacks_scores_; }
  /// Labels that are declared, or true, predicted or scored somewhere.
  [[nodiscard]] std::uint64_t n_rankable() const noexcept;
  /// The lowest and the highest score; the first is above the second when there are none.
  [[nodiscard]] std::pair<double, double> score_range() const noexcept {
    return {lowest_score_, highest_score_};
  }
  /// Examples in which labels share a score and the label order decided which ranks first.
  [[nodiscard]] std::uint64_t n_ties_decided() const noexcept { return n_ties_decided_; }

  /// Rows counted, whatever their weight.
  [[nodiscard]] std::uint64_t n_examples() const noexcept { return n_examples_; }
  /// Sum of the examples' weights; equals n_examples() without weights.
  [[nodiscard]] Amount total() const noexcept { return total_; }
  [[nodiscard]] bool weighted() const noexcept {
    return has_weights_ || total_ != Amount{n_examples_, 0};
  }
  /// Every example has exactly one true label and at most one predicted label.
  [[nodiscard]] bool single_label() const noexcept { return overlaps_.empty() && !pairs_.empty(); }

  static constexpr std::string_view kMagic = "TALLYSTK";  // the first bytes of every saved state
  /// Versioned bytes, the same for equal tallies whatever the order of their making.
  [[nodiscard]] std::string save() const;
  /// Checks every byte and invariant. Errors: bad_state, with `origin` as the place.
  [[nodiscard]] static Tally load(std::string_view bytes, const std::string& origin);

  friend bool operator==(const Tally& a, const Tally& b) { return a.save() == b.save(); }

 private:
  void update_pairs(const Batch& batch);
  void update_other(std::span<const LabelId> truth, std::span<const LabelId> predicted,
                    Amount weight);
  /// Ids are below n_labels.
  void update(const Batch& batch, const Vocabulary& labels, std::size_t n_labels);
  void update_ranks(const Batch& batch, const Vocabulary& labels, std::size_t n_labels);
  void update_weight(std::span<const LabelId> truth, std::span<const LabelId> predicted,
                     Amount weight);
  [[nodiscard]] bool knows_weights() const noexcept;
  void merge_weights(const Tally& other, std::span<const LabelId> remap);
  /// Marks the labels that are true or predicted somewhere.
  void mark_used(std::vector<char>& used) const;
  void save_ranks(ByteWriter& out, std::span<const LabelId> order,
                  std::span<const LabelId> rank) const;
  void load_ranks(ByteReader& in, std::size_t n_labels);
  void check_ranks(const ByteReader& in) const;
  void save_counts(ByteWriter& out) const;
  void load_counts(ByteReader& in);
  void save_grouped(ByteWriter& out, std::span<const LabelId> rank) const;
  void load_grouped(ByteReader& in);
  void check_grouped(const ByteReader& in) const;
  void merge_grouped(const Tally& other, std::span<const LabelId> remap);
  void merge_ranks(const Tally& other, std::span<const LabelId> remap);
  void drop_ranks();
  [[nodiscard]] std::vector<LabelId> saved_order() const;
  void check_rules(const Tally& other, const std::string& origin) const;
  void add_all(const Tally& other, std::span<const LabelId> remap, unsigned threads);
  void check_totals(const ByteReader& in) const;
  void check_sets(const ByteReader& in) const;
  void check_weights(const ByteReader& in) const;

  Vocabulary vocabulary_;
  LabelCounts label_counts_;
  OverlapHistogram overlaps_;
  ConfusionCounts pairs_;
  SetPairs sets_;
  WeighedSets weighed_;
  bool keeps_sets_ = false, keeps_weights_ = false;
  bool has_weights_ = false;  // some example weighs other than one
  bool keeps_ranks_ = false, keeps_scores_ = false, keeps_true_ranks_ = false;
  bool keeps_known_ = false;
  Ties ties_ = Ties::worst;
  RankProfiles ranks_;
  ScoreTable scores_;
  TrueRanks true_ranks_;
  std::vector<TrueRank> hits_;  // scratch of update
  std::vector<char> scored_;    // of each label: it has a score somewhere
  bool lacks_scores_ = false;
  std::uint64_t n_ties_decided_ = 0;
  double lowest_score_ = std::numeric_limits<double>::infinity();
  double highest_score_ = -std::numeric_limits<double>::infinity();
  RankSorter sorter_;
  std::shared_ptr<const Taxonomy> taxonomy_;
  PolicyCounts policies_;
  std::map<std::string, std::string> rules_;
  std::uint64_t n_examples_ = 0;
  Amount total_;
  Grouped grouped_;
};

}  // namespace tallystick
