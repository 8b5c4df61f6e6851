#include "tallystick/confused_labels.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "tallystick/base/error.hpp"
#include "tallystick/base/text.hpp"
#include "tallystick/measures/hierarchy.hpp"

namespace tallystick {

namespace {

constexpr std::uint32_t kNone = UINT32_MAX;
constexpr std::size_t kMostPairs = 10'000;  // of one example

/// Counts of pairs of numbers, whatever they stand for.
class Pairs {
 public:
  /// Both ascend, each number once.
  void add(const std::vector<std::uint32_t>& truth, const std::vector<std::uint32_t>& predicted,
           u128 amount) {
    missed_.clear(), invented_.clear();
    std::set_difference(truth.begin(), truth.end(), predicted.begin(), predicted.end(),
                        std::back_inserter(missed_));
    std::set_difference(predicted.begin(), predicted.end(), truth.begin(), truth.end(),
                        std::back_inserter(invented_));
    for (const std::uint32_t label : truth) {
      if (std::binary_search(predicted.begin(), predicted.end(), label))
        count(label, label, amount);
    }
    if (missed_.size() * invented_.size() > kMostPairs) {
      ++n_left_out;
      return;
    }
    for (const std::uint32_t missed : missed_) {
      for (const std::uint32_t invented : invented_) count(missed, invented, amount);
      if (invented_.empty()) count(missed, kNone, amount);
    }
    if (!missed_.empty()) return;
    for (const std::uint32_t invented : invented_) count(kNone, invented, amount);
  }

  std::unordered_map<std::uint64_t, u128> counts;
  std::uint64_t n_left_out = 0;

 private:
  void count(std::uint32_t truth, std::uint32_t predicted, u128 amount) {
    counts[(std::uint64_t{truth} << 32) | predicted] += amount;
  }

  std::vector<std::uint32_t> missed_, invented_;
};

void sort_once(std::vector<std::uint32_t>& numbers) {
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
}

/// Ancestors at the level, and what is above it.
class Fold {
 public:
  Fold(const Hierarchy& hierarchy, std::uint32_t level)
      : taxonomy_(&hierarchy.taxonomy()), closure_(*taxonomy_), level_(level) {}

  void of(std::span<const NodeId> labels, std::vector<std::uint32_t>& out) {
    out.clear();
    for (const NodeId label : labels) {
      if (taxonomy_->depth(label) < level_) out.push_back(label);
    }
    for (const NodeId node : closure_.of(labels)) {
      if (taxonomy_->depth(node) == level_) out.push_back(node);
    }
    sort_once(out);
  }

 private:
  const Taxonomy* taxonomy_;
  Closure closure_;
  std::uint32_t level_;
};

/// The table, its labels in the order of their names.
template <typename Name>
ConfusedLabels table_of(const Pairs& pairs, const Whole& whole, Name name) {
  std::vector<std::pair<std::string, std::uint32_t>> names;
  std::unordered_map<std::uint32_t, std::uint32_t> places;
  bool any_none = false;
  for (const auto& [pair, amount] : pairs.counts) {
    for (const auto label :
         {static_cast<std::uint32_t>(pair >> 32), static_cast<std::uint32_t>(pair)}) {
      if (label == kNone)
        any_none = true;
      else if (places.emplace(label, 0).second)
        names.emplace_back(name(label), label);
    }
  }
  std::sort(names.begin(), names.end());
  ConfusedLabels out;
  out.n_left_out = pairs.n_left_out;
  out.table.normalize = "none";
  for (auto& [text, label] : names) {
    places[label] = static_cast<std::uint32_t>(out.table.labels.size());
    out.table.labels.push_back(std::move(text));
  }
  if (any_none) {
    places[kNone] = static_cast<std::uint32_t>(out.table.labels.size());
    out.table.labels.emplace_back("(none)");
  }
  for (const auto& [pair, amount] : pairs.counts) {
    const Amount count = whole.amount(amount);
    const double value =
        static_cast<double>(count.whole) + static_cast<double>(count.fraction) * 0x1p-64;
    out.table.entries.push_back({places[static_cast<std::uint32_t>(pair >> 32)],
                                 places[static_cast<std::uint32_t>(pair)], count, value});
  }
  std::sort(out.table.entries.begin(), out.table.entries.end(), [](const auto& a, const auto& b) {
    return std::tie(a.truth, a.predicted) < std::tie(b.truth, b.predicted);
  });
  return out;
}

ConfusedLabels folded(const Whole& whole, std::uint32_t level) {
  const Hierarchy hierarchy(whole);
  const Taxonomy& taxonomy = hierarchy.taxonomy();
  Fold truth_fold(hierarchy, level), predicted_fold(hierarchy, level);
  Pairs pairs;
  std::vector<std::uint32_t> truth, predicted;
  for (const Hierarchy::Example& example : hierarchy.examples()) {
    truth_fold.of(example.truth, truth);
    predicted_fold.of(example.predicted, predicted);
    pairs.add(truth, predicted, example.amount);
  }
  return table_of(pairs, whole, [&](NodeId node) {
    std::string out(taxonomy.code(node));
    if (!taxonomy.title(node).empty()) out.append(" ").append(taxonomy.title(node));
    return out;
  });
}

}  // namespace

ConfusedLabels confused_labels(const Tally& tally, const EvaluateOptions& options,
                               std::optional<std::uint32_t> level) {
  const Whole whole(tally, universe_of(tally, options));
  if (level) {
    if (tally.taxonomy() == nullptr) {
      fail(ErrorCode::wrong_usage, "labels are folded to a level of a hierarchy, and none is named",
           "name it with --taxonomy isco08, or a file");
    }
    return folded(whole, *level);
  }
  if (!tally.keeps_sets() && !tally.overlaps().empty()) {
    fail(ErrorCode::wrong_usage, "these counts do not tell which labels an example has",
         "count again, keeping label sets");
  }
  Pairs pairs;
  std::vector<std::uint32_t> truth, predicted;
  for (const ConfusionCounts::Entry& pair : tally.pairs().entries()) {
    truth.assign(1, pair.truth);
    predicted.clear();
    if (pair.predicted != kNoLabel) predicted.push_back(pair.predicted);
    pairs.add(truth, predicted, whole.unit(pair.amount));
  }
  for (std::size_t i = 0; i < tally.sets().size(); ++i) {
    const SetPairs::Entry entry = tally.sets().entry(i);
    truth.assign(entry.truth.begin(), entry.truth.end());
    predicted.assign(entry.predicted.begin(), entry.predicted.end());
    sort_once(truth), sort_once(predicted);
    pairs.add(truth, predicted, whole.unit(entry.amount));
  }
  return table_of(pairs, whole,
                  [&](LabelId label) { return std::string(tally.vocabulary().name(label)); });
}

}  // namespace tallystick
