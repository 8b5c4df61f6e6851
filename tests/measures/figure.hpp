// One figure of a tally by its name, through the same door as the command line's.
#pragma once

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>

#include "tallystick/base/error.hpp"
#include "tallystick/evaluate.hpp"

namespace tallystick::test {

struct Rules {
  std::string_view convention = "sklearn";
  std::optional<Undefined> undefined = {};
  std::optional<LabelUniverse> labels = {};
  Task task = Task::automatic;
  std::optional<std::string> positive = {};
  std::optional<Ties> ties = {};
  std::string_view train = {};  // a file of training labels
};

inline Report report(const Tally& tally, std::string_view names, const Rules& rules = {}) {
  EvaluateOptions options;
  options.measures = names;
  options.convention = rules.convention;
  options.undefined = rules.undefined;
  options.labels = rules.labels;
  options.task = rules.task;
  options.positive = rules.positive;
  options.ties = rules.ties;
  options.train = rules.train;
  return make_report(tally, {}, options);
}

inline Score figure(const Tally& tally, std::string_view name, const Rules& rules = {}) {
  const Report all = report(tally, name, rules);
  EXPECT_EQ(all.measures.size(), 1u) << name;
  return all.measures.empty() ? Score{} : all.measures[0];
}

inline double value(const Tally& tally, std::string_view name, const Rules& rules = {}) {
  return figure(tally, name, rules).value;
}

/// What the action fails with, as "code: fact / hint"; empty when it does not fail.
template <typename Action>
std::string failure(Action action) {
  try {
    action();
  } catch (const Error& error) {
    return std::string(error_name(error.code())) + ": " + error.fact() + " / " + error.hint();
  }
  return {};
}

}  // namespace tallystick::test
