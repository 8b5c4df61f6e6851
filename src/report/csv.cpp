#include <cmath>

#include "report/outline.hpp"
#include "tallystick/base/text.hpp"
#include "tallystick/report/write.hpp"

namespace tallystick {

std::string csv_field(std::string_view text, char delimiter) {
  const bool plain = text.find_first_of("\"\r\n") == std::string_view::npos &&
                     text.find(delimiter) == std::string_view::npos;
  if (plain) return std::string(text);
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"') out += '"';
    out += c;
  }
  return out += '"';
}

namespace {

std::string number(double value) { return std::isnan(value) ? std::string() : number_text(value); }

void append_record(std::string& out, const std::vector<std::string>& texts, char delimiter) {
  bool first = true;
  for (const std::string& text : texts) {
    if (!first) out += delimiter;
    first = false;
    out += csv_field(text, delimiter);
  }
  out += '\n';
}

}  // namespace

std::string to_csv(const Report& report) {
  const bool grouped = !report.by.empty(), ends = report.interval.has_value();
  std::string out = grouped ? "group," : "";
  out += ends ? "measure,value,low,high,n_undefined,undefined,note\n"
              : "measure,value,n_undefined,undefined,note\n";
  const auto add = [&](const std::string& group, std::vector<std::string> texts,
                       const std::string& low = {}, const std::string& high = {}) {
    if (ends) texts.insert(texts.begin() + 2, {low, high});
    if (grouped) texts.insert(texts.begin(), group);
    append_record(out, texts, ',');
  };
  const auto add_figures = [&add](const std::string& group, const std::vector<Score>& scores) {
    const auto end = [](const std::optional<double>& at) { return at ? number(*at) : ""; };
    for (const Score& score : scores) {
      add(group,
          {score.name, number(score.value), std::to_string(score.n_undefined), score.undefined,
           score.note},
          end(score.low), end(score.high));
    }
  };
  add_figures({}, report.measures);
  for (const PolicySentence& policy : policy_sentences(report)) {
    add({}, {std::string("policies.").append(policy.key), std::to_string(policy.count), "", "",
             policy.text});
  }
  for (const GroupFigures& group : report.groups) {
    add(group.name, {"n_examples", std::to_string(group.n_examples), "", "", ""});
    add_figures(group.name, group.measures);
  }
  return out;
}

std::string labels_header(const std::vector<std::string>& measures, char delimiter) {
  std::vector<std::string> texts = {"label", "tp", "fp", "fn", "tn", "support"};
  texts.insert(texts.end(), measures.begin(), measures.end());
  texts.emplace_back("undefined");
  std::string out;
  append_record(out, texts, delimiter);
  return out;
}

std::string label_figures(const LabelRow& row, const std::vector<std::string>& measures,
                          char delimiter) {
  std::string out;
  for (const Amount& amount : {row.tp, row.fp, row.fn, row.tn, row.support}) {
    out += delimiter;
    out += amount_text(amount);
  }
  for (const double value : row.values) {
    out += delimiter;
    out += number(value);
  }
  std::string undefined;
  for (const std::size_t i : row.undefined) {
    undefined += (undefined.empty() ? "" : " ") + measures[i];
  }
  out += delimiter;
  out += csv_field(undefined, delimiter);
  return out += '\n';
}

std::string labels_to_csv(const LabelTable& table, char delimiter) {
  std::string out = labels_header(table.measures, delimiter);
  for (const LabelRow& row : table.rows) {
    out += csv_field(row.label, delimiter) + label_figures(row, table.measures, delimiter);
  }
  return out;
}

}  // namespace tallystick
