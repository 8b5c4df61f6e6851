// Labels known before, by the id of their example.
#include "readers/known.hpp"

#include "gather.hpp"

namespace tallystick::testing_readers {
namespace {

KnownLabels read(std::string_view text, const ReadOptions& options = {},
                 std::size_t chunk = 1 << 17) {
  return detail::read_known(detail::Input::memory("known.tsv", text), options, chunks_of(chunk));
}

ReadOptions of(Format format) {
  ReadOptions options;
  options.format = format;
  return options;
}

/// The labels of an id, sorted, repeats kept.
std::string known(const KnownLabels& all, std::string_view id) {
  std::vector<std::string> names;
  for (const LabelId label : all.of(id)) names.emplace_back(all.labels.name(label));
  std::sort(names.begin(), names.end());
  std::string out;
  for (const std::string& name : names) out.append(out.empty() ? "" : " ").append(name);
  return out;
}

TEST(Known, RowsOfAnIdMayStandAnywhere) {
  for (const std::size_t chunk : {1U, 1U << 17}) {
    const KnownLabels all = read("p2\tb\np1\ta\np2\tc\np3\n", {}, chunk);
    EXPECT_EQ(all.ids.size(), 3u);
    EXPECT_EQ(known(all, "p1"), "a");
    EXPECT_EQ(known(all, "p2"), "b c");
    EXPECT_EQ(known(all, "p3"), "");
    EXPECT_EQ(known(all, "p4"), "");
  }
}

TEST(Known, EveryFormatOfATruthWithIds) {
  EXPECT_EQ(known(read("id,labels\np1,a;b\n", of(Format::csv)), "p1"), "a b");
  EXPECT_EQ(known(read("p1 a\np1 b\n", of(Format::cafa)), "p1"), "a b");
  EXPECT_EQ(known(read("{\"id\":\"p1\",\"true\":[\"b\",\"a\"]}\n"), "p1"), "a b");
}

TEST(Known, FaultsAreNamed) {
  const auto act = [](std::string text, ReadOptions options = {}) {
    return [text = std::move(text), options] { (void)read(text, options); };
  };
  expect_error(ErrorCode::no_examples, "known.tsv", "0 rows", act(""));
  expect_error(ErrorCode::bad_format, "known.tsv:2:1", "the id is empty", act("p1\ta\n\tb\n"));
  expect_error(ErrorCode::wrong_usage, "known.tsv", "without ids", act("a b\n", of(Format::lines)));
}

}  // namespace
}  // namespace tallystick::testing_readers
