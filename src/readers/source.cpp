#include "readers/source.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

namespace tallystick::detail {

namespace {

std::string reason(int error) { return std::generic_category().message(error); }

/// Closes what it opened; standard input stays open.
class Descriptor {
 public:
  Descriptor(int fd, bool owned) : fd_(fd), owned_(owned) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (owned_) ::close(fd_);
  }
  [[nodiscard]] int get() const noexcept { return fd_; }

 private:
  int fd_;
  bool owned_;
};

class SeekableFile final : public RawBytes {
 public:
  SeekableFile(int fd, bool owned, std::uint64_t start, std::string name)
      : fd_(fd, owned), start_(start), name_(std::move(name)) {}

  [[nodiscard]] std::optional<std::uint64_t> size() const override {
    struct stat facts{};
    if (::fstat(fd_.get(), &facts) != 0) return std::nullopt;
    const auto bytes = static_cast<std::uint64_t>(facts.st_size);
    return bytes - std::min(bytes, start_);
  }
  std::size_t read_at(std::uint64_t offset, char* to, std::size_t n) override {
    for (;;) {
      const auto got = ::pread(fd_.get(), to, n, static_cast<off_t>(start_ + offset));
      if (got >= 0) return static_cast<std::size_t>(got);
      if (errno != EINTR) {
        fail(ErrorCode::cannot_read, {name_}, "reading failed: " + reason(errno));
      }
    }
  }

 private:
  Descriptor fd_;
  std::uint64_t start_;
  std::string name_;
};

/// A pipe, remembered as far as it has been read, so that it can be read again.
class RememberedPipe final : public RawBytes {
 public:
  RememberedPipe(int fd, bool owned, std::string name) : fd_(fd, owned), name_(std::move(name)) {}

  std::size_t read_at(std::uint64_t offset, char* to, std::size_t n) override {
    while (offset >= seen_.size()) {
      if (ended_) return 0;
      fetch();
    }
    const std::size_t got = std::min<std::size_t>(n, seen_.size() - offset);
    std::memcpy(to, seen_.data() + offset, got);
    return got;
  }

 private:
  void fetch() {
    constexpr std::size_t kStep = 1 << 16;
    const std::size_t size = seen_.size();
    seen_.resize(size + kStep);
    const auto got = ::read(fd_.get(), seen_.data() + size, kStep);
    const int error = errno;
    seen_.resize(size + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    if (got == 0) ended_ = true;
    if (got < 0 && error != EINTR) {
      fail(ErrorCode::cannot_read, {name_}, "reading failed: " + reason(error));
    }
  }

  Descriptor fd_;
  std::string name_;
  std::string seen_;
  bool ended_ = false;
};

class BytesInMemory final : public RawBytes {
 public:
  explicit BytesInMemory(std::string_view bytes) : bytes_(bytes) {}
  [[nodiscard]] std::optional<std::uint64_t> size() const override { return bytes_.size(); }
  std::size_t read_at(std::uint64_t offset, char* to, std::size_t n) override {
    if (offset >= bytes_.size()) return 0;
    const std::size_t got = std::min<std::size_t>(n, bytes_.size() - offset);
    std::memcpy(to, bytes_.data() + offset, got);
    return got;
  }

 private:
  std::string_view bytes_;
};

class RawSource final : public Source {
 public:
  explicit RawSource(std::shared_ptr<RawBytes> bytes, std::uint64_t begin = 0,
                     std::uint64_t end = UINT64_MAX)
      : bytes_(std::move(bytes)), offset_(begin), end_(end) {}
  std::size_t read(char* to, std::size_t n) override {
    const std::uint64_t left = end_ - std::min(offset_, end_);
    const std::size_t got =
        bytes_->read_at(offset_, to, static_cast<std::size_t>(std::min<std::uint64_t>(n, left)));
    offset_ += got;
    return got;
  }

 private:
  std::shared_ptr<RawBytes> bytes_;
  std::uint64_t offset_, end_;
};

std::size_t read_fully(Source& source, char* to, std::size_t n) {
  std::size_t size = 0;
  while (size < n) {
    const std::size_t got = source.read(to + size, n - size);
    if (got == 0) break;
    size += got;
  }
  return size;
}

Compression detect(std::string_view head) {
  if (head.starts_with("\x1F\x8B")) return Compression::gzip;
  if (head.starts_with("\x28\xB5\x2F\xFD")) return Compression::zstd;
  return Compression::none;
}

}  // namespace

Input::Input(std::string name, std::shared_ptr<RawBytes> bytes)
    : name_(std::move(name)), bytes_(std::move(bytes)) {
  char head[4];
  RawSource source(bytes_);
  compression_ = detect({head, read_fully(source, head, sizeof head)});
}

Input Input::file(const std::string& path) {
  const bool standard = path == "-";
  const int fd = standard ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) {
    fail(ErrorCode::no_such_file, {path}, "cannot be opened: " + reason(errno),
         "check the path and its permissions");
  }
  struct stat facts{};
  if (::fstat(fd, &facts) != 0) {
    const int error = errno;
    if (!standard) ::close(fd);
    fail(ErrorCode::cannot_read, {path}, "cannot be examined: " + reason(error));
  }
  if (S_ISDIR(facts.st_mode)) {
    if (!standard) ::close(fd);
    fail(ErrorCode::cannot_read, {path}, "is a directory, not a file", "name a file inside it");
  }
  const off_t start = standard ? ::lseek(fd, 0, SEEK_CUR) : 0;
  if (S_ISREG(facts.st_mode) && start >= 0) {
    return {path,
            std::make_shared<SeekableFile>(fd, !standard, static_cast<std::uint64_t>(start), path)};
  }
  return {path, std::make_shared<RememberedPipe>(fd, !standard, path)};
}

Input Input::parts(std::string name, std::vector<std::string> paths) {
  Input input(std::move(name), std::make_shared<BytesInMemory>(std::string_view{}));
  input.parts_ = std::make_shared<const std::vector<std::string>>(std::move(paths));
  return input;
}

Input Input::memory(std::string name, std::string_view bytes) {
  return {std::move(name), std::make_shared<BytesInMemory>(bytes)};
}

std::unique_ptr<Source> Input::open_at(std::uint64_t begin, std::uint64_t end) const {
  return std::make_unique<RawSource>(bytes_, begin, end);
}

std::optional<std::uint64_t> Input::size() const { return parts_ ? std::nullopt : bytes_->size(); }

std::unique_ptr<Source> Input::open_raw() const { return std::make_unique<RawSource>(bytes_); }

std::unique_ptr<Source> Input::open(std::size_t part) const {
  if (parts_) return file((*parts_)[part]).open();  // a source keeps its bytes open by itself
  auto raw = open_raw();
  if (compression_ == Compression::none) return raw;
  return decompress(compression_, std::move(raw), name_);
}

std::string Input::head(std::size_t n) const {
  std::string text(n, '\0');
  std::size_t size = 0;
  for (std::size_t part = 0; part < n_parts() && size == 0; ++part) {
    size = read_fully(*open(part), text.data(), n);
  }
  text.resize(size);
  return text;
}

}  // namespace tallystick::detail
