#include "output.hpp"

#include <fmt/format.h>
#include <unistd.h>

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
