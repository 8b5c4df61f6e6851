#include "tallystick/evaluate_html.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "report/label_order.hpp"
#include "report/outline.hpp"
#include "report/page.hpp"
#include "report/report_page.hpp"
#include "tallystick/base/error.hpp"
#include "tallystick/base/text.hpp"
#include "tallystick/confused_labels.hpp"
#include "tallystick/labels/taxonomy.hpp"
#include "tallystick/plots.hpp"
#include "tallystick/reconcile.hpp"
#include "tallystick/report/layout.hpp"

namespace tallystick {

namespace {

using namespace detail;

constexpr std::size_t kConfusions = 30;  // rows of the table by titles

bool is_of_classes(const Tally& tally, const EvaluateOptions& options) {
  return tally.single_label() && options.task != Task::multi;
}

std::string title_of(const Taxonomy& taxonomy, std::string_view code) {
  const auto node = taxonomy.find(code);
  return node ? std::string(taxonomy.title(*node)) : std::string();
}

/// "221 Medical doctors", the deepest class above both; empty where there is none.
std::string parting(const Taxonomy& taxonomy, std::string_view a, std::string_view b) {
  const auto of_a = taxonomy.find(a), of_b = taxonomy.find(b);
  if (!of_a || !of_b) return {};
  Closure above_a(taxonomy), above_b(taxonomy);
  std::optional<NodeId> deepest;
  const auto found = above_a.of({&*of_a, 1});
  above_b.of({&*of_b, 1});
  for (const NodeId node : found) {
    if (!above_b.contains(node) || node == taxonomy.root()) continue;
    const bool deeper = !deepest || taxonomy.depth(node) > taxonomy.depth(*deepest) ||
                        (taxonomy.depth(node) == taxonomy.depth(*deepest) && node < *deepest);
    if (deeper) deepest = node;
  }
  if (!deepest) return {};
  std::string out(taxonomy.code(*deepest));
  if (!taxonomy.title(*deepest).empty()) out.append(" ").append(taxonomy.title(*deepest));
  return out;
}

std::string confusions(const Tally& tally, const EvaluateOptions& options) {
  const bool known = tally.keeps_sets() || tally.overlaps().empty();
  if (tally.taxonomy() == nullptr || !known) return {};
  const Taxonomy& taxonomy = *tally.taxonomy();
  const ConfusedLabels confused = confused_labels(tally, options);
  const auto pairs = largest_confusions(confused.table, kConfusions);
  if (pairs.empty()) return {};
  PageRows rows{{"true", "title", "predicted", "title", "examples", "both below"}};
  for (const ConfusionTable::Entry* pair : pairs) {
    const std::string& truth = confused.table.labels[pair->truth];
    const std::string& predicted = confused.table.labels[pair->predicted];
    rows.push_back({truth, title_of(taxonomy, truth), predicted, title_of(taxonomy, predicted),
                    amount_text(pair->count), parting(taxonomy, truth, predicted)});
  }
  const std::string shown = pairs_phrase(pairs.size(), n_confusions(confused.table));
  return paragraph("These are " + shown + ", and the deepest class that both lie below.") +
         page_table(rows, {.alignment = "llllrl",
                           .name = "confused pairs by their titles",
                           .caption = "confused pairs by their titles",
                           .sorts = true});
}

/// Whether the convention would have counted the same from the same files.
class CountedAlike {
 public:
  CountedAlike(const Tally& tally, const Convention& own)
      : unknown_(tally.policies().unknown_labels != 0),
        scored_(tally.rules().contains("threshold")),
        ranked_(!tally.ranks().empty()),
        own_(&own) {}
  [[nodiscard]] bool by(const Convention& other) const {
    const auto order = [](const Convention& c) {
      return orders_labels(c.ties) ? c.ties : Ties::worst;
    };
    return (!unknown_ || other.drops_unknown_labels == own_->drops_unknown_labels) &&
           (!scored_ || other.strictly_above == own_->strictly_above) &&
           (!ranked_ || order(other) == order(*own_));
  }

