// Rows of labels, for figures that neither sizes nor single cells can tell.
#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <numeric>
#include <utility>

#include "interval/figure_population.hpp"
#include "tallystick/base/mix.hpp"

namespace tallystick::detail {

namespace {

/// Rows as sequences of numbers that do not depend on how labels were numbered: two rows have the
/// same sequence only if they are alike.
template <typename Word>
class Keys {
 public:
  void add(Word word) { words_.push_back(word); }
  /// Adds words in ascending order.
  template <typename Words, typename WordOf>
  void add_sorted(const Words& of, WordOf word_of) {
    const std::size_t first = words_.size();
    for (const auto& one : of) words_.push_back(word_of(one));
    std::sort(words_.begin() + static_cast<std::ptrdiff_t>(first), words_.end());
  }
  void end_row() {
    const std::size_t first = ends_.empty() ? 0 : ends_.back();
    const std::uint64_t size = words_.size() - first;
    std::uint64_t hash = size;
    for (std::size_t i = first; i < words_.size(); ++i) hash = mix(hash, words_[i]);
    ends_.push_back(words_.size());
    // Rows of one size stand together: who walks over them all meets few surprises.
    hashes_.push_back(std::min<std::uint64_t>(size, 0xFFFF) << 48 | hash >> 16);
  }

  /// The rows in the order of their sequences; by a hash of them first, which is quicker.
  [[nodiscard]] std::vector<std::size_t> order() const {
    std::vector<std::pair<std::uint64_t, std::size_t>> places;
    places.reserve(hashes_.size());
    for (const std::uint64_t hash : hashes_) places.emplace_back(hash, places.size());
    std::sort(places.begin(), places.end(), [this](const auto& a, const auto& b) {
      if (a.first != b.first) return a.first < b.first;
      return std::ranges::lexicographical_compare(row(a.second), row(b.second));
    });
    std::vector<std::size_t> out;
    out.reserve(places.size());
    for (const auto& [hash, at] : places) out.push_back(at);
    return out;
  }
  [[nodiscard]] std::span<const Word> row(std::size_t i) const {
    const std::size_t first = i == 0 ? 0 : ends_[i - 1];
    return std::span(words_).subspan(first, ends_[i] - first);
  }

