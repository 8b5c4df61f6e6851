#include "report/sheet.hpp"
#include "tallystick/report/write.hpp"

namespace tallystick {
namespace {

std::string_view escape_of(char c) {
  switch (c) {
    case '\\': return "\\textbackslash{}";
    case '{': return "\\{";
    case '}': return "\\}";
    case '$': return "\\$";
    case '&': return "\\&";
    case '#': return "\\#";
    case '%': return "\\%";
    case '_': return "\\_";
    case '^': return "\\textasciicircum{}";
    case '~': return "\\textasciitilde{}";
    case '<': return "\\textless{}";
    case '>': return "\\textgreater{}";
    case '|': return "\\textbar{}";
    case '"': return "\\char34{}";  // babel makes a bare one active
    case '`': return "\\char96{}";
    case '[': return "{[}";  // "\\" before it would take it for an option
    case '*': return "{*}";
    default: return {};
  }
}

std::string escaped(std::string_view text) {
  std::string out;
  char previous = 0;
  for (const char c : text) {
    const std::string_view escape = escape_of(c);
    const bool joins = c == previous && (c == '-' || c == '\'' || c == ',');
    if (joins) out += "{}";  // two in a row would print as one character
    previous = c;
    if (escape.empty()) {
      out += c;
    } else {
      out += escape;
    }
  }
  return out;
}

/// A right-aligned number; its mark takes no room, so that the digits stay in line.
std::string number_cell(std::string_view text) {
  std::string mark;
  if (text.ends_with('*')) {
    mark = "\\rlap{*}";
    text.remove_suffix(1);
  }
  if (text == "-") return "--" + mark;
  if (text == "inf") return "$\\infty$" + mark;
  if (text == "-inf") return "$-\\infty$" + mark;
  std::string sign;
  if (text.starts_with('-')) {
    sign = "$-$";
    text.remove_prefix(1);
  }
  return sign + escaped(text) + mark;
}

void append_table(std::string& out, const Sheet& sheet) {
  out += '\n';
  if (!sheet.title.empty()) out += escaped(sheet.title) + "\\par\\smallskip\n";
  out += "\\begin{tabular}{" + sheet.alignment + "}\n\\toprule\n";
  for (std::size_t r = 0; r < sheet.rows.size(); ++r) {
    for (std::size_t c = 0; c < sheet.rows[r].size(); ++c) {
      const std::string& text = sheet.rows[r][c];
      if (c > 0) out += " & ";
      out += r > 0 && sheet.alignment[c] == 'r' ? number_cell(text) : escaped(text);
    }
    out += " \\\\\n";
    if (r == 0) out += "\\midrule\n";
  }
  out += "\\bottomrule\n\\end{tabular}\\par\n";
}

}  // namespace

std::string latex_of(const std::vector<Sheet>& sheets, const std::vector<std::string>& below) {
  std::string out = "% needs \\usepackage{booktabs}\n";
  for (const Sheet& sheet : sheets) append_table(out, sheet);
  out += "\n\\smallskip\n{\\footnotesize\n";
  for (const std::string& line : below) out += escaped(line) + "\\par\n";
  return out += "}\n";
}

std::string to_latex(const Report& report, const TextOptions& options) {
  std::vector<std::string> below = remarks_on(report, options);
  below.insert(below.begin(), caption_of(report));
  return latex_of(sheets_of(report, options), below);
}

}  // namespace tallystick