 private:
  bool unknown_, scored_, ranked_;
  const Convention* own_;
};

/// "mulan, mldr: rule", a line for each figure and rule.
std::vector<std::string> reasons(const Reconciliation& table,
                                 const std::vector<std::string>& shown) {
  std::vector<std::string> out;
  for (const ReconcileRow& row : table.rows) {
    std::vector<std::pair<std::string, std::string>> groups;  // rule, conventions
    for (const ReconcileRow::Reason& reason : row.reasons) {
      if (std::find(shown.begin(), shown.end(), reason.convention) == shown.end()) continue;
      const auto known = std::find_if(groups.begin(), groups.end(),
                                      [&](const auto& g) { return g.first == reason.rule; });
      if (known == groups.end()) {
        groups.emplace_back(reason.rule, reason.convention);
      } else {
        known->second.append(", ").append(reason.convention);
      }
    }
    for (const auto& [rule, names] : groups) {
      out.push_back(row.measure + ": " + names + ": " + rule + '.');
    }
  }
  return out;
}

std::string conventions_section(const Reconciliation& table, const CountedAlike& alike,
                                int digits) {
  std::vector<std::size_t> columns;
  std::vector<std::string> shown;
  std::string left_out;
  for (std::size_t i = 0; i < table.conventions.size(); ++i) {
    if (alike.by(find_convention(table.conventions[i]))) {
      columns.push_back(i);
      shown.push_back(table.conventions[i]);
    } else {
      left_out.append(left_out.empty() ? "" : ", ").append(table.conventions[i]);
    }
  }
  PageRows rows{{"measure"}};
  rows[0].insert(rows[0].end(), shown.begin(), shown.end());
  bool any = false;
  for (const ReconcileRow& row : table.rows) {
    auto& line =
        rows.emplace_back(1, row.meanings.empty() ? row.measure : "the word '" + row.measure + "'");
    for (const std::size_t i : columns) {
      const bool differs = std::any_of(
          row.reasons.begin(), row.reasons.end(),
          [&](const auto& reason) { return reason.convention == table.conventions[i]; });
      any = any || differs;
      line.push_back(fixed_text(row.values[i], digits) + (differs ? "*" : ""));
    }
  }
  if (rows.size() < 2) return {};
  std::string out =
      paragraph(any ? "* differs from " + table.conventions.front() + "; why stands below."
                    : "On these data all conventions shown agree.");
  out += page_table(rows, {.alignment = "lr",
                           .name = "figures under every convention",
                           .caption = "figures under every convention"});
  if (any) {
    out += "<details><summary>Rules behind the differences</summary>";
    out += bullets(reasons(table, shown)) + "</details>\n";
  }
  if (!left_out.empty()) {
    out += paragraph("Not shown, since they would read or count these data otherwise: " + left_out +
                         "; tallystick reconcile does as they do.",
                     "facts");
  }
  return out;
}

/// The figures under every convention, from the counts that are there.
std::string conventions_of(const Tallied& tallied, const EvaluateOptions& options, int digits) {
  const Tally& tally = tallied.tally;
  if (tally.n_examples() == 0) return {};
  const Convention own = convention_of(options);
  const CountedAlike alike(tally, own);
  if (!alike.by(conventions().front())) {
    return paragraph(
        "These data were read by rules that other conventions do not share; tallystick reconcile "
        "reads them as each convention does.");
  }
  try {
    return conventions_section(
        reconcile([&](const Convention&) -> const Tallied& { return tallied; }, options), alike,
        digits);
  } catch (const Error& error) {
    // Of measures that need scores, training labels or folds there is no such table.
    if (error.code() == ErrorCode::wrong_usage || error.code() == ErrorCode::unknown_measure) {
      return {};
    }
    fail(error.code(), error.place(), error.fact(), error.hint());
  }
}

/// Of F1 of the labels in the page's table.
void add_intervals(const Tallied& tallied, const LabelTable& labels, EvaluateOptions options,
                   PageExtras& extras) {
  std::vector<std::string> names;
  options.measures.clear();
  for (const LabelRow* row : by_support(labels, kPageLabels)) {
    names.push_back(row->label);
    std::string quoted_name;
    for (const char c : row->label) quoted_name.append(c == '"' ? 2 : 1, c);
    options.measures.append(options.measures.empty() ? "" : ",").append("f1:label=\"");
    options.measures.append(quoted_name).append("\"");
  }
  if (names.empty()) return;
  options.per_label = false;
  options.require.clear(), options.max_drop.clear(), options.baseline.clear();
  const Report found = make_report(tallied.tally, tallied.summary, options);
  if (found.measures.size() != names.size()) return;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const Score& score = found.measures[i];
    if (score.low && score.high) extras.f1_intervals[names[i]] = {*score.low, *score.high};
  }
}

}  // namespace

EvaluateOptions options_for_page(const Tally& tally, EvaluateOptions options) {
  options.per_label = true;
  if (is_of_classes(tally, options)) options.measures += ",confusion_matrix";
  return options;
}

std::string page_of(const Tallied& tallied, const Report& report, const EvaluateOptions& options,
                    const TextOptions& text) {
  const Tally& tally = tallied.tally;
  PageExtras extras;
  extras.sections = {
      {"pairs", "Typical confusions", confusions(tally, options)},
      {"conventions", "Under other conventions", conventions_of(tallied, options, text.digits)}};
  if (report.interval && report.labels) add_intervals(tallied, *report.labels, options, extras);
  return report_page(report, text, plots_of(tally, report, options), extras);
}

}  // namespace tallystick
