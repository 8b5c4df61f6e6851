#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>

#include "report/characters.hpp"
#include "report/outline.hpp"
#include "tallystick/base/text.hpp"
#include "tallystick/report/write.hpp"
#include "tallystick/version.hpp"

namespace tallystick {
namespace {

void append_escaped(std::string& out, char32_t code) {
  switch (code) {
    case '"': out += "\\\""; return;
    case '\\': out += "\\\\"; return;
    case '\b': out += "\\b"; return;
    case '\f': out += "\\f"; return;
    case '\n': out += "\\n"; return;
    case '\r': out += "\\r"; return;
    case '\t': out += "\\t"; return;
    default: break;
  }
  out += "\\u";
  for (int shift = 12; shift >= 0; shift -= 4) out += "0123456789abcdef"[(code >> shift) & 15];
}

void append_string(std::string& out, std::string_view text) {
  const auto plain = [](char c) { return c >= 0x20 && c < 0x7F && c != '"' && c != '\\'; };
  const auto rest = std::find_if_not(text.begin(), text.end(), plain);
  const auto safe = static_cast<std::size_t>(rest - text.begin());
  out += '"';
  out += text.substr(0, safe);
  for (const Character& c : Characters(text.substr(safe))) {
    if (!c.valid) {
      append_escaped(out, 0xFFFD);  // a path need not be UTF-8, JSON must be
    } else if (c.code == '"' || c.code == '\\' || is_control(c.code)) {
      append_escaped(out, c.code);
    } else {
      out += c.bytes;
    }
  }
  out += '"';
}

std::string number(double value) {
  if (std::isnan(value)) return "null";
  if (std::isinf(value)) return value > 0 ? "\"inf\"" : "\"-inf\"";
  return number_text(value);
}

/// An object or array being written, on one line or, with an indent, with one member a line.
class Members {
 public:
  explicit Members(std::string& out, char open = '{', std::optional<std::size_t> indent = {})
      : out_(out), close_(open == '{' ? '}' : ']'), indent_(indent) {
    out_ += open;
  }
  void next() {
    const bool first = std::exchange(first_, false);
    if (!indent_) {
      out_ += first ? "" : ", ";
      return;
    }
    out_ += first ? "\n" : ",\n";
    out_.append(*indent_ + 2, ' ');
  }
  void key(std::string_view name) {
    next();
    append_string(out_, name);
    out_ += ": ";
  }
  void add(std::string_view name, std::string_view json) {
    key(name);
    out_ += json;
  }
  void add_string(std::string_view name, std::string_view text) {
    key(name);
    append_string(out_, text);
  }
  void end() {
    if (indent_ && !first_) {
      out_ += '\n';
      out_.append(*indent_, ' ');
    }
    out_ += close_;
  }

