#include "tallystick/states/tally.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include "tallystick/base/error.hpp"
#include "tallystick/base/text.hpp"
#include "tallystick/states/shards.hpp"

namespace tallystick {

namespace {

constexpr std::size_t kNear = 1 << 14;  // up to so many labels the counts stay in the cache

[[noreturn]] void overflow() {
  fail(ErrorCode::count_overflow, "the examples' weights sum to more than 2^64 - 1",
       "evaluate in parts, or use smaller weights");
}

bool all_equal(std::span<const LabelId> labels, LabelId first) noexcept {
  return std::all_of(labels.begin(), labels.end(), [first](LabelId id) { return id == first; });
}

/// Above all of them.
std::size_t end_of_ids(std::span<const LabelId> labels) noexcept {
  LabelId largest = 0;
  for (const LabelId label : labels) largest = std::max(largest, label);
  return labels.empty() ? 0 : std::size_t{largest} + 1;
}

}  // namespace

std::string taxonomy_print(const Taxonomy& taxonomy) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string print = counted(taxonomy.size(), "class", "classes") + ", ";
  for (int shift = 60; shift >= 0; shift -= 4) {
    print += kDigits[(taxonomy.fingerprint() >> shift) & 15];
  }
  return print;
}

void Tally::set_taxonomy(std::shared_ptr<const Taxonomy> taxonomy, const std::string& origin) {
  const std::string print = taxonomy_print(*taxonomy);
  const auto known = rules_.find("taxonomy");
  if (n_examples_ != 0 && (known == rules_.end() || known->second != print)) {
    fail(ErrorCode::incompatible_states, Place{origin},
         known == rules_.end()
             ? "this state was made without a hierarchy, which it cannot be given now"
             : "this state was made with a hierarchy of " + known->second + ", but " +
                   taxonomy->origin() + " has " + print,
         known == rules_.end() ? "make the state again, with --taxonomy"
                               : "name the hierarchy that the state was made with");
  }
  rules_["taxonomy"] = print;
  taxonomy_ = std::move(taxonomy);
  keeps_sets_ = true;
}

Tally Tally::emptied(bool keeps_sets, bool keeps_scores) const {
  Tally out(vocabulary_);
  out.taxonomy_ = taxonomy_;
  out.rules_ = rules_;
  out.keeps_sets_ = keeps_sets;
  out.pairs_.keep_sparse();
  out.ties_ = ties_;
  out.keeps_scores_ = keeps_scores;
  out.keeps_true_ranks_ = keeps_true_ranks_ && !keeps_scores;
  out.keeps_ranks_ = keeps_scores || out.keeps_true_ranks_;
  out.keeps_known_ = keeps_scores && keeps_known_;
  return out;
}

void Tally::clear_examples() {
  label_counts_.clear();
  if (!overlaps_.empty()) overlaps_ = {};
  pairs_.clear();
  if (!sets_.empty()) sets_ = {};
  if (!weighed_.empty()) weighed_ = {};
  has_weights_ = false;
  drop_ranks();
  lacks_scores_ = false;
  policies_ = {};
  n_examples_ = 0;
  total_ = {};
  grouped_ = {};
}

void Tally::drop_ranks() {
  if (!ranks_.empty()) ranks_ = {};
  if (!scores_.empty()) scores_ = {};
  if (!true_ranks_.empty()) true_ranks_ = {};
  scored_.clear();
  n_ties_decided_ = 0;
  lowest_score_ = std::numeric_limits<double>::infinity();
  highest_score_ = -lowest_score_;
}

/// A block in which every example has one label on each side, and no weights.
void Tally::update_pairs(const Batch& batch) {
  constexpr std::size_t kAhead = 16;
  const std::size_t n = batch.size();
  for (std::size_t row = 0; row < n; ++row) {
    if (row + kAhead < n) pairs_.prefetch(batch.truth[row + kAhead], batch.predicted[row + kAhead]);
    pairs_.update(batch.truth[row], batch.predicted[row], kOne);
  }
  n_examples_ += n;
  if (!add(total_, {n, 0})) overflow();
}

std::uint64_t Tally::n_rankable() const noexcept {
  const std::size_t n_declared = vocabulary_.declared() ? vocabulary_.n_declared() : 0;
  std::vector<char> used = scored_;
  used.resize(vocabulary_.size());
  mark_used(used);
  return n_declared + static_cast<std::uint64_t>(
                          std::count_if(used.begin() + static_cast<std::ptrdiff_t>(n_declared),
                                        used.end(), [](char one) { return one != 0; }));
}

