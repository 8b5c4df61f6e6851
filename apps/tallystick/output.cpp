#include "output.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <thread>

#include "tallystick/base/error.hpp"

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
