#include "tallystick/compare.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <utility>

#include "compare/flips.hpp"
#include "compare/moves.hpp"
#include "compare/paired_figures.hpp"
#include "figures.hpp"
#include "tally_consumer.hpp"
#include "tallystick/base/error.hpp"
#include "tallystick/base/text.hpp"
#include "weighed.hpp"

namespace tallystick {

namespace {

using detail::Aligned;
using detail::PairedFigures;
using detail::PairedFinding;

void check(std::span<const std::string> paths) {
  if (paths.size() < 3) {
    fail(ErrorCode::wrong_usage,
         "expected TRUTH and the predictions of two systems or more, but got " +
             counted(paths.size(), "path"),
         "see 'tallystick compare --help'");
  }
  if (std::count(paths.begin(), paths.end(), "-") > 1 || paths[0] == "-") {
    fail(ErrorCode::wrong_usage,
         paths[0] == "-" ? "the truth is read once for each system, which standard input cannot be"
                         : "standard input is named for more than one input",
         "name files");
  }
}

void check(const CompareOptions& wanted) {
  if (!(wanted.level > 0 && wanted.level < 1)) {
    fail(ErrorCode::wrong_usage, "level " + number_text(wanted.level) + " is not between 0 and 1",
         "ask for 0.95, say");
  }
  if (wanted.resamples && *wanted.resamples == 0) {
    fail(ErrorCode::wrong_usage, "0 resamples say nothing", "ask for 1000 or more");
  }
  if (wanted.margin && !(*wanted.margin > 0)) {
    fail(ErrorCode::wrong_usage, "margin " + number_text(*wanted.margin) + " is not above 0",
         "name a difference that does not matter, 0.01, say");
  }
}

std::vector<std::string> checked(std::vector<std::string> names, std::size_t n_systems) {
  if (names.size() != n_systems) {
    fail(ErrorCode::wrong_usage,
         counted(names.size(), "name") + " for " + counted(n_systems, "system"),
         "name each system once");
  }
  std::set<std::string> seen;
  for (const std::string& name : names) {
    if (seen.insert(name).second) continue;
    fail(ErrorCode::wrong_usage, "two systems are named " + quoted(name),
         "tell them apart with --names");
  }
  return names;
}

/// Shares of right examples, which McNemar's test is about.
bool of_right_examples(const Spec& spec, const Convention& convention) {
  const std::string_view name = spec.measure->name;
  if (spec.scope == Scope::whole && (name == "subset_accuracy" || name == "zero_one_loss")) {
    return !convention.cells_as_subset;
  }
  return spec.scope == Scope::multiclass && name == "accuracy";
}

/// The comparing of one run: what all pairs share.
class Comparer {
 public:
  Comparer(std::vector<std::string> names, const EvaluateOptions& options,
           const CompareOptions& wanted)
      : options_(options), wanted_(wanted), convention_(convention_of(options)) {
    out_.systems = std::move(names);
  }

  [[nodiscard]] std::vector<detail::SystemRows> read(std::span<const std::string> paths) const;
  void take(std::vector<detail::SystemRows> systems);

  Comparing run() {
    make_reports();
    out_.convention = convention_.name;
    out_.convention_source = convention_.tool;
    out_.n_examples = aligned_.size();
    if (weighted_) out_.total_weight = tallies_[0].total();
    out_.n_left_out = aligned_.n_left_out;
    out_.adjust = wanted_.adjust;
    out_.level = wanted_.level;
    out_.margin = wanted_.margin;
    out_.seed = wanted_.seed;
    const std::size_t n = out_.systems.size();
    for (std::size_t a = 0; a < (wanted_.all_pairs ? n : 1); ++a) {
      for (std::size_t b = a + 1; b < n; ++b) compare(a, b);
    }
    adjust();
    rank();
    return std::move(out_);
  }

 private:
  void weigh();
  void make_reports();
  void compare(std::size_t a, std::size_t b);
  void test(PairedFigures& figures, std::size_t i, const PairedFinding& finding,
            Comparison& comparison) const;
  void adjust();
  void decide(Comparison& comparison) const;
  void rank();

