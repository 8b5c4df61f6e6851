// Bytes of a state come from outside: each way of breaking them is refused as bad_state.
#include <gtest/gtest.h>

#include <array>
#include <functional>

#include "states/rows.hpp"
#include "tallystick/base/error.hpp"
#include "tallystick/base/mix.hpp"

namespace tallystick {
namespace {

std::string with_checksum(std::string body) {
  ByteWriter sum;
  sum.u64(detail::hash_bytes(body.data(), body.size()));
  return body + sum.bytes();
}

/// A state field by field; by default {a, b} > {b}, and twice a > b.
struct Parts {
  std::string magic = "TALLYSTK";
  std::uint32_t version = 3;
  std::vector<std::pair<std::string, std::string>> rules = {{"threshold", ">=0.5"}};
  std::uint8_t declared = 0;
  std::uint64_t n_declared = 0;
  std::optional<std::uint64_t> n_labels;  // when it lies
  std::vector<std::string> labels = {"a", "b"};
  std::vector<std::array<Amount, 3>> counts = {{{{}, {}, kOne}}, {{kOne, {}, {}}}};  // tp fp fn
  std::vector<OverlapHistogram::Entry> sizes = {{1, 2, 1, kOne}};
  std::vector<ConfusionCounts::Entry> pairs = {{0, 1, {2, 0}}};
  struct Sets {
    std::vector<std::uint32_t> truth, predicted;
    Amount amount;
  };
  std::uint8_t keeps_sets = 0;
  std::vector<Sets> sets;
  std::string ranks = std::string(1, '\0');  // none are kept
  std::uint64_t n_examples = 3;
  Amount total = {3, 0};
  std::string tail;

