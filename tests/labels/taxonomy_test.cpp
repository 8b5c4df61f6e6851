#include "tallystick/labels/taxonomy.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "tallystick/base/error.hpp"
#include "tallystick/labels/taxonomy_builder.hpp"

namespace tallystick {
namespace {

using Edges = std::vector<std::pair<std::string, std::string>>;

TaxonomyBuilder draft_of(const Edges& edges) {
  TaxonomyBuilder draft("edges.tsv");
  for (const auto& [parent, child] : edges) draft.edge(draft.node(parent), draft.node(child));
  return draft;
}

Taxonomy taxonomy_of(const Edges& edges) { return draft_of(edges).build(); }

std::vector<std::string> closed(const Taxonomy& taxonomy, const std::vector<std::string>& codes,
                                std::optional<std::uint32_t> edges = {}) {
  std::vector<NodeId> labels;
  for (const std::string& code : codes) labels.push_back(*taxonomy.find(code));
  Closure closure(taxonomy);
  std::vector<std::string> out;
  for (const NodeId node : closure.of(labels, edges)) out.emplace_back(taxonomy.code(node));
  std::sort(out.begin(), out.end());
  return out;
}

const Edges kDag = {{"A", "B"}, {"A", "C"}, {"A", "D"}, {"B", "E"}, {"C", "E"},
                    {"C", "F"}, {"E", "G"}, {"E", "H"}, {"F", "I"}};

TEST(Taxonomy, AncestorsOfADagAreFollowedOverAllParents) {
  const Taxonomy dag = taxonomy_of(kDag);
  EXPECT_EQ(closed(dag, {"G"}), (std::vector<std::string>{"A", "B", "C", "E", "G"}));
  EXPECT_EQ(closed(dag, {"F", "G"}), (std::vector<std::string>{"A", "B", "C", "E", "F", "G"}));
  EXPECT_EQ(closed(dag, {"G"}, 1), (std::vector<std::string>{"E", "G"}));
  EXPECT_EQ(closed(dag, {"G"}, 0), (std::vector<std::string>{"G"}));
  EXPECT_TRUE(closed(dag, {}).empty());
  EXPECT_FALSE(dag.is_tree());
  EXPECT_EQ(dag.n_levels(), 3u);
  EXPECT_EQ(dag.root(), std::optional<NodeId>(0));
  EXPECT_EQ(dag.code(0), "A");
  EXPECT_EQ(dag.depth(*dag.find("G")), 3u);
}

TEST(Taxonomy, DepthIsTheLongestWayDown) {
  // A shortcut from the top must not lift a node above its ancestors.
  const Taxonomy dag = taxonomy_of({{"a", "b"}, {"b", "c"}, {"a", "c"}, {"x", "c"}});
  EXPECT_FALSE(dag.root());  // two tops
  EXPECT_EQ(dag.depth(*dag.find("a")), 1u);
  EXPECT_EQ(dag.depth(*dag.find("x")), 1u);
  EXPECT_EQ(dag.depth(*dag.find("c")), 3u);
}

TEST(Taxonomy, PositionalCodesHaveNoWrittenRoot) {
  const Taxonomy isco = taxonomy_of({{"1", "11"}, {"11", "111"}});
  EXPECT_FALSE(isco.root());
  EXPECT_EQ(isco.depth(0), 1u);
  TaxonomyBuilder levels = draft_of({{"food", "fruit"}, {"fruit", "apple"}});
  levels.no_written_root();
  EXPECT_FALSE(std::move(levels).build().root());
}

TEST(Taxonomy, EqualHierarchiesAreNumberedAlikeInAnyOrder) {
  const Taxonomy first = taxonomy_of(kDag);
  std::mt19937 random(7);
  for (int i = 0; i < 20; ++i) {
    Edges edges = kDag;
    edges.insert(edges.end(), kDag.begin(), kDag.begin() + i % 9);  // repeats count once
    std::shuffle(edges.begin(), edges.end(), random);
    const Taxonomy again = taxonomy_of(edges);
    ASSERT_EQ(again.fingerprint(), first.fingerprint());
    ASSERT_EQ(again.n_edges(), first.n_edges());
    for (NodeId node = 0; node < first.size(); ++node) {
      ASSERT_EQ(again.code(node), first.code(node));
      ASSERT_TRUE(std::ranges::equal(again.parents(node), first.parents(node)));
    }
  }
  EXPECT_NE(taxonomy_of({{"A", "B"}}).fingerprint(), taxonomy_of({{"B", "A"}}).fingerprint());
}

TEST(Taxonomy, ParentsHaveSmallerNumbers) {
  const Taxonomy dag = taxonomy_of(kDag);
  for (NodeId node = 0; node < dag.size(); ++node) {
    for (const NodeId parent : dag.parents(node)) EXPECT_LT(parent, node);
    for (const NodeId child : dag.children(node)) EXPECT_GT(child, node);
  }
  EXPECT_EQ(dag.level(1), (std::pair<NodeId, NodeId>{1, 4}));  // B, C, D
}

TEST(Taxonomy, ACycleIsAnErrorThatShowsIt) {
  try {
    static_cast<void>(taxonomy_of({{"a", "b"}, {"b", "c"}, {"c", "a"}, {"r", "d"}}));
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::taxonomy_cycle);
    EXPECT_NE(error.fact().find("'a' > 'b' > 'c' > 'a'"), std::string::npos) << error.fact();
  }
  EXPECT_THROW(static_cast<void>(taxonomy_of({{"a", "a"}})), Error);
}

TEST(Taxonomy, ALongWayRoundIsCutShort) {
  Edges round;
  for (int i = 0; i < 1000; ++i) round.emplace_back(std::to_string(i), std::to_string(i + 1));
  round.emplace_back("1000", "0");
  try {
    static_cast<void>(taxonomy_of(round));
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(error.fact().find("'0' > '1' > '2'"), std::string::npos) << error.fact();
    EXPECT_TRUE(error.fact().ends_with(" > ... > '0'")) << error.fact();
    EXPECT_LT(error.fact().size(), 400u);
  }
}

TEST(Taxonomy, FindingsTellCyclesFromWhatLiesBelowThem) {
  const TaxonomyFindings found =
      draft_of({{"a", "b"}, {"b", "a"}, {"b", "c"}, {"p", "q"}, {"q", "p"}, {"r", "d"}, {"r", "d"}})
          .findings();
  ASSERT_EQ(found.cycles.size(), 2u);
  EXPECT_EQ(found.cycles[0], (std::vector<std::string>{"a", "b", "a"}));
  EXPECT_EQ(found.cycles[1], (std::vector<std::string>{"p", "q", "p"}));
  EXPECT_EQ(found.unreachable, std::vector<std::string>{"c"});
  EXPECT_EQ(found.tops, std::vector<std::string>{"r"});
  EXPECT_EQ(found.duplicate_edges, 1u);
  EXPECT_TRUE(found.faulty());
}

TEST(Taxonomy, FaultyClassesAreCollectedAndTheFirstRefused) {
  TaxonomyBuilder draft("h.csv");
  const auto a = draft.node("a"), b = draft.node("b");
  draft.edge(a, b, 2);
  draft.title(b, "one", 2);
  draft.title(b, "two", 4);
  draft.title(b, "three", 5);
  draft.edge(b, b, 6);
  draft.edge(a, a, 7);
  const TaxonomyFindings found = draft.findings();
  ASSERT_EQ(found.self_parents.size(), 2u);
  EXPECT_EQ(found.self_parents[0].code, "a");
  EXPECT_EQ(found.self_parents[0].line, 7u);
  EXPECT_EQ(found.self_parents[1].fact, "class 'b' is its own parent");
  ASSERT_EQ(found.two_titles.size(), 1u);
  EXPECT_EQ(found.two_titles[0].fact, "code 'b' has the title 'two' here and 'one' on line 2");
  EXPECT_TRUE(found.faulty());
  EXPECT_TRUE(found.cycles.empty());
  try {
    static_cast<void>(std::move(draft).build());
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::bad_taxonomy);
    EXPECT_EQ(error.place().line, 4u);
  }
}