 private:
  std::vector<Word> words_;
  std::vector<std::uint64_t> hashes_;
  std::vector<std::size_t> ends_;
};

/// Places in the order of names of the labels that are used; others, which a policy dropped, say,
/// do not count.
std::vector<LabelId> ranks_of(const Vocabulary& vocabulary, const std::vector<char>& used) {
  std::vector<LabelId> out(vocabulary.size());
  LabelId next = 0;
  for (const LabelId label : vocabulary.sorted()) {
    if (used[label] != 0) out[label] = next++;
  }
  return out;
}

std::vector<LabelId> ranks_in_sets(const Tally& tally) {
  std::vector<char> used(tally.vocabulary().size());
  const auto use = [&used](std::span<const LabelId> labels) {
    for (const LabelId label : labels) used[label] = 1;
  };
  for (std::size_t i = 0; i < tally.sets().size(); ++i) {
    use(tally.sets().entry(i).truth);
    use(tally.sets().entry(i).predicted);
  }
  for (const ConfusionCounts::Entry& pair : tally.pairs().entries()) {
    used[pair.truth] = 1;
    if (pair.predicted != kNoLabel) used[pair.predicted] = 1;
  }
  return ranks_of(tally.vocabulary(), used);
}

std::vector<LabelId> ranks_in_scores(const Tally& tally) {
  std::vector<char> used(tally.vocabulary().size());
  for (std::size_t i = 0; i < tally.scores().size(); ++i) {
    const ScoreTable::Example example = tally.scores().example(i);
    for (const ScoredLabel label : example.labels) used[label.label()] = 1;
    for (const LabelId label : example.unscored) used[label] = 1;
    for (const LabelId label : example.known) used[label] = 1;
  }
  return ranks_of(tally.vocabulary(), used);
}

}  // namespace

ExampleRows set_rows(const Tally& tally) {
  const std::vector<LabelId> rank = ranks_in_sets(tally);
  std::vector<LabelId> label_at(rank.size());
  const std::vector<ConfusionCounts::Entry> pairs = tally.pairs().entries();
  Keys<LabelId> keys;  // of each row: how many labels are true, these, and the predicted ones
  std::vector<std::uint64_t> counts;
  const auto rank_of = [&](LabelId label) {
    label_at[rank[label]] = label;
    return rank[label];
  };
  const auto add = [&](std::span<const LabelId> truth, std::span<const LabelId> predicted,
                       std::uint64_t count) {
    keys.add(static_cast<LabelId>(truth.size()));
    keys.add_sorted(truth, rank_of);
    keys.add_sorted(predicted, rank_of);
    keys.end_row();
    counts.push_back(count);
  };
  for (std::size_t i = 0; i < tally.sets().size(); ++i) {
    const SetPairs::Entry entry = tally.sets().entry(i);
    add(entry.truth, entry.predicted, entry.amount.whole);
  }
  for (const ConfusionCounts::Entry& pair : pairs) {
    const std::size_t n_predicted = pair.predicted == kNoLabel ? 0 : 1;
    add({&pair.truth, 1}, {&pair.predicted, n_predicted}, pair.amount.whole);
  }
  ExampleRows out;
  for (const std::size_t i : keys.order()) {
    const std::span<const LabelId> row = keys.row(i);
    const std::size_t n_true = row[0];
    for (const LabelId at : row.subspan(1, n_true)) out.batch.truth.push_back(label_at[at]);
    for (const LabelId at : row.subspan(1 + n_true)) out.batch.predicted.push_back(label_at[at]);
    out.batch.truth_end.push_back(static_cast<std::uint32_t>(out.batch.truth.size()));
    out.batch.predicted_end.push_back(static_cast<std::uint32_t>(out.batch.predicted.size()));
    out.counts.push_back(counts[i]);
  }
  return out;
}

ExampleRows score_rows(const Tally& tally, std::vector<std::uint32_t>* row_of) {
  const std::vector<LabelId> rank = ranks_in_scores(tally);
  const ScoreTable& table = tally.scores();
  Keys<std::uint64_t> keys;
  for (std::size_t i = 0; i < table.size(); ++i) {
    const ScoreTable::Example example = table.example(i);
    keys.add(example.labels.size());
    std::vector<std::pair<std::uint64_t, std::uint64_t>> labels;  // equal scores have no order
    for (std::size_t j = 0; j < example.labels.size(); ++j) {
      const ScoredLabel label = example.labels[j];
      labels.emplace_back(2 * std::uint64_t{rank[label.label()]} + (label.is_true() ? 1 : 0),
                          std::bit_cast<std::uint64_t>(example.scores[j] + 0.0));
    }
    std::sort(labels.begin(), labels.end());
    for (const auto& [label, score] : labels) keys.add(label), keys.add(score);
    const auto rank_of = [&rank](LabelId label) { return rank[label]; };
    keys.add_sorted(example.unscored, rank_of);
    if (tally.keeps_known()) {
      keys.add(UINT64_MAX);  // no label: what follows was known before
      keys.add_sorted(example.known, rank_of);
    }
    keys.end_row();
  }
  ExampleRows out;
  Batch& batch = out.batch;
  batch.has_scores = true;
  std::optional<std::size_t> last;
  if (row_of != nullptr) row_of->assign(table.size(), 0);
  for (const std::size_t i : keys.order()) {
    const ScoreTable::Example example = table.example(i);
    const bool again = last && std::ranges::equal(keys.row(*last), keys.row(i));
    if (row_of != nullptr) {
      (*row_of)[i] = static_cast<std::uint32_t>(out.counts.size() - (again ? 1 : 0));
    }
    if (again) {
      out.counts.back() += example.weight.whole;
      continue;
    }
    last = i;
    for (std::size_t j = 0; j < example.labels.size(); ++j) {
      batch.scored.push_back(example.labels[j].label());
      batch.scores.push_back(example.scores[j]);
      if (example.labels[j].is_true()) batch.truth.push_back(example.labels[j].label());
    }
    batch.truth.insert(batch.truth.end(), example.unscored.begin(), example.unscored.end());
    batch.truth_end.push_back(static_cast<std::uint32_t>(batch.truth.size()));
    batch.predicted_end.push_back(0);
    batch.scored_end.push_back(static_cast<std::uint32_t>(batch.scored.size()));
    if (tally.keeps_known()) {
      batch.known.insert(batch.known.end(), example.known.begin(), example.known.end());
      batch.known_end.push_back(static_cast<std::uint32_t>(batch.known.size()));
    }
    out.counts.push_back(example.weight.whole);
  }
  return out;
}

RowPopulation::RowPopulation(ExampleRows rows, const Whole& whole, std::vector<Spec> specs,
                             const Convention& convention, bool scores, bool sets, Figures figures)
    : Population(std::move(rows.counts), specs.size()),
      batch_(std::move(rows.batch)),
      whole_(whole),
      specs_(std::move(specs)),
      convention_(convention),
      scores_(scores),
      sets_(sets),
      figures_(std::move(figures)) {
  const bool by_labels = !scores && whole.tally().vocabulary().size() < UINT32_MAX / 3 &&
                         !whole.single_label() &&
                         std::ranges::all_of(
                             specs_,
                             [](const Spec& spec) {
                               return spec.scope == Scope::average ||
                                      spec.scope == Scope::trained || spec.measure->labels;
                             });
  if (!by_labels) return;
  std::vector<char> marks(whole.tally().vocabulary().size());
  for (std::size_t row = 0; row < batch_.size(); ++row) {
    for_each_label(
        batch_.truth_of(row), batch_.predicted_of(row), marks,
        [this](LabelId label, std::size_t part) {
          by_labels_.push_back(static_cast<std::uint32_t>(3 * std::size_t{label} + part));
        });
    by_labels_ends_.push_back(by_labels_.size());
  }
  std::vector<std::uint32_t> uses(3 * marks.size()), place_of(uses.size());
  for (const std::uint32_t one : by_labels_) ++uses[one];
  for (std::uint32_t one = 0; one < uses.size(); ++one) {
    if (uses[one] != 0) kept_at_.push_back(one);
  }
  std::ranges::stable_sort(kept_at_, std::ranges::greater{}, [&](auto one) { return uses[one]; });
  for (std::uint32_t place = 0; place < kept_at_.size(); ++place) place_of[kept_at_[place]] = place;
  for (std::uint32_t& one : by_labels_) one = place_of[one];
}

Population::Evaluator RowPopulation::evaluator() const {
  return by_labels_.empty() ? evaluator_of_rows() : evaluator_of_labels();
}

/// Figures of labels' cells alone: no example is looked at twice.
Population::Evaluator RowPopulation::evaluator_of_labels() const {
  struct Scratch {
    Tally tally;
    std::vector<std::uint64_t> sums, counts;
  };
  auto scratch = std::make_shared<Scratch>();
  scratch->tally = whole_.tally().emptied(false, false);
  scratch->sums.resize(kept_at_.size());
  scratch->counts.resize(3 * whole_.tally().vocabulary().size());
  return [this, scratch](std::span<const std::uint64_t> amounts, std::span<double> out) {
    std::fill(scratch->sums.begin(), scratch->sums.end(), 0);
    std::uint64_t n = 0;
    for (std::size_t row = 0; row < amounts.size(); ++row) {
      if (amounts[row] == 0) continue;
      n += amounts[row];
      const std::size_t first = row == 0 ? 0 : by_labels_ends_[row - 1];
      for (std::size_t i = first; i < by_labels_ends_[row]; ++i) {
        scratch->sums[by_labels_[i]] += amounts[row];
      }
    }
    for (std::size_t i = 0; i < kept_at_.size(); ++i) {
      scratch->counts[kept_at_[i]] = scratch->sums[i];
    }
    scratch->tally.clear_examples();
    scratch->tally.add_counts(scratch->counts, n);
    const std::vector<double> values = figures_(scratch->tally);
    std::copy(values.begin(), values.end(), out.begin());
  };
}

namespace {

constexpr std::size_t kMany = Population::kMany;
// One number of each resample.
using Lanes [[gnu::vector_size(kMany * sizeof(std::uint32_t))]] = std::uint32_t;
using Once [[gnu::vector_size(kMany)]] = std::uint8_t;
using Turned = std::array<std::uint64_t, kMany>;  // the bytes of eight Onces

/// Of the examples from `first` on, the hits in each resample: a square of bytes is turned over its
/// diagonal by swapping halves, quarters and eighths of its rows.
Turned turned(const Population::Hits& hits, std::size_t first) {
  static_assert(kMany == sizeof(std::uint64_t));
  Turned rows;
  for (std::size_t lane = 0; lane < kMany; ++lane) {
    std::memcpy(&rows[lane], &hits[lane][first], kMany);
  }
  const auto swap = [&rows](std::size_t width, std::uint64_t low) {
    for (std::size_t i = 0; i < kMany; ++i) {
      if ((i & width) != 0) continue;
      std::uint64_t& other = rows[i + width];
      const std::uint64_t moved = ((rows[i] >> (8 * width)) ^ other) & low;
      other ^= moved;
      rows[i] ^= moved << (8 * width);
    }
  };
  swap(4, 0x00000000FFFFFFFF);
  swap(2, 0x0000FFFF0000FFFF);
  swap(1, 0x00FF00FF00FF00FF);
  return rows;
}

}  // namespace

/// Each row's labels are walked once for all resamples.
Population::ManyEvaluator RowPopulation::evaluator_of_many() const {
  if (by_labels_.empty() || n_examples() > UINT32_MAX) return {};
  struct Scratch {
    Tally tally;
    std::vector<Lanes> lanes;
    std::vector<std::uint64_t> counts;
  };
  auto scratch = std::make_shared<Scratch>();
  scratch->tally = whole_.tally().emptied(false, false);
  scratch->counts.resize(3 * whole_.tally().vocabulary().size());
  scratch->lanes.resize(kept_at_.size());
  return [this, scratch](const Hits& hits, std::span<double> out) {
    std::vector<Lanes>& lanes = scratch->lanes;
    std::fill(lanes.begin(), lanes.end(), Lanes{});
    Turned next;  // hits of eight examples
    const std::uint32_t* at = by_labels_.data();
    std::size_t example = 0;
    for (std::size_t row = 0; row < counts().size(); ++row) {
      Lanes times{};
      for (const std::size_t end = example + counts()[row]; example < end; ++example) {
        if (example % kMany == 0) next = turned(hits, example);
        times += __builtin_convertvector(std::bit_cast<Once>(next[example % kMany]), Lanes);
      }
      for (const auto* const end = by_labels_.data() + by_labels_ends_[row]; at != end; ++at) {
        lanes[*at] += times;
      }
    }
    for (std::size_t lane = 0; lane < kMany; ++lane) {
      for (std::size_t i = 0; i < lanes.size(); ++i) scratch->counts[kept_at_[i]] = lanes[i][lane];
      scratch->tally.clear_examples();
      scratch->tally.add_counts(scratch->counts, n_examples());
      const std::vector<double> values = figures_(scratch->tally);
      std::copy(values.begin(), values.end(), out.subspan(lane * n_figures()).begin());
    }
  };
}

Population::Evaluator RowPopulation::evaluator_of_rows() const {
  struct Scratch {
    Tally tally;
    Batch batch;
  };
  auto scratch = std::make_shared<Scratch>();
  scratch->tally = whole_.tally().emptied(sets_, scores_);
  scratch->batch = batch_;
  return [this, scratch](std::span<const std::uint64_t> amounts, std::span<double> out) {
    scratch->batch.weights.resize(amounts.size());
    for (std::size_t i = 0; i < amounts.size(); ++i) {
      scratch->batch.weights[i] = {amounts[i], 0};
    }
    scratch->tally.clear_examples();
    scratch->tally.update(scratch->batch);
    const std::vector<double> values = figures_(scratch->tally);
    std::copy(values.begin(), values.end(), out.begin());
  };
}

ClusterPopulation::ClusterPopulation(const Clusters& clusters, const Whole& whole,
                                     std::vector<Spec> specs, bool scores, bool sets,
                                     RowPopulation::Figures figures,
                                     std::vector<std::uint64_t> weights)
    : Population(std::vector<std::uint64_t>(clusters.names.size(), 1), specs.size()),
      clusters_(clusters),
      whole_(whole),
      scores_(scores),
      sets_(sets),
      figures_(std::move(figures)),
      weights_(std::move(weights)) {
  std::vector<std::uint32_t> order(clusters.names.size()), place(order.size());
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(), [&clusters](std::uint32_t a, std::uint32_t b) {
    return clusters.names[a] < clusters.names[b];
  });
  for (std::uint32_t i = 0; i < order.size(); ++i) place[order[i]] = i;
  for (const std::uint32_t cluster : clusters.of_row) kind_of_row_.push_back(place[cluster]);
}

