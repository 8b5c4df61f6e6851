// Whole files: label sets, saved states, results.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include "readers/folder.hpp"
#include "readers/layout.hpp"
#include "readers/runs.hpp"
#include "tallystick/base/text.hpp"

namespace tallystick {

namespace {

std::string reason(int error) { return std::generic_category().message(error); }

[[noreturn]] void cannot_write(const std::string& path, int error) {
  fail(ErrorCode::cannot_write, {path}, "cannot be written: " + reason(error),
       error == ENOSPC ? "free some space, or write elsewhere"
                       : "check the folder and its permissions");
}

/// Writes all bytes; false with errno set when that fails.
bool write_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const auto written = ::write(fd, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

bool write_all(int fd, const std::function<std::string_view()>& next) {
  for (std::string_view block = next(); !block.empty(); block = next()) {
    if (!write_all(fd, block)) return false;
  }
  return true;
}

/// A file on its way to a name. Until it is whole it has none, where the system knows such files:
/// then a process that is ended leaves nothing behind. Elsewhere it has a name beside the other.
class Draft {
 public:
  explicit Draft(const std::string& path) : path_(path) {
#ifdef O_TMPFILE
    const std::filesystem::path folder = std::filesystem::path(path).parent_path();
    if (::access("/proc/self/fd", X_OK) == 0) {  // the way to give it a name later
      fd_ = ::open(folder.empty() ? "." : folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);
    }
    if (fd_ >= 0) return;
#endif
    beside_ = path_ + ".XXXXXX";
    fd_ = ::mkstemp(beside_.data());
    if (fd_ < 0) cannot_write(path_, errno);
  }
  Draft(const Draft&) = delete;
  Draft& operator=(const Draft&) = delete;
  ~Draft() {
    if (fd_ >= 0) ::close(fd_);
    if (!beside_.empty()) ::unlink(beside_.c_str());
  }

  [[nodiscard]] int fd() const noexcept { return fd_; }
  /// Puts the file under its name, in place of any other; false with errno set when that fails.
  bool publish() {
    if (beside_.empty() && !link_beside()) return false;
    if (::close(std::exchange(fd_, -1)) != 0) return false;
    if (::rename(beside_.c_str(), path_.c_str()) != 0) return false;
    beside_.clear();
    return true;
  }

 private:
  /// A file can only be renamed onto another one from a name of its own.
  bool link_beside() {
    const std::string self = "/proc/self/fd/" + std::to_string(fd_);
    for (int i = 0; i < 1000; ++i) {
      const std::string name = path_ + '.' + std::to_string(::getpid()) + '-' + std::to_string(i);
      if (::linkat(AT_FDCWD, self.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0) {
        beside_ = name;
        return true;
      }
      if (errno != EEXIST) return false;
    }
    return false;
  }

  std::string path_, beside_;
  int fd_ = -1;
};

/// Devices and pipes cannot be renamed onto: they are written as they are.
void write_in_place(const std::string& path, const std::function<std::string_view()>& next) {
  const int fd = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (fd < 0) cannot_write(path, errno);
  const bool written = write_all(fd, next);
  const int error = errno;
  if (::close(fd) != 0 && written) cannot_write(path, errno);
  if (!written) cannot_write(path, error);
}

detail::Input open_predictions(const std::string& path, const ReadOptions& options) {
  if (options.format == Format::cafa) return detail::folder_or_file(path, options.header);
  std::error_code none;
  if (options.format == Format::automatic && std::filesystem::is_directory(path, none)) {
    fail(ErrorCode::cannot_read, {path}, "is a directory, not a file",
         "name a file inside it; --format=cafa reads a folder of predictions");
  }
  return detail::Input::file(path);
}

}  // namespace

ReadSummary read_pairs(const std::string& truth, const std::string& predictions,
                       const ReadOptions& options, std::span<Consumer* const> consumers) {
  if (truth == "-" && predictions == "-") {
    fail(ErrorCode::wrong_usage, "standard input is named for both truth and predictions",
         "name a file for one of them");
  }
  const auto truth_input = detail::Input::file(truth);
  const auto predictions_input = open_predictions(predictions, options);
  return detail::read_two(truth_input, predictions_input, options, consumers);
}

ReadSummary read_pairs(const std::string& file, const ReadOptions& options,
                       std::span<Consumer* const> consumers) {
  return detail::read_single(detail::Input::file(file), options, consumers);
}

std::string read_bytes(const std::string& path, std::string_view beginning) {
  const auto source = detail::Input::file(path).open_raw();
  std::string bytes;
  constexpr std::size_t kStep = 1 << 16;
  for (std::size_t size = 0;;) {
    bytes.resize(size + kStep);
    const std::size_t got = source->read(bytes.data() + size, kStep);
    size += got;
    const std::size_t known = std::min(size, beginning.size());
    const bool other = std::string_view(bytes).substr(0, known) != beginning.substr(0, known);
    if (got == 0 || other) {
      bytes.resize(size);
      return bytes;
    }
  }
}

void write_bytes(const std::string& path, std::string_view bytes) {
  write_blocks(path, [&bytes] { return std::exchange(bytes, {}); });
}

void write_blocks(const std::string& asked, const std::function<std::string_view()>& next) {
  // Behind a symbolic link the file is replaced, not the link.
  std::error_code no_link;
  const bool link = std::filesystem::is_symlink(asked, no_link);
  const auto target = link ? std::filesystem::canonical(asked, no_link) : std::filesystem::path();
  const std::string path = target.empty() ? asked : target.string();
  struct stat facts{};
  const bool exists = ::stat(path.c_str(), &facts) == 0;
  if (exists && S_ISDIR(facts.st_mode)) cannot_write(path, EISDIR);
  if (exists && !S_ISREG(facts.st_mode)) return write_in_place(path, next);
  if (exists && ::access(path.c_str(), W_OK) != 0) cannot_write(path, errno);
  Draft draft(path);
  // Drafts are private; a result has the permissions of the file it replaces, or usual ones.
  const mode_t mask = ::umask(0);
  ::umask(mask);
  const mode_t mode = exists ? facts.st_mode & 07777 : 0666 & ~mask;
  if (::fchmod(draft.fd(), mode) != 0 || !write_all(draft.fd(), next) || !draft.publish()) {
    cannot_write(path, errno);
  }
}

}  // namespace tallystick
