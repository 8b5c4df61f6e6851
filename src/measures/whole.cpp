#include "tallystick/measures/whole.hpp"

#include <algorithm>
#include <bit>
#include <charconv>

#include "tallystick/base/error.hpp"
#include "tallystick/base/mix.hpp"

namespace tallystick {

namespace {

constexpr std::uint64_t kLargestFractional = std::uint64_t{1} << 61;

bool has_fraction(const Tally& tally) {
  if (tally.total().fraction != 0 || tally.label_counts().weighted() || tally.pairs().weighted()) {
    return true;
  }
  const auto overlaps = tally.overlaps().entries();
  return std::any_of(overlaps.begin(), overlaps.end(),
                     [](const auto& entry) { return entry.amount.fraction != 0; });
}

/// Finds the group of a cell. Open addressing over indices: a long tail has millions of labels.
class GroupIndex {
 public:
  /// Groups are labels at most; of millions of labels they are few.
  GroupIndex(std::vector<LabelGroup>& groups, std::size_t n_labels)
      : groups_(groups), slots_(std::bit_ceil(2 * std::clamp(n_labels, kFewest, kMost) + 2)) {
    groups.reserve(std::min(n_labels, kMost));
  }

  /// The index of the cell's group, or groups.size() after reserving that index for it.
  std::size_t find_or_reserve(const Cell& cell) {
    if (groups_.size() * 2 >= slots_.size()) grow();
    std::size_t position = start(cell);
    for (;; position = (position + 1) & (slots_.size() - 1)) {
      if (slots_[position] == 0) {
        slots_[position] = static_cast<std::uint32_t>(groups_.size() + 1);
        return groups_.size();
      }
      const Cell& known = groups_[slots_[position] - 1].cell;
      if (known.tp == cell.tp && known.fp == cell.fp && known.fn == cell.fn) {
        return slots_[position] - 1;
      }
    }
  }

 private:
  [[nodiscard]] std::size_t start(const Cell& cell) const {
    const auto fold = [](u128 value) {
      return static_cast<std::uint64_t>(value) ^ (static_cast<std::uint64_t>(value >> 64) << 1);
    };
    return detail::mix(detail::mix(fold(cell.tp), fold(cell.fp)), fold(cell.fn)) &
           (slots_.size() - 1);
  }
  void grow() {
    slots_.assign(slots_.size() * 2, 0);
    for (std::size_t i = 0; i < groups_.size(); ++i) {
      std::size_t position = start(groups_[i].cell);
      while (slots_[position] != 0) position = (position + 1) & (slots_.size() - 1);
      slots_[position] = static_cast<std::uint32_t>(i + 1);
    }
  }

  static constexpr std::size_t kFewest = 16, kMost = 1 << 15;

  const std::vector<LabelGroup>& groups_;
  std::vector<std::uint32_t> slots_;  // index + 1; 0 is free
};

}  // namespace

namespace {

/// Stable order by one index of 0 to `last`.
std::vector<Multiclass::Entry> ordered(const std::vector<Multiclass::Entry>& entries,
                                       std::size_t last, std::size_t Multiclass::Entry::* index) {
  std::vector<std::size_t> place(last + 2);
  for (const Multiclass::Entry& entry : entries) ++place[entry.*index + 1];
  for (std::size_t i = 1; i < place.size(); ++i) place[i] += place[i - 1];
  std::vector<Multiclass::Entry> out(entries.size());
  for (const Multiclass::Entry& entry : entries) out[place[entry.*index]++] = entry;
  return out;
}

}  // namespace

bool is_number(std::string_view text) noexcept {
  double value = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed);
  return error == std::errc{} && end == text.data() + text.size() && std::isfinite(value);
}

Whole::Whole(const Tally& tally, LabelUniverse universe, Grouping grouping)
    : tally_(&tally), universe_(universe) {
  const Vocabulary& vocabulary = tally.vocabulary();
  if (universe == LabelUniverse::declared && !vocabulary.declared()) {
    fail(ErrorCode::wrong_usage, "no label set is declared", "name one with --labels-file FILE");
  }
  if (tally.n_examples() == 0) {
    fail(ErrorCode::no_examples, "there are no examples of positive weight to evaluate",
         "check the input files and the policies that drop examples");
  }
  fractional_ = has_fraction(tally);
  if (fractional_ && tally.total().whole >= kLargestFractional) {
    fail(ErrorCode::count_overflow, "the examples' fractional weights sum to 2^61 or more",
         "scale the weights down");
  }
  n_examples_ = unit(tally.total());
  pairs_ = tally.pairs().entries();
  add_pairs();
  group_labels(grouping);
  for (const OverlapHistogram::Entry& entry : tally.overlaps().entries()) {
    examples_.push_back({entry.common, entry.truth, entry.predicted, unit(entry.amount)});
  }
  // Pairs are three kinds of examples: hit, miss, and no prediction at all.
  ExampleGroup hit{1, 1, 1, 0}, miss{0, 1, 1, 0}, none{0, 1, 0, 0};
  for (const ConfusionCounts::Entry& entry : pairs_) {
    ExampleGroup& kind = entry.predicted == kNoLabel      ? none
                         : entry.truth == entry.predicted ? hit
                                                          : miss;
    kind.amount += unit(entry.amount);
  }
  for (const ExampleGroup& kind : {hit, miss, none}) {
    if (kind.amount != 0) examples_.push_back(kind);
  }
}

