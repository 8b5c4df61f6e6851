// A file cut into chunks of whole records: what parsers, and worker threads, get to see.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "readers/scan.hpp"
#include "readers/source.hpp"

namespace tallystick::detail {

/// Sizes in bytes. Results do not depend on the first; tests make it tiny.
struct ReadLimits {
  std::size_t chunk = 64 << 10;     // of text handled at once
  std::size_t sample = 64 << 10;    // of text looked at to decide the layout
  std::size_t record = 256u << 20;  // the longest record
  std::uint64_t labels = 1u << 24;  // the most that a header may declare by a number alone
};

/// Bytes that may be read beyond the end of a chunk's text (they hold zeros).
inline constexpr std::size_t kPadding = 64;

/// Whole records of one file; each ends with a newline. Its buffer is reused.
struct Chunk {
  std::string_view text;  // kPadding readable bytes follow it
  std::uint64_t first_line = 1;
  std::uint64_t index = 0;
  Glance seen;          // of the text
  bool quotes = false;  // holds a double quote
  const std::string* file = nullptr;

  std::unique_ptr<char[]> buffer;
  std::size_t capacity = 0;

  /// Keeps the first `kept` bytes of the buffer.
  void reserve(std::size_t bytes, std::size_t kept);
  /// Where a byte of the text stands.
  [[nodiscard]] Place place(const char* at) const;
  [[nodiscard]] bool holds(const char* at) const noexcept {
    return at >= text.data() && at <= text.data() + text.size();
  }
  /// Errors: bad_encoding, unless the text is UTF-8 without zero bytes.
  void check_encoding() const;
};

/// What ends a record.
struct Cutter {
  bool quoted = false;   // a newline inside double quotes does not
  bool grouped = false;  // lines with one id belong together
  char delimiter = '\n';
  std::size_t id_column = 0;  // 0-based; for grouped
  bool blanks = false;        // blanks and tabs separate cells; the first is the id
};

/// Whole lines of a file that is not compressed: the bytes [begin, end).
struct LineRange {
  std::uint64_t begin = 0, end = UINT64_MAX;
  std::uint64_t first_line = 1;  // 0: not known, somewhere behind the header
};

/// Cuts a source into chunks. Errors: line_too_long, bad_format (a quote never closed),
/// cannot_read.
class ChunkReader {
 public:
  ChunkReader(const Input& input, Cutter cutter, const ReadLimits& limits,
              const LineRange* range = nullptr);
  /// False at the end of the file.
  bool next(Chunk& chunk);

 private:
  bool next_of_part(Chunk& chunk);
  bool next_part();
  void fill(Chunk& chunk);
  [[nodiscard]] std::size_t cut(const Chunk& chunk) const;
  void finish(Chunk& chunk, std::size_t size);
  [[noreturn]] void too_long(const Chunk& chunk) const;

  const Input* input_;
  std::unique_ptr<Source> source_;
  Cutter cutter_;
  ReadLimits limits_;
  std::string carry_;  // the start of a record whose end is still to come
  std::size_t begin_ = 0;
  std::size_t size_ = 0;
  std::uint64_t line_ = 1;  // of the part
  std::size_t part_ = 0;
  std::uint64_t index_ = 0;
  bool ended_ = false;
};

/// The end of the quoted cell that opens at `open`: the closing quote, or nullptr without one.
[[nodiscard]] const char* closing_quote(const char* open, const char* end) noexcept;

/// The end (one past the newline) of the record at `at`, or nullptr when it is not complete.
/// `id` gets the raw bytes of the cell in id_column.
[[nodiscard]] const char* record_end(const char* at, const char* end, const Cutter& cutter,
                                     std::string_view& id) noexcept;

}  // namespace tallystick::detail
