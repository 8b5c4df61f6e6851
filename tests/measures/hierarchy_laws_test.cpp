// Laws over every measure of hierarchies and every average, in random trees and graphs: a new one
// is tested at birth. Bits, not tolerance; the seed of a failure is in the message.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <functional>

#include "measures/figure.hpp"
#include "states/rows.hpp"
#include "tallystick/labels/taxonomy_builder.hpp"
#include "tallystick/measures/average.hpp"
#include "tallystick/measures/catalogue.hpp"

namespace tallystick {
namespace {

using test::numbered;
using test::Row;
using test::Rules;

constexpr std::uint64_t kSeeds = 60;

/// A hierarchy and data in it, by numbers: codes and every order are chosen when it is built.
struct World {
  struct Example {
    std::vector<std::size_t> truth, predicted;
    Amount weight;
  };
  std::size_t n = 0;
  bool written_root = true;
  std::vector<std::pair<std::size_t, std::size_t>> edges;
  std::vector<Example> examples;

  [[nodiscard]] bool is_leaf(std::size_t node) const {
    return std::none_of(edges.begin(), edges.end(),
                        [node](const auto& edge) { return edge.first == node; });
  }
};

/// Trees and graphs, with one top or several, single- and multi-label data by turns.
World world_of(std::uint64_t seed) {
  test::Source source(seed);
  World world;
  world.n = 2 + source.below(11);
  world.written_root = seed % 4 != 3;
  const bool tree = seed % 2 == 0, single = seed / 2 % 2 == 0;
  for (std::size_t child = 1; child < world.n; ++child) {
    std::size_t parents = tree ? 1 : 1 + source.below(3);
    if (child > 1 && seed / 4 % 2 == 1 && source.below(4) == 0) parents = 0;
    for (; parents > 0; --parents) world.edges.emplace_back(source.below(child), child);
  }
  const auto pick = [&](std::size_t most) {
    std::vector<std::size_t> out;
    for (std::size_t i = source.below(most + 1); i > 0; --i) {
      const std::size_t node = source.below(world.n);
      if (std::find(out.begin(), out.end(), node) == out.end()) out.push_back(node);
    }
    return out;
  };
  world.examples.resize(1 + source.below(12));
  for (World::Example& example : world.examples) {
    example.truth = single ? std::vector{source.below(world.n)} : pick(4);
    example.predicted = pick(single ? 1 : 4);
    if (source.below(4) == 0) example.predicted = example.truth;
    example.weight = seed % 3 == 0   ? kOne
                     : seed % 3 == 1 ? Amount{1 + source.below(3), 0}
                                     : amount_from(0.1 * static_cast<double>(1 + source.below(30)));
  }
  return world;
}

/// Two digits: no code is a prefix of another, which would make them prefix codes without a root.
std::string plain_code(std::size_t node) { return numbered("n", node + 10); }

struct Built {
  std::shared_ptr<const Taxonomy> taxonomy;
  std::vector<Row> rows;

