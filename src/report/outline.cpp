#include "report/outline.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "tallystick/base/text.hpp"
#include "tallystick/measures/catalogue.hpp"
#include "tallystick/report/layout.hpp"
#include "tallystick/report/write.hpp"

namespace tallystick {
namespace {

/// Name without its average, and which average that was (kAverages.size(): none).
std::pair<std::string, std::size_t> split_average(std::string_view name) {
  const std::size_t stem_end = std::min(name.find_first_of("@:"), name.size());
  const std::string_view stem = name.substr(0, stem_end);
  const std::size_t bar = stem.rfind('_');
  if (bar == std::string_view::npos || bar == 0) return {std::string(name), kAverages.size()};
  const auto found = std::find(kAverages.begin(), kAverages.end(), stem.substr(bar + 1));
  const auto average = static_cast<std::size_t>(found - kAverages.begin());
  // fmax_micro is a measure, not an average of fmax.
  if (average == kAverages.size() || find_measure(stem) != nullptr) {
    return {std::string(name), kAverages.size()};
  }
  return {std::string(stem.substr(0, bar)).append(name.substr(stem_end)), average};
}

std::string joined(const std::vector<std::string>& parts) {
  std::string out;
  for (const std::string& part : parts) out += (out.empty() ? "" : ", ") + part;
  return out;
}

/// Collects the names that share a sentence, in the order of first use.
class Sentences {
 public:
  void add(const std::string& name, const std::string& sentence) {
    const auto same = std::find_if(groups_.begin(), groups_.end(),
                                   [&](const auto& group) { return group.second == sentence; });
    if (same == groups_.end()) {
      groups_.push_back({{printable(name)}, sentence});
    } else {
      same->first.push_back(printable(name));
    }
  }
  [[nodiscard]] std::vector<std::string> lines() const {
    std::vector<std::string> out;
    for (const auto& [names, sentence] : groups_) out.push_back(joined(names) + ": " + sentence);
    return out;
  }

