#include "tallystick/groups.hpp"

namespace tallystick {

void add_groups(Report& report, const Tallied& tallied, const EvaluateOptions& options) {
  if (options.read.by.empty()) return;
  report.by = options.read.by;
  EvaluateOptions one = options;
  one.measures.clear();
  one.require.clear(), one.baseline.clear(), one.max_drop.clear();
  one.per_label = false;
  // What all examples are decides which figures there are; a part of them may look simpler.
  if (report.task == "multi") one.task = Task::multi;
  for (const Score& score : report.measures) {
    one.measures.append(one.measures.empty() ? "" : ",").append(score.name);
  }
  for (const auto& [name, tally] : tallied.groups) {
    GroupFigures& group = report.groups.emplace_back();
    group.name = name;
    if (tally.n_examples() == 0) {  // of weight 0, all of them
      for (Score score : report.measures) {
        score.value = kUndefined;
        score.n_undefined = 0;
        score.undefined = score.note = "";
        score.low.reset(), score.high.reset();
        group.measures.push_back(std::move(score));
      }
      continue;
    }
    Report of_group = make_report(tally, {}, one);
    group.n_examples = of_group.n_examples;
    group.total_weight = of_group.total_weight;
    group.n_labels = of_group.n_labels;
    group.measures = std::move(of_group.measures);
  }
}

}  // namespace tallystick
