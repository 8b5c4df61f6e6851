// What the names that were asked for stand for, given the convention and the data.
#include <algorithm>
#include <array>
#include <initializer_list>

#include "tallystick/base/error.hpp"
#include "tallystick/base/text.hpp"
#include "tallystick/measures/catalogue.hpp"
#include "tallystick/measures/spec.hpp"

namespace tallystick {

namespace {

constexpr std::array kAverages{Average::micro, Average::macro, Average::weighted, Average::samples};

/// Collects specs, each once.
class Collector {
 public:
  Collector(const Convention& convention, const DataKind& kind) : rules_(convention), kind_(kind) {}

  void average(const Measure& measure, Average average, const Params& params = {}) {
    add({.measure = &measure, .scope = Scope::average, .average = average, .params = params});
  }
  void averages(const Measure& measure, const Params& params = {}) {
    for (const Average each : kAverages) average(measure, each, params);
  }
  static void need_sets(const Measure& measure, bool have) {
    if (!measure.sets || have) return;
    fail(ErrorCode::wrong_usage,
         "measure " + quoted(measure.name) +
             " looks at the label sets of every example, and these counts were made without them",
         "name the measure in -m when the state is written, too");
  }
  void whole(const Measure& measure, const Params& params = {}) {
    need_sets(measure, kind_.sets);
    add({.measure = &measure, .scope = Scope::whole, .params = params});
  }
  void space(const Measure& measure, const Params& params = {}) {
    need_sets(measure, kind_.true_sets);
    add({.measure = &measure, .scope = Scope::space, .params = params});
  }
  void multiclass(const Measure& measure, const Params& params = {}) {
    if (!kind_.single_label) {
      fail(ErrorCode::not_single_label,
           "measure " + quoted(measure.name) +
               " without an average needs one true label and at most one predicted label in every "
               "example",
           "ask for " + quoted(std::string(measure.name) + "_macro") +
               " or another average of the labels");
    }
    add({.measure = &measure, .scope = Scope::multiclass, .params = params});
  }
  void table(const Measure& measure, const Params& params) {
    if (!kind_.single_label) {
      fail(ErrorCode::not_single_label,
           "measure " + quoted(measure.name) +
               " needs one true label and at most one predicted label in every example",
           "--per-label gives each label's 2x2 cell");
    }
    add({.measure = &measure, .scope = Scope::multiclass, .params = params});
  }
  void need_hierarchy(const Measure& measure) const {
    if (kind_.hierarchical) return;
    fail(ErrorCode::wrong_usage,
         "measure " + quoted(measure.name) + " needs a hierarchy of the labels",
         "name it with --taxonomy isco08, or a file");
  }
  void closed(const Measure& measure, Average average, const Params& params = {}) {
    need_hierarchy(measure);
    // Precision and recall have no F to take of means: what is meant is their mean.
    const bool of_means = average == Average::means && measure.kind != UndefinedKind::fscore;
    add({.measure = &measure,
         .scope = Scope::closed,
         .average = of_means ? Average::samples : average,
         .params = params});
  }
  void hierarchy(const Measure& measure, const Params& params = {}) {
    need_hierarchy(measure);
    if (params.best) {
      fail(ErrorCode::wrong_usage,
           quoted(measure.name) + " with take=best does not say of how many labels",
           "write for example " + quoted(std::string(measure.name) + "@5:take=best"));
    }
    add({.measure = &measure, .scope = Scope::hierarchy, .params = params});
  }
  void need_scores(const Measure& measure, bool have) const {
    if (have) return;
    fail(ErrorCode::no_scores,
         "measure " + quoted(measure.name) +
             " looks at the scores of labels, which these predictions or counts do not have",
         "give each predicted label a score; name the measure in -m when a state is written, too");
  }
  void ranked(const Measure& measure, const Params& params = {}) {
    if (params.closes) {
      fail(ErrorCode::wrong_usage,
           "measure " + quoted(measure.name) + " of the first labels is not carried up a hierarchy",
           "leave out @" + std::to_string(params.k.value_or(1)) + ", or hierarchy=closed");
    }
    need_scores(measure, kind_.ranks);
    add({.measure = &measure, .scope = Scope::ranked, .params = params});
  }
  void scores(const Measure& measure, const Params& params = {}) {
    const bool in_hierarchy =
        measure.group == "hierarchical" || measure.group == "protein-function";
    if (in_hierarchy) need_hierarchy(measure);
    need_scores(measure, measure.true_ranks ? kind_.true_ranks : kind_.scores);
    add({.measure = &measure, .scope = Scope::scores, .params = params});
  }
  void trained(const Measure& measure, const Params& params = {}) {
    if (!kind_.training) {
      fail(ErrorCode::wrong_usage,
           "measure " + quoted(measure.name) + " needs the labels of the training examples",
           "name them with --train FILE");
    }
    add({.measure = &measure, .scope = Scope::trained, .params = params});
  }
  /// An average over the first k labels of each example as its predicted set.
  void average_at(const Measure& measure, Average average, const Params& params) {
    need_scores(measure, kind_.scores);
    this->average(measure, average, params);
  }
  void ranked_at(const Measure& measure, std::initializer_list<std::uint32_t> ks) {
    for (const std::uint32_t k : ks) {
      Params params;
      params.k = k;
      ranked(measure, params);
    }
  }
  void label(const Measure& measure, Params params, const std::string& name) {
    if (measure.scored != nullptr) need_scores(measure, kind_.scores);
    if (params.closes) need_hierarchy(measure);
    params.label = name;
    add({.measure = &measure,
         .scope = measure.scored != nullptr ? Scope::scored_label : Scope::label,
         .params = std::move(params)});
  }
  void scored(const Measure& measure, Average average, const Params& params = {}) {
    if (params.closes) need_hierarchy(measure);
    if (measure.ranked != nullptr && average == Average::samples && !params.closes) {
      need_scores(measure, kind_.ranks);
      return add(
          {.measure = &measure, .scope = Scope::ranked, .average = average, .params = params});
    }
    if (params.k) {
      fail(ErrorCode::wrong_usage,
           "measure " + quoted(measure.name) + " of the first " + std::to_string(*params.k) +
               " labels is a mean over examples",
           "ask for " + quoted(std::string(measure.name) + '@' + std::to_string(*params.k)));
    }
    need_scores(measure, kind_.scores);
    add({.measure = &measure, .scope = Scope::scored, .average = average, .params = params});
  }
  /// Without an average.
  void bare_scored(const Measure& measure, const Params& params);