  [[nodiscard]] std::string bytes() const {
    ByteWriter out;
    for (const char c : magic) out.u8(static_cast<std::uint8_t>(c));
    out.u32(version);
    out.u64(rules.size());
    for (const auto& [rule, value] : rules) out.text(rule), out.text(value);
    out.u8(declared);
    out.u64(n_declared);
    out.u64(n_labels.value_or(labels.size()));
    for (const std::string& label : labels) out.text(label);
    for (const auto& row : counts) {
      for (const Amount& amount : row) out.amount(amount);
    }
    out.u64(sizes.size());
    for (const auto& e : sizes) {
      out.u32(e.common), out.u32(e.truth), out.u32(e.predicted), out.amount(e.amount);
    }
    out.u64(pairs.size());
    for (const auto& e : pairs) out.u32(e.truth), out.u32(e.predicted), out.amount(e.amount);
    out.u8(keeps_sets);
    out.u64(sets.size());
    for (const Sets& e : sets) {
      for (const auto* side : {&e.truth, &e.predicted}) {
        out.u32(static_cast<std::uint32_t>(side->size()));
        for (const std::uint32_t label : *side) out.u32(label);
      }
      out.amount(e.amount);
    }
    for (const char c : ranks) out.u8(static_cast<std::uint8_t>(c));
    for (int policy = 0; policy < 9; ++policy) out.u64(0);
    out.u64(n_examples);
    out.amount(total);
    return with_checksum(out.bytes() + tail);
  }
};

/// Empty when it loads, else what it says; anything but bad_state fails the test.
std::string refusal(std::string_view bytes) {
  try {
    EXPECT_EQ(Tally::load(bytes, "part.state").save(), bytes);
    return {};
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::bad_state) << error.what();
    EXPECT_EQ(error.place().file, "part.state") << error.what();
    return error.fact().empty() ? "?" : error.fact();
  }
}

TEST(TallyLoad, TakesTheStateThatTheBrokenOnesAreMadeOf) {
  EXPECT_EQ(refusal(Parts{}.bytes()), "");
  Tally tally = test::tally_of("a b > b; a > b; a > b");
  tally.rules()["threshold"] = ">=0.5";
  EXPECT_EQ(Parts{}.bytes(), tally.save());

  Parts with_sets;
  with_sets.keeps_sets = 1, with_sets.sets = {{{0, 1}, {1}, kOne}};
  EXPECT_EQ(refusal(with_sets.bytes()), "");
}

struct Broken {
  const char* says;
  std::function<void(Parts&)> change;
};

TEST(TallyLoad, RefusesEachBrokenInvariant) {
  const Amount one = kOne, two{2, 0};
  const Broken all[] = {
      {"not a saved state", [](Parts& p) { p.magic = "TALLYSTJ"; }},
      {"not a saved state", [](Parts& p) { p.magic = "PK\3\4"; }},
      {"format version 1", [](Parts& p) { p.version = 1; }},
      {"format version 2", [](Parts& p) { p.version = 2; }},
      {"format version 0", [](Parts& p) { p.version = 0; }},
      {"rule stands twice", [](Parts& p) { p.rules = {{"r", "1"}, {"r", "2"}}; }},
      {"canonical", [](Parts& p) { p.rules = {{"s", "1"}, {"r", "2"}}; }},
      {"number of declared labels", [](Parts& p) { p.declared = 2; }},
      {"number of declared labels", [](Parts& p) { p.declared = 1, p.n_declared = 3; }},
      {"number of declared labels", [](Parts& p) { p.n_declared = 1; }},
      {"declared label set is empty", [](Parts& p) { p.declared = 1; }},
      {"empty or not UTF-8", [](Parts& p) { p.labels[0] = ""; }},
      {"empty or not UTF-8", [](Parts& p) { p.labels[0] = "\xFF"; }},
      {"stands twice", [](Parts& p) { p.labels[1] = "a"; }},
      {"canonical", [](Parts& p) { p.labels = {"b", "a"}; }},  // not in the order of names
      {"canonical",
       [](Parts& p) {  // a label that nothing uses
         p.labels.push_back("c"), p.counts.push_back({});
       }},
      {"", [](Parts& p) { p.n_labels = UINT64_MAX; }},
      {"", [](Parts& p) { p.n_labels = 3; }},
      {"", [](Parts& p) { p.n_labels = 1; }},
      {"common labels but only", [=](Parts& p) { p.sizes = {{2, 2, 1, one}}; }},
      {"size triple has no examples", [](Parts& p) { p.sizes.push_back({1, 2, 2, {}}); }},
      {"not in ascending order", [=](Parts& p) { p.sizes.push_back({0, 0, 0, one}); }},
      {"not in ascending order", [](Parts& p) { p.sizes.push_back(p.sizes[0]); }},
      {"names label 2 of 2", [](Parts& p) { p.pairs[0].truth = 2; }},
      {"names label 7 of 2", [](Parts& p) { p.pairs[0].predicted = 7; }},
      {"names label 4294967295 of 2", [](Parts& p) { p.pairs[0].truth = kNoLabel; }},
      {"pair of labels has no examples", [](Parts& p) { p.pairs.push_back({1, 0, {}}); }},
      {"not in ascending order", [=](Parts& p) { p.pairs.push_back({0, 0, one}); }},
      {"not in ascending order", [](Parts& p) { p.pairs.push_back(p.pairs[0]); }},
      {"labels and of the examples disagree", [=](Parts& p) { p.counts[1] = {{{}, one, {}}}; }},
      {"labels and of the examples disagree", [](Parts& p) { p.counts[1][0] = {}; }},
      {"labels and of the examples disagree", [](Parts& p) { p.counts[0][2] = {0, 1}; }},
      {"labels and of the examples disagree", [](Parts& p) { p.sizes[0] = {1, 1, 1, kOne}; }},
      {"more examples than there are",  // a is missed twice in one example
       [=](Parts& p) { p.counts = {{{{}, {}, two}}, {}}, p.sizes = {{0, 2, 0, one}}; }},
      {"an example has 3 labels of 2",
       [=](Parts& p) {  // ten examples, so that no label alone is in too many
         p.counts = {{{{}, {}, two}}, {{{}, {}, one}}};
         p.sizes = {{0, 0, 0, {9, 0}}, {0, 3, 0, one}};
         p.n_examples = 12, p.total = {12, 0};
       }},
      {"not said whether", [](Parts& p) { p.keeps_sets = 6; }},
      {"should not be", [](Parts& p) { p.sets = {{{0, 1}, {1}, kOne}}; }},
      {"as many examples as there are", [](Parts& p) { p.keeps_sets = 1; }},
      {"as many examples as there are",
       [](Parts& p) { p.keeps_sets = 1, p.sets = {{{0, 1}, {1}, {UINT64_MAX, UINT64_MAX}}}; }},
      {"the label sets disagree",
       [](Parts& p) { p.keeps_sets = 1, p.sets = {{{0, 1}, {0}, kOne}}; }},
      {"names label 2 of 2", [](Parts& p) { p.keeps_sets = 1, p.sets = {{{0, 2}, {1}, kOne}}; }},
      {"of a set are not in ascending order",
       [](Parts& p) { p.keeps_sets = 1, p.sets = {{{1, 0}, {1}, kOne}}; }},
      {"pair of label sets has no examples",
       [](Parts& p) { p.keeps_sets = 1, p.sets = {{{0, 1}, {1}, {}}}; }},
      {"pairs of label sets are not in ascending order",
       [](Parts& p) { p.keeps_sets = 1, p.sets = {{{0, 1}, {1}, kOne}, {{0, 1}, {1}, kOne}}; }},
      {"among the label sets",
       [](Parts& p) {
         p.keeps_sets = 1, p.counts = {{{{}, {}, kOne}}, {{{}, kOne, {}}}};
         p.sizes = {{0, 1, 1, kOne}}, p.sets = {{{0}, {1}, kOne}};
       }},
      {"do not sum to the total", [](Parts& p) { p.total = {4, 0}; }},
      {"do not sum to the total", [](Parts& p) { p.total = {2, UINT64_MAX}; }},
      {"do not sum to the total", [](Parts& p) { p.pairs[0].amount = {UINT64_MAX, 0}; }},
      {"number of examples, 1, does not fit", [](Parts& p) { p.n_examples = 1; }},
      {"number of examples, 5, does not fit",
       [](Parts& p) {
         p.labels.clear(), p.counts.clear(), p.sizes.clear(), p.pairs.clear();
         p.n_examples = 5, p.total = {};
       }},
      {"bytes follow", [](Parts& p) { p.tail = "x"; }},
      {"bytes follow", [](Parts& p) { p.tail = std::string(8, '\0'); }},
  };
  for (const Broken& broken : all) {
    Parts parts;
    broken.change(parts);
    const std::string said = refusal(parts.bytes());
    EXPECT_FALSE(said.empty()) << "not refused: " << broken.says;
    EXPECT_NE(said.find(broken.says), std::string::npos) << broken.says << " / " << said;
  }
}

TEST(TallyLoad, RefusesALabelCountThatThePairsWouldMakeNegative) {
  // The label is in as many examples as there are sets and in a pair: more than all examples.
  Parts parts;
  parts.counts = {{{{}, {}, {3, 0}}}, {{{}, {}, {1, 0}}}};
  parts.sizes = {{0, 2, 0, {2, 0}}};
  parts.pairs = {{0, 0, {2, 0}}};
  parts.n_examples = 4, parts.total = {4, 0};
  EXPECT_NE(refusal(parts.bytes()).find("more examples than there are"), std::string::npos);
}

TEST(TallyLoad, RefusesAChecksumThatDoesNotMatch) {
  std::string bytes = Parts{}.bytes();
  bytes.back() = static_cast<char>(bytes.back() ^ 1);
  EXPECT_NE(refusal(bytes).find("checksum"), std::string::npos);
}

TEST(TallyLoad, RefusesEveryTruncation) {
  const std::string bytes = Parts{}.bytes();
  for (std::size_t n = 0; n < bytes.size(); ++n) {
    EXPECT_NE(refusal(std::string_view(bytes).substr(0, n)), "") << n << " bytes";
    // With a right checksum the fields themselves must notice that they end too early.
    if (n + 8 == bytes.size()) continue;
    EXPECT_NE(refusal(with_checksum(bytes.substr(0, n))), "") << n << " bytes and a checksum";
  }
}

TEST(TallyLoad, RefusesEveryChangedByte) {
  const std::string bytes = Parts{}.bytes();
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    for (int change = 1; change < 256; ++change) {
      std::string changed = bytes;
      changed[i] = static_cast<char>(changed[i] ^ change);
      EXPECT_NE(refusal(changed), "") << "byte " << i << " ^ " << change;
    }
  }
}

/// With the checksum put right, a changed byte is refused or gives another whole state: refusal()
/// checks that what loads saves to the same bytes.
TEST(TallyLoad, NeverTakesAHalfRightState) {
  const std::string bytes = Parts{}.bytes();
  std::size_t taken = 0;
  for (std::size_t i = 0; i + 8 < bytes.size(); ++i) {
    for (int change = 1; change < 256; ++change) {
      std::string changed = bytes.substr(0, bytes.size() - 8);
      changed[i] = static_cast<char>(changed[i] ^ change);
      taken += refusal(with_checksum(changed)).empty() ? 1 : 0;
    }
  }
  EXPECT_GT(taken, 0u);  // other letters in a label, other policy counts: still states
}

}  // namespace
}  // namespace tallystick
