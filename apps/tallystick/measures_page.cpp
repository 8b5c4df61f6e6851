#include "measures_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "tallystick/base/error.hpp"
#include "tallystick/base/text.hpp"
#include "tallystick/conventions/convention.hpp"
#include "tallystick/measures/catalogue.hpp"
#include "tallystick/measures/spec.hpp"
#include "tallystick/report/layout.hpp"
#include "tallystick/report/write.hpp"

namespace tallystick::app {

namespace {

bool in_group(const Measure& measure, std::string_view group) {
  if (group.empty() || group == "all" || measure.group == group) return true;
  if (group == "label") return measure.cell != nullptr;
  if (group == "example") return measure.cell != nullptr || measure.whole != nullptr;
  if (group == "ranking") return measure.ranked != nullptr;
  if (group == "label-space" && (measure.name == "cardinality" || measure.name == "density")) {
    return true;
  }
  if (group == "multi-class") return measure.multiclass != nullptr;
  if (group != "standard") return false;
  static const std::vector<Spec> standard =
      expand(parse_measures("standard"), conventions().front(),
             {.single_label = true,
              .positive = {},
              .hierarchical = true,
              .ranks = true,
              .training = true});
  return std::any_of(standard.begin(), standard.end(),
                     [&](const Spec& spec) { return spec.measure == &measure; });
}

std::string range_text(const Measure& measure) {
  const auto bound = [](double value) {
    return std::isinf(value) ? std::string(value < 0 ? "-inf" : "inf") : number_text(value);
  };
  return fmt::format("{}{}, {}{}", std::isinf(measure.low) ? '(' : '[', bound(measure.low),
                     bound(measure.high), std::isinf(measure.high) ? ')' : ']');
}

std::string_view direction_text(Direction direction) {
  switch (direction) {
    case Direction::higher_is_better: return "higher is better";
    case Direction::lower_is_better: return "lower is better";
    case Direction::neither: return "neither direction is better";
  }
  return "";
}

std::string averages_text(const Measure& measure) {
  if (measure.table) return "none: it is a table";
  std::string out;
  for (const Average average : averages_of(measure)) {
    out += fmt::format("{}{}", out.empty() ? "" : ", ", average_name(average));
  }
  if (measure.leveled) {
    return measure.ranked != nullptr || measure.scores != nullptr
               ? "none: it is a mean over examples, of the first K labels "
                 "with @K"
               : "none: it is one number, of level K with @K";
  }
  if (out.empty()) {
    return measure.ranked == nullptr ? "none: it is one number"
           : measure.cut ? "none: it is a mean over examples; of the first K labels with @K"
                         : "none: it is a mean over examples";
  }
  if (measure.cut) out += "; of the first K labels with @K, without an average as a mean";
  if (measure.cell != nullptr || measure.scored != nullptr) {
    out += "; of one label with :label=NAME";
  }
  const bool of_classes = measure.multiclass != nullptr || measure.scores != nullptr;
  if (of_classes) out += "; without an average on single-label data";
  return out;
}

/// "0/0 counts as": the conventions grouped by their answer.
std::string undefined_text(const Measure& measure) {
  if (measure.undefined_when.empty()) return "never";
  if (measure.kind == UndefinedKind::statistic) {
    return fmt::format("{}; then there is no value, whatever the rules of 0/0",
                       measure.undefined_when);
  }
  if (measure.scorer != nullptr) {
    return fmt::format("{}; such examples are left out and counted", measure.undefined_when);
  }
  std::string out(measure.undefined_when);
  const auto answer = [&](const Convention& c) {
    const UndefinedRule& rule = undefined_rule(measure.kind, c);
    const auto word = [](Undefined u) {
      return u == Undefined::zero   ? "0"
             : u == Undefined::one  ? "1"
             : u == Undefined::half ? "0.5"
                                    : "left out";
    };
    if (rule.all_empty == rule.otherwise) return std::string(word(rule.otherwise));
    return fmt::format("{} where nothing is true or predicted, else {}", word(rule.all_empty),
                       word(rule.otherwise));
  };
  std::vector<std::pair<std::string, std::string>> groups;
  const bool in_hierarchy = measure.group == "hierarchical" || measure.group == "protein-function";
  const bool of_rankings = measure.group == "ranking";
  for (const Convention& c : conventions()) {
    if (in_hierarchy ? !c.hierarchical : of_rankings ? !c.rankings : !c.flat) continue;
    const std::string text = answer(c);
    const auto found = std::find_if(groups.begin(), groups.end(),
                                    [&](const auto& group) { return group.first == text; });
    if (found == groups.end()) {
      groups.emplace_back(text, c.name);
    } else {
      found->second += fmt::format(", {}", c.name);
    }
  }
  for (const auto& [text, names] : groups) {
    out += fmt::format("; {}{} in {}", text == "left out" ? "" : "counts as ", text, names);
  }
  return out;
}

using Facts = std::vector<std::pair<std::string_view, std::string>>;

Facts facts_of(const Measure& measure) {
  Facts facts{
      {"formula", std::string(measure.formula)},
      {"range", fmt::format("{}, {}", range_text(measure), direction_text(measure.direction))},
      {"averages", averages_text(measure)},
      {"undefined", undefined_text(measure)}};
  for (const ParamInfo& param : measure.params) {
    facts.emplace_back("parameter", fmt::format("{} in {} [{}]: {}", param.name, param.values,
                                                param.initial, param.sentence));
  }
  facts.emplace_back("source", measure.source);
  if (!measure.aliases.empty()) facts.emplace_back("aliases", measure.aliases);
  if (!measure.called.empty()) facts.emplace_back("elsewhere", measure.called);
  return facts;
}

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '|') out += '\\';
    out += c;
  }
  return out;
}