Whole::Whole(const Whole& like, std::span<const std::uint64_t> amounts)
    : tally_(like.tally_),
      universe_(like.universe_),
      unknown_is_wrong_(like.unknown_is_wrong_),
      n_labels_(like.n_labels_) {
  Cell sum;
  examples_.reserve(amounts.size());
  for (std::size_t i = 0; i < amounts.size(); ++i) {
    ExampleGroup example = like.examples_[i];
    example.amount = amounts[i];
    n_examples_ += example.amount;
    sum.tp += example.amount * example.common;
    sum.fp += example.amount * (example.predicted - example.common);
    sum.fn += example.amount * (example.truth - example.common);
    examples_.push_back(example);
  }
  const auto with_rest = [&](u128 cells) {
    Cell out = sum;
    out.tn = cells - sum.tp - sum.fp - sum.fn;
    return out;
  };
  all_cells_ = with_rest(n_examples_ * n_labels_);
  pooled_ = with_rest(n_examples_ * (like.pooled_.total() / like.n_examples_));
}

u128 Whole::unit(const Amount& amount) const {
  return fractional_ ? (static_cast<u128>(amount.whole) << 64) | amount.fraction : amount.whole;
}

Amount Whole::amount(u128 count) const noexcept {
  if (!fractional_) return {static_cast<std::uint64_t>(count), 0};
  return {static_cast<std::uint64_t>(count >> 64), static_cast<std::uint64_t>(count)};
}

bool Whole::knows_sets() const noexcept {
  return tally_->keeps_sets() ||
         std::none_of(examples_.begin(), examples_.end(), [](const ExampleGroup& e) {
           return e.truth + e.predicted - 2 * e.common > 2;
         });
}

void Whole::add_pairs() {
  if (pairs_.empty()) return;
  pair_places_.assign(tally_->vocabulary().size(), kNoPlace);
  const auto of = [this](LabelId label) -> LabelCounts::Counts& {
    if (pair_places_[label] == kNoPlace) {
      pair_places_[label] = static_cast<std::uint32_t>(pair_counts_.size());
      pair_counts_.emplace_back();
    }
    return pair_counts_[pair_places_[label]];
  };
  for (const ConfusionCounts::Entry& pair : pairs_) {
    // None of these can overflow: the parts of a label are parts of the total.
    if (pair.truth == pair.predicted) {
      static_cast<void>(add(of(pair.truth).tp, pair.amount));
      continue;
    }
    static_cast<void>(add(of(pair.truth).fn, pair.amount));
    if (pair.predicted != kNoLabel) static_cast<void>(add(of(pair.predicted).fp, pair.amount));
  }
}

Cell Whole::cell(LabelId label) const {
  Cell cell;
  if (label < tally_->label_counts().size()) {
    const LabelCounts::Counts counts = tally_->label_counts().counts(label);
    cell.tp = unit(counts.tp);
    cell.fp = unit(counts.fp);
    cell.fn = unit(counts.fn);
  }
  if (!pair_places_.empty() && pair_places_[label] != kNoPlace) {
    const LabelCounts::Counts& pair = pair_counts_[pair_places_[label]];
    cell.tp += unit(pair.tp);
    cell.fp += unit(pair.fp);
    cell.fn += unit(pair.fn);
  }
  cell.tn = n_examples_ - cell.tp - cell.fp - cell.fn;
  return cell;
}

Cell Whole::cell(const ExampleGroup& example) const noexcept {
  Cell cell;
  cell.tp = example.common;
  cell.fp = example.predicted - example.common;
  cell.fn = example.truth - example.common;
  cell.tn = n_labels_ - (cell.tp + cell.fp + cell.fn);
  return cell;
}

