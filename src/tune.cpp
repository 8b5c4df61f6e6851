#include "tallystick/tune.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "tally_consumer.hpp"
#include "tallystick/base/error.hpp"
#include "tallystick/base/exact_sum.hpp"
#include "tallystick/base/text.hpp"
#include "tune/search.hpp"

namespace tallystick {

namespace {

using detail::Cut;
using detail::Goal;
using detail::LabelCut;
using detail::RankedCells;
using detail::TuneData;

constexpr std::uint32_t kNoPart = TuneData::kNoPart;
constexpr Strategy kStrategies[] = {Strategy::global, Strategy::label, Strategy::top_k,
                                    Strategy::relative};

/// Examples of one part, or all, or none of one part, with the predicted sets of a selection.
class Applied {
 public:
  Applied(const TuneData& data, const Selection& selection)
      : data_(data), selector_(selection, data.tally().ties()) {}

  Tally tally(std::uint32_t part) {
    constexpr std::size_t kRows = 1 << 12;
    Tally out(data_.tally().vocabulary());
    out.rules() = data_.tally().rules();
    if (data_.tally().taxonomy() != nullptr) out.set_taxonomy(data_.tally().taxonomy());
    for (std::size_t i = 0; i < data_.table().size(); ++i) {
      if (part != kNoPart && !data_.in_part(i, part)) continue;
      add(data_.table().example(i));
      if (batch_.size() == kRows) flush(out);
    }
    flush(out);
    return out;
  }

 private:
  void add(const ScoreTable::Example& example) {
    for (const ScoredLabel& label : example.labels) {
      if (label.is_true()) batch_.truth.push_back(label.label());
      batch_.scored.push_back(label.label());
    }
    batch_.scores.insert(batch_.scores.end(), example.scores.begin(), example.scores.end());
    batch_.truth.insert(batch_.truth.end(), example.unscored.begin(), example.unscored.end());
    const auto end = [](std::size_t n) { return static_cast<std::uint32_t>(n); };
    batch_.truth_end.push_back(end(batch_.truth.size()));
    batch_.scored_end.push_back(end(batch_.scored.size()));
    if (!data_.table().unweighted()) batch_.weights.push_back(example.weight);
  }
  void flush(Tally& out) {
    batch_.has_scores = true;
    if (batch_.size() != 0) {
      selector_.select(batch_, data_.tally().vocabulary());
      out.update(batch_);
    }
    batch_.clear();
  }

  const TuneData& data_;
  Selector selector_;
  Batch batch_;
};

double figure_of(const Tally& tally, LabelUniverse universe, const Goal& goal) {
  const Whole whole(tally, universe);
  Findings findings;
  findings.whole = &whole;
  return value_of(goal.spec, findings, goal.convention).value;
}

double figure_of(const TuneData& data, const Selection& selection, const Goal& goal,
                 std::uint32_t part) {
  return figure_of(Applied(data, selection).tally(part), data.universe(), goal);
}

/// Finds selections on all examples but those of one part.
class Tuner {
 public:
  Tuner(const TuneData& data, const Goal& goal, const std::vector<Strategy>& strategies)
      : data_(data), goal_(goal) {
    for (const Strategy strategy : strategies) {
      const bool label = strategy == Strategy::label;
      const Strategy cells = label ? Strategy::global : strategy;
      if (cells_of(cells).size() == 0) {
        cells_of(cells) = detail::ranked_cells(data, cells);
      }
      if (label) grouped_ = detail::by_label(cells_of(Strategy::global), data.n_labels());
    }
  }

  Selection find(Strategy strategy, std::uint32_t held_out) {
    Selection out;
    out.strictly_above = goal_.convention.strictly_above;
    switch (strategy) {
      case Strategy::label:
        for (const LabelCut& cut : detail::best_label_cuts(grouped_, data_, goal_, held_out)) {
          out.labels.intern(data_.tally().vocabulary().name(cut.label));
          out.thresholds.push_back(detail::threshold_at(cut.key, out.strictly_above));
        }
        // Labels that nothing is known of take the best threshold for all.
        out.threshold = cut(Strategy::global, held_out, out.strictly_above);
        return out;
      case Strategy::global: out.threshold = cut(strategy, held_out, out.strictly_above); break;
      case Strategy::relative:
        out.rule = Selection::Rule::relative;
        out.threshold = cut(strategy, held_out, out.strictly_above);
        break;
      case Strategy::top_k: {
        out.rule = Selection::Rule::top_k;
        const Cut best = detail::best_cut(cells_of(strategy), data_, goal_, held_out, false);
        out.k = static_cast<std::uint32_t>(best.key.value_or(0)) + 1;
        break;
      }
    }
    return out;
  }

