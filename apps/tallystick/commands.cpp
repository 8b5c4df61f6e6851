#include "commands.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <thread>
#include <utility>
#include <vector>

#include "generated.hpp"
#include "measures_page.hpp"
#include "output.hpp"
#include "tallystick/base/error.hpp"
#include "tallystick/base/text.hpp"
#include "tallystick/compare_html.hpp"
#include "tallystick/contingency.hpp"
#include "tallystick/evaluate_html.hpp"
#include "tallystick/groups.hpp"
#include "tallystick/measures/whole.hpp"
#include "tallystick/reconcile.hpp"
#include "tallystick/report/write.hpp"
#include "tallystick/states/shards.hpp"

namespace tallystick::app {

namespace {

TextOptions text_options(const Options& options) {
  const char* no_color = std::getenv("NO_COLOR");
  const bool plain = options.no_color || (no_color != nullptr && *no_color != '\0');
  return {.colour = !plain && options.out.empty() && output_is_terminal(),
          .verbose = options.verbose,
          .digits = options.digits < 0 ? 4 : options.digits,
          .bar_columns = options.out.empty() ? terminal_columns() : 0};
}

void deliver(const Options& options, const std::string& data) { write_out(options.out, data); }

char delimiter_for(const std::string& path) { return path.ends_with(".tsv") ? '\t' : ','; }

/// The table of Statistics::Contingency. Its rules are the class's own, so its convention must be
/// on.
std::string table_text(const Options& options, const Tally* tally) {
  if (options.evaluate.convention != "contingency") {
    fail(ErrorCode::wrong_usage,
         "-o stats-table is the table of convention contingency, not of " +
             tallystick::quoted(options.evaluate.convention),
         "add --convention contingency");
  }
  std::vector<std::string_view> names{"label"};
  std::vector<std::uint64_t> tp{0}, fp{0}, fn{0};
  std::uint64_t n_examples = 0;
  if (tally != nullptr) {
    const Whole whole(
        *tally, tally->vocabulary().declared() ? LabelUniverse::declared : LabelUniverse::seen);
    if (whole.fractional()) {
      fail(ErrorCode::wrong_usage, "-o stats-table takes whole counts, and these weights are not",
           "leave out --weight, or use another output");
    }
    names.clear(), tp.clear(), fp.clear(), fn.clear();
    for (const LabelId id : whole.sorted_labels()) {
      const Cell cell = whole.cell(id);
      names.push_back(tally->vocabulary().name(id));
      tp.push_back(static_cast<std::uint64_t>(cell.tp));
      fp.push_back(static_cast<std::uint64_t>(cell.fp));
      fn.push_back(static_cast<std::uint64_t>(cell.fn));
    }
    n_examples = tally->total().whole;
  }
  Contingency table = Contingency::from_counts(names, tp, fp, fn, n_examples);
  if (options.cells) {
    const auto& [a, b, c, d] = *options.cells;
    table.set_entries(a, b, c, d);
    if (!options.quiet) {
      remark(
          "tallystick: note: --cells sets the micro figures alone, as set_entries does; the "
          "macro figures are those of the categories\n");
    }
  }
  return table.stats_table(options.digits < 0 ? 3 : options.digits);
}

std::string rendered(const Options& options, const Report& report, const Tallied& tallied,
                     const EvaluateOptions& wanted) {
  switch (options.output) {
    case Output::text: return to_text(report, text_options(options));
    case Output::json: return to_json(report);
    case Output::csv: return to_csv(report);
    case Output::markdown: return to_markdown(report, text_options(options));
    case Output::latex: return to_latex(report, text_options(options));
    case Output::html: return page_of(tallied, report, wanted, text_options(options));
    case Output::stats_table: return table_text(options, &tallied.tally);
  }
  return {};
}

/// What the outputs without room for sentences leave out goes to standard error.
void remark_on(const Options& options, const Report& report) {
  if (options.quiet) return;
  const bool complete = options.output == Output::text || options.output == Output::json ||
                        options.output == Output::markdown || options.output == Output::html;
  if (complete && options.out.empty()) return;
  const PolicyCounts& p = report.policies;
  const auto count = [](std::uint64_t n, std::string_view what) {
    if (n != 0) remark(fmt::format("tallystick: note: {}: {}\n", what, n));
  };
  count(p.missing, "ids without a prediction");
  count(p.extra, "ids only in the predictions");
  count(p.unknown_labels, "labels outside the declared set");
  count(p.repeated_labels, "repeated labels, counted once");
  count(p.abstained, "abstentions, scored as no label");
  count(p.duplicate_scores, "scores beyond the one kept for a label");
  count(p.padded_codes, "codes filled up with leading zeros");
  count(p.alternative_codes, "alternative codes, read as the class they stand for");
  count(p.accepted_other, "examples decided by another than the first accepted code");
  for (const std::string& note : report.notes) remark("tallystick: note: " + note + '\n');
  if (options.output != Output::csv && options.output != Output::stats_table) return;
  if (report.labels && options.per_label_file.empty()) {
    remark("tallystick: note: this output has no rows for labels; --per-label=FILE writes them\n");
  }
  if (report.confusion) {
    remark("tallystick: note: this output has no confusion matrix; -o json has\n");
  }
}

/// `may_show`: what is printed has verdicts, too, in some forms.
int verdict(const Options& options, const Report& report, bool may_show = true) {
  const bool shown = may_show && options.out.empty() && options.output != Output::csv &&
                     options.output != Output::latex && options.output != Output::stats_table;
  bool passed = true;
  for (const Gate& gate : report.gates) {
    passed &= gate.passed;
    if (shown || (options.quiet && gate.passed)) continue;
    const std::string_view word = gate.inconclusive ? "INCONCLUSIVE"
                                  : gate.passed     ? "passed"
                                                    : "FAILED";
    const std::string sentence = gate_sentence(gate);  // "f1>=0.8: it is 0.7"
    const std::size_t at = gate.requirement.size();
    remark(fmt::format("tallystick: gate {}: {} ({})\n", word, gate.requirement,
                       std::string_view(sentence).substr(at + 2)));
  }
  return passed ? 0 : 1;
}

}  // namespace

void check_outputs(const Options& options) {
  std::vector<std::pair<std::string_view, std::string>> taken;
  for (const std::string& path : options.operands) taken.emplace_back("an input", path);
  taken.emplace_back("--labels-file", options.evaluate.labels_file);
  taken.emplace_back("--taxonomy", options.evaluate.taxonomy);
  taken.emplace_back("--ia", options.evaluate.ia_file);
  taken.emplace_back("--train", options.evaluate.train);
  taken.emplace_back("--thresholds", options.evaluate.thresholds);
  taken.emplace_back("--baseline", options.evaluate.baseline);
  const std::pair<std::string_view, const std::string&> outputs[] = {
      {"--save-state", options.save_state},
      {"--save-thresholds", options.save_thresholds},
      {"--out", options.out},
      {"--junit", options.junit},
      {"--flips", options.flips_file},
      {"--per-label", options.per_label_file},
      {"--per-example", options.per_example_file}};
  for (const auto& [option, path] : outputs) {
    if (path.empty()) continue;
    if (is_standard_output(path)) {
      if (option == "--out") continue;  // where the report goes anyway
      fail(ErrorCode::wrong_usage,
           std::string(option) + " names standard output, where the report goes", "name a file");
    }
    for (const auto& [what, other] : taken) {
      const bool updates = option == "--save-state" && options.command == "merge";
      if (other.empty() || updates || !same_file(path, other)) continue;
      fail(ErrorCode::wrong_usage,
           std::string(option) + " names " + tallystick::quoted(path) + ", which is also " +
               std::string(what),
           "give every output a file of its own");
    }
    taken.emplace_back(option, path);
  }
}

namespace {

/// A prediction bias coefficient is put to a test, which draws too.
void check_intervals(const Options& options) {
  const IntervalRule& rule = options.evaluate.interval;
  if (rule.method != IntervalMethod::none) return;
  const bool tests = !options.evaluate.train.empty() || !options.evaluate.fold.empty();
  const std::string option = !rule.cluster.empty()   ? "--cluster"
                             : !rule.stratum.empty() ? "--stratum"
                             : tests                 ? ""
                                                     : options.interval_option;
  if (option.empty()) return;
  fail(ErrorCode::wrong_usage, option + " is about intervals, but there are none",
       "name a method, --interval bootstrap, say");
}

void check_gates(const Options& options) {
  const bool gates = !options.evaluate.require.empty() || !options.evaluate.max_drop.empty();
  if (options.junit.empty() || gates) return;
  fail(ErrorCode::wrong_usage, "--junit writes gates, and there is none",
       "add --require, or --baseline with --max-drop");
}

/// A shard may have no example; its state counts as one that was made.
int conclude_empty(const Options& options, const Tallied& tallied) {
  if (!options.save_state.empty()) write_bytes(options.save_state, tallied.tally.save());
  if (!options.quiet) remark("tallystick: note: no example falls to this shard\n");
  return 0;
}

/// Everything an evaluation leaves behind, for files and for merged states alike.
int conclude(const Options& options, const Tallied& tallied) {
  EvaluateOptions wanted = options.evaluate;
  wanted.per_label = options.per_label;
  hand_over(tallied, wanted);
  const auto shards = tallied.tally.rules().find(kShardRule);
  if (tallied.tally.n_examples() == 0 && shards != tallied.tally.rules().end()) {
    return conclude_empty(options, tallied);
  }
  if (options.output == Output::html) wanted = options_for_page(tallied.tally, std::move(wanted));
  Report report = make_report(tallied.tally, tallied.summary, wanted);
  add_groups(report, tallied, wanted);
  if (!options.per_example_file.empty()) {
    write_bytes(options.per_example_file,
                examples_to_csv(tallied, wanted, delimiter_for(options.per_example_file)));
  }
  if (!options.per_label_file.empty()) {
    write_label_rows(options.per_label_file, tallied.tally, wanted);
  }
  if (!options.cafa_out.empty()) {
    write_cafa_files(options.cafa_out, tallied.tally, tallied.summary, wanted);
  }
  if (!options.save_state.empty()) write_bytes(options.save_state, tallied.tally.save());
  if (!options.junit.empty()) write_bytes(options.junit, to_junit(report));
  deliver(options, rendered(options, report, tallied, wanted));
  remark_on(options, report);
  return verdict(options, report);
}

}  // namespace

Options with_threads(Options options) {
  if (options.threads_given) return options;
  options.evaluate.threads = std::clamp(std::thread::hardware_concurrency(), 1u, 16u);
  return options;
}

int evaluate(const Options& given) {
  Options options = with_threads(given);
  options.evaluate.keep_rows =
      !options.save_state.empty() && options.evaluate.interval.method != IntervalMethod::none;
  if (options.output == Output::html) options.evaluate.welcome_scores = true;  // for curves
  if (options.evaluate.top_k && options.threshold_given) {
    fail(ErrorCode::wrong_usage,
         "--top-k takes labels whatever their scores, but --threshold is given",
         "leave one of them out");
  }
  check_measures(options.evaluate);  // before the files are read
  check_intervals(options);
  check_gates(options);
  check_outputs(options);
  if (options.cells) {
    if (options.output == Output::stats_table && options.operands.empty()) {
      return deliver(options, table_text(options, nullptr)), 0;
    }
    if (options.output != Output::stats_table) {
      if (!options.operands.empty()) {
        fail(ErrorCode::wrong_usage, "--cells stands for the files, but files are named too",
             "leave one of them out");
      }
      const auto& [tp, fp, fn, tn] = *options.cells;
      Tallied tallied;
      tallied.tally.add_cell("label", tp, fp, fn, tn);
      tallied.tally.rules()["convention"] = options.evaluate.convention;
      return conclude(options, tallied);
    }
  }
  const Tallied tallied = [&options] {
    const Progress progress(!options.quiet && remarks_are_terminal());  // gone before the report
    return tally_files(options.operands, options.evaluate, !options.per_example_file.empty());
  }();
  return conclude(options, tallied);
}

int compare(const Options& given) {
  Options options = with_threads(given);
  const bool all_flips = !options.flips_file.empty() || options.output == Output::json;
  if (options.output == Output::html) options.compare.most_flips = kPageFlips;
  if (all_flips) options.compare.most_flips = SIZE_MAX;
  check_measures(options.evaluate);
  check_outputs(options);
  const Comparing found = [&options] {
    const Progress progress(!options.quiet && remarks_are_terminal());
    return compare_files(options.operands, options.evaluate, options.compare);
  }();
  if (!options.flips_file.empty()) {
    write_bytes(options.flips_file, flips_to_csv(found, delimiter_for(options.flips_file)));
  }
  const int digits = options.digits < 0 ? 4 : options.digits;
  switch (options.output) {
    case Output::text: deliver(options, to_text(found, digits)); break;
    case Output::json: deliver(options, to_json(found)); break;
    case Output::csv:
      deliver(options, to_csv(found));
      for (const std::string& note : found.notes) {
        if (!options.quiet) remark("tallystick: note: " + note + '\n');
      }
      break;
    case Output::markdown: deliver(options, to_markdown(found, digits)); break;
    case Output::latex: deliver(options, to_latex(found, digits)); break;
    case Output::html: deliver(options, to_html(found, digits)); break;
    case Output::stats_table:
      fail(ErrorCode::wrong_usage, "compare has no such output",
           "it writes text, json, csv, markdown, latex, html");
  }
  return 0;
}

int reconcile(const Options& given) {
  const Options options = with_threads(given);
  check_outputs(options);
  const Reconciliation table = [&options] {
    const Progress progress(!options.quiet && remarks_are_terminal());
    return reconcile_files(options.operands, options.evaluate);
  }();
  const int digits = options.digits < 0 ? 4 : options.digits;
  switch (options.output) {
    case Output::text: deliver(options, to_text(table, digits)); break;
    case Output::json: deliver(options, to_json(table)); break;
    case Output::csv: deliver(options, to_csv(table)); break;
    case Output::markdown: deliver(options, to_markdown(table, digits)); break;
    case Output::latex: deliver(options, to_latex(table, digits)); break;
    case Output::html:
    case Output::stats_table:
      fail(ErrorCode::wrong_usage, "reconcile has no such output",
           "it writes text, json, csv, markdown, latex");
  }
  return 0;
}

int describe(const Options& options) {
  if (options.operands.size() != 1) {
    fail(ErrorCode::wrong_usage,
         "expected one TRUTH, got " + counted(options.operands.size(), "path"),
         "see 'tallystick describe --help'");
  }
  check_outputs(options);
  check_gates(options);
  const Description description = [&options] {
    const Progress progress(!options.quiet && remarks_are_terminal());
    return describe_file(options.operands[0], options.evaluate, options.describe);
  }();
  const TextOptions text = text_options(options);
  std::string data;
  switch (options.output) {
    case Output::text: data = to_text(description, text, options.per_label); break;
    case Output::json: data = to_json(description, options.per_label); break;
    case Output::csv: data = to_csv(description); break;
    case Output::markdown: data = to_markdown(description, text, options.per_label); break;
    case Output::latex: data = to_latex(description, text, options.per_label); break;
    case Output::html:
    case Output::stats_table:
      fail(ErrorCode::wrong_usage, "describe has no such output",
           "it writes text, json, csv, markdown, latex");
  }
  if (!options.per_label_file.empty()) {
    write_bytes(options.per_label_file,
                labels_to_csv(description, delimiter_for(options.per_label_file)));
  }
  if (!options.junit.empty()) write_bytes(options.junit, to_junit(description.report));
  deliver(options, data);
  remark_on(options, description.report);
  return verdict(options, description.report, false);
}

int tune(const Options& given) {
  const Options options = with_threads(given);
  check_outputs(options);
  const bool json = options.output == Output::json;
  if (!json && options.output != Output::text) {
    fail(ErrorCode::wrong_usage, "tune has no such output", "it writes text, json");
  }
  const Tuning tuning = [&options] {
    const Progress progress(!options.quiet && remarks_are_terminal());
    return tune_files(options.operands, options.evaluate, options.tune);
  }();
  if (!options.save_thresholds.empty()) {
    if (!tuning.best) {
      fail(ErrorCode::no_examples,
           "no strategy has a value of " + tuning.measure + " to be best by",
           "see the figures without --save-thresholds");
    }
    write_bytes(options.save_thresholds,
                thresholds_text(tuning.strategies[*tuning.best].selection));
  }
  deliver(options,
          json ? to_json(tuning) : to_text(tuning, options.digits < 0 ? 4 : options.digits));
  return 0;
}

int measures(const Options& options) {
  if (options.operands.size() > 1) {
    fail(ErrorCode::wrong_usage,
         "expected one NAME or GROUP, got " + counted(options.operands.size(), "word"),
         "see 'tallystick measures --help'");
  }
  const std::string name = options.operands.empty() ? "" : options.operands[0];
  switch (options.output) {
    case Output::json: print(measures_json(name)); break;
    case Output::markdown:
      if (!name.empty()) {
        fail(ErrorCode::wrong_usage, "-o markdown prints the whole catalogue",
             "leave out " + tallystick::quoted(name));
      }
      print(measures_markdown());
      break;
    case Output::text: print(name.empty() ? measures_list() : measure_page(name)); break;
    default:
      fail(ErrorCode::wrong_usage, "measures has no such output", "it writes text, json, markdown");
  }
  return 0;
}

int merge(const Options& options) {
  check_intervals(options);
  check_gates(options);
  check_outputs(options);
  Options wanted = options;
  Tallied tallied;
  tallied.tally = merge_states(options.operands, options.evaluate, &tallied.summary);
  const auto& rules = tallied.tally.rules();
  if (!options.partial && rules.contains(kShardRule)) {
    fail(ErrorCode::incompatible_states, "missing: " + missing_shards(rules.at(kShardRule)),
         "name the states of all shards; --partial reports on those there are");
  }
  if (!options.convention_given && rules.contains("convention")) {
    wanted.evaluate.convention = rules.at("convention");
  }
  return conclude(wanted, tallied);
}

int completion(const Options& options) {
  if (options.operands.size() != 1) {
    fail(ErrorCode::wrong_usage,
         "expected the name of a shell, got " + counted(options.operands.size(), "word"),
         "it takes bash, zsh, fish, or man");
  }
  const std::string& kind = options.operands[0];
  print(kind == "man" ? manual_page() : completion_script(kind));
  return 0;
}

}  // namespace tallystick::app
