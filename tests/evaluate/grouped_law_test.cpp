// States that remember strata, clusters or folds: merged, they are one run's to the byte, and so
// are the intervals made of them.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include "tallystick/base/error.hpp"
#include "tallystick/base/mix.hpp"
#include "tallystick/evaluate.hpp"
#include "tallystick/report/write.hpp"

namespace tallystick {
namespace {

using Random = std::mt19937;

/// A file of examples, gone afterwards.
class File {
 public:
  File(std::string name, const std::string& text)
      : path((std::filesystem::temp_directory_path() /
              ("grouped_law_" +
               std::string(testing::UnitTest::GetInstance()->current_test_info()->name()) + name))
                 .string()) {
    std::ofstream(path, std::ios::binary) << text;
  }
  ~File() { std::filesystem::remove(path); }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  std::string path;
};

struct Data {
  bool scored = false, weighted = false, graded = false;
};

/// One example a line; labels a to e, groups s0 to s3.
std::vector<std::string> lines(Random& draw, const Data& data, std::size_t n) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < n; ++i) {
    std::string truth, predicted;
    for (char label = 'a'; label < 'f'; ++label) {
      const bool is_true = draw() % 3 == 0;
      const std::string name = {'"', label, '"'};
      if (is_true) {
        truth += (truth.empty() ? "" : ",") + name;
        if (data.graded) truth += ":" + std::to_string(1 + draw() % 3);
      }
      if (data.scored) {
        predicted += (predicted.empty() ? "" : ",") + name + ":0." + std::to_string(draw() % 10);
      } else if (is_true ? draw() % 4 != 0 : draw() % 4 == 0) {
        predicted += (predicted.empty() ? "" : ",") + name;
      }
    }
    std::string& line = out.emplace_back();
    line = "{\"id\":" + std::to_string(i) + ",\"site\":\"s" + std::to_string(draw() % 4) + "\"";
    if (data.weighted) line += ",\"w\":" + std::to_string(draw() % 4) + ".5";
    line += ",\"true\":" + (data.graded ? "{" + truth + "}" : "[" + truth + "]");
    line += ",\"pred\":" + (data.scored ? "{" + predicted + "}" : "[" + predicted + "]") + "}\n";
  }
  return out;
}

std::string without_inputs(Report report) {
  report.inputs.clear();
  return to_json(report);
}

void check_law(const Data& data, EvaluateOptions options) {
  options.keep_rows = options.interval.method != IntervalMethod::none;
  options.interval.resamples = 50;
  if (data.weighted) options.read.weight = "w";
  for (unsigned seed = 0; seed < 8; ++seed) {
    Random draw(seed);
    const std::vector<std::string> rows = lines(draw, data, 3 + draw() % 40);
    std::vector<std::string> texts(1 + draw() % 3);
    std::string all;
    for (const std::string& row : rows) {
      all += row;
      texts[draw() % texts.size()] += row;
    }
    const File whole("all.jsonl", all);
    const Tallied one = tally_files({&whole.path, 1}, options);
    EvaluateOptions wanted = options;
    hand_over(one, wanted);
    std::vector<std::string> states;
    for (std::size_t i = 0; i < texts.size(); ++i) {
      if (texts[i].empty()) continue;
      const File part(std::to_string(i) + ".jsonl", texts[i]);
      states.push_back(part.path + ".tally");
      write_bytes(states.back(), tally_files({&part.path, 1}, options).tally.save());
    }
    Tallied merged;
    merged.tally = merge_states(states, options);
    for (const std::string& state : states) std::filesystem::remove(state);
    const std::string bytes = one.tally.save();
    EXPECT_EQ(merged.tally.save(), bytes) << "seed " << seed;
    EXPECT_EQ(Tally::load(bytes, "state").save(), bytes) << "seed " << seed;
    EXPECT_EQ(one.tally.grouped().column, "site");
    EvaluateOptions of_merged = options;
    hand_over(merged, of_merged);
    EXPECT_EQ(without_inputs(make_report(merged.tally, {}, of_merged)),
              without_inputs(make_report(one.tally, {}, wanted)))
        << "seed " << seed;
  }
}

EvaluateOptions of_strata(IntervalMethod method) {
  EvaluateOptions out;
  out.measures = "f1_micro,f1_macro,jaccard_samples,subset_accuracy,f1:label=a";
  out.interval.method = method;
  out.interval.stratum = "site";
  return out;
}

EvaluateOptions of_clusters(IntervalMethod method) {
  EvaluateOptions out = of_strata(method);
  out.interval.cluster = std::exchange(out.interval.stratum, "");
  return out;
}

constexpr const char* kScored = "f1_micro,lrap,roc_auc_micro,ndcg@3";

TEST(GroupedLaw, StrataOfLabelSets) {
  for (const auto method : {IntervalMethod::delta, IntervalMethod::bca}) {
    check_law({}, of_strata(method));
    check_law({.weighted = true}, of_strata(method));
  }
}

TEST(GroupedLaw, StrataOfScores) {
  EvaluateOptions options = of_strata(IntervalMethod::bootstrap);
  options.measures = kScored;
  check_law({.scored = true}, options);
  check_law({.scored = true, .weighted = true}, options);
}

