#include "report/sheet.hpp"
#include "tallystick/report/write.hpp"

namespace tallystick {

std::string escaped_markdown(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (std::string_view("\\`*_[]<>|~#&$").find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

namespace {

/// A measure's name is code, unless a label in it holds what would end the code.
std::string name_cell(std::string_view name) {
  const bool plain = name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_@:=.,") ==
                     std::string_view::npos;
  if (!plain || name.empty()) return escaped_markdown(name);
  return std::string("`").append(name).append("`");
}

}  // namespace

void append_markdown(std::string& out, const Sheet& sheet) {
  out += '\n';
  if (!sheet.title.empty()) out += escaped_markdown(sheet.title) + ":\n\n";
  for (std::size_t r = 0; r < sheet.rows.size(); ++r) {
    out += '|';
    for (std::size_t c = 0; c < sheet.rows[r].size(); ++c) {
      const std::string& text = sheet.rows[r][c];
      out += ' ' +
             (sheet.of_measures && r > 0 && c == 0 ? name_cell(text) : escaped_markdown(text)) +
             " |";
    }
    out += '\n';
    if (r > 0) continue;
    out += '|';
    for (const char side : sheet.alignment) out += side == 'r' ? "---:|" : ":---|";
    out += '\n';
  }
}

std::string to_markdown(const Report& report, const TextOptions& options) {
  std::string out = escaped_markdown(caption_of(report)) + '\n';
  for (const Sheet& sheet : sheets_of(report, options)) append_markdown(out, sheet);
  const auto remarks = remarks_on(report, options);
  if (!remarks.empty()) out += '\n';
  for (const std::string& remark : remarks) out += "- " + escaped_markdown(remark) + '\n';
  return out;
}

}  // namespace tallystick
