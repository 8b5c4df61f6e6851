#include "gates.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <utility>

#include "hierarchy_tables.hpp"
#include "tally_setup.hpp"
#include "tallystick/base/error.hpp"
#include "tallystick/base/text.hpp"
#include "tallystick/readers/read.hpp"

namespace tallystick::detail {

namespace {

constexpr double kRounding = 1e-12;  // 0.80 - 0.79 is a little more than 0.01 in doubles

bool number_of(std::string_view text, double& value) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc{} && end == text.data() + text.size() && !std::isnan(value);
}

/// Takes ".low" or ".high" off the name.
End take_end(std::string& name) {
  for (const auto& [suffix, end] : {std::pair{std::string_view(".low"), End::low},
                                    std::pair{std::string_view(".high"), End::high}}) {
    if (!name.ends_with(suffix)) continue;
    name.resize(name.size() - suffix.size());
    return end;
  }
  return End::value;
}

/// "hierarchical_f1:branch=2" -> "f1", of branch "2"; no figure for other names.
void take_branch(Requirement& requirement) {
  constexpr std::string_view kMark = ":branch=";
  const std::size_t at = requirement.measure.find(kMark);
  if (at == std::string::npos) return;
  std::string name = requirement.measure.substr(0, at);
  if (name.ends_with("_micro")) name.resize(name.size() - 6);
  constexpr std::array<std::string_view, 4> kFigures = {"accuracy", "hierarchical_precision",
                                                        "hierarchical_recall", "hierarchical_f1"};
  if (std::find(kFigures.begin(), kFigures.end(), name) == kFigures.end() ||
      requirement.end != End::value) {
    fail(ErrorCode::wrong_usage,
         "--require " + quoted(requirement.text) + " names no figure of a branch",
         "branches have accuracy, hierarchical_precision, hierarchical_recall, hierarchical_f1");
  }
  requirement.figure = std::move(name);
  requirement.branch = requirement.measure.substr(at + kMark.size());
  requirement.measure.clear();
}

}  // namespace

bool Requirement::holds(double value) const {
  if (comparison == ">=") return value >= bound;
  if (comparison == ">") return value > bound;
  if (comparison == "<=") return value <= bound;
  if (comparison == "<") return value < bound;
  return value == bound;
}

Requirement parse_requirement(const std::string& text) {
  // The bound holds none of these characters, so the last of them ends the comparison.
  const std::size_t last = text.find_last_of("<>=");
  const bool two = last != std::string::npos && last > 0 && text[last] == '=' &&
                   (text[last - 1] == '<' || text[last - 1] == '>' || text[last - 1] == '=');
  const std::size_t at = last == std::string::npos ? 0 : last - (two ? 1 : 0);
  Requirement out;
  out.text = text;
  out.measure = text.substr(0, at);
  if (at != 0) out.comparison = text.substr(at, last + 1 - at);
  const std::string number = at == 0 ? std::string() : text.substr(last + 1);
  if (!number_of(number, out.bound) || out.comparison == "=") {
    fail(ErrorCode::wrong_usage, "--require " + quoted(text) + " is not NAME>=NUMBER",
         "write for example --require 'f1_micro>=0.8' (>=, >, <=, <, ==)");
  }
  out.end = take_end(out.measure);
  take_branch(out);
  return out;
}

void settle_end(Requirement& requirement, const Vocabulary& labels) {
  constexpr std::string_view kMark = ":label=";
  const std::size_t at = requirement.measure.find(kMark);
  if (requirement.end == End::value || at == std::string::npos) return;
  const std::string suffix = requirement.end == End::low ? ".low" : ".high";
  if (!labels.find(requirement.measure.substr(at + kMark.size()) + suffix)) return;
  requirement.measure += suffix;
  requirement.end = End::value;
}