  [[nodiscard]] Tally tally(std::span<const Row> part) const {
    Tally tally;
    tally.set_taxonomy(taxonomy);
    test::add_rows(tally, part);
    return tally;
  }
  [[nodiscard]] Tally tally() const { return tally(rows); }
};

Built build(const World& world, const std::function<std::string(std::size_t)>& code = plain_code,
            bool backwards = false) {
  TaxonomyBuilder draft("hierarchy");
  if (!world.written_root) draft.no_written_root();
  auto edges = world.edges;
  if (backwards) {
    std::reverse(edges.begin(), edges.end());
    if (!edges.empty()) edges.push_back(edges.back());  // once more changes nothing
  }
  for (const auto& [parent, child] : edges) {
    draft.edge(draft.node(code(parent)), draft.node(code(child)));
  }
  for (std::size_t node = 0; node < world.n; ++node) (void)draft.node(code(node));
  Built out{std::make_shared<const Taxonomy>(std::move(draft).build()), {}};
  const auto codes = [&](std::vector<std::size_t> nodes) {
    if (backwards) std::reverse(nodes.begin(), nodes.end());
    std::vector<std::string> words;
    for (const std::size_t node : nodes) words.push_back(code(node));
    return words;
  };
  for (const World::Example& example : world.examples) {
    out.rows.push_back({codes(example.truth), codes(example.predicted), example.weight});
  }
  if (backwards) std::reverse(out.rows.begin(), out.rows.end());
  return out;
}

/// Every measure over a hierarchy in every average, with each value of its parameters.
const std::string& all_names() {
  static const std::string names = [] {
    std::string out = "hierarchical";
    const auto add = [&out](std::string name, std::string_view params) {
      out.append(",").append(name.append(params.empty() ? "" : ":").append(params));
    };
    for (const Measure* measure : catalogue()) {
      if (measure->group != "hierarchical") continue;
      const std::string name(measure->name);
      for (const Average average : averages_of(*measure)) {
        const std::string averaged = name + "_" + std::string(average_name(average));
        add(averaged, "");
        for (const char* params : {"root=in", "root=virtual", "edges=1", "level=1", "level=2",
                                   "counts=labels", "counts=labels,root=virtual"}) {
          add(averaged, params);
        }
        if (average == Average::macro) continue;
        add(averaged, "node_weights=depth");
        add(averaged, "node_weights=depth,root=in,edges=2");
      }
    }
    for (const char* average : {"micro", "macro", "samples", "means", "union"}) {
      for (const char* beta : {"beta=0", "beta=0.5", "beta=2"}) {
        add(std::string("hierarchical_fbeta_") + average, beta);
      }
    }
    return out +
           ",symmetric_difference_loss:root=virtual,symmetric_difference_loss:root=in,edges=1"
           ",full_path_accuracy:root=in,level_accuracy@1,level_accuracy@2,level_accuracy@3"
           ",graph_induced_error:max_error=2,mgia:max_error=1,h_loss:costs=subtree"
           ",h_loss:costs=uniform,tree_distance:ways=any,lca_height:over=mistakes"
           ",wu_palmer:root_depth=0";
  }();
  return names;
}

std::vector<Score> figures(const Tally& tally, const Rules& rules = {}) {
  return test::report(tally, all_names(), rules).measures;
}

const Measure& measure_of(const Score& score) {
  const std::string_view name =
      std::string_view(score.name).substr(0, score.name.find_first_of(":@"));
  if (const Measure* measure = find_measure(name)) return *measure;
  return *find_measure(name.substr(0, name.rfind('_')));
}

std::string at(std::string_view what, std::uint64_t seed) {
  return std::string(what).append(", seed ").append(std::to_string(seed));
}

void expect_same(const Score& a, const Score& b, const std::string& where) {
  ASSERT_EQ(a.name, b.name) << where;
  EXPECT_EQ(std::bit_cast<std::uint64_t>(a.value), std::bit_cast<std::uint64_t>(b.value))
      << a.name << ": " << a.value << " and " << b.value << ", " << where;
  EXPECT_EQ(a.n_undefined, b.n_undefined) << a.name << ", " << where;
}

void expect_same(const std::vector<Score>& a, const std::vector<Score>& b,
                 const std::string& where) {
  ASSERT_EQ(a.size(), b.size()) << where;
  for (std::size_t i = 0; i < a.size(); ++i) expect_same(a[i], b[i], where);
}

/// Calls body(rules, what) for the default and, by turns of the seed, one of all other rules.
void for_rules(std::uint64_t seed,
               const std::function<void(const Rules&, const std::string&)>& body) {
  std::vector<std::pair<Rules, std::string>> all = {
      {{.undefined = Undefined::one}, "undefined one"},
      {{.undefined = Undefined::exclude}, "undefined exclude"}};
  for (const Convention& convention : conventions()) {
    if (convention.hierarchical) {
      all.emplace_back(Rules{.convention = convention.name}, std::string(convention.name));
    }
  }
  body({}, "default");
  const auto& [rules, name] = all[seed % all.size()];
  body(rules, name);
}

TEST(HierarchyLaws, EveryMeasureAndAverageIsThere) {
  const std::vector<Score> all = figures(build(world_of(0)).tally());
  for (const Measure* measure : catalogue()) {
    if (measure->group != "hierarchical") continue;
    if (measure->scores != nullptr && measure->scorer == nullptr) continue;  // no scores here
    EXPECT_TRUE(std::any_of(all.begin(), all.end(), [measure](const Score& score) {
      return &measure_of(score) == measure;
    })) << measure->name;
  }
}

TEST(HierarchyLaws, ValuesLieInTheRangeOrAreLeftOut) {
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const Tally tally = build(world_of(seed)).tally();
    for_rules(seed, [&](const Rules& rules, const std::string& name) {
      for (const Score& score : figures(tally, rules)) {
        if (std::isnan(score.value)) {
          EXPECT_GT(score.n_undefined, 0u) << score.name << ", " << at(name, seed);
          EXPECT_FALSE(score.undefined.empty()) << score.name << ", " << at(name, seed);
          continue;
        }
        EXPECT_GE(score.value, measure_of(score).low) << score.name << ", " << at(name, seed);
        EXPECT_LE(score.value, measure_of(score).high) << score.name << ", " << at(name, seed);
      }
    });
  }
}

TEST(HierarchyLaws, APerfectPredictionGetsTheBestValue) {
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    World world = world_of(seed);
    bool leaves = true;
    for (World::Example& example : world.examples) {
      example.predicted = example.truth;
      for (const std::size_t node : example.truth) leaves = leaves && world.is_leaf(node);
    }
    std::size_t n_defined = 0;
    for (const Score& score : figures(build(world).tally(), {.undefined = Undefined::exclude})) {
      const Measure& measure = measure_of(score);
      if (std::isnan(score.value)) continue;
      // A class lies as high as itself, which is 0 for a leaf; right labels may lack ancestors.
      if (measure.name == "lca_height" && !leaves) continue;
      if (measure.name == "inconsistency") continue;
      ++n_defined;
      const bool lower = measure.direction == Direction::lower_is_better;
      EXPECT_EQ(score.value, lower ? measure.low : measure.high)
          << score.name << ", " << at("perfect", seed);
    }
    EXPECT_GT(n_defined, 5u) << seed;
  }
}