TEST(GroupedLaw, ClustersOfLabelSets) {
  for (const auto method : {IntervalMethod::jackknife, IntervalMethod::bca}) {
    check_law({}, of_clusters(method));
    check_law({.weighted = true}, of_clusters(method));
  }
}

TEST(GroupedLaw, ClustersOfScoresAndGrades) {
  EvaluateOptions options = of_clusters(IntervalMethod::bootstrap);
  options.measures = kScored;
  check_law({.scored = true}, options);
  check_law({.scored = true, .weighted = true}, options);
  options.measures = "ndcg@3,reciprocal_rank";
  check_law({.scored = true, .graded = true}, options);
}

TEST(GroupedLaw, Folds) {
  EvaluateOptions options;
  options.measures = "pbc,f1_macro";
  options.fold = "site";
  check_law({}, options);
}

TEST(GroupedLaw, ClassesOfAHierarchy) {
  std::string text;
  for (int i = 0; i < 12; ++i) {
    text += "{\"id\":" + std::to_string(i) + ",\"site\":\"s" + std::to_string(i % 3) +
            "\",\"true\":\"251" + std::to_string(1 + i % 4) + "\",\"pred\":\"251" +
            std::to_string(1 + i % 3) + "\"}\n";
  }
  EvaluateOptions options = of_strata(IntervalMethod::delta);
  options.taxonomy = "isco08";
  options.measures = "hierarchical_f1_micro,lca_f1,accuracy";
  const std::size_t middle = text.find("{\"id\":5");
  const File all("all.jsonl", text), x("x.jsonl", text.substr(0, middle)),
      y("y.jsonl", text.substr(middle));
  const Tallied one = tally_files({&all.path, 1}, options);
  Tallied merged;
  const std::vector<std::string> states{x.path + ".tally", y.path + ".tally"};
  write_bytes(states[0], tally_files({&x.path, 1}, options).tally.save());
  write_bytes(states[1], tally_files({&y.path, 1}, options).tally.save());
  merged.tally = merge_states(states, options);
  for (const std::string& state : states) std::filesystem::remove(state);
  EXPECT_EQ(merged.tally.save(), one.tally.save());
  EvaluateOptions wanted = options, of_merged = options;
  hand_over(one, wanted);
  hand_over(merged, of_merged);
  EXPECT_EQ(without_inputs(make_report(merged.tally, {}, of_merged)),
            without_inputs(make_report(one.tally, {}, wanted)));
}

/// Clusters are told by name, labels by name: whoever comes first, the bytes are the same.
TEST(GroupedLaw, MergingCommutesAndMoreExamplesForget) {
  EvaluateOptions options = of_clusters(IntervalMethod::bootstrap);
  for (unsigned seed = 0; seed < 8; ++seed) {
    Random draw(seed);
    std::vector<Tally> tallies;
    for (const char* name : {"a", "b"}) {
      std::string text;
      for (const std::string& line : lines(draw, {}, 1 + draw() % 9)) text += line;
      const File file(name, text);
      tallies.push_back(tally_files({&file.path, 1}, options).tally);
    }
    Tally ab = tallies[0], ba = tallies[1], with_none = tallies[0];
    ab.merge(tallies[1]);
    ba.merge(tallies[0]);
    EXPECT_EQ(ab.save(), ba.save());
    EXPECT_EQ(ab.grouped().clusters->rows.size(), ab.n_examples());
    Tally plain = tallies[1];
    plain.group({});
    ba = tallies[0];
    ba.merge(plain);
    EXPECT_EQ(ba.grouped().as, "");
    Batch more;
    more.truth_end = more.predicted_end = {0};
    with_none.update(more);
    EXPECT_EQ(with_none.grouped().as, "");
  }
}

/// Each byte changed, with the checksum put right: refused, or another whole state.
TEST(GroupedSlowLaw, LoadTakesNoHalfRightState) {
  for (const bool strata : {true, false}) {
    EvaluateOptions options =
        strata ? of_strata(IntervalMethod::delta) : of_clusters(IntervalMethod::bootstrap);
    options.measures = "f1_micro,roc_auc_micro";
    Random draw(1);
    std::string text;
    for (const std::string& line : lines(draw, {.scored = true, .weighted = true}, 3)) text += line;
    options.read.weight = "w";
    const File file("x.jsonl", text);
    const std::string bytes = tally_files({&file.path, 1}, options).tally.save();
    std::size_t taken = 0;
    for (std::size_t i = 0; i + 8 < bytes.size(); ++i) {
      for (int change = 1; change < 256; change += 6) {
        std::string changed = bytes.substr(0, bytes.size() - 8);
        changed[i] = static_cast<char>(changed[i] ^ change);
        ByteWriter sum;
        sum.u64(detail::hash_bytes(changed.data(), changed.size()));
        changed += sum.bytes();
        try {
          EXPECT_EQ(Tally::load(changed, "state").save(), changed);
          ++taken;
        } catch (const Error& error) {
          EXPECT_EQ(error.code(), ErrorCode::bad_state) << error.what();
        }
      }
    }
    EXPECT_GT(taken, 0u);
  }
}

}  // namespace
}  // namespace tallystick
