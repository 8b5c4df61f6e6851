// The writers of what was tuned.
#include <algorithm>
#include <cmath>

#include "report/outline.hpp"
#include "tallystick/base/error.hpp"
#include "tallystick/base/text.hpp"
#include "tallystick/report/layout.hpp"
#include "tallystick/report/write.hpp"
#include "tallystick/tune.hpp"
#include "tallystick/version.hpp"

namespace tallystick {

namespace {

constexpr std::string_view kSeenData =
    "these figures are of the data that the thresholds were tuned on, so new data will give less; "
    "--folds 5 cross-validates";

std::string from(const Selection& selection) {
  return selection.strictly_above ? "score > " : "score >= ";
}

std::uint64_t n_never(const Selection& selection) {
  return static_cast<std::uint64_t>(std::count_if(selection.thresholds.begin(),
                                                  selection.thresholds.end(),
                                                  [](double t) { return t > 0 && std::isinf(t); }));
}

std::string parameter(const Selection& selection) {
  switch (selection.rule) {
    case Selection::Rule::top_k: return "k = " + std::to_string(selection.k);
    case Selection::Rule::relative:
      return from(selection) + number_text(selection.threshold) + " x the best";
    case Selection::Rule::threshold: break;
  }
  if (selection.labels.size() == 0) {
    return std::isinf(selection.threshold) ? "no label"
                                           : from(selection) + number_text(selection.threshold);
  }
  const std::uint64_t never = n_never(selection);
  return counted(selection.labels.size(), "threshold") +
         (never == 0 ? "" : ", " + std::to_string(never) + " of them inf");
}

std::vector<std::string> row_of(std::string name, const Selection& selection, const Worth& worth,
                                int digits) {
  std::vector<std::string> row{std::move(name), parameter(selection),
                               fixed_text(worth.value, digits)};
  if (!worth.folds.empty()) {
    row.push_back(fixed_text(worth.mean, digits));
    row.push_back(fixed_text(worth.deviation, digits));
  }
  return row;
}

std::string json_number(double value) {
  if (std::isnan(value)) return "null";
  if (std::isinf(value)) return value > 0 ? "\"inf\"" : "\"-inf\"";
  return number_text(value);
}

/// "value": 0.5, "mean": ..., without braces.
std::string json_worth(const Worth& worth) {
  std::string out = "\"value\": " + json_number(worth.value);
  if (worth.folds.empty()) return out;
  out += ", \"mean\": " + json_number(worth.mean) +
         ", \"deviation\": " + json_number(worth.deviation) + ", \"folds\": [";
  for (std::size_t i = 0; i < worth.folds.size(); ++i) {
    out += (i == 0 ? "" : ", ") + json_number(worth.folds[i]);
  }
  return out + "]";
}

std::string json_parameter(const Selection& selection) {
  switch (selection.rule) {
    case Selection::Rule::top_k: return "\"k\": " + std::to_string(selection.k);
    case Selection::Rule::relative: return "\"share\": " + json_number(selection.threshold);
    case Selection::Rule::threshold: break;
  }
  std::string out = "\"threshold\": " + json_number(selection.threshold);
  if (selection.labels.size() == 0) return out;
  out += ", \"thresholds\": {";
  bool first = true;
  for (const LabelId id : selection.labels.sorted()) {
    out += first ? "" : ", ";
    out += json_string(selection.labels.name(id)) + ": " + json_number(selection.thresholds[id]);
    first = false;
  }
  return out + "}";
}

std::string paths_of(const Tuning& tuning) {
  std::string out;
  for (const InputFacts& input : tuning.inputs) {
    out += (out.empty() ? ", from " : " and ") + printable(input.path);
  }
  return out;
}

std::string json_inputs(const Tuning& tuning) {
  std::string out = "[";
  for (std::size_t i = 0; i < tuning.inputs.size(); ++i) {
    const InputFacts& input = tuning.inputs[i];
    out += (i == 0 ? "" : ", ") + ("{\"path\": " + json_string(input.path)) +
           ", \"examples\": " + std::to_string(input.examples) + "}";
  }
  return out + "]";
}

std::string json_policies(const Tuning& tuning) {
  Report counts;
  counts.policies = tuning.policies;
  std::string out = "{";
  for (const PolicySentence& policy : policy_sentences(counts)) {
    out += (out == "{" ? "" : ", ") + json_string(policy.key) + ": " + std::to_string(policy.count);
  }
  return out + "}";
}

}  // namespace

std::string thresholds_text(const Selection& selection) {
  if (selection.rule == Selection::Rule::top_k) {
    return "rule\tvalue\ntop-k\t" + std::to_string(selection.k) + "\n";
  }
  if (selection.rule == Selection::Rule::relative) {
    return "rule\tvalue\nrelative\t" + number_text(selection.threshold) + "\n";
  }
  std::string out = "label\tthreshold\n";
  for (const LabelId id : selection.labels.sorted()) {
    const std::string_view label = selection.labels.name(id);
    if (label == "*") {
      fail(ErrorCode::bad_format, "a label is '*', which in a file of thresholds means all others",
           "rename the label");
    }
    out.append(csv_field(label, '\t')).append("\t");
    out.append(number_text(selection.thresholds[id])).append("\n");
  }
  return out.append("*\t").append(number_text(selection.threshold)).append("\n");
}

std::string to_text(const Tuning& tuning, int digits) {
  std::string out =
      wrapped("tallystick " TALLYSTICK_VERSION ", convention " + tuning.convention + " (" +
              tuning.convention_source + "), tuning " + printable(tuning.measure) +
              (tuning.lower_is_better ? ", lower is better" : ""));
  out += wrapped(counted(tuning.n_examples, "example") + ", " + counted(tuning.n_labels, "label") +
                 ", " + counted(tuning.n_scores, "score") + paths_of(tuning));
  std::vector<std::vector<std::string>> rows{{"strategy", "parameter"}};
  if (tuning.folds == 0) {
    rows[0].push_back(fitted(printable(tuning.measure), 32));
  } else {
    for (const char* column : {"all data", "held out", "deviation"}) rows[0].emplace_back(column);
  }
  rows.push_back(row_of("before", tuning.before, tuning.before_worth, digits));
  for (const TunedStrategy& one : tuning.strategies) {
    rows.push_back(
        row_of(std::string(strategy_name(one.strategy)), one.selection, one.worth, digits));
  }
  out += '\n' + aligned(rows, "llr") + '\n';
  if (tuning.best) {
    const auto& best = tuning.strategies[*tuning.best];
    out += "best: " + std::string(strategy_name(best.strategy)) + '\n';
  }
  if (tuning.folds == 0) {
    out += wrapped("warning: " + std::string(kSeenData));
  } else {
    out +=
        wrapped("held out: mean over " + std::to_string(tuning.folds) +
                " parts of the examples, each with what was tuned on the others; all data: tuned "
                "and evaluated on the same");
  }
  Report counts;
  counts.policies = tuning.policies;
  for (const PolicySentence& policy : policy_sentences(counts)) out += wrapped(policy.text);
  for (const std::string& note : tuning.notes) out += wrapped("note: " + printable(note));
  return out;
}

std::string to_json(const Tuning& tuning) {
  std::string out =
      "{\n  \"tallystick\": \"" TALLYSTICK_VERSION "\",\n  \"convention\": " +
      json_string(tuning.convention) + ",\n  \"measure\": " + json_string(tuning.measure) +
      ",\n  \"n_examples\": " + std::to_string(tuning.n_examples) +
      ",\n  \"n_labels\": " + std::to_string(tuning.n_labels) +
      ",\n  \"n_scores\": " + std::to_string(tuning.n_scores) +
      ",\n  \"folds\": " + std::to_string(tuning.folds) +
      ",\n  \"strictly_above\": " + (tuning.before.strictly_above ? "true" : "false") +
      ",\n  \"before\": {" + json_parameter(tuning.before) + ", " +
      json_worth(tuning.before_worth) + "},\n  \"strategies\": {";
  for (std::size_t i = 0; i < tuning.strategies.size(); ++i) {
    const TunedStrategy& one = tuning.strategies[i];
    out += std::string(i == 0 ? "\n" : ",\n") + "    " + json_string(strategy_name(one.strategy)) +
           ": {" + json_worth(one.worth) + ", " + json_parameter(one.selection) + "}";
  }
  out += std::string(tuning.strategies.empty() ? "" : "\n  ") + "},\n  \"best\": " +
         (tuning.best ? json_string(strategy_name(tuning.strategies[*tuning.best].strategy))
                      : "null") +
         ",\n  \"inputs\": " + json_inputs(tuning) + ",\n  \"policies\": " + json_policies(tuning) +
         ",\n  \"notes\": [";
  std::vector<std::string> notes = tuning.notes;
  if (tuning.folds == 0) notes.emplace_back(kSeenData);
  for (std::size_t i = 0; i < notes.size(); ++i) {
    out += (i == 0 ? "" : ", ") + json_string(notes[i]);
  }
  return out + "]\n}\n";
}

}  // namespace tallystick
