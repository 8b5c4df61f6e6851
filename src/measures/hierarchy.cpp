#include "tallystick/measures/hierarchy.hpp"

#include <algorithm>
#include <tuple>

#include "measures/count_preserving.hpp"
#include "measures/node_weights.hpp"
#include "measures/path_confusion.hpp"
#include "tallystick/base/error.hpp"
#include "tallystick/base/exact_sum.hpp"
#include "tallystick/labels/taxonomy_builder.hpp"
#include "tallystick/measures/graph_error.hpp"
#include "tallystick/measures/lca.hpp"

namespace tallystick {

namespace {

/// The taxonomy with some labels as further classes, below its root or beside its tops.
Taxonomy with_labels(const Taxonomy& taxonomy, std::span<const std::string_view> labels) {
  TaxonomyBuilder draft(taxonomy.origin());
  if (!taxonomy.root()) draft.no_written_root();
  for (NodeId node = 0; node < taxonomy.size(); ++node) {
    const auto child = draft.node(taxonomy.code(node));
    if (!taxonomy.title(node).empty()) draft.title(child, taxonomy.title(node));
    for (const NodeId parent : taxonomy.parents(node)) {
      draft.edge(draft.node(taxonomy.code(parent)), child);
    }
  }
  for (const std::string_view label : labels) {
    const auto child = draft.node(label);
    if (taxonomy.root()) draft.edge(draft.node(taxonomy.code(*taxonomy.root())), child);
  }
  return std::move(draft).build();
}

}  // namespace

Hierarchy::Hierarchy(const Whole& whole, std::vector<double> weights)
    : whole_(&whole), taxonomy_(whole.tally().taxonomy()), file_weights_(std::move(weights)) {
  const Tally& tally = whole.tally();
  if (taxonomy_ == nullptr) {
    fail(ErrorCode::wrong_usage, "measures over a hierarchy need one",
         "name it with --taxonomy isco08, or a file");
  }
  make_nodes();

  // Offsets first: spans must not point into a vector that still grows.
  struct Ends {
    std::size_t truth, predicted;
    u128 amount;
  };
  std::vector<Ends> ends;
  const auto append = [this](std::span<const LabelId> labels) {
    for (const LabelId label : labels) labels_.push_back(node_of_[label]);
    return labels_.size();
  };
  for (const ConfusionCounts::Entry& pair : tally.pairs().entries()) {
    const std::size_t truth = append({&pair.truth, 1});
    const std::size_t n_predicted = pair.predicted == kNoLabel ? 0 : 1;
    ends.push_back({truth, append({&pair.predicted, n_predicted}), whole.unit(pair.amount)});
  }
  for (std::size_t i = 0; i < tally.sets().size(); ++i) {
    const SetPairs::Entry one = tally.sets().entry(i);
    const std::size_t truth = append(one.truth);
    ends.push_back({truth, append(one.predicted), whole.unit(one.amount)});
  }
  examples_.reserve(ends.size());
  std::size_t begin = 0;
  for (const Ends& end : ends) {
    const std::span<const NodeId> labels(labels_);
    examples_.push_back({labels.subspan(begin, end.truth - begin),
                         labels.subspan(end.truth, end.predicted - end.truth), end.amount});
    begin = end.predicted;
  }
}

/// Classes of the labels; those that the hierarchy lacks are added to it.
void Hierarchy::make_nodes() {
  const Tally& tally = whole_->tally();
  const Vocabulary& vocabulary = tally.vocabulary();
  std::vector<char> used(vocabulary.size(), 0);
  for (const ConfusionCounts::Entry& pair : tally.pairs().entries()) {
    used[pair.truth] = 1;
    if (pair.predicted != kNoLabel) used[pair.predicted] = 1;
  }
  for (std::size_t i = 0; i < tally.sets().size(); ++i) {
    const SetPairs::Entry one = tally.sets().entry(i);
    for (const LabelId label : one.truth) used[label] = 1;
    for (const LabelId label : one.predicted) used[label] = 1;
  }
  std::vector<std::string_view> lacking, wrong;
  for (LabelId label = 0; label < vocabulary.size(); ++label) {
    const std::string_view name = vocabulary.name(label);
    if (used[label] == 0 || taxonomy_->find(name)) continue;
    lacking.push_back(name);
    if (whole_->only_wrong(label)) wrong.push_back(name);
  }
  if (!lacking.empty()) {
    const Taxonomy& known = *taxonomy_;
    auto wider = std::make_shared<const Taxonomy>(with_labels(known, lacking));
    only_wrong_.assign(wider->size(), 0);
    for (const std::string_view label : wrong) only_wrong_[*wider->find(label)] = 1;
    if (!file_weights_.empty()) {
      std::vector<double> weights(wider->size(), 0);
      for (NodeId node = 0; node < known.size(); ++node) {
        weights[*wider->find(known.code(node))] = file_weights_[node];
      }
      file_weights_ = std::move(weights);
    }
    taxonomy_ = std::move(wider);
  }
  node_of_.assign(vocabulary.size(), 0);
  for (LabelId label = 0; label < vocabulary.size(); ++label) {
    if (used[label] != 0) node_of_[label] = *taxonomy_->find(vocabulary.name(label));
  }
}

const ClosedCounts& Hierarchy::closed(const ClosureRule& rule) const {
  const auto found = closed_.find(rule);
  if (found != closed_.end()) return found->second;
  ClosedCounts out;
  out.nodes.resize(taxonomy_->size() + 1);
  out.examples.reserve(examples_.size());
  rule.counts_labels ? add_counts(rule, out) : add_sets(rule, out);
  // Examples that share their sizes share every figure.
  const auto key = [](const ExampleGroup& g) { return std::tie(g.common, g.truth, g.predicted); };
  std::sort(out.examples.begin(), out.examples.end(),
            [key](const auto& a, const auto& b) { return key(a) < key(b); });
  std::size_t kept = 0;
  for (const ExampleGroup& group : out.examples) {
    if (kept != 0 && key(out.examples[kept - 1]) == key(group)) {
      out.examples[kept - 1].amount += group.amount;
    } else {
      out.examples[kept++] = group;
    }
  }
  out.examples.resize(kept);
  return closed_.emplace(rule, std::move(out)).first->second;
}

/// Classes in the closed sets, each once an example.
void Hierarchy::add_sets(const ClosureRule& rule, ClosedCounts& out) const {
  const NodeId above = static_cast<NodeId>(taxonomy_->size());  // the virtual root
  const auto skipped = [&](NodeId node) { return !rule.counts(*taxonomy_, node); };
  Closure of_truth(*taxonomy_), of_predicted(*taxonomy_);
  for (const Example& example : examples_) {
    ExampleGroup sizes{0, 0, 0, example.amount};
    const auto truth = of_truth.of(example.truth, rule.edges);
    const auto predicted = of_predicted.of(example.predicted, rule.edges);
    for (const NodeId node : truth) {
      if (skipped(node)) continue;
      ++sizes.truth;
      const bool hit = of_predicted.contains(node);
      sizes.common += hit ? 1 : 0;
      (hit ? out.nodes[node].tp : out.nodes[node].fn) += example.amount;
    }
    for (const NodeId node : predicted) {
      if (skipped(node)) continue;
      ++sizes.predicted;
      if (!of_truth.contains(node)) out.nodes[node].fp += example.amount;
    }
    if (rule.root == Root::above && !rule.level) {
      const bool t = of_truth.above_tops(), p = of_predicted.above_tops();
      sizes.truth += t ? 1 : 0;
      sizes.predicted += p ? 1 : 0;
      sizes.common += t && p ? 1 : 0;
      Cell& cell = out.nodes[above];
      if (t) (p ? cell.tp : cell.fn) += example.amount;
      if (p && !t) cell.fp += example.amount;
    }
    out.examples.push_back(sizes);
  }
}

/// Classes as often as labels lie at or below them.
void Hierarchy::add_counts(const ClosureRule& rule, ClosedCounts& out) const {
  const NodeId above = static_cast<NodeId>(taxonomy_->size());
  detail::CountPreserving counts(*taxonomy_);
  for (const Example& example : examples_) {
    ExampleGroup sizes{0, 0, 0, example.amount};
    const auto add = [&](NodeId node, std::uint64_t truth, std::uint64_t predicted) {
      const std::uint64_t common = std::min(truth, predicted);
      sizes.common += common, sizes.truth += truth, sizes.predicted += predicted;
      Cell& cell = out.nodes[node];
      cell.tp += common * example.amount;
      cell.fp += (predicted - common) * example.amount;
      cell.fn += (truth - common) * example.amount;
    };
    for (const detail::NodeCount& count : counts(example.truth, example.predicted)) {
      if (!rule.counts(*taxonomy_, count.node)) continue;
      add(count.node, count.truth, count.predicted);
    }
    if (rule.root == Root::above && !rule.level) {
      add(above, example.truth.size(), example.predicted.size());
    }
    out.examples.push_back(sizes);
  }
}

const Cell& Hierarchy::paths() const {
  if (paths_) return *paths_;
  detail::PathConfusion confusion(*taxonomy_);
  Cell sum;
  for (const Example& example : examples_) {
    const detail::PathCell one = confusion(example.truth, example.predicted);
    sum.tp += one.tp * example.amount;
    sum.fp += one.fp * example.amount;
    sum.fn += one.fn * example.amount;
    sum.tn += one.tn * example.amount;
  }
  return paths_.emplace(sum);
}

namespace {

/// Means of the figures that `figures(example)` returns as an array.
template <typename Figures>
auto means(const std::vector<Hierarchy::Example>& examples, Figures figures) {
  using Out = decltype(figures(examples.front()));
  std::array<ExactSum, std::tuple_size_v<Out>> sums;
  u128 amount = 0;
  for (const Hierarchy::Example& example : examples) {
    const Out values = figures(example);
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i].add(values[i], example.amount);
    amount += example.amount;
  }
  Out out;
  for (std::size_t i = 0; i < sums.size(); ++i) out[i] = sums[i].divided_by(amount);
  return out;
}

}  // namespace

