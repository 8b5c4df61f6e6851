// The man page, from the table of options.
#include <fmt/format.h>

#include "generated.hpp"
#include "tallystick/version.hpp"

namespace tallystick::app {

namespace {

/// Text as roff takes it: no character of it is an order.
std::string plain(std::string_view text) {
  std::string out;
  bool line_begins = true;
  for (const char c : text) {
    if (line_begins && (c == '.' || c == '\'')) out += "\\&";
    if (c == '\\') {
      out += "\\e";
    } else if (c == '-') {
      out += "\\-";
    } else if (c == '\'') {
      out += "\\(aq";
    } else {
      out += c;
    }
    line_begins = c == '\n';
  }
  return out;
}

std::string bold(std::string_view text) { return "\\fB" + plain(text) + "\\fR"; }
std::string slanted(std::string_view text) { return "\\fI" + plain(text) + "\\fR"; }

/// "(evaluate, merge)", or nothing for an option that every command has.
std::string where(const Option& option) {
  std::string names;
  bool everywhere = true;
  for (const Command& command : commands()) {
    if ((option.commands & command.bit) == 0) {
      everywhere = false;
      continue;
    }
    names += (names.empty() ? "" : ", ") + std::string(command.name);
  }
  return everywhere ? "" : " (" + names + ')';
}

std::string option_rows(std::string_view group) {
  std::string out;
  for (const Option& option : options()) {
    if (option.group != group || option.help.empty()) continue;
    out += ".TP\n";
    if (!option.brief.empty()) out += bold(option.brief) + ", ";
    out += bold(option.name);
    if (!option.value.empty()) out += ' ' + slanted(option.value);
    out += '\n' + plain(std::string(option.help) + where(option)) + '\n';
  }
  return out;
}

}  // namespace

std::string manual_page() {
  std::string out = fmt::format(
      ".\\\" As 'tallystick completion man' writes it, from the table of options.\n"
      ".TH TALLYSTICK 1 \"\" \"tallystick {}\" \"User commands\"\n.SH NAME\n"
      "tallystick \\- evaluate multi\\-label, multi\\-class and hierarchical predictions\n"
      ".SH SYNOPSIS\n.nf\n",
      TALLYSTICK_VERSION);
  for (const Command& command : commands()) out += bold(command.usage) + '\n';
  out +=
      ".fi\n.SH DESCRIPTION\n"
      "tallystick lays true labels against predicted labels and prints measures: exactly, in one\n"
      "pass, under named conventions. A file \\(lq\\-\\(rq is standard input; files in gzip and\n"
      "zstd form are read as they are.\n.SH COMMANDS\n";
  for (const Command& command : commands()) {
    out += ".TP\n" + bold(command.name) + '\n' + plain(command.summary) + '\n';
  }
  out += ".SH OPTIONS\n";
  for (const std::string_view group : option_groups()) {
    const std::string rows = option_rows(group);
    if (!rows.empty()) out += ".SS " + plain(group) + '\n' + rows;
  }
  out += ".SH EXAMPLES\n.nf\n";
  for (const Command& command : commands()) out += plain(command.examples);
  out +=
      ".fi\n.SH EXIT STATUS\n.TP\n.B 0\nscored\n.TP\n.B 1\na gate failed\n.TP\n.B 2\nwrong usage\n"
      ".TP\n.B 3\nbad input\n.TP\n.B 4\ninternal error\n"
      ".SH ENVIRONMENT\n.TP\n.B NO_COLOR\nno colours when it is set and not empty\n";
  return out;
}

}  // namespace tallystick::app
