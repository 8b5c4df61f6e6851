#include "tallystick/states/tally.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <vector>

#include "tallystick/base/error.hpp"
#include "tallystick/base/mix.hpp"
#include "tallystick/base/text.hpp"
#include "tallystick/states/shards.hpp"

namespace tallystick {

namespace {

constexpr std::uint32_t kVersion = 3;
// What a state says of the label sets it keeps.
constexpr std::uint8_t kSets = 1, kWeighed = 2, kHidden = 4;
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
  if (!ranks_.empty()) ranks_ = {};
  if (!scores_.empty()) scores_ = {};
  if (!true_ranks_.empty()) true_ranks_ = {};
  scored_.clear();
  n_unranked_ = n_ties_decided_ = 0;
  lowest_score_ = std::numeric_limits<double>::infinity();
  highest_score_ = -lowest_score_;
  policies_ = {};
  n_examples_ = 0;
  total_ = {};
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
  if (!batch.has_scores) {
    n_unranked_ += batch.predicted.size();
    for (std::size_t row = 0; row < batch.size(); ++row) {
      n_unranked_ += batch.predicted_of(row).empty() ? 1 : 0;
    }
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

/// Its label i is remap[i] here.
void Tally::add_all(const Tally& other, std::span<const LabelId> remap, unsigned threads) {
  merge_weights(other, remap);
  label_counts_.resize(vocabulary_.size());
  label_counts_.merge(other.label_counts_, remap, threads);
  overlaps_.merge(other.overlaps_);
  sets_.merge(other.sets_, remap);
  ranks_.merge(other.ranks_);
  scores_.merge(other.scores_, remap);
  true_ranks_.merge(other.true_ranks_, remap);
  scored_.resize(vocabulary_.size());
  for (LabelId id = 0; id < other.scored_.size(); ++id) {
    if (other.scored_[id] != 0) scored_[remap[id]] = 1;
  }
  n_unranked_ += other.n_unranked_;
  n_ties_decided_ += other.n_ties_decided_;
  lowest_score_ = std::min(lowest_score_, other.lowest_score_);
  highest_score_ = std::max(highest_score_, other.highest_score_);
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

std::string Tally::save() const {
  const std::size_t n = vocabulary_.size();
  const std::size_t n_declared = vocabulary_.declared() ? vocabulary_.n_declared() : 0;
  std::vector<char> used = scored_;
  used.resize(n);
  std::fill_n(used.begin(), n_declared, char{1});
  mark_used(used);
  for (std::size_t i = 0; keeps_known_ && i < scores_.size(); ++i) {
    for (const LabelId label : scores_.example(i).known) used[label] = 1;
  }
  // Declared labels first, each part in the order of names: a loaded state can close the set again.
  std::vector<LabelId> order = vocabulary_.sorted();
  std::erase_if(order, [&](LabelId id) { return used[id] == 0; });
  std::stable_partition(order.begin(), order.end(), [&](LabelId id) { return id < n_declared; });
  std::vector<LabelId> rank(n, kNoLabel);
  for (LabelId i = 0; i < order.size(); ++i) rank[order[i]] = i;

  ByteWriter out;
  for (const char c : kMagic) out.u8(static_cast<std::uint8_t>(c));
  out.u32(kVersion);
  out.u64(rules_.size());
  for (const auto& [rule, value] : rules_) {
    out.text(rule);
    out.text(value);
  }
  out.u8(vocabulary_.declared() ? 1 : 0);
  out.u64(n_declared);
  out.u64(order.size());
  for (const LabelId id : order) out.text(vocabulary_.name(id));
  label_counts_.save(out, order);
  overlaps_.save(out);
  pairs_.save(out, rank);
  // Weights that sum to the number of examples must be told, since the sum does not tell them.
  const bool weighed = has_weights_ && !weighed_.empty();
  const bool hidden = has_weights_ && !weighed && total_ == Amount{n_examples_, 0};
  out.u8(static_cast<std::uint8_t>((keeps_sets_ ? kSets : 0) | (weighed ? kWeighed : 0) |
                                   (hidden ? kHidden : 0)));
  sets_.save(out, rank);
  if (weighed) weighed_.save(out, rank);
  save_ranks(out, order, rank);
  for (const std::uint64_t count :
       {policies_.missing, policies_.extra, policies_.unknown_labels, policies_.repeated_labels,
        policies_.abstained, policies_.duplicate_scores, policies_.padded_codes,
        policies_.alternative_codes, policies_.accepted_other, n_examples_}) {
    out.u64(count);
  }
  out.amount(total_);
  const std::string& bytes = out.bytes();
  out.u64(detail::hash_bytes(bytes.data(), bytes.size()));
  return std::move(out).take();
}

Tally Tally::load(std::string_view bytes, const std::string& origin) {
  ByteReader in(bytes, origin);
  for (const char c : kMagic) {
    if (in.left() == 0 || in.u8() != static_cast<std::uint8_t>(c)) {
      in.refuse("these bytes are not a saved state of tallystick");
    }
  }
  const std::uint32_t version = in.u32();
  if (version != kVersion) {
    in.refuse("the state has format version " + std::to_string(version) + ", this build reads " +
              std::to_string(kVersion));
  }
  if (bytes.size() < 20) in.refuse("the state ends after its version");
  const std::string_view body = bytes.substr(0, bytes.size() - 8);
  ByteReader tail(bytes.substr(bytes.size() - 8), origin);
  if (tail.u64() != detail::hash_bytes(body.data(), body.size())) {
    in.refuse("the checksum does not match: the bytes were cut or changed");
  }

  Tally tally;
  const std::uint64_t n_rules = in.count(16);
  for (std::uint64_t i = 0; i < n_rules; ++i) {
    std::string rule(in.text());
    if (!tally.rules_.emplace(std::move(rule), in.text()).second) in.refuse("a rule stands twice");
  }
  const std::uint8_t declared = in.u8();
  const std::uint64_t n_declared = in.u64();
  const std::uint64_t n_labels = in.count(8);
  if (declared > 1 || n_declared > n_labels || (declared == 0 && n_declared != 0)) {
    in.refuse("the number of declared labels does not fit the labels");
  }
  for (std::uint64_t i = 0; i < n_labels; ++i) {
    const std::string_view name = in.text();
    if (name.empty() || utf8_fault(name) != name.size()) in.refuse("a label is empty or not UTF-8");
    if (tally.vocabulary_.intern(name) != i) in.refuse("label " + quoted(name) + " stands twice");
    if (declared == 1 && i + 1 == n_declared) tally.vocabulary_.declare();
  }
  if (declared == 1 && n_declared == 0) in.refuse("a declared label set is empty");
  if (n_labels > in.left() / 48) in.refuse("the label counts are cut off");
  tally.label_counts_.load(in, n_labels);
  tally.overlaps_.load(in);
  tally.pairs_.load(in, n_labels);
  const std::uint8_t keeps_sets = in.u8();
  if (keeps_sets > (kSets | kHidden)) in.refuse("it is not said whether label sets are kept");
  tally.keeps_sets_ = (keeps_sets & kSets) != 0;
  tally.sets_.load(in, n_labels);
  if ((keeps_sets & kWeighed) != 0) {
    tally.weighed_.load(in, n_labels);
    if (tally.weighed_.empty()) in.refuse("weighted label sets are told of, but there are none");
  }
  tally.has_weights_ = (keeps_sets & (kWeighed | kHidden)) != 0;
  tally.load_ranks(in, n_labels);
  PolicyCounts& p = tally.policies_;
  for (std::uint64_t* count : {&p.missing, &p.extra, &p.unknown_labels, &p.repeated_labels,
                               &p.abstained, &p.duplicate_scores, &p.padded_codes,
                               &p.alternative_codes, &p.accepted_other, &tally.n_examples_}) {
    *count = in.u64();
  }
  tally.total_ = in.amount();
  if (in.left() != 8) in.refuse("bytes follow the end of the state");
  tally.check_totals(in);
  tally.check_sets(in);
  tally.check_weights(in);
  tally.keeps_weights_ = !tally.weighed_.empty();
  tally.check_ranks(in);
  if (tally.save() != bytes) in.refuse("the state is not in its canonical form");
  return tally;
}

void Tally::save_ranks(ByteWriter& out, std::span<const LabelId> order,
                       std::span<const LabelId> rank) const {
  out.u8(keeps_known_ ? 4 : keeps_scores_ ? 2 : keeps_true_ranks_ ? 3 : keeps_ranks_ ? 1 : 0);
  if (!keeps_ranks_) return;
  out.u8(static_cast<std::uint8_t>(ties_));
  for (const LabelId id : order) out.u8(id < scored_.size() && scored_[id] != 0 ? 1 : 0);
  ranks_.save(out);
  scores_.save(out, rank, keeps_known_);
  if (keeps_true_ranks_) true_ranks_.save(out, rank);
  out.u64(std::bit_cast<std::uint64_t>(lowest_score_ + 0.0));
  out.u64(std::bit_cast<std::uint64_t>(highest_score_ + 0.0));
  out.u64(n_unranked_);
  out.u64(n_ties_decided_);
}

void Tally::load_ranks(ByteReader& in, std::size_t n_labels) {
  const std::uint8_t keeps = in.u8();
  if (keeps > 4) in.refuse("it is not said whether scores are kept");
  keeps_ranks_ = keeps != 0;
  keeps_scores_ = keeps == 2 || keeps == 4;
  keeps_true_ranks_ = keeps == 3;
  keeps_known_ = keeps == 4;
  if (!keeps_ranks_) return;
  const std::uint8_t ties = in.u8();
  if (ties > static_cast<std::uint8_t>(Ties::trec)) in.refuse("the rule of ties is not known");
  ties_ = static_cast<Ties>(ties);
  if (n_labels > in.left()) in.refuse("the scored labels are cut off");
  for (std::size_t i = 0; i < n_labels; ++i) {
    scored_.push_back(static_cast<char>(in.u8()));
    if (scored_.back() != 0 && scored_.back() != 1) in.refuse("a label is neither scored nor not");
  }
  ranks_.load(in);
  scores_.load(in, n_labels, keeps_known_);
  if (keeps_true_ranks_) true_ranks_.load(in, n_labels);
  lowest_score_ = std::bit_cast<double>(in.u64());
  highest_score_ = std::bit_cast<double>(in.u64());
  if (std::isnan(lowest_score_) || std::isnan(highest_score_)) in.refuse("a score is no number");
  n_unranked_ = in.u64();
  n_ties_decided_ = in.u64();
}

/// Every example has a ranking, unless labels without scores were met.
void Tally::check_ranks(const ByteReader& in) const {
  if (!keeps_ranks_) return;
  const auto more = [](U256 sum, const Amount& a) {
    return sum + U256{0, (static_cast<u128>(a.whole) << 64) | a.fraction};
  };
  const U256 all = more({}, total_);
  U256 ranked, scored, with_truth, named;
  RankProfile profile;
  const std::uint64_t n_labels = n_rankable();
  for (std::size_t i = 0; i < ranks_.size(); ++i) {
    const Amount amount = ranks_.profile(i, profile);
    ranked = more(ranked, amount);
    if (profile.n_true != 0) with_truth = more(with_truth, amount);
    const std::uint64_t unscored = profile.n_true - profile.n_hits();
    if (profile.n_scored + unscored > n_labels || profile.n_judged > n_labels) {
      in.refuse("an example ranks more labels than there are");
    }
  }
  const LabelOrder before(vocabulary_, ties_);
  for (std::size_t i = 0; i < scores_.size(); ++i) {
    const ScoreTable::Example example = scores_.example(i);
    scored = more(scored, example.weight);
    for (std::size_t j = 1; j < example.labels.size(); ++j) {
      if (example.scores[j] != example.scores[j - 1]) continue;
      if (!before(example.labels[j - 1].label(), example.labels[j].label())) {
        in.refuse("labels that share a score are not in their order");
      }
    }
  }
  for (std::size_t i = 0; i < true_ranks_.size(); ++i) {
    named = more(named, true_ranks_.example(i).weight);
  }
  if (keeps_true_ranks_ && !(named == with_truth)) {
    in.refuse("the examples with true labels are not as many as there are");
  }
  const bool whole = n_unranked_ == 0 ? ranked == all : !(all < ranked);
  if (!whole || (keeps_scores_ ? !(scored == ranked) : !scores_.empty())) {
    in.refuse("the ranked examples are not as many as there are");
  }
}

/// What labels say and what examples say must be the same totals.
void Tally::check_totals(const ByteReader& in) const {
  const auto wide = [](const Amount& a) { return (static_cast<u128>(a.whole) << 64) | a.fraction; };
  const auto sum = [](U256& total, u128 amount, std::uint64_t times) {
    total = total + multiply(amount, times);
  };
  U256 tp, fp, fn, common, truth, predicted, total;
  for (LabelId id = 0; id < label_counts_.size(); ++id) {
    const LabelCounts::Counts counts = label_counts_.counts(id);
    sum(tp, wide(counts.tp), 1);
    sum(fp, wide(counts.fp), 1);
    sum(fn, wide(counts.fn), 1);
  }
  const auto sets = overlaps_.entries();
  for (const OverlapHistogram::Entry& entry : sets) {
    const std::uint64_t both = std::uint64_t{entry.truth} + entry.predicted - entry.common;
    if (both > label_counts_.size()) {
      in.refuse("an example has " + counted(both, "label") + " of " +
                std::to_string(label_counts_.size()));
    }
    sum(common, wide(entry.amount), entry.common);
    sum(truth, wide(entry.amount), entry.truth);
    sum(predicted, wide(entry.amount), entry.predicted);
    sum(total, wide(entry.amount), 1);
  }
  for (LabelId id = 0; id < label_counts_.size(); ++id) {
    const LabelCounts::Counts counts = label_counts_.counts(id);
    U256 label_total;
    for (const Amount& part : {counts.tp, counts.fp, counts.fn}) sum(label_total, wide(part), 1);
    if (total < label_total) {  // of the examples that labels are counted from; pairs are apart
      in.refuse("label " + quoted(vocabulary_.name(id)) + " is in more examples than there are");
    }
  }
  const auto pairs = pairs_.entries();
  for (const ConfusionCounts::Entry& entry : pairs) sum(total, wide(entry.amount), 1);
  if (!(tp == common && tp + fn == truth && tp + fp == predicted)) {
    in.refuse("the counts of the labels and of the examples disagree");
  }
  if (!(total == U256{0, wide(total_)})) {
    in.refuse("the examples' weights do not sum to the total");
  }
  if (n_examples_ < sets.size() + pairs.size() || (n_examples_ != 0 && total_ == Amount{})) {
    in.refuse("the number of examples, " + std::to_string(n_examples_) + ", does not fit them");
  }
}

/// Where label sets are kept, the other counts follow from them.
void Tally::check_sets(const ByteReader& in) const {
  if (!keeps_sets_) {
    if (!sets_.empty()) in.refuse("label sets are kept that should not be");
    return;
  }
  const auto total = [](U256 sum, const Amount& a) {
    return sum + U256{0, (static_cast<u128>(a.whole) << 64) | a.fraction};
  };
  U256 of_sets, of_sizes;
  for (std::size_t i = 0; i < sets_.size(); ++i) of_sets = total(of_sets, sets_.entry(i).amount);
  for (const auto& entry : overlaps_.entries()) of_sizes = total(of_sizes, entry.amount);
  if (!(of_sets == of_sizes)) in.refuse("the label sets are not as many examples as there are");
  LabelCounts labels;  // none can overflow: the sets' examples are some of all examples
  OverlapHistogram overlaps;
  labels.resize(label_counts_.size());
  for (std::size_t i = 0; i < sets_.size(); ++i) {
    const SetPairs::Entry one = sets_.entry(i);
    const Overlap overlap = labels.update(one.truth, one.predicted, one.amount);
    overlaps.update(overlap.common, overlap.truth, overlap.predicted, one.amount);
    if (one.truth.size() == 1 && one.predicted.size() <= 1) {
      in.refuse("a pair of labels stands among the label sets");
    }
  }
  bool same = overlaps.entries() == overlaps_.entries();
  for (LabelId id = 0; same && id < label_counts_.size(); ++id) {
    same = labels.counts(id) == label_counts_.counts(id);
  }
  if (!same) in.refuse("the counts of the labels and the label sets disagree");
}

}  // namespace tallystick
