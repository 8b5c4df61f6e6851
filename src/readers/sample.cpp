#include "readers/sample.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "readers/chunk.hpp"
#include "readers/rows.hpp"

namespace tallystick::detail {

namespace {

/// The delimiter that the suffix of the name hints at.
char hinted(std::string_view path) {
  const std::string name = unpacked_name(path);
  if (name.ends_with(".tsv") || name.ends_with(".tab")) return '\t';
  return name.ends_with(".csv") ? ',' : '\0';
}

}  // namespace

std::string plain_name(std::string_view name) {
  while (!name.empty() && LabelMaker::blank(name.front())) name.remove_prefix(1);
  while (!name.empty() && LabelMaker::blank(name.back())) name.remove_suffix(1);
  std::string plain(name);
  for (char& c : plain) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return plain;
}

std::string unpacked_name(std::string_view path) {
  for (const std::string_view packed : {".gz", ".zst", ".zstd"}) {
    if (path.ends_with(packed)) path.remove_suffix(packed.size());
  }
  return plain_name(path);
}

bool known_name(std::string_view plain) {
  constexpr std::array<std::string_view, 11> kNames = {"id",         "example", "doc",   "label",
                                                       "labels",     "true",    "truth", "pred",
                                                       "prediction", "score",   "weight"};
  return std::find(kNames.begin(), kNames.end(), plain) != kNames.end();
}

bool any_known(const std::vector<std::string>& cells) {
  return std::any_of(cells.begin(), cells.end(),
                     [](const std::string& cell) { return known_name(plain_name(cell)); });
}

std::vector<std::vector<std::string>> sample_records(std::string_view sample, char delimiter,
                                                     bool whole, std::size_t limit) {
  std::vector<std::vector<std::string>> records;
  const char* at = sample.data();
  const char* const end = at + sample.size();
  std::vector<std::string> cells;
  while (at != end && records.size() < limit) {
    std::string cell;
    if (*at == '"') {
      const char* const close = closing_quote(at, end);
      if (close == nullptr) return records;
      for (const char* p = at + 1; p < close; ++p) {
        cell += *p;
        if (*p == '"') ++p;
      }
      at = close + 1;
      if (at != end && *at == '\r') ++at;
    } else {
      const char* const start = at;
      while (at != end && *at != delimiter && *at != '\n') ++at;
      cell.assign(start, at);
      if ((at == end || *at == '\n') && cell.ends_with('\r')) cell.pop_back();
    }
    cells.push_back(std::move(cell));
    if (at == end || *at == '\n') {
      if (at == end && !whole) return records;
      const std::size_t n_cells = cells.size();
      if (n_cells > 1 || !cells[0].empty()) records.push_back(std::move(cells));
      cells.clear();
      cells.reserve(n_cells);
      if (at == end) return records;
    } else if (*at != delimiter) {
      return records;  // text after a closing quote: the parser says where
    }
    ++at;
    if (at == end && whole && !cells.empty()) {  // the last cell is empty
      cells.emplace_back();
      records.push_back(cells);
    }
  }
  return records;
}

char find_delimiter(std::string_view sample, bool whole, Format format, const std::string& name) {
  const char hint = format == Format::tsv ? '\t' : format == Format::csv ? ',' : hinted(name);
  std::vector<char> candidates;
  if (hint != '\0') candidates.push_back(hint);
  for (const char c : {'\t', ',', ';'}) {
    const bool possible = format == Format::csv ? c == ';' : format != Format::tsv;
    if (c != hint && possible) candidates.push_back(c);
  }
  std::optional<char> occurring;
  for (const char c : candidates) {
    constexpr std::size_t kLook = 10;
    const auto records = sample_records(sample, c, whole, kLook);
    if (records.empty()) continue;
    if (records[0].size() > 1 && any_known(records[0])) return c;  // a header settles it
    const bool occurs = std::any_of(records.begin(), records.end(),
                                    [](const auto& cells) { return cells.size() > 1; });
    if (occurs && !occurring) occurring = c;
  }
  if (occurring) return *occurring;
  const auto first = sample_records(sample, candidates[0], whole, 1);
  const bool stated = hint != '\0' || format == Format::indicator;
  if (stated || (first.size() == 1 && any_known(first[0]))) return candidates[0];
  fail(ErrorCode::bad_format, {name, 1},
       "no tab, comma or semicolon separates cells in the first lines",
       "--format=lines pairs lines of labels by position; --format=tsv takes lines as ids alone");
}

/// The first record cannot be told apart: its quotes are at fault.
void fail_record(std::string_view sample, char delimiter, const std::string& name) {
  const char* at = sample.data();
  const char* const end = at + sample.size();
  Chunk chunk;
  chunk.file = &name;
  chunk.text = sample;
  while (at != end) {
    if (*at == '"') {
      const char* const close = closing_quote(at, end);
      if (close == nullptr) {
        fail(ErrorCode::bad_format, chunk.place(at), "the quote that opens here is never closed",
             "double the quotes that belong to a text, or close the cell");
      }
      at = close + 1;
      if (at != end && *at != delimiter && *at != '\n' && *at != '\r') break;
    }
    while (at != end && *at != delimiter && *at != '\n') ++at;
    if (at != end) ++at;
  }
  fail(ErrorCode::bad_format, chunk.place(at), "text follows the quote that closes a cell",
       "double the quotes that belong to a text");
}

}  // namespace tallystick::detail
