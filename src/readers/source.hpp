// Where bytes come from: files, pipes, memory; gzip and zstd are undone on the way.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tallystick/base/error.hpp"

namespace tallystick::detail {

/// A stream of bytes, read once from its start.
class Source {
 public:
  virtual ~Source() = default;
  /// Reads up to n bytes; 0 only at the end. Errors: cannot_read.
  virtual std::size_t read(char* to, std::size_t n) = 0;
};

/// Raw bytes that can be read again from their start, at any offset.
class RawBytes {
 public:
  virtual ~RawBytes() = default;
  virtual std::size_t read_at(std::uint64_t offset, char* to, std::size_t n) = 0;
  /// How many there are, where that is known before they are read.
  [[nodiscard]] virtual std::optional<std::uint64_t> size() const { return std::nullopt; }
};

enum class Compression : std::uint8_t { none, gzip, zstd };

/// One input of the reader. It can be opened again and again; what cannot be read twice (a pipe) is
/// remembered while it is read.
class Input {
 public:
  /// "-" is standard input. Errors: no_such_file, cannot_read (a directory).
  [[nodiscard]] static Input file(const std::string& path);
  /// Several files as one input, one after the other; a record ends with its file. At least one.
  [[nodiscard]] static Input parts(std::string name, std::vector<std::string> paths);
  /// Bytes of the caller's, which must outlive the input.
  [[nodiscard]] static Input memory(std::string name, std::string_view bytes);

  /// The text (of one part), decompressed, from its start.
  [[nodiscard]] std::unique_ptr<Source> open(std::size_t part = 0) const;
  /// The bytes from `begin` to `end` as they lie in the file.
  [[nodiscard]] std::unique_ptr<Source> open_at(std::uint64_t begin,
                                                std::uint64_t end = UINT64_MAX) const;
  /// Bytes as they lie in the file, where that is known: not of a pipe, nor of several files.
  [[nodiscard]] std::optional<std::uint64_t> size() const;
  /// The bytes as they lie in the file.
  [[nodiscard]] std::unique_ptr<Source> open_raw() const;
  /// The first n bytes of the text (all of it when it is shorter); of the first part that has any.
  [[nodiscard]] std::string head(std::size_t n) const;

  [[nodiscard]] const std::string& name() const noexcept { return name_; }
  [[nodiscard]] Compression compression() const noexcept { return compression_; }
  [[nodiscard]] std::size_t n_parts() const noexcept { return parts_ ? parts_->size() : 1; }
  /// What a place in the part is named by.
  [[nodiscard]] const std::string& part_name(std::size_t part) const noexcept {
    return parts_ ? (*parts_)[part] : name_;
  }

 private:
  Input(std::string name, std::shared_ptr<RawBytes> bytes);

  std::string name_;
  std::shared_ptr<RawBytes> bytes_;
  std::shared_ptr<const std::vector<std::string>> parts_;  // paths; opened one at a time
  Compression compression_ = Compression::none;
};

/// Undoes gzip (all members) or zstd (all frames). Errors: cannot_read, not_available.
[[nodiscard]] std::unique_ptr<Source> decompress(Compression compression,
                                                 std::unique_ptr<Source> packed,
                                                 const std::string& name);

}  // namespace tallystick::detail
