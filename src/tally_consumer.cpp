#include "tally_consumer.hpp"

#include <algorithm>

#include "tallystick/base/error.hpp"
#include "tallystick/base/text.hpp"
#include "tallystick/tune.hpp"

namespace tallystick::detail {

void share_labels(const Vocabulary& labels, Tally& group) {
  for (auto label = static_cast<LabelId>(group.vocabulary().size()); label < labels.size();
       ++label) {
    group.vocabulary().intern(labels.name(label));
  }
}

Acceptor::Acceptor(const Taxonomy* taxonomy) : taxonomy_(taxonomy) {
  if (taxonomy == nullptr) return;
  predicted_.emplace(*taxonomy);
  accepted_.emplace(*taxonomy);
}

std::optional<NodeId> Acceptor::node_of(LabelId label, const Vocabulary& vocabulary) {
  if (nodes_.size() <= label) nodes_.resize(vocabulary.size());
  std::uint64_t& known = nodes_[label];
  if (known == 0) {
    const auto node = taxonomy_->find(vocabulary.name(label));
    known = node ? std::uint64_t{*node} + 2 : 1;
  }
  return known == 1 ? std::nullopt : std::optional<NodeId>(static_cast<NodeId>(known - 2));
}

Acceptor::Fit Acceptor::fit(LabelId label, std::span<const LabelId> predicted,
                            const Vocabulary& vocabulary) {
  Fit out;
  out.exact = std::find(predicted.begin(), predicted.end(), label) != predicted.end();
  const auto node = taxonomy_ == nullptr ? std::nullopt : node_of(label, vocabulary);
  if (!node) {  // stands alone, without ancestors
    out.common = out.exact ? 1 : 0;
    out.sizes = 1;
    return out;
  }
  for (const NodeId above : accepted_->of({&*node, 1})) {
    if (above == taxonomy_->root()) continue;
    ++out.sizes;
    if (predicted_->contains(above)) ++out.common;
  }
  return out;
}

std::size_t Acceptor::choose(std::span<const LabelId> accepted, std::span<const LabelId> predicted,
                             const Vocabulary& vocabulary) {
  std::uint64_t n_predicted = 0;
  if (taxonomy_ == nullptr) {
    n_predicted = predicted.size();
  } else {
    labels_.clear();
    for (const LabelId label : predicted) {
      if (const auto node = node_of(label, vocabulary)) {
        labels_.push_back(*node);
      } else {
        ++n_predicted;
      }
    }
    for (const NodeId node : predicted_->of(labels_))
      n_predicted += node == taxonomy_->root() ? 0 : 1;
  }
  std::size_t best = 0;
  Fit of_best;
  for (std::size_t i = 0; i < accepted.size(); ++i) {
    Fit one = fit(accepted[i], predicted, vocabulary);
    one.sizes += n_predicted;
    if (i == 0) {
      of_best = one;
      continue;
    }
    // 2a/b > 2c/d without rounding: both products are far below 2^64.
    const std::uint64_t ours = one.common * of_best.sizes, theirs = of_best.common * one.sizes;
    const bool better = ours != theirs ? ours > theirs
                        : one.exact != of_best.exact
                            ? one.exact
                            : vocabulary.name(accepted[i]) < vocabulary.name(accepted[best]);
    if (better) best = i, of_best = one;
  }
  return best;
}

TallyConsumer::TallyConsumer(const Tally& empty, Accept accept, const Selection* selection,
                             Ties ties, std::vector<ExampleRow>* examples,
                             std::vector<std::uint64_t>* hashes, KeptRows* rows)
    : empty_(&empty),
      tally_(empty),
      selection_(selection),
      ties_(ties),
      examples_(examples),
      hashes_(hashes),
      rows_(rows) {
  if (selection != nullptr) selector_.emplace(*selection, ties);
  if (accept == Accept::any) acceptor_.emplace(empty.taxonomy().get());
}

void TallyConsumer::consume(const Batch& plain) {
  const Batch& given = known_ == nullptr ? plain : with_known(plain);
  const Batch& batch = selector_ ? select(given) : given;
  if (acceptor_) choose(batch);
  const Batch& counted = acceptor_ ? chosen_ : batch;
  if (shared_ != nullptr) {
    tally_.update_shared(counted, vocabulary());
  } else {
    tally_.update(counted);
  }
  if (examples_ != nullptr) keep(counted);
  if (clusters_ != nullptr) {
    keep_clusters(counted);
  } else if (!counted.groups.empty()) {
    group(counted);
  }
  if (rows_ != nullptr) keep_rows(counted);
  if (hashes_ == nullptr || !counted.has_scores) return;
  for (std::size_t row = 0; row < counted.size(); ++row) {
    if (counted.weights.empty() || counted.weights[row] != Amount{}) {
      hashes_->push_back(part_hash(counted.ids[row]));
    }
  }
}

void TallyConsumer::restart() {
  tally_ = *empty_;
  known_ids_.clear();
  n_scored_ = n_predicted_ = 0;
  if (selector_) selector_.emplace(*selection_, ties_);
  if (acceptor_) acceptor_.emplace(empty_->taxonomy().get());
  groups_.clear();
  if (rows_ != nullptr) *rows_ = {};
  if (clusters_ != nullptr) *clusters_ = {};
  cluster_ids_.clear();
  if (examples_ != nullptr) examples_->clear();
  if (hashes_ != nullptr) hashes_->clear();
}

TallyConsumer::Selected TallyConsumer::selected() const {
  return {n_scored_, n_predicted_, selector_ ? selector_->n_cut_ties() : 0};
}

/// The batch with the labels that were known of its examples before.
const Batch& TallyConsumer::with_known(const Batch& batch) {
  known_batch_ = batch;
  known_batch_.known.clear(), known_batch_.known_end.clear();
  for (const std::string_view id : batch.ids) {
    for (const LabelId label : known_->of(id)) {
      if (known_ids_.size() <= label) known_ids_.resize(known_->labels.size(), kNoLabel);
      if (known_ids_[label] == kNoLabel) {
        known_ids_[label] = tally_.vocabulary().intern(known_->labels.name(label));
      }
      known_batch_.known.push_back(known_ids_[label]);
    }
    known_batch_.known_end.push_back(static_cast<std::uint32_t>(known_batch_.known.size()));
  }
  return known_batch_;
}

/// The batch with the predicted sets that the selection makes.
const Batch& TallyConsumer::select(const Batch& batch) {
  selected_ = batch;
  selector_->select(selected_, tally_.vocabulary());
  n_scored_ += selected_.scored.size();
  n_predicted_ += selected_.predicted.size();
  return selected_;
}

/// The batch with one true label an example: the accepted one that suits its prediction best.
void TallyConsumer::choose(const Batch& batch) {
  chosen_.clear();
  chosen_.predicted = batch.predicted;
  chosen_.predicted_end = batch.predicted_end;
  chosen_.has_scores = batch.has_scores;
  chosen_.scored = batch.scored;
  chosen_.scored_end = batch.scored_end;
  chosen_.scores = batch.scores;
  chosen_.weights = batch.weights;
  chosen_.ids = batch.ids;
  chosen_.groups = batch.groups;
  chosen_.known = batch.known;
  chosen_.known_end = batch.known_end;
  for (std::size_t row = 0; row < batch.size(); ++row) {
    const auto accepted = batch.truth_of(row);
    if (!accepted.empty()) {
      const std::size_t best =
          accepted.size() == 1
              ? 0
              : acceptor_->choose(accepted, batch.predicted_of(row), tally_.vocabulary());
      chosen_.truth.push_back(accepted[best]);
      const bool counts = batch.weights.empty() || batch.weights[row] != Amount{};
      if (counts && accepted[best] != accepted[0]) ++tally_.policies().accepted_other;
    }
    chosen_.truth_end.push_back(static_cast<std::uint32_t>(chosen_.truth.size()));
  }
}

void TallyConsumer::keep_rows(const Batch& batch) {
  for (std::size_t row = 0; row < batch.size(); ++row) {
    if (!batch.weights.empty() && batch.weights[row] == Amount{}) continue;
    append_row(batch, row, rows_->batch);
    rows_->ids += batch.ids[row];
    rows_->id_ends.push_back(rows_->ids.size());
  }
}

void TallyConsumer::group(const Batch& batch) {
  constexpr std::size_t kMostGroups = 1000;
  for (auto& [name, rows] : grouped_) rows.clear();
  for (std::size_t row = 0; row < batch.size(); ++row) {
    constexpr std::string_view kEmpty = "(empty)";
    if (batch.groups[row] == kEmpty) {
      fail(ErrorCode::bad_format,
           "the column named by " + std::string(group_option_) +
               " holds the value '(empty)', which stands for cells without one",
           "write that value in another way");
    }
    if (batch.groups[row].empty() && group_option_ != "--by") {
      fail(ErrorCode::bad_format,
           "an example has no value in the column named by " + std::string(group_option_),
           "give every example a value there");
    }
    const std::string_view name = batch.groups[row].empty() ? kEmpty : batch.groups[row];
    auto found = grouped_.find(name);
    if (found == grouped_.end()) {
      if (grouped_.size() == kMostGroups) {
        fail(ErrorCode::too_large,
             "the column named by " + std::string(group_option_) + " has more than " +
                 counted(kMostGroups, "value"),
             "name a column of few values, like a language, a year or a source");
      }
      found = grouped_.emplace(std::string(name), Batch{}).first;
    }
    append_row(batch, row, found->second);
  }
  for (const auto& [name, rows] : grouped_) {
    if (rows.size() == 0) continue;
    Tally& tally = groups_.try_emplace(name, *empty_).first->second;
    share_labels(tally_.vocabulary(), tally);  // so that the rows' ids are its ids
    tally.update(rows);
  }
}

void TallyConsumer::keep_clusters(const Batch& batch) {
  for (std::size_t row = 0; row < batch.size(); ++row) {
    if (!batch.weights.empty() && batch.weights[row] == Amount{}) continue;  // no example
    const std::string_view name = batch.groups[row];
    if (name.empty()) {
      fail(ErrorCode::bad_format, "an example has no value in the column named by --cluster",
           "give every example its cluster");
    }
    auto found = cluster_ids_.find(name);
    if (found == cluster_ids_.end()) {
      const auto next = static_cast<std::uint32_t>(clusters_->names.size());
      found = cluster_ids_.emplace(std::string(name), next).first;
      clusters_->names.emplace_back(name);
    }
    append_row(batch, row, clusters_->rows);
    clusters_->of_row.push_back(found->second);
  }
}

void TallyConsumer::keep(const Batch& batch) {
  sizes_.resize(tally_.vocabulary().size());
  sorter_.resize(tally_.vocabulary().size());
  for (std::size_t row = 0; row < batch.size(); ++row) {
    const Amount weight = batch.weights.empty() ? kOne : batch.weights[row];
    if (weight == Amount{}) continue;
    const Overlap overlap = sizes_.update(batch.truth_of(row), batch.predicted_of(row), kOne);
    ExampleRow& kept = examples_->emplace_back();
    kept = {std::string(batch.ids[row]),
            overlap.common,
            overlap.truth,
            overlap.predicted,
            weight,
            {},
            {},
            {}};
    if (tally_.keeps_ranks() && batch.has_scores) {
      sorter_.sort({batch.scored_of(row), batch.scores_of(row), batch.truth_of(row),
                    batch.grades_of(row), batch.judged_of(row)},
                   tally_.vocabulary(), tally_.ties(), false);
      kept.ranks = sorter_.profile();
    }
    if (tally_.taxonomy() == nullptr) continue;
    kept.truth.assign(batch.truth_of(row).begin(), batch.truth_of(row).end());
    kept.predicted.assign(batch.predicted_of(row).begin(), batch.predicted_of(row).end());
  }
}

namespace {

/// The codes of one side, by their bytes.
struct Side {
  std::string_view name;
  std::vector<std::string_view> codes;