  const EvaluateOptions& options_;
  const CompareOptions& wanted_;
  Convention convention_;
  Comparing out_;
  Aligned aligned_;
  std::vector<Tally> tallies_;  // of the examples that all systems have
  std::vector<Report> reports_;
  std::vector<Spec> specs_;  // figures of all systems
  bool weighted_ = false;
  std::vector<std::uint64_t> weights_;  // of the examples that all have; empty if all weigh one
};

std::vector<detail::SystemRows> Comparer::read(std::span<const std::string> paths) const {
  std::vector<detail::SystemRows> systems;
  for (std::size_t s = 1; s < paths.size(); ++s) {
    detail::SystemRows& system = systems.emplace_back();
    detail::Keep keep;
    keep.rows = &system.rows;
    const std::string pair[] = {paths[0], paths[s]};
    system.tallied = detail::tally_files(pair, options_, keep);
  }
  return systems;
}

void Comparer::take(std::vector<detail::SystemRows> systems) {
  for (const detail::SystemRows& system : systems) {
    const ReadSummary& summary = system.tallied.summary;
    if (out_.inputs.empty()) out_.inputs.push_back(summary.inputs.front());
    out_.inputs.push_back(summary.inputs.back());
    out_.policies.push_back(system.tallied.tally.policies());
    for (const std::string& note : summary.notes) {
      if (std::find(out_.notes.begin(), out_.notes.end(), note) == out_.notes.end()) {
        out_.notes.push_back(note);
      }
    }
    weighted_ |= system.tallied.tally.weighted();
  }
  aligned_ = detail::align(std::move(systems));
  if (weighted_) weigh();
  if (aligned_.size() == 1) {
    out_.notes.push_back("of one example there are no intervals: they need two or more");
  }
  if (aligned_.n_left_out != 0) {
    out_.notes.push_back(counted(aligned_.n_left_out, "example") + " that some system lacks " +
                         (aligned_.n_left_out == 1 ? "is" : "are") + " left out of all figures");
  }
}

/// Whole examples are swapped and drawn, with their weights; tests that count examples know none.
void Comparer::weigh() {
  if (wanted_.test == PairedTest::mcnemar || wanted_.test == PairedTest::sign) {
    fail(ErrorCode::wrong_usage,
         std::string(wanted_.test == PairedTest::mcnemar ? "McNemar's" : "the sign") +
             " test counts examples alike, but these have weights",
         "--test randomisation swaps examples with their weights");
  }
  const auto weight = [this](std::size_t system, std::size_t i) {
    const std::vector<Amount>& of_rows = aligned_.systems[system].rows.batch.weights;
    return of_rows.empty() ? kOne : of_rows[aligned_.row_of[system][i]];
  };
  std::vector<Amount> weights;
  for (std::size_t i = 0; i < aligned_.size(); ++i) {
    weights.push_back(weight(0, i));
    for (std::size_t s = 1; s < out_.systems.size(); ++s) {
      if (weight(s, i) == weights.back()) continue;
      fail(ErrorCode::wrong_usage,
           "example " + quoted(aligned_.systems[0].rows.id(aligned_.row_of[0][i])) +
               " weighs another amount under " + quoted(out_.systems[s]) + " than under " +
               quoted(out_.systems[0]),
           "give the examples of all systems the same weights");
    }
  }
  weights_ = detail::units_of(weights);
  out_.notes.push_back(
      "examples are drawn and swapped with their weights; flips are counted "
      "without them");
}

/// The counts of one system, of the examples that all have.
Tally counts_of(const Aligned& aligned, std::size_t system) {
  const detail::SystemRows& rows = aligned.systems[system];
  Tally out = aligned.none;
  out.policies() = rows.tallied.tally.policies();
  Batch batch;
  for (const std::uint32_t row : aligned.row_of[system]) {
    append_row(rows.rows.batch, row, batch);
  }
  out.update(batch);
  return out;
}

void Comparer::make_reports() {
  EvaluateOptions one = options_;
  one.per_label = false;
  one.require.clear();
  std::vector<std::string> names;
  for (std::size_t s = 0; s < out_.systems.size(); ++s) {
    tallies_.push_back(aligned_.n_left_out == 0 ? std::move(aligned_.systems[s].tallied.tally)
                                                : counts_of(aligned_, s));
    for (LabelId label = 0; label < aligned_.none.vocabulary().size(); ++label) {
      tallies_[s].vocabulary().intern(aligned_.none.vocabulary().name(label));  // may be asked for
    }
    reports_.push_back(make_report(tallies_[s], aligned_.systems[s].tallied.summary, one));
    for (const Score& score : reports_[s].measures) {
      if (s == 0) names.push_back(score.name);
    }
    std::erase_if(names, [&](const std::string& name) {
      return std::none_of(reports_[s].measures.begin(), reports_[s].measures.end(),
                          [&name](const Score& score) { return score.name == name; });
    });
  }
  const auto single = [](const Report& report) { return report.task == "single"; };
  EvaluateOptions wanted = options_;
  if (!std::all_of(reports_.begin(), reports_.end(), single)) wanted.task = Task::multi;
  wanted.measures.clear();
  for (const std::string& name : names)
    wanted.measures.append(wanted.measures.empty() ? "" : ",").append(name);
  if (names.empty()) {
    fail(ErrorCode::wrong_usage, "the systems have no figure in common", "name one with -m");
  }
  const Whole whole(tallies_[0], universe_of(tallies_[0], options_));
  specs_ = expand(parse_measures(wanted.measures), convention_, detail::kind_of(whole, wanted));
  std::erase_if(specs_, [](const Spec& spec) { return spec.measure->table; });
}

const Score& score_of(const Report& report, const std::string& name) {
  return *std::find_if(report.measures.begin(), report.measures.end(),
                       [&name](const Score& score) { return score.name == name; });
}

void Comparer::compare(std::size_t a, std::size_t b) {
  const detail::Beside beside = detail::beside(aligned_.none, specs_, options_);
  const LabelUniverse universe = universe_of(tallies_[a], options_);
  PairedFigures figures(aligned_, a, b, specs_,
                        {convention_, beside, universe, wanted_.seed, wanted_.resamples,
                         wanted_.level, options_.threads, weights_});
  std::vector<char> randomised;
  for (const Spec& spec : specs_) {
    randomised.push_back(wanted_.test == PairedTest::randomisation ||
                         (wanted_.test == PairedTest::automatic &&
                          (weighted_ || !of_right_examples(spec, convention_))));
  }
  const std::vector<PairedFinding> findings = figures.run(randomised);
  for (std::size_t i = 0; i < specs_.size(); ++i) {
    Comparison& one = out_.comparisons.emplace_back();
    one.measure = specs_[i].name();
    one.direction = specs_[i].measure->direction;
    one.a = a;
    one.b = b;
    one.a_value = score_of(reports_[a], one.measure).value;
    one.b_value = score_of(reports_[b], one.measure).value;
    one.difference = one.b_value - one.a_value;
    one.p_value = one.p_adjusted = kUndefined;
    if (std::isnan(one.difference)) continue;
    one.low = findings[i].low;
    one.high = findings[i].high;
    if (!(std::abs(findings[i].b - findings[i].a - one.difference) < 1e-9)) {
      out_.notes.push_back(one.measure + ": intervals and tests count the labels of both systems");
    }
    test(figures, i, findings[i], one);
    if (wanted_.margin && !findings[i].replicates.empty()) {
      one.p_equivalence = equivalence(findings[i].replicates, *wanted_.margin);
    }
  }
  Pairing& pairing = out_.pairings.emplace_back();
  pairing.a = a;
  pairing.b = b;
  pairing.examples = figures.example_flips();
  detail::add_label_moves(aligned_, a, b, tallies_[a], tallies_[b], universe, convention_, pairing);
  if (weighted_) {
    for (LabelMove& move : pairing.moves) move.p_value = move.p_adjusted = kUndefined;
  }
  detail::add_flips(aligned_, a, b, wanted_.most_flips, pairing);
  detail::add_branch_moves(reports_[a], reports_[b], pairing);
}

void Comparer::test(PairedFigures& figures, std::size_t i, const PairedFinding& finding,
                    Comparison& comparison) const {
  const bool right = !weighted_ && of_right_examples(specs_[i], convention_);
  if (wanted_.test == PairedTest::mcnemar || (wanted_.test == PairedTest::automatic && right)) {
    if (!right) return;
    const Flips flips = figures.example_flips();
    const McNemar found = mcnemar(flips.broken, flips.fixed);
    comparison.test = "mcnemar";
    comparison.exact = true;
    comparison.p_value = found.p_exact;
    comparison.effect = -found.cohens_g;  // in favour of b
  } else if (wanted_.test == PairedTest::sign) {
    const auto wins = figures.wins(i);
    if (!wins) return;
    comparison.test = "sign";
    comparison.exact = true;
    comparison.p_value = sign_test(wins->first, wins->second);
    comparison.effect = -mcnemar(wins->first, wins->second).cohens_g;
  } else {
    comparison.test = "randomisation";
    comparison.exact = finding.randomisation.draws == 0;
    comparison.p_value = finding.randomisation.p_value;
  }
}

void Comparer::adjust() {
  std::vector<double> p, equivalent;
  for (const Comparison& one : out_.comparisons) {
    p.push_back(one.p_value);
    equivalent.push_back(one.p_equivalence.value_or(kUndefined));
  }
  const auto adjusted = [this](const std::vector<double>& values) {
    switch (wanted_.adjust) {
      case Adjustment::holm: return holm(values);
      case Adjustment::benjamini_hochberg: return benjamini_hochberg(values);
      case Adjustment::none: break;
    }
    return values;
  };
  const auto n_tests = std::count_if(p.begin(), p.end(), [](double v) { return !std::isnan(v); });
  const bool few = wanted_.resamples && wanted_.adjust != Adjustment::none &&
                   static_cast<double>(n_tests) >
                       (1 - wanted_.level) * (static_cast<double>(*wanted_.resamples) + 1);
  if (few) {
    out_.notes.push_back(counted(*wanted_.resamples, "resample") +
                         " cannot make an adjusted p of " +
                         counted(static_cast<std::uint64_t>(n_tests), "test") +
                         " small enough: ask for more, or for fewer figures");
  }
  const std::vector<double> of_p = adjusted(p), of_equivalent = adjusted(equivalent);
  for (std::size_t i = 0; i < of_p.size(); ++i) {
    Comparison& one = out_.comparisons[i];
    one.p_adjusted = of_p[i];
    if (one.p_equivalence) one.p_equivalence = of_equivalent[i];
    decide(one);
  }
}

void Comparer::decide(Comparison& one) const {
  const double alpha = 1 - wanted_.level + 1e-12;
  if (one.p_adjusted <= alpha && one.difference != 0) {
    const bool more = one.difference > 0;
    one.verdict = one.direction == Direction::neither                      ? Verdict::different
                  : more == (one.direction == Direction::higher_is_better) ? Verdict::better
                                                                           : Verdict::worse;
  } else if (one.p_equivalence && *one.p_equivalence <= alpha) {
    one.verdict = Verdict::equivalent;
  }
}

void Comparer::rank() {
  if (options_.read.by.empty()) return;
  out_.by = options_.read.by;
  if (aligned_.n_left_out != 0) {
    out_.notes.push_back("systems are not ranked by " + out_.by +
                         ", since some lack examples that others have");
    return;
  }
  EvaluateOptions one = options_;
  one.read.by.clear();
  one.require.clear();
  if (reports_[0].task == "multi") one.task = Task::multi;
  for (const Spec& spec : specs_) {
    if (spec.measure->direction == Direction::neither) continue;
    one.measures = spec.name();
    SystemRanks ranks;
    ranks.measure = spec.name();
    for (const auto& [name, first] : aligned_.systems[0].tallied.groups) {
      std::vector<double> row;
      for (const detail::SystemRows& system : aligned_.systems) {
        const Tally& tally = system.tallied.groups.at(name);
        const bool empty = tally.n_examples() == 0;
        row.push_back(empty ? kUndefined : make_report(tally, {}, one).measures.at(0).value);
      }
      if (std::any_of(row.begin(), row.end(), [](double v) { return std::isnan(v); })) continue;
      ranks.sets.push_back(name);
      ranks.values.push_back(std::move(row));
    }
    if (ranks.sets.size() < 2) continue;
    const auto exactly = [&](std::size_t set, std::size_t a, std::size_t b) -> std::optional<int> {
      const auto figure = [&](std::size_t system) {
        const Tally& tally = aligned_.systems[system].tallied.groups.at(ranks.sets[set]);
        return detail::exact_figure(spec, Whole(tally, universe_of(tally, options_)), convention_);
      };
      const auto of_a = figure(a), of_b = figure(b);
      return of_a && of_b ? detail::compared(*of_a, *of_b) : std::optional<int>();
    };
    ranks.friedman = friedman(ranks.values, spec.measure->direction == Direction::lower_is_better,
                              1 - wanted_.level, exactly);
    out_.ranks.push_back(std::move(ranks));
  }
  if (out_.ranks.empty()) {
    out_.notes.push_back("column " + out_.by +
                         " tells fewer than two data sets apart, so systems "
                         "are not ranked");
  }
}

}  // namespace

std::string_view verdict_name(Verdict verdict) noexcept {
  switch (verdict) {
    case Verdict::better: return "better";
    case Verdict::worse: return "worse";
    case Verdict::different: return "different";
    case Verdict::equivalent: return "equivalent";
    case Verdict::inconclusive: return "inconclusive";
  }
  return "inconclusive";
}

Comparing compare_files(std::span<const std::string> paths, const EvaluateOptions& options,
                        const CompareOptions& wanted) {
  check(paths);
  check(wanted);
  std::vector<std::string> names = wanted.names;
  if (names.empty()) names.assign(paths.begin() + 1, paths.end());
  Comparer comparer(checked(std::move(names), paths.size() - 1), options, wanted);
  comparer.take(comparer.read(paths));
  return comparer.run();
}

Comparing compare_systems(std::vector<std::shared_ptr<detail::SystemRows>> systems,
                          const EvaluateOptions& options, const CompareOptions& wanted) {
  if (systems.size() < 2) {
    fail(ErrorCode::wrong_usage,
         "expected two systems or more, but got " + counted(systems.size(), "system"),
         "give the predictions of each");
  }
  check(wanted);
  Comparer comparer(checked(wanted.names, systems.size()), options, wanted);
  std::vector<detail::SystemRows> rows;
  for (std::size_t s = 0; s < systems.size(); ++s) {
    systems[s]->tallied.summary.inputs.back().path = wanted.names[s];
    rows.push_back(std::move(*systems[s]));
  }
  comparer.take(std::move(rows));
  return comparer.run();
}

}  // namespace tallystick
