// What was compared, for people.
#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "compare/words.hpp"
#include "report/outline.hpp"
#include "tallystick/base/text.hpp"
#include "tallystick/report/layout.hpp"
#include "tallystick/report/write.hpp"
#include "tallystick/version.hpp"

namespace tallystick {

namespace {

using detail::PlainTable;
using detail::TableSizes;

constexpr std::size_t kMostMoves = 20;  // of labels or branches, in text

std::string signed_text(double value, int digits) {
  const std::string text = fixed_text(value, digits);
  return value > 0 && text != fixed_text(0, digits) ? "+" + text : text;
}

std::string p_text(double p) {
  if (std::isnan(p)) return "-";
  return p < 0.00005 ? "<0.0001" : fixed_text(p, 4);
}

/// "p = 0.0312", "p < 0.0001"
std::string p_sentence(double p) {
  const std::string text = p_text(p);
  return text[0] == '<' ? "p < " + text.substr(1) : "p = " + text;
}

std::string name_of(const Comparing& comparing, std::size_t system) {
  return printable(comparing.systems[system]);
}

std::string adjusted_name(Adjustment adjust) {
  switch (adjust) {
    case Adjustment::holm: return "Holm";
    case Adjustment::benjamini_hochberg: return "BH";
    case Adjustment::none: break;
  }
  return {};
}

PlainTable figures(const Comparing& comparing, std::size_t a, std::size_t b, int digits) {
  PlainTable out;
  out.title = "a " + name_of(comparing, a) + ", b " + name_of(comparing, b);
  out.alignment = "lrrrrrr";
  out.rows = {{"", "a", "b", "b - a", "low", "high", "p"}};
  const std::string adjusted = adjusted_name(comparing.adjust);
  if (!adjusted.empty()) out.rows[0].push_back("p " + adjusted), out.alignment += 'r';
  if (comparing.margin) out.rows[0].emplace_back("p margin"), out.alignment += 'r';
  out.rows[0].emplace_back("b is"), out.alignment += 'l';
  for (const Comparison& one : comparing.comparisons) {
    if (one.a != a || one.b != b) continue;
    std::vector<std::string>& row = out.rows.emplace_back();
    row = {printable(one.measure),
           fixed_text(one.a_value, digits),
           fixed_text(one.b_value, digits),
           signed_text(one.difference, digits),
           one.low ? signed_text(*one.low, digits) : "-",
           one.high ? signed_text(*one.high, digits) : "-",
           p_text(one.p_value)};
    if (!adjusted.empty()) row.push_back(p_text(one.p_adjusted));
    if (comparing.margin) row.push_back(one.p_equivalence ? p_text(*one.p_equivalence) : "-");
    row.emplace_back(verdict_name(one.verdict));
  }
  return out;
}

PlainTable flips(const Pairing& pairing) {
  const auto row = [](std::string name, const Flips& flips) {
    return std::vector<std::string>{std::move(name), std::to_string(flips.both_right),
                                    std::to_string(flips.fixed), std::to_string(flips.broken),
                                    std::to_string(flips.both_wrong)};
  };
  return {"from a to b",
          "lrrrr",
          {{"", "right in both", "wrong to right", "right to wrong", "wrong in both"},
           row("examples, all labels", pairing.examples),
           row("labels given or true", pairing.labels)}};
}

bool moved(const LabelMove& move) {
  return move.difference != 0 || move.fixed != 0 || move.broken != 0;
}

PlainTable label_moves(const Pairing& pairing, int digits, const TableSizes& sizes) {
  PlainTable out{"labels that move most",
                 "lrrrrrrr",
                 {{"label", "support", "f1 a", "f1 b", "b - a", "wrong to right", "right to wrong",
                   "p Holm"}}};
  for (const LabelMove& move : pairing.moves) {
    if (out.rows.size() > sizes.moves) break;
    if (!moved(move)) continue;
    out.rows.push_back({fitted(printable(move.label), sizes.columns), amount_text(move.support),
                        fixed_text(move.a_f1, digits), fixed_text(move.b_f1, digits),
                        signed_text(move.difference, digits), std::to_string(move.fixed),
                        std::to_string(move.broken), p_text(move.p_adjusted)});
  }
  return out;
}

std::string joined(const std::vector<std::string>& labels, std::size_t columns) {
  std::string out;
  for (const std::string& label : labels) {
    out.append(out.empty() ? "" : ", ").append(printable(label));
  }
  return fitted(out, columns);
}

PlainTable example_flips(const Pairing& pairing, const TableSizes& sizes) {
  PlainTable out{"examples that flip",
                 "llll",
                 {{"id", "all labels", "labels wrong to right", "labels right to wrong"}}};
  const std::size_t n = std::min(pairing.flips.size(), sizes.flips);
  for (const ExampleFlip& flip : std::span(pairing.flips).first(n)) {
    out.rows.push_back({fitted(printable(flip.id), sizes.columns),
                        flip.change > 0   ? "wrong to right"
                        : flip.change < 0 ? "right to wrong"
                                          : "-",
                        joined(flip.fixed, sizes.columns), joined(flip.broken, sizes.columns)});
  }
  if (pairing.n_flips != n) {
    out.after = "the first " + std::to_string(n) + " of " + counted(pairing.n_flips, "example") +
                " by id; --flips FILE or -o json has all";
  }
  return out;
}

PlainTable branch_moves(const Pairing& pairing, int digits, const TableSizes& sizes) {
  PlainTable out{"branches that move most, hierarchical F1",
                 "llrrrr",
                 {{"branch", "", "n", "a", "b", "b - a"}}};
  for (const BranchMove& move : pairing.branches) {
    if (out.rows.size() > sizes.moves) break;
    out.rows.push_back({fitted(printable(move.code), 20),
                        fitted(printable(move.title), sizes.columns), amount_text(move.n),
                        fixed_text(move.a_f1, digits), fixed_text(move.b_f1, digits),
                        signed_text(move.difference, digits)});
  }
  return out;
}

PlainTable ranks(const Comparing& comparing, const SystemRanks& found, int digits) {
  PlainTable out{found.measure + " by " + printable(comparing.by), "l", {{""}}};
  for (std::size_t i = 0; i < comparing.systems.size(); ++i) {
    out.rows[0].push_back(name_of(comparing, i));
    out.alignment += 'r';
  }
  for (std::size_t s = 0; s < found.sets.size(); ++s) {
    std::vector<std::string>& row = out.rows.emplace_back();
    row.push_back(fitted(printable(found.sets[s]), 32));
    for (const double value : found.values[s]) row.push_back(fixed_text(value, digits));
  }
  std::vector<std::string>& row = out.rows.emplace_back();
  row.emplace_back("mean rank");
  for (const double rank : found.friedman.mean_ranks) row.push_back(fixed_text(rank, 2));
  return out;
}

std::string rank_sentence(const Comparing& comparing, const SystemRanks& found) {
  const Friedman& f = found.friedman;
  return "Friedman over " + counted(f.n_sets, "data set") + ": chi-square " +
         fixed_text(f.chi_square, 3) + ", " + p_sentence(f.p_chi_square) + "; Iman-Davenport F " +
         fixed_text(f.f, 3) + ", " + p_sentence(f.p_f) + "; mean ranks that differ by " +
         fixed_text(f.critical_difference, 2) + " or more differ (Nemenyi, " +
         number_text(std::round((1 - comparing.level) * 1e6) / 1e6) + ")";
}

}  // namespace

detail::PairTables detail::pair_tables(const Comparing& comparing, const Pairing& pairing,
                                       int digits, const TableSizes& sizes) {
  PairTables out{figures(comparing, pairing.a, pairing.b, digits), flips(pairing),
                 label_moves(pairing, digits, sizes), example_flips(pairing, sizes),
                 branch_moves(pairing, digits, sizes)};
  out.figures.of_measures = true;
  return out;
}

PlainTable detail::rank_table(const Comparing& comparing, const SystemRanks& found, int digits) {
  PlainTable out = ranks(comparing, found, digits);
  out.after = rank_sentence(comparing, found);
  return out;
}

std::size_t detail::n_moved(const Pairing& pairing) {
  return static_cast<std::size_t>(std::count_if(pairing.moves.begin(), pairing.moves.end(), moved));
}

std::vector<PlainTable> detail::tables_of(const Comparing& comparing, int digits, bool whole) {
  std::vector<PlainTable> out;
  const TableSizes sizes{.moves = whole ? SIZE_MAX : kMostMoves};
  for (const Pairing& pairing : comparing.pairings) {
    PairTables tables = pair_tables(comparing, pairing, digits, sizes);
    out.push_back(std::move(tables.figures));
    out.push_back(std::move(tables.flips));
    for (PlainTable* table : {&tables.moves, &tables.examples, &tables.branches}) {
      if (table->rows.size() > 1) out.push_back(std::move(*table));
    }
  }
  for (const SystemRanks& found : comparing.ranks) {
    out.push_back(rank_table(comparing, found, digits));
  }
  return out;
}

std::string detail::caption_of(const Comparing& comparing) {
  std::string out = "tallystick " TALLYSTICK_VERSION ", convention " + comparing.convention;
  if (!comparing.convention_source.empty()) out += " (" + comparing.convention_source + ")";
  out += ": " + counted(comparing.n_examples, "example");
  out += ", " + counted(comparing.systems.size(), "system");
  out += ", truth " + printable(comparing.inputs[0].path);
  return out;
}

std::vector<std::string> detail::remarks_of(const Comparing& comparing) {
  std::vector<std::string> out;
  const std::string level = number_text(std::round(comparing.level * 1e8) / 1e6) + " %";
  std::vector<std::string> tests;
  for (const Comparison& one : comparing.comparisons) {
    if (one.test.empty()) continue;
    std::string test = one.test == "mcnemar" ? "McNemar"
                       : one.test == "sign"  ? "sign test"
                                             : "randomisation";
    if (std::find(tests.begin(), tests.end(), test) == tests.end()) tests.push_back(test);
  }
  std::string joined;
  for (const std::string& test : tests) joined += (joined.empty() ? "" : ", ") + test;
  out.push_back("low and high: " + level +
                " of paired bootstrap resamples; p: " + (joined.empty() ? "no test" : joined));
  const std::string adjusted = comparing.adjust == Adjustment::none ? "p" : "the adjusted p";
  const std::string alpha = number_text(std::round((1 - comparing.level) * 1e6) / 1e6);
  out.push_back("better or worse: " + adjusted + " is at most " + alpha +
                (comparing.margin ? "; equivalent: it is not, and p margin is: the difference is "
                                    "below " +
                                        number_text(*comparing.margin)
                                  : "") +
                "; inconclusive: these examples do not tell");
  for (std::size_t s = 0; s < comparing.policies.size(); ++s) {
    Report counts;
    counts.policies = comparing.policies[s];
    for (const PolicySentence& policy : policy_sentences(counts)) {
      out.push_back(name_of(comparing, s) + ": " + policy.text);
    }
  }
  for (const std::string& note : comparing.notes) out.push_back("note: " + printable(note));
  return out;
}

std::string verdict_sentence(const Comparison& one, const Comparing& comparing, int digits) {
  const std::string a = name_of(comparing, one.a), b = name_of(comparing, one.b);
  std::string out = one.measure + ": ";
  const std::string by = fixed_text(std::abs(one.difference), digits);
  const std::string p = " (" + p_sentence(one.p_adjusted) + ")";
  switch (one.verdict) {
    case Verdict::better: return out + b + " is better than " + a + " by " + by + p;
    case Verdict::worse: return out + b + " is worse than " + a + " by " + by + p;
    case Verdict::different: return out + b + " differs from " + a + " by " + by + p;
    case Verdict::equivalent:
      return out + b + " and " + a + " differ by less than " + number_text(*comparing.margin) +
             " (" + p_sentence(*one.p_equivalence) + ")";
    case Verdict::inconclusive: break;
  }
  if (std::isnan(one.difference)) return out + "a system has no value";
  if (one.test.empty()) return out + "this test does not apply to it";
  return out + "these examples do not tell whether " + b + " or " + a + " is better" + p;
}

std::string to_text(const Comparing& comparing, int digits) {
  std::string out = wrapped(detail::caption_of(comparing));
  for (const PlainTable& table : detail::tables_of(comparing, digits, false)) {
    out += '\n' + wrapped(table.title) + aligned(table.rows, table.alignment);
    if (!table.after.empty()) out += wrapped(table.after);
  }
  std::size_t hidden = 0;
  for (const Pairing& pairing : comparing.pairings) {
    const std::size_t moved = detail::n_moved(pairing);
    hidden += moved > kMostMoves ? moved - kMostMoves : 0;
  }
  out += '\n';
  if (hidden != 0) {
    out += wrapped(counted(hidden, "label") + " that moved less: -o json or markdown");
  }
  constexpr std::size_t kMostSentences = 6;
  if (comparing.comparisons.size() <= kMostSentences) {
    for (const Comparison& one : comparing.comparisons) {
      out += wrapped(verdict_sentence(one, comparing, digits));
    }
    out += '\n';
  }
  for (const std::string& remark : detail::remarks_of(comparing)) out += wrapped(remark);
  return out;
}

}  // namespace tallystick
