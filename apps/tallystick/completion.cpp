// Shell completion, from the table of options.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "generated.hpp"
#include "tallystick/base/error.hpp"
#include "tallystick/base/text.hpp"
#include "tallystick/measures/catalogue.hpp"
#include "tallystick/plots.hpp"

namespace tallystick::app {

namespace {

constexpr std::string_view kKinds[] = {"bash", "zsh", "fish", "man"};

bool applies(const Option& option, const Command& command) {
  return (option.commands & command.bit) != 0 && !option.help.empty();  // no help: an inner name
}

bool is_list_of_measures(const Option& option) { return option.name == "--measures"; }

std::string replaced(std::string_view text, char from, std::string_view to) {
  std::string out;
  for (const char c : text) {
    if (c == from) {
      out += to;
    } else {
      out += c;
    }
  }
  return out;
}

std::string joined(const std::vector<std::string>& words) {
  return fmt::format("{}", fmt::join(words, " "));
}

/// After its first word, a file.
bool files_follow(const Command& command) noexcept {
  return command.bit == kTaxonomy || command.bit == kPlot;
}

// bash

std::string bash_values(const Command& command) {
  std::string out, free;  // free: only the user knows what may follow
  for (const Option& option : options()) {
    if (!applies(option, command) || option.value.empty()) continue;
    const std::string names =
        (option.brief.empty() ? "" : std::string(option.brief) + '|') + std::string(option.name);
    const std::vector<std::string> words = choices_of(option);
    if (is_list_of_measures(option)) {
      out += fmt::format("        {}) list=$measures ;;\n", names);
    } else if (!words.empty()) {
      out += fmt::format("        {}) words='{}'{} ;;\n", names, joined(words),
                         takes_file(option) ? " files=yes" : "");
    } else if (takes_file(option)) {
      out += fmt::format("        {}) words='' ;;\n", names);
    } else {
      free += (free.empty() ? "" : "|") + names;
    }
  }
  if (!free.empty()) {
    out += fmt::format("        {}) compopt +o default 2> /dev/null; return ;;\n", free);
  }
  return out;
}

std::string bash_script() {
  std::string out = fmt::format(
      R"(# Completion of tallystick for bash, as 'tallystick completion bash' writes it.
_tallystick() {{
  local cur=${{COMP_WORDS[COMP_CWORD]}} prev=${{COMP_WORDS[COMP_CWORD - 1]}}
  local options='' words='' list='' files='' before=''
  local measures='{}'
  COMPREPLY=()
  # '=' stands between an option and its value as a word of its own.
  if [[ $cur == = ]]; then cur=''; elif [[ $prev == = ]]; then prev=${{COMP_WORDS[COMP_CWORD - 2]}}; fi
)",
      joined(measure_words()));
  std::vector<std::string> names;
  for (const Command& command : commands()) names.emplace_back(command.name);
  out += fmt::format(
      "  if ((COMP_CWORD == 1)); then\n"
      "    mapfile -t COMPREPLY < <(compgen -W '{0} help --help --version' -- \"$cur\")\n"
      "    return\n  fi\n  case ${{COMP_WORDS[1]}} in\n    help) words='{0}' ;;\n",
      joined(names));
  for (const Command& command : commands()) {
    std::vector<std::string> known;
    for (const Option& option : options()) {
      if (applies(option, command)) known.emplace_back(option.name);
    }
    out += fmt::format(
        "    {})\n      options='{}'\n      words='{}'{}\n      case $prev in\n{}"
        "      esac\n      ;;\n",
        command.name, joined(known), joined(operand_words(command)),
        files_follow(command) ? " files=yes" : "", bash_values(command));
  }
  return out + R"(  esac
  if [[ $list ]]; then
    [[ $cur == *,* ]] && before=${cur%,*},
    mapfile -t COMPREPLY < <(compgen -P "$before" -W "$list" -- "${cur##*,}")
  elif [[ $cur == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$options" -- "$cur")
  elif [[ $words ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur"; [[ $files ]] && compgen -f -- "$cur")
    [[ $files ]] && compopt -o filenames 2> /dev/null
  fi
}
complete -o default -F _tallystick tallystick
)";
}

// zsh

std::string zsh_text(std::string_view text) {
  std::string out = replaced(text, '\\', "\\\\");
  for (const char c : {'[', ']', ':'}) out = replaced(out, c, std::string("\\") + c);
  return replaced(out, '\'', "'\\''");
}

std::string zsh_action(const Option& option) {
  const std::vector<std::string> words = choices_of(option);
  if (is_list_of_measures(option)) return "_sequence compadd - $measures";
  if (takes_file(option) && words.empty()) return "_files";
  if (takes_file(option))
    return fmt::format("_alternative \"w\\:name\\:({})\" \"f\\:file\\:_files\"", joined(words));
  return words.empty() ? " " : '(' + joined(words) + ')';
}

std::string zsh_option(const Option& option) {
  const std::string_view equals = option.value.empty() ? "" : "=";
  std::string out = option.brief.empty() ? fmt::format("'{}{}", option.name, equals)
                                         : fmt::format("'({0} {1})'{{{0},{1}{2}}}'", option.brief,
                                                       option.name, equals);
  out += fmt::format("[{}]", zsh_text(option.help));
  if (!option.value.empty()) out += fmt::format(":{}:{}", option.value, zsh_action(option));
  return out + '\'';
}

std::string zsh_script() {
  std::string rows, cases;
  for (const Command& command : commands()) {
    rows += fmt::format("    '{}:{}'\n", command.name, zsh_text(command.summary));
    const std::vector<std::string> operands = operand_words(command);
    cases += fmt::format("    {})\n      _arguments -s \\\n", command.name);
    for (const Option& option : options()) {
      if (applies(option, command)) cases += fmt::format("        {} \\\n", zsh_option(option));
    }
    if (!operands.empty()) cases += fmt::format("        '1:name:({})'", joined(operands));
    if (operands.empty()) cases += "       ";
    cases += operands.empty() || files_follow(command) ? " '*:file:_files' ;;\n" : " ;;\n";
  }
  return R"zsh(#compdef tallystick
# Completion of tallystick for zsh, as 'tallystick completion zsh' writes it.
_tallystick() {
  local -a commands measures
  commands=(
)zsh" + rows +
         "    'help:every option of a command'\n  )\n  measures=(" + joined(measure_words()) +
         R"zsh()
  if ((CURRENT == 2)); then
    _describe -t commands command commands
    return
  fi
  local command=$words[2]
  shift words
  ((CURRENT--))
  case $command in
    help) _arguments "1:command:(${commands%%:*})" ;;
)zsh" + cases +
         R"zsh(  esac
}
if [[ $funcstack[1] == _tallystick ]]; then _tallystick "$@"; else compdef _tallystick tallystick; fi
)zsh";
}

// fish

std::string fish_text(std::string_view text) {
  return '\'' + replaced(replaced(text, '\\', "\\\\"), '\'', "\\'") + '\'';
}

std::string fish_option(const Option& option, const Command& command) {
  const std::vector<std::string> words = choices_of(option);
  std::string out = fmt::format("complete -c tallystick -n '__fish_seen_subcommand_from {}' -l {}",
                                command.name, option.name.substr(2));
  if (!option.brief.empty()) out += fmt::format(" -s {}", option.brief.substr(1));
  if (!option.value.empty()) out += takes_file(option) ? " -r -F" : " -x";
  if (is_list_of_measures(option)) {
    out += fmt::format(" -a '(__fish_append , {})'", joined(measure_words()));
  } else if (!words.empty()) {
    out += fmt::format(" -a '{}'", joined(words));
  }
  return out + " -d " + fish_text(option.help) + '\n';
}

std::string fish_script() {
  std::string out =
      "# Completion of tallystick for fish, as 'tallystick completion fish' writes it.\n";
  for (const Command& command : commands()) {
    out += fmt::format("complete -c tallystick -n __fish_use_subcommand -f -a {} -d {}\n",
                       command.name, fish_text(command.summary));
    const std::vector<std::string> operands = operand_words(command);
    if (!operands.empty()) {
      out += fmt::format("complete -c tallystick -n '__fish_seen_subcommand_from {}'{} -a '{}'\n",
                         command.name, files_follow(command) ? "" : " -f", joined(operands));
    }
    for (const Option& option : options()) {
      if (applies(option, command)) out += fish_option(option, command);
    }
  }
  return out;
}

}  // namespace

std::vector<std::string> choices_of(const Option& option) {
  if (option.value.empty()) return {};
  if (option.value == "NAME|FILE") return {"isco08"};
  // The list stands at the end of the help, before the default: behind a colon or alone.
  std::string_view text = option.help.substr(0, option.help.find(" ["));
  if (const std::size_t colon = text.rfind(": "); colon != std::string_view::npos) {
    text.remove_prefix(colon + 2);
  }
  std::vector<std::string> words;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(", "), text.size());
    words.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 2, text.size()));
  }
  const auto is_word = [](const std::string& word) {
    return std::all_of(word.begin(), word.end(), [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
    });
  };
  if (words.size() < 2 || !std::all_of(words.begin(), words.end(), is_word)) return {};
  return words;
}