double branch_figure(const Requirement& requirement, const Hierarchy* hierarchy) {
  if (hierarchy == nullptr) {
    fail(ErrorCode::wrong_usage,
         "--require " + quoted(requirement.text) + " names a branch, but labels have no hierarchy",
         "name it with --taxonomy isco08, or a file");
  }
  const Taxonomy& taxonomy = hierarchy->taxonomy();
  const auto node = taxonomy.find(requirement.branch);
  if (!node) {
    std::vector<std::string_view> codes;
    for (NodeId other = 0; other < taxonomy.size(); ++other) codes.push_back(taxonomy.code(other));
    const auto near = nearest(requirement.branch, codes);
    fail(ErrorCode::unknown_label,
         "--require " + quoted(requirement.text) + " names class " + quoted(requirement.branch) +
             ", which is not among the " + counted(taxonomy.size(), "class", "classes") + " of " +
             taxonomy.origin(),
         near.empty() ? "name a class of the hierarchy" : "did you mean " + quoted(near[0]) + "?");
  }
  const HierarchyTables tables = hierarchy_tables(*hierarchy, taxonomy.depth(*node));
  for (const BranchRow& row : tables.branches) {
    if (row.code != taxonomy.code(*node)) continue;
    if (requirement.figure == "accuracy") return row.accuracy;
    if (requirement.figure == "hierarchical_precision") return row.precision;
    return requirement.figure == "hierarchical_recall" ? row.recall : row.f1;
  }
  return kUndefined;  // no example there
}

namespace {

/// "f1_macro=0.01" -> the measure and how much worse it may become.
std::pair<std::string, double> parse_drop(const std::string& text) {
  const std::size_t at = text.rfind('=');
  double most = 0;
  if (at == 0 || at == std::string::npos || !number_of(text.substr(at + 1), most) || !(most >= 0) ||
      std::isinf(most)) {
    fail(ErrorCode::wrong_usage, "--max-drop " + quoted(text) + " is not NAME=NUMBER",
         "write for example --max-drop f1_macro=0.01, of 0 or more");
  }
  return {text.substr(0, at), most};
}

[[noreturn]] void refuse(
    const std::string& path, const std::string& fact,
    const std::string& hint = "save a baseline anew, with the options of this evaluation") {
  fail(ErrorCode::incompatible_states, Place{path}, fact, hint);
}

/// The names of labels that make up the macro means, whatever was predicted.
std::vector<std::string_view> label_set(const Tally& tally) {
  const Vocabulary& labels = tally.vocabulary();
  const Whole whole(tally, LabelUniverse::seen);
  std::vector<std::string_view> out;
  for (LabelId id = 0; id < labels.size(); ++id) {
    const bool in = labels.declared() ? id < labels.n_declared() : whole.cell(id).truth() != 0;
    if (in) out.push_back(labels.name(id));
  }
  std::sort(out.begin(), out.end());
  return out;
}

void check_labels(const Tally& ours, const Tally& theirs, const std::string& path) {
  const bool declared = ours.vocabulary().declared();
  if (declared != theirs.vocabulary().declared()) {
    refuse(path, std::string("this baseline was saved ") + (declared ? "without" : "with") +
                     " a declared label set, this evaluation is " +
                     (declared ? "with" : "without") + " one");
  }
  const auto a = label_set(theirs), b = label_set(ours);
  if (a == b) return;
  const auto [before, now] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
  const bool only_before = now == b.end() || (before != a.end() && *before < *now);
  refuse(path,
         "this baseline was saved with " + counted(a.size(), "label") +
             (declared ? "" : " in its truth") + ", this evaluation has " +
             std::to_string(b.size()) + "; label " + quoted(only_before ? *before : *now) +
             " is only in the " + (only_before ? "baseline" : "evaluation"),
         declared ? "save a baseline anew, with this label set"
                  : "declare the labels, here and where the baseline is saved: --labels-file FILE");
}

/// The same rules but for those that choose labels by scores: these may be what is being tried.
void check_rules(const Tally& ours, const Tally& theirs, const EvaluateOptions& options) {
  auto now = ours.rules(), before = theirs.rules();
  now["convention"] = options.convention;
  for (const std::string_view free : {"threshold", "thresholds", "relative threshold", "top-k"}) {
    now.erase(std::string(free));
    before.erase(std::string(free));
  }
  for (const auto& [rule, value] : now) before.try_emplace(rule, "unset");
  for (const auto& [rule, value] : before) {
    const std::string& ours_is = now.try_emplace(rule, "unset").first->second;
    if (value == ours_is) continue;
    refuse(options.baseline, "this baseline was saved with " + rule + " " + quoted(value) +
                                 ", this evaluation has " + quoted(ours_is));
  }
}

Score one_figure(const Tally& tally, const EvaluateOptions& options, const std::string& text) {
  Report report = make_report(tally, {}, options);
  if (report.measures.size() != 1) {
    fail(ErrorCode::wrong_usage,
         "--max-drop " + quoted(text) + " names " + counted(report.measures.size(), "figure") +
             ", not one",
         "name the average too, for example f1_micro=0.01");
  }
  return std::move(report.measures[0]);
}

/// How much worse `now` is than `before`, and between what that lies: the square-and-add interval
/// of a difference (Zou and Donner, Statistics in Medicine 27, 2008), as if the two were of
/// different examples, which is wider than it need be where they are of the same.
void decide(const Score& before, const Score& now, double most, bool inconclusive_passes,
            Gate& gate) {
  const double sign = now.direction == Direction::lower_is_better ? -1 : 1;
  gate.value = now.value;
  gate.baseline = before.value;
  double drop = sign * (before.value - now.value);
  if (std::abs(drop) < 1) drop = std::round(drop * 1e12) / 1e12;  // without the noise of rounding
  gate.drop = drop;
  if (std::isnan(drop)) return;
  gate.passed = drop <= most + kRounding;
  if (!before.low || !before.high || !now.low || !now.high) return;
  const auto room = [sign](const Score& score, double side) {
    return side * sign > 0 ? *score.high - score.value : score.value - *score.low;
  };
  const auto rounded = [](double value) { return std::round(value * 1e12) / 1e12; };
  gate.low = rounded(drop - std::hypot(room(before, -1), room(now, 1)));
  gate.high = rounded(drop + std::hypot(room(before, 1), room(now, -1)));
  const bool holds = *gate.high <= most + kRounding, fails = *gate.low > most + kRounding;
  gate.inconclusive = !holds && !fails;
  gate.passed = holds || (gate.inconclusive && inconclusive_passes);
}

}  // namespace

