#include "report/sheet.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "report/outline.hpp"
#include "tallystick/base/text.hpp"
#include "tallystick/report/layout.hpp"
#include "tallystick/version.hpp"

namespace tallystick {
namespace {

std::string figure(const Score& score, int digits) {
  return fixed_text(score.value, digits) + (is_marked(score) ? "*" : "");
}

Sheet gates_sheet(const std::vector<Gate>& gates) {
  Sheet sheet{"requirements", "lrl", {{"requirement", "value", "verdict"}}};
  const bool drops =
      std::any_of(gates.begin(), gates.end(), [](const Gate& g) { return g.baseline.has_value(); });
  if (drops) {
    sheet.alignment = "lrrrl";
    sheet.rows[0] = {"requirement", "value", "baseline", "drop", "verdict"};
  }
  const auto text = [](double value) { return std::isnan(value) ? "-" : number_text(value); };
  for (const Gate& gate : gates) {
    std::vector<std::string>& row =
        sheet.rows.emplace_back(std::vector{printable(gate.requirement), text(gate.value)});
    if (drops) {
      row.push_back(gate.baseline ? text(*gate.baseline) : "");
      row.push_back(gate.drop ? text(*gate.drop) : "");
      if (gate.low && gate.high) {
        row.back() += " (" + number_text(*gate.low) + " to " + number_text(*gate.high) + ")";
      }
    }
    row.emplace_back(gate_verdict(gate));
    if (gate.inconclusive && gate.passed) row.back() += ", passes";
  }
  return sheet;
}

Sheet label_sheet(const LabelTable& table, int digits) {
  Sheet sheet{"labels", "lrrrrr", {{"label", "tp", "fp", "fn", "tn", "support"}}};
  for (const std::string& name : table.measures) {
    sheet.alignment += 'r';
    sheet.rows[0].push_back(printable(name));
  }
  bool any_undefined = false;
  for (const LabelRow& row : table.rows) {
    sheet.rows.push_back({printable(row.label), amount_text(row.tp), amount_text(row.fp),
                          amount_text(row.fn), amount_text(row.tn), amount_text(row.support)});
    for (std::size_t i = 0; i < row.values.size(); ++i) {
      const bool undefined = is_undefined(row, i);
      any_undefined = any_undefined || undefined;
      sheet.rows.back().push_back(fixed_text(row.values[i], digits) + (undefined ? "*" : ""));
    }
  }
  if (any_undefined) sheet.title += " (* 0/0 for that label; it counts as the convention says)";
  return sheet;
}

Sheet matrix_sheet(const ConfusionTable& table, int digits) {
  Sheet sheet{confusion_title(table) + ": rows are true labels, columns predicted", "l", {{""}}};
  auto cells = confusion_cells(table, digits);
  for (std::size_t i = 0; i < table.labels.size(); ++i) {
    const std::string label = printable(table.labels[i]);
    sheet.alignment += 'r';
    sheet.rows[0].push_back(label);
    cells[i].insert(cells[i].begin(), label);
    sheet.rows.push_back(std::move(cells[i]));
  }
  return sheet;
}

Sheet pairs_sheet(const ConfusionTable& table, int digits) {
  const auto pairs = largest_confusions(table, kConfusedPairs);
  Sheet sheet{confusion_title(table) + ": " + pairs_phrase(pairs.size(), n_confusions(table)),
              "llr",
              {{"true", "predicted", "count"}}};
  const bool shares = table.normalize != "none";
  if (shares) {
    sheet.alignment += 'r';
    sheet.rows[0].emplace_back("share");
  }
  for (const ConfusionTable::Entry* entry : pairs) {
    sheet.rows.push_back({printable(table.labels[entry->truth]),
                          printable(table.labels[entry->predicted]), amount_text(entry->count)});
    if (shares) sheet.rows.back().push_back(entry_text(table, *entry, digits));
  }
  return sheet;
}

}  // namespace

std::vector<Sheet> figure_sheets(const Report& report, int digits) {
  std::vector<Sheet> sheets;
  const Outline outline = outline_of(report);
  if (!outline.grid.empty()) {
    Sheet grid{"", "l", {{"measure"}}, true};
    for (std::size_t a = 0; a < kAverages.size(); ++a) {
      if (!outline.used[a]) continue;
      grid.alignment += 'r';
      grid.rows[0].emplace_back(kAverages[a]);
    }
    for (const Outline::Row& row : outline.grid) {
      grid.rows.push_back({printable(row.name)});
      for (std::size_t a = 0; a < kAverages.size(); ++a) {
        if (!outline.used[a]) continue;
        grid.rows.back().push_back(row.cells[a] != nullptr ? figure(*row.cells[a], digits) : "");
      }
    }
    sheets.push_back(std::move(grid));
  }
  if (!outline.singles.empty()) {
    Sheet singles{interval_sentence(report), "lr", {{"measure", "value"}}, true};
    if (report.interval) {
      singles.alignment += 'l';
      singles.rows[0].emplace_back("interval");
    }
    for (const Score* score : outline.singles) {
      singles.rows.push_back({printable(score->name), figure(*score, digits)});
      if (report.interval) singles.rows.back().push_back(interval_text(*score, digits));
    }
    sheets.push_back(std::move(singles));
  }
  return sheets;
}

Sheet confusion_sheet(const ConfusionTable& table, int digits) {
  return table.labels.size() <= kMatrixLabels ? matrix_sheet(table, digits)
                                              : pairs_sheet(table, digits);
}

/// One row a measure and one column a group, or the other way round where groups are many.
namespace {

std::string with_interval(const Score& score, int digits) {
  const std::string interval = interval_text(score, digits);
  return figure(score, digits) + (interval.empty() ? "" : " " + interval);
}

}  // namespace

Sheet group_sheet(const Report& report, int digits) {
  constexpr std::size_t kMostColumns = 8;
  const bool groups_across = report.groups.size() <= kMostColumns;
  Sheet sheet{"by " + printable(report.by), "lr", {{"", "all"}}, groups_across};
  std::vector<std::string>& examples = sheet.rows.emplace_back(
      std::vector{std::string("examples"), std::to_string(report.n_examples)});
  for (const GroupFigures& group : report.groups) {
    sheet.alignment += 'r';
    sheet.rows[0].push_back(printable(group.name));
    examples.push_back(std::to_string(group.n_examples));
  }
  for (std::size_t i = 0; i < report.measures.size(); ++i) {
    std::vector<std::string> row{printable(report.measures[i].name),
                                 with_interval(report.measures[i], digits)};
    for (const GroupFigures& group : report.groups) {
      row.push_back(i < group.measures.size() ? with_interval(group.measures[i], digits) : "-");
    }
    sheet.rows.push_back(std::move(row));
  }
  if (groups_across) return sheet;
  Sheet turned{sheet.title, "l", {}};
  for (std::size_t column = 0; column < sheet.rows[0].size(); ++column) {
    std::vector<std::string>& row = turned.rows.emplace_back();
    for (const auto& from : sheet.rows) row.push_back(from[column]);
  }
  turned.alignment.append(sheet.rows.size() - 1, 'r');
  return turned;
}

std::vector<Sheet> sheets_of(const Report& report, const TextOptions& options) {
  std::vector<Sheet> sheets = figure_sheets(report, options.digits);
  if (report.hierarchy) {
    for (Sheet& sheet : hierarchy_sheets(*report.hierarchy, options.digits)) {
      sheets.push_back(std::move(sheet));
    }
  }
  if (!report.by.empty()) sheets.push_back(group_sheet(report, options.digits));
  if (!report.gates.empty()) sheets.push_back(gates_sheet(report.gates));
  if (report.labels) sheets.push_back(label_sheet(*report.labels, options.digits));
  if (report.confusion) sheets.push_back(confusion_sheet(*report.confusion, options.digits));
  return sheets;
}

std::string caption_of(const Report& report) {
  return "tallystick " TALLYSTICK_VERSION ", " + rules_sentence(report) + ": " +
         data_sentence(report);
}

std::vector<std::string> remarks_on(const Report& report, const TextOptions& options) {
  std::vector<std::string> out;
  for (const auto& line : undefined_sentences(report, options.verbose)) out.push_back("* " + line);
  for (auto& line : rule_sentences(report)) out.push_back(std::move(line));
  for (auto& policy : policy_sentences(report)) out.push_back(std::move(policy.text));
  for (const std::string& note : report.notes) out.push_back("note: " + printable(note));
  return out;
}

}  // namespace tallystick