void Whole::group_labels(Grouping grouping) {
  const Vocabulary& vocabulary = tally_->vocabulary();
  const std::size_t n_declared = vocabulary.declared() ? vocabulary.n_declared() : 0;
  GroupIndex places(labels_, grouping == Grouping::none ? 0 : vocabulary.size());
  if (grouping == Grouping::none) labels_.reserve(vocabulary.size());
  std::vector<std::uint64_t> starts;  // of each group's first name: near, unlike the name
  const auto policy = tally_->rules().find("unknown-labels");
  unknown_is_wrong_ = policy != tally_->rules().end() && policy->second == "wrong";
  for (LabelId label = 0; label < vocabulary.size(); ++label) {
    const Cell one = cell(label);
    const bool occurs = (one.tp | one.fp | one.fn) != 0;
    if (!occurs && label >= n_declared) continue;  // only met where a policy dropped it
    ++n_labels_;
    all_cells_.tp += one.tp;
    all_cells_.fp += one.fp;
    all_cells_.fn += one.fn;
    const bool enters = in_universe(label, one);
    if (!enters && !only_wrong(label)) continue;
    pooled_.tp += one.tp;
    pooled_.fp += one.fp;
    pooled_.fn += one.fn;
    pooled_.tn += one.tn;
    if (!enters) continue;
    if (grouping == Grouping::none) {
      labels_.push_back({one, 1, label});
      continue;
    }
    const std::size_t index = places.find_or_reserve(one);
    const std::uint64_t start = vocabulary.start(label);
    if (index == labels_.size()) {
      labels_.push_back({one, 1, label});
      starts.push_back(start);
      continue;
    }
    LabelGroup& group = labels_[index];
    ++group.n_labels;
    if (start < starts[index] ||
        (start == starts[index] && vocabulary.name(label) < vocabulary.name(group.first))) {
      group.first = label;
      starts[index] = start;
    }
  }
  all_cells_.tn = n_examples_ * n_labels_ - all_cells_.tp - all_cells_.fp - all_cells_.fn;
}

bool Whole::only_wrong(LabelId label) const {
  if (!unknown_is_wrong_) return false;
  const Vocabulary& vocabulary = tally_->vocabulary();
  if (vocabulary.declared()) return label >= vocabulary.n_declared();
  return tally_->taxonomy() != nullptr && !tally_->taxonomy()->find(vocabulary.name(label));
}

bool Whole::in_universe(LabelId label, const Cell& one, bool scored) const {
  if (only_wrong(label)) return false;
  const bool seen = scored || (one.tp | one.fp | one.fn) != 0;
  const Vocabulary& vocabulary = tally_->vocabulary();
  const bool declared = vocabulary.declared() && label < vocabulary.n_declared();
  switch (universe_) {
    case LabelUniverse::declared: return declared;
    case LabelUniverse::seen: return seen;
    case LabelUniverse::all: return declared || seen;
    case LabelUniverse::truth: return one.truth() != 0;
  }
  return false;
}

std::vector<LabelId> Whole::sorted_labels() const {
  std::vector<LabelId> ids = tally_->vocabulary().sorted();
  std::erase_if(ids, [this](LabelId id) { return !in_universe(id, cell(id)); });
  return ids;
}

Multiclass Whole::multiclass() const {
  Multiclass out;
  const Vocabulary& vocabulary = tally_->vocabulary();
  std::vector<LabelId> ids = vocabulary.sorted();
  std::erase_if(ids, [this, &vocabulary](LabelId id) {
    const Cell one = cell(id);
    return (one.tp | one.fp | one.fn) == 0 &&
           !(vocabulary.declared() && id < vocabulary.n_declared());
  });
  const bool numbers = std::all_of(ids.begin(), ids.end(),
                                   [&](LabelId id) { return is_number(vocabulary.name(id)); });
  if (numbers) {
    const auto value = [&](LabelId id) {
      const std::string_view name = vocabulary.name(id);
      double number = 0;
      std::from_chars(name.data(), name.data() + name.size(), number);
      return number;
    };
    std::stable_sort(ids.begin(), ids.end(),
                     [&](LabelId a, LabelId b) { return value(a) < value(b); });
  }
  out.classes = ids;
  std::vector<std::size_t> index(vocabulary.size(), ids.size());
  for (std::size_t i = 0; i < ids.size(); ++i) index[ids[i]] = i;
  out.truth.resize(ids.size());
  out.predicted.resize(ids.size());
  for (const ConfusionCounts::Entry& pair : pairs_) {
    const u128 n = unit(pair.amount);
    const std::size_t t = index[pair.truth];
    const std::size_t p = pair.predicted == kNoLabel ? out.none() : index[pair.predicted];
    out.entries.push_back({t, p, n});
    out.total += n;
    out.truth[t] += n;
    if (p == out.none()) {
      out.without_prediction += n;
    } else {
      out.predicted[p] += n;
    }
    if (t == p) out.correct += n;
  }
  // By truth, then predicted: two counting sorts, since both are small numbers.
  out.entries = ordered(out.entries, out.none(), &Multiclass::Entry::predicted);
  out.entries = ordered(out.entries, out.none(), &Multiclass::Entry::truth);
  return out;
}

}  // namespace tallystick