TEST(HierarchyLaws, CodesAndEveryOrderChangeNoBit) {
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const World world = world_of(seed);
    std::vector<std::size_t> numbers(world.n);
    for (std::size_t i = 0; i < world.n; ++i) numbers[i] = i;
    test::Source(seed + 1000).shuffle(numbers);
    const Tally one = build(world).tally();
    const Tally other =
        build(
            world, [&](std::size_t node) { return numbered("x", numbers[node] + 100); }, true)
            .tally();
    for_rules(seed, [&](const Rules& rules, const std::string& name) {
      expect_same(figures(one, rules), figures(other, rules), at(name, seed));
    });
  }
}

TEST(HierarchyLaws, MergingPartsGivesTheBitsOfOnePass) {
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const Built built = build(world_of(seed));
    const std::span<const Row> all(built.rows);
    const std::size_t cut = test::Source(seed).below(all.size() + 1);
    Tally part = Tally::load(built.tally(all.first(cut)).save(), "part");
    part.set_taxonomy(built.taxonomy);
    Tally merged = built.tally(all.subspan(cut));
    merged.merge(part);
    const Tally once = built.tally();
    EXPECT_TRUE(once == merged) << seed;
    for_rules(seed, [&](const Rules& rules, const std::string& name) {
      expect_same(figures(once, rules), figures(merged, rules), at(name, seed));
    });
  }
}

