#include "figures.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>

#include "measures/closed_scores.hpp"
#include "tallystick/base/error.hpp"
#include "tallystick/base/text.hpp"
#include "tallystick/states/top_labels.hpp"

namespace tallystick::detail {

void check_ties(const Tally& tally, const Convention& convention) {
  if (!tally.keeps_ranks()) return;
  const auto order = [](Ties ties) { return orders_labels(ties) ? ties : Ties::worst; };
  const bool same = order(convention.ties) == order(tally.ties()) &&
                    order(convention.ties_in_lists) == order(tally.ties());
  if (same) return;
  fail(ErrorCode::incompatible_states,
       "these counts were made with labels that share a score in another order",
       "give the --convention and --ties that the state was written with");
}

namespace {

/// Figures over the first k labels of each example, whose tallies are made here.
class FirstLabels {
 public:
  FirstLabels(const Tally& tally, LabelUniverse universe) : tally_(tally), universe_(universe) {}

  [[nodiscard]] const Whole& at(std::uint32_t k) {
    auto& made = tallies_[k];
    if (made == nullptr) made = std::make_unique<Made>(tally_, k, universe_);
    return made->whole;
  }

 private:
  struct Made {
    Made(const Tally& all, std::uint32_t k, LabelUniverse universe)
        : tally(top_labels(all, k)), whole(tally, universe) {}
    Tally tally;
    Whole whole;
  };
  const Tally& tally_;
  LabelUniverse universe_;
  std::map<std::uint32_t, std::unique_ptr<Made>> tallies_;
};

/// The scores carried up the hierarchy, made when a figure first looks at them.
class ClosedLabels {
 public:
  ClosedLabels(const Tally& tally, Root root, LabelUniverse universe)
      : tally_(tally), root_(root), universe_(universe) {}

  [[nodiscard]] Findings findings() {
    if (made_ == nullptr) made_ = std::make_unique<Made>(tally_, root_, universe_);
    Findings out;
    out.whole = &made_->whole;
    out.scores = &made_->scores;
    return out;
  }

 private:
  struct Made {
    Made(const Tally& flat, Root root, LabelUniverse universe)
        : tally(closed_scores(flat, Propagation::max, root)),
          whole(tally, universe),
          scores(whole, {}, nullptr) {}
    Tally tally;
    Whole whole;
    Scores scores;
  };
  const Tally& tally_;
  Root root_;
  LabelUniverse universe_;
  std::unique_ptr<Made> made_;
};

}  // namespace

bool all_probabilities(const ScoreTable& table) {
  for (std::size_t i = 0; i < table.size(); ++i) {
    const std::span<const double> scores = table.example(i).scores;
    if (!scores.empty() && !(scores.front() <= 1 && scores.back() >= 0)) return false;
  }
  return true;
}

bool any_of_scope(const std::vector<Spec>& specs, std::initializer_list<Scope> scopes) {
  return std::any_of(specs.begin(), specs.end(), [scopes](const Spec& spec) {
    return std::find(scopes.begin(), scopes.end(), spec.scope) != scopes.end();
  });
}

std::vector<Value> values_of(const std::vector<Spec>& specs, const Findings& findings,
                             const Convention& convention, LabelUniverse universe) {
  std::vector<Value> out(specs.size());
  std::vector<Spec> ranked;
  for (const Spec& spec : specs) {
    if (spec.scope == Scope::ranked) ranked.push_back(spec);
  }
  std::vector<Value> of_ranks;
  if (!ranked.empty()) of_ranks = ranked_values(ranked, *findings.rankings, convention);
  std::size_t next = 0;
  FirstLabels first(findings.whole->tally(), universe);
  ClosedLabels closed(findings.whole->tally(), convention.root, universe);
  for (std::size_t i = 0; i < specs.size(); ++i) {
    const Spec& spec = specs[i];
    if (spec.measure->table) continue;
    if (spec.scope == Scope::ranked) {
      out[i] = std::move(of_ranks[next++]);
    } else if (spec.scope == Scope::average && spec.params.k) {
      Findings at_k = findings;
      at_k.whole = &first.at(*spec.params.k);
      out[i] = value_of(spec, at_k, convention);
    } else if (spec.params.closes) {
      out[i] = value_of(spec, closed.findings(), convention);
    } else {
      out[i] = value_of(spec, findings, convention);
    }
  }
  return out;
}

std::optional<std::string> score_note(const Tally& tally, double threshold) {
  const auto [lowest, highest] = tally.score_range();
  if (lowest > highest || (lowest >= 0 && highest <= 1) || threshold != 0.5) return {};
  std::string note = "scores lie between " + number_text(lowest) + " and " + number_text(highest) +
                     ", but labels are assigned from 0.5 up, as if scores were probabilities; ";
  return note + (lowest < 0                       ? "of logits --threshold=0 does the same"
                 : highest > 10 && highest <= 100 ? "of percentages --threshold=50 does the same"
                                                  : "--threshold says otherwise");
}

std::optional<std::string> cut_note(const Tally& tally, const std::vector<Spec>& specs) {
  std::vector<std::uint32_t> ks;
  for (const Spec& spec : specs) {
    const bool sets = spec.scope == Scope::average || spec.measure->name == "label_coverage";
    if (sets && spec.params.k) ks.push_back(*spec.params.k);
  }
  if (ks.empty()) return {};
  std::uint64_t n = 0;
  for (std::size_t i = 0; i < tally.scores().size(); ++i) {
    const std::span<const double> scores = tally.scores().example(i).scores;
    n += std::any_of(ks.begin(), ks.end(), [&scores](std::uint32_t k) {
      return k < scores.size() && scores[k - 1] == scores[k];
    });
  }
  if (n == 0) return {};
  return "figures of label sets take the first k labels of an example; in " +
         counted(n, "example") + " labels share the k-th score, and " +
         (orders_labels(tally.ties()) ? "the rule of ties" : "label order") + " decides";
}

std::string ranking_note(const Rankings& rankings, const Convention& convention,
                         const std::vector<Spec>& specs) {
  const Tally& tally = rankings.whole().tally();
  std::string note = "rankings are of " + counted(rankings.n_labels(), "label") +
                     " (declared, or seen in truth, predictions or scores)";
  const bool ordered = orders_labels(convention.ties);
  const std::uint64_t tied =
      ordered ? tally.n_ties_decided() : rankings.whole().rounded_up(tied_examples(rankings));
  if (tied == 0) return note;
  bool all = false, lists = false;
  for (const Spec& spec : specs) {
    const bool rare = spec.measure->group == "extreme";
    if (spec.scope != Scope::ranked && !rare) continue;
    (spec.measure->ranks_all ? all : lists) = true;
  }
  note += "; in " + counted(tied, "example") +
          " a true label shares its score with another: they rank ";
  if (!ordered && all && lists && convention.ties != convention.ties_in_lists) {
    note.append(ties_text(convention.ties)).append(", in lists of the first labels ");
    note.append(ties_text(convention.ties_in_lists));
  } else {
    note.append(ties_text(all ? convention.ties : convention.ties_in_lists));
  }
  return note;
}

}  // namespace tallystick::detail
