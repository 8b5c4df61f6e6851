// The hot kernels by themselves. Inputs are seeded; items per second are labels, terms or pairs.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "tallystick/base/exact_sum.hpp"
#include "tallystick/base/wide.hpp"
#include "tallystick/labels/vocabulary.hpp"

namespace tallystick {
namespace {

constexpr std::size_t kDraws = 1 << 20;

// Draws from n_labels names, small numbers more often, as labels of real data are.
std::vector<std::string> draw_labels(std::size_t n_labels) {
  std::mt19937_64 random(20);
  std::uniform_real_distribution<double> uniform(0, 1);
  std::vector<std::string> labels;
  labels.reserve(kDraws);
  for (std::size_t i = 0; i < kDraws; ++i) {
    const double u = uniform(random);
    const auto rank = static_cast<std::size_t>(u * u * static_cast<double>(n_labels));
    labels.emplace_back("L").append(std::to_string(rank));
  }
  return labels;
}

void set_items(benchmark::State& state, std::size_t an_iteration) {
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(an_iteration));
}

// From an empty vocabulary: additions, growth and look-ups, as a file brings them.
void intern_new(benchmark::State& state) {
  const auto labels = draw_labels(static_cast<std::size_t>(state.range(0)));
  for (auto _ : state) {
    Vocabulary vocabulary;
    for (const std::string& label : labels) benchmark::DoNotOptimize(vocabulary.intern(label));
  }
  set_items(state, labels.size());
}
BENCHMARK(intern_new)->Arg(13'000)->Arg(1'000'000)->Unit(benchmark::kMillisecond);

void intern_known(benchmark::State& state) {
  const auto labels = draw_labels(static_cast<std::size_t>(state.range(0)));
  Vocabulary vocabulary;
  for (const std::string& label : labels) vocabulary.intern(label);
  for (auto _ : state) {
    for (const std::string& label : labels) benchmark::DoNotOptimize(vocabulary.intern(label));
  }
  set_items(state, labels.size());
}
BENCHMARK(intern_known)->Arg(13'000)->Arg(1'000'000)->Unit(benchmark::kMillisecond);

// Blocks of tokens, as readers hand them over.
void intern_blocks(benchmark::State& state) {
  const auto labels = draw_labels(static_cast<std::size_t>(state.range(0)));
  constexpr std::size_t kBlock = 1024;
  Vocabulary vocabulary;
  std::vector<Token> tokens;
  std::vector<LabelId> ids(kBlock);
  for (auto _ : state) {
    for (std::size_t i = 0; i < labels.size(); i += kBlock) {
      tokens.clear();
      for (std::size_t j = i; j < i + kBlock; ++j) tokens.push_back(Token::of(labels[j]));
      vocabulary.intern(tokens, ids.data());
      benchmark::DoNotOptimize(ids.data());
    }
  }
  set_items(state, labels.size());
}
BENCHMARK(intern_blocks)->Arg(13'000)->Arg(1'000'000)->Unit(benchmark::kMillisecond);

std::vector<double> draw_shares() {
  std::mt19937_64 random(21);
  std::vector<double> shares;
  for (std::size_t i = 0; i < 4096; ++i) {
    const auto whole = 1 + random() % 60;
    shares.push_back(static_cast<double>(random() % (whole + 1)) / static_cast<double>(whole));
  }
  return shares;
}

void exact_sum_add(benchmark::State& state) {
  const auto shares = draw_shares();
  for (auto _ : state) {
    ExactSum sum;
    for (const double share : shares) sum.add(share);
    benchmark::DoNotOptimize(sum.value());
  }
  set_items(state, shares.size());
}
BENCHMARK(exact_sum_add);

void exact_sum_merge(benchmark::State& state) {
  ExactSum part;
  for (const double share : draw_shares()) part.add(share);
  ExactSum total;
  for (auto _ : state) {
    total.merge(part);
    benchmark::DoNotOptimize(total);
  }
  set_items(state, 1);
}
BENCHMARK(exact_sum_merge);

// Counts of the given number of bits: beyond 53 bits a double no longer holds them.
void ratio_of_counts(benchmark::State& state) {
  std::mt19937_64 random(22);
  std::vector<std::uint64_t> counts;
  for (std::size_t i = 0; i < 4096; ++i) {
    counts.push_back(1 + (random() >> (64 - state.range(0))));
  }
  for (auto _ : state) {
    for (std::size_t i = 1; i < counts.size(); ++i) {
      benchmark::DoNotOptimize(ratio(u128{counts[i - 1]}, u128{counts[i]}));
    }
  }
  set_items(state, counts.size() - 1);
}
BENCHMARK(ratio_of_counts)->Arg(20)->Arg(60);

}  // namespace
}  // namespace tallystick
