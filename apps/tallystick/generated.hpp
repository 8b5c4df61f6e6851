// What is written from the table of options beside the help: shell completion and the man page.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "options.hpp"

namespace tallystick::app {

/// What an option's value may be, as far as that is a matter of a few words: those that its help
/// lists ("ids without prediction: error, empty, drop [error]"), conventions, measures.
[[nodiscard]] std::vector<std::string> choices_of(const Option& option);
[[nodiscard]] bool takes_file(const Option& option) noexcept;
/// Groups and measures, with and without averages.
[[nodiscard]] std::vector<std::string> measure_words();
/// The words that complete a command itself: measures, or what can be generated.
[[nodiscard]] std::vector<std::string> operand_words(const Command& command);

/// A completion script. Errors: wrong_usage, unless the shell is bash, zsh or fish.
[[nodiscard]] std::string completion_script(std::string_view shell);
/// The man page, in roff.
[[nodiscard]] std::string manual_page();

}  // namespace tallystick::app