 private:
  RankedCells& cells_of(Strategy strategy) { return cells_[static_cast<std::size_t>(strategy)]; }
  double cut(Strategy strategy, std::uint32_t held_out, bool strictly_above) {
    const bool nothing = strategy == Strategy::global;
    const Cut best = detail::best_cut(cells_of(strategy), data_, goal_, held_out, nothing);
    return detail::threshold_at(best.key, strictly_above);
  }

  const TuneData& data_;
  const Goal& goal_;
  RankedCells cells_[4];
  RankedCells grouped_;
};

bool any_negative(const ScoreTable& table) {
  for (std::size_t i = 0; i < table.size(); ++i) {
    const auto scores = table.example(i).scores;
    if (!scores.empty() && scores.back() < 0) return true;
  }
  return false;
}

/// Those asked for, or all that suit; a note or an error says why one does not.
std::vector<Strategy> suitable(const TuneData& data, const Goal& goal, const TuneOptions& wanted,
                               std::vector<std::string>& notes) {
  std::vector<Strategy> out;
  const bool all = wanted.strategies.empty();
  for (const Strategy strategy : kStrategies) {
    const auto& asked = wanted.strategies;
    if (!all && std::find(asked.begin(), asked.end(), strategy) == asked.end()) continue;
    std::string why;
    if (strategy == Strategy::label && !detail::separable(goal)) {
      why = goal.spec.name() +
            " is no mean over labels and no ratio of sums over labels, so labels cannot be given "
            "thresholds one by one";
    }
    if (strategy == Strategy::relative && any_negative(data.table())) {
      why = "some scores are negative, which have no share of the best score";
    }
    if (why.empty()) {
      out.push_back(strategy);
    } else if (all) {
      notes.push_back("strategy " + std::string(strategy_name(strategy)) + " is left out: " + why);
    } else {
      fail(ErrorCode::wrong_usage,
           "strategy " + std::string(strategy_name(strategy)) + " does not suit: " + why,
           "choose another strategy");
    }
  }
  return out;
}

std::vector<std::uint32_t> parts_of(const Tally& tally, std::span<const std::uint64_t> hashes,
                                    unsigned folds) {
  std::vector<std::uint32_t> parts;
  if (folds == 0) return parts;
  if (hashes.size() != tally.scores().size()) {
    fail(ErrorCode::internal, "the hashes of ids are not as many as the examples");
  }
  std::vector<std::uint64_t> sizes(folds);
  for (const std::uint64_t hash : hashes) {
    parts.push_back(static_cast<std::uint32_t>(hash % folds));
    ++sizes[parts.back()];
  }
  const auto empty = std::find(sizes.begin(), sizes.end(), 0u);
  if (folds < 2 || empty != sizes.end()) {
    fail(ErrorCode::wrong_usage,
         folds < 2 ? "cross-validation in 1 part has nothing to tune on"
                   : "of " + counted(hashes.size(), "example") + " none is in part " +
                         std::to_string(empty - sizes.begin() + 1) + " of " + std::to_string(folds),
         "use --folds with another number, such as 5 where there are enough examples");
  }
  return parts;
}

/// Mean and deviation over the parts.
void summarize(Worth& worth) {
  ExactSum sum, squares;
  for (const double value : worth.folds) {
    if (std::isnan(value)) {
      worth.mean = worth.deviation = kUndefined;
      return;
    }
    sum.add(value);
  }
  if (worth.folds.empty()) return;
  worth.mean = sum.divided_by(worth.folds.size());
  for (const double value : worth.folds) squares.add((value - worth.mean) * (value - worth.mean));
  worth.deviation = std::sqrt(squares.divided_by(worth.folds.size() - 1));
}

std::optional<std::size_t> best_of(const Tuning& tuning) {
  std::optional<std::size_t> best;
  const auto worth = [&](std::size_t i) {
    const Worth& one = tuning.strategies[i].worth;
    const double value = tuning.folds == 0 ? one.value : one.mean;
    return tuning.lower_is_better ? -value : value;
  };
  for (std::size_t i = 0; i < tuning.strategies.size(); ++i) {
    if (std::isnan(worth(i))) continue;
    if (!best || worth(i) > worth(*best)) best = i;
  }
  return best;
}

void check_scores(const Tally& tally) {
  if (!tally.keeps_scores() || tally.lacks_scores()) {
    fail(ErrorCode::no_scores, "thresholds are tuned on scores, and labels have none",
         "give each predicted label a score");
  }
  if (tally.scores().n_scores() == 0) {
    fail(ErrorCode::no_examples, "there is no scored label to tune on", "check the scores' file");
  }
}

}  // namespace

std::string_view strategy_name(Strategy strategy) noexcept {
  switch (strategy) {
    case Strategy::global: return "global";
    case Strategy::label: return "label";
    case Strategy::top_k: return "top-k";
    case Strategy::relative: return "relative";
  }
  return "";
}

std::uint64_t part_hash(std::string_view id) noexcept {
  // FNV-1a, then the finalizer of MurmurHash3, which spreads it over the low bits.
  std::uint64_t hash = 0xCBF29CE484222325ull;
  for (const char c : id) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3ull;
  hash = (hash ^ (hash >> 33)) * 0xFF51AFD7ED558CCDull;
  hash = (hash ^ (hash >> 33)) * 0xC4CEB9FE1A85EC53ull;
  return hash ^ (hash >> 33);
}

Tuning tune(const Tally& tally, std::span<const std::uint64_t> hashes,
            const EvaluateOptions& options, const TuneOptions& wanted) {
  check_scores(tally);
  const Goal goal = detail::goal_of(wanted.measure, convention_of(options));
  const TuneData data(tally, universe_of(tally, options), parts_of(tally, hashes, wanted.folds));
  Tuning out;
  out.measure = goal.spec.name();
  out.lower_is_better = goal.lower_is_better();
  out.convention = goal.convention.name;
  out.convention_source = goal.convention.tool;
  out.n_examples = tally.n_examples();
  out.n_labels = tally.n_rankable();
  out.n_scores = tally.scores().n_scores();
  out.folds = wanted.folds;
  out.policies = tally.policies();
  out.before.threshold = options.read.threshold;
  out.before.strictly_above = goal.convention.strictly_above;
  const std::vector<Strategy> strategies = suitable(data, goal, wanted, out.notes);
  Tuner tuner(data, goal, strategies);
  out.before_worth.value = figure_of(data, out.before, goal, kNoPart);
  for (const Strategy strategy : strategies) {
    TunedStrategy& one = out.strategies.emplace_back();
    one.strategy = strategy;
    one.selection = tuner.find(strategy, kNoPart);
    one.worth.value = figure_of(data, one.selection, goal, kNoPart);
  }
  for (std::uint32_t part = 0; part < wanted.folds; ++part) {
    out.before_worth.folds.push_back(figure_of(data, out.before, goal, part));
    for (TunedStrategy& one : out.strategies) {
      const Selection selection = tuner.find(one.strategy, part);
      one.worth.folds.push_back(figure_of(data, selection, goal, part));
    }
  }
  summarize(out.before_worth);
  for (TunedStrategy& one : out.strategies) summarize(one.worth);
  out.best = best_of(out);
  return out;
}

double value_under(const Tally& tally, const Selection& selection, const EvaluateOptions& options,
                   const std::string& measure) {
  check_scores(tally);
  const Goal goal = detail::goal_of(measure, convention_of(options));
  return figure_of(TuneData(tally, universe_of(tally, options), {}), selection, goal, kNoPart);
}

Tuning tune_files(std::span<const std::string> paths, const EvaluateOptions& options,
                  const TuneOptions& wanted) {
  static_cast<void>(detail::goal_of(wanted.measure, convention_of(options)));
  if (paths.empty() || paths.size() > 2) {
    fail(ErrorCode::wrong_usage,
         "expected TRUTH and SCORES, or one FILE that holds both, but got " +
             counted(paths.size(), "path"),
         "see 'tallystick tune --help'");
  }
  detail::Keep keep;
  keep.scores_for = "tune";
  keep.id_hashes = wanted.folds != 0;
  const Tallied tallied = detail::tally_files(paths, options, keep);
  Tuning out = tune(tallied.tally, tallied.id_hashes, options, wanted);
  out.inputs = tallied.summary.inputs;
  out.notes.insert(out.notes.begin(), tallied.summary.notes.begin(), tallied.summary.notes.end());
  return out;
}

}  // namespace tallystick