void Tally::mark_used(std::vector<char>& used) const {
  for (LabelId id = 0; id < label_counts_.size(); ++id) {
    if (!(label_counts_.counts(id) == LabelCounts::Counts{})) used[id] = 1;
  }
  for (const ConfusionCounts::Entry& pair : pairs_.entries()) {
    used[pair.truth] = 1;
    if (pair.predicted != kNoLabel) used[pair.predicted] = 1;
  }
}

void Tally::update_ranks(const Batch& batch, const Vocabulary& labels, std::size_t n_labels) {
  if (lacks_scores_ || batch.size() == 0) return;
  if (!batch.has_scores) {
    drop_ranks();
    lacks_scores_ = true;
    return;
  }
  scored_.resize(std::max(scored_.size(), n_labels));
  sorter_.resize(n_labels);
  for (const LabelId label : batch.scored) scored_[label] = 1;
  for (const LabelId label : batch.judged) scored_[label] = 1;  // seen in the truth
  for (std::size_t row = 0; row < batch.size(); ++row) {
    const Amount weight = batch.weights.empty() ? kOne : batch.weights[row];
    if (weight == Amount{}) continue;
    sorter_.sort({batch.scored_of(row), batch.scores_of(row), batch.truth_of(row),
                  batch.grades_of(row), batch.judged_of(row)},
                 labels, ties_, keeps_scores_);
    ranks_.update(sorter_.profile(), weight);
    n_ties_decided_ += sorter_.tie_decided() ? 1 : 0;
    if (const auto scores = sorter_.scores(); !scores.empty()) {
      highest_score_ = std::max(highest_score_, scores.front());
      lowest_score_ = std::min(lowest_score_, scores.back());
    }
    if (keeps_true_ranks_) {
      find_true_ranks(sorter_.labels(), sorter_.scores(), ties_, hits_);
      true_ranks_.add(hits_, sorter_.unscored(), weight);
    }
    if (!keeps_scores_) continue;
    scores_.add(sorter_.labels(), sorter_.scores(), sorter_.unscored(), weight,
                keeps_known_ ? batch.known_of(row) : std::span<const LabelId>());
  }
}

void Tally::update_shared(const Batch& batch, const Vocabulary& labels) {
  std::size_t n_labels = 0;  // other threads may be adding: the vocabulary does not say
  for (const std::vector<LabelId>* const ids :
       {&batch.truth, &batch.predicted, &batch.scored, &batch.judged, &batch.known}) {
    n_labels = std::max(n_labels, end_of_ids(*ids));
  }
  update(batch, labels, n_labels);
}

void Tally::update(const Batch& batch, const Vocabulary& labels, std::size_t n_labels) {
  if (!grouped_.as.empty()) grouped_ = {};
  if (keeps_ranks_) update_ranks(batch, labels, n_labels);
  // Ends that ascend one by one and stop at the row count leave one label a row.
  const auto one_each = [&batch](const std::vector<std::uint32_t>& ends) {
    for (std::size_t row = 0; row < batch.size(); ++row) {
      if (ends[row] != row + 1) return false;
    }
    return true;
  };
  if (batch.weights.empty() && weighed_.empty() && batch.truth.size() == batch.size() &&
      batch.predicted.size() == batch.size() && one_each(batch.truth_end) &&
      one_each(batch.predicted_end)) {
    return update_pairs(batch);
  }
  label_counts_.resize(n_labels);
  const std::size_t n = batch.size();
  const bool far = label_counts_.size() > kNear;  // worth fetching the next row's counts early
  const bool weighs = !batch.weights.empty() || !weighed_.empty();
  std::size_t first_true = 0;
  std::size_t first_predicted = 0;
  for (std::size_t row = 0; row < n; ++row) {
    const std::size_t end_true = batch.truth_end[row];
    const std::size_t end_predicted = batch.predicted_end[row];
    const std::span<const LabelId> truth(batch.truth.data() + first_true, end_true - first_true);
    const std::span<const LabelId> predicted(batch.predicted.data() + first_predicted,
                                             end_predicted - first_predicted);
    const Amount weight = batch.weights.empty() ? kOne : batch.weights[row];
    if (weight != Amount{}) {
      if (weighs) update_weight(truth, predicted, weight);
      ++n_examples_;
      if (!add(total_, weight)) overflow();
      if (truth.size() == 1 && predicted.size() == 1) {
        pairs_.update(truth[0], predicted[0], weight);
      } else {
        if (far && row + 1 < n) {
          for (std::size_t i = end_true; i < batch.truth_end[row + 1]; ++i) {
            label_counts_.prefetch(batch.truth[i]);
          }
          for (std::size_t i = end_predicted; i < batch.predicted_end[row + 1]; ++i) {
            label_counts_.prefetch(batch.predicted[i]);
          }
        }
        update_other(truth, predicted, weight);
      }
    }
    first_true = end_true;
    first_predicted = end_predicted;
  }
}

