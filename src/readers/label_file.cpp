// The declared label set: one label a line, or one column of a table.
#include <algorithm>
#include <utility>

#include "readers/layout.hpp"
#include "readers/sample.hpp"
#include "tallystick/base/text.hpp"

namespace tallystick {

namespace {

using detail::Chunk;
using detail::ChunkReader;

/// Which delimiter and column hold the labels.
struct LabelColumnAt {
  char delimiter = '\0';
  std::size_t column = 0;
  bool header = false;
};

LabelColumnAt find_column(std::string_view text, const ReadOptions& options) {
  LabelColumnAt at;
  const std::string_view line = text.substr(0, text.find('\n'));
  if (line.find('\t') != std::string_view::npos || options.format == Format::tsv) {
    at.delimiter = '\t';
  } else if (options.format == Format::csv) {
    at.delimiter = ',';
  }
  // A comma may be part of a label ("Cooks, other"): it delimits where the header says so.
  const auto cells_by = [&](char delimiter) {
    const auto records = detail::sample_records(text, delimiter, true, 1);
    return records.empty() ? std::vector<std::string>() : records[0];
  };
  for (const char delimiter : {at.delimiter, '\t', ',', ';', '\n'}) {
    if (delimiter == '\0' || options.header == Header::no) continue;
    const auto cells = cells_by(delimiter);
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const std::string name = detail::plain_name(cells[i]);
      if (name == "label" || name == "code" || (name == "labels" && cells.size() == 1)) {
        return {delimiter == '\n' ? at.delimiter : delimiter, i, true};
      }
    }
  }
  at.header = options.header == Header::yes;
  return at;
}

}  // namespace

InputFacts read_labels(const std::string& path, const ReadOptions& options,
                       Vocabulary& vocabulary) {
  if (vocabulary.size() != 0)
    fail(ErrorCode::internal, "labels are declared into a used vocabulary");
  const auto input = detail::Input::file(path);
  constexpr std::size_t kSample = 1 << 16;
  std::string head = input.head(kSample);
  const std::string_view text = std::string_view(head).starts_with("\xEF\xBB\xBF")
                                    ? std::string_view(head).substr(3)
                                    : std::string_view(head);
  const LabelColumnAt at = find_column(text, options);
  InputFacts facts;
  facts.path = path;
  facts.format = at.delimiter == '\t' ? "tsv" : at.delimiter == '\0' ? "lines" : "csv";
  facts.layout = "one label a row";
  if (input.compression() == detail::Compression::gzip) facts.compression = "gzip";
  if (input.compression() == detail::Compression::zstd) facts.compression = "zstd";
  facts.delimiter = at.delimiter == '\0'   ? ""
                    : at.delimiter == '\t' ? "tab"
                                           : std::string(1, at.delimiter);
  facts.header = at.header;
  facts.columns.push_back("label=" + std::to_string(at.column + 1));

  const detail::LabelMaker maker(options);
  const char delimiter = at.delimiter == '\0' ? '\n' : at.delimiter;
  ChunkReader reader(input, {true, false, delimiter, 0}, {});
  Chunk chunk;
  bool header = at.header;
  while (reader.next(chunk)) {
    chunk.check_encoding();
    const char* record = chunk.text.data();
    const char* const end = record + chunk.text.size();
    while (record != end) {
      std::string_view id;
      const char* const next = detail::record_end(record, end, {true, false, delimiter, 0}, id);
      if (next == nullptr) {
        fail(ErrorCode::bad_format, chunk.place(record), "a quote in this record is never closed",
             "double the quotes that belong to a label, or close the cell");
      }
      const auto cells = detail::sample_records({record, static_cast<std::size_t>(next - record)},
                                                delimiter, true, 1);
      if (!cells.empty() && !std::exchange(header, false) && at.column < cells[0].size()) {
        const std::string label = maker.text_of(cells[0][at.column]);
        if (!label.empty()) vocabulary.intern(label), ++facts.assignments;
      }
      record = next;
    }
  }
  facts.examples = facts.assignments;
  if (vocabulary.size() == 0) {
    fail(ErrorCode::no_examples, {path}, "holds 0 labels", "write one label a line");
  }
  vocabulary.declare();
  return facts;
}

}  // namespace tallystick
