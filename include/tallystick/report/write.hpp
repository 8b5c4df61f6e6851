// Report -> bytes. Every writer is a pure function: the same report gives the same bytes.
#pragma once

#include <string>
#include <string_view>

#include "tallystick/report/report.hpp"

namespace tallystick {

struct TextOptions {
  bool colour = false;   // escape codes for a terminal
  bool verbose = false;  // what was decided about the inputs, each undefined rule in full
  int digits = 4;        // decimals shown; JSON and CSV always carry every digit
};

[[nodiscard]] std::string to_text(const Report& report, const TextOptions& options = {});
/// contract: two-space indent, labels sorted by bytes, shortest round-trip numbers, null for NaN.
[[nodiscard]] std::string to_json(const Report& report);
/// Columns measure,value,n_undefined,undefined,note after RFC 4180.
[[nodiscard]] std::string to_csv(const Report& report);
[[nodiscard]] std::string to_markdown(const Report& report, const TextOptions& options = {});
[[nodiscard]] std::string to_latex(const Report& report, const TextOptions& options = {});
/// The per-label table alone: label,tp,fp,fn,tn,support,<measures>; delimiter ',' or '\t'.
[[nodiscard]] std::string labels_to_csv(const LabelTable& table, char delimiter = ',');

/// A string as a JSON literal, quotes included.
[[nodiscard]] std::string json_string(std::string_view text);
/// A count without a trailing ".0"; fractions of weighted data in shortest form.
[[nodiscard]] std::string amount_text(const Amount& amount);

}  // namespace tallystick