 private:
  std::vector<std::pair<std::vector<std::string>, std::string>> groups_;
};

/// Keeps both ends: the terms come first, what they counted as comes last.
std::string cut_in_the_middle(const std::string& text) {
  constexpr std::size_t kLongest = 240, kTail = 80;
  if (text.size() <= kLongest) return text;
  const auto inside = [&](std::size_t i) {
    return (static_cast<unsigned char>(text[i]) & 0xC0) == 0x80;
  };
  std::size_t head = kLongest - kTail, tail = text.size() - kTail;
  while (head > 0 && inside(head)) --head;
  while (tail < text.size() && inside(tail)) ++tail;
  return text.substr(0, head) + " ... " + text.substr(tail);
}

}  // namespace

Outline outline_of(const Report& report) {
  std::vector<Outline::Row> rows;
  std::vector<std::size_t> row_of(report.measures.size(), SIZE_MAX);
  for (std::size_t i = 0; i < report.measures.size(); ++i) {
    if (report.interval) break;  // there is no room for intervals in a grid
    const auto [name, average] = split_average(report.measures[i].name);
    if (average == kAverages.size()) continue;
    auto row =
        std::find_if(rows.begin(), rows.end(), [&](const auto& r) { return r.name == name; });
    if (row == rows.end()) row = rows.insert(row, {name, {}});
    if (row->cells[average] != nullptr) continue;  // asked twice: the second stands alone
    row->cells[average] = &report.measures[i];
    row_of[i] = static_cast<std::size_t>(row - rows.begin());
  }
  const auto is_grid_row = [](const Outline::Row& row) {
    return std::count(row.cells.begin(), row.cells.end(), nullptr) + 2 <= std::ssize(row.cells);
  };
  Outline out;
  for (std::size_t i = 0; i < row_of.size(); ++i) {
    if (row_of[i] == SIZE_MAX || !is_grid_row(rows[row_of[i]])) {
      out.singles.push_back(&report.measures[i]);
    }
  }
  for (Outline::Row& row : rows) {
    if (!is_grid_row(row)) continue;
    for (std::size_t a = 0; a < kAverages.size(); ++a) out.used[a] |= row.cells[a] != nullptr;
    out.grid.push_back(std::move(row));
  }
  return out;
}

bool is_marked(const Score& score) { return score.n_undefined > 0 || std::isnan(score.value); }

std::vector<std::string> undefined_sentences(const Report& report, bool full) {
  Sentences sentences;
  for (const Score& score : report.measures) {
    if (!is_marked(score)) continue;
    std::string text = std::isnan(score.value) ? "no value" : "";
    if (score.n_undefined > 0) {
      text += (text.empty() ? "" : ", ") + counted(score.n_undefined, "undefined term");
    }
    const std::string terms = printable(score.undefined);
    if (!terms.empty()) text += ": " + (full ? terms : cut_in_the_middle(terms));
    sentences.add(score.name, text);
  }
  return sentences.lines();
}

std::vector<std::string> rule_sentences(const Report& report) {
  Sentences sentences;
  for (const Score& score : report.measures) {
    if (!score.note.empty()) sentences.add(score.name, printable(score.note));
  }
  return sentences.lines();
}

std::vector<PolicySentence> policy_sentences(const Report& report) {
  const PolicyCounts& counts = report.policies;
  std::vector<PolicySentence> out;
  const auto say = [&](std::string_view key, std::uint64_t n, std::string_view singular,
                       std::string_view plural, std::string_view outcome) {
    if (n == 0) return;
    std::string text = counted(n, singular, plural).append(outcome);
    const auto word = report.policy_words.find(key);
    if (word != report.policy_words.end()) text += ", " + word->second;
    out.push_back({key, n, std::move(text)});
  };
  say("missing", counts.missing, "example of the truth", "examples of the truth",
      " without a prediction");
  say("extra", counts.extra, "example only in the predictions", "examples only in the predictions",
      ", dropped");
  say("unknown_labels", counts.unknown_labels, "occurrence", "occurrences",
      " of labels outside the declared set");
  say("repeated_labels", counts.repeated_labels, "repeated label", "repeated labels",
      " counted once");
  say("abstained", counts.abstained, "abstention", "abstentions", " scored as no label");
  say("duplicate_scores", counts.duplicate_scores, "repeated score", "repeated scores",
      " of a label already scored");
  say("padded_codes", counts.padded_codes, "code", "codes", " filled up with leading zeros");
  say("alternative_codes", counts.alternative_codes, "alternative code", "alternative codes",
      " read as the class meant");
  say("accepted_other", counts.accepted_other, "example", "examples",
      " decided by another than the first accepted code");
  return out;
}

std::string data_sentence(const Report& report) {
  std::string out = counted(report.n_examples, "example");
  if (report.total_weight) out += " of total weight " + amount_text(*report.total_weight);
  out += ", " + counted(report.n_labels, "label");
  for (std::size_t i = 0; i < report.inputs.size(); ++i) {
    const bool last = i + 1 == report.inputs.size();
    out += i == 0 ? ", from " : last ? " and " : ", ";
    out += printable(report.inputs[i].path);
  }
  return out;
}

std::string rules_sentence(const Report& report) {
  std::string out = "convention " + printable(report.convention);
  if (!report.convention_source.empty()) out += " (" + printable(report.convention_source) + ")";
  if (report.task == "multi" || report.task == "single") return out + ", " + report.task + "-label";
  if (!report.task.empty()) out += ", " + printable(report.task);
  return out;
}

namespace {

/// 0.95 -> "95", 0.999 -> "99.9": as few digits as tell the level.
std::string percent_text(double level) {
  for (int digits = 0; digits < 15; ++digits) {
    std::string text = fixed_text(100 * level, digits);
    if (std::abs(std::stod(text) / 100 - level) < 1e-12) return text;
  }
  return number_text(100 * level);
}

}  // namespace

std::string interval_sentence(const Report& report) {
  if (!report.interval) return {};
  const IntervalRule& rule = *report.interval;
  std::string out = percent_text(rule.level) + " % intervals: ";
  switch (rule.method) {
    case IntervalMethod::delta: out += "normal, by the delta method over examples"; break;
    case IntervalMethod::jackknife:
      out += "normal, by the jackknife over " +
             (rule.cluster.empty() ? "examples" : "clusters in " + printable(rule.cluster));
      break;
    case IntervalMethod::bootstrap: out += "bootstrap percentiles"; break;
    case IntervalMethod::basic: out += "basic bootstrap"; break;
    case IntervalMethod::bca: out += "BCa bootstrap"; break;
    default: out += std::string(interval_name(rule.method)) + ", of shares of examples";
  }
  if (resamples(rule.method)) {
    out += ", " + counted(rule.resamples, "resample") +
           (rule.cluster.empty() ? " of the examples"
                                 : " of the clusters in " + printable(rule.cluster)) +
           ", seed " + std::to_string(rule.seed);
  }
  if (!rule.stratum.empty()) out += ", within the strata in " + printable(rule.stratum);
  return out;
}

std::string interval_text(const Score& score, int digits) {
  if (!score.low || !score.high) return "";
  return '[' + fixed_text(*score.low, digits) + ", " + fixed_text(*score.high, digits) + ']';
}

}  // namespace tallystick
