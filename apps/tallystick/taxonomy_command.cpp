// 'tallystick taxonomy': what a hierarchy holds, whether it is sound, and other ways to write it.
#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "commands.hpp"
#include "output.hpp"
#include "tallystick/base/error.hpp"
#include "tallystick/base/text.hpp"
#include "tallystick/readers/write_taxonomy.hpp"
#include "taxonomy_pages.hpp"

namespace tallystick::app {

namespace {

constexpr std::array<std::string_view, 3> kActions = {"check", "show", "convert"};

[[noreturn]] void wrong_usage(std::string fact, std::string hint) {
  fail(ErrorCode::wrong_usage, std::move(fact), std::move(hint));
}

/// The action and what it works on, or an error that says what is missing.
void check_usage(const Options& options) {
  const std::vector<std::string>& words = options.operands;
  if (words.empty()) {
    wrong_usage("expected check, show or convert", "as in 'tallystick taxonomy show isco08'");
  }
  const std::string& action = words[0];
  if (std::find(kActions.begin(), kActions.end(), action) == kActions.end()) {
    const auto near = nearest(action, kActions);
    wrong_usage("taxonomy has no action " + tallystick::quoted(action),
                near.empty() ? "it takes check, show or convert"
                             : "did you mean " + tallystick::quoted(near[0]) + "?");
  }
  if (words.size() < 2) {
    wrong_usage("'taxonomy " + action + "' names no hierarchy",
                "name a file, or isco08, which is built in");
  }
  if (words.size() > (action == "show" ? 3u : 2u)) {
    wrong_usage("'taxonomy " + action + "' takes one FILE or NAME" +
                    (action == "show" ? " and one CODE" : "") + ", got " +
                    counted(words.size() - 1, "word"),
                "quote a code with blanks in it");
  }
  if (options.output != Output::text && (action == "convert" || options.output != Output::json)) {
    wrong_usage("'taxonomy " + action + "' has no such output",
                action == "convert" ? "--to edges or --to paths says what it writes"
                                    : "it writes text, json");
  }
  if (!options.convert_to.empty() && action != "convert") {
    wrong_usage("'taxonomy " + action + "' does not convert", "leave out --to");
  }
  if (!options.out.empty() && !is_standard_output(options.out) && words[1] != "-" &&
      same_file(options.out, words[1])) {
    wrong_usage("--out names " + tallystick::quoted(options.out) + ", which is also an input",
                "give the output a file of its own");
  }
}

void add_notes(const Options& options, const TaxonomyFacts& facts) {
  if (options.quiet) return;
  for (const std::string& note : facts.notes) remark("tallystick: note: " + note + '\n');
}

[[noreturn]] void unknown_code(const Taxonomy& taxonomy, const std::string& code) {
  std::string hint = "'tallystick taxonomy show' without it counts what there is";
  std::vector<std::string_view> codes;
  for (NodeId node = 0; node < taxonomy.size(); ++node) codes.push_back(taxonomy.code(node));
  const auto near = nearest(code, codes);
  if (!near.empty()) hint = "did you mean " + tallystick::quoted(near[0]) + "?";
  std::string longer = code;
  for (int i = 0; i < 8; ++i) {
    longer.insert(0, 1, '0');
    if (!taxonomy.find(longer)) continue;
    hint = "did you mean " + tallystick::quoted(longer) + ", with its leading zero?";
    break;
  }
  fail(
      ErrorCode::unknown_label, Place{taxonomy.origin()},
      "there is no code " + tallystick::quoted(code) + " among " + counted(taxonomy.size(), "node"),
      hint);
}

int check(const Options& options) {
  Checked checked;
  checked.source = options.operands[1];
  TaxonomyBuilder draft = [&] {
    const Progress progress(!options.quiet && remarks_are_terminal());
    return read_taxonomy_draft(checked.source, options.evaluate.taxonomy_options, &checked.facts);
  }();
  checked.findings = draft.findings();
  checked.n_nodes = draft.size();
  checked.n_edges = draft.n_edges() - checked.findings.duplicate_edges;
  const bool faulty = checked.findings.faulty();
  if (!faulty) static_cast<void>(std::move(draft).build());  // what else is wrong is an error
  write_out(options.out,
            options.output == Output::json ? check_json(checked) : check_text(checked));
  return faulty ? 3 : 0;
}

int show(const Options& options, const Taxonomy& taxonomy, const TaxonomyFacts& facts) {
  const bool json = options.output == Output::json;
  if (options.operands.size() == 2) {
    write_out(options.out, json ? show_json(taxonomy, facts) : show_text(taxonomy, facts));
    return 0;
  }
  const auto node = taxonomy.find(options.operands[2]);
  if (!node) unknown_code(taxonomy, options.operands[2]);
  write_out(options.out, json ? node_json(taxonomy, *node) : node_text(taxonomy, *node));
  return 0;
}

int convert(const Options& options, const Taxonomy& taxonomy, TaxonomyFacts facts) {
  const bool paths = facts.format == "paths" || facts.format == "levels";
  if (options.convert_to != "paths") {
    write_out(options.out, taxonomy_to_edges(taxonomy));
  } else {
    if (!taxonomy.is_tree()) {
      facts.notes.emplace_back(
          "nodes with several parents are written once for each way down to them; read again, each "
          "of these paths is a class of its own");
    }
    write_out(options.out, taxonomy_to_paths(taxonomy, paths));
  }
  add_notes(options, facts);
  return 0;
}

}  // namespace

int taxonomy(const Options& options) {
  check_usage(options);
  if (options.operands[0] == "check") return check(options);
  TaxonomyFacts facts;
  const Taxonomy read = [&] {
    const Progress progress(!options.quiet && remarks_are_terminal());
    return read_taxonomy(options.operands[1], options.evaluate.taxonomy_options, &facts);
  }();
  return options.operands[0] == "show" ? show(options, read, facts) : convert(options, read, facts);
}

}  // namespace tallystick::app