const std::array<double, 3>& Hierarchy::lca_means() const {
  if (lca_means_) return *lca_means_;
  LcaScorer scorer(*taxonomy_);
  return lca_means_.emplace(means(examples_, [&](const Example& example) {
    const LcaScorer::Score score = scorer.score(example.truth, example.predicted);
    return std::array{score.precision, score.recall, score.f1};
  }));
}

const std::array<double, 2>& Hierarchy::graph_error_means(std::uint32_t max_error) const {
  const auto found = graph_error_means_.find(max_error);
  if (found != graph_error_means_.end()) return found->second;
  GraphError scorer(*taxonomy_, max_error);
  const auto both = means(examples_, [&](const Example& example) {
    const GraphError::Score score = scorer.score(example.truth, example.predicted);
    return std::array{static_cast<double>(score.error), score.accuracy};
  });
  return graph_error_means_.emplace(max_error, both).first->second;
}

std::vector<double> Hierarchy::weights(const std::string& name) const {
  std::vector<double> out(taxonomy_->size() + 1, 1);
  out.back() = 0;  // nothing is learnt from a virtual root
  if (name == "file") {
    if (file_weights_.empty()) {
      fail(ErrorCode::wrong_usage, "node_weights=file needs a weight of each class",
           "name their file with --ia FILE");
    }
    std::copy(file_weights_.begin(), file_weights_.end(), out.begin());
  } else if (name == "depth") {
    const std::vector<double> depths = detail::depth_weights(*taxonomy_);
    std::copy(depths.begin(), depths.end(), out.begin());
  }
  return out;
}

}  // namespace tallystick