Population::Evaluator ClusterPopulation::evaluator() const {
  struct Scratch {
    Tally tally;
    Batch batch;
  };
  auto scratch = std::make_shared<Scratch>();
  scratch->tally = whole_.tally().emptied(sets_, scores_);
  scratch->batch = clusters_.rows;
  return [this, scratch](std::span<const std::uint64_t> amounts, std::span<double> out) {
    scratch->batch.weights.resize(kind_of_row_.size());
    for (std::size_t row = 0; row < kind_of_row_.size(); ++row) {
      const std::uint64_t times = amounts[kind_of_row_[row]];
      scratch->batch.weights[row] = {weights_.empty() ? times : times * weights_[row], 0};
    }
    scratch->tally.clear_examples();
    scratch->tally.update(scratch->batch);
    const std::vector<double> values = figures_(scratch->tally);
    std::copy(values.begin(), values.end(), out.begin());
  };
}

std::vector<double> ClusterPopulation::influences(std::size_t) const { return {}; }

bool ClusterPopulation::affordable(std::size_t evaluations) const {
  constexpr double kMost = 1e7;
  return static_cast<double>(evaluations) * static_cast<double>(kind_of_row_.size()) < kMost;
}

bool RowPopulation::affordable(std::size_t evaluations) const {
  // Each counts every row anew, some microseconds a row.
  constexpr double kMost = 1e6;
  return static_cast<double>(evaluations) * static_cast<double>(counts().size()) < kMost;
}

std::vector<double> RowPopulation::influences(std::size_t figure) const {
  if (scores_) return smooth_influences(figure);
  std::vector<double> out = label_mean_influences(specs_[figure], whole_, convention_, batch_);
  return out.empty() ? smooth_influences(figure) : out;
}

/// Of figures that change smoothly with the amounts of examples, where rows are few. A figure that
/// no example moves is a step at some amounts: nothing is known of it then.
std::vector<double> RowPopulation::smooth_influences(std::size_t figure) const {
  const Scope scope = specs_[figure].scope;
  if (scope == Scope::trained || scope == Scope::space) return {};
  std::vector<double> out = Population::influences(figure);
  const bool moved = std::any_of(out.begin(), out.end(), [](double v) { return v != 0; });
  return moved ? out : std::vector<double>{};
}

std::vector<double> RowPopulation::without(std::size_t figure, std::span<const Part> parts) const {
  if (!scores_) {
    std::vector<double> out =
        label_mean_without(specs_[figure], whole_, convention_, batch_, parts);
    if (!out.empty()) return out;
  }
  return Population::without(figure, parts);  // each time all counted anew, where rows are few
}

}  // namespace tallystick::detail
