// The writers of reconciliation tables.
#include <algorithm>
#include <cmath>

#include "report/sheet.hpp"
#include "tallystick/base/text.hpp"
#include "tallystick/reconcile.hpp"
#include "tallystick/report/layout.hpp"
#include "tallystick/report/write.hpp"
#include "tallystick/version.hpp"

namespace tallystick {

namespace {

constexpr std::size_t kColumnsAcross = 5;  // conventions side by side within 80 columns

/// The bare word stands beside the canonical names: it is quoted, since it is no measure's name.
std::string shown_name(const ReconcileRow& row) {
  return row.meanings.empty() ? printable(row.measure) : "'" + row.measure + "'";
}

std::string header_line(const Reconciliation& table) {
  return "tallystick " TALLYSTICK_VERSION ", " + counted(table.n_examples, "example") + ", " +
         counted(table.n_labels, "label") + ", " + counted(table.conventions.size(), "convention") +
         "\n";
}

/// "mulan, mldr: rule": conventions that differ for the same reason share a line.
std::vector<std::pair<std::string, std::string>> grouped_reasons(const ReconcileRow& row) {
  std::vector<std::pair<std::string, std::string>> groups;  // rule, conventions
  for (const ReconcileRow::Reason& reason : row.reasons) {
    const auto found = std::find_if(groups.begin(), groups.end(),
                                    [&](const auto& group) { return group.first == reason.rule; });
    if (found == groups.end()) {
      groups.emplace_back(reason.rule, reason.convention);
    } else {
      found->second += ", " + reason.convention;
    }
  }
  return groups;
}

/// A word that the conventions take for other measures is no name.
std::string plain_name(const ReconcileRow& row) {
  return row.meanings.empty() ? row.measure : "the word '" + row.measure + "'";
}

std::string marked_name(const ReconcileRow& row) {
  return row.meanings.empty() ? '`' + row.measure + '`' : plain_name(row);
}

std::string json_number(double value) {
  if (std::isnan(value)) return "null";
  if (std::isinf(value)) return value > 0 ? "\"inf\"" : "\"-inf\"";
  return number_text(value);
}

}  // namespace

std::string to_text(const Reconciliation& table, int digits) {
  std::string out = header_line(table);
  for (std::size_t begin = 0; begin < table.conventions.size(); begin += kColumnsAcross) {
    const std::size_t end = std::min(begin + kColumnsAcross, table.conventions.size());
    std::vector<std::vector<std::string>> rows{{"measure"}};
    for (std::size_t i = begin; i < end; ++i) rows[0].push_back(table.conventions[i]);
    for (const ReconcileRow& row : table.rows) {
      rows.push_back({shown_name(row)});
      for (std::size_t i = begin; i < end; ++i) {
        std::string cell = fixed_text(row.values[i], digits);
        const bool differs = std::any_of(
            row.reasons.begin(), row.reasons.end(),
            [&](const auto& reason) { return reason.convention == table.conventions[i]; });
        rows.back().push_back(cell + (differs ? "*" : " "));
      }
    }
    out += '\n' + aligned(rows, "lr");
  }
  const bool any = std::any_of(table.rows.begin(), table.rows.end(),
                               [](const ReconcileRow& row) { return !row.reasons.empty(); });
  out += any ? "\n* differs from " + table.conventions.front() + ", because:\n"
             : std::string("\nOn these data all conventions agree.\n");
  for (const ReconcileRow& row : table.rows) {
    for (const auto& [rule, names] : grouped_reasons(row)) {
      out += wrapped("  " + shown_name(row) + ": " + names + ": " + rule, 80, 4);
    }
  }
  for (const std::string& note : table.notes) out += wrapped("note: " + printable(note));
  return out;
}

std::string to_json(const Reconciliation& table) {
  std::string out = "{\n  \"tallystick\": \"" TALLYSTICK_VERSION "\",\n  \"n_examples\": " +
                    std::to_string(table.n_examples) +
                    ",\n  \"n_labels\": " + std::to_string(table.n_labels) +
                    ",\n  \"measures\": {\n";
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    const ReconcileRow& row = table.rows[r];
    // The bare word stands beside the canonical names; only it has meanings.
    const std::string key = row.meanings.empty() ? row.measure : "the word " + row.measure;
    out += "    " + json_string(key) + ": {\n";
    for (std::size_t i = 0; i < table.conventions.size(); ++i) {
      out += "      " + json_string(table.conventions[i]) +
             ": {\"value\": " + json_number(row.values[i]);
      if (!row.meanings.empty()) out += ", \"means\": " + json_string(row.meanings[i]);
      for (const ReconcileRow::Reason& reason : row.reasons) {
        if (reason.convention == table.conventions[i]) {
          out += ", \"because\": " + json_string(reason.rule);
        }
      }
      out += i + 1 < table.conventions.size() ? "},\n" : "}\n";
    }
    out += r + 1 < table.rows.size() ? "    },\n" : "    }\n";
  }
  out += "  },\n  \"notes\": [";
  for (std::size_t i = 0; i < table.notes.size(); ++i) {
    out += (i == 0 ? "" : ", ") + json_string(table.notes[i]);
  }
  return out + "]\n}\n";
}

std::string to_csv(const Reconciliation& table) {
  std::string out = "measure,convention,value,means,because\n";
  for (const ReconcileRow& row : table.rows) {
    for (std::size_t i = 0; i < table.conventions.size(); ++i) {
      std::string because;
      for (const ReconcileRow::Reason& reason : row.reasons) {
        if (reason.convention == table.conventions[i]) because = reason.rule;
      }
      const std::string value = std::isnan(row.values[i]) ? "" : number_text(row.values[i]);
      const std::string_view meaning =
          row.meanings.empty() ? "" : std::string_view(row.meanings[i]);
      out += csv_field(row.measure, ',') + ',' + table.conventions[i] + ',' + value + ',' +
             csv_field(meaning, ',') + ',' + csv_field(because, ',') + '\n';
    }
  }
  return out;
}

std::string to_markdown(const Reconciliation& table, int digits) {
  std::string out = "| measure |";
  for (const std::string& name : table.conventions) out += ' ' + name + " |";
  out += "\n|---|" + std::string();
  for (std::size_t i = 0; i < table.conventions.size(); ++i) out += "---:|";
  out += '\n';
  for (const ReconcileRow& row : table.rows) {
    out += "| " + marked_name(row) + " |";
    for (const double value : row.values) out += ' ' + fixed_text(value, digits) + " |";
    out += '\n';
  }
  out += '\n';
  for (const ReconcileRow& row : table.rows) {
    for (const auto& [rule, names] : grouped_reasons(row)) {
      out += "- " + marked_name(row) + ", " + names + ": " + rule + '\n';
    }
  }
  return out;
}

std::string to_latex(const Reconciliation& table, int digits) {
  Sheet sheet{{}, "l" + std::string(table.conventions.size(), 'r'), {{"measure"}}};
  std::vector<std::string>& header = sheet.rows[0];
  header.insert(header.end(), table.conventions.begin(), table.conventions.end());
  std::vector<std::string> below;
  for (const ReconcileRow& row : table.rows) {
    std::vector<std::string>& cells = sheet.rows.emplace_back(1, plain_name(row));
    for (const double value : row.values) cells.push_back(fixed_text(value, digits));
    for (const auto& [rule, names] : grouped_reasons(row)) {
      below.push_back(plain_name(row) + ", " + names + ": " + rule);
    }
  }
  return latex_of({sheet}, below);
}

}  // namespace tallystick
