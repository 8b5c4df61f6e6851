#include "selections.hpp"

#include <limits>

#include "tallystick/base/error.hpp"
#include "tallystick/base/text.hpp"
#include "tallystick/readers/read_thresholds.hpp"

namespace tallystick::detail {

void remember_selection(Tally& tally, const Selection& selection, Ties ties) {
  auto& rules = tally.rules();
  switch (selection.rule) {
    case Selection::Rule::threshold: rules["thresholds"] = selection.print(); break;
    case Selection::Rule::relative: rules["relative threshold"] = selection.print(); break;
    case Selection::Rule::top_k:
      rules["top-k"] = selection.print() + (ties == Ties::last   ? ", ties last"
                                            : ties == Ties::trec ? ", ties trec"
                                                                 : "");
      break;
  }
}

std::optional<Selection> selection_of(const EvaluateOptions& options, ReadOptions& read) {
  if (options.thresholds.empty() && !options.top_k) return std::nullopt;
  if (!options.thresholds.empty() && options.top_k) {
    fail(ErrorCode::wrong_usage,
         "--top-k and --thresholds both say which scored labels are predicted",
         "leave one of them out");
  }
  Selection selection;
  if (options.top_k) {
    selection.rule = Selection::Rule::top_k;
    selection.k = *options.top_k;
  } else {
    selection = read_thresholds(options.thresholds, read);
  }
  read.scores = ScoreUse::required;
  read.scores_for = options.top_k ? "--top-k" : "--thresholds";
  read.threshold = -std::numeric_limits<double>::max();  // the selection decides, not the reader
  return selection;
}

void note_selection(const Selection& selection, const EvaluateOptions& options, const Tally& tally,
                    std::uint64_t n_cut_ties, std::vector<std::string>& notes) {
  const std::string from = selection.strictly_above ? "above " : "from ";
  if (selection.rule == Selection::Rule::top_k) {
    notes.push_back("each example's " + counted(selection.k, "label") + " with the highest " +
                    (selection.k == 1 ? "score is" : "scores are") + " predicted");
    if (n_cut_ties != 0) {
      notes.push_back("in " + counted(n_cut_ties, "example") +
                      " labels share the last score taken, and the order of labels decided");
    }
    return;
  }
  if (selection.rule == Selection::Rule::relative) {
    notes.push_back("a label is predicted " + from + number_text(selection.threshold) +
                    " times the example's best score, by " + options.thresholds);
    return;
  }
  const std::size_t n = selection.labels.size();
  notes.push_back("labels are predicted by " + options.thresholds + ": " +
                  (n == 0 ? std::string("all ")
                          : counted(n, "label") + " " + from + (n == 1 ? "its" : "their") +
                                " own threshold, others ") +
                  from + number_text(selection.threshold));
  std::uint64_t n_unknown = 0;
  std::string_view first;
  for (const LabelId id : selection.labels.sorted()) {
    if (tally.vocabulary().find(selection.labels.name(id))) continue;
    if (n_unknown++ == 0) first = selection.labels.name(id);
  }
  if (n_unknown == 0) return;
  notes.push_back(options.thresholds + ": " +
                  (n_unknown == 1 ? "label " + quoted(first) + " has a threshold, but is"
                                  : counted(n_unknown, "label") + ", the first of them " +
                                        quoted(first) + ", have thresholds, but are") +
                  " not in the data");
}

}  // namespace tallystick::detail
