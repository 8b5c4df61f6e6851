// A consumer that keeps everything as text, and readers over texts in memory.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "readers/runs.hpp"
#include "tallystick/base/error.hpp"
#include "tallystick/readers/read.hpp"

namespace tallystick::testing_readers {

/// One example as text: "id: truth labels | predicted labels", labels sorted, repeats kept.
class Gather final : public Consumer {
 public:
  Vocabulary& vocabulary() override { return vocabulary_; }
  void consume(const Batch& batch) override {
    ASSERT_EQ(batch.truth_end.size(), batch.predicted_end.size());
    for (std::size_t row = 0; row < batch.size(); ++row) {
      std::string text(batch.ids.empty() ? std::string_view("?") : batch.ids[row]);
      text.append(":").append(labels(batch.truth_of(row)));
      text.append(" |").append(labels(batch.predicted_of(row)));
      if (!batch.weights.empty()) {
        text.append(" x").append(std::to_string(batch.weights[row].whole));
        if (batch.weights[row].fraction != 0) {
          text.append("+").append(std::to_string(batch.weights[row].fraction >> 60)).append("/16");
        }
      }
      rows.push_back(text);
    }
  }
  void restart() override { rows.clear(), ++restarts; }

  std::vector<std::string> rows;
  int restarts = 0;

 private:
  std::string labels(std::span<const LabelId> ids) const {
    std::vector<std::string> names;
    for (const LabelId id : ids) names.emplace_back(vocabulary_.name(id));
    std::sort(names.begin(), names.end());
    std::string text;
    for (const std::string& name : names) text += " " + name;
    return text;
  }
  Vocabulary vocabulary_;
};

struct Read {
  std::vector<std::string> rows;
  ReadSummary summary;
  int restarts = 0;
};

inline ReadOptions with_ids(ReadOptions options = {}) {
  options.want_ids = true;
  return options;
}

inline detail::ReadLimits chunks_of(std::size_t bytes) {
  detail::ReadLimits limits;
  limits.chunk = bytes;
  return limits;
}

inline Read read_one(std::string_view text, const ReadOptions& options = {},
                     const std::string& name = "file.csv", const detail::ReadLimits& limits = {}) {
  Gather gather;
  Consumer* const consumers[] = {&gather};
  Read read;
  read.summary =
      detail::read_single(detail::Input::memory(name, text), with_ids(options), consumers, limits);
  read.rows = gather.rows;
  read.restarts = gather.restarts;
  return read;
}

inline Read read_both(std::string_view truth, std::string_view predictions,
                      const ReadOptions& options = {}, const std::string& suffix = ".tsv",
                      const detail::ReadLimits& limits = {},
                      const std::vector<std::string>& declared = {}) {
  Gather gather;
  for (const std::string& label : declared) gather.vocabulary().intern(label);
  if (!declared.empty()) gather.vocabulary().declare();
  Consumer* const consumers[] = {&gather};
  Read read;
  read.summary = detail::read_two(detail::Input::memory("truth" + suffix, truth),
                                  detail::Input::memory("pred" + suffix, predictions),
                                  with_ids(options), consumers, limits);
  read.rows = gather.rows;
  read.restarts = gather.restarts;
  return read;
}

/// Expects an error with this code, place and words in its message or hint.
inline void expect_error(ErrorCode code, const std::string& place, const std::string& words,
                         const std::function<void()>& act) {
  try {
    act();
  } catch (const Error& error) {
    EXPECT_EQ(error_name(error.code()), error_name(code)) << error.what();
    EXPECT_EQ(std::string(error.what()).substr(0, place.size() + 2), place + ": ") << error.what();
    EXPECT_NE((error.fact() + " // " + error.hint()).find(words), std::string::npos)
        << error.what() << "\nhint: " << error.hint();
    return;
  }
  ADD_FAILURE() << "no error, expected " << error_name(code) << ": " << words;
}

using Rows = std::vector<std::string>;

}  // namespace tallystick::testing_readers
