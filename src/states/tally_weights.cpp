// What a tally knows of the weights of single examples.
#include <numeric>

#include "tallystick/states/tally.hpp"

namespace tallystick {

namespace {

u128 wide(const Amount& amount) {
  return (static_cast<u128>(amount.whole) << 64) | amount.fraction;
}

std::string bytes_of(const SetPairs& sets, const ConfusionCounts& pairs, std::size_t n_labels) {
  std::vector<LabelId> same(n_labels);
  std::iota(same.begin(), same.end(), LabelId{0});
  ByteWriter out;
  sets.save(out, same);
  pairs.save(out, same);
  return std::move(out).take();
}

}  // namespace

/// Before the example is counted.
void Tally::update_weight(std::span<const LabelId> truth, std::span<const LabelId> predicted,
                          Amount weight) {
  if (keeps_weights_) {
    if (weighed_.empty() && n_examples_ != 0) {
      if (auto all = weights_of_all()) {
        weighed_ = std::move(*all);
      } else {
        keeps_weights_ = false;
      }
    }
    if (keeps_weights_) weighed_.update(truth, predicted, weight);
  }
  has_weights_ |= weight != kOne;
}

bool Tally::knows_weights() const noexcept {
  if (!weighed_.empty() || n_examples_ == 0) return true;
  return !weighted() && (keeps_sets_ || overlaps_.empty());
}

std::optional<WeighedSets> Tally::weights_of_all() const {
  if (!knows_weights()) return {};
  if (!weighed_.empty()) return weighed_;
  WeighedSets out;
  for (std::size_t i = 0; i < sets_.size(); ++i) {
    const SetPairs::Entry one = sets_.entry(i);
    out.update(one.truth, one.predicted, kOne, one.amount.whole);
  }
  for (const ConfusionCounts::Entry& pair : pairs_.entries()) {
    const std::span<const LabelId> predicted(&pair.predicted, pair.predicted == kNoLabel ? 0 : 1);
    out.update({&pair.truth, 1}, predicted, kOne, pair.amount.whole);
  }
  return out;
}

/// Before the other's counts are added.
void Tally::merge_weights(const Tally& other, std::span<const LabelId> remap) {
  const bool known = !weighed_.empty() || !other.weighed_.empty();
  if (known) {
    auto ours = weights_of_all();
    const auto theirs = other.weights_of_all();
    weighed_ = {};
    if (ours && theirs) {
      weighed_ = std::move(*ours);
      weighed_.merge(*theirs, remap);
    }
  }
  has_weights_ |= other.has_weights_;
}

/// The same examples stand among the counts, whatever they weigh.
void Tally::check_weights(const ByteReader& in) const {
  if (weighed_.empty()) return;
  SetPairs sets;
  ConfusionCounts pairs;
  pairs.keep_sparse();
  LabelCounts labels;
  OverlapHistogram overlaps;
  labels.resize(label_counts_.size());
  std::uint64_t n = 0;
  bool differ = false;
  u128 left = wide(total_);
  for (std::size_t i = 0; i < weighed_.size(); ++i) {
    const WeighedSets::Entry one = weighed_.entry(i);
    const u128 weight = wide(one.weight);
    if (one.count > n_examples_ - n || weight > left / one.count) {
      in.refuse("the weighted label sets are more examples than there are");
    }
    const u128 all = weight * one.count;
    n += one.count;
    left -= all;
    differ |= one.weight != kOne;
    const Amount amount{static_cast<std::uint64_t>(all >> 64), static_cast<std::uint64_t>(all)};
    if (one.truth.size() == 1 && one.predicted.size() <= 1) {
      pairs.update(one.truth[0], one.predicted.empty() ? kNoLabel : one.predicted[0], amount);
      continue;
    }
    if (keeps_sets_) sets.update(one.truth, one.predicted, amount);
    const Overlap overlap = labels.update(one.truth, one.predicted, amount);
    overlaps.update(overlap.common, overlap.truth, overlap.predicted, amount);
  }
  bool same = n == n_examples_ && left == 0 && differ && overlaps.entries() == overlaps_.entries();
  for (LabelId id = 0; same && id < label_counts_.size(); ++id) {
    same = labels.counts(id) == label_counts_.counts(id);
  }
  const std::size_t n_labels = vocabulary_.size();
  if (!same || bytes_of(sets, pairs, n_labels) != bytes_of(sets_, pairs_, n_labels)) {
    in.refuse("the weighted label sets and the counts disagree");
  }
}

}  // namespace tallystick
