// Labels taken for others, counted by hand.
#include "tallystick/confused_labels.hpp"

#include <gtest/gtest.h>

#include <map>
#include <memory>

#include "states/rows.hpp"
#include "tallystick/base/error.hpp"
#include "tallystick/labels/taxonomy_builder.hpp"

namespace tallystick {
namespace {

using Counts = std::map<std::string, std::uint64_t>;

Counts counts_of(const ConfusionTable& table) {
  Counts out;
  for (const ConfusionTable::Entry& entry : table.entries) {
    std::string pair = table.labels[entry.truth];
    out[pair.append(">").append(table.labels[entry.predicted])] = entry.count.whole;
  }
  return out;
}

Tally tally_of(std::string_view data, bool sets = true) {
  Tally tally;
  if (sets) tally.keep_sets();
  test::add_rows(tally, test::rows(data));
  return tally;
}

TEST(ConfusedLabels, PairsWhatIsMissedWithWhatIsInvented) {
  const Tally tally = tally_of("a b > a c; a > b c; b c d >; > a; a b > a b");
  const ConfusedLabels found = confused_labels(tally, {});
  EXPECT_EQ(found.table.labels, (std::vector<std::string>{"a", "b", "c", "d", "(none)"}));
  EXPECT_EQ(counts_of(found.table), (Counts{{"a>a", 2},
                                            {"a>b", 1},
                                            {"a>c", 1},
                                            {"b>b", 1},
                                            {"b>c", 1},
                                            {"b>(none)", 1},
                                            {"c>(none)", 1},
                                            {"d>(none)", 1},
                                            {"(none)>a", 1}}));
  EXPECT_EQ(found.n_left_out, 0u);
}

TEST(ConfusedLabels, FoldsClassesToALevel) {
  TaxonomyBuilder draft("test");
  draft.no_written_root();
  for (const auto& [parent, child] : std::vector<std::pair<const char*, const char*>>{
           {"a", "a1"}, {"a", "a2"}, {"b", "b1"}, {"b1", "b11"}}) {
    draft.edge(draft.node(parent), draft.node(child));
  }
  Tally tally;
  tally.set_taxonomy(std::make_shared<Taxonomy>(std::move(draft).build()));
  test::add_rows(tally, test::rows("a1 > a2; a1 > b11; b11 > b; b1 >"));
  EXPECT_EQ(counts_of(confused_labels(tally, {}, 1).table),
            (Counts{{"a>a", 1}, {"a>b", 1}, {"b>b", 1}, {"b>(none)", 1}}));
  // A prediction above the level stays what it is.
  EXPECT_EQ(counts_of(confused_labels(tally, {}, 2).table),
            (Counts{{"a1>a2", 1}, {"a1>b1", 1}, {"b1>b", 1}, {"b1>(none)", 1}}));
}

TEST(ConfusedLabels, LeavesOutWhatHasTooManyPairs) {
  std::string many;
  for (int i = 0; i < 101; ++i) many.append("t").append(std::to_string(i)).append(" ");
  many += '>';
  for (int i = 0; i < 101; ++i) many.append(" p").append(std::to_string(i));
  const ConfusedLabels found = confused_labels(tally_of(many), {});
  EXPECT_EQ(found.n_left_out, 1u);
  EXPECT_TRUE(found.table.entries.empty());
}

TEST(ConfusedLabels, NeedsTheSets) {
  EXPECT_THROW(static_cast<void>(confused_labels(tally_of("a b > a c", false), {})), Error);
  EXPECT_THROW(static_cast<void>(confused_labels(tally_of("a > b"), {}, 1)), Error);
  EXPECT_EQ(counts_of(confused_labels(tally_of("a > b; a >", false), {}).table),
            (Counts{{"a>b", 1}, {"a>(none)", 1}}));
}

TEST(ConfusedLabelsLaw, OrderOfRowsDoesNotShow) {
  const auto one = confused_labels(tally_of("a b > a c; d > b; > c"), {});
  const auto other = confused_labels(tally_of("> c; d > b; b a > c a"), {});
  EXPECT_EQ(one.table.labels, other.table.labels);
  EXPECT_EQ(counts_of(one.table), counts_of(other.table));
}

}  // namespace
}  // namespace tallystick