void check_baseline(const EvaluateOptions& options) {
  for (const std::string& text : options.max_drop) {
    static_cast<void>(parse_measures(parse_drop(text).first));
  }
  if (options.baseline.empty() == options.max_drop.empty()) return;
  if (options.baseline.empty()) {
    fail(ErrorCode::wrong_usage, "--max-drop needs a state to compare with",
         "name it with --baseline STATE, which --save-state wrote");
  }
  fail(ErrorCode::wrong_usage, "--baseline is named, but nothing is asked of it",
       "say how much worse a figure may be: --max-drop f1_macro=0.01");
}

void add_baseline_gates(Report& report, const Tally& tally, const EvaluateOptions& options) {
  check_baseline(options);
  if (options.baseline.empty()) return;
  Tally before = Tally::load(read_bytes(options.baseline, Tally::kMagic), options.baseline);
  check_labels(tally, before, options.baseline);
  check_rules(tally, before, options);
  if (tally.taxonomy() != nullptr) before.set_taxonomy(tally.taxonomy(), options.baseline);
  EvaluateOptions one = options;
  one.baseline.clear(), one.max_drop.clear(), one.require.clear(), one.per_label = false;
  one.fold.clear();
  EvaluateOptions of_baseline = one;
  hand_over_grouped(before, of_baseline);
  const Grouping wanted = grouping_of(one);
  const bool of_groups = wanted.option == "--cluster" || wanted.option == "--stratum";
  if (of_groups && !groups_as(before, wanted)) {
    fail(ErrorCode::wrong_usage,
         "the interval of a drop needs the baseline's as well, and " + quoted(options.baseline) +
             " keeps nothing of " + std::string(wanted.option) + " " + quoted(wanted.column),
         "save the baseline with " + std::string(wanted.option) + " too, or leave it out");
  }
  for (const std::string& text : options.max_drop) {
    const auto [name, most] = parse_drop(text);
    one.measures = of_baseline.measures = name;
    Gate gate;
    gate.requirement = "max-drop " + text;
    const Score now = one_figure(tally, one, text);
    if (now.direction == Direction::neither) {
      fail(ErrorCode::wrong_usage,
           "--max-drop " + quoted(text) + " is about " + name +
               ", which is neither better nor worse when it grows",
           "bound the figure itself: --require '" + name + ">=NUMBER', or <=");
    }
    decide(one_figure(before, of_baseline, text), now, most, options.inconclusive_passes, gate);
    report.gates.push_back(std::move(gate));
  }
  if (report.n_examples != before.n_examples()) {
    report.notes.push_back("the baseline is of " + counted(before.n_examples(), "example") +
                           ", this evaluation of " + std::to_string(report.n_examples));
  }
}

}  // namespace tallystick::detail