const Measure& found(std::string_view name) {
  if (const Measure* measure = find_measure(name)) return *measure;
  return *parse_measures(name).front().measure;  // strips an average, or fails with the nearest
}

bool is_group(std::string_view name) {
  return std::find(measure_groups().begin(), measure_groups().end(), name) !=
         measure_groups().end();
}

std::string json_entry(const Measure& measure, std::string_view indent) {
  std::string out = fmt::format("{}{}: {{\n", indent, json_string(measure.name));
  const auto field = [&](std::string_view key, std::string_view value, bool last = false) {
    out += fmt::format("{}  {}: {}{}\n", indent, json_string(key), json_string(value),
                       last ? "" : ",");
  };
  field("title", measure.title);
  field("group", measure.group);
  field("formula", measure.formula);
  field("range", range_text(measure));
  field("direction", direction_text(measure.direction));
  field("averages", averages_text(measure));
  field("undefined", undefined_text(measure));
  field("source", measure.source);
  field("aliases", measure.aliases);
  field("elsewhere", measure.called, true);
  return out + fmt::format("{}}}", indent);
}

std::string_view heading(std::string_view group) {
  constexpr std::pair<std::string_view, std::string_view> kHeadings[] = {
      {"label", "Of a label's 2x2 cell (averaged: _micro, _macro, _weighted, _samples)"},
      {"example", "Of whole label sets"},
      {"multi-class", "Of single-label data"},
      {"ranking", "Of rankings by score (means over the examples)"},
      {"probabilistic", "Of scores (averaged: _micro, _macro, _weighted, _samples)"},
      {"extreme", "Of the first k labels, rare ones weighing more, with --train"},
      {"label-space", "Of the true labels alone: how many, how unequal, in which sets"},
      {"bias", "Of labels against their frequency in the training data, with --train"},
      {"hierarchical", "Over a hierarchy of the labels, with --taxonomy"},
      {"protein-function", "Of scores in a hierarchy, at the best threshold (CAFA)"}};
  for (const auto& [name, text] : kHeadings) {
    if (name == group) return text;
  }
  return group;
}

}  // namespace

std::string measures_list(std::string_view group) {
  std::string out;
  for (const std::string_view part : measure_groups()) {  // standard and all have none of their own
    std::string rows;
    for (const Measure* measure : catalogue()) {
      if (measure->group != part || !in_group(*measure, group)) continue;
      rows += fmt::format("  {:<26} {}\n", measure->name, measure->title);
    }
    if (rows.empty()) continue;
    out += fmt::format("{}{}\n{}", out.empty() ? "" : "\n", heading(part), rows);
  }
  std::string groups = "Groups:";
  for (const std::string_view part : measure_groups()) groups += fmt::format(" {},", part);
  groups.back() = '.';
  out += fmt::format(
      "\n{}'tallystick measures NAME' says formula, range, 0/0, source and names elsewhere.\n",
      wrapped(groups, 80, 0));
  return out;
}

std::string measure_page(std::string_view name) {
  if (is_group(name)) return measures_list(name);
  const Measure& measure = found(name);
  std::string out = fmt::format("{}: {}\n\n", measure.name, measure.title);
  for (const auto& [key, value] : facts_of(measure)) {
    std::string lines = wrapped(std::string(11, '.') + value, 80, 11);
    out += lines.replace(0, 11, fmt::format("{:<11}", key));
  }
  return out;
}

std::string measures_json(std::string_view name) {
  std::string out = "{\n";
  bool first = true;
  const Measure* one = name.empty() || is_group(name) ? nullptr : &found(name);
  for (const Measure* measure : catalogue()) {
    if (one != nullptr ? measure != one : !in_group(*measure, name)) continue;
    out += (first ? "" : ",\n") + json_entry(*measure, "  ");
    first = false;
  }
  return out + "\n}\n";
}

std::string measures_markdown() {
  std::string out =
      "# Measures\n\n"
      "Generated from the catalogue by `make docs`; `tallystick measures NAME` prints the same.\n\n"
      "Notation: an example has a set T of true and P of predicted labels; a label has a cell of\n"
      "tp, fp, fn, tn examples. Averages: `_micro` pools the labels' cells, `_macro` is the mean\n"
      "over labels, `_weighted` the mean by support, `_samples` the mean over examples, `_means`\n"
      "the F of mean precision and mean recall. Over a hierarchy S+ is a set S with all its\n"
      "ancestors; `_micro` adds up examples, `_macro` is the mean over the classes that occur,\n"
      "`_union` takes one set of classes over the whole data.\n\n"
      "| measure | what | range | better |\n|---|---|---|---|\n";
  for (const Measure* m : catalogue()) {
    out += fmt::format("| [`{0}`](#{0}) | {1} | {2} | {3} |\n", m->name, escaped(m->title),
                       range_text(*m),
                       m->direction == Direction::neither           ? "-"
                       : m->direction == Direction::lower_is_better ? "lower"
                                                                    : "higher");
  }
  for (const Measure* m : catalogue()) {
    out += fmt::format("\n## {}\n\n{}.\n\n", m->name, m->title);
    for (const auto& [key, value] : facts_of(*m)) out += fmt::format("- **{}**: {}\n", key, value);
  }
  out += "\n# Conventions\n\n| name | tool | rules |\n|---|---|---|\n";
  for (const Convention& c : conventions()) {
    out += fmt::format("| `{}` | {} | {} |\n", c.name, c.tool, escaped(c.source));
  }
  return out;
}

}  // namespace tallystick::app
