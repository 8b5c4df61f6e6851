#include "readers/chunk.hpp"

#include <algorithm>
#include <cstring>

#include "tallystick/base/text.hpp"

namespace tallystick::detail {

namespace {

const char* find(const char* from, const char* end, char c) noexcept {
  return static_cast<const char*>(std::memchr(from, c, static_cast<std::size_t>(end - from)));
}

const char* find_last(const char* from, const char* end, char c) noexcept {
  while (end != from) {
    if (*--end == c) return end;
  }
  return nullptr;
}

std::string size_text(std::size_t bytes) {
  constexpr std::size_t kMebi = 1 << 20;
  return bytes % kMebi == 0 ? std::to_string(bytes / kMebi) + " MiB" : counted(bytes, "byte");
}

/// Names a format that people mistake for text, from its first bytes.
std::string_view known_binary(std::string_view text) {
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF")) return "UTF-16 text";
  if (text.starts_with("PK\x03\x04")) return "a zip archive or spreadsheet";
  if (text.starts_with("BZh")) return "bzip2 data";
  if (text.starts_with("\xFD"
                       "7zXZ"))
    return "xz data";
  if (text.starts_with("PAR1")) return "a Parquet file";
  return {};
}

/// Start of the run of last lines that share one id; `end` is one past a newline. Lines without an
/// id, which are blank or faulty, part no run.
const char* last_group(const char* begin, const char* end, const Cutter& cutter) {
  const char* group = nullptr;
  std::string_view group_id;
  for (const char* line_end = end; line_end != begin;) {
    const char* const newline = find_last(begin, line_end - 1, '\n');
    const char* const line = newline == nullptr ? begin : newline + 1;
    std::string_view id;
    (void)record_end(line, line_end, cutter, id);
    line_end = line;
    if (id.empty()) continue;
    if (group != nullptr && id != group_id) return group;
    group_id = id;
    group = line;
  }
  return group == nullptr ? end : begin;
}

}  // namespace

void Chunk::reserve(std::size_t bytes, std::size_t kept) {
  if (bytes <= capacity) return;
  auto larger = std::make_unique_for_overwrite<char[]>(bytes + kPadding + 1);
  if (kept != 0) std::memcpy(larger.get(), buffer.get(), kept);
  buffer = std::move(larger);
  capacity = bytes;
}

Place Chunk::place(const char* at) const {
  const char* const begin = text.data();
  const auto newlines = static_cast<std::uint64_t>(std::count(begin, at, '\n'));
  const char* const newline = find_last(begin, at, '\n');
  const char* const line = newline == nullptr ? begin : newline + 1;
  return {*file, first_line + newlines, static_cast<std::uint64_t>(at - line) + 1};
}

void Chunk::check_encoding() const {
  if (seen.ascii && !seen.zeros) return;
  std::size_t at = std::min(utf8_fault(text), text.find('\0'));
  if (at >= text.size()) return;
  constexpr std::string_view kHex = "0123456789ABCDEF";
  const auto byte = static_cast<unsigned char>(text[at]);
  const std::string_view binary = first_line == 1 ? known_binary(text) : std::string_view{};
  if (!binary.empty()) {
    fail(ErrorCode::bad_encoding, place(text.data() + at),
         "is not UTF-8 text; it looks like " + std::string(binary),
         "write it as UTF-8 text (tsv, csv, jsonl), plain or packed with gzip or zstd");
  }
  if (byte == 0) {
    fail(ErrorCode::bad_encoding, place(text.data() + at), "holds a zero byte, so it is not text",
         "check that this is the file you meant");
  }
  fail(ErrorCode::bad_encoding, place(text.data() + at),
       std::string("byte 0x") + kHex[byte >> 4] + kHex[byte & 15] + " is not valid UTF-8 here",
       "convert the file to UTF-8, for example with iconv -f latin1 -t utf-8");
}

const char* closing_quote(const char* open, const char* end) noexcept {
  for (const char* at = open + 1;;) {
    at = find(at, end, '"');
    if (at == nullptr) return nullptr;
    if (at + 1 == end || at[1] != '"') return at;
    at += 2;
  }
}

const char* record_end(const char* at, const char* end, const Cutter& cutter,
                       std::string_view& id) noexcept {
  if (cutter.blanks) {
    const auto blank = [](char c) { return c == ' ' || c == '\t'; };
    while (at != end && blank(*at)) ++at;
    const char* const start = at;
    while (at != end && !blank(*at) && *at != '\n') ++at;
    id = {start, static_cast<std::size_t>(at - start)};
    if (id.ends_with('\r')) id.remove_suffix(1);
    at = find(at, end, '\n');
    return at == nullptr ? nullptr : at + 1;
  }
  for (std::size_t column = 0;; ++column) {
    const char* const cell = at;
    if (cutter.quoted && at != end && *at == '"') {
      at = closing_quote(at, end);
      if (at == nullptr) return nullptr;
    }
    while (at != end && *at != cutter.delimiter && *at != '\n') ++at;
    if (column == cutter.id_column) id = {cell, static_cast<std::size_t>(at - cell)};
    if (at == end) return nullptr;
    if (*at++ == '\n') break;
  }
  if (id.ends_with('\r')) id.remove_suffix(1);
  return at;
}

ChunkReader::ChunkReader(const Input& input, Cutter cutter, const ReadLimits& limits,
                         const LineRange* range)
    : input_(&input),
      source_(range == nullptr ? input.open() : input.open_at(range->begin, range->end)),
      cutter_(cutter),
      limits_(limits) {
  if (range == nullptr || range->begin == 0) return;
  line_ = range->first_line != 0 ? range->first_line : 2;
}

void ChunkReader::fill(Chunk& chunk) {
  while (size_ < chunk.capacity && !ended_) {
    const std::size_t got = source_->read(chunk.buffer.get() + size_, chunk.capacity - size_);
    ended_ = got == 0;
    size_ += got;
  }
  if (line_ == 1 && std::string_view(chunk.buffer.get(), size_).starts_with("\xEF\xBB\xBF")) {
    begin_ = 3;  // a byte order mark
  }
}

bool ChunkReader::next(Chunk& chunk) {
  while (!next_of_part(chunk)) {
    if (!next_part()) return false;
  }
  return true;
}

bool ChunkReader::next_part() {
  if (part_ + 1 == input_->n_parts()) return false;
  source_ = input_->open(++part_);
  line_ = 1;
  ended_ = false;
  carry_.clear();
  return true;
}

bool ChunkReader::next_of_part(Chunk& chunk) {
  chunk.file = &input_->part_name(part_);
  chunk.index = index_;
  chunk.first_line = line_;
  begin_ = 0;
  chunk.reserve(std::max(limits_.chunk, carry_.size() + 1), 0);
  size_ = carry_.size();
  if (size_ != 0) std::memcpy(chunk.buffer.get(), carry_.data(), size_);
  for (;;) {
    fill(chunk);
    const char* const text = chunk.buffer.get() + begin_;
    if (size_ == begin_) return false;
    chunk.quotes = cutter_.quoted && std::memchr(text, '"', size_ - begin_) != nullptr;
    if (const std::size_t whole = cut(chunk); whole != 0) {
      carry_.assign(text + whole, size_ - begin_ - whole);
      finish(chunk, whole);
      return true;
    }
    if (chunk.capacity >= limits_.record) too_long(chunk);
    chunk.reserve(std::min(chunk.capacity * 2, limits_.record), size_);
  }
}

std::size_t ChunkReader::cut(const Chunk& chunk) const {
  const char* const begin = chunk.buffer.get() + begin_;
  const char* const end = chunk.buffer.get() + size_;
  if (!chunk.quotes) {
    if (ended_) return static_cast<std::size_t>(end - begin);
    const char* const newline = find_last(begin, end, '\n');
    if (newline == nullptr) return 0;
    const char* const whole =
        cutter_.grouped ? last_group(begin, newline + 1, cutter_) : newline + 1;
    return static_cast<std::size_t>(whole - begin);
  }
  const char* at = begin;
  const char* group = begin;
  std::string_view group_id;
  while (at != end) {
    std::string_view id;
    const char* const next = record_end(at, end, cutter_, id);
    if (next == nullptr) break;
    if (!id.empty() && id != group_id) group = at, group_id = id;
    at = next;
  }
  if (ended_) return static_cast<std::size_t>(end - begin);
  const bool open = cutter_.grouped && !group_id.empty();  // more of the last id may follow
  return static_cast<std::size_t>((open ? group : at) - begin);
}

void ChunkReader::finish(Chunk& chunk, std::size_t size) {
  char* const begin = chunk.buffer.get() + begin_;
  if (begin[size - 1] != '\n') begin[size++] = '\n';  // only at the end of the file
  std::memset(begin + size, 0, kPadding);
  chunk.text = {begin, size};
  chunk.seen = glance(begin, size);
  line_ += chunk.seen.newlines;
  ++index_;
}

void ChunkReader::too_long(const Chunk& chunk) const {
  const Place place{*chunk.file, chunk.first_line, 0};
  const std::string limit = size_text(limits_.record);
  if (cutter_.grouped && find(chunk.buffer.get(), chunk.buffer.get() + size_, '\n') != nullptr) {
    fail(ErrorCode::line_too_long, place, "the lines of one example take more than " + limit,
         "check that the id column holds ids");
  }
  fail(ErrorCode::line_too_long, place, "a record is longer than " + limit,
       chunk.quotes ? "look for a double quote that is never closed"
                    : "check that this is a text file with one record a line");
}

}  // namespace tallystick::detail
