// What must hold of a tally whose bytes come from outside.
#include "tallystick/base/text.hpp"
#include "tallystick/states/tally.hpp"

namespace tallystick {

/// Every example has a ranking, or none has.
void Tally::check_ranks(const ByteReader& in) const {
  if (!keeps_ranks_) return;
  if (lacks_scores_) {
    if (!ranks_.empty() || !scores_.empty() || !true_ranks_.empty()) {
      in.refuse("examples are ranked though not all labels have scores");
    }
    return;
  }
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
  if (!(ranked == all) || (keeps_scores_ ? !(scored == ranked) : !scores_.empty())) {
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
