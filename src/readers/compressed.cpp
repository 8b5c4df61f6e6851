#include <array>
#include <string>
#include <utility>

#include "readers/source.hpp"
#include "tallystick/base/text.hpp"

#ifdef TALLYSTICK_HAS_ZLIB
#include <zlib.h>
#endif
#ifdef TALLYSTICK_HAS_ZSTD
#include <zstd.h>
#endif

namespace tallystick::detail {

namespace {

constexpr std::size_t kPackedBytes = 1 << 16;

/// The packed side of a decompressor: a window that is refilled when it runs empty.
class Packed {
 public:
  Packed(std::unique_ptr<Source> source, std::string name)
      : source_(std::move(source)), name_(std::move(name)) {}

  /// Reads on when the window is empty; false at the end of the file.
  bool refill() {
    if (next_ < size_) return true;
    total_ += size_;
    next_ = 0;
    size_ = source_->read(window_.data(), window_.size());
    return size_ != 0;
  }
  [[nodiscard]] char* data() noexcept { return window_.data() + next_; }
  [[nodiscard]] std::size_t left() const noexcept { return size_ - next_; }
  void take(std::size_t n) noexcept { next_ += n; }

  [[noreturn]] void damaged(const std::string& what) const {
    fail(ErrorCode::cannot_read, {name_},
         what + " at byte " + std::to_string(total_ + next_) + " of the file",
         "fetch or write the file again; it is damaged or incomplete");
  }

 private:
  std::unique_ptr<Source> source_;
  std::string name_;
  std::array<char, kPackedBytes> window_;
  std::size_t next_ = 0;
  std::size_t size_ = 0;
  std::uint64_t total_ = 0;
};

[[noreturn, maybe_unused]] void not_built(const std::string& name, const std::string& format,
                                          const std::string& library) {
  fail(ErrorCode::not_available, {name},
       "is packed with " + format + ", which this build cannot read",
       "build tallystick with " + library + ", or unpack the file first");
}

#ifdef TALLYSTICK_HAS_ZLIB
class GzipSource final : public Source {
 public:
  GzipSource(std::unique_ptr<Source> source, const std::string& name)
      : packed_(std::move(source), name) {
    constexpr int kGzipWindow = 15 + 16;  // the largest window, gzip framing
    if (inflateInit2(&stream_, kGzipWindow) != Z_OK) {
      fail(ErrorCode::cannot_read, {name}, "zlib could not start");
    }
  }
  GzipSource(const GzipSource&) = delete;
  GzipSource& operator=(const GzipSource&) = delete;
  ~GzipSource() override { inflateEnd(&stream_); }

  std::size_t read(char* to, std::size_t n) override {
    stream_.next_out = reinterpret_cast<Bytef*>(to);
    stream_.avail_out = static_cast<uInt>(std::min<std::size_t>(n, 1u << 30));
    const uInt wanted = stream_.avail_out;
    while (stream_.avail_out == wanted) {
      if (!packed_.refill()) {
        if (inside_) packed_.damaged("gzip data end early");
        return 0;
      }
      if (!inside_ && !start_member()) return 0;
      step();
    }
    return wanted - stream_.avail_out;
  }

 private:
  /// Another member may follow; zero bytes may pad the file's end.
  bool start_member() {
    if (members_ > 0) {
      while (packed_.refill() && *packed_.data() == '\0') packed_.take(1);
      if (!packed_.refill()) return false;
    }
    inflateReset(&stream_);
    inside_ = true;
    ++members_;
    return true;
  }

  void step() {
    stream_.next_in = reinterpret_cast<Bytef*>(packed_.data());
    stream_.avail_in = static_cast<uInt>(packed_.left());
    const std::size_t before = stream_.avail_in;
    const int result = inflate(&stream_, Z_NO_FLUSH);
    packed_.take(before - stream_.avail_in);
    if (result == Z_STREAM_END) {
      inside_ = false;
    } else if (result != Z_OK) {
      packed_.damaged(std::string("gzip data are damaged (") +
                      (stream_.msg != nullptr ? stream_.msg : "no reason given") + ")");
    }
  }

  Packed packed_;
  z_stream stream_{};
  bool inside_ = false;
  std::uint64_t members_ = 0;
};
#endif

#ifdef TALLYSTICK_HAS_ZSTD
class ZstdSource final : public Source {
 public:
  ZstdSource(std::unique_ptr<Source> source, const std::string& name)
      : packed_(std::move(source), name), stream_(ZSTD_createDStream(), ZSTD_freeDStream) {
    if (stream_ == nullptr) fail(ErrorCode::cannot_read, {name}, "zstd could not start");
  }

  std::size_t read(char* to, std::size_t n) override {
    ZSTD_outBuffer out{to, n, 0};
    while (out.pos == 0) {
      // A full output buffer may leave text inside the decompressor: ask again without input.
      const bool more = packed_.refill();
      if (!more && !inside_) return 0;
      ZSTD_inBuffer in{packed_.data(), packed_.left(), 0};
      const std::size_t result = ZSTD_decompressStream(stream_.get(), &out, &in);
      packed_.take(in.pos);
      if (ZSTD_isError(result) != 0) {
        packed_.damaged(std::string("zstd data are damaged (") + ZSTD_getErrorName(result) + ")");
      }
      inside_ = result != 0;
      if (!more && inside_ && out.pos == 0) packed_.damaged("zstd data end early");
    }
    return out.pos;
  }

 private:
  Packed packed_;
  std::unique_ptr<ZSTD_DStream, decltype(&ZSTD_freeDStream)> stream_;
  bool inside_ = false;
};
#endif

}  // namespace

std::unique_ptr<Source> decompress(Compression compression,
                                   [[maybe_unused]] std::unique_ptr<Source> packed,
                                   const std::string& name) {
  if (compression == Compression::gzip) {
#ifdef TALLYSTICK_HAS_ZLIB
    return std::make_unique<GzipSource>(std::move(packed), name);
#else
    not_built(name, "gzip", "zlib");
#endif
  }
#ifdef TALLYSTICK_HAS_ZSTD
  return std::make_unique<ZstdSource>(std::move(packed), name);
#else
  not_built(name, "zstd", "zstd");
#endif
}

}  // namespace tallystick::detail
