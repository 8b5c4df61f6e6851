#include "output.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <mutex>
#include <system_error>
#include <thread>

#include "tallystick/base/error.hpp"
#include "tallystick/readers/read.hpp"

namespace tallystick::app {

void print(std::string_view data) {
  while (!data.empty()) {
    const ssize_t n = ::write(STDOUT_FILENO, data.data(), data.size());
    if (n >= 0) {
      data.remove_prefix(static_cast<std::size_t>(n));
      continue;
    }
    if (errno == EINTR) continue;
    if (errno == EPIPE) std::_Exit(0);
    fail(ErrorCode::cannot_write, Place{"standard output"}, std::strerror(errno),
         "free some space, or write elsewhere with --out FILE");
  }
}

bool is_standard_output(const std::string& path) {
  return path == "-" || path == "/dev/stdout" || path == "/dev/fd/1" || path == "/proc/self/fd/1";
}

bool same_file(const std::string& out, const std::string& other) {
  std::error_code ignored;
  const std::filesystem::path to(out);
  if (std::filesystem::exists(to, ignored)) {
    return std::filesystem::is_regular_file(to, ignored) &&
           std::filesystem::equivalent(to, other, ignored);
  }
  const auto place = [&ignored](const std::filesystem::path& path) {
    return std::filesystem::weakly_canonical(std::filesystem::absolute(path, ignored), ignored);
  };
  return place(to) == place(other);
}

void write_out(const std::string& out, std::string_view data) {
  if (out.empty() || is_standard_output(out)) {
    print(data);
  } else {
    write_bytes(out, data);
  }
}

void remark(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stderr); }

bool output_is_terminal() { return ::isatty(STDOUT_FILENO) != 0; }
bool remarks_are_terminal() { return ::isatty(STDERR_FILENO) != 0; }

std::size_t terminal_columns() {
  if (!output_is_terminal()) return 0;
  const auto variable = [](const char* name) {
    const char* const value = std::getenv(name);
    return std::string(value == nullptr ? "" : value);
  };
  if (variable("TERM") == "dumb") return 0;
  std::string locale;
  for (const char* const name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    if (locale.empty()) locale = variable(name);
  }
  std::transform(locale.begin(), locale.end(), locale.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  const bool unicode =
      locale.find("UTF-8") != std::string::npos || locale.find("UTF8") != std::string::npos;
  if (!unicode) return 0;
  winsize size{};
  constexpr std::size_t kUsual = 80;
  const bool known = ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col != 0;
  return known ? size.ws_col : kUsual;
}

struct Progress::Ticker {
  std::mutex mutex;
  std::condition_variable_any stop;
  bool shown = false;
  std::jthread thread;

  void run(const std::stop_token& token) {
    using namespace std::chrono;
    const auto start = steady_clock::now();
    std::unique_lock lock(mutex);
    for (auto wait = milliseconds(1000);; wait = milliseconds(200)) {
      stop.wait_for(lock, token, wait, [] { return false; });
      if (token.stop_requested()) break;
      const double elapsed = duration<double>(steady_clock::now() - start).count();
      remark(fmt::format("\rtallystick: reading ... {:.1f} s", elapsed));
      shown = true;
    }
    if (shown) remark("\r\x1b[K");
  }
};

Progress::Progress(bool wanted) {
  if (!wanted) return;
  ticker_ = new Ticker;
  ticker_->thread = std::jthread([this](const std::stop_token& token) { ticker_->run(token); });
}

Progress::~Progress() {
  if (ticker_ == nullptr) return;
  ticker_->thread.request_stop();
  ticker_->thread.join();
  delete ticker_;
}

}  // namespace tallystick::app
