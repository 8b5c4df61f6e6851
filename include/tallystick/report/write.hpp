// Report -> bytes. Every writer is a pure function: the same report gives the same bytes.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "tallystick/report/picture.hpp"
#include "tallystick/report/report.hpp"

namespace tallystick {

struct TextOptions {
  bool colour = false;          // escape codes for a terminal
  bool verbose = false;         // what was decided about the inputs, each undefined rule in full
  int digits = 4;               // decimals shown; JSON and CSV always carry every digit
  std::size_t bar_columns = 0;  // of a terminal that shows block elements: bars beside shares there
};

/// For reading: tables of at most 100 columns, "-" for NaN, '*' where terms were undefined. What
/// does not fit (labels after the 50th, confusions after the 20th) is counted and said.
[[nodiscard]] std::string to_text(const Report& report, const TextOptions& options = {});
/// contract: two-space indent, labels sorted by bytes, shortest round-trip numbers, null for NaN.
/// JSON has no infinity: such a value (a likelihood ratio) is the string "inf" or "-inf".
[[nodiscard]] std::string to_json(const Report& report);
/// Columns measure,value,n_undefined,undefined,note after RFC 4180, lines ended by "\n". NaN is an
/// empty field. A policy that dropped, added or merged anything has a row "policies.missing", ...
/// Of groups the column "group" comes first; it is empty for all examples together.
[[nodiscard]] std::string to_csv(const Report& report);
/// Tables as GitHub shows them. Every label; the confusion table as in text.
[[nodiscard]] std::string to_markdown(const Report& report, const TextOptions& options = {});
/// One page that explains the report: figures, pictures, tables that can be sorted and searched,
/// definitions. It loads nothing; labels are text in it. At most a thousand labels have a row.
[[nodiscard]] std::string to_html(const Report& report, const TextOptions& options = {});
/// The same with these pictures (plots_of() makes all that there are) instead of the report's own.
[[nodiscard]] std::string to_html(const Report& report, const TextOptions& options,
                                  std::span<const Plot> plots);
/// Whether pages carry the script that makes their pictures interactive; the build decides.
[[nodiscard]] bool knows_charts() noexcept;
/// tabular environments with \usepackage{booktabs}, to \input where they are wanted.
[[nodiscard]] std::string to_latex(const Report& report, const TextOptions& options = {});
/// The gates as JUnit XML, which build servers show as tests. Inconclusive gates that pass are
/// skipped tests, else failures of the type "inconclusive".
[[nodiscard]] std::string to_junit(const Report& report);
/// "f1_micro>=0.8: it is 0.79", "max-drop f1_macro=0.01: it is 0.7, was 0.72, a drop of 0.02".
[[nodiscard]] std::string gate_sentence(const Gate& gate);
/// PASS, FAIL or INCONCLUSIVE.
[[nodiscard]] std::string_view gate_verdict(const Gate& gate) noexcept;

/// The per-label table alone: label,tp,fp,fn,tn,support,<measures>,undefined; the last column names
/// the measures that were 0/0 for the label, blanks between. Delimiter ',' or '\t'.
[[nodiscard]] std::string labels_to_csv(const LabelTable& table, char delimiter = ',');

/// A field after RFC 4180: quoted only where it must be, its text never altered.
[[nodiscard]] std::string csv_field(std::string_view text, char delimiter);
/// The parts of that table, for writing it row by row: the header, and the fields after the label
/// with the line's end.
[[nodiscard]] std::string labels_header(const std::vector<std::string>& measures, char delimiter);
[[nodiscard]] std::string label_figures(const LabelRow& row,
                                        const std::vector<std::string>& measures, char delimiter);

/// A string as a JSON literal, quotes included.
[[nodiscard]] std::string json_string(std::string_view text);
/// A count without a trailing ".0"; fractions of weighted data in shortest form.
[[nodiscard]] std::string amount_text(const Amount& amount);

}  // namespace tallystick