 private:
  std::string& out_;
  char close_;
  std::optional<std::size_t> indent_;
  bool first_ = true;
};

/// An array: one item stands on the line of its key, several take a line each.
template <typename Items, typename Write>
void append_array(std::string& out, std::size_t indent, const Items& items, Write write) {
  if (items.size() == 1) {
    out += '[';
    write(items.front());
    out += ']';
    return;
  }
  Members lines(out, '[', indent);
  for (const auto& item : items) {
    lines.next();
    write(item);
  }
  lines.end();
}

void append_strings(std::string& out, const std::vector<std::string>& texts) {
  Members array(out, '[');
  for (const std::string& text : texts) {
    array.next();
    append_string(out, text);
  }
  array.end();
}

void append_measures(std::string& out, const std::vector<Score>& scores, std::size_t indent) {
  Members lines(out, '{', indent);
  for (const Score& score : scores) {
    lines.key(score.name);
    Members object(out);
    object.add("value", number(score.value));
    if (score.low) object.add("low", number(*score.low));
    if (score.high) object.add("high", number(*score.high));
    object.add("n_undefined", std::to_string(score.n_undefined));
    if (!score.undefined.empty()) object.add_string("undefined", score.undefined);
    if (!score.note.empty()) object.add_string("note", score.note);
    object.end();
  }
  lines.end();
}

void append_interval(std::string& out, const IntervalRule& rule) {
  Members object(out);
  object.add_string("method", interval_name(rule.method));
  object.add("level", number(rule.level));
  if (resamples(rule.method)) {
    object.add("resamples", std::to_string(rule.resamples));
    object.add("seed", std::to_string(rule.seed));
  }
  if (!rule.cluster.empty()) {
    object.add_string("cluster", rule.cluster);
  }
  if (!rule.stratum.empty()) object.add_string("stratum", rule.stratum);
  object.end();
}

void append_input(std::string& out, const InputFacts& input) {
  Members object(out);
  object.add_string("path", input.path);
  object.add("examples", std::to_string(input.examples));
  const bool state = input.format == "state";  // keeps counts, not what was read
  if (!state) object.add("assignments", std::to_string(input.assignments));
  if (!input.format.empty()) {
    object.add_string("format", input.format);
    if (!input.delimiter.empty()) object.add("header", input.header ? "true" : "false");
  }
  if (!input.layout.empty()) object.add_string("layout", input.layout);
  if (!input.compression.empty()) object.add_string("compression", input.compression);
  if (!input.delimiter.empty()) object.add_string("delimiter", input.delimiter);
  if (!input.label_separator.empty()) object.add_string("label_separator", input.label_separator);
  if (!input.columns.empty()) {
    object.key("columns");
    append_strings(out, input.columns);
  }
  object.end();
}

void append_policies(std::string& out, const PolicyCounts& counts) {
  Members object(out);
  object.add("missing", std::to_string(counts.missing));
  object.add("extra", std::to_string(counts.extra));
  object.add("unknown_labels", std::to_string(counts.unknown_labels));
  object.add("repeated_labels", std::to_string(counts.repeated_labels));
  object.add("abstained", std::to_string(counts.abstained));
  object.add("duplicate_scores", std::to_string(counts.duplicate_scores));
  object.add("padded_codes", std::to_string(counts.padded_codes));
  object.add("alternative_codes", std::to_string(counts.alternative_codes));
  object.add("accepted_other", std::to_string(counts.accepted_other));
  object.end();
}

void append_labels(std::string& out, const LabelTable& table) {
  Members lines(out, '{', 2);
  for (const LabelRow& row : table.rows) {
    lines.key(row.label);
    Members object(out);
    object.add("tp", amount_text(row.tp));
    object.add("fp", amount_text(row.fp));
    object.add("fn", amount_text(row.fn));
    object.add("tn", amount_text(row.tn));
    object.add("support", amount_text(row.support));
    for (std::size_t i = 0; i < row.values.size(); ++i) {
      object.add(table.measures[i], number(row.values[i]));
    }
    if (!row.undefined.empty()) {
      std::vector<std::string> names;
      for (const std::size_t i : row.undefined) names.push_back(table.measures[i]);
      object.key("undefined");
      append_strings(out, names);
    }
    object.end();
  }
  lines.end();
}

void append_confusion(std::string& out, const ConfusionTable& table) {
  Members lines(out, '{', 2);
  lines.add_string("normalize", table.normalize);
  lines.key("labels");
  append_strings(out, table.labels);
  lines.key("entries");
  Members entries(out, '[', 4);
  for (const ConfusionTable::Entry& entry : table.entries) {
    const std::string count = amount_text(entry.count);
    entries.next();
    Members object(out);
    object.add_string("true", table.labels[entry.truth]);
    object.add_string("pred", table.labels[entry.predicted]);
    object.add("count", count);
    object.add("value", table.normalize == "none" ? count : number(entry.value));
    object.end();
  }
  entries.end();
  lines.end();
}

void append_rates(Members& object, double accuracy, double precision, double recall, double f1,
                  std::string_view prefix) {
  const auto add = [&](std::string_view name, double value) {
    object.add(std::string(prefix).append(name), number(value));
  };
  object.add("accuracy", number(accuracy));
  add("precision", precision);
  add("recall", recall);
  add("f1", f1);
}

void append_levels(std::string& out, const HierarchyTables& tables) {
  Members lines(out, '[', 2);
  for (const LevelRow& row : tables.levels) {
    lines.next();
    Members object(out);
    object.add("level", std::to_string(row.level));
    object.add("n", amount_text(row.n));
    append_rates(object, row.accuracy, row.precision, row.recall, row.f1, "");
    object.end();
  }
  lines.end();
}

void append_hierarchy(std::string& out, const HierarchyTables& tables) {
  Members lines(out, '{', 2);
  lines.add_string("taxonomy", tables.taxonomy);
  lines.add("n_classes", std::to_string(tables.n_classes));
  lines.add("n_levels", std::to_string(tables.n_levels));
  lines.add("tree", tables.tree ? "true" : "false");
  lines.key("errors");
  {
    Members errors(out, '{', 4);
    for (const ErrorRow& row : tables.errors) {
      errors.key(row.kind);
      Members object(out);
      object.add("n", amount_text(row.n));
      object.add("share", number(row.share));
      object.end();
    }
    errors.end();
  }
  lines.add("branch_level", std::to_string(tables.branch_level));
  lines.key("branches");
  Members branches(out, '[', 4);
  for (const BranchRow& row : tables.branches) {
    branches.next();
    Members object(out);
    object.add_string("code", row.code);
    if (!row.title.empty()) object.add_string("title", row.title);
    object.add("n", amount_text(row.n));
    append_rates(object, row.accuracy, row.precision, row.recall, row.f1, "hierarchical_");
    object.end();
  }
  branches.end();
  lines.end();
}

void append_bias_labels(std::string& out, const std::vector<BiasRow>& rows) {
  Members labels(out, '{', 6);
  for (const BiasRow& row : rows) {
    labels.key(row.label);
    Members label(out);
    label.add("train_count", std::to_string(row.train_count));
    label.add("train_frequency", number(row.train_frequency));
    label.add("support", amount_text(row.support));
    label.add("precision", number(row.precision));
    label.add("recall", number(row.recall));
    label.add("f1", number(row.f1));
    label.add("score", number(row.score));
    label.add("train_rank", number(row.train_rank));
    label.add("score_rank", number(row.score_rank));
    label.end();
  }
  labels.end();
}

void append_folds(std::string& out, Members& object, const BiasFigure& figure) {
  object.add("spread", number(figure.spread));
  object.add("slope", number(figure.slope));
  object.add("intercept", number(figure.intercept));
  object.key("folds");
  Members folds(out, '{', 6);
  for (const BiasFold& fold : figure.folds) {
    folds.key(fold.name);
    Members line(out);
    line.add("value", number(fold.value));
    line.add("p_value", number(fold.p_value));
    line.add("n_train", std::to_string(fold.n_train));
    line.add("n_examples", std::to_string(fold.n_examples));
    line.add("n_labels", std::to_string(fold.n_labels));
    if (!fold.undefined.empty()) line.add_string("undefined", fold.undefined);
    line.end();
  }
  folds.end();
}

void append_bias(std::string& out, const std::vector<BiasFigure>& figures) {
  Members lines(out, '{', 2);
  for (const BiasFigure& figure : figures) {
    lines.key(figure.name);
    Members object(out, '{', 4);
    object.add("value", number(figure.value));
    if (!figure.folds.empty()) {
      append_folds(out, object, figure);
      object.end();
      continue;
    }
    object.add("n_labels", std::to_string(figure.n_labels));
    object.add("p_value", number(figure.p_value));
    if (!figure.test.empty()) object.add_string("test", figure.test);
    if (figure.draws != 0) {
      object.add("draws", std::to_string(figure.draws));
      object.add("seed", std::to_string(figure.seed));
    }
    object.add("slope", number(figure.slope));
    object.add("intercept", number(figure.intercept));
    if (!figure.labels.empty()) {
      object.key("labels");
      append_bias_labels(out, figure.labels);
    }
    object.end();
  }
  lines.end();
}

void append_gate(std::string& out, const Gate& gate) {
  Members object(out);
  object.add_string("require", gate.requirement);
  object.add("value", number(gate.value));
  if (gate.baseline) object.add("baseline", number(*gate.baseline));
  if (gate.drop) object.add("drop", number(*gate.drop));
  if (gate.low) object.add("low", number(*gate.low));
  if (gate.high) object.add("high", number(*gate.high));
  object.add("passed", gate.passed ? "true" : "false");
  if (gate.inconclusive) object.add("inconclusive", "true");
  object.end();
}

void append_groups(std::string& out, const Report& report) {
  Members lines(out, '{', 2);
  for (const GroupFigures& group : report.groups) {
    lines.key(group.name);
    Members object(out, '{', 4);
    object.add("n_examples", std::to_string(group.n_examples));
    object.add("n_labels", std::to_string(group.n_labels));
    if (group.total_weight) object.add("total_weight", amount_text(*group.total_weight));
    object.key("measures");
    append_measures(out, group.measures, 6);
    object.end();
  }
  lines.end();
}

}  // namespace

std::string json_string(std::string_view text) {
  std::string out;
  append_string(out, text);
  return out;
}

std::string to_json(const Report& report) { return to_json(report, {}); }

std::string to_json(const Report& report, std::span<const JsonMember> further) {
  std::string out;
  Members top(out, '{', 0);
  top.add_string("tallystick", TALLYSTICK_VERSION);
  top.add_string("convention", report.convention);
  if (!report.convention_source.empty()) {
    top.add_string("convention_source", report.convention_source);
  }
  if (!report.task.empty()) top.add_string("task", report.task);
  top.add("n_examples", std::to_string(report.n_examples));
  top.add("n_labels", std::to_string(report.n_labels));
  if (report.total_weight) top.add("total_weight", amount_text(*report.total_weight));
  if (report.interval) {
    top.key("interval");
    append_interval(out, *report.interval);
  }
  top.key("measures");
  append_measures(out, report.measures, 2);
  for (const JsonMember& member : further) top.add(member.key, member.json);
  top.key("inputs");
  append_array(out, 2, report.inputs, [&](const InputFacts& input) { append_input(out, input); });
  top.key("policies");
  append_policies(out, report.policies);
  top.key("notes");
  append_array(out, 2, report.notes, [&](const std::string& note) { append_string(out, note); });
  if (!report.bias.empty()) {
    top.key("prediction_bias");
    append_bias(out, report.bias);
  }
  if (report.labels) {
    top.key("labels");
    append_labels(out, *report.labels);
  }
  if (report.confusion) {
    top.key("confusion");
    append_confusion(out, *report.confusion);
  }
  if (report.hierarchy) {
    top.key("levels");
    append_levels(out, *report.hierarchy);
    top.key("hierarchy");
    append_hierarchy(out, *report.hierarchy);
  }
  if (!report.by.empty()) {
    top.add_string("by", report.by);
    top.key("groups");
    append_groups(out, report);
  }
  if (!report.gates.empty()) {
    top.key("gates");
    append_array(out, 2, report.gates, [&](const Gate& gate) { append_gate(out, gate); });
  }
  top.end();
  return out += '\n';
}

}  // namespace tallystick
