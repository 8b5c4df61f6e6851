// Measures over a hierarchy, by themselves. Items are examples.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "tallystick/labels/taxonomy_builder.hpp"
#include "tallystick/measures/graph_error.hpp"
#include "tallystick/measures/lca.hpp"

namespace tallystick {
namespace {

struct Shape {
  std::size_t nodes, several;  // classes; those with several parents
  std::size_t documents, labels;
};
// A tree; then like MeSH and like the Gene Ontology.
constexpr Shape kShapes[] = {
    {28'000, 0, 2'000, 6}, {28'000, 8'000, 2'000, 6}, {40'000, 20'000, 500, 67}};
constexpr std::size_t kLevels = 10;

struct Workload {
  Taxonomy taxonomy;
  std::vector<std::vector<NodeId>> truth, predicted;
};

std::string code(std::size_t i) { return std::string("D").append(std::to_string(i)); }

// Level k has about 2^k times the classes of the first; half of the true labels are found, the
// others are predicted nearby: at a brother's.
Workload draw(const Shape& shape) {
  std::mt19937_64 random(22);
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  std::vector<std::size_t> begin{0};
  for (std::size_t level = 1; level <= kLevels; ++level) {
    begin.push_back(std::max(begin.back() + 1, shape.nodes >> (kLevels - level)));
  }
  TaxonomyBuilder draft("drawn");
  for (std::size_t level = 1; level < kLevels; ++level) {
    for (std::size_t i = begin[level]; i < begin[level + 1]; ++i) {
      const auto node = draft.node(code(i));
      const std::size_t width = begin[level] - begin[level - 1];
      draft.edge(draft.node(code(begin[level - 1] + below(width))), node);
      if (below(shape.nodes) < shape.several)
        draft.edge(draft.node(code(below(begin[level]))), node);
    }
  }
  Workload workload{std::move(draft).build(), {}, {}};
  const Taxonomy& taxonomy = workload.taxonomy;
  for (std::size_t d = 0; d < shape.documents; ++d) {
    std::vector<NodeId> truth, predicted;
    for (std::size_t i = 0; i < shape.labels; ++i) {
      truth.push_back(static_cast<NodeId>(begin[1] + below(taxonomy.size() - begin[1])));
      const auto parents = taxonomy.parents(truth.back());
      if (parents.empty() || below(2) == 0) {
        predicted.push_back(truth.back());
      } else {
        const auto brothers = taxonomy.children(parents[below(parents.size())]);
        predicted.push_back(brothers[below(brothers.size())]);
      }
    }
    workload.truth.push_back(truth);
    workload.predicted.push_back(predicted);
  }
  return workload;
}

template <typename Scorer>
void score_all(benchmark::State& state) {
  const Workload workload = draw(kShapes[static_cast<std::size_t>(state.range(0))]);
  Scorer scorer(workload.taxonomy);
  for (auto _ : state) {
    for (std::size_t i = 0; i < workload.truth.size(); ++i) {
      benchmark::DoNotOptimize(scorer.score(workload.truth[i], workload.predicted[i]));
    }
  }
  state.SetItemsProcessed(state.iterations() * std::ssize(workload.truth));
}
BENCHMARK(score_all<LcaScorer>)->Name("lca_score")->DenseRange(0, 2)->Unit(benchmark::kMillisecond);
BENCHMARK(score_all<GraphError>)
    ->Name("graph_error_score")
    ->DenseRange(0, 2)
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace tallystick