TEST(HierarchyLaws, AWeightCountsLikeCopiesOfTheExample) {
  for (std::uint64_t seed = 1; seed < kSeeds; seed += 3) {  // seeds of whole weights
    const Built built = build(world_of(seed));
    std::vector<Row> copies;
    for (Row row : built.rows) {
      const std::uint64_t times = row.weight.whole;
      row.weight = kOne;
      copies.insert(copies.end(), times, row);
    }
    const Tally weighted = built.tally(), copied = built.tally(copies);
    for_rules(seed, [&](const Rules& rules, const std::string& name) {
      expect_same(figures(weighted, rules), figures(copied, rules), at(name, seed));
    });
  }
}

/// All labels children of one root: the hierarchy says nothing, and nothing is left of it.
TEST(HierarchyLaws, AFlatHierarchyGivesTheFlatFigures) {
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    World world = world_of(seed);
    world.edges.clear();
    world.written_root = true;
    for (std::size_t child = 0; child < world.n; ++child) world.edges.emplace_back(world.n, child);
    ++world.n;
    const Tally tally = build(world).tally();
    for (const char* average : {"micro", "macro", "samples"}) {
      for (const char* what : {"precision", "recall", "f1"}) {
        const std::string name = std::string(what).append("_").append(average);
        for (const Undefined zero : {Undefined::zero, Undefined::one, Undefined::exclude}) {
          const Rules rules{.undefined = zero};
          const Score flat = test::figure(tally, name, rules);
          const Score deep = test::figure(tally, "hierarchical_" + name, rules);
          EXPECT_EQ(std::bit_cast<std::uint64_t>(flat.value),
                    std::bit_cast<std::uint64_t>(deep.value))
              << name << ": " << flat.value << " and " << deep.value << ", seed " << seed;
          EXPECT_EQ(flat.n_undefined, deep.n_undefined) << name << ", seed " << seed;
        }
      }
    }
    EXPECT_EQ(test::value(tally, "subset_accuracy"), test::value(tally, "full_path_accuracy"));
  }
}

/// Not of three: the height of a class and what a class costs depend on all that lies below it, and
/// a neighbour that was rightly not taken is a tn.
bool looks_at_unused_classes(const Score& score) {
  const std::string_view name = measure_of(score).name;
  return name == "lca_height" || name == "path_accuracy" || name == "path_mcc" ||
         (name == "h_loss" && score.name != "h_loss:costs=uniform");
}

TEST(HierarchyLaws, ALeafThatNobodyUsesChangesNothing) {
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    World world = world_of(seed);
    const Tally before = build(world).tally();
    world.edges.emplace_back(test::Source(seed).below(world.n), world.n);
    ++world.n;
    const Tally after = build(world).tally();
    const auto a = figures(before), b = figures(after);
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
      if (!looks_at_unused_classes(a[i])) expect_same(a[i], b[i], at("leaf", seed));
    }
  }
  // So much is true of those, in the tree r > a b, true a and predicted b: below c they are higher.
  World world{3, true, {{0, 1}, {0, 2}}, {{{1}, {2}, kOne}}};
  const auto value = [&world](const char* name) { return test::value(build(world).tally(), name); };
  EXPECT_EQ(value("lca_height"), 1);
  EXPECT_EQ(value("h_loss"), 0.5 + 0.5);
  EXPECT_EQ(value("path_accuracy"), 0);
  world.edges.emplace_back(1, 3);
  world.edges.emplace_back(0, 4);
  world.n = 5;
  EXPECT_EQ(value("lca_height"), 2);
  EXPECT_DOUBLE_EQ(value("h_loss"), 1.0 / 3 + 1.0 / 3);
  EXPECT_GT(value("path_accuracy"), 0);
}

/// What precision becomes when truth and prediction change places; empty: there is no such figure.
std::string swapped_name(std::string name) {
  const auto exchange = [&name](const std::string& a, const std::string& b) {
    const std::size_t place = name.find(a);
    if (place == std::string::npos) return false;
    name.replace(place, a.size(), b);
    return true;
  };
  if (name.starts_with("level_accuracy") || name.starts_with("inconsistency") ||
      name.find("beta=") != std::string::npos) {
    return {};
  }
  if (!exchange("precision", "recall")) exchange("recall", "precision");
  return name;
}

