#include "compare/move_plots.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "report/plot_words.hpp"
#include "report/scale.hpp"

namespace tallystick::detail {

namespace {

constexpr std::size_t kMostMoves = 30;  // rows of a picture

struct Move {
  std::string name;
  double a, b;
  Amount n;
};

/// "old.tsv and new.tsv, 8 examples, convention sklearn."
std::string data_of(const Comparing& comparing, const Pairing& pairing) {
  return "a " + label_in_words(comparing.systems[pairing.a]) + ", b " +
         label_in_words(comparing.systems[pairing.b]) + "; " +
         counted(comparing.n_examples, "example") + ", convention " + comparing.convention + ".";
}

std::string moved_by(const Move& move) {
  const double by = move.b - move.a;
  return label_in_words(move.name) + " by " + (by > 0 ? "+" : "") + figure_text(by);
}

/// "Under b 3 of 5 labels have a higher F1 and 1 a lower one; 'x' moves most, by +0.457."
std::string moves_finding(const std::vector<Move>& moves, const std::string& what) {
  std::size_t up = 0, down = 0;
  for (const Move& move : moves) {
    up += move.b > move.a ? 1 : 0;
    down += move.b < move.a ? 1 : 0;
  }
  std::string out = "Under b " + std::to_string(up) + " of " + what + " " +
                    (up == 1 ? "has" : "have") + " a higher F1 and " + std::to_string(down) +
                    " a lower one";
  if (up + down != 0) out += "; " + moved_by(moves.front()) + ", moves most";
  return out + '.';
}

std::string in_legend(std::string_view letter, const std::string& system) {
  constexpr std::size_t kColumns = 24;
  return std::string(letter).append(": ").append(fitted(printable(system), kColumns));
}

/// Names and axes are the caller's; `moves` begins with the largest.
Plot plot_moves(Plot plot, const std::vector<Move>& moves, const std::string& what,
                const Comparing& comparing, const Pairing& pairing) {
  plot.columns = {{"name"}, {"examples"}, {"f1_a"}, {"f1_b"}, {"difference"}};
  std::vector<std::string> names;
  for (const Move& move : moves) {
    if (names.size() == kMostMoves || move.a == move.b) break;  // the largest come first
    names.push_back(move.name);
    plot.columns[0].words.push_back(move.name);
    plot.columns[1].numbers.push_back(as_double(move.n));
    plot.columns[2].numbers.push_back(move.a);
    plot.columns[3].numbers.push_back(move.b);
    plot.columns[4].numbers.push_back(move.b - move.a);
  }
  plot.finding = moves_finding(moves, what);
  plot.caption = data_of(comparing, pairing);
  if (names.empty()) return plot;
  plot.caption.insert(0, "The " + counted(names.size(), "largest difference") + " of F1. ");
  plot.y = names_axis("", std::move(names));
  plot.layers = {{.mark = PlotMark::spans, .x = 2, .y = 0, .x2 = 3},
                 {.mark = PlotMark::points,
                  .name = in_legend("a", comparing.systems[pairing.a]),
                  .x = 2,
                  .y = 0,
                  .look = 1},
                 {.mark = PlotMark::points,
                  .name = in_legend("b", comparing.systems[pairing.b]),
                  .x = 3,
                  .y = 0,
                  .look = 0}};
  return plot;
}

}  // namespace

Plot flips_plot(const Comparing& comparing, const Pairing& pairing) {
  const Flips& flips = pairing.examples;
  Plot plot;
  plot.kind = "flips";
  plot.columns = {{"from_a_to_b"}, {"examples"}};
  plot.columns[0].words = {"right in both", "wrong to right", "right to wrong", "wrong in both"};
  double most = 0;
  for (const std::uint64_t n : {flips.both_right, flips.fixed, flips.broken, flips.both_wrong}) {
    plot.columns[1].numbers.push_back(static_cast<double>(n));
    most = std::max(most, static_cast<double>(n));
  }
  const std::uint64_t all = flips.both_right + flips.fixed + flips.broken + flips.both_wrong;
  plot.finding = "From a to b, " + std::to_string(flips.fixed) + " of " + counted(all, "example") +
                 " went from wrong to right and " + std::to_string(flips.broken) +
                 " from right to wrong.";
  plot.caption = "An example is right where all its labels are. " + data_of(comparing, pairing);
  if (all == 0) return plot;
  plot.x = axis_around("examples", 0, most);
  plot.x.whole = true;
  plot.y = names_axis("", plot.columns[0].words);
  plot.layers = {{.mark = PlotMark::bars, .x = 1, .y = 0, .words = {1}}};
  return plot;
}

Plot moves_plot(const Comparing& comparing, const Pairing& pairing) {
  std::vector<Move> moves;
  for (const LabelMove& move : pairing.moves) {
    if (std::isnan(move.difference)) continue;
    moves.push_back({move.label, move.a_f1, move.b_f1, move.support});
  }
  Plot plot;
  plot.kind = "label-moves";
  plot.x = unit_axis("F1");
  return plot_moves(std::move(plot), moves, counted(moves.size(), "label"), comparing, pairing);
}

Plot branch_moves_plot(const Comparing& comparing, const Pairing& pairing) {
  std::vector<Move> moves;
  for (const BranchMove& move : pairing.branches) {
    if (std::isnan(move.difference)) continue;
    moves.push_back({move.title.empty() ? move.code : move.code + ' ' + move.title, move.a_f1,
                     move.b_f1, move.n});
  }
  Plot plot;
  plot.kind = "branch-moves";
  plot.x = unit_axis("hierarchical F1");
  const std::string what =
      moves.size() == 1 ? "1 branch" : std::to_string(moves.size()) + " branches";
  return plot_moves(std::move(plot), moves, what, comparing, pairing);
}

}  // namespace tallystick::detail