TEST(Taxonomy, NodesWithoutAnEntryAreReported) {
  TaxonomyBuilder draft("terms.obo");
  const auto child = draft.node("T:2");
  draft.define(child);
  draft.edge(draft.node("T:1"), child);
  EXPECT_EQ(draft.findings().unknown_parents, std::vector<std::string>{"T:1"});
}

TEST(Taxonomy, AlternativeCodesLeadToTheirNode) {
  TaxonomyBuilder draft("terms.obo");
  draft.edge(draft.node("A"), draft.node("B"));
  draft.alternative("B_OLD", draft.node("B"));
  draft.alternative("A", draft.node("B"));  // A is a class of its own
  const Taxonomy taxonomy = std::move(draft).build();
  EXPECT_EQ(taxonomy.find("B_OLD"), taxonomy.find("B"));
  EXPECT_NE(taxonomy.find("A"), taxonomy.find("B"));
  EXPECT_FALSE(taxonomy.find("C"));

  TaxonomyBuilder torn("terms.obo");
  torn.edge(torn.node("A"), torn.node("B"));
  torn.alternative("X", torn.node("A"));
  torn.alternative("X", torn.node("B"));
  EXPECT_THROW(static_cast<void>(std::move(torn).build()), Error);
}

TEST(Taxonomy, TwoTitlesForOneCodeAreAnError) {
  TaxonomyBuilder draft("codes.tsv");
  draft.title(draft.node("1"), "Managers", 1);
  draft.title(draft.node("1"), "Managers", 2);
  EXPECT_TRUE(draft.findings().two_titles.empty());
  draft.title(draft.node("1"), "Directors", 3);
  EXPECT_EQ(draft.findings().two_titles.size(), 1u);
  EXPECT_THROW(static_cast<void>(std::move(draft).build()), Error);
}

TEST(Taxonomy, NothingIsNoTaxonomy) {
  EXPECT_THROW(static_cast<void>(TaxonomyBuilder("empty.tsv").build()), Error);
}

TEST(Taxonomy, AChainOfAHundredThousandNeedsNoRecursion) {
  TaxonomyBuilder draft("chain.tsv");
  auto above = draft.node("n0");
  for (int i = 1; i < 100'000; ++i) {
    const auto below = draft.node(std::string("n").append(std::to_string(i)));
    draft.edge(above, below);
    above = below;
  }
  const Taxonomy chain = std::move(draft).build();
  EXPECT_EQ(chain.n_levels(), 99'999u);
  Closure closure(chain);
  const NodeId last = static_cast<NodeId>(chain.size() - 1);
  EXPECT_EQ(closure.of({&last, 1}).size(), 100'000u);
}

}  // namespace
}  // namespace tallystick