void Tally::update_other(std::span<const LabelId> truth, std::span<const LabelId> predicted,
                         Amount weight) {
  // Repeats of one label are one label: such a row is a pair like any other.
  if (!truth.empty() && all_equal(truth, truth[0]) &&
      (predicted.empty() || all_equal(predicted, predicted[0]))) {
    pairs_.update(truth[0], predicted.empty() ? kNoLabel : predicted[0], weight);
    const std::size_t kept = predicted.empty() ? 1 : 2;
    policies_.repeated_labels += truth.size() + predicted.size() - kept;
    return;
  }
  const Overlap overlap = label_counts_.update(truth, predicted, weight);
  overlaps_.update(overlap.common, overlap.truth, overlap.predicted, weight);
  if (keeps_sets_) sets_.update(truth, predicted, weight);
  policies_.repeated_labels += overlap.repeats;
}

/// Parts counted under other rules must not be added up.
void Tally::check_rules(const Tally& other, const std::string& origin) const {
  std::map<std::string, std::string> ours = rules_, theirs = other.rules_;
  for (const auto& [rule, value] : rules_) theirs.try_emplace(rule, "unset");
  for (const auto& [rule, value] : other.rules_) ours.try_emplace(rule, "unset");
  for (const auto& [rule, value] : ours) {
    if (rule == kShardRule || value == theirs[rule]) continue;
    fail(ErrorCode::incompatible_states, Place{origin},
         "this state was made with " + rule + " " + quoted(theirs[rule]) +
             ", the states before it with " + quoted(value),
         "make all parts with the same options");
  }
}

void Tally::merge(const Tally& other, const std::string& origin, unsigned threads) {
  check_rules(other, origin);
  const auto shards_of = [](const Tally& tally) {
    const auto rule = tally.rules_.find(kShardRule);
    return rule == tally.rules_.end() ? std::string() : rule->second;
  };
  const std::string shards = together(shards_of(*this), shards_of(other), origin);
  if (keeps_sets_ != other.keeps_sets_) {
    const auto text = [](bool keeps) { return keeps ? "keeps label sets" : "keeps no label sets"; };
    fail(ErrorCode::incompatible_states, Place{origin},
         std::string("this state ") + text(other.keeps_sets_) + ", the one before it " +
             text(keeps_sets_),
         "make all parts with the same options");
  }
  const bool ranks_differ =
      keeps_ranks_ != other.keeps_ranks_ || keeps_scores_ != other.keeps_scores_ ||
      keeps_true_ranks_ != other.keeps_true_ranks_ || keeps_known_ != other.keeps_known_ ||
      (keeps_ranks_ && ties_ != other.ties_);
  if (ranks_differ) {
    const auto text = [](const Tally& tally) {
      return tally.keeps_known_        ? "keeps scores and known labels"
             : tally.keeps_scores_     ? "keeps scores"
             : tally.keeps_true_ranks_ ? "keeps rankings with the names of true labels"
             : tally.keeps_ranks_      ? "keeps rankings"
                                       : "keeps no rankings";
    };
    const bool same = std::string_view(text(other)) == text(*this);
    fail(ErrorCode::incompatible_states, Place{origin},
         same ? "this state orders labels that share a score by another rule than the one before it"
              : std::string("this state ") + text(other) + ", the one before it " + text(*this),
         "make all parts with the same options");
  }
  const Vocabulary& theirs = other.vocabulary_;
  const auto n_declared = [](const Vocabulary& v) { return v.declared() ? v.n_declared() : 0; };
  constexpr const char* kHint = "make all parts with the same --labels-file";
  if (vocabulary_.declared() != theirs.declared() ||
      n_declared(vocabulary_) != n_declared(theirs)) {
    const auto text = [&](const Vocabulary& v) {
      return v.declared() ? counted(v.n_declared(), "declared label") : "no declared labels";
    };
    fail(ErrorCode::incompatible_states, Place{origin},
         "this state has " + text(theirs) + ", the states before it " + text(vocabulary_), kHint);
  }
  const std::vector<LabelId> remap = vocabulary_.intern_all(theirs, threads);
  for (LabelId id = 0; id < n_declared(theirs); ++id) {
    if (remap[id] >= n_declared(vocabulary_)) {
      fail(ErrorCode::incompatible_states, Place{origin},
           "label " + quoted(theirs.name(id)) +
               " is declared in this state, but not in the states before it",
           kHint);
    }
  }
  merge_grouped(other, remap);
  add_all(other, remap, threads);
  if (shards.empty()) {
    rules_.erase(kShardRule);
  } else {
    rules_[kShardRule] = shards;
  }
}