bool takes_file(const Option& option) noexcept {
  return option.value.find("FILE") != std::string_view::npos;
}

std::vector<std::string> measure_words() {
  std::vector<std::string> words(measure_groups().begin(), measure_groups().end());
  for (const Measure* measure : catalogue()) {
    words.push_back(std::string(measure->name) + (measure->leveled ? "@1" : ""));
    for (const Average average : averages_of(*measure)) {
      words.push_back(fmt::format("{}_{}", measure->name, average_name(average)));
    }
  }
  return words;
}

std::vector<std::string> operand_words(const Command& command) {
  if (command.bit == kCompletion) return {std::begin(kKinds), std::end(kKinds)};
  if (command.bit == kTaxonomy) return {"check", "show", "convert"};
  if (command.bit == kPlot) return {plot_names().begin(), plot_names().end()};
  if (command.bit != kMeasures) return {};
  std::vector<std::string> words(measure_groups().begin(), measure_groups().end());
  for (const Measure* measure : catalogue()) words.emplace_back(measure->name);
  return words;
}

std::string completion_script(std::string_view shell) {
  if (shell == "bash") return bash_script();
  if (shell == "zsh") return zsh_script();
  if (shell == "fish") return fish_script();
  fail(ErrorCode::wrong_usage, "there is no completion for " + tallystick::quoted(shell),
       "it takes bash, zsh, fish, or man");
}

}  // namespace tallystick::app
