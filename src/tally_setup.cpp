#include "tally_setup.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <utility>

#include "selections.hpp"
#include "tallystick/base/error.hpp"
#include "tallystick/base/text.hpp"

namespace tallystick::detail {

namespace {

std::string joined(const std::vector<std::string>& parts) {
  std::string out;
  for (const std::string& part : parts) out += (out.empty() ? "" : ",") + part;
  return out;
}

std::string_view policy_name(UnknownLabels policy) {
  switch (policy) {
    case UnknownLabels::error: return "error";
    case UnknownLabels::add: return "add";
    case UnknownLabels::drop: return "drop";
    case UnknownLabels::wrong: return "wrong";
  }
  return "error";
}

}  // namespace

void remember_rules(Tally& tally, const EvaluateOptions& options, const ReadOptions& read,
                    const std::optional<Selection>& selection, Ties ties,
                    const ReadSummary& summary) {
  auto& rules = tally.rules();
  rules["convention"] = options.convention;
  if (tally.vocabulary().declared() || read.taxonomy != nullptr) {
    rules["unknown-labels"] = policy_name(read.unknown_labels);
  }
  if (options.accept == Accept::any) rules["accept"] = "any";
  if (read.code_width != 0) rules["code-width"] = std::to_string(read.code_width);
  if (read.nfc) rules["normalize"] = "nfc";
  if (read.fold_case) rules["fold-case"] = "yes";
  if (!read.trim) rules["trim"] = "no";
  if (!read.abstain.empty()) {
    std::vector<std::string> sorted = read.abstain;
    std::sort(sorted.begin(), sorted.end());
    rules["abstain"] = joined(sorted);
  }
  if (selection) return remember_selection(tally, *selection, ties);
  const bool scored =
      std::any_of(summary.inputs.begin(), summary.inputs.end(), [](const InputFacts& facts) {
        return std::any_of(facts.columns.begin(), facts.columns.end(),
                           [](const std::string& c) { return c.starts_with("score="); });
      });
  if (scored) rules["threshold"] = (read.strictly_above ? ">" : ">=") + number_text(read.threshold);
}

Vocabulary in_taxonomy(const Vocabulary& declared, const Taxonomy& taxonomy,
                       const EvaluateOptions& options) {
  Vocabulary out;
  for (LabelId id = 0; id < declared.size(); ++id) {
    const auto node = taxonomy.find(declared.name(id));
    if (!node) {
      std::vector<std::string_view> codes;
      for (NodeId other = 0; other < taxonomy.size(); ++other)
        codes.push_back(taxonomy.code(other));
      const auto near = nearest(declared.name(id), codes);
      fail(ErrorCode::unknown_label, Place{options.labels_file},
           "label " + tallystick::quoted(declared.name(id)) + " is not among the " +
               counted(taxonomy.size(), "class", "classes") + " of " + taxonomy.origin(),
           near.empty() ? "declare codes of the taxonomy"
                        : "did you mean " + tallystick::quoted(near[0]) + "?");
    }
    out.intern(taxonomy.code(*node));
  }
  out.declare();
  return out;
}

Ties ties_of(const Convention& convention) {
  return orders_labels(convention.ties) ? convention.ties : Ties::worst;
}

ScoreUse keep_scores(const EvaluateOptions& options, Ties ties, Tally& tally) {
  const ScoreNeeds needs = score_needs(options);
  if (needs.welcome == ScoreNeed::none) return ScoreUse::none;
  if (needs.welcome == ScoreNeed::scores) {
    tally.keep_scores(ties);
  } else if (needs.welcome == ScoreNeed::true_ranks) {
    tally.keep_true_ranks(ties);
  } else {
    tally.keep_ranks(ties);
  }
  return needs.needed == ScoreNeed::none ? ScoreUse::if_given : ScoreUse::required;
}

Grouping grouping_of(const EvaluateOptions& options) {
  Grouping found;
  for (const auto& [option, column] :
       {std::pair<std::string_view, const std::string&>{"--by", options.read.by},
        {"--cluster", options.interval.cluster},
        {"--stratum", options.interval.stratum},
        {"--fold", options.fold}}) {
    if (column.empty()) continue;
    if (!found.option.empty()) {
      fail(ErrorCode::wrong_usage,
           std::string(found.option) + " and " + std::string(option) +
               " both group examples by a column, and one can be read",
           "leave one of them out");
    }
    found = {option, column};
  }
  return found;
}

bool groups_as(const Tally& tally, const Grouping& grouping) {
  const Grouped& kept = tally.grouped();
  return !kept.as.empty() && "--" + kept.as == grouping.option && grouping.column == kept.column;
}

void take_labels_and_rules(const Tally& whole, Tally& part) {
  for (LabelId id = 0; id < whole.vocabulary().size(); ++id) {
    part.vocabulary().intern(whole.vocabulary().name(id));  // measures may name any label
  }
  part.rules() = whole.rules();
}

void finish_groups(const Grouping& grouping, Tallied& out) {
  for (auto& [name, tally] : out.groups) take_labels_and_rules(out.tally, tally);
  const bool clustered = grouping.option == "--cluster";
  if (!clustered && grouping.option != "--stratum" && grouping.option != "--fold") return;
  std::uint64_t n = out.clusters ? out.clusters->rows.size() : 0;
  if (!clustered) {
    for (const auto& [name, tally] : out.groups) n += tally.n_examples();
    out.parts = std::make_shared<std::map<std::string, Tally>>(std::move(out.groups));
    out.groups.clear();
  }
  if (n != out.tally.n_examples()) {  // states were merged in, which remember groups or do not
    out.clusters = nullptr, out.parts = nullptr;
    return;
  }
  out.tally.group(
      {std::string(grouping.option.substr(2)), grouping.column, out.parts, out.clusters});
}

}  // namespace tallystick::detail
