// A file read by several threads gives the state that one thread makes of it, to the bit.
#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "tallystick/evaluate.hpp"

namespace tallystick {
namespace {

constexpr std::uint32_t kExamples = 12000;  // a megabyte or two: a dozen blocks

/// A name that is the label's own: short or long, rare or frequent.
std::string label(std::uint32_t draw) {
  const std::uint32_t number = draw % 4 == 0 ? draw % 17 : draw % 9973;
  return std::string(number % 3 == 0 ? "label of a long name, " : "l")
      .append(std::to_string(number));
}

/// Lines of JSON; scores take few values, so that names decide who ranks first.
std::string lines(bool scored) {
  std::uint32_t state = 1;
  const auto draw = [&state] {
    state = state * 1664525u + 1013904223u;
    return state >> 8;
  };
  std::string out;
  for (std::uint32_t i = 0; i < kExamples; ++i) {
    out.append("{\"id\": ").append(std::to_string(100000 + i)).append(", \"true\": [");
    for (std::uint32_t j = 0, n = draw() % 4; j < n; ++j) {
      out.append(j == 0 ? "\"" : ", \"").append(label(draw())).append("\"");
    }
    std::map<std::string, double> predicted;
    for (std::uint32_t j = 0, n = draw() % 6; j < n; ++j)
      predicted[label(draw())] = draw() % 5 / 4.;
    out += scored ? "], \"pred\": {" : "], \"pred\": [";
    const char* before = "";
    for (const auto& [name, score] : predicted) {
      out.append(before).append("\"").append(name).append("\"");
      if (scored) out.append(": ").append(std::to_string(score));
      before = ", ";
    }
    out += scored ? "}}\n" : "]}\n";
  }
  return out;
}

class Threads : public testing::TestWithParam<bool> {
 protected:
  Threads()
      : path_(std::filesystem::path(testing::TempDir()) /
              ("threads." + std::to_string(GetParam()) + ".jsonl")) {
    std::ofstream(path_) << lines(GetParam());
  }
  ~Threads() override { std::filesystem::remove(path_); }

  [[nodiscard]] std::string state(const EvaluateOptions& options) const {
    return tally_files(std::vector{path_.string()}, options).tally.save();
  }

  std::filesystem::path path_;
};

TEST_P(Threads, MakeTheStateThatOneMakes) {
  for (const char* convention : {"sklearn", "trec"}) {
    for (const bool abstains : {false, true}) {  // labels looked up one by one, too
      EvaluateOptions options;
      options.convention = convention;
      if (abstains) options.read.abstain = {"l1", "l2"};
      options.welcome_scores = GetParam();
      const std::string alone = state(options);
      for (const unsigned threads : {2u, 5u}) {
        options.threads = threads;
        EXPECT_EQ(state(options), alone) << convention << ", " << threads << " threads";
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Scores, Threads, testing::Bool());

}  // namespace
}  // namespace tallystick
