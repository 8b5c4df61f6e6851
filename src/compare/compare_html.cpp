// What was compared, as a page.
#include "tallystick/compare_html.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string>
#include <vector>

#include "compare/move_plots.hpp"
#include "compare/words.hpp"
#include "report/page.hpp"
#include "report/svg_text.hpp"
#include "tallystick/base/text.hpp"
#include "tallystick/plots.hpp"
#include "tallystick/report/layout.hpp"
#include "tallystick/version.hpp"

namespace tallystick {

namespace {

using namespace detail;

constexpr std::size_t kMostPairs = 20;    // that have tables and pictures of their own
constexpr std::size_t kMostMoves = 1000;  // rows of labels, of all pairs together
constexpr std::size_t kLeastRows = 50;    // of them that each pair may have
constexpr std::size_t kMostSentences = 200;
constexpr std::size_t kNameColumns = 200;

/// Those that a reader asks for first stand first.
std::vector<const Comparison*> by_interest(const Comparing& comparing) {
  std::vector<const Comparison*> out;
  for (const Comparison& one : comparing.comparisons) out.push_back(&one);
  const auto place = [](const Comparison* one) {
    return std::find(std::begin(kHeadlines), std::end(kHeadlines), one->measure) -
           std::begin(kHeadlines);
  };
  std::stable_sort(out.begin(), out.end(),
                   [&](const Comparison* x, const Comparison* y) { return place(x) < place(y); });
  return out;
}

std::string first_verdicts(const Comparing& comparing, int digits) {
  constexpr std::size_t kShown = 3;
  std::string out;
  for (const Comparison* one : by_interest(comparing)) {
    if (std::isnan(one->difference)) continue;
    out += paragraph(verdict_sentence(*one, comparing, digits) + '.', "lead");
    if (static_cast<std::size_t>(std::count(out.begin(), out.end(), '\n')) == kShown) break;
  }
  return out.empty() ? paragraph("No figure has a value under both systems.", "lead") : out;
}

std::string verdicts(const Comparing& comparing, int digits) {
  std::vector<std::string> sentences;
  for (const Comparison& one : comparing.comparisons) {
    if (sentences.size() == kMostSentences) break;
    sentences.push_back(verdict_sentence(one, comparing, digits) + '.');
  }
  std::string out;
  if (sentences.size() < comparing.comparisons.size()) {
    out = paragraph("The first " + std::to_string(kMostSentences) + " of " +
                    std::to_string(comparing.comparisons.size()) + "; all of them: -o csv.");
  }
  return out + bullets(sentences);
}

std::string table_of(const PlainTable& table, bool sorts = true, std::string_view id = {}) {
  std::string out = page_table(table.rows, {.alignment = table.alignment,
                                            .name = table.title,
                                            .id = id,
                                            .caption = table.title,
                                            .sorts = sorts});
  if (!table.after.empty()) out += paragraph(table.after, "facts");
  return out;
}

/// Each figure under each system: pairs have two of them only.
std::string figures_of_systems(const Comparing& comparing, int digits) {
  if (comparing.systems.size() < 3) return {};
  PageRows rows{{"figure"}};
  for (const std::string& system : comparing.systems) rows[0].push_back(system);
  for (const Comparison& one : comparing.comparisons) {
    const auto known = std::find_if(rows.begin() + 1, rows.end(),
                                    [&](const auto& row) { return row[0] == one.measure; });
    const auto row = known == rows.end() ? rows.insert(rows.end(), {one.measure}) : known;
    row->resize(comparing.systems.size() + 1);
    (*row)[one.a + 1] = fixed_text(one.a_value, digits);
    (*row)[one.b + 1] = fixed_text(one.b_value, digits);
  }
  return page_table(rows, {.alignment = "lr",
                           .name = "figures of each system",
                           .caption = "figures of each system",
                           .sorts = true});
}

/// Everything about one pair, in the sections that all pairs share.
struct Sections {
  std::string differences, flips, labels, branches;
};

std::string heading(const Comparing& comparing, const Pairing& pairing) {
  if (comparing.pairings.size() < 2) return {};
  return "<h3>" +
         xml_text("a " + fitted(printable(comparing.systems[pairing.a]), kNameColumns) + ", b " +
                  fitted(printable(comparing.systems[pairing.b]), kNameColumns)) +
         "</h3>\n";
}

std::string figure_unless_empty(const Plot& plot, int digits) {
  return plot.empty() ? paragraph(plot.finding) : figure_of(plot, digits);
}

void add_labels(Sections& to, const Comparing& comparing, const Pairing& pairing,
                const PlainTable& moves, int digits, std::size_t place) {
  to.labels += heading(comparing, pairing);
  if (moves.rows.size() < 2) {
    to.labels += paragraph(pairing.moves.empty()
                               ? "There are no labels."
                               : "No label moves: all " + counted(pairing.moves.size(), "label") +
                                     " have the same F1 and the same decisions.");
    return;
  }
  to.labels += figure_unless_empty(moves_plot(comparing, pairing), digits);
  const std::size_t moved = n_moved(pairing), shown = moves.rows.size() - 1;
  std::string sentence = counted(moved, "label") + " of " + std::to_string(pairing.moves.size()) +
                         (moved == 1 ? " moves." : " move.");
  if (shown < moved) {
    sentence += " The " + std::to_string(shown) +
                " with the largest differences of F1 stand here; all of them: -o json.";
  }
  const std::string id = "moves-table-" + std::to_string(place + 1);
  to.labels += paragraph(sentence) + search_box(id, "labels") + table_of(moves, true, id);
}

void add_pair(Sections& to, const Comparing& comparing, std::size_t place, int digits) {
  const Pairing& pairing = comparing.pairings[place];
  const std::size_t n = std::min(comparing.pairings.size(), kMostPairs);
  const PairTables tables = pair_tables(comparing, pairing, digits,
                                        {.moves = std::max(kLeastRows, kMostMoves / n),
                                         .flips = std::max(kLeastRows, kPageFlips / n),
                                         .columns = kNameColumns});
  to.differences += table_of(tables.figures);
  const std::string title = heading(comparing, pairing);
  to.flips += title + figure_unless_empty(flips_plot(comparing, pairing), digits);
  to.flips += table_of(tables.flips, false);
  if (tables.examples.rows.size() > 1) to.flips += table_of(tables.examples);
  add_labels(to, comparing, pairing, tables.moves, digits, place);
  if (pairing.branches.empty()) return;
  to.branches += title + figure_unless_empty(branch_moves_plot(comparing, pairing), digits);
  if (tables.branches.rows.size() - 1 < pairing.branches.size()) {
    to.branches += paragraph("The " + std::to_string(tables.branches.rows.size() - 1) +
                             " branches that move most, of " +
                             std::to_string(pairing.branches.size()) + "; all of them: -o json.");
  }
  to.branches += table_of(tables.branches);
}

std::string data_of(const Comparing& comparing) {
  PageRows rows{{"file", "read as", "examples", "labels given"}};
  for (const InputFacts& input : comparing.inputs) {
    rows.push_back({input.path, input.format + (input.layout.empty() ? "" : ", " + input.layout),
                    std::to_string(input.examples), std::to_string(input.assignments)});
  }
  std::string out = page_table(rows, {.alignment = "llr", .name = "files", .caption = "files"});
  std::vector<std::string> facts = remarks_of(comparing);
  if (comparing.n_left_out != 0) {
    facts.insert(facts.begin(), counted(comparing.n_left_out, "example") +
                                    " left out, since not all systems have them");
  }
  return out + bullets(facts);
}

std::vector<std::string> measures_of(const Comparing& comparing) {
  std::vector<std::string> out;
  for (const Comparison& one : comparing.comparisons) out.push_back(one.measure);
  return out;
}

}  // namespace

std::string to_html(const Comparing& comparing, int digits) {
  std::string head = "<h1>Which system is better</h1>\n" + first_verdicts(comparing, digits);
  head += paragraph(caption_of(comparing) + '.', "facts");
  Sections sections;
  const std::size_t n = std::min(comparing.pairings.size(), kMostPairs);
  for (std::size_t i = 0; i < n; ++i) add_pair(sections, comparing, i, digits);
  std::string capped;
  if (n < comparing.pairings.size()) {
    capped = paragraph("The first " + std::to_string(n) + " of " +
                       std::to_string(comparing.pairings.size()) +
                       " pairs of systems; all of them: -o json.");
  }
  std::string ranks;
  for (const SystemRanks& found : comparing.ranks) {
    ranks += table_of(rank_table(comparing, found, digits));
  }
  Page page;
  page.section("differences", "Differences",
               figure_unless_empty(plot_of(comparing), digits) +
                   figures_of_systems(comparing, digits) + capped + sections.differences);
  page.section("verdicts", "In words", verdicts(comparing, digits));
  page.section("ranks", "Data set by data set", ranks);
  page.section("flips", "Examples that flip",
               sections.flips.empty() ? "" : capped + sections.flips);
  page.section("labels", "Labels that move", sections.labels);
  page.section("branches", "Branches that move", sections.branches);
  page.section("data", "Data and rules", data_of(comparing));
  page.section(
      "definitions", "Definitions",
      definitions(measures_of(comparing), comparing.convention, comparing.convention_source));
  return page.done("tallystick comparison", head);
}

std::string to_html_fragment(const Comparing& comparing, int digits) {
  std::string out = first_verdicts(comparing, digits);
  out += paragraph(caption_of(comparing) + '.', "facts");
  const Plot forest = plot_of(comparing);
  if (!forest.empty()) out += to_svg(forest, {.standalone = false});
  const std::size_t n = std::min(comparing.pairings.size(), kMostPairs);
  for (std::size_t i = 0; i < n; ++i) {
    out += table_of(pair_tables(comparing, comparing.pairings[i], digits, {.moves = 0}).figures,
                    false);
  }
  return fragment(out);
}

}  // namespace tallystick