TEST(HierarchyLaws, SwappingTruthAndPredictionSwapsPrecisionAndRecall) {
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    World world = world_of(seed);
    const Tally tally = build(world).tally();
    const auto before = figures(tally);
    for (World::Example& example : world.examples) std::swap(example.truth, example.predicted);
    const auto after = figures(build(world).tally());
    std::size_t n_compared = 0;
    for (Score score : before) {
      score.name = swapped_name(score.name);
      const auto other = std::find_if(after.begin(), after.end(),
                                      [&](const Score& s) { return s.name == score.name; });
      if (score.name.empty() || other == after.end()) continue;
      // In a graph both sides may see another nearest way; then the true side's counts.
      const std::string_view measure = measure_of(score).name;
      const bool of_trees =
          measure == "graph_induced_error" || measure == "mgia" || measure.starts_with("path_");
      if (of_trees && !tally.taxonomy()->is_tree()) continue;
      ++n_compared;
      expect_same(score, *other, at("swapped", seed));
    }
    EXPECT_GT(n_compared, 100u);
  }
}

/// A label that lies above another of its side adds nothing to closed sets.
TEST(HierarchyLaws, AncestorsBesideTheirDescendantsAddNothing) {
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    World world = world_of(seed);
    const auto before = figures(build(world).tally());
    for (World::Example& example : world.examples) {
      for (auto* side : {&example.truth, &example.predicted}) {
        for (std::size_t i = 0; i < side->size(); ++i) {
          for (const auto& [parent, child] : world.edges) {
            if (child != (*side)[i] || std::find(side->begin(), side->end(), parent) != side->end())
              continue;
            side->push_back(parent);
          }
        }
      }
    }
    const auto after = figures(build(world).tally());
    ASSERT_EQ(before.size(), after.size());
    for (std::size_t i = 0; i < before.size(); ++i) {
      const std::string& name = before[i].name;
      const std::string_view measure = measure_of(before[i]).name;
      const bool closed = measure.starts_with("hierarchical_") ||
                          measure == "symmetric_difference_loss" ||
                          measure == "full_path_accuracy" || measure == "level_accuracy" ||
                          measure.starts_with("lca_p") || measure == "lca_recall" ||
                          measure == "lca_f1" || measure == "h_loss";
      if (!closed || name.find("edges=") != std::string::npos ||
          name.find("counts=labels") != std::string::npos) {
        if (measure == "inconsistency" && !std::isnan(after[i].value)) {
          EXPECT_EQ(after[i].value, 0) << at("consistent", seed);
        }
        continue;
      }
      expect_same(before[i], after[i], at("redundant", seed));
    }
  }
}

TEST(HierarchyLaws, FBetaRunsFromPrecisionToRecall) {
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const Tally tally = build(world_of(seed)).tally();
    for (const char* average : {"micro", "samples", "macro", "union", "means"}) {
      const auto of = [&](std::string_view what, std::string_view params) {
        return test::value(
            tally,
            std::string("hierarchical_").append(what).append("_").append(average).append(params));
      };
      EXPECT_EQ(of("fbeta", ":beta=1"), of("f1", "")) << at(average, seed);
      // Where nothing is predicted precision is 0/0 and F is 0, both counted as 0.
      if (std::string_view(average) != "means") {
        EXPECT_DOUBLE_EQ(of("fbeta", ":beta=0"), of("precision", "")) << at(average, seed);
      }
    }
    const double p = test::value(tally, "hierarchical_precision_micro");
    const double r = test::value(tally, "hierarchical_recall_micro");
    double last = p;
    for (const char* beta : {"0.25", "0.5", "1", "2", "4"}) {
      const double f =
          test::value(tally, std::string("hierarchical_fbeta_micro:beta=").append(beta));
      EXPECT_TRUE(p <= r ? last <= f && f <= r : last >= f && f >= r) << at(beta, seed);
      last = f;
    }
  }
}

}  // namespace
}  // namespace tallystick
