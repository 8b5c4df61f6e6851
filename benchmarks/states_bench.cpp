// The states by themselves, fed with batches as readers make them. Items are label assignments.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "tallystick/batch/batch.hpp"
#include "tallystick/states/label_counts.hpp"
#include "tallystick/states/overlap_histogram.hpp"
#include "tallystick/states/tally.hpp"

namespace tallystick {
namespace {

constexpr std::size_t kRows = 1 << 16;

// What a batch's rows look like: every row has 1 .. 2 * mean - 1 true labels.
struct Shape {
  std::size_t n_labels;
  std::size_t mean;
};
constexpr Shape kShapes[] = {{436, 1}, {13'000, 5}, {1'000'000, 36}};

LabelId draw_label(std::mt19937_64& random, std::size_t n_labels) {
  const double u = std::uniform_real_distribution<double>(0, 1)(random);
  return static_cast<LabelId>(u * u * static_cast<double>(n_labels));
}

// Four of five true labels are predicted, and one false label in about every third row.
Batch draw_batch(const Shape& shape) {
  std::mt19937_64 random(23);
  Batch batch;
  for (std::size_t row = 0; row < kRows; ++row) {
    const std::size_t n_truth = 1 + random() % (2 * shape.mean - 1);
    for (std::size_t i = 0; i < n_truth; ++i) {
      const LabelId label = draw_label(random, shape.n_labels);
      batch.truth.push_back(label);
      if (random() % 5 != 0) batch.predicted.push_back(label);
    }
    if (shape.mean > 1 && random() % 3 == 0) {
      batch.predicted.push_back(draw_label(random, shape.n_labels));
    }
    batch.truth_end.push_back(static_cast<std::uint32_t>(batch.truth.size()));
    batch.predicted_end.push_back(static_cast<std::uint32_t>(batch.predicted.size()));
  }
  return batch;
}

Vocabulary vocabulary_of(std::size_t n_labels) {
  Vocabulary vocabulary;
  for (std::size_t i = 0; i < n_labels; ++i) vocabulary.intern(std::to_string(i));
  return vocabulary;
}

void set_assignments(benchmark::State& state, const Batch& batch) {
  const auto an_iteration = batch.truth.size() + batch.predicted.size();
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(an_iteration));
}

const Shape& shape_of(const benchmark::State& state) {
  return kShapes[static_cast<std::size_t>(state.range(0))];
}

void label_counts_update(benchmark::State& state) {
  const Batch batch = draw_batch(shape_of(state));
  LabelCounts counts;
  counts.resize(shape_of(state).n_labels);
  for (auto _ : state) {
    for (std::size_t row = 0; row < batch.size(); ++row) {
      benchmark::DoNotOptimize(counts.update(batch.truth_of(row), batch.predicted_of(row), kOne));
    }
  }
  set_assignments(state, batch);
}
BENCHMARK(label_counts_update)->DenseRange(0, 2)->Unit(benchmark::kMillisecond);

void overlap_histogram_update(benchmark::State& state) {
  const Batch batch = draw_batch(shape_of(state));
  OverlapHistogram histogram;
  for (auto _ : state) {
    for (std::size_t row = 0; row < batch.size(); ++row) {
      const auto n_truth = static_cast<std::uint32_t>(batch.truth_of(row).size());
      const auto n_predicted = static_cast<std::uint32_t>(batch.predicted_of(row).size());
      histogram.update(n_predicted / 2, n_truth, n_predicted, kOne);
    }
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(batch.size()));
}
BENCHMARK(overlap_histogram_update)->DenseRange(0, 2)->Unit(benchmark::kMillisecond);

// The whole path of a batch: single-label rows (shape 0) go to label pairs, others to counts.
void tally_update(benchmark::State& state) {
  const Batch batch = draw_batch(shape_of(state));
  Tally tally(vocabulary_of(shape_of(state).n_labels));
  for (auto _ : state) tally.update(batch);
  set_assignments(state, batch);
}
BENCHMARK(tally_update)->DenseRange(0, 2)->Unit(benchmark::kMillisecond);

void tally_merge(benchmark::State& state) {
  const Batch batch = draw_batch(shape_of(state));
  Tally part(vocabulary_of(shape_of(state).n_labels));
  part.update(batch);
  Tally total = part;
  for (auto _ : state) total.merge(part);
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(part.vocabulary().size()));
}
BENCHMARK(tally_merge)->DenseRange(0, 2)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace tallystick
