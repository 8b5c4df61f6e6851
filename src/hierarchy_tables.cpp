#include "hierarchy_tables.hpp"

#include <algorithm>

#include "measures/error_profile.hpp"

namespace tallystick::detail {

namespace {

/// Sums over examples of what one level of their closed sets holds.
struct LevelSums {
  u128 reached = 0, right = 0;                // examples
  u128 common = 0, truth = 0, predicted = 0;  // classes
};

/// The sizes of one example's closed sets at each depth. Only depths that occur are touched.
class Depths {
 public:
  struct Sizes {
    std::uint32_t common = 0, truth = 0, predicted = 0;
  };
  explicit Depths(std::size_t n_levels) : sizes_(n_levels + 1) {}

  Sizes& at(std::uint32_t depth) {
    Sizes& sizes = sizes_[depth];
    if (sizes.truth == 0 && sizes.predicted == 0) touched_.push_back(depth);
    return sizes;
  }
  template <typename Visit>
  void drain(Visit visit) {
    for (const std::uint32_t depth : touched_) {
      visit(depth, sizes_[depth]);
      sizes_[depth] = {};
    }
    touched_.clear();
  }

 private:
  std::vector<Sizes> sizes_;
  std::vector<std::uint32_t> touched_;
};

struct BranchSums {
  u128 n = 0, exact = 0;                      // examples
  u128 common = 0, truth = 0, predicted = 0;  // classes
};

bool same_set(std::span<const NodeId> a, std::span<const NodeId> b) {
  return a.size() == b.size() && std::is_permutation(a.begin(), a.end(), b.begin());
}

LevelRow row_of(std::uint32_t level, const LevelSums& sums, const Whole& whole) {
  return {.level = level,
          .n = whole.amount(sums.reached),
          .accuracy = ratio(sums.right, sums.reached),
          .precision = ratio(sums.common, sums.predicted),
          .recall = ratio(sums.common, sums.truth),
          .f1 = ratio(2 * sums.common, sums.truth + sums.predicted)};
}

}  // namespace

HierarchyTables hierarchy_tables(const Hierarchy& hierarchy, unsigned branch_level) {
  const Taxonomy& taxonomy = hierarchy.taxonomy();
  const Whole& whole = hierarchy.whole();
  HierarchyTables out;
  out.taxonomy = taxonomy.origin();
  out.n_classes = whole.tally().taxonomy()->size();
  out.n_levels = taxonomy.n_levels();
  out.tree = taxonomy.is_tree();
  out.branch_level = branch_level;

  std::vector<LevelSums> levels(taxonomy.n_levels() + std::size_t{1});
  const auto [first_branch, last_branch] = taxonomy.level(branch_level);
  std::vector<BranchSums> branches(last_branch - first_branch);
  std::vector<NodeId> met;  // branches of one example's truth
  std::array<u128, kErrorKinds> kinds{};
  ErrorProfiler profiler(taxonomy);
  Depths depths(taxonomy.n_levels());
  Closure of_truth(taxonomy), of_predicted(taxonomy);
  for (const Hierarchy::Example& example : hierarchy.examples()) {
    ExampleGroup sizes;
    met.clear();
    ErrorProfile profile{};
    profiler.add(example.truth, example.predicted, profile);
    for (std::size_t i = 0; i < kErrorKinds; ++i) kinds[i] += profile[i] * example.amount;
    const auto predicted = of_predicted.of(example.predicted);
    for (const NodeId node : of_truth.of(example.truth)) {
      if (node == taxonomy.root()) continue;
      Depths::Sizes& level = depths.at(taxonomy.depth(node));
      ++level.truth, ++sizes.truth;
      if (of_predicted.contains(node)) ++level.common, ++sizes.common;
      if (node >= first_branch && node < last_branch) met.push_back(node);
    }
    for (const NodeId node : predicted) {
      if (node == taxonomy.root()) continue;
      ++depths.at(taxonomy.depth(node)).predicted, ++sizes.predicted;
    }
    depths.drain([&](std::uint32_t depth, const Depths::Sizes& at) {
      LevelSums& sums = levels[depth];
      sums.common += at.common * example.amount;
      sums.truth += at.truth * example.amount;
      sums.predicted += at.predicted * example.amount;
      if (at.truth == 0) return;
      sums.reached += example.amount;
      if (at.common == at.truth && at.common == at.predicted) sums.right += example.amount;
    });
    const bool exact = !met.empty() && same_set(example.truth, example.predicted);
    for (const NodeId node : met) {
      BranchSums& sums = branches[node - first_branch];
      sums.n += example.amount;
      sums.exact += exact ? example.amount : 0;
      sums.common += sizes.common * example.amount;
      sums.truth += sizes.truth * example.amount;
      sums.predicted += sizes.predicted * example.amount;
    }
  }
  for (std::uint32_t level = 1; level < levels.size(); ++level) {
    out.levels.push_back(row_of(level, levels[level], whole));
  }
  u128 units = 0;
  for (const u128 n : kinds) units += n;
  for (std::size_t i = 0; i < kErrorKinds; ++i) {
    const auto kind = static_cast<ErrorKind>(i);
    if (kind == ErrorKind::no_prediction && kinds[i] == 0) continue;
    out.errors.push_back({error_kind_name(kind), whole.amount(kinds[i]), ratio(kinds[i], units)});
  }
  for (NodeId node = first_branch; node < last_branch; ++node) {
    const BranchSums& sums = branches[node - first_branch];
    if (sums.n == 0 || hierarchy.only_wrong(node)) continue;
    out.branches.push_back({.code = std::string(taxonomy.code(node)),
                            .title = std::string(taxonomy.title(node)),
                            .n = whole.amount(sums.n),
                            .accuracy = ratio(sums.exact, sums.n),
                            .precision = ratio(sums.common, sums.predicted),
                            .recall = ratio(sums.common, sums.truth),
                            .f1 = ratio(2 * sums.common, sums.truth + sums.predicted)});
  }
  return out;
}

}  // namespace tallystick::detail
