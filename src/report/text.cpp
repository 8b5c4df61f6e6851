#include "tallystick/base/text.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <span>

#include "report/bars.hpp"
#include "report/outline.hpp"
#include "report/sheet.hpp"
#include "tallystick/report/layout.hpp"
#include "tallystick/report/write.hpp"
#include "tallystick/version.hpp"

namespace tallystick {
namespace {

using Rows = std::vector<std::vector<std::string>>;

constexpr std::size_t kColumns = 100;      // widest table
constexpr std::size_t kLabelColumns = 32;  // widest label in a table
constexpr std::size_t kLabelRows = 50;     // most rows of the per-label table

std::string coloured(std::string text, std::string_view code, const TextOptions& options) {
  if (!options.colour) return text;
  return std::string("\x1b[").append(code).append("m").append(text).append("\x1b[0m");
}

/// A figure with room for its mark.
std::string figure(const Score& score, int digits) {
  return fixed_text(score.value, digits) + (is_marked(score) ? '*' : ' ');
}

std::string headline(const Report& report, const TextOptions& options) {
  std::string first = wrapped("tallystick " TALLYSTICK_VERSION ", " + rules_sentence(report));
  first.pop_back();
  return coloured(std::move(first), "1", options) + '\n' + wrapped(data_sentence(report));
}

std::string input_details(const InputFacts& input) {
  std::string out = printable(input.path) + ":";
  const auto add = [&](std::string_view fact, std::string_view unit = {}) {
    if (!fact.empty())
      out += (out.back() == ':' ? " " : ", ") + std::string(unit) + printable(fact);
  };
  add(input.format);
  add(input.layout);
  add(input.compression);
  add(input.delimiter, "delimiter ");
  add(input.label_separator, "label separator ");
  if (!input.format.empty()) add(input.header ? "header" : "no header");
  for (const std::string& column : input.columns) add(column, "column ");
  add(counted(input.examples, "example"));
  add(counted(input.assignments, "label") + " assigned");
  return wrapped(out);
}

std::string figures(const Report& report, const TextOptions& options) {
  const Outline outline = outline_of(report);
  std::string out;
  if (!outline.grid.empty()) {
    Rows rows{{""}};
    for (std::size_t a = 0; a < kAverages.size(); ++a) {
      if (outline.used[a]) rows[0].push_back(std::string(kAverages[a]) + ' ');
    }
    std::vector<double> shares;
    const auto first = std::find(outline.used.begin(), outline.used.end(), true);
    const auto barred = static_cast<std::size_t>(first - outline.used.begin());
    for (const Outline::Row& row : outline.grid) {
      shares.push_back(row.cells[barred] != nullptr ? row.cells[barred]->value : std::nan(""));
      rows.push_back({fitted(printable(row.name), kLabelColumns)});
      for (std::size_t a = 0; a < kAverages.size(); ++a) {
        if (!outline.used[a]) continue;
        rows.back().push_back(row.cells[a] != nullptr ? figure(*row.cells[a], options.digits) : "");
      }
    }
    std::string alignment = "lr";
    detail::add_bars(rows, alignment, shares, std::string(kAverages[barred]) + ", 0 to 1",
                     options.bar_columns);
    out += '\n' + aligned(rows, alignment);
  }
  if (!outline.singles.empty()) {
    Rows rows;
    std::vector<double> shares;
    for (const Score* score : outline.singles) {
      shares.push_back(score->value);
      rows.push_back({fitted(printable(score->name), 60), figure(*score, options.digits)});
      if (report.interval) rows.back().push_back(interval_text(*score, options.digits));
    }
    std::string alignment = "lrl";
    if (options.bar_columns != 0) {
      rows.insert(rows.begin(), std::vector<std::string>(rows[0].size()));
      detail::add_bars(rows, alignment, shares, "0 to 1", options.bar_columns);
      if (rows[0].back().empty()) rows.erase(rows.begin());  // there was no room
    }
    out += '\n' + aligned(rows, alignment);
  }
  if (report.measures.empty()) out += "\nno measures\n";
  return out;
}

std::string sentences(const Report& report, const TextOptions& options) {
  std::string out;
  for (const std::string& line : undefined_sentences(report, options.verbose)) {
    out += wrapped("* " + line);
  }
  for (const std::string& line : rule_sentences(report)) out += wrapped(line);
  for (const PolicySentence& policy : policy_sentences(report)) {
    out += wrapped(policy.text);
  }
  for (const std::string& note : report.notes) out += wrapped("note: " + printable(note));
  return out.empty() ? out : '\n' + out;
}

/// How many measures fit beside the label and its counts.
std::size_t measures_that_fit(const LabelTable& table, std::size_t used, int digits) {
  std::size_t shown = 0;
  for (const std::string& name : table.measures) {
    used += 2 + std::max(display_width(name), static_cast<std::size_t>(std::max(digits, 0)) + 3);
    if (used > kColumns) break;
    ++shown;
  }
  return shown;
}

std::string label_table(const LabelTable& table, const TextOptions& options) {
  const std::size_t n_rows = std::min(table.rows.size(), kLabelRows);
  Rows rows{{"label", "tp", "fp", "fn", "tn", "support"}};
  for (std::size_t i = 0; i < n_rows; ++i) {
    const LabelRow& row = table.rows[i];
    rows.push_back({fitted(printable(row.label), kLabelColumns), amount_text(row.tp),
                    amount_text(row.fp), amount_text(row.fn), amount_text(row.tn),
                    amount_text(row.support)});
  }
  std::size_t used = 0;
  for (std::size_t column = 0; column < rows[0].size(); ++column) {
    std::size_t width = 0;
    for (const auto& row : rows) width = std::max(width, display_width(row[column]));
    used += width + (column > 0 ? 2 : 0);
  }
  const std::size_t n_measures = measures_that_fit(table, used, options.digits);
  bool any_undefined = false;
  for (std::size_t m = 0; m < n_measures; ++m) {
    rows[0].push_back(printable(table.measures[m]));
    const auto marked = [m](const LabelRow& row) { return is_undefined(row, m); };
    const auto shown = std::span(table.rows).first(n_rows);
    const bool any = std::any_of(shown.begin(), shown.end(), marked);
    any_undefined = any_undefined || any;
    for (std::size_t i = 0; i < n_rows; ++i) {
      const std::string_view mark = !any ? "" : marked(shown[i]) ? "*" : " ";
      rows[i + 1].push_back(fixed_text(shown[i].values[m], options.digits).append(mark));
    }
  }
  std::string alignment = "lr";
  const auto f1 = std::find(table.measures.begin(), table.measures.end(), "f1");
  if (f1 != table.measures.end()) {
    const auto place = static_cast<std::size_t>(f1 - table.measures.begin());
    std::vector<double> shares;
    for (std::size_t i = 0; i < n_rows; ++i) shares.push_back(table.rows[i].values[place]);
    detail::add_bars(rows, alignment, shares, "f1, 0 to 1", options.bar_columns);
  }
  std::string out = '\n' + aligned(rows, alignment);
  if (any_undefined) out += "* 0/0 for that label; it counts as the convention says\n";
  std::string hidden;
  if (n_rows < table.rows.size()) {
    hidden = counted(n_rows, "label") + " of " + std::to_string(table.rows.size()) + " shown";
  }
  if (n_measures < table.measures.size()) {
    hidden += (hidden.empty() ? "" : ", ") + std::to_string(n_measures) + " of " +
              counted(table.measures.size(), "measure") + " shown";
  }
  return hidden.empty() ? out : out + hidden + "; all of them: --per-label=FILE\n";
}

/// The matrix, or nothing where it would be wider than a screen.
std::string confusion_matrix(const ConfusionTable& table, const TextOptions& options) {
  if (table.labels.size() > kMatrixLabels) return {};
  const Rows cells = confusion_cells(table, options.digits);
  for (const bool by_name : {true, false}) {
    Rows rows{{"true \\ predicted"}};
    for (std::size_t i = 0; i < table.labels.size(); ++i) {
      const std::string name = printable(table.labels[i]);
      const std::string number = '[' + std::to_string(i + 1) + ']';
      rows[0].push_back(by_name ? name : number);
      rows.push_back({fitted(by_name ? name : number + ' ' + name, kLabelColumns)});
      rows.back().insert(rows.back().end(), cells[i].begin(), cells[i].end());
    }
    std::string out = aligned(rows, "lr");
    const std::size_t first_break = out.find('\n');
    std::size_t widest = 0;
    for (std::size_t begin = 0, end = first_break; end != std::string::npos;
         begin = end + 1, end = out.find('\n', begin)) {
      widest = std::max(widest, display_width(std::string_view(out).substr(begin, end - begin)));
    }
    if (widest <= kColumns) return out;
  }
  return {};
}

double as_double(const Amount& amount) {
  return static_cast<double>(amount.whole) + static_cast<double>(amount.fraction) * 0x1p-64;
}

std::string confusion(const ConfusionTable& table, const TextOptions& options) {
  const std::string title = confusion_title(table);
  const std::string matrix = confusion_matrix(table, options);
  if (!matrix.empty()) return '\n' + title + '\n' + matrix;
  const auto pairs = largest_confusions(table, kConfusedPairs);
  const std::string head = '\n' + title + ": " + pairs_phrase(pairs.size(), n_confusions(table));
  if (pairs.empty()) return head + '\n';
  Rows rows{{"true", "predicted", "count"}};
  if (table.normalize != "none") rows[0].emplace_back("share");
  for (const ConfusionTable::Entry* entry : pairs) {
    rows.push_back({fitted(printable(table.labels[entry->truth]), kLabelColumns),
                    fitted(printable(table.labels[entry->predicted]), kLabelColumns),
                    amount_text(entry->count)});
    if (table.normalize != "none") rows.back().push_back(entry_text(table, *entry, options.digits));
  }
  std::string alignment = "llr";
  std::vector<double> shares;  // of the largest
  for (const ConfusionTable::Entry* entry : pairs) {
    shares.push_back(as_double(entry->count) / as_double(pairs.front()->count));
  }
  detail::add_bars(rows, alignment, shares, "beside the largest", options.bar_columns);
  return head + '\n' + aligned(rows, alignment);
}

std::string gates(const std::vector<Gate>& gates, const TextOptions& options) {
  std::string out;
  for (const Gate& gate : gates) {
    out += coloured(std::string(gate_verdict(gate)), gate.passed ? "32" : "1;31", options);
    out += "  " + printable(gate.requirement) + "  (" + gate_details(gate) + ")\n";
  }
  return out.empty() ? out : '\n' + out;
}

/// Groups by measures: as many columns as fit.
std::string groups(const Report& report, const TextOptions& options) {
  const Sheet sheet = group_sheet(report, options.digits);
  std::size_t used = 0, shown = 0;
  for (std::size_t column = 0; column < sheet.rows[0].size(); ++column) {
    std::size_t width = 0;
    for (const auto& row : sheet.rows) width = std::max(width, display_width(row[column]));
    used += width + (column == 0 ? 0 : 2);
    if (column > 1 && used > kColumns) break;
    ++shown;
  }
  const std::size_t n_rows = std::min(sheet.rows.size(), kLabelRows + 1);
  Rows rows;
  for (std::size_t i = 0; i < n_rows; ++i) {
    const auto& row = sheet.rows[i];
    rows.emplace_back(row.begin(), row.begin() + static_cast<std::ptrdiff_t>(shown));
    rows.back()[0] = fitted(rows.back()[0], kLabelColumns);
  }
  std::string out = '\n' + sheet.title + '\n' + aligned(rows, "lr");
  if (shown == sheet.rows[0].size() && n_rows == sheet.rows.size()) return out;
  return out + std::to_string(shown - 1) + " of " + counted(sheet.rows[0].size() - 1, "column") +
         " and " + std::to_string(n_rows - 1) + " of " + counted(sheet.rows.size() - 1, "row") +
         " shown; all of them: -o csv, json or markdown\n";
}

/// A figure as it is shown, NaN for "-".
double shown_value(const std::string& cell) {
  double value = std::nan("");
  std::from_chars(cell.data(), cell.data() + cell.size(), value);
  return value;
}

/// Of the ladder accuracy, of kinds of errors their share, of branches hF.
void add_sheet_bars(Sheet& sheet, const TextOptions& options) {
  const std::vector<std::string>& head = sheet.rows[0];
  for (const std::string_view name : {"hF", "share", "accuracy"}) {
    const auto found = std::find(head.begin(), head.end(), name);
    if (found == head.end()) continue;
    const auto column = static_cast<std::size_t>(found - head.begin());
    std::vector<double> shares;
    for (const auto& row : std::span(sheet.rows).subspan(1)) {
      shares.push_back(shown_value(row[column]));
    }
    const std::string title = std::string(name) + ", 0 to 1";
    return detail::add_bars(sheet.rows, sheet.alignment, shares, title, options.bar_columns);
  }
}

}  // namespace

std::string to_text(const Report& report, const TextOptions& options) {
  std::string out = headline(report, options);
  if (options.verbose) {
    for (const InputFacts& input : report.inputs) out += input_details(input);
  }
  out += figures(report, options);
  if (report.interval) out += '\n' + wrapped(interval_sentence(report));
  if (report.hierarchy) {
    for (Sheet& sheet : hierarchy_sheets(*report.hierarchy, options.digits)) {
      add_sheet_bars(sheet, options);
      out += '\n' + wrapped(sheet.title) + aligned(sheet.rows, sheet.alignment);
    }
  }
  if (!report.by.empty()) out += groups(report, options);
  out += sentences(report, options);
  if (report.labels) out += label_table(*report.labels, options);
  if (report.confusion) out += confusion(*report.confusion, options);
  out += gates(report.gates, options);
  return out;
}

}  // namespace tallystick
