#include <fmt/format.h>

#include "options.hpp"
#include "tallystick/readers/features.hpp"
#include "tallystick/report/raster.hpp"
#include "tallystick/report/write.hpp"
#include "tallystick/version.hpp"

namespace tallystick::app {

namespace {

std::string left_column(const Option& option) {
  std::string out = option.brief.empty() ? "    " : std::string(option.brief) + ", ";
  out += option.name;
  if (!option.value.empty()) out += fmt::format(" {}", option.value);
  return out;
}

/// Breaks a sentence so that it stays within 80 columns, indented under its column.
std::string folded(std::string_view text, std::size_t indent) {
  constexpr std::size_t kWidth = 80;
  std::string out;
  std::size_t column = indent;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    if (column != indent && column + 1 + word.size() > kWidth) {
      out += '\n' + std::string(indent, ' ');
      column = indent;
    }
    if (column != indent) out += ' ', ++column;
    out += word;
    column += word.size();
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

std::string overview() {
  std::string out =
      "Evaluate multi-label, multi-class and binary predictions, exactly, in one pass.\n\n"
      "Usage: tallystick COMMAND [OPTIONS] ...\n\nCommands:\n";
  for (const Command& command : commands()) {
    out += fmt::format("  {:<11} {}\n", command.name, folded(command.summary, 14));
  }
  out +=
      "\nExamples:\n"
      "  tallystick evaluate truth.tsv pred.tsv\n"
      "  tallystick measures f1\n"
      "\n'tallystick COMMAND --help' shows a command's common options, 'tallystick help\n"
      "COMMAND' all of them, --version the build.\n"
      "Exit status: 0 scored, 1 a gate failed, 2 wrong usage, 3 bad input, 4 internal.\n";
  return out;
}

}  // namespace

std::string help_text(std::string_view name, bool full) {
  const Command* command = nullptr;
  for (const Command& known : commands()) {
    if (known.name == name) command = &known;
  }
  if (command == nullptr) return overview();
  std::string out = fmt::format("{}\n\nUsage: {}\n", command->summary, command->usage);
  if ((command->bit & (kEvaluate | kReconcile | kTune | kTaxonomy | kDescribe | kCompare)) != 0) {
    out += "       '-' reads standard input; .gz and .zst are read as they are\n";
  }
  out += fmt::format("\nExamples:\n{}", command->examples);
  constexpr std::size_t kIndent = 33;
  bool left_out = false;
  std::string common;
  for (const std::string_view group : option_groups()) {
    std::string rows;
    for (const Option& option : options()) {
      if (option.group != group || (option.commands & command->bit) == 0) continue;
      if (!full && !option.common) {
        left_out = true;
        continue;
      }
      rows += fmt::format("  {:<30} {}\n", left_column(option), folded(option.help, kIndent));
    }
    if (rows.empty()) continue;
    if (full) {
      out += fmt::format("\n{}:\n{}", group, rows);
    } else {
      common += rows;
    }
  }
  if (!full) out += fmt::format("\n{}:\n{}", left_out ? "Common options" : "Options", common);
  if (left_out) {
    out += fmt::format("\nAll options: 'tallystick help {}'. Measures: 'tallystick measures'.\n",
                       command->name);
  }
  out += "Exit status: 0 scored, 1 a gate failed, 2 wrong usage, 3 bad input, 4 internal.\n";
  return out;
}

std::string version_text() {
  std::string features;
  for (const Feature& feature : reader_features()) {
    features += fmt::format("{}{}{}", features.empty() ? "" : ", ", feature.present ? "" : "no ",
                            feature.name);
  }
  features += knows_rsvg() ? ", PNG and PDF" : ", no PNG and PDF";
  features += knows_charts() ? ", interactive pictures" : ", no interactive pictures";
  return fmt::format("tallystick {}\nbuilt with {}\n", TALLYSTICK_VERSION, features);
}

}  // namespace tallystick::app