  [[nodiscard]] bool has(const std::string& code) const {
    return std::binary_search(codes.begin(), codes.end(), code);
  }
  /// Codes that the code is a proper beginning of.
  [[nodiscard]] bool has_below(const std::string& code) const {
    const auto after = std::upper_bound(codes.begin(), codes.end(), code);
    return after != codes.end() && after->starts_with(code);
  }
  [[nodiscard]] bool keeps_zeros() const {
    return std::any_of(codes.begin(), codes.end(), [](auto code) { return code.front() == '0'; });
  }
};

/// Codes of a side that would be classes too with one more zero in front.
struct Suspects {
  std::vector<std::string> zeroed;
  std::size_t width = 0, n_whole = 0;  // of the longest codes, and how many there are
  bool others = false;                 // there are shorter codes that no zero explains
};

Suspects suspects_of(const Side& side, const Taxonomy& taxonomy) {
  Suspects out;
  for (const std::string_view code : side.codes) out.width = std::max(out.width, code.size());
  for (const std::string_view code : side.codes) {
    std::string zeroed = std::string("0").append(code);
    if (code.size() == out.width) {
      ++out.n_whole;
    } else if (code.size() + 1 == out.width && taxonomy.find(zeroed)) {
      out.zeroed.push_back(std::move(zeroed));
    } else {
      out.others = true;
    }
  }
  return out;
}

std::vector<Side> sides_of(const Tally& tally) {
  const std::size_t n = tally.vocabulary().size();
  std::vector<char> seen[2] = {std::vector<char>(n, 0), std::vector<char>(n, 0)};
  for (LabelId id = 0; id < tally.label_counts().size(); ++id) {
    const LabelCounts::Counts counts = tally.label_counts().counts(id);
    seen[0][id] = counts.tp != Amount{} || counts.fn != Amount{} ? 1 : 0;
    seen[1][id] = counts.tp != Amount{} || counts.fp != Amount{} ? 1 : 0;
  }
  for (const ConfusionCounts::Entry& pair : tally.pairs().entries()) {
    seen[0][pair.truth] = 1;
    if (pair.predicted != kNoLabel) seen[1][pair.predicted] = 1;
  }
  std::vector<Side> out = {{"the truth", {}}, {"the predictions", {}}};
  for (std::size_t side = 0; side < 2; ++side) {
    for (LabelId id = 0; id < n; ++id) {
      if (seen[side][id] != 0) out[side].codes.push_back(tally.vocabulary().name(id));
    }
    std::sort(out[side].codes.begin(), out[side].codes.end());
  }
  return out;
}

}  // namespace

void check_lost_zeros(const Tally& tally, std::vector<std::string>& notes) {
  const Taxonomy* const taxonomy = tally.taxonomy().get();
  if (taxonomy == nullptr) return;
  bool zeros = false;
  for (NodeId node = 0; node < taxonomy->size(); ++node) {
    const std::string_view code = taxonomy->code(node);
    if (!std::all_of(code.begin(), code.end(), [](char c) { return c >= '0' && c <= '9'; })) return;
    zeros |= code.front() == '0';
  }
  if (!zeros) return;
  const std::vector<Side> sides = sides_of(tally);
  for (std::size_t i = 0; i < 2; ++i) {
    const Side& side = sides[i];
    if (side.keeps_zeros()) continue;
    const Suspects found = suspects_of(side, *taxonomy);
    // The other file has the very codes that zeros would make of these.
    std::vector<std::string> twins;
    for (const std::string_view code : side.codes) {
      std::string zeroed = std::string("0").append(code);
      if (sides[1 - i].has(zeroed)) twins.push_back(std::move(zeroed));
    }
    const bool pattern = !found.others && !found.zeroed.empty();
    // Or it has codes below them.
    std::string below;
    for (const std::string_view code : side.codes) {
      const std::string zeroed = std::string("0").append(code);
      if (below.empty() && taxonomy->find(zeroed) && sides[1 - i].has_below(zeroed)) below = zeroed;
    }
    const bool certain = twins.size() >= 2 || (pattern && found.n_whole >= 10);
    const bool likely = pattern && found.n_whole >= 3;
    if (!certain && twins.empty() && below.empty() && !likely) continue;
    const std::string& zeroed = !twins.empty() ? twins.front()
                                : likely       ? found.zeroed.front()
                                               : below;
    const std::string code = zeroed.substr(1);
    const auto named = [&](const std::string& text) {
      const auto node = taxonomy->find(text);
      const std::string_view title = node ? taxonomy->title(*node) : std::string_view{};
      return quoted(text) + (title.empty() ? "" : " (" + std::string(title) + ")");
    };
    const std::string why =
        twins.empty() && !likely
            ? "no code there begins with 0, and " + std::string(sides[1 - i].name) +
                  (i == 1 ? " holds" : " hold") + " codes below that class"
        : twins.empty()
            ? "no code there begins with 0, and no other code has fewer than " +
                  std::to_string(found.width) + " digits"
            : "no code there begins with 0, and " + std::string(sides[1 - i].name) +
                  (i == 1 ? " holds " : " hold ") + quoted(twins.front()) +
                  (twins.size() == 1 ? "" : " and " + counted(twins.size() - 1, "more such code"));
    const std::string fact = std::string(side.name) + (i == 0 ? " holds " : " hold ") +
                             named(code) + ", which looks like " + named(zeroed) +
                             " without its leading zero: " + why;
    const std::string hint = "write codes as text; --code-width=" + std::to_string(zeroed.size()) +
                             " restores lost zeros, --code-width=0 takes the codes as they stand";
    if (certain) fail(ErrorCode::unknown_label, fact, hint);
    notes.push_back(fact + "; " + hint);
  }
}

}  // namespace tallystick::detail