  void request(const Request& request);
  void group(std::string_view name);
  std::vector<Spec> take() && { return std::move(specs_); }

 private:
  void add(Spec spec) {
    const std::string name = spec.name();
    const bool known = std::any_of(specs_.begin(), specs_.end(),
                                   [&](const Spec& other) { return other.name() == name; });
    if (!known) specs_.push_back(std::move(spec));
  }
  void bare(const Measure& measure, const Params& params);
  void over_scores(const Measure& measure, std::string_view name);
  [[nodiscard]] Average closed_average() const;
  void standard();

  const Convention& rules_;
  const DataKind& kind_;
  std::vector<Spec> specs_;
};

bool has_param(const Measure& measure, std::string_view name) {
  return std::any_of(measure.params.begin(), measure.params.end(),
                     [name](const ParamInfo& info) { return info.name == name; });
}

const Measure& known(std::string_view name) { return *find_measure(name); }

void Collector::standard() {
  for (const std::string_view name : {"precision", "recall", "f1"}) averages(known(name));
  for (const Average each : {Average::micro, Average::macro, Average::samples}) {
    average(known("jaccard"), each);
  }
  for (const std::string_view name : {"hamming_loss", "subset_accuracy", "zero_one_loss"}) {
    whole(known(name));
  }
  if (kind_.single_label) {
    for (const std::string_view name : {"accuracy", "balanced_accuracy", "mcc", "cohen_kappa"}) {
      multiclass(known(name));
    }
  }
  if (kind_.hierarchical) {
    for (const std::string_view name :
         {"hierarchical_precision", "hierarchical_recall", "hierarchical_f1"}) {
      closed(known(name), closed_average());
    }
  }
  if (kind_.training) trained(known("pbc"));
  if (kind_.ranks) {
    for (const std::string_view name : {"lrap", "coverage_error", "ranking_loss"}) {
      ranked(known(name));
    }
    ranked_at(known("precision"), {1, 3, 5});
  }
  if (kind_.positive) {
    for (const std::string_view name : {"precision", "recall", "specificity", "f1", "mcc"}) {
      label(known(name), {}, *kind_.positive);
    }
  }
}

/// What a group asks for of a measure over all scores.
void Collector::over_scores(const Measure& measure, std::string_view name) {
  const bool in_hierarchy = measure.group == "hierarchical" || measure.group == "protein-function";
  if (in_hierarchy) {
    const bool weights = kind_.node_weights || !has_param(measure, "ia");
    const bool given = kind_.hierarchical && kind_.scores;
    const bool wanted = (name == "all" && given) || measure.group == name;
    if (!wanted || !weights || measure.leveled) return;
    if (given || name == "protein-function") scores(measure);
    return;
  }
  if (measure.group != name) return;
  if (!measure.leveled) return scores(measure);
  for (const std::uint32_t k : {1u, 3u, 5u}) {
    Params params;
    params.k = k;
    scores(measure, params);
  }
}

void Collector::group(std::string_view name) {
  if (name == "standard") return standard();
  if (name == "all") standard();
  if (name == "label-space") whole(known("cardinality")), whole(known("density"));
  for (const Measure* measure : catalogue()) {
    const bool all = name == "all";
    const bool sets = measure->space != nullptr ? kind_.true_sets : kind_.sets;
    if (measure->table || (measure->sets && !sets)) continue;
    if (measure->space != nullptr && (all || measure->group == name)) space(*measure);
    if (measure->whole != nullptr && (all || measure->group == name)) whole(*measure);
    if (measure->cell != nullptr && (all || name == "label")) {
      for (const Average each : averages_of(*measure)) average(*measure, each);
    }
    if (measure->cell != nullptr && name == "example") average(*measure, Average::samples);
    if (name == "hierarchical" || (all && kind_.hierarchical)) {
      if (measure->closed != nullptr) {
        for (const Average each : averages_of(*measure)) closed(*measure, each);
      }
      // In a graph the best ways of every pair of labels are sought: only where asked for by name.
      const bool figure = measure->scorer != nullptr || (measure->paths != nullptr && kind_.tree);
      if (figure && !measure->leveled) hierarchy(*measure);
    }
    if (measure->ranked != nullptr && (name == "ranking" || (all && kind_.ranks))) {
      const bool one_label = measure->name != "top_k_accuracy" || kind_.single_label;
      if (measure->cell == nullptr && measure->scored == nullptr && !measure->leveled) {
        ranked(*measure);
      }
      if (measure->scored != nullptr) scored(*measure, Average::samples);
      if (measure->cut || (measure->leveled && one_label)) ranked_at(*measure, {1, 3, 5});
    }
    if (measure->trained != nullptr && name == measure->group) trained(*measure);
    if (measure->scores != nullptr && measure->scorer == nullptr && measure->scored == nullptr) {
      over_scores(*measure, name);
    }
    if (measure->scored != nullptr && (name == "probabilistic" || (all && kind_.scores))) {
      if (measure->probabilities && kind_.scores && !kind_.probabilities) continue;
      for (const Average each : averages_of(*measure)) scored(*measure, each);
      if (measure->scores != nullptr && kind_.single_label) scores(*measure, {});
    }
    const bool multi = name == "multi-class" || (all && kind_.single_label);
    if (measure->multiclass != nullptr && multi) multiclass(*measure);
  }
}

Average Collector::closed_average() const {
  switch (rules_.hierarchical_average) {
    case BareAverage::macro: return Average::macro;
    case BareAverage::samples: return Average::samples;
    case BareAverage::means: return Average::means;
    case BareAverage::union_of_sets: return Average::union_of_sets;
    case BareAverage::all:
    case BareAverage::micro: return Average::micro;
  }
  return Average::micro;
}

void Collector::bare_scored(const Measure& measure, const Params& params) {
  if (kind_.positive) return label(measure, params, *kind_.positive);
  if (measure.scores != nullptr && kind_.single_label) return scores(measure, params);
  for (const Average each : kAverages) {
    const bool wanted = rules_.bare == BareAverage::all ||
                        (rules_.bare == BareAverage::micro && each == Average::micro) ||
                        (rules_.bare == BareAverage::macro && each == Average::macro) ||
                        (rules_.bare == BareAverage::samples && each == Average::samples);
    if (wanted) scored(measure, each, params);
  }
}

/// A name without an average: what it stands for is the convention's and the data's to say.
void Collector::bare(const Measure& measure, const Params& params) {
  if (measure.table) return table(measure, params);
  const bool ranks_alone = measure.cell == nullptr && measure.scored == nullptr;
  if (measure.ranked != nullptr && (ranks_alone || params.k)) return ranked(measure, params);
  if (measure.trained != nullptr) return trained(measure, params);
  if (measure.space != nullptr) return space(measure, params);
  if (measure.scores != nullptr && measure.scored == nullptr &&
      (measure.scorer == nullptr || params.k)) {
    return scores(measure, params);
  }
  if (measure.whole != nullptr) return whole(measure, params);
  if (measure.scored != nullptr) return bare_scored(measure, params);
  if (measure.closed != nullptr) return closed(measure, closed_average(), params);
  if (measure.scorer != nullptr || measure.paths != nullptr) return hierarchy(measure, params);
  if (kind_.positive && measure.multiclass == nullptr) {
    return label(measure, params, *kind_.positive);
  }
  if (measure.multiclass != nullptr &&
      (kind_.single_label || params.adjusted || params.weights != "none")) {
    return multiclass(measure, params);
  }
  if (measure.name == "accuracy") {
    for (const Request& each : parse_measures(rules_.accuracy)) request(each);
    return;
  }
  if (measure.name == "mcc" && rules_.pooled_mcc) return average(measure, Average::micro, params);
  switch (rules_.bare) {
    case BareAverage::all: return averages(measure, params);
    case BareAverage::micro: return average(measure, Average::micro, params);
    case BareAverage::macro: return average(measure, Average::macro, params);
    case BareAverage::samples: return average(measure, Average::samples, params);
    case BareAverage::means:
    case BareAverage::union_of_sets: break;  // of hierarchies alone
  }
}

void Collector::request(const Request& request) {
  if (!request.group.empty()) return group(request.group);
  const Measure& measure = *request.measure;
  if (request.params.label) return label(measure, request.params, *request.params.label);
  if (request.average == Average::samples && request.params.k) {
    return ranked(measure, request.params);
  }
  if (request.average && request.params.k && measure.cell != nullptr) {
    return average_at(measure, *request.average, request.params);
  }
  if (request.average && measure.scored != nullptr) {
    return scored(measure, *request.average, request.params);
  }
  if (request.average) {
    return measure.closed != nullptr ? closed(measure, *request.average, request.params)
                                     : average(measure, *request.average, request.params);
  }
  bare(measure, request.params);
}

}  // namespace

std::vector<Spec> expand(const std::vector<Request>& requests, const Convention& convention,
                         const DataKind& kind) {
  Collector collector(convention, kind);
  for (const Request& request : requests) collector.request(request);
  return std::move(collector).take();
}

}  // namespace tallystick