void Tally::merge_same_ids(const Tally& other, unsigned threads) {
  std::vector<LabelId> same(vocabulary_.size());
  std::iota(same.begin(), same.end(), LabelId{0});
  add_all(other, same, threads);
}

/// Whether all examples are ranked must not depend on how they were parted.
void Tally::merge_ranks(const Tally& other, std::span<const LabelId> remap) {
  lacks_scores_ |= other.lacks_scores_;
  if (lacks_scores_) return drop_ranks();
  ranks_.merge(other.ranks_);
  scores_.merge(other.scores_, remap);
  true_ranks_.merge(other.true_ranks_, remap);
  scored_.resize(vocabulary_.size());
  for (LabelId id = 0; id < other.scored_.size(); ++id) {
    if (other.scored_[id] != 0) scored_[remap[id]] = 1;
  }
  n_ties_decided_ += other.n_ties_decided_;
  lowest_score_ = std::min(lowest_score_, other.lowest_score_);
  highest_score_ = std::max(highest_score_, other.highest_score_);
}

/// Its label i is remap[i] here.
void Tally::add_all(const Tally& other, std::span<const LabelId> remap, unsigned threads) {
  merge_weights(other, remap);
  label_counts_.resize(vocabulary_.size());
  label_counts_.merge(other.label_counts_, remap, threads);
  overlaps_.merge(other.overlaps_);
  sets_.merge(other.sets_, remap);
  merge_ranks(other, remap);
  pairs_.merge(other.pairs_, remap);
  policies_.merge(other.policies_);
  n_examples_ += other.n_examples_;
  if (!add(total_, other.total_)) overflow();
}

void Tally::add_cell(std::string_view label, std::uint64_t tp, std::uint64_t fp, std::uint64_t fn,
                     std::uint64_t tn) {
  const LabelId id = vocabulary_.intern(label);
  label_counts_.resize(vocabulary_.size());
  label_counts_.add(id, {{tp, 0}, {fp, 0}, {fn, 0}});
  const auto examples = [this](std::uint32_t c, std::uint32_t t, std::uint32_t p, std::uint64_t n) {
    if (n == 0) return;
    overlaps_.update(c, t, p, {n, 0});
    if (n_examples_ + n < n || !add(total_, {n, 0})) overflow();
    n_examples_ += n;
  };
  examples(1, 1, 1, tp);
  examples(0, 0, 1, fp);
  examples(0, 1, 0, fn);
  examples(0, 0, 0, tn);
}

void Tally::add_counts(std::span<const std::uint64_t> counts, std::uint64_t n_examples) {
  label_counts_.resize(vocabulary_.size());
  for (LabelId label = 0; label < counts.size() / 3; ++label) {
    const std::span<const std::uint64_t> one = counts.subspan(3 * std::size_t{label}, 3);
    if ((one[0] | one[1] | one[2]) == 0) continue;
    label_counts_.add(label, {{one[0], 0}, {one[1], 0}, {one[2], 0}});
  }
  if (n_examples_ + n_examples < n_examples || !add(total_, {n_examples, 0})) overflow();
  n_examples_ += n_examples;
}

}  // namespace tallystick
