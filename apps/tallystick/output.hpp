// Where results go: standard output or a file, whole or not at all.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tallystick::app {

/// Writes data to standard output. A closed pipe ends the program quietly with 0.
/// Errors: cannot_write with the system's reason (a full disk).
void print(std::string_view data);
/// Such names must not be opened anew: what the stream holds already would be written over.
[[nodiscard]] bool is_standard_output(const std::string& path);
/// Whether writing to `out` would replace `other`. Devices and pipes replace nothing.
[[nodiscard]] bool same_file(const std::string& out, const std::string& other);
/// Writes to that file, whole or not at all; to standard output when it is empty or names that.
void write_out(const std::string& out, std::string_view data);
/// Writes a remark to standard error; never fails.
void remark(std::string_view text);

[[nodiscard]] bool output_is_terminal();
[[nodiscard]] bool remarks_are_terminal();
/// Columns of standard output where it is a terminal that shows block elements (its locale is of
/// UTF-8, and it is not called "dumb"); else 0.
[[nodiscard]] std::size_t terminal_columns();

/// Shows on a terminal that work over about a second is going on, until destroyed.
class Progress {
 public:
  explicit Progress(bool wanted);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

 private:
  struct Ticker;
  Ticker* ticker_ = nullptr;
};

}  // namespace tallystick::app
